import { beforeEach, describe, expect, it } from "vitest";
import { Desk, EXAMPLE, sheetOf } from "../rules/testing";
import { SeatDraft } from "./seats.svelte";
import { noteText, seatProblemText } from "./words";

let desk: Desk;
let draft: SeatDraft;
function sit(names: readonly string[], rows: number, rules = {}): void {
  desk = new Desk(sheetOf(EXAMPLE.slice(0, rows).map((row) => row.slice(0, names.length)), rules, [...names]));
  draft = new SeatDraft(desk);
}
beforeEach(() => {
  sit(["Anna", "Ben", "Cara", "Dan"], 3);
});

const names = (): string => draft.players.map((player) => player.name).join(" ");
const said = (): readonly string[] => draft.notes.map(noteText);

describe("changing places", () => {
  it("counts from the round being played, and says so", () => {
    expect(draft.changed).toBe(false);
    draft.move(0, 1);
    expect(names()).toBe("Ben Anna Cara Dan");
    expect(draft.round).toBe(4);
    expect(said()).toEqual(["From round 4 on you sit, bid and deal in this order. Before it nothing changes."]);
    expect(draft.apply()).toBe(true);
    expect(desk.sheet.seatings).toEqual([
      { round: 1, players: ["a", "b", "c", "d"] },
      { round: 4, players: ["b", "a", "c", "d"] },
    ]);
  });

  it("goes round the table", () => {
    draft.move(0, -1);
    expect(names()).toBe("Ben Cara Dan Anna");
    draft.move(3, 1);
    expect(draft.changed).toBe(false);
  });
});

describe("joining", () => {
  it("begins with the next round, to the left of somebody", () => {
    desk.apply({ kind: "enter", round: 4, bids: { a: 1 } });
    draft.join("Eva", "b");
    expect(names()).toBe("Anna Ben Eva Cara Dan");
    expect(draft.round).toBe(5);
    desk.apply({ kind: "enter", round: 4, bids: { a: null } });
    expect(draft.round).toBe(4);
    expect(draft.problem).toBeUndefined();
    expect(said()[0]).toMatch(/^Eva joins in round 4 and begins with nothing/);
    expect(said()[1]).toBe("The full game now has 12 rounds instead of 15.");
    draft.apply();
    expect(desk.scored.schedule).toHaveLength(12);
    expect(desk.sheet.players.at(-1)).toMatchObject({ name: "Eva" });
  });

  it("refuses a name that is there, or none", () => {
    expect(() => draft.join("  ", "a")).toThrow(expect.objectContaining({ code: "empty_text" }));
    expect(() => draft.join("anna", "a")).toThrow(expect.objectContaining({ code: "name_taken" }));
  });

  it("offers the rounds there are cards for", () => {
    sit(["Anna", "Ben", "Cara", "Dan"], 3, { round_mode: "custom", custom_round_count: 15 });
    draft.join("Eva", "d");
    expect(draft.problem).toMatchObject({ kind: "setting", problem: { error: "rounds_limit", limit: 12 } });
    expect(draft.apply()).toBe(false);
    draft.fit();
    expect(draft.problem).toBeUndefined();
    expect(draft.apply()).toBe(true);
    expect(desk.sheet.rules.custom_round_count).toBe(12);
  });

  it("cuts hands that would be too large", () => {
    sit(["Anna", "Ben", "Cara", "Dan"], 0, { round_mode: "schedule", hand_sizes: [1, 15] });
    draft.join("Eva", "d");
    expect(draft.problem).toMatchObject({ problem: { error: "hand_sizes_limit" } });
    draft.fit();
    draft.apply();
    expect(desk.sheet.rules.hand_sizes).toEqual([1, 12]);
  });

  it("cannot be after the last round there are cards for", () => {
    const row = [[0, 1], [0, 1], [0, 0]] as const;
    desk = new Desk(sheetOf([], {}, ["Anna", "Ben", "Cara"]));
    for (let round = 1; round <= 16; round++) {
      desk.apply({
        kind: "enter", round, bids: { a: row[0][0], b: 0, c: 0 }, tricks: { a: round, b: 0, c: 0 },
      });
    }
    draft = new SeatDraft(desk);
    draft.join("Dan", "c");
    expect(draft.round).toBe(17);
    expect(draft.problem && seatProblemText(draft.problem)).toMatch(/^With 4 players there are cards for 15 rounds/);
    draft.round = 15;
    expect(draft.problem).toBeUndefined();
    expect(said()).toContain(
      "Round 16 is outside the game now. It stays on the pad and comes back when the game grows.",
    );
  });
});

describe("leaving and coming back", () => {
  it("keeps the scores", () => {
    draft.leave("d");
    expect(said()).toEqual([
      "Dan leaves before round 4. The scores stay on the pad; there is a total, but no rank.",
      "The full game now has 20 rounds instead of 15.",
    ]);
    draft.apply();
    expect(desk.scored.standings.at(-1)).toMatchObject({ player: "d", rank: null });
    expect(draft.away.map(({ name }) => name)).toEqual(["Dan"]);
    draft.back({ id: "d", name: "Dan" });
    expect(draft.changed).toBe(true);
    draft.apply();
    expect(desk.sheet.seatings).toHaveLength(1);
  });

  it("needs three who stay", () => {
    draft.leave("d");
    draft.leave("c");
    expect(draft.problem && seatProblemText(draft.problem)).toMatch(/^At least three/);
    draft.join("Eva", "b");
    expect(draft.problem).toBeUndefined();
  });

  it("from a round that was played says what no longer counts", () => {
    draft.leave("d");
    draft.round = 2;
    expect(said()).toContain("What is entered for Dan from round 2 on stays on the sheet and counts nothing.");
  });
});

describe("another tab at the same time", () => {
  const other = (): SeatDraft => new SeatDraft(desk);

  it("never gives somebody else the id of who joins here, and sends nobody away", () => {
    draft.join("Max", "d");
    const second = other();
    second.join("Zoe", "d");
    second.apply();
    expect(names()).toBe("Anna Ben Cara Dan Max Zoe");
    expect(said().join()).not.toContain("Zoe");
    expect(draft.apply()).toBe(true);
    expect(desk.sheet.players.map((player) => player.name)).toEqual(["Anna", "Ben", "Cara", "Dan", "Zoe", "Max"]);
    expect(new Set(desk.sheet.players.map((player) => player.id)).size).toBe(6);
  });

  it("says it when the same name has sat down there", () => {
    draft.join("Max", "d");
    const second = other();
    second.join("Max", "d");
    second.apply();
    expect(draft.problem).toMatchObject({ kind: "refused", error: { code: "name_taken" } });
  });

  it("lets those leave who are seen here", () => {
    draft.join("Max", "d");
    const second = other();
    second.join("Zoe", "d");
    second.apply();
    draft.leave(draft.players.at(-1)?.id ?? "");
    expect(names()).toBe("Anna Ben Cara Dan Max");
    expect(said().join()).toContain("Zoe");
  });
});
