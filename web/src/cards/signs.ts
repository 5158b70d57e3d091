/** The suit signs on a 24 grid. Four outlines that differ even in grey: open curve, slanted lens with a
 * stem, forked top with a hole, eight points; and the French ones. */

import type { Suit } from "../lib/protocol";
import type { Faces } from "../lib/prefs.svelte";

/** A star with n points around (cx, cy), between the radii q and r. */
export function star(cx: number, cy: number, r: number, q: number, n: number): string {
  const points = Array.from({ length: n * 2 }, (_, i) => {
    const angle = (Math.PI * i) / n - Math.PI / 2;
    const k = i % 2 ? q : r;
    return `${(cx + k * Math.cos(angle)).toFixed(2)} ${(cy + k * Math.sin(angle)).toFixed(2)}`;
  });
  return `M${points.join("L")}Z`;
}

export const SIGN: Readonly<Record<Faces, Readonly<Record<Suit, string>>>> = {
  shapes: {
    B: "M14.9 1.9A10.2 10.2 0 1 0 22.1 14.4A7.5 7.5 0 1 1 14.9 1.9Z",
    G: "M21.6 2.4C11.6 2 4 6.4 4 13.4C4 14.9 4.4 16.3 5.1 17.4L14.6 8.4L15.8 9.6L6.5 18.9C7.6 19.6 8.9 20 10.4 20C17.6 20 22 12.4 21.6 2.4ZM5.1 17.4L1.9 20.6L3.4 22.1L6.5 18.9Z",
    R: "M10.6 .9C11 5 14.6 6.8 15.9 10.1C16.9 8.9 17.2 7.4 16.7 5.5C19.6 7.9 21.2 11 21.2 14.2C21.2 19.2 17.3 23 12 23C6.7 23 2.8 19.2 2.8 14.2C2.8 8.7 9.2 6.8 10.6 .9ZM12.2 13C11.6 15.2 9.2 16 9.2 18.2C9.2 19.8 10.4 21 12 21C13.6 21 14.8 19.8 14.8 18.2C14.8 16.2 13 15.2 12.2 13Z",
    Y: star(12, 12, 11.6, 7.2, 8),
  },
  french: {
    B: "M12 1.5C14 5.6 21.5 9.3 21.5 14.3C21.5 17 19.5 18.8 17.1 18.8C15.3 18.8 13.9 17.9 13.2 16.6C13.3 19 14.2 21 16 22.5H8C9.8 21 10.7 19 10.8 16.6C10.1 17.9 8.7 18.8 6.9 18.8C4.5 18.8 2.5 17 2.5 14.3C2.5 9.3 10 5.6 12 1.5Z",
    G: "M12 1.5A4.9 4.9 0 0 1 15.8 9.5A4.9 4.9 0 1 1 13.2 16.2C13.3 18.9 14.2 21 16 22.5H8C9.8 21 10.7 18.9 10.8 16.2A4.9 4.9 0 1 1 8.2 9.5A4.9 4.9 0 0 1 12 1.5Z",
    R: "M12 22C9.5 17.5 2 13.8 2 8.2C2 5 4.4 2.8 7.2 2.8C9.5 2.8 11.2 4.2 12 6.2C12.8 4.2 14.5 2.8 16.8 2.8C19.6 2.8 22 5 22 8.2C22 13.8 14.5 17.5 12 22Z",
    Y: "M12 1.3L20.2 12L12 22.7L3.8 12Z",
  },
};

/** The landscape that the sign of a number card rises over: water, hills, peaks, plain. */
export const HILL: Readonly<Record<Suit, string>> = {
  B: "M3 112C20 106 32 118 50 112S80 106 97 112V130a7 7 0 0 1-7 7H10a7 7 0 0 1-7-7Z",
  G: "M3 122C22 108 40 104 58 110C74 115 86 112 97 104V130a7 7 0 0 1-7 7H10a7 7 0 0 1-7-7Z",
  R: "M3 124L24 108L40 118L66 104L97 122V130a7 7 0 0 1-7 7H10a7 7 0 0 1-7-7Z",
  Y: "M3 116H97V130a7 7 0 0 1-7 7H10a7 7 0 0 1-7-7Z",
};

const COURT: Readonly<Record<number, string>> = { 1: "A", 11: "J", 12: "Q", 13: "K" };

/** What stands in the corner of a number card. */
export function rankText(rank: number, faces: Faces): string {
  return faces === "french" ? (COURT[rank] ?? String(rank)) : String(rank);
}
