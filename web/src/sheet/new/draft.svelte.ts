/** A new sheet while somebody writes it. It stays while they look at other pages. */

import { RulesDraft } from "../../rules/draft.svelte";
import { MAX_NAME, MAX_TITLE, newSheet } from "../model/document";
import { MAX_SEATS, MIN_SEATS } from "../model/house";
import { folded, lengthOf, plainText } from "../model/text";
import type { Sheet } from "../model/types";
import type { Start } from "./start";

/** Why a name is not taken; `same` is the one that is there already. */
export type NameProblem =
  | { readonly code: "empty" | "long" | "full" }
  | { readonly code: "same"; readonly same: string };

export class NewSheetDraft extends RulesDraft {
  /** In seating order. */
  names = $state.raw<readonly string[]>([]);
  /** The name of who deals first; none chosen: the first. */
  #dealer = $state<string>();
  title = $state("");
  /** What is being written as the next name. */
  writing = $state("");
  /** Why the last name was not taken. */
  refused = $state.raw<NameProblem>();

  /** Empty, or with the players and rules of an earlier sheet. */
  constructor(like?: Start) {
    super(seatsFor(like?.names ?? []), like?.rules);
    if (like === undefined) return;
    this.names = like.names;
    this.#dealer = like.names[like.dealer];
  }

  get dealer(): string {
    const { names } = this;
    return names.find((name) => name === this.#dealer) ?? names[0] ?? "";
  }
  set dealer(name: string) {
    this.#dealer = name;
  }

  /** How many are still missing. */
  get missing(): number {
    return Math.max(0, MIN_SEATS - this.names.length);
  }

  get titleTooLong(): boolean {
    return lengthOf(plainText(this.title)) > MAX_TITLE;
  }

  get ready(): boolean {
    return this.missing === 0 && this.problem === undefined && !this.titleTooLong;
  }

  /** Whether somebody of this name plays. */
  has(name: string): boolean {
    return this.names.some((one) => folded(one) === folded(name));
  }

  /** What is wrong with a name to be added. */
  nameProblem(name: string): NameProblem | undefined {
    const cleaned = plainText(name);
    if (cleaned === "") return { code: "empty" };
    if (lengthOf(cleaned) > MAX_NAME) return { code: "long" };
    const same = this.names.find((one) => folded(one) === folded(cleaned));
    if (same !== undefined) return { code: "same", same };
    return this.names.length >= MAX_SEATS ? { code: "full" } : undefined;
  }

  /** Sit somebody down on the next seat. */
  add(name: string): NameProblem | undefined {
    const problem = this.nameProblem(name);
    if (problem === undefined) this.#seat([...this.names, plainText(name)]);
    return problem;
  }

  /** The name being written, when it can be taken as it is. */
  get coming(): string | undefined {
    return this.nameProblem(this.writing) === undefined ? plainText(this.writing) : undefined;
  }

  /** Sit down whoever is being written. Returns whether nothing stays behind. */
  take(): boolean {
    this.refused = plainText(this.writing) === "" ? undefined : this.add(this.writing);
    if (this.refused === undefined) this.writing = "";
    return this.refused === undefined;
  }

  remove(name: string): void {
    this.#seat(this.names.filter((one) => folded(one) !== folded(name)));
  }

  /** One seat to the left (−1) or to the right (1). */
  move(name: string, by: -1 | 1): void {
    const at = this.names.indexOf(name);
    const other = this.names[at + by];
    if (at < 0 || other === undefined) return;
    this.#seat(this.names.map((one) => (one === name ? other : one === other ? name : one)));
  }

  #seat(names: readonly string[]): void {
    this.names = names;
    this.players = seatsFor(names);
  }

  /** The sheet; throws when it cannot be begun. */
  sheet(): Sheet {
    const { names, rules, title } = this;
    return newSheet(names, rules, { firstDealer: Math.max(0, names.indexOf(this.dealer)), title });
  }
}

/** Four play while nobody knows better: rules with a number of rounds are then right most often. */
function seatsFor(names: readonly string[]): number {
  return names.length < MIN_SEATS ? 4 : names.length;
}

/* --- the draft of this visit; a reload of the page does not lose it --- */

const KEY = "rufen.sheet.new";

interface Written extends Start {
  readonly title: string;
  readonly writing: string;
}

function written(draft: NewSheetDraft): Written {
  const { names, rules, title, writing } = draft;
  return { names, rules, dealer: Math.max(0, names.indexOf(draft.dealer)), title, writing };
}

function store(draft: NewSheetDraft): void {
  const now = JSON.stringify(written(draft));
  try {
    if (now === JSON.stringify(written(new NewSheetDraft()))) sessionStorage.removeItem(KEY);
    else sessionStorage.setItem(KEY, now);
  } catch {
    // A browser that keeps nothing has it until the page closes.
  }
}

function restored(): NewSheetDraft | undefined {
  try {
    const { names, rules, dealer, title, writing } = JSON.parse(sessionStorage.getItem(KEY) ?? "") as Written;
    const texts: readonly unknown[] = [...names, title, writing];
    if (names.length > MAX_SEATS || texts.some((one) => typeof one !== "string")) return undefined;
    return Object.assign(new NewSheetDraft({ names, rules, dealer }), { title, writing });
  } catch {
    return undefined;
  }
}

let current: NewSheetDraft | undefined;
let stopStoring: (() => void) | undefined;

function take(draft: NewSheetDraft): NewSheetDraft {
  stopStoring?.();
  current = draft;
  stopStoring = $effect.root(() => {
    $effect(() => store(draft));
  });
  return draft;
}

/** The draft of this visit. */
export function currentNewSheet(): NewSheetDraft {
  return current ?? take(restored() ?? new NewSheetDraft());
}

/** Begin anew: the last one has become a sheet, or somebody wants to play as before. */
export function beginNewSheet(like?: Start): NewSheetDraft {
  const draft = take(new NewSheetDraft(like));
  store(draft);
  return draft;
}
