import { beforeEach, describe, expect, it } from "vitest";
import { prefs } from "$lib/prefs.svelte";
import { PHRASES, REACTIONS } from "$lib/protocol";
import { groupsOf, heardWords, isOwn, Mark, wordsOf } from "./said";
import { said } from "./testing";

beforeEach(() => {
  prefs.language = "en";
});

describe("what was said", () => {
  it("is in the reader's language where it is a phrase or a reaction", () => {
    const phrase = said(1, { kind: "phrase", what: "nice" });
    expect(wordsOf(phrase)).toBe("Well played!");
    expect(heardWords(said(2, { kind: "reaction", what: "wow" }))).toBe("Anna reacts: Wow!");
    prefs.language = "de";
    expect(wordsOf(phrase)).toBe("Gut gespielt!");
    expect(heardWords(said(3, { what: "{name}" }))).toBe("Anna: {name}");
  });

  it("has words for everything that can be said", () => {
    for (const language of ["en", "de"] as const) {
      prefs.language = language;
      for (const what of PHRASES) expect(wordsOf(said(1, { kind: "phrase", what }))).not.toBe(what);
      for (const what of REACTIONS) expect(wordsOf(said(1, { kind: "reaction", what }))).not.toBe(what);
    }
  });

  it("is shown as it came where this page does not know it", () => {
    expect(wordsOf(said(1, { kind: "phrase", what: "later_phrase" }))).toBe("later_phrase");
  });

  it("stays one's own when people change places", () => {
    const names = ["Anna", "Mara", "Ben"];
    expect(isOwn({ me: 1, names }, said(1, { seat: 0, name: "Mara" }))).toBe(true);
    expect(isOwn({ me: 1, names }, said(2, { seat: 1, name: "Anna" }))).toBe(false);
    expect(isOwn({ me: null, names }, said(3, { seat: 1, name: "Anna" }))).toBe(false);
  });

  it("stands under one name while one person goes on", () => {
    const talk = [said(1, { at: 0 }), said(2, { at: 60 }), said(3, { at: 300 }), said(4, { at: 301, name: "Ben", seat: 2 })];
    expect(groupsOf(talk).map((group) => [group.name, group.lines.map((line) => line.number)])).toEqual([
      ["Anna", [1, 2]],
      ["Anna", [3]],
      ["Ben", [4]],
    ]);
  });
});

describe("what is new", () => {
  const numbers = (mark: Mark, ...talk: number[]): number[] => mark.take(talk.map((n) => said(n))).map((one) => one.number);

  it("is nothing at the first look, then what came since", () => {
    const mark = new Mark();
    expect(numbers(mark, 1, 2)).toEqual([]);
    expect(numbers(mark, 1, 2, 3)).toEqual([3]);
    expect(numbers(mark, 1, 2, 3)).toEqual([]);
    expect(numbers(mark, 2, 3, 4, 5)).toEqual([4, 5]);
  });

  it("is everything where nothing was said before", () => {
    const mark = new Mark();
    expect(numbers(mark)).toEqual([]);
    expect(numbers(mark, 1)).toEqual([1]);
  });

  it("begins anew with a new server, whose numbers are small again", () => {
    const mark = new Mark();
    numbers(mark, 7, 8);
    expect(numbers(mark)).toEqual([]);
    expect(mark.take([said(1, { at: 900 })])).toHaveLength(1);
    expect(mark.take([said(1, { at: 900 }), said(2, { at: 900 })])).toEqual([said(2, { at: 900 })]);
  });

  it("is nothing when lines were taken out", () => {
    const mark = new Mark();
    numbers(mark, 1, 2, 3);
    expect(numbers(mark, 1)).toEqual([]);
    expect(numbers(mark, 1, 4)).toEqual([4]);
  });
});
