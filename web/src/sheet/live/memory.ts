/** What this device keeps about sheets that are followed: the keys of its own, its secret at those of others. */

import { isToken, newToken } from "../../lib/seats";
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

const LIVE = /^[a-z2-7]{16}$/;
const PLAYER = /^[a-z0-9]{1,16}$/;

/** Values by id, the one written last at the end; what the browser does not keep lasts until the page closes. */
class Kept<T> {
  readonly #key: string;
  readonly #read: (value: Fields) => T | undefined;
  readonly #unsaved = new Map<string, T>();

  /** `read`: a stored value, undefined when it is damaged. */
  constructor(key: string, read: (value: Fields) => T | undefined) {
    this.#key = key;
    this.#read = read;
  }

  get(id: string): T | undefined {
    return this.#unsaved.get(id) ?? this.#all().find(([known]) => known === id)?.[1];
  }

  set(id: string, value: T): void {
    const others = this.#all().filter(([known]) => known !== id);
    if (writeStored(this.#key, [...others, [id, value]].slice(-MOST))) this.#unsaved.delete(id);
    else this.#unsaved.set(id, value);
  }

  /** Forget one, or all; returns what was forgotten. */
  forget(id: string | undefined): readonly T[] {
    const all = new Map([...this.#all(), ...this.#unsaved]);
    const gone = [...all].filter(([known]) => id === undefined || known === id);
    if (gone.length === 0) return [];
    for (const [known] of gone) this.#unsaved.delete(known);
    writeStored(this.#key, this.#all().filter(([known]) => id !== undefined && known !== id));
    return gone.map(([, value]) => value);
  }

  #all(): readonly (readonly [string, T])[] {
    const stored: unknown = readStored(this.#key);
    if (!Array.isArray(stored)) return [];
    return stored.flatMap((pair: unknown): [string, T][] => {
      if (!Array.isArray(pair) || typeof pair[0] !== "string" || !isFields(pair[1])) return [];
      const value = this.#read(pair[1]);
      return value === undefined ? [] : [[pair[0], value]];
    });
  }
}

type Fields = Readonly<Record<string, unknown>>;

function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null;
}

function matches(value: unknown, form: RegExp): value is string {
  return typeof value === "string" && form.test(value);
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

function readKey({ key, on, live }: Fields): OwnKey | undefined {
  if (!isToken(key) || typeof on !== "boolean") return undefined;
  return { key, on, ...(matches(live, LIVE) ? { live } : {}) };
}

function readPhone({ token, claim, since, bid }: Fields): PhoneMemory | undefined {
  if (!isToken(token)) return undefined;
  return {
    token,
    claim: matches(claim, PLAYER) ? claim : null,
    since: isCount(since) ? since : null,
    bid: isFields(bid) && isCount(bid.round) && isCount(bid.value) ? { round: bid.round, value: bid.value } : null,
  };
}

const keys = new Kept("rufen.live", readKey);
const phones = new Kept("rufen.phone", readPhone);

export function ownKey(sheet: string): OwnKey {
  return keys.get(sheet) ?? { key: newToken(), on: false };
}

export function keepKey(sheet: string, key: OwnKey): void {
  keys.set(sheet, key);
}

/** Forget the key of a sheet, or all keys; returns them. */
export function forgetKeys(sheet: string | undefined): readonly OwnKey[] {
  return keys.forget(sheet);
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
