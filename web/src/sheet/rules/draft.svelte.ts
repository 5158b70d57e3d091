/** Other rules for a sheet while somebody tries them out: looked at, not yet kept. */

import { SvelteMap } from "svelte/reactivity";
import { RulesDraft } from "../../rules/draft.svelte";
import { seatingInForce } from "../model/document";
import type { Rules, Sheet } from "../model/types";
import type { OpenSheet } from "../store/open.svelte";

/** How many players the rounds of a sheet would be for under these rules: those of the last seating within the game. */
function seatsUnder(sheet: Sheet, rules: Rules): number {
  return seatingInForce({ ...sheet, rules }).players.length;
}

function rulesText(sheet: Sheet): string {
  return JSON.stringify(new RulesDraft(seatsUnder(sheet, sheet.rules), sheet.rules).rules);
}

export class SheetRules extends RulesDraft {
  /** A sheet that was closed is another one when it is opened again. */
  #open: OpenSheet;
  /** The rules of the sheet when this began. */
  readonly #base: string;

  constructor(open: OpenSheet) {
    super(seatsUnder(open.sheet, open.sheet.rules), open.sheet.rules);
    this.#open = $state.raw(open);
    this.#base = rulesText(open.sheet);
  }

  attach(open: OpenSheet): this {
    this.#open = open;
    return this;
  }

  override set(name: string, value: unknown): void {
    super.set(name, value);
    this.#recount();
  }

  override startFrom(name: string): void {
    super.startFrom(name);
    this.#recount();
  }

  /** Whether other rules are tried out than those the sheet has. */
  get changed(): boolean {
    return this.differsFrom(this.#open.sheet);
  }

  differsFrom(sheet: Sheet): boolean {
    const text = JSON.stringify(this.rules);
    return text !== this.#base && text !== rulesText(sheet);
  }

  /** Whether nothing was tried out, and the sheet has other rules by now. */
  get stale(): boolean {
    return JSON.stringify(this.rules) === this.#base && rulesText(this.#open.sheet) !== this.#base;
  }

  #recount(): void {
    this.players = seatsUnder(this.#open.sheet, this.rules);
  }
}

/** By the id of the sheet: what is tried out stays while this page does, also while another sheet is looked at. */
const drafts = new SvelteMap<string, SheetRules>();

/** What is being tried out on this sheet. */
export function rulesDraft(open: OpenSheet): SheetRules {
  const known = drafts.get(open.sheet.id)?.attach(open);
  return known && !known.stale ? known : newRulesDraft(open);
}

/** Begin again with the rules of the sheet. */
export function newRulesDraft(open: OpenSheet): SheetRules {
  const draft = new SheetRules(open);
  drafts.set(open.sheet.id, draft);
  return draft;
}

/** Whether other rules are tried out on this sheet that do not count yet. */
export function hasUnkeptRules(open: OpenSheet): boolean {
  return drafts.get(open.sheet.id)?.differsFrom(open.sheet) ?? false;
}
