import { flushSync } from "svelte";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Said } from "$lib/protocol";
import { snapshotOf } from "../table/testing";
import { mutedAt } from "./muted.svelte";
import { said, tableOf } from "./testing";
import { unreadAt } from "./unread.svelte";

let ends: (() => void)[] = [];

beforeEach(() => localStorage.clear());
afterEach(() => {
  for (const end of ends) end();
  ends = [];
});

function counted(talk: readonly Said[] = [], id = "aaaaaa") {
  const { table, socket } = tableOf({}, talk, id);
  let open = $state(false);
  let unread = { count: -1 } as { readonly count: number };
  ends.push(
    $effect.root(() => {
      unread = unreadAt(table, () => open);
    }),
    () => table.stop(),
  );
  flushSync();
  return {
    socket,
    count: () => (flushSync(), unread.count),
    open: (value: boolean) => void (open = value),
  };
}

describe("what nobody has read", () => {
  it("is what others say from now on", () => {
    const { socket, count } = counted([said(1), said(2)]);
    expect(count()).toBe(0);
    socket().say(said(3));
    socket().say(said(4, { seat: 0, name: "Mara" }));
    socket().say(said(5, { kind: "reaction", what: "wow" }));
    expect(count()).toBe(2);
  });

  it("is nothing while the talk is open", () => {
    const { socket, count, open } = counted();
    socket().say(said(1));
    expect(count()).toBe(1);
    open(true);
    expect(count()).toBe(0);
    socket().say(said(2));
    expect(count()).toBe(0);
    open(false);
    expect(count()).toBe(0);
    socket().say(said(3));
    expect(count()).toBe(1);
  });

  it("leaves muted people out", () => {
    const { socket, count } = counted([], "dddddd");
    mutedAt("dddddd").set("Anna", true);
    socket().say(said(1));
    socket().say(said(2, { name: "Ben", seat: 2 }));
    expect(count()).toBe(1);
  });

  it("is no more than is there, when the server has forgotten the rest", () => {
    const { socket, count } = counted();
    socket().say(said(1));
    socket().say(said(2));
    expect(count()).toBe(2);
    socket().say({ ...snapshotOf(), talk: [] });
    expect(count()).toBe(0);
    socket().say({ ...snapshotOf(), talk: [said(1, { at: 9_000_000_000 })] });
    expect(count()).toBe(1);
  });

  it("includes what was said while the line was down, once", () => {
    const { socket, count } = counted([said(1)]);
    socket().say({ ...snapshotOf(), talk: [said(1), said(2)] });
    expect(count()).toBe(1);
    socket().say({ ...snapshotOf(), talk: [said(1), said(2)] });
    expect(count()).toBe(1);
  });
});
