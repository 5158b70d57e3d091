/** What this device keeps about sheets that are followed: the keys of its own, its secret at those of others. */

import { newToken } from "../../lib/seats";
import { readStored, writeStored } from "../../lib/storage";

const MOST = 50;

/** A sheet of this device that others follow, or did: the key stays the same, and so does the link. */
export interface OwnKey {
  readonly key: string;
  readonly on: boolean;
  /** The name under which others follow it; the server makes it from the key. */
  readonly live?: string;
}

/** How this phone takes part in the sheet of another one. */
export interface PhoneMemory {
  readonly token: string;
  readonly claim: string | null;
  /** Which memory of the server the claim is in (`LiveState.since`). */
  readonly since: number | null;
  readonly bid: { readonly round: number; readonly value: number } | null;
}

/** Values by id, the one written last at the end; what the browser does not keep lasts until the page closes. */
class Kept<T> {
  readonly #key: string;
  readonly #unsaved = new Map<string, T>();

  constructor(key: string) {
    this.#key = key;
  }

  get(id: string): T | undefined {
    return this.#unsaved.get(id) ?? this.#all().find(([known]) => known === id)?.[1];
  }

  set(id: string, value: T): void {
    const others = this.#all().filter(([known]) => known !== id);
    if (writeStored(this.#key, [...others, [id, value]].slice(-MOST))) this.#unsaved.delete(id);
    else this.#unsaved.set(id, value);
  }

  #all(): readonly (readonly [string, T])[] {
    const stored = readStored(this.#key);
    return Array.isArray(stored) ? stored.filter(isPair) as [string, T][] : [];
  }
}

function isPair(value: unknown): boolean {
  return Array.isArray(value) && typeof value[0] === "string" && typeof value[1] === "object" && value[1] !== null;
}

const keys = new Kept<OwnKey>("rufen.live");
const phones = new Kept<PhoneMemory>("rufen.phone");

export function ownKey(sheet: string): OwnKey {
  return keys.get(sheet) ?? { key: newToken(), on: false };
}

export function keepKey(sheet: string, key: OwnKey): void {
  keys.set(sheet, key);
}

export function phoneMemory(live: string): PhoneMemory {
  return phones.get(live) ?? { token: newToken(), claim: null, since: null, bid: null };
}

export function keepPhone(live: string, memory: PhoneMemory): void {
  phones.set(live, memory);
}

/* The last state seen, so that a reload without a connection still shows it. */

function seenKey(live: string): string {
  return `rufen.followed.${live}`;
}

export function lastSeen(live: string): unknown {
  try {
    return JSON.parse(sessionStorage.getItem(seenKey(live)) ?? "null") ?? undefined;
  } catch {
    return undefined;
  }
}

export function keepSeen(live: string, seen: unknown): void {
  try {
    sessionStorage.setItem(seenKey(live), JSON.stringify(seen));
  } catch {
    // A browser that keeps nothing shows it until the page closes.
  }
}
