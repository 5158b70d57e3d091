// @vitest-environment node
import { describe, expect, it } from "vitest";
import { SheetError } from "./document";
import { parseJson } from "./json";

function place(text: string): string {
  try {
    parseJson(text);
  } catch (error) {
    if (error instanceof SheetError) return `${error.code} ${error.place}`;
    throw error;
  }
  throw new Error("was read");
}

describe("JSON text", () => {
  it.each([
    "null",
    " [1, -2.5, 1e3, 0, true, false, null] ",
    '{"a": {"b": []}, "": "x"}',
    '"\\u00e4 \\n \\" \\\\ \\/ \\ud83d\\ude00 é 😀"',
    '{\r\n\t"a" : 1\r\n}',
    '{"__proto__": 1}',
  ])("%s is read as ever", (text) => {
    expect(parseJson(text)).toEqual(JSON.parse(text));
  });

  it.each([
    ["", "json line 1, column 1"],
    ["{\n  'a': 1}", "json line 2, column 3"],
    ['{"a" 1}', "json line 1, column 6"],
    ['{"a": 1,}', "json line 1, column 9"],
    ["[1, 2", "json line 1, column 6"],
    ["[1\n 2]", "json line 2, column 2"],
    ["[01]", "json line 1, column 3"],
    ["NaN", "json line 1, column 1"],
    ['"abc', "json line 1, column 1"],
    ['["a\nb"]', "json line 1, column 4"],
    ['"\\x"', "json line 1, column 2"],
    ['"\\u12"', "json line 1, column 4"],
    ["null null", "json line 1, column 6"],
    ['["😀", x]', "json line 1, column 7"],
    ['{"a": {"b": 1, "c": 2, "b": 3}}', "duplicate b"],
    ["[".repeat(200_000), "json "],
  ])("%j is refused with the place", (text, expected) => {
    expect(place(text)).toBe(expected);
  });
});
