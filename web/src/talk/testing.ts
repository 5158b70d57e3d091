/** A table on a socket that a test holds, and things said there. */
import { FakeSocket } from "$lib/testing";
import type { PlayerView, Said } from "$lib/protocol";
import { snapshotOf } from "../table/testing";
import { Table } from "../table/table.svelte";

export function said(number: number, change: Partial<Said> = {}): Said {
  return { type: "said", number, seat: 1, name: "Anna", kind: "text", what: `line ${number}`, at: number, ...change };
}

/** A table that has its snapshot: this browser sits in seat 0 as Mara. */
export function tableOf(
  change: Partial<PlayerView> = {},
  talk: readonly Said[] = [],
  id = "aaaaaa",
): { table: Table; socket: () => FakeSocket } {
  let socket = new FakeSocket();
  const table = new Table(id, () => (socket = new FakeSocket()));
  table.start();
  socket.open();
  socket.say({ ...snapshotOf(change), talk });
  return { table, socket: () => socket };
}
