import { describe, expect, it } from "vitest";
import { cleanCode, EXAMPLE, shownCode, spokenCode } from "./code";

describe("a code that somebody types", () => {
  it.each([
    "lumori47",
    "LUMORI47",
    "  Lu-Mo-Ri 4 7 ",
    "lu mo ri – 4.7",
    "lu\u00a0mo\u00a0ri\u00a047",
    "http://192.168.1.20:8000/j/lumori47",
    "https://wizard.example/j/Lumori47?x=1#y",
    "come and play: https://wizard.example/j/lumori47",
  ])("%j is lumori47", (typed) => {
    expect(cleanCode(typed)).toBe("lumori47");
  });

  it.each(["", "lumori", "lumori4", "lumori477", "lumori10", "lumoxi47", "47lumori", "lumori٤٧", "/j/", "l".repeat(5000)])(
    "%j is none",
    (typed) => {
      expect(cleanCode(typed)).toBeNull();
    },
  );
});

describe("a code on the screen", () => {
  it("can be read and said, and what is read can be typed", () => {
    expect(shownCode("lumori47")).toBe("lumori 47");
    expect(spokenCode("lumori47")).toBe("lu mo ri 4 7");
    expect(cleanCode(shownCode(EXAMPLE))).toBe(EXAMPLE);
    expect(cleanCode(spokenCode(EXAMPLE))).toBe(EXAMPLE);
  });
});
