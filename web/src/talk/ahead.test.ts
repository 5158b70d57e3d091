import { describe, expect, it } from "vitest";
import type { Action, Card, PlayerView, Presence, Suit, TableNews } from "$lib/protocol";
import { NEWS, viewOf } from "../table/testing";
import { follow, forcedCard, markOf, mayMark, type Situation } from "./ahead";

const ALL: readonly Card[] = ["B3", "G7", "W1"];

function trick(cards: readonly Card[], led: Suit | null = "B"): NonNullable<PlayerView["trick"]> {
  return { leader: 1, cards, led_suit: led, follow: led, winning: null };
}

function plays(...cards: Card[]): readonly Action[] {
  return cards.map((card) => ({ type: "play_card", card }));
}

function presence(mine: Presence): TableNews {
  return { ...NEWS, seats: NEWS.seats.map((seat) => (seat.seat === 0 ? { ...seat, presence: mine } : seat)) };
}

function at(view: Partial<PlayerView>, change: Partial<Omit<Situation, "view">> = {}): Situation {
  return { view: viewOf(view), news: NEWS, live: true, ...change };
}

/* Anna (1) leads, Ben (2) and Cara (3) follow, then seat 0. */
const WAITING = { to_act: [2], trick: trick(["B9"]), seq: 20 };
const MINE = { to_act: [0], trick: trick(["B9", "B12", "R2"]), seq: 22, legal: plays("B3", "W1") };

describe("a card may be marked", () => {
  it.each<[string, ReturnType<typeof mayMark>, Situation]>([
    ["while others play to the trick", "yes", at(WAITING)],
    ["after a Wizard was led", "yes", at({ to_act: [2], trick: trick(["W2"], null) })],
    ["not before somebody has led", "wait", at({ to_act: [1], trick: trick([], null) })],
    ["not once this seat has played", "done", at({ seat: 1, to_act: [2], trick: trick(["B9"]) })],
    ["not in one's own turn", "no", at(MINE)],
    ["not while bids are made", "no", at({ phase: "bidding", to_act: [1], trick: null })],
    ["not by who watches", "no", at({ ...WAITING, seat: null })],
    ["not while the game is paused", "no", at(WAITING, { news: { ...NEWS, paused_by: "Anna" } })],
    ["not while the line is down", "no", at(WAITING, { live: false })],
    ["not while a bot stands in", "no", at(WAITING, { news: presence("stand_in") })],
  ])("%s", (_, may, situation) => {
    expect(mayMark(situation)).toBe(may);
  });
});

describe("a marked card", () => {
  const mark = markOf(viewOf(WAITING), "B3");

  it.each<[string, string, Situation]>([
    ["is played when it is one's turn", "play", at(MINE)],
    ["goes when it may not be played", "illegal", at({ ...MINE, legal: plays("W1") })],
    ["goes when another suit is led", "lead", at({ to_act: [2], trick: trick(["B9", "G2"], "G") })],
    ["goes when the trick is over without it", "trick", at({ to_act: [1], tricks: [{ leader: 1, cards: ALL, winner: 1 }] })],
    ["goes when it was played in another tab", "trick", at({ ...WAITING, hand: ["G7", "W1"] })],
    ["goes when the lead was taken back", "undo", at({ to_act: [1], trick: trick([], null), seq: 22 })],
    ["goes when another card was led instead", "undo", at({ to_act: [2], trick: trick(["B4"]), seq: 24 })],
    ["goes when the bids are open again", "undo", at({ phase: "bidding", trick: null, to_act: [3], seq: 24 })],
    ["goes with the round", "round", at({ round_number: 4, phase: "bidding", trick: null, to_act: [1] })],
    ["goes when the round is scored", "round", at({ phase: "dealing", trick: null, to_act: [] })],
    ["goes when the game is ended", "round", at({ phase: "aborted", trick: null, to_act: [] })],
    ["goes with a pause", "pause", at(WAITING, { news: { ...NEWS, paused_by: "Anna" } })],
    ["goes with a pause, also in one's turn", "pause", at(MINE, { news: { ...NEWS, paused_by: "Mara" } })],
    ["goes with the connection", "line", at(MINE, { live: false })],
    ["goes when a bot stands in", "stand_in", at(WAITING, { news: presence("stand_in") })],
  ])("%s", (_, becomes, situation) => {
    expect(follow(mark, situation)).toBe(becomes);
  });

  it("stays while others follow, and knows what lay there", () => {
    const next = follow(mark, at({ to_act: [3], trick: trick(["B9", "B12"]), seq: 21 }));
    expect(next).toEqual({ ...mark, cards: ["B9", "B12"] });
    /* What Ben played was taken back and played anew: seen from here, something else lies there. */
    expect(typeof next === "object" && follow(next, at({ to_act: [2], trick: trick(["B9"]), seq: 22 }))).toBe("undo");
    expect(typeof next === "object" && follow(next, at({ to_act: [3], trick: trick(["B9", "B1"]), seq: 24 }))).toBe("undo");
  });

  it("goes when a suit is led after all: only Jesters lay there", () => {
    const jesters = markOf(viewOf({ to_act: [2], trick: trick(["J1"], null) }), "B3");
    expect(follow(jesters, at({ to_act: [3], trick: trick(["J1", "J2"], null) }))).toMatchObject({ card: "B3" });
    expect(follow(jesters, at({ to_act: [3], trick: trick(["J1", "B2"], "B") }))).toBe("lead");
  });
});

describe("a forced card", () => {
  const ONE = { ...MINE, legal: plays("B3") };
  it.each<[string, Card | null, Situation]>([
    ["is the only one that may be played", "B3", at(ONE)],
    ["is the last one in the hand", "W1", at({ ...MINE, hand: ["W1"], legal: plays("W1") })],
    ["is none where there is a choice", null, at(MINE)],
    ["is none in the turn of others", null, at({ ...ONE, to_act: [2], legal: [] })],
    ["is none while bids are made", null, at({ phase: "bidding", to_act: [0], legal: [{ type: "place_bid", bid: 0 }] })],
    ["is none while a trump is named", null, at({ phase: "choosing_trump", to_act: [0], legal: [{ type: "choose_trump", suit: "B" }] })],
    ["is none while the game is paused", null, at(ONE, { news: { ...NEWS, paused_by: "Anna" } })],
    ["is none while the line is down", null, at(ONE, { live: false })],
    ["is none while a bot stands in", null, at(ONE, { news: presence("stand_in") })],
    [
      "is none while something is voted on",
      null,
      at(ONE, { news: { ...NEWS, proposal: { number: 1, kind: "undo", value: null, by: 1, agreed: [1], waiting: [0], left: 30 } } }),
    ],
  ])("%s", (_, card, situation) => {
    expect(forcedCard(situation)).toBe(card);
  });
});
