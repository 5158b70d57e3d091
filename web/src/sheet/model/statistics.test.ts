// @vitest-environment node
import { describe, expect, it } from "vitest";
import { edit } from "./edit";
import { headToHead, statistics } from "./statistics";
import { enter, told, WORKED } from "./testing";

const SHORT = { round_mode: "custom", custom_round_count: 1 };
/** Ben wins. */
const SECOND = { ...told(["anna", "Ben", "Cara"], SHORT, ["1 0 0 / 0 0 1"], "two"), created: "2026-12-01T20:00:00Z" };
const PERFECT = told(["Ben", "Cara", "Eva"], SHORT, ["0 1 0 / 0 1 0"], "three");
const UNFINISHED = told(["Anna", "Ben", "Cara"], {}, ["1 0 0 / 0 1 0"], "four");

function person(sheets: Parameters<typeof statistics>[0], key: string) {
  const found = statistics(sheets).people.find((one) => one.key === key);
  if (!found) throw new Error(key);
  return found;
}

describe("statistics over all sheets", () => {
  it("are empty without any", () => {
    expect(statistics([])).toEqual({ games: 0, unfinished: 0, copies: 0, people: [] });
  });

  it("tell the worked example", () => {
    expect(statistics([WORKED])).toMatchObject({ games: 1, unfinished: 0 });
    expect(person([WORKED], "ben")).toEqual({
      key: "ben",
      name: "Ben",
      games: 1,
      unfinished: 0,
      wins: 1,
      sharedWins: 0,
      averageTotal: 140,
      averageRound: 28,
      bids: { made: 5, bids: 5 },
      bySize: [1, 2, 3, 4, 5].map((handSize) => ({ handSize, made: 1, bids: 1 })),
      bestRound: { score: 40, sheet: "sheet", round: 4, handSize: 4 },
      worstRound: { score: 20, sheet: "sheet", round: 1, handSize: 1 },
      highestTotal: { total: 140, sheet: "sheet" },
      perfectGames: 1,
    });
  });

  it("count copies of a match once, the fuller one", () => {
    const copy = { ...WORKED, id: "copy" };
    const earlier = { ...WORKED, id: "earlier", rounds: WORKED.rounds.slice(0, 3) };
    const all = statistics([earlier, WORKED, copy]);
    expect(all).toMatchObject({ games: 1, unfinished: 0, copies: 2 });
    expect(all.people.find(({ key }) => key === "ben")).toMatchObject({ games: 1, bids: { made: 5, bids: 5 } });
    expect(headToHead([copy, WORKED, earlier], "Anna", "Ben")).toMatchObject({ games: 1, secondAhead: 1 });
    const later = { ...copy, created: "2026-12-24T20:00:00Z" };
    expect(statistics([WORKED, later])).toMatchObject({ games: 2, copies: 0 });
    const other = edit(copy, enter(5, "2 1 3 0 / 1 1 3 0"));
    expect(statistics([WORKED, other])).toMatchObject({ games: 2, copies: 0 });
  });

  it("know people by name whatever its case, as it was written last", () => {
    const anna = person([SECOND, WORKED], "anna");
    expect([anna.name, anna.games]).toEqual(["anna", 2]);
    expect(anna.averageTotal).toBe((90 - 10) / 2);
  });

  it("count shared wins as wins, and say so", () => {
    expect(person([SECOND], "ben")).toMatchObject({ wins: 1, sharedWins: 0 });
    const both = edit(SECOND, enter(1, "0 0 0 / 1 0 0"));
    expect(person([both], "ben")).toMatchObject({ wins: 1, sharedWins: 1 });
    expect(person([both], "cara")).toMatchObject({ wins: 1, sharedWins: 1 });
  });

  it("count unfinished games apart, but their rounds", () => {
    const ben = person([UNFINISHED, PERFECT], "ben");
    expect(ben).toMatchObject({ games: 1, unfinished: 1, bids: { made: 1, bids: 2 }, averageTotal: 20, averageRound: 5 });
    expect(ben.worstRound).toMatchObject({ score: -10, sheet: "four" });
    expect(statistics([UNFINISHED, PERFECT])).toMatchObject({ games: 1, unfinished: 1 });
  });

  it("leave out sheets on which nothing is scored", () => {
    expect(statistics([told(["Anna", "Ben", "Cara"], {}, ["1 0 / "])])).toMatchObject({ unfinished: 0, people: [] });
  });

  it("count whoever left as not having finished", () => {
    const [, ben, cara] = UNFINISHED.players;
    if (!ben || !cara) throw new Error("three players");
    const players = [ben, cara, { id: "d", name: "Dan" }];
    const rules = { ...SHORT, custom_round_count: 2 };
    const seated = edit(UNFINISHED, { kind: "seat", round: 2, players, rules });
    const sheet = edit(seated, enter(2, "1 1 0 / 1 1 0", "bcd"));
    expect(person([sheet], "anna")).toMatchObject({ games: 0, unfinished: 1 });
    expect(person([sheet], "dan")).toMatchObject({ games: 1, unfinished: 0 });
  });

  it("put who played most first", () => {
    expect(statistics([WORKED, PERFECT]).people.map(({ name }) => name)).toEqual(["Ben", "Cara", "Anna", "Dan", "Eva"]);
  });
});

describe("head to head", () => {
  it("counts the games that both finished", () => {
    expect(headToHead([WORKED, PERFECT, UNFINISHED], "ben", "CARA")).toEqual({
      games: 2,
      firstAhead: 1,
      secondAhead: 1,
      level: 0,
    });
    expect(headToHead([WORKED], "Anna", "Eva")).toEqual({ games: 0, firstAhead: 0, secondAhead: 0, level: 0 });
  });
});
