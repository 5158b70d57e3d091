import { flushSync } from "svelte";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { newSheet } from "../model/document";
import { edit } from "../model/edit";
import { beginNewSheet, currentNewSheet, NewSheetDraft } from "./draft.svelte";
import { rematch, startLike } from "./start";

let draft: NewSheetDraft;
beforeEach(() => {
  draft = new NewSheetDraft();
});

function seat(...names: readonly string[]): void {
  for (const name of names) expect(draft.add(name)).toBeUndefined();
}

describe("a new sheet", () => {
  it("begins with three to six names, in the order of the seats", () => {
    seat("Anna", "Ben");
    expect(draft.missing).toBe(1);
    expect(draft.ready).toBe(false);
    seat("  Cara  ");
    expect(draft.ready).toBe(true);
    draft.move("Cara", -1);
    draft.move("Anna", -1);
    expect(draft.names).toEqual(["Anna", "Cara", "Ben"]);
    expect(draft.sheet().players.map((player) => player.name)).toEqual(["Anna", "Cara", "Ben"]);
  });

  it("says why a name is not taken", () => {
    seat("Anna", "Ben");
    expect(draft.add(" ")).toEqual({ code: "empty" });
    expect(draft.add("ANNA")).toEqual({ code: "same", same: "Anna" });
    expect(draft.add("x".repeat(25))).toEqual({ code: "long" });
    seat("C", "D", "E", "F");
    expect(draft.add("G")).toEqual({ code: "full" });
    expect(draft.names).toHaveLength(6);
  });

  it("takes the name being written, or says why not", () => {
    seat("Anna", "Ben", "Cara");
    expect(draft.take()).toBe(true);
    draft.writing = " Dan ";
    expect(draft.coming).toBe("Dan");
    expect(draft.take()).toBe(true);
    expect([draft.writing, draft.names.at(-1)]).toEqual(["", "Dan"]);
    draft.writing = "anna";
    expect(draft.coming).toBeUndefined();
    expect(draft.take()).toBe(false);
    expect(draft.refused).toEqual({ code: "same", same: "Anna" });
    expect(draft.writing).toBe("anna");
  });

  it("has the first dealer that is named, whoever moves, else the first", () => {
    seat("Anna", "Ben", "Cara");
    expect(draft.sheet().dealers).toEqual([]);
    draft.dealer = "Ben";
    draft.move("Ben", 1);
    expect(draft.sheet().dealers).toEqual([{ round: 1, player: "c" }]);
    draft.remove("ben");
    expect(draft.dealer).toBe("Anna");
  });

  it("counts the rounds for those who play", () => {
    expect(draft.roundCount).toBe(15);
    seat("Anna", "Ben", "Cara");
    expect(draft.roundCount).toBe(20);
    draft.set("round_mode", "custom");
    draft.set("custom_round_count", 20);
    seat("Dan");
    expect(draft.problem).toMatchObject({ error: "rounds_limit", limit: 15 });
    expect(draft.ready).toBe(false);
  });

  it("does not begin with a title that is too long", () => {
    seat("Anna", "Ben", "Cara");
    draft.title = "x".repeat(61);
    expect(draft.ready).toBe(false);
  });

  it("stays while one looks at other pages, until it has begun", () => {
    beginNewSheet();
    currentNewSheet().add("Anna");
    expect(currentNewSheet().names).toEqual(["Anna"]);
    beginNewSheet();
    expect(currentNewSheet().names).toEqual([]);
  });

  it("outlives a reload of the page, until it has begun", async () => {
    const reloaded = async (): Promise<NewSheetDraft> => {
      flushSync();
      vi.resetModules();
      return (await import("./draft.svelte")).currentNewSheet();
    };
    beginNewSheet();
    const first = currentNewSheet();
    for (const name of ["Anna", "Ben", "Cara"]) first.add(name);
    first.set("exact_bonus", 30);
    Object.assign(first, { dealer: "Ben", title: "Kitchen", writing: "Da" });
    const second = await reloaded();
    expect(second).toMatchObject({ names: ["Anna", "Ben", "Cara"], dealer: "Ben", title: "Kitchen", writing: "Da" });
    expect([second.rules, second.ready]).toEqual([first.rules, true]);
    beginNewSheet();
    expect((await reloaded()).names).toEqual([]);
    sessionStorage.setItem("rufen.sheet.new", '{"names":[1]}');
    expect((await reloaded()).names).toEqual([]);
  });
});

describe("the same as last time", () => {
  const before = newSheet(["Anna", "Ben", "Cara"], { round_mode: "custom", custom_round_count: 3 }, { firstDealer: 2, title: "Kitchen" });

  it("has players and rules of the last sheet, the deal moved on", () => {
    expect(startLike(before)).toEqual({ names: ["Anna", "Ben", "Cara"], rules: before.rules, dealer: 0 });
    draft = new NewSheetDraft(startLike(before));
    expect(draft.dealer).toBe("Anna");
    expect(draft.rules).toEqual(before.rules);
    const again = rematch(before);
    expect(again).toMatchObject({ title: "Kitchen", rules: before.rules, dealers: [], rounds: [] });
    expect(again.id).not.toBe(before.id);
  });

  it("has whoever sat there last", () => {
    const players = [
      { id: "c", name: "Cara" },
      { id: "b", name: "Ben" },
      { id: "g", name: "Gil" },
    ];
    const changed = edit(before, { kind: "seat", round: 1, players });
    expect(startLike(changed)).toMatchObject({ names: ["Cara", "Ben", "Gil"], dealer: 1 });
  });
});
