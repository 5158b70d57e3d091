/** House rules in words: what differs from the standard game. */

import { isKey, num, t } from "./i18n/index.svelte";
import { settingLabel } from "./i18n/settings-text";
import type { Rules } from "./generated/rules";

export type Settings = Readonly<Record<string, unknown>>;

/** Numbers that a list setting holds, however it is filled. */
export function numbersOf(value: unknown): readonly number[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === "number") : [];
}

/** Settings that only count together with another. */
export function counts(settings: Settings, name: string): boolean {
  const { round_mode, bid_restriction } = settings;
  if (name === "hand_sizes") return round_mode === "schedule";
  if (name === "custom_round_count") return round_mode === "custom";
  if (name === "round_one_exempt") return bid_restriction === "dealer";
  return true;
}

/** The settings that count and are not as in the standard game. */
export function changes(info: Rules, settings: Settings): Record<string, unknown> {
  const standard = new Map(info.settings.map((setting) => [setting.name, setting.default ?? null]));
  return Object.fromEntries(
    Object.entries(settings).filter(
      ([name, value]) =>
        counts(settings, name) && JSON.stringify(value) !== JSON.stringify(standard.get(name) ?? null),
    ),
  );
}

/** One choice of a setting; `limit` is the number of rounds of a full game. */
export function choiceLabel(setting: string, choice: string, limit: number): string {
  const key = `newtable.choice.${setting}.${choice}`;
  return isKey(key) ? t(key, { n: limit }) : choice;
}

/** The value of a setting in words; `limit` is the number of rounds of a full game. */
export function valueText(name: string, value: unknown, limit: number): string {
  if (typeof value === "boolean") return t(value ? "newtable.yes" : "newtable.no");
  if (typeof value === "number") return num(value);
  if (Array.isArray(value)) return value.join(", ");
  return choiceLabel(name, String(value), limit);
}

/** The hand size of every round that settings ask for, whatever the cards allow; `limit` as above. */
export function sizesOf(settings: Settings, limit: number): readonly number[] {
  const { round_mode, custom_round_count, hand_sizes } = settings;
  if (round_mode === "schedule") return numbersOf(hand_sizes);
  return upTo(round_mode === "custom" ? Number(custom_round_count) : limit);
}

function upTo(last: number): readonly number[] {
  return Array.from({ length: last }, (_, at) => at + 1);
}

const ROUNDS = ["round_mode", "custom_round_count", "hand_sizes"];

/** Whether the rounds are those of the standard game, whichever settings make them. */
export function standardRounds(settings: Settings, limit: number): boolean {
  return sizesOf(settings, limit).join() === upTo(limit).join();
}

/** The settings of the rounds, which say one thing together. */
export function ofRounds(name: string): boolean {
  return ROUNDS.includes(name);
}

export interface Difference {
  readonly name: string;
  readonly label: string;
  readonly value: string;
}

/** What differs from the standard game, in the order of R7. How rounds are counted goes without saying:
 * their number or the hand sizes stand there. */
export function differences(info: Rules, players: number, settings: Settings): readonly Difference[] {
  const changed = changes(info, settings);
  const limit = info.full_game_rounds[String(players)] ?? 0;
  const usual = standardRounds(settings, limit);
  return info.settings
    .filter(({ name }) => name in changed && name !== "round_mode" && !(usual && ofRounds(name)))
    .map(({ name }) => ({ name, label: settingLabel(name), value: valueText(name, changed[name], limit) }));
}
