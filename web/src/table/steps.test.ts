import { describe, expect, it } from "vitest";
import type { Event } from "$lib/protocol";
import { groupsOf, stepsOf, TIME } from "./steps";
import { played, updateOf, viewOf } from "./testing";

const THREE = ["B9", "B12", "R2"] as const;

describe("a card of another seat", () => {
  it("flies, and gives time to be seen", () => {
    const update = updateOf(20, [played(1, "B9")], {
      to_act: [2],
      trick: { leader: 1, cards: ["B9"], led_suit: "B", follow: "B", winning: 0 },
    });
    const steps = stepsOf(viewOf(), update);
    expect(steps.map((step) => step.motion.kind)).toEqual(["fly"]);
    expect(steps[0]).toMatchObject({ move: TIME.fly, hold: TIME.breath, view: update.view });
    expect(steps[0]?.drawn.trick).toMatchObject({ cards: ["B9"], winning: 0, won: false });
  });
});

describe("the last card of a trick", () => {
  const before = viewOf({
    to_act: [0],
    trick: { leader: 1, cards: THREE, led_suit: "B", follow: "B", winning: 2 },
  });
  const update = updateOf(20, [played(0, "B3"), { type: "trick_won", seat: 3, card: "R2" }], {
    to_act: [3],
    tricks_won: [0, 0, 0, 1],
    trick: { leader: 3, cards: [], led_suit: null, follow: null, winning: null },
    tricks: [{ leader: 1, cards: [...THREE, "B3"], winner: 3 }],
  });
  const steps = stepsOf(before, update);

  it("rests before the trick goes to its winner", () => {
    expect(steps.map((step) => step.motion.kind)).toEqual(["fly", "rest", "sweep", "still"]);
    expect(steps[1]?.hold).toBe(600);
    expect(steps[2]?.motion).toEqual({ kind: "sweep", seat: 3 });
  });

  it("keeps the full trick on the table meanwhile, and the winner's count as it was", () => {
    for (const step of steps.slice(0, 3)) {
      expect(step.drawn.trick).toEqual({ leader: 1, cards: [...THREE, "B3"], winning: 2, ledSuit: "B", won: true });
      expect(step.drawn.tricksWon).toEqual([0, 0, 0, 0]);
    }
    expect(steps[3]?.drawn.tricksWon).toEqual([0, 0, 0, 1]);
    expect(steps[3]?.drawn.trick?.cards).toEqual([]);
  });

  it("shows the newest view from the first step on, so that motion delays nobody", () => {
    for (const step of steps) expect(step.view).toBe(update.view);
  });
});

describe("secret bids", () => {
  it("turn over together before the first card", () => {
    const before = viewOf({ phase: "bidding", bids: [1, null, null, null], has_bid: [true, true, true, false] });
    const update = updateOf(20, [
      { type: "bid_placed_face_down", seat: 3 },
      { type: "bids_shown", bids: [1, 1, 0, 2] },
    ]);
    const steps = stepsOf(before, update);
    expect(steps.map((step) => step.motion.kind)).toEqual(["bid", "reveal"]);
    expect(steps[0]?.drawn.bids).toEqual([1, null, null, null]);
    expect(steps[1]?.drawn.bids).toEqual([1, 1, 0, 2]);
  });

  it("turn over after the last trick when they are delayed", () => {
    const before = viewOf({ trick: { leader: 1, cards: THREE, led_suit: "B", follow: "B", winning: 2 } });
    const scored: Event = {
      type: "round_scored",
      bids: [1, 1, 0, 2],
      tricks: [1, 1, 0, 1],
      scores: [30, 30, 20, -10],
      totals: [30, 30, 20, -10],
      deck: [],
      salt: "",
    };
    const update = updateOf(20, [
      played(0, "B3"),
      { type: "trick_won", seat: 3, card: "R2" },
      { type: "bids_shown", bids: [1, 1, 0, 2] },
      scored,
    ]);
    const kinds = stepsOf(before, update).map((step) => step.motion.kind);
    expect(kinds).toEqual(["fly", "rest", "sweep", "reveal"]);
  });
});

describe("a deal", () => {
  const events: Event[] = [
    { type: "round_started", number: 3, hand_size: 3, dealer: 0, commitment: "" },
    { type: "hand_dealt", seat: 0, cards: ["B3", "G7", "W1"] },
    { type: "turn_up_shown", card: "R7", trump: "R" },
  ];

  it("fans out, then turns the card", () => {
    const steps = stepsOf(viewOf(), updateOf(20, events, { phase: "bidding" }));
    expect(steps.map((step) => [step.motion.kind, step.drawn.turnUp])).toEqual([
      ["deal", "back"],
      ["turn", "face"],
    ]);
  });

  it("turns nothing when every card is dealt", () => {
    const steps = stepsOf(viewOf(), updateOf(20, events.slice(0, 2), { phase: "bidding", turn_up: null, trump: null }));
    expect(steps.map((step) => step.motion.kind)).toEqual(["deal"]);
  });

  it("belongs together with the draw for the first dealer", () => {
    expect(groupsOf([{ type: "game_started", first_dealer: 0, draws: [] }, ...events])).toHaveLength(1);
  });
});

describe("several actions in one update", () => {
  it("are shown one after another and end with the server's view", () => {
    const update = updateOf(20, [played(1, "B9"), played(2, "B12")], {
      to_act: [3],
      trick: { leader: 1, cards: ["B9", "B12"], led_suit: "B", follow: "B", winning: 1 },
      hand_counts: [3, 2, 2, 3],
    });
    const steps = stepsOf(viewOf(), update);
    expect(steps.map((step) => step.drawn.trick?.cards)).toEqual([["B9"], ["B9", "B12"]]);
    expect(steps[0]?.view).toMatchObject({ seq: 21, to_act: [], legal: [], hand_counts: [3, 2, 3, 3] });
    expect(steps[1]?.view).toBe(update.view);
  });

  it("may end a trick and begin the next", () => {
    const before = viewOf({ trick: { leader: 1, cards: THREE, led_suit: "B", follow: "B", winning: 2 }, to_act: [0] });
    const update = updateOf(20, [played(0, "B3"), { type: "trick_won", seat: 3, card: "R2" }, played(3, "Y4")], {
      tricks_won: [0, 0, 0, 1],
      tricks: [{ leader: 1, cards: [...THREE, "B3"], winner: 3 }],
      trick: { leader: 3, cards: ["Y4"], led_suit: "Y", follow: "Y", winning: 0 },
    });
    const steps = stepsOf(before, update);
    expect(steps.map((step) => step.motion.kind)).toEqual(["fly", "rest", "sweep", "still", "fly"]);
    expect(steps[3]?.view).toMatchObject({ tricks_won: [0, 0, 0, 1], hand: ["G7", "W1"] });
  });
});

describe("what nobody may know", () => {
  it("only counts", () => {
    const update = updateOf(20, [{ type: "hidden" }]);
    const steps = stepsOf(viewOf(), update);
    expect(steps).toHaveLength(1);
    expect(steps[0]).toMatchObject({ view: update.view, move: 0, hold: 0, says: [] });
  });
});

describe("actions taken back", () => {
  it("are gone at once", () => {
    const update = updateOf(20, [{ type: "actions_taken_back", to_seq: 18 }]);
    expect(stepsOf(viewOf(), update)).toMatchObject([{ view: update.view, move: 0 }]);
  });
});

describe("a claim", () => {
  const before = viewOf({ to_act: [1], hand: ["B3"], hand_counts: [1, 1, 1, 1], tricks_won: [1, 0, 0, 1] });
  const events: Event[] = [
    { type: "tricks_claimed", seat: 1, cards: ["W2"] },
    played(1, "W2"),
    played(2, "B12"),
    played(3, "R2"),
    played(0, "B3"),
    { type: "trick_won", seat: 1, card: "W2" },
    { type: "round_scored", bids: [1, 1, 0, 2], tricks: [1, 1, 0, 1], scores: [30, 30, 20, -10], totals: [30, 30, 20, -10], deck: [], salt: "" },
  ];
  const update = updateOf(20, events, { phase: "dealing", to_act: [], tricks_won: [1, 1, 0, 1], trick: null });
  const steps = stepsOf(before, update);

  it("shows the hand long enough to be read, then the tricks, then the result", () => {
    expect(steps.map((step) => step.motion.kind)).toEqual(["claim", "rest", "still"]);
    expect(steps[0]).toMatchObject({ hold: TIME.claim, drawn: { claim: { seat: 1, cards: ["W2"], tricks: 1 } } });
    expect(steps[1]?.drawn).toMatchObject({
      claim: { seat: 1 },
      trick: { leader: 1, cards: ["W2", "B12", "R2", "B3"], winning: 0, won: true },
      tricksWon: [1, 0, 0, 1],
    });
    expect(steps[2]).toMatchObject({ view: update.view, drawn: { claim: null } });
  });

  it("is told with its result, and not card by card", () => {
    expect(steps.flatMap((step) => step.says.map((event) => event.type))).toEqual(["tricks_claimed", "round_scored"]);
  });

  it("asks nobody while the tricks go", () => {
    expect(steps[0]?.view).toMatchObject({ to_act: [], legal: [] });
  });

  it("turns delayed bids over after the last trick", () => {
    const shown: Event = { type: "bids_shown", bids: [1, 1, 0, 2] };
    const late = updateOf(20, [...events.slice(0, 6), shown, ...events.slice(6)], { phase: "dealing", trick: null });
    expect(stepsOf(before, late).at(-1)).toMatchObject({ motion: { kind: "reveal" }, view: late.view });
  });
});
