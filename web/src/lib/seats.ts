/** The secrets that own this browser's seats. Whoever holds a token is the person in that seat. */

import { readStored, writeStored } from "./storage";

const KEY = "rufen.seats";
const MOST = 50;

export interface Seat {
  readonly table: string;
  readonly token: string;
}

/** Newest first. Where the browser keeps nothing, this memory lasts until the page closes. */
let remembered: readonly Seat[] | undefined;

function isSeat(value: unknown): value is Seat {
  return (
    typeof value === "object" &&
    value !== null &&
    typeof (value as Seat).table === "string" &&
    typeof (value as Seat).token === "string"
  );
}

/** Another tab may have sat down meanwhile: the stored list counts, and what only this tab knows. */
function load(): readonly Seat[] {
  const stored = readStored(KEY);
  if (Array.isArray(stored)) return stored.filter(isSeat);
  return remembered ?? [];
}

function save(seats: readonly Seat[]): void {
  remembered = seats;
  writeStored(KEY, seats);
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

/** Every table this browser sits at, newest first. */
export function myTables(): readonly Seat[] {
  return load();
}

export function forgetTable(table: string): void {
  save(load().filter((seat) => seat.table !== table));
}
