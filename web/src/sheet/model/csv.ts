/** A sheet as CSV: a row a round and player, and before them rows that begin with `#` with everything else.
 *
 *     # rufen-sheet,1
 *     # title,Friday
 *     # created,2026-11-24T19:05:00Z
 *     # rules,round_mode=custom,custom_round_count=5
 *     # kept,3
 *     # adjustment,0,Anna,-10,for a wrong deal
 *     round,hand_size,dealer,player,bid,tricks,score,total
 *     1,1,Anna,Anna,1,1,30,30
 *
 * Players of a round stand in seating order. Only `round`, `player`, `bid` and `tricks` are needed to read one;
 * scores and totals are never read, they follow. */

import { formatRows, harmless, original, parseRows, type Row, type Separator } from "./csv-text";
import {
  checkNames,
  cleanText,
  handSizes,
  MAX_NAME,
  MAX_ROUNDS,
  MAX_TRICKS,
  nameOf,
  newId,
  now,
  SheetError,
} from "./document";
import { FORMAT, RULES_VERSION, sheetFrom, VERSION } from "./file";
import { score } from "./score";
import { folded } from "./text";
import type { Player, Rules, ScoredSheet, Sheet } from "./types";

const COLUMNS = ["round", "hand_size", "dealer", "player", "bid", "tricks", "score", "total"] as const;
type Column = (typeof COLUMNS)[number];
const NEEDED: readonly Column[] = ["round", "player", "bid", "tricks"];

/** A sheet as CSV text, with a byte order mark and CRLF as spreadsheets like it; those of countries that write a comma
 * in numbers take semicolons between the cells. */
export function toCsv(sheet: Sheet, scored: ScoredSheet = score(sheet), separator: Separator = ","): string {
  const name = (player: string): string => harmless(nameOf(sheet, player));
  const flagged = (flag: "kept" | "shown"): number[] =>
    sheet.rounds.flatMap((entries, at) => (entries[flag] ? [at + 1] : []));
  const settings = Object.entries(sheet.rules).map(([key, value]) => {
    return `${key}=${Array.isArray(value) ? value.join(" ") : String(value)}`;
  });
  const rows = [
    [`# ${FORMAT}`, VERSION],
    ["# title", harmless(sheet.title)],
    ["# created", sheet.created],
    ["# rules", ...settings],
    ["# kept", ...flagged("kept")],
    ["# shown", ...flagged("shown")],
    ...sheet.adjustments.map(({ round, player, points, reason }) => {
      return ["# adjustment", round, name(player), points, harmless(reason)];
    }),
    COLUMNS,
    ...scored.rounds.flatMap(({ number, hand_size, dealer, cells }) =>
      cells.map(({ player, bid, tricks, score: points, total }) => {
        return [number, hand_size, name(dealer), name(player), bid, tricks, points, total];
      }),
    ),
  ];
  return formatRows(rows, separator);
}

/** A sheet from CSV text, as a new one. Throws a SheetError with the line and what is allowed there. */
export function fromCsv(text: string): Sheet {
  const rows = parseRows(text);
  const head = rows.findIndex((row) => !isNote(row) && row.cells.some((cell) => cell.toLowerCase() === "player"));
  const names = rows[head];
  if (!names) {
    throw new SheetError("csv", `line ${rows[0]?.line ?? 1}`, `a line of column names: ${COLUMNS.join(",")}`);
  }
  const table = new Table(names);
  for (const row of rows.slice(head + 1)) if (!isNote(row)) table.add(row);
  return table.sheet(rows.filter(isNote));
}

function isNote({ cells }: Row): boolean {
  return cells[0]?.startsWith("#") ?? false;
}

interface Line {
  readonly seated: string[];
  readonly bids: Record<string, number>;
  readonly tricks: Record<string, number>;
  dealer?: string;
  handSize?: number;
}

/** What the rows of the table say. */
class Table {
  readonly #columns: ReadonlyMap<string, number>;
  readonly #players: Player[] = [];
  readonly #rounds = new Map<number, Line>();
  readonly #head: number;

  constructor({ line, cells }: Row) {
    this.#head = line;
    this.#columns = new Map(cells.map((name, at) => [name.toLowerCase(), at]));
    for (const name of NEEDED) {
      if (!this.#columns.has(name)) throw new SheetError("csv", `line ${line}`, `a column ${name}`);
    }
  }

  add(row: Row): void {
    const number = whole(this.#cell(row, "round"), `line ${row.line}, round`, 1, MAX_ROUNDS);
    const round = this.#rounds.get(number) ?? { seated: [], bids: {}, tricks: {} };
    this.#rounds.set(number, round);
    const player = this.player(this.#cell(row, "player"), `line ${row.line}, player`);
    if (round.seated.includes(player)) {
      throw new SheetError("duplicate", `line ${row.line}, player`, "each player once in a round");
    }
    round.seated.push(player);
    for (const [column, values] of [["bid", round.bids], ["tricks", round.tricks]] as const) {
      const text = this.#cell(row, column);
      if (text) values[player] = whole(text, `line ${row.line}, ${column}`, 0, MAX_TRICKS);
    }
    const dealer = this.#cell(row, "dealer");
    if (dealer) round.dealer = this.player(dealer, `line ${row.line}, dealer`);
    const size = this.#cell(row, "hand_size");
    if (size) round.handSize = whole(size, `line ${row.line}, hand_size`, 1, MAX_TRICKS);
  }

  #cell(row: Row, column: Column): string {
    const at = this.#columns.get(column);
    return (at === undefined ? undefined : row.cells[at]) ?? "";
  }

  /** The id of the player of a name; somebody new gets one. */
  player(text: string, place: string): string {
    const name = cleanText(original(text), place, MAX_NAME);
    const known = this.#players.find((one) => folded(one.name) === folded(name));
    if (known) return known.id;
    const at = this.#players.length;
    const id = at < 26 ? String.fromCharCode(97 + at) : `p${at}`;
    this.#players.push({ id, name });
    checkNames(this.#players, place);
    return id;
  }

  sheet(notes: readonly Row[]): Sheet {
    const document: Record<string, unknown> = { title: "", created: now(), rules: undefined };
    const flags = { kept: new Set<number>(), shown: new Set<number>() };
    const adjustments: unknown[] = [];
    for (const { line, cells } of notes) {
      const [what = "", ...rest] = cells;
      const key = what.replace(/^#\s*/, "");
      if (key === "title") document.title = original(rest[0] ?? "");
      else if (key === "created") document.created = rest[0];
      else if (key === "rules") document.rules = settingsOf(rest, line);
      else if (key === "kept" || key === "shown") {
        for (const number of rest) flags[key].add(whole(number, `line ${line}`, 1, MAX_ROUNDS));
      } else if (key === "adjustment") {
        const [round = "", player = "", points = "", reason = ""] = rest;
        adjustments.push({
          id: `l${adjustments.length + 1}`,
          round: whole(round, `line ${line}, round`, 0, MAX_ROUNDS),
          player: this.player(player, `line ${line}, player`),
          points: whole(points, `line ${line}, points`, -Infinity, Infinity),
          reason: original(reason),
        });
      }
    }
    const rounds = this.#inOrder();
    return withDealers(
      rounds,
      sheetFrom({
        ...document,
        format: FORMAT,
        version: VERSION,
        rules_version: RULES_VERSION,
        id: newId(),
        rules: document.rules ?? rulesOf(rounds),
        players: this.#players,
        seatings: rounds.flatMap(({ seated }, at) => {
          return seated.join() === rounds[at - 1]?.seated.join() ? [] : [{ round: at + 1, players: seated }];
        }),
        rounds: rounds.map(({ bids, tricks }, at) => {
          return { bids, tricks, kept: flags.kept.has(at + 1), shown: flags.shown.has(at + 1) };
        }),
        adjustments,
      }),
    );
  }

  /** Every round from the first to the last; in one without lines the same people sit as before. */
  #inOrder(): readonly Line[] {
    let before = this.#rounds.get(1);
    if (!before) throw new SheetError("csv", `line ${this.#head}`, "then a line for every player of round 1");
    const rounds: Line[] = [];
    for (let number = 1; number <= Math.max(...this.#rounds.keys()); number++) {
      before = this.#rounds.get(number) ?? { seated: before.seated, bids: {}, tricks: {} };
      rounds.push(before);
    }
    return rounds;
  }
}

/** The rules that the hand sizes tell, when nothing else does. */
function rulesOf(rounds: readonly Line[]): Rules {
  const sizes = rounds.map(({ handSize }, at) => handSize ?? at + 1);
  if (sizes.join() === handSizes({}, rounds[0]?.seated.length ?? 0).join()) return {};
  if (sizes.every((size, at) => size === at + 1)) return { round_mode: "custom", custom_round_count: sizes.length };
  return { round_mode: "schedule", hand_sizes: sizes };
}

/** The sheet with the dealers that are not those whose turn it would be. */
function withDealers(rounds: readonly Line[], sheet: Sheet): Sheet {
  return rounds.reduce((now, { dealer, seated }, at) => {
    const whose = score(now).rounds.find((round) => round.number === at + 1)?.dealer;
    if (dealer === undefined || whose === undefined || whose === dealer || !seated.includes(dealer)) return now;
    return { ...now, dealers: [...now.dealers, { round: at + 1, player: dealer }] };
  }, sheet);
}

function whole(text: string, place: string, low: number, high: number): number {
  const value = /^[-−]?\d{1,5}$/.test(text) ? Number(text.replace("−", "-")) : NaN;
  if (!(value >= low && value <= high)) {
    throw new SheetError("range", place, Number.isFinite(low) ? `a whole number ${low} … ${high}` : "a whole number");
  }
  return value;
}

/** Settings written as `name=value`; lists with blanks between their numbers. */
function settingsOf(cells: readonly string[], line: number): Rules {
  return Object.fromEntries(
    cells.map((cell) => {
      const [, name, value] = /^(\w+)\s*=\s*(.*)$/.exec(cell) ?? [];
      if (name === undefined || value === undefined) {
        throw new SheetError("csv", `line ${line}, rules`, "settings written as name=value");
      }
      return [name, settingValue(name, value)];
    }),
  );
}

function settingValue(name: string, text: string): unknown {
  if (name === "hand_sizes") return text.split(/\s+/).map(Number);
  if (text === "true" || text === "false") return text === "true";
  return /^-?\d+$/.test(text) ? Number(text) : text;
}
