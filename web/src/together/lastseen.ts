/** What this browser last saw of its seats, so that a page that is opened again can say what happened meanwhile. */
import { readStored, writeStored } from "$lib/storage";
import type { Action, Card, Event, PlayerView } from "$lib/protocol";
import { awayWords, playedIn } from "./words";

const KEY = "rufen.seen";
const MOST = 20;

/** What a seat had done in a round. */
export interface Seen {
  readonly table: string;
  readonly seat: number;
  readonly round: number;
  /** How many cards everybody had in it. */
  readonly size: number;
  readonly bid: boolean;
  readonly trump: boolean;
  readonly cards: readonly Card[];
}

function isSeen(value: unknown): value is Seen {
  if (typeof value !== "object" || value === null) return false;
  const { table, seat, round, size, cards } = value as Partial<Record<keyof Seen, unknown>>;
  return typeof table === "string" && [seat, round, size].every(Number.isInteger) && Array.isArray(cards);
}

function load(): Seen[] {
  const stored = readStored(KEY);
  return Array.isArray(stored) ? stored.filter(isSeen) : [];
}

function ownCards(view: PlayerView): Card[] {
  return playedIn(view)
    .filter(({ seat }) => seat === view.seat)
    .map(({ card }) => card);
}

function namedTrump(view: PlayerView): boolean {
  return view.dealer === view.seat && view.trump !== null && (view.turn_up?.startsWith("W") ?? false);
}

/** What there is to remember; `sent` is on its way to the server. Null for those who watch. */
export function seenOf(table: string, view: PlayerView, sent: Action | null): Seen | null {
  if (view.seat === null) return null;
  const cards = ownCards(view);
  return {
    table,
    seat: view.seat,
    round: view.round_number,
    size: view.hand_size,
    bid: (view.has_bid[view.seat] ?? false) || sent?.type === "place_bid",
    trump: namedTrump(view) || sent?.type === "choose_trump",
    cards: sent?.type === "play_card" ? [...cards, sent.card] : cards,
  };
}

/** What happened at one's own seat since then; empty when nothing did. */
export function sinceThen(seen: Seen, view: PlayerView): string {
  const me = view.seat;
  if (me === null || me !== seen.seat || view.round_number < seen.round) return "";
  const same = view.round_number === seen.round;
  const bid = view.bids[me] ?? null;
  const own: Event[] = [];
  if (namedTrump(view) && view.trump !== null && !(same && seen.trump)) {
    own.push({ type: "trump_chosen", seat: me, suit: view.trump });
  }
  if (bid !== null && !(same && seen.bid)) own.push({ type: "bid_placed", seat: me, bid });
  for (const card of ownCards(view)) {
    if (!(same && seen.cards.includes(card))) own.push({ type: "card_played", seat: me, card });
  }
  const played = !same && (seen.cards.length < seen.size || view.round_number > seen.round + 1);
  if (own.length === 0 && !played) return "";
  return awayWords(own, me, seen.round, view.round_number);
}

/** What this browser last saw of its seat at a table. */
export function lastSeen(table: string): Seen | undefined {
  return load().find((seen) => seen.table === table);
}

/** Keep it for the next time. */
export function keepSeen(seen: Seen): void {
  writeStored(KEY, [seen, ...load().filter((other) => other.table !== seen.table)].slice(0, MOST));
}
