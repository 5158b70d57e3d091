/** Names of people as the page writes them, whatever somebody has typed. */
import { t } from "./i18n/index.svelte";

/** What the server writes in the place of a name that was forgotten: "—", and "— 2" for the next one. */
const FORGOTTEN = /^—(?: (\d+))?$/;

/** Letters that are written from right to left. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/** U+2068 and U+2069: what stands between them does not turn the words around it. */
function isolated(name: string): string {
  return RIGHT_TO_LEFT.test(name) ? `\u2068${name}\u2069` : name;
}

/** A name within a sentence: "somebody" when it was forgotten. `t` gives it a capital where a sentence begins. */
export function spokenName(name: string): string {
  const forgotten = FORGOTTEN.exec(name);
  if (forgotten === null) return isolated(name);
  const somebody = t("table.somebody");
  return forgotten[1] === undefined ? somebody : `${somebody} ${forgotten[1]}`;
}

/** A name standing alone, as on a label: "Somebody" when it was forgotten. */
export function shownName(name: string): string {
  return FORGOTTEN.test(name) ? spokenName(name).replace(/^./u, (first) => first.toUpperCase()) : spokenName(name);
}

/** A name in two parts, of which the first may be cut: the number that tells equal names apart may not. */
export function nameParts(name: string): readonly [string, string] {
  const number = /^(.+)( \d{1,2}\u2069?)$/su.exec(name);
  return number === null ? [name, ""] : [number[1] ?? "", number[2] ?? ""];
}
