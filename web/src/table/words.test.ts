import { beforeEach, describe, expect, it } from "vitest";
import { prefs } from "$lib/prefs.svelte";
import type { PlayerView } from "$lib/protocol";
import { bidsNote, finalTitle, leadNote, roundTitle } from "./standing";
import { NAMES, played, viewOf } from "./testing";
import { balance, balanceLine, balanceWith, hear, need, pieces, plainText, question, refusalWords, refusedWords, seatWords } from "./words";

beforeEach(() => {
  prefs.language = "en";
  prefs.faces = "shapes";
});

function asked(change: Partial<PlayerView>): string[] {
  const { main, sub } = question(viewOf(change), NAMES);
  return [plainText(main), plainText(sub)];
}

describe("bids against tricks", () => {
  it("in words", () => {
    expect([balance(9, 9), balance(11, 9), balance(8, 9)]).toEqual(["even", "2 over", "1 under"]);
    expect(balanceLine(viewOf())).toEqual(["Bids 4", "1 over"]);
  });

  it("say what a bid would make of the total, also one's own that is placed", () => {
    const view = viewOf({ bids: [null, 1, null, null], has_bid: [false, true, false, false] });
    expect([0, 1, 2, 3].map((bid) => balanceWith(view, bid))).toEqual(["2 under", "1 under", "even", "1 over"]);
    expect(balanceWith(viewOf({ ...view, bids: [2, 1, null, null] }), 2)).toBe("even");
  });

  it("says so when they are secret", () => {
    const rules = { bid_disclosure: "delayed" } as const;
    expect(balanceLine(viewOf({ rules, bids: [1, null, null, null] }))).toEqual(["Bids secret"]);
    expect(balanceLine(viewOf({ rules }))).toEqual(["Bids 4", "1 over"]);
  });
});

describe("what a seat still needs", () => {
  it("in words", () => {
    expect([need(3, 1), need(2, 2), need(1, 3), need(0, 0)]).toEqual([
      "needs 2 more",
      "has enough",
      "2 too many",
      "wants none",
    ]);
  });

  it("while bids are made", () => {
    const view = viewOf({ phase: "bidding", to_act: [2], has_bid: [false, true, false, false], bids: [null, 1, null, null] });
    expect([1, 2, 3].map((seat) => seatWords(view, seat, view.bids[seat] ?? null, 0))).toEqual([
      "bids 1",
      "to bid",
      "still to bid",
    ]);
  });

  it("while another's bid is not known", () => {
    const view = viewOf({ rules: { bid_disclosure: "delayed" }, bids: [1, null, null, null] });
    expect(seatWords(view, 1, null, 2)).toBe("won 2");
  });

  it("after the round", () => {
    const results = [1, 2, 3].map((number) => ({ number, hand_size: 3, dealer: 0, bids: [], tricks: [], scores: [] }));
    const view = viewOf({ phase: "dealing", results, trick: null });
    expect([seatWords(view, 0, 1, 1), seatWords(view, 1, 1, 3)]).toEqual(["made it", "missed by 2"]);
    expect([seatWords(view, 0, 1, 1, true), seatWords(view, 1, 1, 3, true)]).toEqual(["made it", "missed"]);
  });

  it("are few beside the total on a phone", () => {
    const short = (view: PlayerView, bid: number | null, won = 0): string => seatWords(view, 1, bid, won, true);
    expect([short(viewOf(), 2), short(viewOf(), 2, 2), short(viewOf(), 2, 3), short(viewOf(), 0)]).toEqual([
      "needs 2",
      "enough",
      "1 over",
      "wants 0",
    ]);
    const bidding = { phase: "bidding", to_act: [2], has_bid: [false, false, false, false] } as const;
    expect(short(viewOf(bidding), null)).toBe("waits");
    const secret = { ...bidding, rules: { bid_disclosure: "hidden" as const } };
    expect([short(viewOf(secret), null), short(viewOf({ ...secret, has_bid: [false, true, false, false] }), null)]).toEqual([
      "choosing",
      "chosen",
    ]);
    expect(short(viewOf({ phase: "choosing_trump", to_act: [1] }), null)).toBe("trump?");
  });
});

describe("the question", () => {
  it("names the suit to follow and what else may be played", () => {
    const change: Partial<PlayerView> = {
      to_act: [0],
      trick: { leader: 1, cards: ["B9"], led_suit: "B", follow: "B", winning: 0 },
      legal: [
        { type: "play_card", card: "B3" },
        { type: "play_card", card: "W1" },
      ],
    };
    expect(asked(change)).toEqual(["Your turn. Follow blue", "or play a Wizard"]);
    prefs.faces = "french";
    expect(asked(change)).toEqual(["Your turn. Follow spades", "or play a Wizard"]);
  });

  it("says when there is nothing to follow with", () => {
    const legal = [{ type: "play_card", card: "G7" }] as const;
    expect(
      asked({ to_act: [0], trick: { leader: 1, cards: ["Y9"], led_suit: "Y", follow: "Y", winning: 0 }, legal }),
    ).toEqual(["Your turn. Play any card", "You have no yellow"]);
    expect(
      asked({ to_act: [0], trick: { leader: 1, cards: ["W2"], led_suit: null, follow: null, winning: 0 }, legal }),
    ).toEqual(["Your turn. Play any card", "A Wizard was led: no suit to follow"]);
    expect(
      asked({ to_act: [0], trick: { leader: 1, cards: ["J2"], led_suit: null, follow: null, winning: 0 }, legal }),
    ).toEqual(["Your turn. Play any card", "Only Jesters so far: no suit to follow"]);
  });

  it("names who is asked otherwise", () => {
    expect(asked({})).toEqual(["Anna is to lead", ""]);
    expect(asked({ phase: "bidding", to_act: [2] })).toEqual(["Ben is to bid", "Anna leads the first trick"]);
    expect(
      asked({ phase: "bidding", to_act: [2, 3], rules: { bid_disclosure: "hidden" }, bids: [null, null, null, null] }),
    ).toEqual(["Waiting for Ben and Cara", "Anna leads the first trick"]);
    expect(asked({ phase: "choosing_trump", to_act: [3] })[0]).toBe("Cara names the trump");
  });

  it("draws suits as signs beside their names", () => {
    expect(pieces("Follow ⟦R⟧ now")).toEqual([{ text: "Follow " }, { suit: "R", text: "red" }, { text: " now" }]);
  });
});

describe("what is heard", () => {
  it("ends with what is asked of oneself", () => {
    const view = viewOf({ to_act: [0] });
    expect(hear([played(1, "G12")], view, NAMES)).toBe("Anna plays green 12. Your turn; you need 1 more.");
  });

  it("is said in German too", () => {
    prefs.language = "de";
    const view = viewOf({ to_act: [0] });
    expect(hear([played(1, "G12")], view, NAMES)).toBe("Anna spielt Grün 12. Du bist dran; du brauchst noch 1.");
    expect(hear([{ type: "trick_won", seat: 0, card: "W1" }], viewOf(), NAMES)).toBe("Der Stich geht an dich.");
  });
});

describe("reasons", () => {
  it("are short on a card", () => {
    expect(refusalWords({ reason: "must_follow_suit", suit: "B" })).toBe("Must follow blue");
  });

  it("are our words for what the server refuses", () => {
    expect(refusedWords({ type: "refused", id: "a", reason: "illegal", illegal: "must_follow_suit", suit: "G" })).toBe(
      "You must follow green.",
    );
    expect(refusedWords({ type: "refused", id: "a", reason: "stale" })).toContain("nothing was done");
  });
});

describe("the end", () => {
  const result = { number: 3, hand_size: 3, dealer: 0, bids: [1, 1, 0, 2], tricks: [1, 1, 1, 0], scores: [30, 30, -10, -20] };

  it("of a round says who made it and who leads", () => {
    const view = viewOf({ totals: [50, 40, 10, 0], results: [result] });
    expect(roundTitle(result)).toBe("Round 3: two made it, two missed");
    expect(leadNote(view, NAMES)).toBe("You lead by 10.");
    expect(bidsNote(result)).toBe("The bids were 1 over, so somebody had to miss.");
  });

  it("of a round names two who lead together, and counts more of them", () => {
    const two = viewOf({ totals: [50, 50, 10, 0], results: [result] });
    expect(leadNote(two, NAMES)).toBe("You and Anna lead together.");
    const three = viewOf({ totals: [50, 50, 50, 0], results: [result] });
    expect(leadNote(three, NAMES)).toBe("3 share the lead.");
  });

  it("of the game names the winner, also of a tie", () => {
    expect(finalTitle(viewOf({ totals: [50, 90, 10, 0], ranks: [2, 1, 3, 4] }), NAMES)).toBe(
      "Anna wins by 40. You come second.",
    );
    expect(finalTitle(viewOf({ totals: [90, 90, 10, 0], ranks: [1, 1, 3, 4] }), NAMES)).toBe("You and Anna share the win.");
    expect(finalTitle(viewOf({ totals: [90, 90, 10, 0], ranks: [2, 1, 3, 4] }), NAMES)).toBe(
      "Anna wins on the tie-break. You come second.",
    );
  });
});
