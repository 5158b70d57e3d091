/** Settings in words. */

import { isKey, t } from "../../lib/i18n/index.svelte";
import type { SettingInfo } from "../../lib/protocol";

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
