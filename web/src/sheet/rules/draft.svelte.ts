/** Other rules for a sheet while somebody tries them out: looked at, not yet kept. */

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
  readonly #open: OpenSheet;
  /** The rules of the sheet when this began. */
  readonly #base: string;

  constructor(open: OpenSheet) {
    super(seatsUnder(open.sheet, open.sheet.rules), open.sheet.rules);
    this.#open = open;
    this.#base = rulesText(open.sheet);
  }

  override set(name: string, value: unknown): void {
    super.set(name, value);
    this.#recount();
  }

  override startFrom(name: string): void {
    super.startFrom(name);
    this.#recount();
  }

  /** Whether these are other rules than those the sheet has. */
  get changed(): boolean {
    return JSON.stringify(this.rules) !== rulesText(this.#open.sheet);
  }

  /** Whether nothing was tried out, and the sheet has other rules by now. */
  get stale(): boolean {
    return JSON.stringify(this.rules) === this.#base && rulesText(this.#open.sheet) !== this.#base;
  }

  #recount(): void {
    this.players = seatsUnder(this.#open.sheet, this.rules);
  }
}

const drafts = new WeakMap<OpenSheet, SheetRules>();

/** What is being tried out on this sheet. It stays while the sheet is open, also while another tab is looked at. */
export function rulesDraft(open: OpenSheet): SheetRules {
  const known = drafts.get(open);
  return known && !known.stale ? known : newRulesDraft(open);
}

/** Begin again with the rules of the sheet. */
export function newRulesDraft(open: OpenSheet): SheetRules {
  const draft = new SheetRules(open);
  drafts.set(open, draft);
  return draft;
}
