/** What a person has chosen for a new table so far. It stays while they look at other pages. */

import { prefs } from "../../lib/prefs.svelte";
import type { CreateTable, SeatPlan } from "../../lib/protocol";
import { RulesDraft } from "../../rules/draft.svelte";
import { newOptions } from "./options";

/** Who is to sit somewhere: the level of a bot, or OPEN for somebody with the link. */
export type Sitter = string;
export const OPEN = "open";
/** Whom all other seats are for. */
export type Company = "friends" | "bots";

const MOST_SEATS = 6;
/** Until the server has said which bots it has. */
const USUAL_LEVEL = "beginner";

export class Draft extends RulesDraft {
  /** The bots that can be chosen. */
  levels = $state.raw<readonly string[]>([USUAL_LEVEL]);
  /** Everybody else, clockwise; more than there are seats, so that going down and up loses nothing. */
  sitters = $state<Sitter[]>(Array.from({ length: MOST_SEATS - 1 }, () => USUAL_LEVEL));
  /** The seat that deals first, or null: drawn by card. */
  dealer = $state<number | null>(null);

  /** Whether hints are given at this table, where the person has said so. */
  hintsChosen = $state<boolean | null>(null);

  /** How the table is to be run. */
  get options() {
    return newOptions(this.company === "bots", this.hintsChosen);
  }

  get sittersNow(): readonly Sitter[] {
    return this.sitters.slice(0, this.players - 1);
  }

  /** The bots the server has. A seat whose bot is not among them gets another. */
  offer(levels: readonly string[]): void {
    this.levels = levels;
    this.sitters = this.sitters.map((sitter) =>
      sitter === OPEN || levels.includes(sitter) ? sitter : this.#usual,
    );
  }

  /** Who plays along, when all others are alike. */
  get company(): Company | "mixed" {
    const open = this.sittersNow.filter((sitter) => sitter === OPEN).length;
    return open === 0 ? "bots" : open === this.sittersNow.length ? "friends" : "mixed";
  }

  /** Leave every other seat to friends, or to bots: the seats that go beyond the players, too. */
  invite(company: Company | "mixed"): void {
    if (company === "mixed") return;
    const sitter = company === "friends" ? OPEN : this.#usual;
    this.sitters = this.sitters.map(() => sitter);
  }

  get #usual(): Sitter {
    return this.levels.includes(USUAL_LEVEL) ? USUAL_LEVEL : (this.levels[0] ?? OPEN);
  }

  /** Whether somebody else is to come: then they should learn who invited them. */
  get invites(): boolean {
    return this.sittersNow.includes(OPEN);
  }

  /** The message that opens this table. */
  request(token: string, fallbackName: string): CreateTable {
    const others = this.sittersNow.map(
      (sitter): SeatPlan => (sitter === OPEN ? { kind: "open" } : { kind: "bot", level: sitter }),
    );
    return {
      token,
      name: prefs.name.trim() || fallbackName,
      seats: [{ kind: "you" }, ...others],
      rules: this.rules,
      first_dealer: this.dealer !== null && this.dealer < this.players ? this.dealer : null,
      options: this.options,
    };
  }
}

let current: Draft | undefined;

/** The draft of this visit; it begins with the standard game. */
export function currentDraft(): Draft {
  current ??= new Draft();
  return current;
}
