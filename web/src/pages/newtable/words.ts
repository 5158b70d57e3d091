/** Who sits where, in words. */

import { isKey, t } from "../../lib/i18n/index.svelte";

export function levelLabel(level: string): string {
  const key = `common.level.${level}`;
  return isKey(key) ? t(key) : level;
}
