/** Settings and presets in words. */

import { isKey, t } from "../lib/i18n/index.svelte";
import type { SettingInfo } from "../lib/protocol";

/** The name of a preset, or of one's own rules. */
export function presetLabel(name: string): string {
  const key = `newtable.preset.${name}`;
  return isKey(key) ? t(key) : name;
}

/** What a preset is about, in a sentence. */
export function presetAbout(name: string): string {
  const key = `newtable.about.${name}`;
  return isKey(key) ? t(key) : "";
}

export function groupLabel(group: string): string {
  const key = `newtable.group.${group}`;
  return isKey(key) ? t(key) : group;
}

export function rangeText(setting: SettingInfo): string {
  const { minimum: min = 0, maximum: max = 0, step = 1 } = setting;
  return step === 1 ? t("newtable.range", { min, max }) : t("newtable.range.step", { min, max, step });
}
