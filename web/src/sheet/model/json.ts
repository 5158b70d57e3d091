/** JSON text with places: what is wrong where, and no name twice. */

import { SheetError } from "./document";

const BLANK = /[ \t\n\r]*/y;
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const PLAIN = /[^"\\\u0000-\u001f]*/y;
const HEX = /[0-9a-fA-F]{4}/y;
const WORDS: readonly (readonly [string, unknown])[] = [
  ["true", true],
  ["false", false],
  ["null", null],
];
const ESCAPES: Readonly<Record<string, string>> = {
  '"': '"',
  "\\": "\\",
  "/": "/",
  b: "\b",
  f: "\f",
  n: "\n",
  r: "\r",
  t: "\t",
};

class Reader {
  #at = 0;
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  document(): unknown {
    const value = this.#value();
    this.#match(BLANK);
    if (this.#at < this.#text.length) this.#fail("the end of the text");
    return value;
  }

  #fail(allowed: string, at = this.#at): never {
    const before = this.#text.slice(0, at);
    const line = before.split("\n").length;
    const column = [...before.slice(before.lastIndexOf("\n") + 1)].length + 1;
    throw new SheetError("json", `line ${line}, column ${column}`, `JSON text, but here: ${allowed} is expected`);
  }

  /** What stands here by a sticky pattern. */
  #match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text)?.[0];
    this.#at += found?.length ?? 0;
    return found;
  }

  #take(char: string): boolean {
    this.#match(BLANK);
    if (this.#text[this.#at] !== char) return false;
    this.#at++;
    return true;
  }

  #value(): unknown {
    if (this.#take("{")) return this.#object();
    if (this.#take("[")) return this.#list();
    if (this.#take('"')) return this.#string();
    const word = WORDS.find(([name]) => this.#text.startsWith(name, this.#at));
    if (word) {
      this.#at += word[0].length;
      return word[1];
    }
    const number = this.#match(NUMBER);
    return number === undefined ? this.#fail("a value") : Number(number);
  }

  #list(): unknown[] {
    const items: unknown[] = [];
    if (this.#take("]")) return items;
    do items.push(this.#value());
    while (this.#take(","));
    if (!this.#take("]")) this.#fail("a comma");
    return items;
  }

  #object(): Record<string, unknown> {
    const fields = new Map<string, unknown>();
    let twice: string | undefined;
    if (this.#take("}")) return {};
    do {
      if (!this.#take('"')) this.#fail("a name in double quotes");
      const name = this.#string();
      if (!this.#take(":")) this.#fail("a colon");
      if (fields.has(name)) twice ??= name;
      fields.set(name, this.#value());
    } while (this.#take(","));
    if (!this.#take("}")) this.#fail("a comma");
    if (twice !== undefined) throw new SheetError("duplicate", [...twice].slice(0, 40).join(""), "each name once");
    return Object.fromEntries(fields);
  }

  #string(): string {
    const start = this.#at - 1;
    let text = "";
    for (;;) {
      text += this.#match(PLAIN) ?? "";
      const char = this.#text[this.#at];
      if (char === undefined) this.#fail("the end of this text", start);
      if (char !== '"' && char !== "\\") this.#fail("no control character");
      this.#at++;
      if (char === '"') return text;
      text += this.#escaped();
    }
  }

  #escaped(): string {
    const char = this.#text[this.#at++] ?? "";
    if (char === "u") {
      const code = this.#match(HEX);
      return code === undefined ? this.#fail("four hexadecimal digits") : String.fromCharCode(parseInt(code, 16));
    }
    return ESCAPES[char] ?? this.#fail("an escape", this.#at - 2);
  }
}

/** The value of a JSON text. Throws a SheetError: `json`, `duplicate`. */
export function parseJson(text: string): unknown {
  try {
    return new Reader(text).document();
  } catch (error) {
    if (error instanceof RangeError) throw new SheetError("json", "", "JSON text");
    throw error;
  }
}
