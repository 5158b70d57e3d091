/** Who sits where, in words. */

import { isKey, t } from "../../lib/i18n/index.svelte";

/** The name of a level: within a sentence, or standing alone. */
export function levelLabel(level: string, alone = false): string {
  const key = `common.level.${level}`;
  const name = isKey(key) ? t(key) : level;
  return alone ? name.charAt(0).toUpperCase() + name.slice(1) : name;
}

/** "bot · strong": what sits there and how well it plays. */
export function botLabel(level: string | null): string {
  return level === null ? t("common.bot") : t("common.bot.level", { level: levelLabel(level) });
}

/** How bots of a level play; empty for a level that this page does not know. */
export function levelText(level: string): string {
  const key = `common.level.${level}.text`;
  return isKey(key) ? t(key) : "";
}
