/**
 * Cards played without a press at one's own turn: one that was marked before, and the only one there is.
 * What is legal says the server's view; here is only when a wish still stands.
 */
import type { Card, PlayerView, TableNews } from "$lib/protocol";

/** Why a mark is gone. */
export type Off = "lead" | "illegal" | "undo" | "round" | "trick" | "pause" | "line" | "stand_in";

/** A card to be played at one's next turn, and the trick it was chosen for as it lay there. */
export interface Mark {
  readonly card: Card;
  readonly round: number;
  readonly trick: number;
  readonly cards: readonly Card[];
  readonly lead: string;
}

export interface Situation {
  readonly view: PlayerView;
  readonly news: TableNews | null;
  readonly live: boolean;
}

/** What has to be followed, or that nothing has; `null` while nobody has led. */
function leadOf(view: PlayerView): string | null {
  const { trick } = view;
  if (trick === null || trick.cards.length === 0) return null;
  return `${trick.led_suit ?? ""}:${trick.follow ?? ""}`;
}

/** Whether this seat has yet to play to the trick on the table. */
function isToPlay(view: PlayerView): boolean {
  const { seat, trick } = view;
  if (seat === null || trick === null) return false;
  return (seat - trick.leader + view.seats) % view.seats >= trick.cards.length;
}

function isMine(view: PlayerView): boolean {
  return view.seat !== null && view.to_act.includes(view.seat);
}

/** The game stands still for this seat: nothing is played for it. */
export function rests({ view, news, live }: Situation): Off | null {
  if (!live) return "line";
  if (news?.paused_by != null) return "pause";
  if (view.seat !== null && news?.seats[view.seat]?.presence === "stand_in") return "stand_in";
  return null;
}

/** Whether a card may be marked now; `wait`: nobody has led yet, `done`: this seat has played. */
export function mayMark(situation: Situation): "yes" | "wait" | "done" | "no" {
  const { view } = situation;
  if (view.phase !== "playing" || view.seat === null || isMine(view) || rests(situation) !== null) return "no";
  if (!isToPlay(view)) return "done";
  return leadOf(view) === null ? "wait" : "yes";
}

export function markOf(view: PlayerView, card: Card): Mark {
  return {
    card,
    round: view.round_number,
    trick: view.tricks.length,
    cards: view.trick?.cards ?? [],
    lead: leadOf(view) ?? "",
  };
}

function begins(cards: readonly Card[], first: readonly Card[]): boolean {
  return first.every((card, at) => cards[at] === card);
}

/** What has become of a mark: it stays (with the trick as it is now), it is to be played, or why it is gone. */
export function follow(mark: Mark, situation: Situation): Mark | "play" | Off {
  const { view } = situation;
  const still = rests(situation);
  if (still !== null) return still;
  if (view.round_number < mark.round || (view.round_number === mark.round && view.phase === "bidding")) return "undo";
  if (view.round_number !== mark.round || view.phase !== "playing") return "round";
  if (view.tricks.length > mark.trick || !view.hand.includes(mark.card)) return "trick";
  const cards = view.trick?.cards ?? [];
  if (view.tricks.length < mark.trick || !begins(cards, mark.cards)) return "undo";
  if (leadOf(view) !== mark.lead) return "lead";
  if (!isMine(view)) return { ...mark, cards };
  return isLegal(view, mark.card) ? "play" : "illegal";
}

function isLegal(view: PlayerView, card: Card): boolean {
  return view.legal.some((action) => action.type === "play_card" && action.card === card);
}

/** The only card that this seat may play now. */
export function forcedCard(situation: Situation): Card | null {
  const { view, news } = situation;
  const [only, ...others] = view.legal;
  if (view.phase !== "playing" || !isMine(view) || rests(situation) !== null) return null;
  /* Something is voted on, perhaps what came before this turn. */
  if (news?.proposal != null) return null;
  return only?.type === "play_card" && others.length === 0 ? only.card : null;
}
