/** Sheets that come from files: read whole or not at all, and never over another one without asking. */

import { fromCsv } from "../model/csv";
import { SheetError } from "../model/document";
import { documentIn, formatSheet, parseBundle } from "../model/file";
import type { Sheet } from "../model/types";
import { allSheets, importSheet, listSheets } from "../store";
import { damageText } from "../words";

/** No export is longer than this. */
const MAX_BYTES = 32 * 1024 * 1024;

/** Something that was not read: its name and why. */
export interface Damaged {
  readonly name: string;
  readonly reason: string;
}

export interface Found {
  readonly sheets: readonly Sheet[];
  readonly damaged: readonly Damaged[];
}

/** What a text that somebody chose or pasted holds. */
export function sheetsIn(name: string, text: string): Found {
  try {
    if (isCsv(name)) return { sheets: [fromCsv(text)], damaged: [] };
    const { sheets, damaged } = parseBundle(text);
    const document = damaged.length > 0 ? documentIn(text) : undefined;
    return { sheets, damaged: damaged.map(({ error }) => ({ name, reason: damageText(error, document) })) };
  } catch (error) {
    if (!(error instanceof SheetError)) throw error;
    return { sheets: [], damaged: [{ name, reason: damageText(error, documentIn(text)) }] };
  }
}

function isCsv(name: string): boolean {
  return name.toLowerCase().endsWith(".csv");
}

/** The text of a file. Some spreadsheets save CSV in the Latin letters of Windows. Throws where it is no text. */
function textOf(name: string, bytes: ArrayBuffer): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (error) {
    if (!isCsv(name)) throw error;
    return new TextDecoder("windows-1252").decode(bytes);
  }
}

/** What files hold; every damaged one with its reason. */
export async function sheetsInFiles(files: readonly File[], unreadable: string): Promise<Found> {
  const all = await Promise.all(
    files.map(async (file): Promise<Found> => {
      if (file.size > MAX_BYTES) {
        const error = new SheetError("too_large", "", `at most ${MAX_BYTES} bytes`);
        return { sheets: [], damaged: [{ name: file.name, reason: damageText(error) }] };
      }
      try {
        return sheetsIn(file.name, textOf(file.name, await file.arrayBuffer()));
      } catch {
        return { sheets: [], damaged: [{ name: file.name, reason: unreadable }] };
      }
    }),
  );
  return { sheets: all.flatMap((one) => one.sheets), damaged: all.flatMap((one) => one.damaged) };
}

export interface Sorted {
  readonly fresh: readonly Sheet[];
  /** Here already, with the same content. */
  readonly same: readonly Sheet[];
  /** Here already, with other entries. */
  readonly taken: readonly Sheet[];
}

/** What is to be done with sheets, next to those that are here. */
export function sorted(sheets: readonly Sheet[], here: readonly Sheet[]): Sorted {
  const kept = new Map(here.map((sheet) => [sheet.id, formatSheet(sheet)]));
  const fresh: Sheet[] = [];
  const same: Sheet[] = [];
  const taken: Sheet[] = [];
  for (const sheet of sheets) {
    const text = formatSheet(sheet);
    const other = kept.get(sheet.id);
    (other === undefined ? fresh : other === text ? same : taken).push(sheet);
    if (other === undefined) kept.set(sheet.id, text);
  }
  return { fresh, same, taken };
}

/** `sorted`, next to the sheets of this device. */
export async function sortedHere(sheets: readonly Sheet[]): Promise<Sorted> {
  return sorted(sheets, await allSheets());
}

/** Keep a sheet; its id, and whether it is on disk. */
export async function keep(sheet: Sheet): Promise<{ readonly id: string; readonly onDisk: boolean }> {
  const id = await importSheet(sheet);
  const there = (await listSheets()).find((one) => one.id === id);
  return { id, onDisk: there !== undefined && !there.unsaved };
}
