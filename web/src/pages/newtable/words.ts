/** Settings in words. */

import { isKey, num, t } from "../../lib/i18n/index.svelte";
import { settingLabel } from "../../lib/i18n/settings-text";
import type { SettingInfo } from "../../lib/protocol";
import type { Draft } from "./draft.svelte";

/** One choice of a setting; `limit` is the number of rounds of a full game. */
export function choiceLabel(setting: string, choice: string, limit: number): string {
  const key = `newtable.choice.${setting}.${choice}`;
  return isKey(key) ? t(key, { n: limit }) : choice;
}

export function presetLabel(name: string): string {
  const key = `newtable.preset.${name}`;
  return isKey(key) ? t(key) : name;
}

export function levelLabel(level: string): string {
  const key = `common.level.${level}`;
  return isKey(key) ? t(key) : level;
}

export function rangeText(setting: SettingInfo): string {
  const { minimum: min = 0, maximum: max = 0, step = 1 } = setting;
  return step === 1 ? t("newtable.range", { min, max }) : t("newtable.range.step", { min, max, step });
}

/** A value as the summary shows it. */
function valueText(name: string, value: unknown, limit: number): string {
  if (typeof value === "boolean") return t(value ? "newtable.yes" : "newtable.no");
  if (typeof value === "number") return num(value);
  if (Array.isArray(value)) return value.join(", ");
  return choiceLabel(name, String(value), limit);
}

export interface Difference {
  readonly name: string;
  readonly label: string;
  readonly value: string;
}

/** What differs from the standard game, in the order of R7. How rounds are counted goes without saying:
 * their number or the hand sizes stand there. */
export function differences(draft: Draft): readonly Difference[] {
  const rules = draft.rules;
  return draft.info.settings
    .filter((setting) => setting.name in rules && setting.name !== "round_mode")
    .map(({ name }) => ({
      name,
      label: settingLabel(name),
      value: valueText(name, rules[name], draft.limit),
    }));
}
