/** The secrets that own this browser's seats. Whoever holds a token is the person in that seat. */

import { readStored, writeStored } from "./storage";

const KEY = "rufen.seats";
const MOST = 50;

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

/** Every table this browser sits at, newest first. */
export function myTables(): readonly Seat[] {
  return load();
}

export function forgetTable(table: string): void {
  save(load().filter((seat) => seat.table !== table));
}
