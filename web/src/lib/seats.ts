/** The secrets that own this browser's seats. Whoever holds a token is the person in that seat. */

import { readStored, writeStored } from "./storage";

const KEY = "rufen.seats";
const SITTING = "rufen.sitting";
const MOST = 300;

export interface Seat {
  readonly table: string;
  readonly token: string;
}

/** What the server takes: it refuses a whole list for one that is damaged. */
const TABLE = /^[a-z0-9]{6,32}$/;
const TOKEN = /^[A-Za-z0-9_-]{20,64}$/;

/** Newest first. What the browser's storage does not take; lasts until the page closes. */
let unsaved: readonly Seat[] = [];

function matches(value: unknown, form: RegExp): boolean {
  return typeof value === "string" && form.test(value);
}

/** Whether a secret has the form that the server takes. */
export function isToken(value: unknown): value is string {
  return matches(value, TOKEN);
}

function isSeat(value: unknown): value is Seat {
  return (
    typeof value === "object" &&
    value !== null &&
    matches((value as Seat).table, TABLE) &&
    isToken((value as Seat).token)
  );
}

/** Another tab may have sat down meanwhile: the stored list counts, and what only this tab knows. */
function load(): readonly Seat[] {
  const stored = readStored(KEY);
  const kept: readonly Seat[] = Array.isArray(stored) ? stored.filter(isSeat) : [];
  return [...unsaved, ...kept.filter((seat) => unsaved.every((own) => own.table !== seat.table))];
}

function save(seats: readonly Seat[]): void {
  unsaved = writeStored(KEY, seats) ? [] : seats;
}

/** A new secret: 192 random bits, written as base64url. */
export function newToken(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(24));
  return btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_");
}

/**
 * The secret to take a seat with: the same in every tab of this browser, so that the server knows them for one
 * person even when both sit down in the same moment.
 */
export function secretToSitWith(table: string): string {
  const stored = readStored(SITTING);
  if (isSeat(stored) && stored.table === table) return stored.token;
  const token = newToken();
  writeStored(SITTING, { table, token });
  return token;
}

/** Keep the secret of a seat at a table; the newest table comes first. */
export function rememberTable(seat: Seat): void {
  const others = load().filter((known) => known.table !== seat.table);
  save([{ table: seat.table, token: seat.token }, ...others].slice(0, MOST));
}

/** The secret of this browser's seat at a table, if it has one. */
export function tokenFor(table: string): string | undefined {
  return load().find((seat) => seat.table === table)?.token;
}

/** Whether a table can be called that. */
export function isTableId(text: string): boolean {
  return TABLE.test(text);
}

/** Whether this browser keeps seats when the page is closed; those inside of other programs may not. */
export function keepsSeats(): boolean {
  return writeStored(KEY, load());
}

/** Call `changed` whenever another tab of this browser has sat down or stood up. Returns how to stop. */
export function watchSeats(changed: () => void): () => void {
  const onStorage = (event: StorageEvent): void => {
    if (event.key === KEY || event.key === null) changed();
  };
  addEventListener("storage", onStorage);
  return () => removeEventListener("storage", onStorage);
}

/** Every table this browser sits at, newest first. */
export function myTables(): readonly Seat[] {
  return load();
}

/** Keep no secret of a table any longer. */
export function forgetTable(table: string): void {
  save(load().filter((seat) => seat.table !== table));
  const sitting = readStored(SITTING);
  if (isSeat(sitting) && sitting.table === table) writeStored(SITTING, null);
}
