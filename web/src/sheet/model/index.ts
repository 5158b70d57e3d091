/** The score sheet: what is written on it, its changes, and what follows. */

export { handSizes, nameOf, newId, newSheet, seatingInForce, seatingOf } from "./document";
export { edit, isRefusal, RuleError, SheetError, type Refusal } from "./edit";
export { score } from "./score";
