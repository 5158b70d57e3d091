/** Rows of a CSV text, as spreadsheets write and read them. */

import { SheetError } from "./document";

const MARK = "\ufeff";

/** What a spreadsheet could take for a formula. */
const FORMULA = /^[=+\-@\t\r']/;

/** A text that no spreadsheet takes for a formula. */
export function harmless(text: string): string {
  return FORMULA.test(text) ? `'${text}` : text;
}

/** The text that `harmless` made so. */
export function original(text: string): string {
  return text.startsWith("'") && FORMULA.test(text.slice(1)) ? text.slice(1) : text;
}

/** What may part the cells of a row. */
export type Separator = "," | ";";

function cell(value: string | number | null): string {
  const text = String(value ?? "");
  return /[",;\t\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

export function formatRows(rows: readonly (readonly (string | number | null)[])[], separator: Separator): string {
  return MARK + rows.map((row) => `${row.map(cell).join(separator)}\r\n`).join("");
}

/** A row and the line it begins in, without empty cells at its end. */
export interface Row {
  readonly line: number;
  readonly cells: readonly string[];
}

/** What parts the cells: the first of comma, semicolon and tab in the line of column names. */
function separatorOf(text: string): string {
  const head = /^(?!\s*"?#).*\bplayer\b.*$/im.exec(text)?.[0] ?? "";
  return /[,;\t]/.exec(head)?.[0] ?? ",";
}

class Reader {
  #at = 0;
  #line = 1;
  readonly #text: string;
  readonly #separator: string;

  constructor(text: string) {
    this.#text = text;
    this.#separator = separatorOf(text);
  }

  rows(): readonly Row[] {
    const rows: Row[] = [];
    while (this.#at < this.#text.length) {
      const line = this.#line;
      const cells = this.#cells();
      while (cells.at(-1) === "") cells.pop();
      if (cells.length > 0) rows.push({ line, cells });
    }
    return rows;
  }

  #cells(): string[] {
    const cells: string[] = [];
    do cells.push(this.#cell().trim());
    while (this.#take(this.#separator));
    if (!this.#take("\r\n") && !this.#take("\n") && !this.#take("\r") && this.#at < this.#text.length) {
      this.#fail("after a quote the next cell or the end of the line");
    }
    this.#line++;
    return cells;
  }

  #cell(): string {
    const start = this.#at;
    if (!this.#take('"')) {
      const ends = [this.#separator, "\r", "\n"];
      while (this.#at < this.#text.length && !ends.includes(this.#text.charAt(this.#at))) this.#at++;
      return this.#text.slice(start, this.#at);
    }
    let value = "";
    for (;;) {
      const end = this.#text.indexOf('"', this.#at);
      if (end < 0) this.#fail("a quote that is closed");
      value += this.#text.slice(this.#at, end);
      this.#at = end + 1;
      if (!this.#take('"')) break;
      value += '"';
    }
    this.#line += value.split("\n").length - 1;
    return value;
  }

  #take(what: string): boolean {
    if (!this.#text.startsWith(what, this.#at)) return false;
    this.#at += what.length;
    return true;
  }

  #fail(allowed: string): never {
    throw new SheetError("csv", `line ${this.#line}`, allowed);
  }
}

/** The rows of a text. Throws a SheetError for a quote that is never closed. */
export function parseRows(text: string): readonly Row[] {
  return new Reader(text.startsWith(MARK) ? text.slice(1) : text).rows();
}
