/**
 * What an update looks like, one moment after another.
 *
 * The server answers at once with everything that follows from an action; people need to see it happen.
 * `stepsOf` cuts an update into steps, each with the view to show, what is drawn on top of it for a moment
 * (a full trick that rests before it goes to its winner), what moves, and for how long. No rules here: the
 * last step always shows the server's own view, and where several actions came in one update the views
 * between are only put together from what the events say.
 */
import type { Card, Event, PlayerView, Suit, Update } from "$lib/protocol";

/** What moves on the table now. */
export type Motion =
  | { readonly kind: "still" }
  | { readonly kind: "deal"; readonly dealer: number }
  | { readonly kind: "turn" }
  | { readonly kind: "trump" }
  | { readonly kind: "bid"; readonly seat: number }
  | { readonly kind: "reveal" }
  | { readonly kind: "fly"; readonly seat: number; readonly card: Card }
  | { readonly kind: "rest" }
  | { readonly kind: "claim" }
  | { readonly kind: "sweep"; readonly seat: number };

export const STILL: Motion = { kind: "still" };

/** The trick as it is drawn; `winning` is a place in it. `won` once it is complete. */
export interface DrawnTrick {
  readonly leader: number;
  readonly cards: readonly Card[];
  readonly winning: number | null;
  readonly ledSuit: Suit | null;
  readonly won: boolean;
}

/** What is drawn besides the view, or instead of a part of it. */
/** A hand that is shown because all remaining tricks are its own. */
export interface DrawnClaim {
  readonly seat: number;
  readonly cards: readonly Card[];
  /** How many tricks were left when it was shown. */
  readonly tricks: number;
}

export interface Drawn {
  readonly trick: DrawnTrick | null;
  readonly tricksWon: readonly number[];
  readonly turnUp: "back" | "face";
  readonly bids: readonly (number | null)[];
  readonly claim: DrawnClaim | null;
}

export interface Step {
  readonly view: PlayerView;
  readonly drawn: Drawn;
  readonly motion: Motion;
  /** How long it moves, in ms at normal speed; nothing with reduced motion. */
  readonly move: number;
  /** How long it then stays, so that it can be read; also with reduced motion. */
  readonly hold: number;
  /** What happened, to be put into words when the step is shown. */
  readonly says: readonly Event[];
}

/** Durations of the look, in ms at normal speed. */
export const TIME = {
  deal: 220,
  dealEach: 25,
  turn: 360,
  bid: 220,
  reveal: 360,
  fly: 220,
  rest: 600,
  sweep: 360,
  /** Between what others do, so that one can follow. */
  breath: 260,
  read: 420,
  /** A hand that is shown, and each trick of it then. */
  claim: 2600,
  claimed: 340,
} as const;

function trickOf(view: PlayerView): DrawnTrick | null {
  const { trick } = view;
  if (trick === null) return null;
  return {
    leader: trick.leader,
    cards: trick.cards,
    winning: trick.winning,
    ledSuit: trick.led_suit,
    won: false,
  };
}

/** A view drawn as it is. */
export function plain(view: PlayerView): Drawn {
  return { trick: trickOf(view), tricksWon: view.tricks_won, turnUp: "face", bids: view.bids, claim: null };
}

const STARTS: ReadonlySet<Event["type"]> = new Set([
  "game_started",
  "round_started",
  "trump_chosen",
  "bid_placed",
  "bid_placed_face_down",
  "card_played",
]);

/** Events cut into groups: an action or a deal with all that follows from it. */
export function groupsOf(events: readonly Event[]): Event[][] {
  const groups: Event[][] = [];
  for (const event of events) {
    const last = groups.at(-1);
    const joins = event.type === "round_started" && last?.[0]?.type === "game_started";
    if (last === undefined || (STARTS.has(event.type) && !joins)) groups.push([event]);
    else last.push(event);
  }
  return groups;
}

function find<T extends Event["type"]>(events: readonly Event[], type: T): Extract<Event, { type: T }> | undefined {
  return events.find((event): event is Extract<Event, { type: T }> => event.type === type);
}

function put<T>(values: readonly T[], seat: number, value: T): T[] {
  return values.map((old, other) => (other === seat ? value : old));
}

function add(values: readonly number[], seat: number, more: number): number[] {
  return values.map((old, other) => (other === seat ? old + more : old));
}

/** The view after a group that is not the last of its update, put together from what is known. */
function between(view: PlayerView, events: readonly Event[]): PlayerView {
  let next: PlayerView = { ...view, seq: view.seq + events.length, to_act: [], legal: [], refusals: [] };
  for (const event of events) {
    switch (event.type) {
      case "trump_chosen":
        next = { ...next, phase: "bidding", trump: event.suit };
        break;
      case "bid_placed":
        next = {
          ...next,
          bids: put(next.bids, event.seat, event.bid),
          has_bid: put(next.has_bid, event.seat, true),
        };
        break;
      case "bid_placed_face_down":
        next = { ...next, has_bid: put(next.has_bid, event.seat, true) };
        break;
      case "bids_shown":
        next = { ...next, bids: event.bids };
        break;
      case "card_played": {
        const trick = next.trick ?? { leader: event.seat, cards: [], led_suit: null, follow: null, winning: null };
        next = {
          ...next,
          phase: "playing",
          hand: next.hand.filter((card) => card !== event.card),
          hand_counts: add(next.hand_counts, event.seat, -1),
          trick: { ...trick, cards: [...trick.cards, event.card] },
        };
        break;
      }
      case "trick_won": {
        const cards = next.trick?.cards ?? [];
        next = {
          ...next,
          tricks: [...next.tricks, { leader: next.trick?.leader ?? event.seat, cards, winner: event.seat }],
          tricks_won: add(next.tricks_won, event.seat, 1),
          trick: { leader: event.seat, cards: [], led_suit: null, follow: null, winning: null },
        };
        break;
      }
    }
  }
  return next;
}

function playSteps(before: PlayerView, view: PlayerView, events: readonly Event[], seat: number, card: Card): Step[] {
  const own = seat === view.seat;
  const fly: Motion = { kind: "fly", seat, card };
  const won = find(events, "trick_won");
  if (won === undefined) {
    return [{ view, drawn: plain(view), motion: fly, move: TIME.fly, hold: own ? 0 : TIME.breath, says: events }];
  }
  const full = view.tricks.at(-1);
  const cards = full?.cards ?? [...(before.trick?.cards ?? []), card];
  const leader = full?.leader ?? before.trick?.leader ?? seat;
  const trick: DrawnTrick = {
    leader,
    cards,
    winning: cards.indexOf(won.card),
    ledSuit: before.trick?.led_suit ?? null,
    won: true,
  };
  const resting: Drawn = { trick, tricksWon: before.tricks_won, turnUp: "face", bids: before.bids, claim: null };
  const steps: Step[] = [
    { view, drawn: resting, motion: fly, move: TIME.fly, hold: 0, says: events.slice(0, 2) },
    { view, drawn: resting, motion: { kind: "rest" }, move: 0, hold: TIME.rest, says: [] },
    { view, drawn: resting, motion: { kind: "sweep", seat: won.seat }, move: TIME.sweep, hold: 0, says: [] },
  ];
  const shown = find(events, "bids_shown");
  const rest = events.slice(2);
  if (shown !== undefined) {
    steps.push({ view, drawn: plain(view), motion: { kind: "reveal" }, move: TIME.reveal, hold: TIME.read, says: rest });
    return steps;
  }
  return [...steps, { view, drawn: plain(view), motion: STILL, move: 0, hold: 0, says: rest }];
}

function bidSteps(before: PlayerView, view: PlayerView, events: readonly Event[], seat: number): Step[] {
  const own = seat === view.seat;
  const shown = find(events, "bids_shown");
  const motion: Motion = { kind: "bid", seat };
  if (shown === undefined) {
    return [{ view, drawn: plain(view), motion, move: TIME.bid, hold: own ? 0 : TIME.breath, says: events }];
  }
  const secret: Drawn = { ...plain(view), bids: before.bids };
  return [
    { view, drawn: secret, motion, move: TIME.bid, hold: 0, says: events.slice(0, 1) },
    { view, drawn: plain(view), motion: { kind: "reveal" }, move: TIME.reveal, hold: TIME.read, says: events.slice(1) },
  ];
}

function dealSteps(view: PlayerView, events: readonly Event[]): Step[] {
  const drawn = plain(view);
  const deal: Motion = { kind: "deal", dealer: view.dealer ?? 0 };
  const move = TIME.deal + TIME.dealEach * Math.max(0, view.hand_size - 1);
  if (view.turn_up === null) return [{ view, drawn, motion: deal, move, hold: 0, says: events }];
  return [
    { view, drawn: { ...drawn, turnUp: "back" }, motion: deal, move, hold: 0, says: events },
    { view, drawn, motion: { kind: "turn" }, move: TIME.turn, hold: TIME.breath, says: [] },
  ];
}

function groupSteps(before: PlayerView, view: PlayerView, events: readonly Event[]): Step[] {
  const [first] = events;
  if (first?.type === "card_played") return playSteps(before, view, events, first.seat, first.card);
  if (first?.type === "bid_placed" || first?.type === "bid_placed_face_down") {
    return bidSteps(before, view, events, first.seat);
  }
  if (first?.type === "trump_chosen") {
    const hold = first.seat === view.seat ? 0 : TIME.read;
    return [{ view, drawn: plain(view), motion: { kind: "trump" }, move: TIME.turn, hold, says: events }];
  }
  if (find(events, "round_started") !== undefined) return dealSteps(view, events);
  return [{ view, drawn: plain(view), motion: STILL, move: 0, hold: 0, says: events }];
}

/** The rest of a round that was claimed: the hand is read, then its tricks go quickly, one after another. */
function claimSteps(before: PlayerView, update: Update, at: number, claim: DrawnClaim): Step[] {
  const events = update.events.slice(at + 1);
  const steps: Step[] = [
    {
      view: { ...before, seq: before.seq + 1, to_act: [], legal: [], refusals: [] },
      drawn: { ...plain(before), claim },
      motion: { kind: "claim" },
      move: 0,
      hold: TIME.claim,
      says: update.events.slice(at, at + 1),
    },
  ];
  let last = before;
  for (const group of groupsOf(events)) {
    const next = between(last, group);
    const won = find(group, "trick_won");
    if (won !== undefined) {
      const trick = next.tricks.at(-1);
      const cards = trick?.cards ?? [];
      const full = { leader: trick?.leader ?? won.seat, cards, winning: cards.indexOf(won.card), ledSuit: null, won: true };
      const drawn: Drawn = { ...plain(next), trick: full, tricksWon: last.tricks_won, bids: before.bids, claim };
      steps.push({ view: next, drawn, motion: { kind: "rest" }, move: 0, hold: TIME.claimed, says: [] });
    }
    last = next;
  }
  const { view } = update;
  const says = events.filter((event) => event.type !== "card_played" && event.type !== "trick_won");
  if (find(events, "bids_shown") === undefined) {
    return [...steps, { view, drawn: plain(view), motion: STILL, move: 0, hold: 0, says }];
  }
  return [...steps, { view, drawn: plain(view), motion: { kind: "reveal" }, move: TIME.reveal, hold: TIME.read, says }];
}

/** The steps from the view before an update to the view after it. */
export function stepsOf(before: PlayerView, update: Update): Step[] {
  const { events, view } = update;
  const seen = events.filter((event) => event.type !== "hidden");
  if (find(events, "actions_taken_back") !== undefined) {
    return [{ view, drawn: plain(view), motion: STILL, move: 0, hold: 0, says: seen }];
  }
  const claimed = find(events, "tricks_claimed");
  if (claimed !== undefined) {
    const claim = { seat: claimed.seat, cards: claimed.cards, tricks: claimed.cards.length };
    return claimSteps(before, update, events.indexOf(claimed), claim);
  }
  const groups = groupsOf(seen);
  let last = before;
  const steps = groups.flatMap((group, place) => {
    const after = place === groups.length - 1 ? view : between(last, group);
    const part = groupSteps(last, after, group);
    last = after;
    return part;
  });
  return steps.length > 0 ? steps : [{ view, drawn: plain(view), motion: STILL, move: 0, hold: 0, says: [] }];
}
