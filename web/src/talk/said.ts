/** What was said, in the words of whoever reads it, and what of it is new. */
import { isKey, language, t } from "$lib/i18n/index.svelte";
import { spokenName } from "$lib/names";
import type { Said } from "$lib/protocol";
import type { Table } from "../table/table.svelte";

/**
 * Whether this browser's person said it. By name: names are told apart at a table, and before the game people
 * change places.
 */
export function isOwn(table: Pick<Table, "me" | "names">, said: Pick<Said, "name">): boolean {
  return table.me !== null && table.names[table.me] === said.name;
}

/** What was said, in this reader's language; a reaction by its name. */
export function wordsOf(said: Said): string {
  if (said.kind === "text") return said.what;
  const key = `talk.${said.kind}.${said.what}`;
  return isKey(key) ? t(key) : said.what;
}

/** What was said, for those who hear the table. */
export function heardWords(said: Said): string {
  return t(said.kind === "reaction" ? "talk.heard.reaction" : "talk.heard", { name: spokenName(said.name), words: wordsOf(said) });
}

/** The hour and minute of this reader's clock. */
export function timeOf(said: Said): string {
  const at = new Date(said.at * 1000);
  return at.toLocaleTimeString(language() === "de" ? "de" : "en-GB", { hour: "2-digit", minute: "2-digit" });
}

const TOGETHER_S = 120;

/** Lines of one person, one soon after the other, under one name. */
export interface Group {
  readonly number: number;
  readonly name: string;
  readonly time: string;
  readonly lines: readonly Said[];
}

export function groupsOf(talk: readonly Said[]): Group[] {
  const groups: { first: Said; lines: Said[] }[] = [];
  for (const said of talk) {
    const last = groups.at(-1);
    const before = last?.lines.at(-1);
    if (last !== undefined && before?.name === said.name && said.at - before.at < TOGETHER_S) last.lines.push(said);
    else groups.push({ first: said, lines: [said] });
  }
  return groups.map(({ first, lines }) => ({
    number: first.number,
    name: first.name,
    time: timeOf(first),
    lines,
  }));
}

/**
 * Tells what is said from now on from what was said before. Numbers count up for as long as the server runs;
 * after that the time tells, and what is taken out of the talk makes nothing new.
 */
export class Mark {
  #last: { readonly number: number; readonly at: number } | null = null;

  /** What is new in `talk`; nothing at the first look, which only sees what was said before. */
  take(talk: readonly Said[]): readonly Said[] {
    const last = this.#last;
    const fresh = last === null ? [] : talk.filter((said) => said.number > last.number || said.at > last.at);
    this.#last = (last === null ? talk : fresh).at(-1) ?? last ?? { number: 0, at: 0 };
    return fresh;
  }
}
