/**
 * What the table says: the question line, the words on plates, reasons, and what a screen reader hears.
 *
 * Sentences may hold the mark of a suit (`mark`); `pieces` cuts them into text and signs for drawing,
 * `plainText` leaves the words only.
 */
import { cardName, list, signed, suitName, suitTitle, t, isKey, type Key, type Params } from "$lib/i18n/index.svelte";
import { shownName, spokenName } from "$lib/names";
import type { Card, Event, PlayerView, Refusal, Refused, Suit } from "$lib/protocol";

/** Who sits where, by seat. */
export type Names = readonly string[];

export interface Question {
  readonly main: string;
  readonly sub: string;
}

export type Piece = { readonly text: string } | { readonly suit: Suit; readonly text: string };

const SUITS: readonly Suit[] = ["B", "G", "R", "Y"];

/** A suit within a sentence. `title`: at its beginning. */
export function mark(suit: Suit, title = false): string {
  return `⟦${suit}${title ? "!" : ""}⟧`;
}

const MARK = /⟦([BGRY])(!?)⟧/;

/** A sentence as text and signs. */
export function pieces(sentence: string): Piece[] {
  const parts = sentence.split(MARK);
  const result: Piece[] = [];
  for (let at = 0; at < parts.length; at += 3) {
    const text = parts[at] ?? "";
    if (text !== "") result.push({ text });
    const suit = SUITS.find((one) => one === parts[at + 1]);
    if (suit !== undefined) result.push({ suit, text: parts[at + 2] === "!" ? suitTitle(suit) : suitName(suit) });
  }
  return result;
}

/** A sentence without signs. */
export function plainText(sentence: string): string {
  return pieces(sentence)
    .map((piece) => piece.text)
    .join("");
}

/** The name of a seat within a sentence, as others say it. */
export function nameOf(names: Names, seat: number): string {
  return spokenName(names[seat] ?? "") || t("table.seat.open");
}

/** The name of a seat standing alone, on a plate or in a table; "You" for oneself. */
export function labelOf(names: Names, seat: number, me: number | null): string {
  return seat === me ? t("table.you") : shownName(names[seat] ?? "") || t("table.seat.open");
}

/** The text for a seat: the form for oneself, or the one with a name. */
export function spoken(key: Key, names: Names, seat: number, me: number | null, params: Params = {}): string {
  const own = `${key}.you`;
  if (seat === me && isKey(own)) return t(own, params);
  return t(key, { name: seat === me ? t("table.you") : nameOf(names, seat), ...params });
}

/** "even", "2 over", "1 under": bids against tricks. */
export function balance(sum: number, tricks: number): string {
  const off = sum - tricks;
  if (off === 0) return t("table.balance.even");
  return off > 0 ? t("table.balance.over", { n: off }) : t("table.balance.under", { n: -off });
}

/** The bids that are known, added up. */
export function bidSum(bids: readonly (number | null)[]): number {
  return bids.reduce<number>((sum, bid) => sum + (bid ?? 0), 0);
}

/** What a bid of this seat makes of the total, whether it has bid already or not. */
export function balanceWith(view: PlayerView, bid: number): string {
  const others = view.bids.map((placed, seat) => (seat === view.seat ? null : placed));
  return balance(bidSum(others) + bid, view.hand_size);
}

/** Whether bids are kept secret now: chosen, but not shown. */
export function bidsAreSecret(view: PlayerView): boolean {
  const how = view.rules.bid_disclosure ?? "open";
  if (how === "open") return false;
  return view.has_bid.some((placed, seat) => !placed || view.bids[seat] === null);
}

/** Bids against tricks, for the bar: "Bids 10", "1 over". Nothing before there are bids. */
export function balanceLine(view: PlayerView): readonly string[] {
  if (view.round_number === 0 || view.phase === "choosing_trump") return [];
  if (bidsAreSecret(view)) return [t("table.bids.secret")];
  const sum = bidSum(view.bids);
  return [t("table.bids", { sum }), balance(sum, view.hand_size)];
}

/** "needs 2 more", "has enough", "1 too many", "wants none". */
export function need(bid: number, won: number, short = false): string {
  if (won < bid) return t(short ? "table.short.more" : "table.need.more", { n: bid - won });
  if (won > bid) return t(short ? "table.short.over" : "table.need.over", { n: won - bid });
  if (bid === 0) return t(short ? "table.short.none" : "table.need.none");
  return t(short ? "table.short.enough" : "table.need.enough");
}

function ownNeed(bid: number, won: number): string {
  if (won < bid) return t("table.need.more.you", { n: bid - won });
  if (won > bid) return t("table.need.over", { n: won - bid });
  return bid === 0 ? t("table.need.none.you") : t("table.need.enough.you");
}

/** Whether the round on show is scored. */
export function isScored(view: PlayerView): boolean {
  return view.round_number > 0 && view.results.length >= view.round_number;
}

/**
 * The words under a name. `bid` is the one drawn; null when it is not known. `short` where there is room for ten
 * letters beside a total.
 */
export function seatWords(view: PlayerView, seat: number, bid: number | null, won: number, short = false): string {
  const asked = view.to_act.includes(seat);
  if (view.phase === "choosing_trump" && asked) return t(short ? "table.short.trump" : "table.trump.names");
  const waits = t(short ? "table.short.waits" : "table.bid.waits");
  if (view.phase === "bidding") {
    if (view.has_bid[seat]) {
      if (seat === view.seat && bidsAreSecret(view)) return t("table.bid.yours.secret");
      if (bid !== null) return t("table.bid.said", { n: bid });
      return t(short ? "table.short.chosen" : "table.bid.chosen");
    }
    if ((view.rules.bid_disclosure ?? "open") !== "open") {
      return t(short ? "table.short.choosing" : "table.bid.choosing");
    }
    return asked ? t("table.bid.now") : waits;
  }
  if (view.phase === "choosing_trump") return waits;
  if (bid === null) return view.has_bid[seat] ? t("table.need.secret", { n: won }) : "";
  if (isScored(view)) {
    if (bid === won) return t("table.made");
    return short ? t("table.short.missed") : t("table.missed", { n: Math.abs(bid - won) });
  }
  return need(bid, won, short);
}

/** A whole plate in words. */
export function plateLabel(
  view: PlayerView,
  names: Names,
  seat: number,
  bid: number | null,
  won: number,
  extra: readonly string[],
): string {
  const parts: string[] = [];
  if (view.dealer === seat) parts.push(t("table.dealer"));
  parts.push(...extra);
  if (bid !== null) parts.push(t("table.plate.bid", { bid, won }));
  else if (view.has_bid[seat]) parts.push(t("table.plate.secret"));
  else parts.push(t("table.plate.nobid"));
  parts.push(seatWords(view, seat, bid, won), t("table.total.inline", { total: view.totals[seat] ?? 0 }));
  const name = labelOf(names, seat, view.seat);
  return t("table.plate.label", { name, words: parts.filter((part) => part !== "").join(", ") });
}

function cardsOf(view: PlayerView): Card[] {
  return view.legal.flatMap((action) => (action.type === "play_card" ? [action.card] : []));
}

/** Why no suit, or which, is to be followed in the trick on the table. */
function following(view: PlayerView): string {
  const trick = view.trick;
  if (trick === null || trick.cards.length === 0) return "";
  if (trick.follow !== null) return t("table.ask.led", { suit: mark(trick.led_suit ?? trick.follow, true) });
  if (trick.cards.every((card) => card.startsWith("J"))) return t("table.ask.jesters");
  if (trick.led_suit !== null) return t("table.ask.jester.free");
  return trick.cards[0]?.startsWith("W") ? t("table.ask.wizard") : t("table.ask.wizard.later");
}

function ownPlay(view: PlayerView): Question {
  const trick = view.trick;
  if (trick === null || trick.cards.length === 0) {
    return { main: t(view.tricks.length > 0 ? "table.ask.lead.won" : "table.ask.lead"), sub: "" };
  }
  const { follow } = trick;
  if (follow === null) return { main: t("table.ask.any"), sub: following(view) };
  const legal = cardsOf(view);
  if (!legal.some((card) => card.startsWith(follow))) {
    return { main: t("table.ask.any"), sub: t("table.ask.void", { suit: mark(follow) }) };
  }
  const wizard = legal.some((card) => card.startsWith("W"));
  const jester = legal.some((card) => card.startsWith("J"));
  const sub: Key | null =
    wizard && jester ? "table.ask.or.both" : wizard ? "table.ask.or.wizard" : jester ? "table.ask.or.jester" : null;
  return { main: t("table.ask.follow", { suit: mark(follow) }), sub: sub === null ? "" : t(sub) };
}

/** Who leads the first trick, said while bids are made. */
export function leads(view: PlayerView, names: Names): string {
  return view.trick === null ? "" : spoken("table.ask.leads", names, view.trick.leader, view.seat);
}

function sizeOf(view: PlayerView, round: number): number {
  return view.schedule[round - 1] ?? 0;
}

/** The dealer of the round after the one on show: the deal passes to the left. */
function nextDealer(view: PlayerView): number {
  return view.dealer === null ? 0 : (view.dealer + 1) % view.seats;
}

/** What is asked, of whom. */
export function question(view: PlayerView, names: Names): Question {
  const me = view.seat;
  const asked = view.to_act[0];
  switch (view.phase) {
    case "seating":
      return { main: t("table.room.title"), sub: t("table.room.text") };
    case "aborted":
      return { main: t("table.aborted"), sub: "" };
    case "game_over":
      return { main: t("table.ask.over"), sub: "" };
    case "dealing":
      if (!isScored(view)) return { main: t("table.ask.dealing"), sub: "" };
      return {
        main: spoken("table.ask.next", names, nextDealer(view), me),
        sub: t("table.ask.next.cards", { n: sizeOf(view, view.round_number + 1) }),
      };
    case "choosing_trump":
      if (asked === undefined) return { main: "", sub: "" };
      if (asked === me) return { main: t("table.ask.trump"), sub: leads(view, names) };
      return { main: t("table.ask.other.trump", { name: nameOf(names, asked) }), sub: leads(view, names) };
    case "bidding": {
      const secret = (view.rules.bid_disclosure ?? "open") !== "open";
      const mine = me !== null && view.to_act.includes(me);
      if (mine) return { main: t(secret ? "table.ask.bid.secret" : "table.ask.bid"), sub: leads(view, names) };
      if (asked === undefined) return { main: "", sub: "" };
      if (!secret) return { main: t("table.ask.other.bid", { name: nameOf(names, asked) }), sub: leads(view, names) };
      const waiting = view.to_act.map((seat) => nameOf(names, seat));
      return { main: t("table.ask.wait", { names: list(waiting) }), sub: leads(view, names) };
    }
    case "playing": {
      if (asked === undefined) return { main: "", sub: following(view) };
      if (asked === me) return ownPlay(view);
      const name = nameOf(names, asked);
      const empty = view.trick === null || view.trick.cards.length === 0;
      return { main: t(empty ? "table.ask.other.lead" : "table.ask.other.play", { name }), sub: following(view) };
    }
  }
}

/** Why a card may not be played, short enough for a tag on it. */
export function refusalWords(refusal: Pick<Refusal, "reason" | "suit">): string {
  if (refusal.reason === "must_follow_suit" && refusal.suit != null) {
    return t("table.why.follow", { suit: suitName(refusal.suit) });
  }
  return illegalWords(refusal);
}

function illegalWords(refusal: Pick<Refusal, "reason" | "suit">): string {
  const key = `table.illegal.${refusal.reason}`;
  return t(isKey(key) ? key : "table.illegal.other", { suit: refusal.suit == null ? "" : suitName(refusal.suit) });
}

/** What the server says against a message, in our words. */
export function refusedWords(message: Refused): string {
  if (message.reason === "illegal" && message.illegal != null) {
    return illegalWords({ reason: message.illegal, suit: message.suit ?? null });
  }
  const key = `table.toast.${message.reason}`;
  return t(isKey(key) ? key : "table.toast.other");
}

function turnedWords(card: Card | null, trump: Suit | null): string {
  if (card === null) return t("table.say.turned.none");
  if (trump !== null) return t("table.say.turned", { card: cardName(card), suit: suitName(trump) });
  return t(card.startsWith("W") ? "table.say.turned.wizard" : "table.say.turned.jester");
}

function eventWords(event: Event, view: PlayerView, names: Names): string {
  const me = view.seat;
  const who = (seat: number): string => (seat === me ? t("table.you") : nameOf(names, seat));
  switch (event.type) {
    case "game_started":
      return event.draws.length > 0 ? spoken("table.say.draw", names, event.first_dealer, me) : "";
    case "round_started":
      return spoken("table.say.round", names, event.dealer, me, { round: event.number, n: event.hand_size });
    case "turn_up_shown":
      return turnedWords(event.card, event.trump);
    case "trump_chosen":
      return spoken("table.say.trump", names, event.seat, me, { suit: suitName(event.suit) });
    case "bid_placed":
      return spoken("table.say.bid", names, event.seat, me, { n: event.bid });
    case "bid_placed_face_down":
      return t("table.say.bid.secret", { name: who(event.seat) });
    case "bids_shown":
      return t("table.say.shown", {
        bids: list(event.bids.map((n, seat) => t("table.say.shown.one", { name: who(seat), n }))),
      });
    case "card_played":
      return spoken("table.say.plays", names, event.seat, me, { card: cardName(event.card) });
    case "trick_won":
      return spoken("table.say.wins", names, event.seat, me);
    case "round_scored":
      return t("table.say.scored", {
        scores: list(event.scores.map((n, seat) => t("table.say.scored.one", { name: who(seat), score: signed(n) }))),
      });
    case "tricks_claimed":
      return spoken("together.claim.say", names, event.seat, me, { cards: list(event.cards.map(cardName)) });
    case "game_ended":
      return t("table.say.over");
    case "game_aborted":
      return t("table.say.aborted");
    case "rules_changed":
      return t("table.say.rules");
    case "seats_reordered":
      return t("table.say.seats");
    default:
      return "";
  }
}

/** What happened, for those who hear the table: "Anna plays green 12. Your turn; you need one more." */
export function hear(events: readonly Event[], view: PlayerView, names: Names): string {
  const parts = events.map((event) => eventWords(event, view, names)).filter((words) => words !== "");
  if (parts.length === 0) return "";
  const me = view.seat;
  const bid = me === null ? null : (view.bids[me] ?? null);
  if (me !== null && bid !== null && view.phase === "playing" && view.to_act.includes(me)) {
    parts.push(t("table.say.turn", { need: ownNeed(bid, view.tricks_won[me] ?? 0) }));
  }
  return parts.join(" ");
}

