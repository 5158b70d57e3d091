/** Sheets for tests, told in short. */

import { newSheet } from "./document";
import { edit } from "./edit";
import type { Edit, Rules, Sheet } from "./types";

export const CREATED = "2026-11-24T19:05:00Z";

/** `"1 0 2 / 0 1 2"`: bids and tricks of a round in seating order, `-` for missing. */
export function enter(round: number, text: string, players = "abcdef"): Edit {
  const [bids = "", tricks = ""] = text.split("/");
  const values = (part: string): Record<string, number> =>
    Object.fromEntries(
      part
        .trim()
        .split(/\s+/)
        .flatMap((number, at) => (/^\d+$/.test(number) ? [[players.charAt(at), Number(number)]] : [])),
    );
  return { kind: "enter", round, bids: values(bids), tricks: values(tricks) };
}

export function told(names: readonly string[], rules: Rules, rounds: readonly string[], id = "sheet"): Sheet {
  return rounds.reduce(
    (sheet, text, at) => edit(sheet, enter(at + 1, text)),
    newSheet(names, rules, { id, created: CREATED }),
  );
}

/** The worked example of the rules, played through. */
export const WORKED = told(["Anna", "Ben", "Cara", "Dan"], { round_mode: "custom", custom_round_count: 5 }, [
  "1 0 0 1 / 1 0 0 0",
  "1 1 0 2 / 0 1 1 0",
  "2 0 1 1 / 2 0 1 0",
  "1 2 0 1 / 2 2 0 0",
  "2 1 3 0 / 2 1 1 1",
]);

/** A whole game in which every number is another, with adjustments: as long as a sheet of so many players gets. */
export function longGame(seats: number): Sheet {
  const names = ["Annegret", "Benjamin", "Carolina", "Dietmar", "Friederike", "Gottfried"].slice(0, seats);
  const rounds = Array.from({ length: 60 / seats }, (_, at) => {
    const numbers = (step: number): string =>
      names.map((_, place) => ((at * 7 + place * step) * (place + 3)) % (at + 2)).join(" ");
    return `${numbers(5)} / ${numbers(3)}`;
  });
  const start = newSheet(names, { exact_bonus: 25, tie_break: "most_exact", bid_restriction: "dealer" }, {
    id: "k3x9q0v7m2ab",
    title: "Freitag bei Annegret",
    created: CREATED,
  });
  const lines: readonly Edit[] = [
    { kind: "adjust", id: "l1", round: 0, player: "a", points: -20, reason: "Startguthaben" },
    { kind: "adjust", id: "l2", round: 4, player: "b", points: 10, reason: "Karte fiel vom Tisch" },
    { kind: "adjust", id: "l3", round: 9, player: "c", points: -10, reason: "Falsch bedient" },
  ];
  const changes = rounds.map((text, at): Edit => {
    const { round, bids, tricks } = enter(at + 1, text) as Extract<Edit, { kind: "enter" }>;
    const most = (values: typeof bids): Record<string, number> =>
      Object.fromEntries(Object.entries(values ?? {}).map(([id, value]) => [id, Math.min(value ?? 0, at + 1)]));
    return { kind: "enter", round, bids: most(bids), tricks: most(tricks) };
  });
  return [...changes, ...lines].reduce(edit, start);
}
