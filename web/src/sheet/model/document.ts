/** What is written on a score sheet (R8.1), its limits and its parts: the twin of core/sheet/document.py. */

import { settingProblem, type SettingProblem } from "../../rules/check";
import { changedRules, fullGameRounds, houseRules, MAX_SEATS, MIN_SEATS } from "./house";
import { folded, lengthOf, plainText } from "./text";
import type { Entries, Player, Rules, Seating, Sheet, Values } from "./types";

/** The longest texts, in characters. */
export const MAX_TITLE = 60;
export const MAX_NAME = 24;
export const MAX_REASON = 120;
/** The longest schedule (R2.3). */
export const MAX_ROUNDS = 60;
/** The largest hand of all (R2.1). */
export const MAX_TRICKS = 20;
/** How many players may sit down at one sheet in the course of a match. */
export const MAX_PLAYERS = 30;
/** The most points that one adjustment line gives or takes. */
export const MAX_POINTS = 1000;
export const MAX_ADJUSTMENTS = 100;

export type SheetErrorCode =
  | "empty_text"
  | "long_text"
  | "name_taken"
  | "players"
  | "dealer"
  | "round"
  | "not_seated"
  | "range"
  | "duplicate"
  | "too_many"
  | "id"
  | "unknown_player"
  | "unknown_line"
  | "too_large"
  | "json"
  | "format"
  | "newer"
  | "unknown_field"
  | "setting"
  | "time"
  | "type"
  | "length"
  | "csv"
  | "link"
  | "kind";

/** Something that cannot be on a sheet: `place` is a path into its JSON form (`rounds[3].bids.b`) or the field of
 * the change, `allowed` what is allowed, in words. */
export class SheetError extends Error {
  readonly code: SheetErrorCode;
  readonly place: string;
  readonly allowed: string;

  constructor(code: SheetErrorCode, place: string, allowed: string) {
    super(place ? `${place}: ${allowed}` : allowed);
    this.name = "SheetError";
    this.code = code;
    this.place = place;
    this.allowed = allowed;
  }
}

/** House rules that cannot be (R7). */
export class RuleError extends Error {
  readonly problem: SettingProblem;

  constructor(problem: SettingProblem) {
    super(`${problem.setting}: allowed: ${problem.allowed}`);
    this.name = "RuleError";
    this.problem = problem;
  }
}

/** The settings as a sheet holds them. Throws a RuleError for the first that is wrong. */
export function checkedRules(rules: Rules, players?: number): Rules {
  const problem = settingProblem(players, rules);
  if (problem) throw new RuleError(problem);
  return changedRules(rules);
}

/** A text as it is kept. Throws a SheetError: `empty_text`, `long_text`. */
export function cleanText(text: string, place: string, longest: number, emptyAllowed = false): string {
  const cleaned = plainText(text);
  if (!cleaned && !emptyAllowed) {
    throw new SheetError("empty_text", place, `a text of 1 to ${longest} characters`);
  }
  const length = lengthOf(cleaned);
  if (length > longest) throw new SheetError("long_text", place, `at most ${longest} characters, not ${length}`);
  return cleaned;
}

/** Refuse two players of one name: `name_taken`. */
export function checkNames(players: readonly Player[], where?: string): void {
  const seen = new Set<string>();
  for (const [place, player] of players.entries()) {
    const name = folded(player.name);
    if (seen.has(name)) {
      throw new SheetError("name_taken", where ?? `players[${place}].name`, "names that differ from one another");
    }
    seen.add(name);
  }
}

export interface NewSheet {
  /** A place in the seating order. */
  readonly firstDealer?: number;
  readonly title?: string;
  readonly id?: string;
  readonly created?: string;
}

/** The time now as a sheet writes it. */
export function now(): string {
  return `${new Date().toISOString().slice(0, 19)}Z`;
}

/** An id: small letters and digits by chance, 12 for a sheet. */
export function newId(length = 12): string {
  const bytes = crypto.getRandomValues(new Uint8Array(length));
  return Array.from(bytes, (byte) => (byte % 36).toString(36)).join("");
}

/** An empty sheet for 3–6 players in seating order. Throws a SheetError or a RuleError. */
export function newSheet(names: readonly string[], rules: Rules = {}, options: NewSheet = {}): Sheet {
  const { firstDealer = 0, title = "", id = newId(), created = now() } = options;
  if (names.length < MIN_SEATS || names.length > MAX_SEATS) {
    throw new SheetError("players", "players", `${MIN_SEATS} to ${MAX_SEATS} players, not ${names.length} (R1.4)`);
  }
  const players = names.map((name, seat) => ({
    id: "abcdef".charAt(seat),
    name: cleanText(name, `players[${seat}].name`, MAX_NAME),
  }));
  checkNames(players);
  const dealer = players[firstDealer];
  if (!dealer) throw new SheetError("dealer", "dealers[0].player", `a place 0 … ${players.length - 1}`);
  return {
    id,
    title: cleanText(title, "title", MAX_TITLE, true),
    created,
    players,
    seatings: [{ round: 1, players: players.map((player) => player.id) }],
    rules: checkedRules(rules, players.length),
    dealers: firstDealer ? [{ round: 1, player: dealer.id }] : [],
    rounds: [],
    adjustments: [],
  };
}

/** An id for a part of a sheet that no other tab hits on at the same time; none of those that are taken. */
export function freshId(taken: readonly string[]): string {
  for (;;) {
    const id = newId(8);
    if (!taken.includes(id)) return id;
  }
}

/** What is entered for a player, if anything. */
export function entryOf(values: Values | undefined, player: string): number | undefined {
  return values && Object.hasOwn(values, player) ? values[player] : undefined;
}

/** Whether nothing is entered. */
export function isEmpty(entries: Entries): boolean {
  return Object.keys(entries.bids ?? {}).length === 0 && Object.keys(entries.tricks ?? {}).length === 0;
}

/** The name of a player; the id for one who never sat here. */
export function nameOf(sheet: Sheet, player: string): string {
  return sheet.players.find((one) => one.id === player)?.name ?? player;
}

/** Who sits at the table in a round. */
export function seatingOf(sheet: Sheet, number: number): Seating {
  return sheet.seatings.findLast((seating) => seating.round <= number) ?? firstSeating(sheet);
}

/** The schedule (R2.1–R2.3) without its checks: a sheet must be readable whatever is set. */
export function handSizes(rules: Rules, seats: number): readonly number[] {
  const { round_mode, custom_round_count, hand_sizes } = houseRules(rules);
  if (round_mode === "schedule") return hand_sizes ?? [];
  const limit = fullGameRounds(seats);
  const rounds = round_mode === "custom" ? Math.min(custom_round_count, limit) : limit;
  return Array.from({ length: rounds }, (_, round) => round + 1);
}

/** The last seating that begins within the game: its players decide how many rounds there are. */
export function seatingInForce(sheet: Sheet): Seating {
  return (
    sheet.seatings.findLast(
      (seating) => seating.round <= handSizes(sheet.rules, seating.players.length).length,
    ) ?? firstSeating(sheet)
  );
}

/** The hand sizes of the rounds in force now. */
export function scheduleOf(sheet: Sheet): readonly number[] {
  return handSizes(sheet.rules, seatingInForce(sheet).players.length);
}

function firstSeating(sheet: Sheet): Seating {
  const [first] = sheet.seatings;
  if (!first) throw new SheetError("length", "seatings", "1 to 60 of them, not 0");
  return first;
}
