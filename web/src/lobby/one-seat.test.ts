/** One browser is one person at a table, in however many tabs. */

import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { forgetTable, newToken, rememberTable, tokenFor } from "$lib/seats";
import { FakeSocket } from "$lib/testing";
import { Table } from "../table/table.svelte";
import { snapshotOf, updateOf } from "../table/testing";

const sockets: FakeSocket[] = [];
const MINE = newToken();
let table: Table;

function open(): FakeSocket {
  table = new Table("abc123abc", () => {
    const socket = new FakeSocket();
    sockets.push(socket);
    return socket;
  });
  table.start();
  return connect();
}

function connect(): FakeSocket {
  const socket = sockets.at(-1);
  if (socket === undefined) throw new Error("no socket");
  socket.open();
  return socket;
}

/** As another tab does it. */
function elsewhere(change: () => void): void {
  change();
  dispatchEvent(new StorageEvent("storage", { key: "rufen.seats" }));
}

beforeEach(() => {
  vi.useFakeTimers();
  localStorage.clear();
  forgetTable("abc123abc");
  sockets.length = 0;
});

afterEach(() => {
  table.stop();
  vi.useRealTimers();
});

describe("a second tab", () => {
  it("sits as soon as the first does, and stands up with it", () => {
    open().say(snapshotOf({ seat: null, phase: "seating" }));
    elsewhere(() => rememberTable({ table: "abc123abc", token: MINE }));
    const second = connect();
    expect(second.sent[0]).toMatchObject({ type: "hello", token: MINE });
    second.say(snapshotOf({ seat: 1, phase: "seating" }));
    expect(table.me).toBe(1);
    elsewhere(() => forgetTable("abc123abc"));
    expect(connect().sent[0]).not.toHaveProperty("token");
    expect(table.unseated).toBe(false);
  });

  it("does not mind what happens at other tables", () => {
    open().say(snapshotOf({ seat: null, phase: "seating" }));
    elsewhere(() => rememberTable({ table: "another1", token: MINE }));
    expect(sockets).toHaveLength(1);
  });
});

describe("a seat that is lost", () => {
  it("is forgotten when its host has emptied it, and the person is told", () => {
    rememberTable({ table: "abc123abc", token: MINE });
    const socket = open();
    socket.say(snapshotOf({ seat: 1, phase: "seating" }));
    socket.say(updateOf(20, [{ type: "seat_left", seat: 1 }], { seat: null, phase: "seating" }));
    expect(tokenFor("abc123abc")).toBeUndefined();
    expect(table.unseated).toBe(true);
  });

  it("is forgotten when that happened while the line was down", () => {
    rememberTable({ table: "abc123abc", token: MINE });
    open().say({ type: "refused", id: null, reason: "unknown_token" });
    connect().say(snapshotOf({ seat: null, phase: "seating" }));
    expect(tokenFor("abc123abc")).toBeUndefined();
    expect(table.unseated).toBe(true);
  });

  it("is no news to whoever stood up", () => {
    rememberTable({ table: "abc123abc", token: MINE });
    const socket = open();
    socket.say(snapshotOf({ seat: 1, phase: "seating" }));
    table.free(1);
    const id = String(socket.sent.at(-1)?.id);
    socket.say(updateOf(20, [{ type: "seat_left", seat: 1 }], { seat: null, phase: "seating" }));
    socket.say({ type: "ack", id, seq: 21 });
    expect(tokenFor("abc123abc")).toBeUndefined();
    expect(table.unseated).toBe(false);
  });
});
