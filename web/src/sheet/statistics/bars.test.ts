import { describe, expect, it } from "vitest";
import { barsOf, percentOf } from "./bars";
import { averageText, rateText } from "./words";

describe("bars of bids made", () => {
  it("are as high as the rate, and still there for none", () => {
    const chart = barsOf(
      [
        { handSize: 1, made: 4, bids: 4 },
        { handSize: 2, made: 1, bids: 2 },
        { handSize: 5, made: 0, bids: 3 },
      ],
      340,
      160,
    );
    expect(chart.bars.map((bar) => bar.percent)).toEqual([100, 50, 0]);
    const [full = { y: 0, height: 0 }, half, none] = chart.bars;
    expect(half?.height).toBeCloseTo(full.height / 2);
    expect(none?.height).toBe(2);
    expect(full.y + full.height).toBe(chart.base);
  });

  it("stay inside with twenty hand sizes", () => {
    const rates = Array.from({ length: 20 }, (_, at) => ({ handSize: at + 1, made: 1, bids: 3 }));
    const chart = barsOf(rates, 340, 160);
    const last = chart.bars.at(-1);
    expect((last?.x ?? 0) + (last?.width ?? 0)).toBeLessThanOrEqual(340);
    expect(chart.bars.filter((bar) => bar.named).map((bar) => bar.handSize)).toEqual([1, 5, 10, 15, 20]);
  });

  it("round", () => {
    expect(percentOf({ made: 2, bids: 3 })).toBe(67);
    expect(percentOf({ made: 0, bids: 0 })).toBe(0);
  });
});

it("numbers are short, and a dash where there is none", () => {
  expect(rateText({ made: 3, bids: 5 })).toBe("60 %");
  expect(rateText({ made: 0, bids: 0 })).toBe("–");
  expect(averageText(-12.34)).toBe("−12.3");
  expect(averageText(undefined)).toBe("–");
});
