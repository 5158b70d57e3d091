/** Sheets on this device, and the one that is open. */

export type { Trouble } from "./db";
export { OpenSheet, type Lost, type Worked } from "./open.svelte";
export {
  allSheets,
  createSheet,
  deleteAll,
  deleteSheet,
  importSheet,
  keepCopy,
  knownNames,
  listSheets,
  openSheet,
  storageTrouble,
  watchSheets,
  type SheetSummary,
} from "./sheets";
