/** Sheets on this device, and the one that is open. */

export { DamagedError, type DamagedSheet } from "./check";
export type { Trouble } from "./db";
export { OpenSheet, type Lost, type Worked } from "./open.svelte";
export {
  allSheets,
  createSheet,
  damagedSheets,
  deleteAll,
  deleteSheet,
  importSheet,
  keepCopy,
  knownNames,
  listSheets,
  openSheet,
  rawSheet,
  replaceSheet,
  storageTrouble,
  watchSheets,
  type SheetSummary,
} from "./sheets";
