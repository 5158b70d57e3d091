/** Texts that people write on a sheet: the twin of `clean_text` and of Python's casefold. */

/** What Python's `str.split` takes for a blank. */
const BLANKS = /[\t-\r\x1c-\x20\x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+/u;
const UNSEEN = /(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Cs}\p{Co}]/gu;

function spaced(text: string): string {
  return text.split(BLANKS).filter(Boolean).join(" ");
}

/** A text in NFC without control characters, blanks put together. */
export function plainText(text: string): string {
  // What was parted by something left out may now be one character.
  return spaced(spaced(text.normalize("NFC")).replace(UNSEEN, "")).normalize("NFC");
}

/** How many characters a text has, as Python counts them. */
export function lengthOf(text: string): number {
  return [...text].length;
}

/** A name without regard to large and small letters: two players' names differ in this form. */
export function folded(name: string): string {
  // Letter by letter, so that a sigma at the end is one like any other; a dotless i stays one.
  return [...name].map((c) => (c === "ı" ? c : c.toLowerCase().toUpperCase().toLowerCase())).join("");
}
