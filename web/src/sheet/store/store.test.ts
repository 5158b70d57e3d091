import "fake-indexeddb/auto";
import { IDBFactory } from "fake-indexeddb";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { newSheet } from "../model/document";
import type { SheetError } from "../model/edit";
import type { Edit, Sheet } from "../model/types";
import { damageText } from "../words";
import { DamagedError } from "./check";
import { disconnect, load, type Kept } from "./db";
import { OpenSheet } from "./open.svelte";
import {
  allSheets,
  createSheet,
  damagedSheets,
  deleteAll,
  deleteSheet,
  importSheet,
  keepCopy,
  knownNames,
  listSheets,
  openSheet,
  rawSheet,
  replaceSheet,
  storageTrouble,
  watchSheets,
} from "./sheets";

const opened: OpenSheet[] = [];

beforeEach(() => {
  vi.stubGlobal("indexedDB", new IDBFactory());
});

afterEach(async () => {
  for (const open of opened.splice(0)) {
    await open.settled();
    open.close();
    open.markDeleted(); // nothing of it goes on in the next test
  }
  await disconnect();
  vi.unstubAllGlobals();
});

function bid(round: number, bids: Record<string, number>): Edit {
  return { kind: "enter", round, bids };
}

async function create(names = ["Anna", "Ben", "Cara"], id = "one"): Promise<OpenSheet> {
  const open = await createSheet(newSheet(names, {}, { id }));
  opened.push(open);
  await open.settled();
  return open;
}

async function tab(id = "one"): Promise<OpenSheet> {
  const open = await openSheet(id);
  if (!open) throw new Error(`no sheet ${id}`);
  opened.push(open);
  return open;
}

/** What another page of this browser would find, after this one was killed. */
async function afterKill(id = "one"): Promise<OpenSheet> {
  await disconnect();
  return tab(id);
}

/** From now on there is no room for what a transaction writes, which it learns at its end. */
function fullStorage() {
  const { put } = IDBObjectStore.prototype;
  return vi.spyOn(IDBObjectStore.prototype, "put").mockImplementation(function (this: IDBObjectStore, ...given) {
    const request = put.apply(this, given);
    if (this.name !== "sheets") return request;
    const { transaction } = this;
    queueMicrotask(() => {
      transaction.abort();
      Object.defineProperty(transaction, "error", { value: new DOMException("no room", "QuotaExceededError") });
    });
    return request;
  });
}

describe("an open sheet", () => {
  it("shows what is entered at once, and is saved when it is on disk", async () => {
    const open = await create();
    expect(open.saved).toBe(true);
    expect(open.apply(bid(1, { b: 1 }))).toBeUndefined();
    expect(open.sheet.rounds).toEqual([{ bids: { b: 1 } }]);
    expect(open.scored.asked).toMatchObject({ round: 1, player: "c", what: "bid" });
    expect(open.saved).toBe(false);
    await open.settled();
    expect(open.saved).toBe(true);
    expect(open.trouble).toBeUndefined();
  });

  it("says why a change cannot be made, and is as before", async () => {
    const open = await create();
    const before = open.sheet;
    expect(open.apply(bid(1, { b: 7 }))).toMatchObject({ code: "range", place: "bids.b" });
    expect(open.apply({ kind: "rules", rules: { exact_bonus: 21 } })).toMatchObject({
      problem: { error: "step", setting: "exact_bonus" },
    });
    expect(open.sheet).toBe(before);
    expect(open.canUndo).toBe(false);
  });

  it("previews a change without making it", async () => {
    const open = await create();
    const after = open.preview({ kind: "rules", rules: { round_mode: "custom", custom_round_count: 3 } });
    expect(after).toMatchObject({ scored: { schedule: [1, 2, 3] } });
    expect(open.preview(bid(1, { b: 7 }))).toMatchObject({ code: "range" });
    expect(open.scored.schedule).toHaveLength(20);
  });

  it("goes back and forth, also after it was opened again", async () => {
    const open = await create();
    open.apply(bid(1, { b: 1 }));
    open.apply(bid(1, { c: 0 }));
    open.undo();
    await open.settled();

    const again = await afterKill();
    expect(again.sheet.rounds).toEqual([{ bids: { b: 1 } }]);
    expect(again.lastEdit).toEqual(bid(1, { b: 1 }));
    expect(again.nextEdit).toEqual(bid(1, { c: 0 }));
    again.redo();
    expect(again.sheet.rounds).toEqual([{ bids: { b: 1, c: 0 } }]);
    again.undo();
    again.undo();
    expect([again.sheet.rounds, again.canUndo, again.canRedo]).toEqual([[], false, true]);
    again.apply(bid(1, { a: 1 }));
    expect(again.canRedo).toBe(false);
  });

  it("loses nothing when the browser is killed after any entry", async () => {
    let open = await create();
    for (const [at, player] of ["b", "c", "a"].entries()) {
      open.apply(bid(1, { [player]: 0 }));
      await open.settled();
      open = await afterKill();
      expect(Object.keys(open.sheet.rounds[0]?.bids ?? {})).toHaveLength(at + 1);
    }
  });

  it("writes what is entered faster than the disk in the same order", async () => {
    const open = await create();
    for (let n = 0; n < 30; n++) open.apply(bid(1, { b: n % 2 }));
    expect(open.saved).toBe(false);
    await open.settled();
    const again = await afterKill();
    expect(again.sheet.rounds).toEqual([{ bids: { b: 1 } }]);
    for (let n = 0; n < 30; n++) again.undo();
    expect(again.canUndo).toBe(false);
  });
});

describe("two tabs of one sheet", () => {
  it("show the same within a moment", async () => {
    const [first, second] = [await create(), await tab()];
    first.apply(bid(1, { b: 1 }));
    await vi.waitFor(() => expect(second.sheet.rounds).toEqual([{ bids: { b: 1 } }]));
    second.undo();
    await vi.waitFor(() => expect(first.sheet.rounds).toEqual([]));
    expect(first.canRedo).toBe(true);
  });

  it("never overwrite each other", async () => {
    const [first, second] = [await create(), await tab()];
    first.apply(bid(1, { b: 1 }));
    second.apply(bid(1, { c: 0 }));
    await Promise.all([first.settled(), second.settled()]);
    await vi.waitFor(() => {
      for (const open of [first, second]) expect(open.sheet.rounds).toEqual([{ bids: { b: 1, c: 0 } }]);
    });
    expect((await afterKill()).sheet.rounds).toEqual([{ bids: { b: 1, c: 0 } }]);
  });

  it("say what cannot be made any more on top of what the faster one did", async () => {
    const [first, second] = [await create(["Anna", "Ben", "Cara", "Dan"]), await tab()];
    const { players } = first.sheet;
    first.apply({ kind: "seat", round: 1, players: players.slice(0, 3) });
    second.apply(bid(1, { d: 1 }));
    await Promise.all([first.settled(), second.settled()]);
    expect(second.lost).toMatchObject({ step: bid(1, { d: 1 }), refusal: { code: "not_seated" } });
    expect(second.saved).toBe(true);
    await vi.waitFor(() => expect(second.sheet).toEqual(first.sheet));
  });

  it("take back only what they saw", async () => {
    const first = await create();
    first.apply(bid(1, { b: 1 }));
    await first.settled();
    const second = await tab();
    first.apply(bid(1, { c: 1 }));
    second.undo();
    await Promise.all([first.settled(), second.settled()]);
    expect(second.lost).toEqual({ step: { kind: "undo" } });
    expect(second.sheet.rounds).toEqual([{ bids: { b: 1, c: 1 } }]);
  });

  it("catch up when they are looked at again, should the news not have come", async () => {
    vi.stubGlobal("BroadcastChannel", undefined);
    const [first, second] = [await create(), await tab()];
    first.apply(bid(1, { b: 1 }));
    await first.settled();
    document.dispatchEvent(new Event("visibilitychange"));
    await vi.waitFor(() => expect(second.sheet.rounds).toEqual([{ bids: { b: 1 } }]));
  });

  it("notice that the other one deleted it, and can keep a copy that can still be undone", async () => {
    const [first, second] = [await create(), await tab()];
    first.apply(bid(1, { b: 1 }));
    await vi.waitFor(() => expect(second.canUndo).toBe(true));
    expect(await deleteSheet("one")).toBeUndefined();
    await vi.waitFor(() => expect([second.deleted, second.trouble]).toEqual([true, "closed"]));
    second.apply(bid(1, { c: 1 }));
    expect(second.saved).toBe(false);

    const copy = await keepCopy(second);
    opened.push(copy);
    await copy.settled();
    expect(copy.id).not.toBe("one");
    expect(await openSheet("one")).toBeUndefined();
    const again = await afterKill(copy.id);
    expect(again.sheet).toEqual({ ...second.sheet, id: copy.id });
    again.undo();
    again.undo();
    expect(again.sheet.rounds).toEqual([]);
  });
});

/** How many transactions are begun meanwhile. */
function countWork() {
  return vi.spyOn(IDBDatabase.prototype, "transaction");
}

/** What is on disk, changed behind everybody's back. */
async function tamper(change: (sheets: IDBObjectStore, steps: IDBObjectStore) => void): Promise<void> {
  await disconnect();
  await new Promise<void>((done) => {
    const request = indexedDB.open("rufen");
    request.onsuccess = () => {
      const tx = request.result.transaction(["sheets", "steps"], "readwrite");
      change(tx.objectStore("sheets"), tx.objectStore("steps"));
      tx.oncomplete = () => {
        request.result.close();
        done();
      };
    };
  });
}

describe("a sheet replaced by a file", () => {
  const file = (title = "New") => newSheet(["Dan", "Eva", "Finn"], {}, { id: "one", title });

  it("is the new one at once, and can no longer be undone", async () => {
    const open = await create();
    open.apply(bid(1, { b: 1 }));
    expect(await replaceSheet(file())).toBeUndefined();
    expect(open.deleted).toBe(true);
    const again = await afterKill();
    expect([again.sheet.title, again.canUndo, again.saved]).toEqual(["New", false, true]);
  });

  it.each([0, 1, 2, 5])("is gone for a tab that slept, which knew 2 steps while the new one has %i", async (count) => {
    vi.stubGlobal("BroadcastChannel", undefined); // it hears nothing
    const open = await create();
    open.apply(bid(1, { b: 1 }));
    open.apply(bid(1, { c: 1 }));
    await open.settled();
    const found = await load("one");
    if (!found) throw new Error("no sheet");
    // of another page, which is not told anything
    const { start, born, steps } = found.kept;
    const woken = new OpenSheet({ start, kept: { born, steps: found.steps, count: steps } });
    opened.push(woken);
    expect(await replaceSheet(file())).toBeUndefined();
    const fresh = await tab();
    for (let n = 0; n < count; n++) fresh.apply(bid(1, { a: n % 2 }));
    await fresh.settled();
    const work = countWork();
    woken.apply(bid(1, { a: 1 }));
    await woken.settled();
    expect(work.mock.calls.length).toBeLessThan(3);
    work.mockRestore();
    expect([woken.deleted, woken.saved, woken.trouble]).toEqual([true, false, "closed"]);
    expect((await afterKill()).sheet).toEqual(fresh.sheet);
    const copy = await keepCopy(woken);
    opened.push(copy);
    expect(copy.sheet.rounds).toEqual([{ bids: { b: 1, c: 1, a: 1 } }]);
  });

  it("is gone for a tab that is looked at again, and there is nothing to enter first", async () => {
    await create();
    const found = await load("one");
    if (!found) throw new Error("no sheet");
    const woken = new OpenSheet({ start: found.kept.start, kept: { born: found.kept.born, steps: [], count: 0 } });
    expect(await replaceSheet(file())).toBeUndefined();
    await woken.retry();
    expect(woken.deleted).toBe(true);
  });

  it("stays as it was when there is no room, with the reason", async () => {
    const open = await create();
    open.apply(bid(1, { b: 1 }));
    await open.settled();
    const full = fullStorage();
    expect(await replaceSheet(file())).toBe("full");
    full.mockRestore();
    expect([open.deleted, open.saved]).toEqual([false, true]);
    const again = await afterKill();
    expect([again.sheet.title, again.sheet.rounds, again.canUndo]).toEqual(["", [{ bids: { b: 1 } }], true]);
  });
});

describe("what is on disk and does not fit together", () => {
  it.each([
    ["more steps counted than there are", 5, [bid(1, { b: 1 })]],
    ["fewer", 1, [bid(1, { b: 1 }), bid(1, { c: 1 })]],
    ["a step is missing", 3, [bid(1, { b: 1 }), undefined, bid(1, { b: 1 })]],
    ["a step nobody knows", 3, [bid(1, { b: 1 }), { kind: "fly" }, bid(1, { b: 1 })]],
  ])("%s: it opens, and what is entered is saved", async (_, steps, log) => {
    const before = await create();
    const start = before.sheet;
    before.markDeleted();
    await tamper((sheets, all) => {
      sheets.put({ id: "one", born: "x", start, sheet: start, steps, updated: "2026-11-24T19:05:00Z" });
      log.forEach((step, n) => step && all.put(step, ["one", n]));
    });
    const open = await tab();
    expect(open.sheet.rounds).toEqual([{ bids: { b: 1 } }]);
    const work = countWork();
    open.apply(bid(1, { a: 0 }));
    await open.settled();
    expect(work.mock.calls.length).toBeLessThan(3);
    work.mockRestore();
    expect([open.saved, open.deleted, open.trouble]).toEqual([true, false, undefined]);
    expect((await afterKill()).sheet.rounds).toEqual([{ bids: { b: 1, a: 0 } }]);
    if (steps === 3 && log[1]) expect(await rawSheet("one")).toContain('"fly"');
  });

  it.each<[string, (good: Kept) => unknown]>([
    ["no document", (good) => ({ ...good, sheet: {}, start: {} })],
    ["nothing", (good) => ({ ...good, sheet: null, start: null })],
    ["nobody sits", (good) => ({ ...good, sheet: { ...good.sheet, seatings: [] } })],
    ["a rule of a newer Rufen", (good) => ({ ...good, sheet: { ...good.sheet, rules: { tie_break: "dice" } } })],
    ["a field of a newer Rufen", (good) => ({ ...good, sheet: { ...good.sheet, weather: "rain" } })],
    ["a broken beginning", (good) => ({ ...good, start: { ...good.start, players: null } })],
    ["no number of steps", (good) => ({ ...good, steps: "many" })],
  ])("%s: damaged, and the others are as they were", async (_, broken) => {
    const other = await create(["Dan", "Eva", "Finn"], "two");
    const record = { id: "one", born: "x", start: sheetOne(), sheet: sheetOne(), steps: 0, updated: "" };
    await tamper((sheets) => sheets.put(broken(record)));
    expect((await listSheets()).map((one) => one.id)).toEqual(["two"]);
    expect(await allSheets()).toEqual([other.sheet]);
    expect(await knownNames()).toEqual(["Dan", "Eva", "Finn"]);
    const [damaged, ...more] = await damagedSheets();
    expect(more).toEqual([]);
    expect(damaged?.id).toBe("one");
    expect(damageText(damaged?.error as SheetError, damaged?.document)).not.toBe("");
    await expect(openSheet("one")).rejects.toThrow(DamagedError);
    expect(JSON.parse((await rawSheet("one")) ?? "")).toMatchObject({ id: "one", born: "x", log: [] });
    const beside = await importSheet(sheetOne());
    expect(beside).not.toBe("one");
    expect(await deleteSheet("one")).toBeUndefined();
    expect(await damagedSheets()).toEqual([]);
  });

  it("a time that is none: it is listed with the one of its beginning", async () => {
    const good = sheetOne();
    await create(["Dan", "Eva", "Finn"], "two");
    await tamper((sheets) => sheets.put({ id: "one", born: "x", start: good, sheet: good, steps: 0, updated: "noon" }));
    expect((await listSheets()).find((one) => one.id === "one")?.updated).toBe(good.created);
  });
});

function sheetOne(): Sheet {
  return newSheet(["Anna", "Ben", "Cara"], {}, { id: "one", created: "2026-11-24T19:05:00Z" });
}

describe("trouble with the storage", () => {
  it("full: what is entered stays, and is written when there is room", async () => {
    const open = await create();
    const full = fullStorage();
    open.apply(bid(1, { b: 1 }));
    await open.settled();
    expect([open.saved, open.trouble]).toEqual([false, "full"]);
    expect(open.sheet.rounds).toEqual([{ bids: { b: 1 } }]);
    full.mockRestore();
    expect((await tab()).sheet.rounds).toEqual([{ bids: { b: 1 } }]); // of this page
    await open.retry();
    expect([open.saved, open.trouble]).toEqual([true, undefined]);
    expect((await afterKill()).sheet.rounds).toEqual([{ bids: { b: 1 } }]);
  });

  it("full: the next change takes the one that failed along", async () => {
    const open = await create();
    const full = fullStorage();
    open.apply(bid(1, { b: 1 }));
    await open.settled();
    full.mockRestore();
    open.apply(bid(1, { c: 1 }));
    await open.settled();
    expect(open.saved).toBe(true);
    expect((await afterKill()).sheet.rounds).toEqual([{ bids: { b: 1, c: 1 } }]);
  });

  it("full: a write is whole or not at all", async () => {
    const open = await create();
    const full = fullStorage();
    open.apply(bid(1, { b: 1 }));
    await open.settled();
    open.markDeleted();
    full.mockRestore();
    const again = await afterKill();
    expect([again.sheet.rounds, again.canUndo]).toEqual([[], false]);
  });

  it("blocked: everything works in memory as long as the page lives", async () => {
    vi.stubGlobal("indexedDB", undefined);
    const open = await create();
    open.apply(bid(1, { b: 1 }));
    await open.settled();
    expect([open.saved, open.trouble, await storageTrouble()]).toEqual([false, "blocked", "blocked"]);
    open.close();
    expect(await listSheets()).toMatchObject([{ id: "one", unsaved: true, names: ["Anna", "Ben", "Cara"] }]);
    const again = await tab();
    expect(again.sheet.rounds).toEqual([{ bids: { b: 1 } }]);
    expect(await deleteSheet("one")).toBeUndefined();
    expect(await listSheets()).toEqual([]);
  });

  it("blocked: what was only in memory is written when it can be", async () => {
    vi.stubGlobal("indexedDB", undefined);
    const open = await create();
    open.apply(bid(1, { b: 1 }));
    await open.settled();
    vi.stubGlobal("indexedDB", new IDBFactory());
    document.dispatchEvent(new Event("visibilitychange"));
    await vi.waitFor(() => expect([open.saved, open.trouble]).toEqual([true, undefined]));
    expect((await afterKill()).sheet.rounds).toEqual([{ bids: { b: 1 } }]);
  });

  it("closed: a connection that was closed under us is opened again", async () => {
    const open = await create();
    await disconnect();
    open.apply(bid(1, { b: 1 }));
    await open.settled();
    expect([open.saved, open.trouble]).toEqual([true, undefined]);
  });

  it("closed: a newer Rufen upgraded the database", async () => {
    const open = await create();
    await upgraded(99);
    open.apply(bid(1, { b: 1 }));
    await open.settled();
    expect([open.saved, open.trouble]).toEqual([false, "closed"]);
    expect(open.sheet.rounds).toEqual([{ bids: { b: 1 } }]);
  });

  it("closed: the data of the site was deleted", async () => {
    const open = await create();
    await new Promise((done) => {
      indexedDB.deleteDatabase("rufen").onsuccess = done;
    });
    open.apply(bid(1, { b: 1 }));
    await open.settled();
    expect([open.saved, open.trouble, open.deleted]).toEqual([false, "closed", true]);
  });
});

function upgraded(version: number): Promise<void> {
  return new Promise((done) => {
    const request = indexedDB.open("rufen", version);
    request.onsuccess = () => {
      request.result.close();
      done();
    };
  });
}

describe("the sheets of this device", () => {
  it("are listed with how far they are", async () => {
    const open = await create();
    open.apply({ kind: "rules", rules: { round_mode: "custom", custom_round_count: 2 } });
    open.apply({ ...bid(1, { a: 1, b: 0, c: 0 }), tricks: { a: 1, b: 0, c: 0 } } as Edit);
    await open.settled();
    await create(["Dan", "Eva", "Finn"], "two");
    const list = await listSheets();
    expect(list.map((one) => one.id).sort()).toEqual(["one", "two"]);
    expect(list.find((one) => one.id === "one")).toMatchObject({
      names: ["Anna", "Ben", "Cara"],
      round: 2,
      scored: 1,
      rounds: 2,
      over: false,
      leaders: ["Anna"],
      best: 30,
      unsaved: false,
    });
    expect(list.find((one) => one.id === "two")?.leaders).toEqual([]);
    expect((await allSheets()).find((one) => one.id === "one")).toEqual(open.sheet);
  });

  it("know names, each once", async () => {
    await create(["Anna", "Ben", "Cara"], "one");
    await create(["anna", "Dan", "Eva"], "two");
    const names = await knownNames();
    expect(names.map((name) => name.toLowerCase()).sort()).toEqual(["anna", "ben", "cara", "dan", "eva"]);
  });

  it("take in a sheet: the same one once, a different one of the same id under a new id", async () => {
    const open = await create();
    expect(await importSheet(open.sheet)).toBe("one");
    expect(await listSheets()).toHaveLength(1);
    const other = await importSheet({ ...open.sheet, title: "Other" });
    expect(other).not.toBe("one");
    expect((await allSheets()).map((sheet) => sheet.title).sort()).toEqual(["", "Other"]);
    expect((await tab(other)).sheet.id).toBe(other);
  });

  it("can all be deleted", async () => {
    const open = await create();
    await create(["Dan", "Eva", "Finn"], "two");
    expect(await deleteAll()).toBeUndefined();
    expect(await listSheets()).toEqual([]);
    expect(open.deleted).toBe(true);
  });

  it("ask once that they are kept", async () => {
    const persist = vi.fn(() => Promise.resolve(true));
    vi.stubGlobal("navigator", { ...navigator, storage: { persist } });
    await create();
    await vi.waitFor(() => expect(persist).toHaveBeenCalledOnce());
    await create(["Dan", "Eva", "Finn"], "two");
    await listSheets();
    expect(persist).toHaveBeenCalledOnce();
  });

  it("tell when they may have changed", async () => {
    const changed = vi.fn();
    const stop = watchSheets(changed);
    await create();
    await vi.waitFor(() => expect(changed).toHaveBeenCalled());
    stop();
  });

  it("open within a moment after a thousand steps", async () => {
    const open = await create();
    for (let n = 0; n < 1000; n++) open.apply(bid(1 + (n % 20), { b: n % 2 }));
    await open.settled();
    const again = await afterKill();
    expect(again.sheet).toEqual(open.sheet);
    expect(again.canUndo).toBe(true);
  });
});
