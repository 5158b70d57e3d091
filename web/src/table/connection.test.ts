import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { PING_MS, retryDelay, SILENCE_MS } from "$lib/wire";
import { Line, type LineOptions } from "./connection";
import { FakeSocket } from "$lib/testing";
import { played, snapshotOf, updateOf } from "./testing";

const sockets: FakeSocket[] = [];
const heard = {
  onState: vi.fn<LineOptions["onState"]>(),
  onSnapshot: vi.fn<LineOptions["onSnapshot"]>(),
  onUpdate: vi.fn<LineOptions["onUpdate"]>(),
  onNews: vi.fn<LineOptions["onNews"]>(),
  onSaid: vi.fn<LineOptions["onSaid"]>(),
  onHinted: vi.fn<LineOptions["onHinted"]>(),
  onDone: vi.fn<LineOptions["onDone"]>(),
  onRefused: vi.fn<LineOptions["onRefused"]>(),
};
let line: Line;

function socket(): FakeSocket {
  const last = sockets.at(-1);
  if (last === undefined) throw new Error("no socket was opened");
  return last;
}

function live(): FakeSocket {
  line.start();
  socket().open();
  socket().say(snapshotOf());
  return socket();
}

beforeEach(() => {
  vi.useFakeTimers();
  sockets.length = 0;
  for (const one of Object.values(heard)) one.mockReset();
  line = new Line({
    table: "aaaaaa",
    token: "secret-of-a-seat-0001",
    open: () => {
      sockets.push(new FakeSocket());
      return socket();
    },
    random: () => 1,
    ...heard,
  });
});

afterEach(() => {
  line.stop();
  vi.useRealTimers();
});

describe("saying hello", () => {
  it("names the table and the secret, and is live with the snapshot", () => {
    live();
    expect(socket().sent[0]).toEqual({ type: "hello", v: 2, table: "aaaaaa", token: "secret-of-a-seat-0001" });
    expect(line.state).toBe("live");
    expect(heard.onSnapshot).toHaveBeenCalledOnce();
  });

  it("says after a break how far it had come", () => {
    live().drop();
    expect(line.state).toBe("lost");
    vi.advanceTimersByTime(300);
    socket().open();
    expect(socket().sent[0]).toMatchObject({ type: "hello", seq: 20 });
    socket().say(snapshotOf({ seq: 22 }));
    expect(line.state).toBe("live");
  });

  it("gives up when there is no such table", () => {
    line.start();
    socket().open();
    socket().say({ type: "refused", id: null, reason: "unknown_table" });
    socket().drop(4002);
    vi.advanceTimersByTime(60_000);
    expect(line.state).toBe("refused");
    expect(heard.onState).toHaveBeenLastCalledWith("refused", "unknown_table");
    expect(sockets).toHaveLength(1);
  });

  it("watches instead when its secret owns no seat here", () => {
    line.start();
    socket().open();
    socket().say({ type: "refused", id: null, reason: "unknown_token" });
    expect(sockets).toHaveLength(2);
    socket().open();
    expect(socket().sent[0]).toEqual({ type: "hello", v: 2, table: "aaaaaa" });
  });
});

describe("updates", () => {
  it("come in order", () => {
    live().say(updateOf(20, [played(1, "B9")]));
    expect(heard.onUpdate).toHaveBeenCalledOnce();
  });

  it("are ignored when they came before", () => {
    live().say(updateOf(18, [played(1, "B9")]));
    expect(heard.onUpdate).not.toHaveBeenCalled();
    expect(socket().sent.map((one) => one.type)).toEqual(["hello"]);
  });

  it("ask for a snapshot when one is missing, and wait for it", () => {
    live().say(updateOf(22, [played(1, "B9")]));
    socket().say(updateOf(23, [played(2, "B2")]));
    expect(socket().sent.map((one) => one.type)).toEqual(["hello", "resync"]);
    expect(heard.onUpdate).not.toHaveBeenCalled();
    socket().say(snapshotOf({ seq: 24 }));
    socket().say(updateOf(24, [played(3, "B4")]));
    expect(heard.onUpdate).toHaveBeenCalledOnce();
  });
});

describe("requests", () => {
  it("are sent again with the same id until they are acknowledged", () => {
    const first = live();
    const id = line.send({ type: "act", seq: 20, action: { type: "play_card", card: "B3" } });
    expect(first.sent.at(-1)).toMatchObject({ type: "act", id });
    first.drop();
    vi.advanceTimersByTime(300);
    socket().open();
    expect(socket().sent).toHaveLength(1);
    socket().say(snapshotOf());
    expect(socket().sent.at(-1)).toMatchObject({ type: "act", id });
    socket().say({ type: "ack", id: id ?? "", seq: 21 });
    expect(heard.onDone).toHaveBeenCalledWith(expect.objectContaining({ id }), 21);
    socket().drop();
    vi.advanceTimersByTime(300);
    socket().open();
    socket().say(snapshotOf({ seq: 21 }));
    expect(socket().sent.map((one) => one.type)).toEqual(["hello"]);
  });

  it("are not taken while the line is down", () => {
    live().drop();
    expect(line.send({ type: "start" })).toBeNull();
  });

  it("come back refused with the reason", () => {
    live();
    const id = line.send({ type: "act", seq: 20, action: { type: "place_bid", bid: 1 } });
    socket().say({ type: "refused", id, reason: "stale" });
    expect(heard.onRefused).toHaveBeenCalledWith(
      expect.objectContaining({ id }),
      expect.objectContaining({ reason: "stale" }),
    );
    expect(line.state).toBe("live");
  });
});

describe("silence", () => {
  it("is broken by pings, and counts as lost when nothing comes back", () => {
    live();
    vi.advanceTimersByTime(PING_MS);
    expect(socket().sent.at(-1)).toEqual({ type: "ping" });
    socket().say({ type: "beat", seq: 20 });
    vi.advanceTimersByTime(SILENCE_MS - 1);
    expect(line.state).toBe("live");
    vi.advanceTimersByTime(1);
    expect(line.state).toBe("lost");
  });
});

describe("coming back", () => {
  it("tries at once when the device is online again", () => {
    live().drop();
    window.dispatchEvent(new Event("online"));
    expect(sockets).toHaveLength(2);
  });

  it("waits longer after each failure, up to a limit, and starts small again after success", () => {
    live();
    for (const wait of [300, 600, 1200]) {
      socket().drop();
      const before = sockets.length;
      vi.advanceTimersByTime(wait - 1);
      expect(sockets).toHaveLength(before);
      vi.advanceTimersByTime(1);
      expect(sockets).toHaveLength(before + 1);
    }
    expect(retryDelay(20, 1)).toBe(8000);
    expect(retryDelay(0, 0)).toBe(150);
  });

  it("reconnects at once when the server dropped messages", () => {
    live().drop(4000);
    vi.advanceTimersByTime(0);
    expect(sockets).toHaveLength(2);
  });
});
