import { describe, expect, it } from "vitest";
import type { SeatInfo } from "$lib/protocol";
import { NEWS } from "../table/testing";
import { missing } from "./readiness";

function seats(...changes: readonly Partial<SeatInfo>[]): readonly SeatInfo[] {
  return NEWS.seats.map((seat, at) => ({ ...seat, ...changes[at] }));
}

const OPEN = { kind: null, name: "" } as const;
const BOT = { kind: "bot", level: "beginner" } as const;

describe("what is missing before the start", () => {
  it("is nobody's yes but the host's, who starts", () => {
    expect(missing(seats(), 0)).toEqual({ open: 0, unready: ["Anna", "Ben", "Cara"], gone: [] });
    expect(missing(seats({}, { ready: true }, { ready: true }, { ready: true }), 0).unready).toEqual([]);
  });

  it("counts open seats and asks no bot", () => {
    expect(missing(seats({}, OPEN, BOT, OPEN), 0)).toEqual({ open: 2, unready: [], gone: [] });
  });

  it("names who is away, but not who was lost a moment ago", () => {
    const some = seats({}, { presence: "away" }, { presence: "reconnecting" }, { ready: true });
    expect(missing(some, 0)).toEqual({ open: 0, unready: ["Anna", "Ben"], gone: ["Anna"] });
  });

  it("asks everybody while nobody is host", () => {
    expect(missing(seats(), null).unready).toHaveLength(4);
  });
});
