import { beforeEach, describe, expect, it } from "vitest";
import { prefs } from "$lib/prefs.svelte";
import { clock, duration, nextTick, secondsLeft } from "./countdown.svelte";

beforeEach(() => {
  prefs.language = "en";
});

describe("a time that runs down", () => {
  it.each([
    [60, 0, 60],
    [60, 1, 60],
    [60, 1000, 59],
    [60, 59_400, 1],
    [60, 60_000, 0],
    [60, 90_000, 0],
    [9.3, 0, 10],
  ])("of %f s shows after %i ms: %i", (left, passed, shown) => {
    expect(secondsLeft(left, 5000, 5000 + passed)).toBe(shown);
  });

  it("ticks exactly when another number is to be shown", () => {
    for (const passed of [0, 1, 299, 300, 301, 999, 8299]) {
      const now = 5000 + passed;
      const wait = nextTick(9.3, 5000, now);
      expect(secondsLeft(9.3, 5000, now + wait)).toBeLessThan(secondsLeft(9.3, 5000, now));
      if (wait > 20) expect(secondsLeft(9.3, 5000, now + wait - 1)).toBe(secondsLeft(9.3, 5000, now));
    }
  });

  it("is written as on a clock, and said in words", () => {
    expect([clock(5), clock(45), clock(60), clock(125)]).toEqual(["0:05", "0:45", "1:00", "2:05"]);
    expect([duration(1), duration(45), duration(60), duration(90), duration(300)]).toEqual([
      "1 second",
      "45 seconds",
      "1 minute",
      "90 seconds",
      "5 minutes",
    ]);
  });
});
