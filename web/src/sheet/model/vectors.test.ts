// @vitest-environment node
import { describe, expect, it } from "vitest";
import editsText from "../../../../tests/vectors/edits.json?raw";
import filesText from "../../../../tests/vectors/files.json?raw";
import randomText from "../../../../tests/vectors/random_sheets.json?raw";
import sheetsText from "../../../../tests/vectors/sheets.json?raw";
import { edit, RuleError, SheetError } from "./edit";
import { documentOf, formatSheet, parseSheet, sheetFrom } from "./file";
import { score } from "./score";
import type { Edit, ScoredSheet } from "./types";

interface SheetCase {
  readonly about: string;
  readonly sheet: unknown;
  readonly expected: ScoredSheet;
}

type EditError = { readonly error: string; readonly place: string } | RuleErrorCase;
interface RuleErrorCase {
  readonly error: "setting";
  readonly code: string;
  readonly setting: string;
}

interface EditCase {
  readonly about: string;
  readonly sheet: unknown;
  readonly edits: readonly Edit[];
  readonly expected: EditError | { readonly format: string };
}

interface FileCase {
  readonly about: string;
  readonly text?: string;
  readonly document?: unknown;
  readonly error?: { readonly code: string; readonly place: string | null };
  readonly sheet?: unknown;
}

interface RandomCase {
  readonly sheet: unknown;
  readonly expected: ReturnType<typeof essence>;
}

/** Of what follows from a sheet, what the thousand random sheets hold. */
function essence({ schedule, over, standings, rounds, problems, asked }: ScoredSheet) {
  return {
    schedule,
    over,
    totals: Object.fromEntries(standings.map(({ player, total }) => [player, total])),
    ranks: Object.fromEntries(standings.map(({ player, rank }) => [player, rank])),
    scores: rounds.map(({ cells }) => cells.map((cell) => cell.score)),
    problems: problems.map(({ round, player, code }) => [round, player, code]),
    asked: asked && [asked.round, asked.player, asked.what, asked.forbidden, asked.offered],
  };
}

const sheets = JSON.parse(sheetsText) as readonly SheetCase[];

describe("sheets, worked out as Python does", () => {
  it.each(sheets)("$about", ({ sheet, expected }) => {
    expect(score(sheetFrom(sheet))).toEqual(expected);
  });

  it.each(sheets)("$about, written and read again", ({ sheet }) => {
    const read = sheetFrom(sheet);
    expect(parseSheet(formatSheet(read))).toEqual(read);
  });

  it("for a thousand random sheets", () => {
    const cases = JSON.parse(randomText) as readonly RandomCase[];
    expect(cases).toHaveLength(1000);
    for (const { sheet, expected } of cases) expect(essence(score(sheetFrom(sheet)))).toEqual(expected);
  });
});

/** What edits make of a sheet, as the cases tell it. */
function edited({ sheet, edits }: EditCase): unknown {
  try {
    return documentOf(edits.reduce(edit, sheetFrom(sheet)));
  } catch (error) {
    if (error instanceof SheetError) return { error: error.code, place: error.place };
    if (!(error instanceof RuleError)) throw error;
    return { error: "setting", code: error.problem.error, setting: error.problem.setting };
  }
}

describe("edits, made as Python does", () => {
  it.each(JSON.parse(editsText) as readonly EditCase[])("$about", (one) => {
    expect(edited(one)).toEqual(one.expected);
  });
});

function read({ text, document }: FileCase): unknown {
  try {
    return { sheet: documentOf(text === undefined ? sheetFrom(document) : parseSheet(text)) };
  } catch (error) {
    if (error instanceof SheetError) return { error: { code: error.code, place: error.place } };
    throw error;
  }
}

describe("files, read as Python does", () => {
  it.each(JSON.parse(filesText) as readonly FileCase[])("$about", (one) => {
    const { error, sheet } = one;
    if (error) expect(read(one)).toEqual({ error: { ...error, place: error.place ?? expect.any(String) } });
    else expect(read(one)).toEqual({ sheet });
  });
});
