import { describe, expect, it } from "vitest";
import { GRACES, GENEROUS_S, MAX_TIMER_S, MIN_TIMER_S } from "$lib/protocol";
import { graceText, timersWith, timerText, timeText, withNow } from "./options";

describe("times in words", () => {
  it.each([
    [15, "15 seconds"],
    [60, "1 minute"],
    [90, "90 seconds"],
    [300, "5 minutes"],
  ])("%i is %s", (seconds, text) => {
    expect(timeText(seconds)).toBe(text);
  });

  it("say what nothing means", () => {
    expect(graceText(0)).toBe("Never, we wait");
    expect(timerText(0)).toBe("Off");
    expect(timerText(GENEROUS_S)).toContain("5 minutes");
  });
});

describe("what can be chosen", () => {
  it("holds what is set now, in order", () => {
    expect(withNow(GRACES, 60)).toEqual(GRACES);
    expect(withNow([15, 30], 20)).toEqual([15, 20, 30]);
    expect(timersWith(77)).toContain(77);
  });

  it("is what the server takes", () => {
    for (const seconds of timersWith(0)) {
      expect(seconds === 0 || seconds === GENEROUS_S || (seconds >= MIN_TIMER_S && seconds <= MAX_TIMER_S)).toBe(true);
    }
  });
});
