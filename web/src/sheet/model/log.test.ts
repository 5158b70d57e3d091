// @vitest-environment node
import { describe, expect, it } from "vitest";
import { begin, replay, resume } from "./log";
import { enter, WORKED } from "./testing";
import { newSheet } from "./document";
import { edit } from "./edit";
import type { Edit, Step } from "./types";

const START = newSheet(["Anna", "Ben", "Cara"], {}, { id: "one", created: WORKED.created });
const UNDO: Step = { kind: "undo" };
const REDO: Step = { kind: "redo" };
const [FIRST, SECOND, THIRD] = [enter(1, "1 0 0 /"), enter(1, "- - - / 1"), enter(1, "- - - / 0 1")];

describe("the life of a sheet", () => {
  it("is its start and all changes", () => {
    const { sheet, done, undone } = replay(START, [FIRST, SECOND]);
    expect(sheet.rounds).toEqual([{ bids: { a: 1, b: 0, c: 0 }, tricks: { a: 1 } }]);
    expect(done.map((made) => made.change)).toEqual([FIRST, SECOND]);
    expect(undone).toEqual([]);
  });

  it("goes back and forth, the last first", () => {
    const back = replay(START, [FIRST, SECOND, UNDO, UNDO]);
    expect([back.sheet, back.undone]).toEqual([START, [SECOND, FIRST]]);
    expect(resume(back, [REDO, REDO])).toEqual(replay(START, [FIRST, SECOND]));
  });

  it("goes back no further than the start, nor forth further than the end", () => {
    expect(replay(START, [UNDO, REDO])).toEqual(begin(START));
    expect(replay(START, [FIRST, UNDO, UNDO, REDO, REDO])).toEqual(replay(START, [FIRST]));
  });

  it("forgets with a new change what could be brought back", () => {
    expect(replay(START, [FIRST, SECOND, UNDO, THIRD])).toEqual(replay(START, [FIRST, THIRD]));
  });

  it("passes over what cannot be made", () => {
    expect(replay(START, [FIRST, { kind: "rename", player: "z", name: "Zoe" }, SECOND])).toEqual(
      replay(START, [FIRST, SECOND]),
    );
  });

  it("passes over what it cannot read: of a newer Rufen, or damaged", () => {
    const seat = { kind: "seat", round: 1, players: [null, null, null] };
    for (const one of [{ kind: "fly" }, seat, { kind: "title", title: 5 }, "x", null] as unknown as readonly Step[]) {
      expect(replay(START, [FIRST, one, SECOND])).toEqual(replay(START, [FIRST, SECOND]));
    }
    const fly = { kind: "fly" } as unknown as Edit;
    expect(() => edit(START, fly)).toThrow(expect.objectContaining({ code: "kind", place: "kind" }));
  });
});
