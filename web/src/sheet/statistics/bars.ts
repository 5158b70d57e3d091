/** The chart of bids made by hand size: a bar for each, as high as its rate. */

import type { SizeRate } from "../model/statistics";

export interface Bar {
  readonly handSize: number;
  readonly x: number;
  readonly width: number;
  readonly y: number;
  readonly height: number;
  /** Whole percent. */
  readonly percent: number;
  /** There is room for its hand size below it. */
  readonly named: boolean;
}

export interface Bars {
  readonly width: number;
  readonly height: number;
  readonly left: number;
  readonly base: number;
  readonly grid: readonly { readonly percent: number; readonly y: number }[];
  readonly bars: readonly Bar[];
}

const LEFT = 40;
const TOP = 18;
const BOTTOM = 24;
const WIDEST = 34;
const GAP = 0.22;
/** So many bars have room for numbers; of more, every fifth hand size is named. */
const MOST_NAMED = 12;
const EVERY = 5;
/** A bar of nothing is still a bar. */
const LOWEST = 2;

export function percentOf({ made, bids }: { readonly made: number; readonly bids: number }): number {
  return bids === 0 ? 0 : Math.round((100 * made) / bids);
}

export function barsOf(rates: readonly SizeRate[], width: number, height: number): Bars {
  const base = height - BOTTOM;
  const y = (percent: number): number => TOP + ((base - TOP) * (100 - percent)) / 100;
  const step = Math.min(WIDEST / (1 - GAP), (width - LEFT) / Math.max(1, rates.length));
  const bars = rates.map((rate, at) => {
    const percent = percentOf(rate);
    const top = Math.min(y(percent), base - LOWEST);
    return {
      handSize: rate.handSize,
      x: LEFT + step * (at + GAP / 2),
      width: step * (1 - GAP),
      y: top,
      height: base - top,
      percent,
      named: rates.length <= MOST_NAMED || at === 0 || rate.handSize % EVERY === 0,
    };
  });
  const grid = [0, 50, 100].map((percent) => ({ percent, y: y(percent) }));
  return { width, height, left: LEFT, base, grid, bars };
}
