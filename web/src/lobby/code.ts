/** Codes of tables (`lumori47`): the form of `rufen.table.codes`, three syllables and two digits. */

const FORM = /^(?:[bdfgklmnprst][aeiou]){3}[2-9]{2}$/;
/** What people put between the parts when they type what they hear. */
const BETWEEN = /[\s\-‐‑–—_.,·]/g;
/** Longer than any code: a whole page pasted by mistake is not looked through. */
const MOST = 200;

/** A code to show what one looks like. */
export const EXAMPLE = "lumori47";

/** The code that somebody typed, whatever its case, blanks and hyphens, or in a whole link; null when it is none. */
export function cleanCode(text: string): string | null {
  const typed = text.slice(0, MOST).trim();
  const linked = /\/j\/([^/?#]+)/.exec(typed)?.[1] ?? typed;
  const code = linked.replace(BETWEEN, "").toLowerCase();
  return FORM.test(code) ? code : null;
}

/** As it is read: `lumori 47`. */
export function shownCode(code: string): string {
  return `${code.slice(0, 6)} ${code.slice(6)}`;
}

/** As it is said: `lu mo ri 4 7`. */
export function spokenCode(code: string): string {
  return code.replace(/[a-z]{2}|\d/g, "$& ").trim();
}
