/** What a page that is opened again says of its seat. */
import { beforeEach, describe, expect, it } from "vitest";
import { prefs } from "$lib/prefs.svelte";
import type { PlayerView } from "$lib/protocol";
import { viewOf } from "../table/testing";
import { keepSeen, lastSeen, seenOf, sinceThen, type Seen } from "./lastseen";

beforeEach(() => {
  prefs.language = "en";
  prefs.faces = "shapes";
  localStorage.clear();
});

const BIDDING = viewOf({ phase: "bidding", bids: [null, null, null, null], has_bid: [false, false, false, false] });
const BID = viewOf({ phase: "playing" });
const PLAYED = viewOf({ trick: { leader: 0, cards: ["B3", "B9"], led_suit: "B", follow: "B", winning: 1 } });
const NEXT = viewOf({ ...BIDDING, round_number: 4, hand_size: 4 });

function seen(view: PlayerView, sent: Parameters<typeof seenOf>[2] = null): Seen {
  const kept = seenOf("aaaaaa", view, sent);
  if (kept === null) throw new Error("nothing to keep");
  return kept;
}

describe("a page that is opened again", () => {
  it("says what was done at its seat", () => {
    expect(sinceThen(seen(BIDDING), BID)).toBe("Meanwhile, at your seat: bid 1.");
    expect(sinceThen(seen(BIDDING), PLAYED)).toBe("Meanwhile, at your seat: bid 1 and blue 3.");
    expect(sinceThen(seen(BID), NEXT)).toBe("You left in round 3; now it is round 4.");
    const named = viewOf({ turn_up: "W1", trump: "G", bids: [null, null, null, null], has_bid: BIDDING.has_bid });
    expect(sinceThen(seen({ ...BIDDING, turn_up: "W1", trump: null }), named)).toBe(
      "Meanwhile, at your seat: green named as trump.",
    );
  });

  it("says nothing of what one did oneself, or saw", () => {
    expect(sinceThen(seen(BIDDING), BIDDING)).toBe("");
    expect(sinceThen(seen(PLAYED), PLAYED)).toBe("");
    expect(sinceThen(seen(BIDDING, { type: "place_bid", bid: 1 }), BID)).toBe("");
    expect(sinceThen(seen(BID, { type: "play_card", card: "B3" }), PLAYED)).toBe("");
  });

  it("says nothing when others have only dealt on", () => {
    const done = viewOf({
      phase: "dealing",
      trick: null,
      tricks: (["B3", "G7", "W1"] as const).map((card) => ({ leader: 0, cards: [card, "B9", "B12", "R2"], winner: 0 })),
    });
    expect(sinceThen(seen(done), NEXT)).toBe("");
  });

  it("says nothing to somebody else, or after something was taken back", () => {
    expect(sinceThen({ ...seen(BIDDING), seat: 2 }, BID)).toBe("");
    expect(sinceThen(seen(PLAYED), BIDDING)).toBe("");
    expect(seenOf("aaaaaa", viewOf({ seat: null }), null)).toBeNull();
  });
});

describe("what is kept", () => {
  it("is one for each table, of the newest twenty", () => {
    for (let at = 0; at < 25; at += 1) keepSeen({ ...seen(BID), table: `table${at}` });
    keepSeen({ ...seen(NEXT), table: "table20" });
    expect(lastSeen("table20")?.round).toBe(4);
    expect(lastSeen("table24")?.round).toBe(3);
    expect(lastSeen("table4")).toBeUndefined();
  });

  it("may be damaged", () => {
    localStorage.setItem("rufen.seen", '[1, null, {"table": "aaaaaa", "seat": "x"}]');
    expect(lastSeen("aaaaaa")).toBeUndefined();
    localStorage.setItem("rufen.seen", "{");
    expect(lastSeen("aaaaaa")).toBeUndefined();
  });
});
