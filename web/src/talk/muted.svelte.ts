/** Whom this person does not want to read, by table; kept in this browser and told to nobody. */
import { readStored, writeStored } from "$lib/storage";

export const MUTED_KEY = "rufen.muted";
const MOST_TABLES = 50;

type Stored = Readonly<Record<string, readonly string[]>>;

function isNames(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((name) => typeof name === "string");
}

function load(): Stored {
  const stored = readStored(MUTED_KEY);
  if (typeof stored !== "object" || stored === null || Array.isArray(stored)) return {};
  return Object.fromEntries(Object.entries(stored).filter(([, names]) => isNames(names)));
}

export class Muted {
  readonly #table: string;
  #names = $state.raw<readonly string[]>([]);

  constructor(table: string) {
    this.#table = table;
    this.#names = load()[table] ?? [];
  }

  /** Names, not seats: before the game people change places. */
  has(name: string): boolean {
    return this.#names.includes(name);
  }

  set(name: string, muted: boolean): void {
    /* Another tab may have muted somebody meanwhile. */
    const { [this.#table]: stored = this.#names, ...rest } = load();
    const others = stored.filter((other) => other !== name);
    this.#names = muted ? [...others, name] : others;
    const kept = Object.entries(rest).slice(0, MOST_TABLES - 1);
    const own = this.#names.length > 0 ? [[this.#table, this.#names] as const] : [];
    writeStored(MUTED_KEY, Object.fromEntries([...own, ...kept]));
  }
}

const tables = new Map<string, Muted>();

/** The muted people of a table: one for everything on the page that asks. */
export function mutedAt(table: string): Muted {
  const known = tables.get(table) ?? new Muted(table);
  tables.set(table, known);
  return known;
}
