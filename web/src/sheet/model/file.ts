/** The JSON form of a sheet (docs/sheet.md): the twin of core/sheet/file.py, and the export of all sheets. */

import { settingProblem } from "../../rules/check";
import {
  checkNames,
  cleanText,
  isEmpty,
  MAX_ADJUSTMENTS,
  MAX_NAME,
  MAX_PLAYERS,
  MAX_POINTS,
  MAX_REASON,
  MAX_ROUNDS,
  MAX_TITLE,
  MAX_TRICKS,
  seatingInForce,
  SheetError,
} from "./document";
import { changedRules, MAX_SEATS, MIN_SEATS } from "./house";
import { parseJson } from "./json";
import type { Dealer, Entries, Line, Player, Rules, Seating, Sheet, Values } from "./types";

export const FORMAT = "rufen-sheet";
export const BUNDLE_FORMAT = "rufen-sheets";
export const VERSION = 1;
export const RULES_VERSION = 1;
/** A sheet is never longer; a longer file is none. */
export const MAX_FILE_BYTES = 262_144;

const WHEN = /^(?!0000)\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/;

/** Whether there is such a moment: not on the 31st of February. */
function isTime(text: string): boolean {
  const when = new Date(WHEN.test(text) ? text : Number.NaN);
  return !Number.isNaN(when.getTime()) && when.toISOString() === text.replace("Z", ".000Z");
}

type Fields = Readonly<Record<string, unknown>>;

/** A sheet as its JSON form, ready to be written. */
export function documentOf(sheet: Sheet): Fields {
  const { id, title, created, players, seatings, rules, dealers, rounds, adjustments } = sheet;
  return {
    format: FORMAT,
    version: VERSION,
    rules_version: RULES_VERSION,
    ...{ id, title, created, players, seatings, rules, dealers, rounds, adjustments },
  };
}

/** A sheet as JSON text, indented, one file. */
export function formatSheet(sheet: Sheet): string {
  return `${JSON.stringify(documentOf(sheet), null, 1)}\n`;
}

/** All sheets as one JSON file. */
export function formatBundle(sheets: readonly Sheet[]): string {
  return `${JSON.stringify({ format: BUNDLE_FORMAT, version: VERSION, sheets: sheets.map(documentOf) }, null, 1)}\n`;
}

function sizeOf(text: string): number {
  return new TextEncoder().encode(text).length;
}

/** A sheet from its JSON text. Throws a SheetError with the place and what is allowed there. */
export function parseSheet(text: string): Sheet {
  if (sizeOf(text) > MAX_FILE_BYTES) {
    throw new SheetError("too_large", "", `a sheet has at most ${MAX_FILE_BYTES} bytes`);
  }
  return sheetFrom(parseJson(withoutMark(text)));
}

/** What a text holds, whether it is a sheet or not; undefined where it is not JSON. */
export function documentIn(text: string): unknown {
  try {
    return JSON.parse(withoutMark(text));
  } catch {
    return undefined;
  }
}

function withoutMark(text: string): string {
  return text.startsWith("\ufeff") ? text.slice(1) : text;
}

export interface Bundle {
  readonly sheets: readonly Sheet[];
  /** Those that are damaged: their place among all, and why. */
  readonly damaged: readonly { readonly place: string; readonly error: SheetError }[];
}

/** The sheets of an export, of one sheet or of all. Throws a SheetError when nothing in it can be read. */
export function parseBundle(text: string): Bundle {
  const document = parseJson(withoutMark(text));
  const fields = object(document, "");
  if (fields.format !== BUNDLE_FORMAT) return { sheets: [parseSheet(text)], damaged: [] };
  if (whole(fields.version, "version", 1, 10 ** 6) > VERSION) throw newer("version");
  only(fields, "", ["format", "version", "sheets"]);
  const sheets: Sheet[] = [];
  const damaged: { place: string; error: SheetError }[] = [];
  for (const [place, one] of list(fields.sheets, "sheets", 0, Infinity)) {
    try {
      if (sizeOf(JSON.stringify(one)) > MAX_FILE_BYTES) {
        throw new SheetError("too_large", "", `a sheet has at most ${MAX_FILE_BYTES} bytes`);
      }
      sheets.push(sheetFrom(one));
    } catch (error) {
      if (!(error instanceof SheetError)) throw error;
      const where = error.place ? `${place}.${error.place}` : place;
      damaged.push({ place, error: new SheetError(error.code, where, error.allowed) });
    }
  }
  return { sheets, damaged };
}

function newer(place: string): SheetError {
  return new SheetError("newer", place, "at most 1: this sheet was written by a newer Rufen");
}

const FIELDS = ["id", "title", "created", "players", "seatings", "rules", "dealers", "rounds", "adjustments"];

/** A sheet from its JSON form. Throws a SheetError with the place and what is allowed there. */
export function sheetFrom(document: unknown): Sheet {
  const fields = object(document, "");
  if (fields.format !== FORMAT) throw new SheetError("format", "format", `"${FORMAT}": this is no score sheet`);
  const version = whole(fields.version, "version", 1, 10 ** 6);
  const rulesVersion = whole(fields.rules_version, "rules_version", 1, 10 ** 6);
  if (version > VERSION) throw newer("version");
  if (rulesVersion > RULES_VERSION) throw newer("rules_version");
  only(fields, "", ["format", "version", "rules_version", ...FIELDS]);
  const players = playersFrom(fields.players);
  const known = new Set(players.map((player) => player.id));
  const rules = object(given(fields, "rules", {}), "rules");
  checkRules(rules);
  const created = text(fields.created, "created", 20);
  if (!isTime(created)) {
    throw new SheetError("time", "created", "a time such as 2026-11-24T19:05:00Z");
  }
  const sheet: Sheet = {
    id: id(fields.id, "id"),
    title: text(given(fields, "title", ""), "title", MAX_TITLE, true),
    created,
    players,
    seatings: seatingsFrom(fields.seatings, known),
    rules: changedRules(rules),
    dealers: dealersFrom(given(fields, "dealers", []), known),
    rounds: roundsFrom(given(fields, "rounds", []), known),
    adjustments: adjustmentsFrom(given(fields, "adjustments", []), known),
  };
  checkRules(rules, seatingInForce(sheet).players.length);
  return sheet;
}

function checkRules(rules: Rules, players?: number): void {
  const problem = settingProblem(players, rules);
  if (problem) throw new SheetError("setting", short(`rules.${problem.setting}`), problem.allowed);
}

function playersFrom(value: unknown): readonly Player[] {
  const players = list(value, "players", MIN_SEATS, MAX_PLAYERS).map(([place, one]) => {
    const fields = object(one, place);
    only(fields, place, ["id", "name"]);
    return { id: id(fields.id, `${place}.id`), name: text(fields.name, `${place}.name`, MAX_NAME) };
  });
  checkDistinct(players.map((player) => player.id), "players", ".id");
  checkNames(players);
  return players;
}

function seatingsFrom(value: unknown, known: ReadonlySet<string>): readonly Seating[] {
  const seatings: Seating[] = [];
  for (const [place, one] of list(value, "seatings", 1, MAX_ROUNDS)) {
    const fields = object(one, place);
    only(fields, place, ["round", "players"]);
    const before = seatings.at(-1)?.round;
    const round = whole(fields.round, `${place}.round`, (before ?? 0) + 1, before === undefined ? 1 : MAX_ROUNDS);
    const players = list(fields.players, `${place}.players`, MIN_SEATS, MAX_SEATS).map(([where, player]) =>
      member(player, where, known),
    );
    checkDistinct(players, `${place}.players`);
    seatings.push({ round, players });
  }
  return seatings;
}

function dealersFrom(value: unknown, known: ReadonlySet<string>): readonly Dealer[] {
  const dealers: Dealer[] = [];
  for (const [place, one] of list(value, "dealers", 0, MAX_ROUNDS)) {
    const fields = object(one, place);
    only(fields, place, ["round", "player"]);
    const round = whole(fields.round, `${place}.round`, (dealers.at(-1)?.round ?? 0) + 1, MAX_ROUNDS);
    dealers.push({ round, player: member(fields.player, `${place}.player`, known) });
  }
  return dealers;
}

function roundsFrom(value: unknown, known: ReadonlySet<string>): readonly Entries[] {
  const rounds = list(value, "rounds", 0, MAX_ROUNDS).map(([place, one]): Entries => {
    const fields = object(one, place);
    only(fields, place, ["bids", "tricks", "kept", "shown"]);
    const bids = values(given(fields, "bids", {}), `${place}.bids`, known);
    const tricks = values(given(fields, "tricks", {}), `${place}.tricks`, known);
    const kept = flag(given(fields, "kept", false), `${place}.kept`);
    const shown = flag(given(fields, "shown", false), `${place}.shown`);
    return {
      ...(Object.keys(bids).length > 0 && { bids }),
      ...(Object.keys(tricks).length > 0 && { tricks }),
      ...(kept && { kept }),
      ...(shown && { shown }),
    };
  });
  return rounds.slice(0, rounds.findLastIndex((one) => !isEmpty(one)) + 1);
}

function values(value: unknown, place: string, known: ReadonlySet<string>): Values {
  return Object.fromEntries(
    Object.entries(object(value, place)).map(([player, entry]) => {
      const where = short(`${place}.${player}`);
      return [member(player, where, known), whole(entry, where, 0, MAX_TRICKS)];
    }),
  );
}

function adjustmentsFrom(value: unknown, known: ReadonlySet<string>): readonly Line[] {
  const lines = list(value, "adjustments", 0, MAX_ADJUSTMENTS).map(([place, one]): Line => {
    const fields = object(one, place);
    only(fields, place, ["id", "round", "player", "points", "reason"]);
    const points = whole(fields.points, `${place}.points`, -MAX_POINTS, MAX_POINTS);
    if (points === 0) {
      const allowed = `a whole number −${MAX_POINTS} … ${MAX_POINTS}, not 0`;
      throw new SheetError("range", `${place}.points`, allowed);
    }
    return {
      id: id(fields.id, `${place}.id`),
      round: whole(fields.round, `${place}.round`, 0, MAX_ROUNDS),
      player: member(fields.player, `${place}.player`, known),
      points,
      reason: text(fields.reason, `${place}.reason`, MAX_REASON),
    };
  });
  checkDistinct(lines.map((line) => line.id), "adjustments", ".id");
  return lines;
}

/* --- values --- */

function short(place: string): string {
  return [...place].slice(0, 60).join("");
}

function object(value: unknown, place: string): Fields {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new SheetError("type", place, "an object { … }");
  }
  return value as Fields;
}

/** A field, or what stands for it where it is absent. */
function given(fields: Fields, name: string, otherwise: unknown): unknown {
  return Object.hasOwn(fields, name) ? fields[name] : otherwise;
}

function only(fields: Fields, place: string, names: readonly string[]): void {
  for (const name of Object.keys(fields)) {
    if (names.includes(name)) continue;
    throw new SheetError("unknown_field", short(place ? `${place}.${name}` : name), `one of ${names.join(", ")}`);
  }
}

/** The items with their places. */
function list(value: unknown, place: string, low: number, high: number): readonly (readonly [string, unknown])[] {
  if (!Array.isArray(value)) throw new SheetError("type", place, "a list [ … ]");
  if (value.length < low || value.length > high) {
    throw new SheetError("length", place, `${low} to ${high} of them, not ${value.length}`);
  }
  return value.map((item: unknown, at) => [`${place}[${at}]`, item] as const);
}

function whole(value: unknown, place: string, low: number, high: number): number {
  if (typeof value !== "number" || !Number.isInteger(value) || value < low || value > high) {
    throw new SheetError("range", place, `a whole number ${low} … ${high}`.replaceAll("-", "−"));
  }
  return value + 0; // −0 is 0
}

function flag(value: unknown, place: string): boolean {
  if (typeof value !== "boolean") throw new SheetError("type", place, "true or false");
  return value;
}

function text(value: unknown, place: string, longest: number, emptyAllowed = false): string {
  if (typeof value !== "string") throw new SheetError("type", place, "a text");
  return cleanText(value, place, longest, emptyAllowed);
}

function id(value: unknown, place: string): string {
  if (typeof value !== "string" || !/^[a-z0-9]{1,16}$/.test(value)) {
    throw new SheetError("id", place, "1 to 16 small letters and digits");
  }
  return value;
}

function member(value: unknown, place: string, known: ReadonlySet<string>): string {
  if (typeof value !== "string" || !known.has(value)) {
    throw new SheetError("unknown_player", place, "the id of a player of this sheet");
  }
  return value;
}

function checkDistinct(items: readonly string[], place: string, field = ""): void {
  for (const [at, value] of items.entries()) {
    if (items.indexOf(value) < at) throw new SheetError("duplicate", `${place}[${at}]${field}`, "each one once");
  }
}
