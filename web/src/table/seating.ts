/** Where seats are drawn: the one asked to look sits at the bottom, the others follow clockwise (R1.4). */

/** `m` bottom, `l2` and `l1` left from below, `t` top, `r1` and `r2` right from above. */
export type Spot = "m" | "l2" | "l1" | "l" | "t" | "r" | "r1" | "r2";

const SPOTS: Readonly<Record<number, readonly Spot[]>> = {
  3: ["m", "l", "r"],
  4: ["m", "l", "t", "r"],
  5: ["m", "l2", "l1", "r1", "r2"],
  6: ["m", "l2", "l1", "t", "r1", "r2"],
};

/** How far the ring turns so that its tail points at a spot: 0 down, 90 left, 180 up, 270 right. */
const TURN: Readonly<Record<Spot, number>> = { m: 0, l2: 62, l: 90, l1: 118, t: 180, r1: 242, r: 270, r2: 298 };

/** The seat drawn at the bottom: one's own, for somebody who only watches the first. */
export function bottomSeat(seat: number | null): number {
  return seat ?? 0;
}

/** The spot of every seat. */
export function spots(seats: number, bottom: number): readonly Spot[] {
  const order = SPOTS[seats] ?? SPOTS[6] ?? [];
  return Array.from({ length: seats }, (_, seat) => order[(seat - bottom + seats) % seats] ?? "m");
}

/** The other seats clockwise, beginning at the left hand. */
export function others(seats: number, bottom: number): readonly number[] {
  return Array.from({ length: seats - 1 }, (_, step) => (bottom + step + 1) % seats);
}

export function turnOf(spot: Spot): number {
  return TURN[spot];
}

/** The angle near `from` that looks like `to`: the ring turns the short way round. */
export function nearestTurn(from: number, to: number): number {
  return from + ((((to - from) % 360) + 540) % 360) - 180;
}

/** Seats beginning at one's own, then clockwise: the order of columns on the pad. */
export function padOrder(seats: number, bottom: number): readonly number[] {
  return [bottom, ...others(seats, bottom)];
}
