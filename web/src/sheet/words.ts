/** The sheet in sentences: what is wrong, why a change is refused, what a change did. */

import { isKey, language, list, num, signed, t, type Key } from "../lib/i18n/index.svelte";
import { settingLabel, settingReason } from "../lib/i18n/settings-text";
import { RULES } from "../lib/generated/rules";
import { valueText } from "../lib/rules";
import { nameOf } from "./model/document";
import { houseRules } from "./model/house";
import type { RuleError, SheetError } from "./model/edit";
import type { Edit, Problem, Rules, ScoredSheet, Sheet } from "./model/types";

/** The title of a sheet, or who plays. */
export function sheetTitle(sheet: Sheet): string {
  return sheet.title === "" ? list(sheet.players.map((player) => player.name)) : sheet.title;
}

/** The day on which a sheet was begun: "24 November 2026". */
export function dateText(sheet: Sheet): string {
  const format = new Intl.DateTimeFormat(language() === "de" ? "de" : "en-GB", { dateStyle: "long" });
  return format.format(new Date(sheet.created));
}

/* --- what is wrong (R8.2) --- */

/** What is wrong with a cell or a round, in a sentence. */
export function problemText(open: { readonly sheet: Sheet; readonly scored: ScoredSheet }, problem: Problem): string {
  const { player, code } = problem;
  const name = player === null ? "" : nameOf(open.sheet, player);
  const found = problem.found ?? 0;
  const expected = problem.expected ?? 0;
  if (code === "tricks_sum") {
    return t(found > expected ? "pad.problem.tricks_sum.over" : "pad.problem.tricks_sum.under", { found, expected });
  }
  const leads = code === "bids_even" && houseRules(open.sheet.rules).bid_restriction !== "dealer";
  return t(leads ? "pad.problem.bids_even.leader" : `pad.problem.${code}`, { name, found, expected, cards: t("pad.cards", { n: expected }) });
}

/* --- why not --- */

/** Why a change was refused, and what is allowed. */
export function errorText(error: SheetError | RuleError): string {
  if ("problem" in error) return settingReason(error.problem);
  return reasonOf(error);
}

/** Why a file or a link is no sheet: the place in plain words, and the reason. `document`: what the file holds, for the
 * names of players. */
export function damageText(error: SheetError | RuleError, document?: unknown): string {
  const reason = errorText(error);
  if ("problem" in error || error.place === "") return reason;
  return t("pad.error.at", { place: placeText(error.place, document), reason });
}

function reasonOf({ code, place, allowed }: SheetError): string {
  const [low = "", high = low] = numbersIn(allowed);
  const params = { low, high, n: high, allowed };
  if (code === "range") {
    if (low === "") return t("pad.error.range.any", params);
    return t(place.endsWith("points") ? "pad.error.range.points" : "pad.error.range", params);
  }
  if (code === "long_text" || code === "too_many") return t(`pad.error.${code}`, { n: low });
  if (code === "setting") return t("pad.error.setting", { setting: settingLabel(place.replace(/^rules\./, "")), allowed });
  const key = `pad.error.${code}`;
  return isKey(key) ? t(key, params) : t("pad.error.other", params);
}

function numbersIn(text: string): readonly string[] {
  return text.match(/[−-]?\d+/g) ?? [];
}

/* A place in the JSON form, and how a person would say it: `{1}` is counted from 1. */
const PLACES: readonly [RegExp, Key, readonly string[]][] = [
  [/^rounds\[(\d+)\]\.bids\.(.+)$/, "pad.place.bids", ["round", "player"]],
  [/^rounds\[(\d+)\]\.tricks\.(.+)$/, "pad.place.tricks", ["round", "player"]],
  [/^rounds\[(\d+)\]/, "pad.place.round", ["round"]],
  [/^players\[(\d+)\]/, "pad.place.player", ["n"]],
  [/^seatings\[(\d+)\]/, "pad.place.seating", ["n"]],
  [/^dealers\[(\d+)\]/, "pad.place.dealer", ["n"]],
  [/^adjustments\[(\d+)\]/, "pad.place.line", ["n"]],
  [/^title$/, "pad.place.title", []],
];

/** `whole`: the place in the whole file, of which `document` is a part. */
function placeText(place: string, document: unknown, whole = place): string {
  const [, at, inside] = /^sheets\[(\d+)\]\.(.+)$/.exec(place) ?? [];
  if (at !== undefined && inside !== undefined) {
    const sheet = fieldOf(fieldOf(document, "sheets"), at);
    return t("pad.place.sheet", { n: Number(at) + 1, place: placeText(inside, sheet, whole) });
  }
  const [, line, column, cell] = /^line (\d+)(?:, column (\d+)|, (.+))?$/.exec(place) ?? [];
  if (line !== undefined && column !== undefined) return t("pad.place.text", { line, column });
  if (line !== undefined) return cell === undefined ? t("pad.place.line.of", { line }) : t("pad.place.cell", { line, cell });
  for (const [shape, key, names] of PLACES) {
    const parts = shape.exec(place)?.slice(1);
    if (!parts) continue;
    const values = names.map((name, at) => {
      const part = parts[at] ?? "";
      return [name, name === "player" ? nameIn(document, part) : Number(part) + 1];
    });
    return t("pad.place.with", { words: t(key, Object.fromEntries(values) as Record<string, string>), place: whole });
  }
  if (place.startsWith("rules.")) {
    return t("pad.place.rules", { setting: settingLabel(place.slice("rules.".length)) });
  }
  return t("pad.place.raw", { place });
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? (value as Readonly<Record<string, unknown>>)[name] : undefined;
}

/** The name that a damaged file has for a player; the id where it has none. */
function nameIn(document: unknown, id: string): string {
  const players = fieldOf(document, "players");
  const player: unknown = Array.isArray(players) ? players.find((one) => fieldOf(one, "id") === id) : undefined;
  const name = fieldOf(player, "name");
  return typeof name === "string" && name !== "" ? name : id;
}

/* --- what a change did --- */

/** A change in a few words; `sheet` is the one before or after it. */
export function editText(sheet: Sheet, edit: Edit): string {
  switch (edit.kind) {
    case "enter":
      return enterText(sheet, edit);
    case "show":
      return t("pad.edit.show", { round: edit.round });
    case "rules":
      return rulesText(sheet, edit.rules);
    case "seat":
      return seatText(sheet, edit);
    case "rename":
      return t("pad.edit.rename", { name: edit.name });
    case "deal":
      return edit.player === null
        ? t("pad.edit.deal.back", { round: edit.round })
        : t("pad.edit.deal", { name: nameOf(sheet, edit.player), round: edit.round });
    case "adjust":
      return t("pad.edit.adjust", {
        name: nameOf(sheet, edit.player),
        points: signed(edit.points),
        reason: edit.reason,
      });
    case "unadjust": {
      const line = sheet.adjustments.find((one) => one.id === edit.id);
      return line === undefined
        ? t("pad.edit.unadjust")
        : t("pad.edit.unadjust.line", { name: nameOf(sheet, line.player), points: signed(line.points) });
    }
    case "title":
      return edit.title.trim() === "" ? t("pad.edit.title.none") : t("pad.edit.title", { title: edit.title });
  }
}

/** A change of entries without its round: "Ben bid 2". */
export function entryText(sheet: Sheet, edit: Edit & { kind: "enter" }): string {
  const bids = Object.entries(edit.bids ?? {});
  const tricks = Object.entries(edit.tricks ?? {});
  const [one, more] = [
    ...bids.map(([player, n]) => ["bid", player, n] as const),
    ...tricks.map(([player, n]) => ["took", player, n] as const),
  ];
  if (one === undefined) return t("pad.edit.kept");
  if (more !== undefined) return t("pad.edit.several");
  const [what, player, n] = one;
  const name = nameOf(sheet, player);
  return n === null ? t(`pad.edit.${what}.back`, { name }) : t(`pad.edit.${what}`, { name, n });
}

function enterText(sheet: Sheet, edit: Edit & { kind: "enter" }): string {
  return t("pad.edit.round", { round: edit.round, what: entryText(sheet, edit) });
}

function rulesText(sheet: Sheet, rules: Rules): string {
  const standard = (name: string): unknown => RULES.settings.find((one) => one.name === name)?.default ?? null;
  const changed = (before: Rules): readonly string[] =>
    RULES.settings
      .map((setting) => setting.name)
      .filter((name) => {
        const [old, now] = [before[name] ?? standard(name), rules[name] ?? standard(name)];
        return JSON.stringify(old) !== JSON.stringify(now);
      });
  /* on the sheet after the change nothing differs: then it is told by what is not standard */
  const names = changed(sheet.rules);
  const [name, more] = names.length > 0 ? names : changed({});
  if (name === undefined || more !== undefined) return t("pad.edit.rules");
  const limit = RULES.full_game_rounds[String(sheet.seatings.at(-1)?.players.length ?? 0)] ?? 0;
  return t("pad.edit.setting", {
    setting: settingLabel(name),
    value: valueText(name, rules[name] ?? standard(name), limit),
  });
}

function seatText(sheet: Sheet, edit: Edit & { kind: "seat" }): string {
  const { round } = edit;
  const before = sheet.seatings.filter((seating) => seating.round < round).at(-1)?.players ?? [];
  const now = edit.players.map((player) => player.id);
  const come = edit.players
    .filter(({ id }) => !before.includes(id))
    .map(({ id, name }) => sheet.players.find((one) => one.id === id)?.name ?? name);
  const gone = before.filter((id) => !now.includes(id)).map((id) => nameOf(sheet, id));
  if (before.length === 0 || (come.length === 0 && gone.length === 0)) return t("pad.edit.seat", { round });
  if (gone.length === 0) return t("pad.edit.joined", { names: list(come), n: come.length, round });
  if (come.length === 0) return t("pad.edit.left", { names: list(gone), n: gone.length, round });
  return t("pad.edit.exchanged", { gone: list(gone), come: list(come), round });
}

/** "1st"; a number where there is no word for it. */
export function rankText(rank: number): string {
  const key = `pad.rank.${rank}`;
  return isKey(key) ? t(key) : num(rank);
}
