import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { LiveServerMessage, LiveState } from "../../lib/generated/live";
import { FakeSocket } from "../../lib/testing";
import { EntryFlow } from "../enter/flow.svelte";
import { edit, score } from "../model";
import { documentOf } from "../model/file";
import type { Edit, Rules, Sheet } from "../model/types";
import { Follower } from "./follower.svelte";
import { AGAIN_MS, GATHER_MS, LiveOwner } from "./owner.svelte";
import { ownKey, phoneMemory } from "./memory";
import { askingOf, withoutSecrets } from "./secrets";
import { forgetLive } from "./stop";

function sheetOf(rules: Rules, ...changes: readonly Edit[]): Sheet {
  const start: Sheet = {
    id: "sheet1",
    title: "",
    created: "2026-11-24T19:05:00Z",
    players: ["Anna", "Ben", "Cara"].map((name, at) => ({ id: "abc".charAt(at), name })),
    seatings: [{ round: 1, players: ["a", "b", "c"] }],
    rules: { round_mode: "schedule", hand_sizes: [3, 4], ...rules },
    dealers: [],
    rounds: [],
    adjustments: [],
  };
  return changes.reduce(edit, start);
}

const HIDDEN: Rules = { bid_disclosure: "hidden" };
const DELAYED: Rules = { bid_disclosure: "delayed" };

function bids(values: Readonly<Record<string, number>>, round = 1): Edit {
  return { kind: "enter", round, bids: values };
}

const ASKING = { round: 1, hand_size: 3, players: ["a", "b", "c"] };

function stateOf(change: Partial<LiveState> = {}): LiveState {
  return {
    type: "state",
    sheet: "abcdefgh234567ab",
    since: 1,
    revision: null,
    document: null,
    owner: true,
    followers: 1,
    asking: ASKING,
    claimed: [],
    chosen: [],
    claim: null,
    bid: null,
    ...change,
  };
}

const sockets: FakeSocket[] = [];

function socket(): FakeSocket {
  const last = sockets.at(-1);
  if (last === undefined) throw new Error("no socket was opened");
  return last;
}

function next(): FakeSocket {
  sockets.push(new FakeSocket());
  return socket();
}

function types(): readonly string[] {
  return socket().sent.map((message) => message.type);
}

beforeEach(() => {
  vi.useFakeTimers();
  localStorage.clear();
  sessionStorage.clear();
  sockets.length = 0;
});

afterEach(() => {
  vi.useRealTimers();
});

describe("what others may see", () => {
  it("is no bid of a round whose bids are secret", () => {
    const hidden = sheetOf(HIDDEN, bids({ a: 1, b: 2 }));
    expect(withoutSecrets(hidden, score(hidden)).rounds).toEqual([{}]);
    const shown = edit(hidden, bids({ c: 0 }));
    expect(withoutSecrets(shown, score(shown))).toEqual(shown);
  });

  it("is no delayed bid before the table shows them", () => {
    const all = sheetOf(DELAYED, bids({ a: 1, b: 2, c: 0 }));
    expect(withoutSecrets(all, score(all)).rounds).toEqual([{}]);
    const shown = edit(all, { kind: "show", round: 1 });
    expect(withoutSecrets(shown, score(shown))).toEqual(shown);
  });

  it("is no hidden bid while one is missing, though somebody's tricks are entered", () => {
    const counted = sheetOf(HIDDEN, bids({ b: 2, c: 3 }), { kind: "enter", round: 1, tricks: { a: 2 } });
    expect(withoutSecrets(counted, score(counted)).rounds).toEqual([{ tricks: { a: 2 } }]);
    expect(askingOf(counted, score(counted))).toEqual({ ...ASKING, players: ["a"] });
  });

  it("asks for the bids that the sheet has not", () => {
    const none = sheetOf({});
    expect(askingOf(none, score(none))).toBeNull();
    const hidden = sheetOf(HIDDEN, bids({ b: 2 }));
    expect(askingOf(hidden, score(hidden))).toEqual({ ...ASKING, players: ["a", "c"] });
    const delayed = sheetOf(DELAYED, bids({ a: 1, b: 2, c: 0 }));
    expect(askingOf(delayed, score(delayed))).toEqual({ ...ASKING, players: [] });
  });
});

describe("the phone that holds the sheet", () => {
  let sheet: Sheet;
  let owner: LiveOwner;
  let detach: () => void;

  function begin(rules: Rules): void {
    sheet = sheetOf(rules);
    owner = new LiveOwner(
      {
        id: "sheet1",
        get sheet() {
          return sheet;
        },
        get scored() {
          return score(sheet);
        },
        apply: (change) => {
          sheet = edit(sheet, change);
          return undefined;
        },
      },
      next,
    );
    detach = owner.attach();
  }

  function greeted(change: Partial<LiveState> = {}): void {
    socket().open();
    socket().say(stateOf(change));
  }

  afterEach(() => detach());

  it("leaves the server alone until it is switched on, and again after that", () => {
    begin(HIDDEN);
    expect(sockets).toHaveLength(0);
    owner.switchOn();
    greeted();
    expect(types()).toEqual(["own", "publish"]);
    expect(owner.live).toBe("abcdefgh234567ab");
    owner.switchOff();
    expect(types().at(-1)).toBe("stop");
    expect(owner.status).toBe("off");
    vi.advanceTimersByTime(60_000);
    expect(sockets).toHaveLength(1);
  });

  it("is on again after a reload, with the same key", () => {
    begin(HIDDEN);
    owner.switchOn();
    greeted();
    const key = socket().sent[0]?.key;
    detach();
    begin(HIDDEN);
    socket().open();
    expect(sockets).toHaveLength(2);
    expect(socket().sent[0]).toMatchObject({ type: "own", key });
  });

  it("tells the server later when it was switched off without it", () => {
    begin(HIDDEN);
    owner.switchOn();
    greeted();
    const key = ownKey("sheet1").key;
    socket().drop();
    owner.switchOff();
    vi.advanceTimersByTime(60_000);
    expect(sockets).toHaveLength(2);
    socket().open();
    expect(socket().sent).toEqual([{ type: "own", v: 1, key }, { type: "stop" }]);
  });

  it("says nothing of that when it is on again before the server is there", () => {
    begin(HIDDEN);
    owner.switchOn();
    greeted();
    socket().drop();
    owner.switchOff();
    const late = socket();
    owner.switchOn();
    late.open();
    expect([late.sent, late.readyState]).toEqual([[], 3]);
    greeted();
    expect(owner.status).toBe("live");
  });

  it("closes no socket that is still connecting: browsers complain", () => {
    begin(HIDDEN);
    owner.switchOn();
    const first = socket();
    owner.switchOff();
    owner.switchOn();
    expect([sockets.length, first.readyState]).toEqual([2, 0]);
    first.open();
    expect([first.readyState, first.sent]).toEqual([3, []]);
    greeted();
    expect([owner.status, types()]).toEqual(["live", ["own", "publish"]]);
  });

  it("is off for good when the sheet is deleted, in this tab or another", () => {
    begin(HIDDEN);
    owner.switchOn();
    greeted();
    const own = socket();
    const { key } = ownKey("sheet1");
    forgetLive("other", next);
    expect(sockets).toHaveLength(1);
    forgetLive("sheet1", next);
    socket().open();
    expect(socket().sent).toEqual([{ type: "own", v: 1, key }, { type: "stop" }]);
    own.say({ type: "refused", reason: "unknown_sheet", detail: null });
    own.drop(4002);
    detach();
    expect(localStorage.getItem("rufen.live")).toBe("[]");
    begin(HIDDEN);
    expect([sockets.length, owner.on, ownKey("sheet1").key === key]).toEqual([2, false, false]);
  });

  it("does not come back by itself when the sheet was deleted while the server was away", () => {
    begin(HIDDEN);
    owner.switchOn();
    greeted();
    socket().drop();
    forgetLive(undefined, next);
    socket().drop();
    vi.advanceTimersByTime(300);
    expect(sockets).toHaveLength(3);
    socket().open();
    expect([types(), owner.status, socket().readyState]).toEqual([[], "off", 3]);
    vi.advanceTimersByTime(60_000);
    expect(sockets).toHaveLength(3);
  });

  it("publishes what changes, several changes at once, and never a secret bid", () => {
    begin(HIDDEN);
    owner.switchOn();
    greeted();
    sheet = edit(sheet, bids({ a: 2 }));
    owner.changed();
    sheet = edit(sheet, bids({ b: 3 }));
    owner.changed();
    vi.advanceTimersByTime(GATHER_MS);
    const published = socket().sent.filter((message) => message.type === "publish");
    expect(published).toHaveLength(2);
    expect(published[1]).toMatchObject({ asking: { players: ["c"] }, document: { rounds: [{}] } });
    expect(JSON.stringify(published)).not.toMatch(/bids/);
    expect(Number(published[1]?.revision)).toBeGreaterThanOrEqual(Number(published[0]?.revision));
  });

  it("goes on without the server, and tells everything when it is back", () => {
    begin(HIDDEN);
    owner.switchOn();
    greeted({ claimed: ["a"] });
    expect(owner.claimed).toEqual(["a"]);
    socket().drop();
    expect(owner.status).toBe("lost");
    expect(owner.claimed).toEqual([]);
    sheet = edit(sheet, bids({ a: 2, b: 1, c: 0 }));
    owner.changed();
    vi.advanceTimersByTime(300);
    greeted();
    expect(socket().sent.at(-1)).toMatchObject({ type: "publish", document: { rounds: [{ bids: { a: 2, b: 1, c: 0 } }] } });
  });

  it("does not bring back what it knew before another page went on", () => {
    begin(HIDDEN);
    owner.switchOn();
    greeted();
    const before = socket().sent.at(-1)?.revision;
    socket().drop();
    vi.advanceTimersByTime(300);
    greeted({ revision: Number(before) + 5_000_000 });
    expect(socket().sent.at(-1)?.revision).toBe(before);
    sheet = edit(sheet, bids({ a: 2 }));
    owner.changed();
    vi.advanceTimersByTime(GATHER_MS);
    expect(Number(socket().sent.at(-1)?.revision)).toBeGreaterThan(Number(before) + 5_000_000);
  });

  it("is heard though the clock was set back", () => {
    begin(HIDDEN);
    owner.switchOn();
    const later = Date.now() + 5_000_000;
    greeted({ revision: later });
    expect(socket().sent.at(-1)).toMatchObject({ type: "publish", revision: later + 1 });
  });

  it("tells again what the server did not take because it came too fast", () => {
    begin(HIDDEN);
    owner.switchOn();
    greeted();
    const published = socket().sent.at(-1);
    socket().say({ type: "refused", reason: "too_fast", detail: "a sheet may be published 5 times a second" });
    expect([owner.status, owner.reason, types()]).toEqual(["live", undefined, ["own", "publish"]]);
    vi.advanceTimersByTime(AGAIN_MS);
    expect(socket().sent.slice(2)).toEqual([published]);
  });

  it.each([
    [["sheet1", { key: "short", on: true }]],
    [["sheet1", { key: 5, on: true, live: "abcdefgh234567ab" }]],
    [["sheet1", { on: true }], 7, [], ["sheet1", null]],
    { sheet1: { on: true } },
  ])("begins anew when what is kept is damaged: %j", (kept) => {
    localStorage.setItem("rufen.live", JSON.stringify(kept));
    begin(HIDDEN);
    expect([owner.on, owner.live]).toEqual([false, undefined]);
    owner.switchOn();
    socket().open();
    expect(socket().sent[0]?.key).toMatch(/^[\w-]{20,64}$/);
  });

  it.each([HIDDEN, DELAYED])("enters the bids from phones at once when they are shown", (rules) => {
    begin(rules);
    sheet = edit(sheet, bids({ c: 3 }));
    owner.switchOn();
    greeted();
    const asking = { ...ASKING, players: ["a", "b"] };
    socket().say(stateOf({ asking, claimed: ["a", "b"], chosen: ["a"] }));
    expect(owner.complete).toBe(false);
    expect(owner.awaited).toEqual(["b"]);
    socket().say(stateOf({ asking, claimed: ["a", "b"], chosen: ["a", "b"] }));
    expect(owner.complete).toBe(true);
    owner.reveal();
    expect(socket().sent.at(-1)).toEqual({ type: "reveal", round: 1 });
    socket().say({ type: "revealed", round: 1, bids: { a: 1, b: 0 } });
    expect(sheet.rounds[0]?.bids).toEqual({ a: 1, b: 0, c: 3 });
    expect(score(sheet).rounds[0]?.concealed).toBe(false);
    expect(socket().sent.at(-1)).toMatchObject({ type: "publish" });
    // sent again after a reconnect: nothing more happens
    const before = sheet;
    socket().say({ type: "revealed", round: 1, bids: { a: 1, b: 0 } });
    expect(score(sheet)).toEqual(score(before));
  });

  it("asks here only for bids that come from no phone", () => {
    begin(HIDDEN);
    owner.switchOn();
    greeted();
    const open = {
      get sheet() {
        return sheet;
      },
      get scored() {
        return score(sheet);
      },
      apply: () => undefined,
      preview: () => ({ sheet, scored: score(sheet) }),
    };
    const flow = new EntryFlow(open, (player) => owner.claimed.includes(player));
    expect(flow.step).toMatchObject({ kind: "ask", question: { player: "b" } });
    socket().say(stateOf({ claimed: ["a", "b"] }));
    expect(flow.step).toMatchObject({ kind: "ask", question: { player: "c", secret: true } });
    sheet = edit(sheet, bids({ c: 2 }));
    expect(flow.step.kind).toBe("phones");
    flow.pick({ round: 1, player: "b", what: "bid" });
    expect(flow.step).toMatchObject({ kind: "ask", question: { player: "b" } });
    flow.leave();
    socket().drop();
    expect(flow.step, "without the server it is all entered here").toMatchObject({ kind: "ask" });
  });

  it("waits for nobody of a round that is over on the sheet", () => {
    begin(HIDDEN);
    owner.switchOn();
    greeted();
    socket().say(stateOf({ claimed: ["a", "b", "c"], chosen: ["a", "b", "c"] }));
    expect(owner.complete).toBe(true);
    sheet = sheetOf(HIDDEN, bids({ a: 2, b: 1, c: 1 }));
    expect([owner.complete, owner.chosen]).toEqual([false, []]);
  });

  it("shows the bids right after the last one was entered here", () => {
    begin(HIDDEN);
    owner.switchOn();
    greeted();
    socket().say(stateOf({ claimed: ["a", "b"], chosen: ["b"] }));
    expect(owner.awaited).toEqual(["a"]);
    sheet = edit(sheet, bids({ c: 2 }));
    owner.changed();
    expect([owner.awaited, owner.complete]).toEqual([["a"], false]);
    socket().say(stateOf({ claimed: ["a", "b"], chosen: ["a", "b"] }));
    expect(owner.complete).toBe(true);
    owner.reveal();
    expect(types().slice(-2)).toEqual(["publish", "reveal"]);
  });

  it("says why the server does not take the sheet", () => {
    begin(HIDDEN);
    owner.switchOn();
    socket().open();
    socket().say({ type: "refused", reason: "full", detail: null });
    socket().drop(4002);
    expect([owner.status, owner.reason]).toEqual(["refused", "full"]);
    vi.advanceTimersByTime(60_000);
    expect(sockets).toHaveLength(1);
    owner.switchOn();
    greeted();
    expect([owner.status, owner.reason]).toEqual(["live", undefined]);
  });

  it("is off when another page of this device switched it off", () => {
    begin(HIDDEN);
    owner.switchOn();
    greeted();
    socket().say({ type: "refused", reason: "unknown_sheet", detail: null });
    expect(owner.on).toBe(false);
  });
});

describe("a phone that follows", () => {
  const document = documentOf(sheetOf(HIDDEN));
  let phone: Follower;

  function say(message: LiveServerMessage): void {
    socket().say(message);
  }

  function come(state?: Partial<LiveState>): void {
    phone = new Follower("abcdefgh234567ab", next);
    phone.start();
    if (state) greet(state);
  }

  function greet(state: Partial<LiveState>): void {
    socket().open();
    say(stateOf({ document, revision: 1, ...state }));
  }

  function back(state: Partial<LiveState>): void {
    socket().drop();
    vi.advanceTimersByTime(5_000);
    greet(state);
  }

  /** Claimed by Anna, and chosen. */
  function chosen(): void {
    come({});
    phone.claimPlayer("a");
    say(stateOf({ claimed: ["a"], claim: "a" }));
    phone.choose(2);
    say(stateOf({ claimed: ["a"], claim: "a", chosen: ["a"], bid: 2 }));
  }

  afterEach(() => phone.stop());

  it("shows the sheet, also the last one seen after a reload without a connection", () => {
    come({});
    expect(phone.shown?.sheet.players[0]?.name).toBe("Anna");
    phone.stop();
    come();
    expect(phone.shown?.sheet.players[0]?.name).toBe("Anna");
    expect(phone.status).toBe("connecting");
    socket().drop();
    expect(phone.status).toBe("lost");
  });

  it.each([
    { token: 5, claim: 7 },
    {},
    { token: "short", claim: "a", since: 1, bid: null },
    { token: "t".repeat(32), claim: "Ä", since: "1", bid: { round: "1", value: -1 } },
  ])("begins anew when what is kept is damaged: %j", (kept) => {
    localStorage.setItem("rufen.phone", JSON.stringify([["abcdefgh234567ab", kept]]));
    sessionStorage.setItem("rufen.followed.abcdefgh234567ab", '{"x":1}');
    come({});
    expect(socket().sent[0]?.token).toMatch(/^[\w-]{20,64}$/);
    expect([phone.status, phone.claim, phone.bid, phone.shown?.sheet.id]).toEqual(["live", null, null, "sheet1"]);
    expect(phoneMemory("abcdefgh234567ab")).toMatchObject({ claim: null, bid: null });
  });

  it("looks again and again for a sheet that nobody shows now", () => {
    come();
    socket().open();
    say({ type: "refused", reason: "unknown_sheet", detail: null });
    socket().drop(4002);
    expect(phone.status).toBe("unknown");
    vi.advanceTimersByTime(5_000);
    greet({});
    expect(phone.status).toBe("live");
    socket().drop();
    expect(phone.status).toBe("lost");
  });

  it("bids for whom it claims", () => {
    chosen();
    expect([phone.claim, phone.bid, phone.isAsked]).toEqual(["a", 2, true]);
    expect(socket().sent.slice(1)).toEqual([
      { type: "claim", player: "a" },
      { type: "bid", round: 1, value: 2 },
    ]);
    phone.choose(3);
    // what others bring about meanwhile does not bring back the old one
    say(stateOf({ claimed: ["a", "b"], claim: "a", chosen: ["a"], bid: 2 }));
    expect(phone.bid).toBe(3);
    expect(types()).toHaveLength(4);
  });

  it("tells its name and bid again to a server that has forgotten them", () => {
    chosen();
    back({ since: 2 });
    expect(socket().sent.at(-1)).toEqual({ type: "claim", player: "a" });
    say(stateOf({ since: 2, claimed: ["a"], claim: "a" }));
    expect(socket().sent.at(-1)).toEqual({ type: "bid", round: 1, value: 2 });
    expect([phone.claim, phone.bid, phone.told]).toEqual(["a", 2, undefined]);
  });

  it("does so after a reload, too, and with what was chosen without a connection", () => {
    chosen();
    socket().drop();
    phone.choose(1);
    phone.stop();
    come({ since: 2 });
    say(stateOf({ since: 2, claimed: ["a"], claim: "a" }));
    expect(socket().sent.at(-1)).toEqual({ type: "bid", round: 1, value: 1 });
  });

  it("sends again what did not arrive", () => {
    chosen();
    phone.choose(3);
    back({ claimed: ["a"], claim: "a", chosen: ["a"], bid: 2 });
    expect(socket().sent.at(-1)).toEqual({ type: "bid", round: 1, value: 3 });
  });

  it("takes over what another page of this phone chose", () => {
    chosen();
    say(stateOf({ claimed: ["a"], claim: "a", chosen: ["a"], bid: 0 }));
    expect(phone.bid).toBe(0);
    expect(types()).toHaveLength(3);
  });

  it("does not insist when it was released, or somebody else has the name", () => {
    chosen();
    say(stateOf());
    expect([phone.claim, phone.bid, phone.told]).toEqual([null, null, "released"]);
    phone.claimPlayer("a");
    say({ type: "refused", reason: "claimed", detail: null });
    expect([phone.claim, phone.told]).toEqual([null, "taken"]);
  });

  it("does not insist when another phone was faster after a restart", () => {
    chosen();
    back({ since: 2, claimed: ["a"] });
    expect([phone.claim, phone.told]).toEqual([null, "taken"]);
    expect(types()).toEqual(["follow"]);
  });

  it("forgets its bid when the bids are shown, and is asked anew when that is taken back", () => {
    chosen();
    const shown = sheetOf(HIDDEN, bids({ a: 2, b: 1, c: 0 }));
    const later = { round: 2, hand_size: 4, players: ["a", "b", "c"] };
    say(stateOf({ document: documentOf(shown), revision: 2, claim: "a", claimed: ["a"], asking: later }));
    expect([phone.bid, phone.isAsked]).toEqual([null, true]);
    say(stateOf({ document, revision: 3, claim: "a", claimed: ["a"] }));
    expect(phone.bid).toBeNull();
    expect(types()).toHaveLength(3);
  });

  it("is told when a bid is refused", () => {
    chosen();
    phone.choose(3);
    say({ type: "refused", reason: "bid_range", detail: "a whole number 0 … 2" });
    expect([phone.bid, phone.told]).toEqual([null, "bid_range"]);
  });

  it("knows whose bid is there", () => {
    come({ asking: { ...ASKING, players: ["a", "b"] }, chosen: ["b"] });
    expect(["a", "b", "c"].map((player) => phone.hasChosen(player))).toEqual([false, true, true]);
  });
});
