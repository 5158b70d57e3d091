import { beforeEach, describe, expect, it } from "vitest";
import { prefs } from "$lib/prefs.svelte";
import type { Action, Card, Hinted, HintedAction } from "$lib/protocol";
import { FakeSocket } from "$lib/testing";
import { Table } from "../table/table.svelte";
import { NEWS, played, snapshotOf, updateOf } from "../table/testing";
import { actionText, bestOf, chanceText, distinct, heardWords, mostTricks, scoreText, tenthsText, verdictOf, worthWords } from "./words";

const BLUE: Action = { type: "play_card", card: "B3" };
const WIZARD: Action = { type: "play_card", card: "W1" };
const MINE = { to_act: [0], legal: [BLUE, WIZARD] };

function worth(action: Action, score: number, made = 0.5, tricks: readonly number[] = [0.5, 0.5]): HintedAction {
  return { action, score, made, tricks };
}

let socket: FakeSocket;
let table: Table;

function begin(hints: boolean): void {
  socket = new FakeSocket();
  table = new Table("aaaaaa", () => socket);
  table.start();
  socket.open();
  socket.say({ ...snapshotOf(MINE), news: { ...NEWS, options: { ...NEWS.options, hints } } });
}

function asked(): readonly string[] {
  return socket.sent.filter((message) => message.type === "hint").map((message) => String(message.id));
}

function answer(change: Partial<Hinted> = {}): void {
  const id = asked().at(-1) ?? "none";
  socket.say({ type: "hinted", id, seq: 20, actions: [worth(BLUE, 4), worth(WIZARD, 12.4, 0.63)], ...change });
}

beforeEach(() => {
  prefs.language = "en";
  prefs.faces = "shapes";
  prefs.speed = "none";
  begin(true);
});

describe("a hint", () => {
  it("is not offered where the table gives none", () => {
    begin(false);
    expect(table.hints.offered).toBe(false);
    table.hints.press();
    expect(asked()).toEqual([]);
  });

  it("is asked for once, marks what is open and says what is best", () => {
    expect(table.hints.worths).toEqual([]);
    table.hints.press();
    table.hints.press();
    expect(asked()).toHaveLength(1);
    expect(table.hints.waiting).toBe(true);
    answer();
    expect(table.hints.waiting).toBe(false);
    expect(table.hints.of(BLUE)).toMatchObject({ score: 4, best: false });
    expect(table.hints.of(WIZARD)).toMatchObject({ score: 12.4, best: true });
    expect(table.hints.of({ type: "play_card", card: "G7" })).toBeUndefined();
    expect(table.told.heard.at(-1)?.text).toBe("Hint: best is Wizard, 12.4 points, 63 % to make the bid.");
  });

  it("shows its details at the next press", () => {
    table.hints.press();
    answer();
    expect(table.hints.details).toBe(false);
    table.hints.press();
    expect(table.hints.details).toBe(true);
    expect(asked()).toHaveLength(1);
  });

  it("goes with the next thing that happens, and its details too", () => {
    table.hints.press();
    answer();
    table.hints.press();
    socket.say(updateOf(20, [played(0, "B3")], { to_act: [1] }));
    expect(table.hints.worths).toEqual([]);
    expect(table.hints.details).toBe(false);
    expect(table.hints.offered).toBe(false);
  });

  it("goes when the card is on its way", () => {
    table.hints.press();
    answer();
    expect(table.act(WIZARD)).toBe(true);
    expect(table.hints.worths).toEqual([]);
  });

  it("that comes too late is thrown away", () => {
    table.hints.press();
    socket.say(updateOf(20, [played(0, "B3")], { ...MINE }));
    answer();
    expect(table.hints.worths).toEqual([]);
    table.hints.press();
    expect(asked(), "the new question can be asked about").toHaveLength(2);
    answer({ seq: 21 });
    expect(table.hints.worths).toHaveLength(2);
  });

  it("that nobody here has asked for is not shown", () => {
    answer({ id: "of-somebody-else" });
    expect(table.hints.worths).toEqual([]);
  });

  it("can be asked for again when it was refused, and the reason is said", () => {
    table.hints.press();
    socket.say({ type: "refused", id: asked().at(-1) ?? null, reason: "no_hint" });
    expect(table.told.toasts.at(-1)?.text).toBe("There is no hint for this now.");
    table.hints.press();
    expect(asked()).toHaveLength(2);
  });

  it("refused for a position that is gone is not spoken of", () => {
    table.hints.press();
    const id = asked().at(-1) ?? null;
    socket.say(updateOf(20, [played(0, "B3")], { to_act: [1] }));
    const before = table.told.toasts.length;
    socket.say({ type: "refused", id, reason: "illegal", illegal: "not_your_turn" });
    expect(table.told.toasts).toHaveLength(before);
  });
});

describe("in words", () => {
  const JESTER: Action = { type: "play_card", card: "J1" };

  it("the best are all that score most, within a twentieth of a point", () => {
    const some = [worth(BLUE, 1), worth(WIZARD, 3), worth(JESTER, 2.95), worth(JESTER, 2.9)];
    expect(bestOf(some)).toEqual([some[1], some[2]]);
    expect(verdictOf(some)).toBe("best");
    expect(heardWords(some)).toBe("Hint: best and equally good are Wizard and Jester, 3 points each.");
    const wizards = [...some.slice(0, 2), worth({ type: "play_card", card: "W2" }, 3)];
    expect(bestOf(wizards)).toHaveLength(2);
    expect(heardWords(wizards)).toBe("Hint: best is Wizard, 3 points, 50 % to make the bid.");
  });

  it("none is best where all are equal, or there is only one", () => {
    const equal = [worth(BLUE, 3), worth(WIZARD, 3.04)];
    expect(bestOf(equal)).toEqual([]);
    expect(verdictOf(equal)).toBe("equal");
    expect(heardWords(equal)).toBe("Hint: they are all equally good, 3 points each.");
    expect(bestOf([worth(BLUE, -9)])).toEqual([]);
    expect(verdictOf([worth(BLUE, -9)])).toBe("only");
    expect(heardWords([worth(BLUE, -9)])).toBe(
      "Hint: there is nothing to choose. blue 3, −9 points, 50 % to make the bid.",
    );
  });

  it("scores below one another always have their tenth", () => {
    expect([12, -0.04, 1, -2.56].map(tenthsText)).toEqual(["12.0 points", "0.0 points", "1.0 points", "−2.6 points"]);
    prefs.language = "de";
    expect(tenthsText(12)).toBe("12,0 Punkte");
  });

  it("scores are whole points on cards, with a real minus", () => {
    expect([12.4, -17.6, -0.4, 0].map(scoreText)).toEqual(["12", "−18", "0", "0"]);
  });

  it("chances are percent, and small ones are not nothing", () => {
    expect([0, 0.004, 0.01, 0.996, 1].map(chanceText)).toEqual(["0 %", "under 1 %", "1 %", "100 %", "100 %"]);
  });

  it("name bids, cards and trumps", () => {
    expect(worthWords({ ...worth({ type: "place_bid", bid: 2 }, 1, 0.25), best: true })).toBe(
      "best, 1 point, 25 % to make the bid",
    );
    expect(actionText({ type: "place_bid", bid: 2 })).toBe("Bid 2");
    const trump: Action = { type: "choose_trump", suit: "R" };
    expect(worthWords({ ...worth(trump, -2.55, 0.4), bid: 0, best: false })).toBe(
      "−2.5 points, best bid 0, 40 % to make it",
    );
    prefs.language = "de";
    expect(worthWords({ ...worth(trump, 31.2, 0.8), bid: 3, best: true })).toBe(
      "am besten, 31,2 Punkte, beste Ansage 3, zu 80 % geschafft",
    );
    expect(worthWords({ ...worth(BLUE, 12.4, 0.63), best: false })).toBe("12,4 Punkte, Ansage zu 63 % geschafft");
  });

  it("have one axis, up to the largest number of tricks that may come with any", () => {
    expect(mostTricks([worth(BLUE, 1, 0.5, [0.001, 0.4, 0, 0.599, 0.004]), worth(WIZARD, 1, 0.5, [1, 0, 0, 0, 0])])).toBe(3);
    expect(mostTricks([worth(BLUE, 1, 0.5, [1, 0])])).toBe(0);
  });

  it("tell cards that are alike once", () => {
    const cards: Card[] = ["W1", "B3", "W2"];
    expect(distinct(cards.map((card) => worth({ type: "play_card", card }, 1))).map((one) => actionText(one.action))).toEqual([
      "Wizard",
      "blue 3",
    ]);
  });
});
