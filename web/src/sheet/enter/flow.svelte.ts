/** What the Enter tab shows and asks: the entry that is next, or the one somebody wants to correct. */

import { liveOf } from "../live/owner.svelte";
import type { RuleError, SheetError } from "../model/edit";
import type { Edit, ScoredRound, ScoredSheet } from "../model/types";
import type { OpenSheet } from "../store/open.svelte";
import { inTurn } from "./rows";

export type What = "bid" | "tricks";

export interface Pick {
  readonly round: number;
  readonly player: string;
  readonly what: What;
}

export interface Question extends Pick {
  /** The largest number: the cards of the round. */
  readonly max: number;
  /** What stands there now; null: nothing. */
  readonly now: number | null;
  /** The bid that the restriction forbids (R3.2). */
  readonly forbidden: number | null;
  /** The tricks that make the round add up, once all others are in. */
  readonly offered: number | null;
  readonly secret: boolean;
  /** Somebody chose this one; it is not simply the next. */
  readonly picked: boolean;
}

export type Step =
  | { readonly kind: "ask"; readonly question: Question }
  /** Delayed bids are all in: play, then show them (R3.3). */
  | { readonly kind: "show" }
  /** The secret bids that are missing are chosen on phones. */
  | { readonly kind: "phones" }
  /** Everything of this round is entered. */
  | { readonly kind: "done" }
  | { readonly kind: "over" }
  /** Nothing is left to enter, and something is wrong. */
  | { readonly kind: "stuck" };

type Refusal = SheetError | RuleError;
/** What the flow needs of an open sheet. */
export type Sheetlike = Part<OpenSheet, "sheet" | "scored" | "apply" | "preview">;
type Part<T, K extends keyof T> = { readonly [P in K]: T[P] };

function isComplete(round: ScoredRound | undefined): boolean {
  return round?.state === "scored" || round?.state === "wrong";
}

export class EntryFlow {
  /** Why the last entry was refused. */
  refusal = $state.raw<Refusal>();

  readonly #open: Sheetlike;
  readonly #hasPhone: (player: string) => boolean;
  #picked = $state.raw<Pick>();
  #looking = $state<number>();
  /** The round whose bids somebody went on to. */
  #begun = $state(0);

  /** `hasPhone`: whether this player chooses secret bids on a phone. */
  constructor(open: Sheetlike, hasPhone: (player: string) => boolean = () => false) {
    this.#open = open;
    this.#hasPhone = hasPhone;
  }

  get #scored(): ScoredSheet {
    return this.#open.scored;
  }

  /** Back at an earlier round, to look at it and correct it. */
  get looking(): boolean {
    return this.#looking !== undefined && this.#round(this.#looking) !== undefined;
  }

  #round(number: number): ScoredRound | undefined {
    return this.#scored.rounds.find((round) => round.number === number);
  }

  /** The round shown. One that is complete stays until somebody goes on: its scores are read while the cards are
   * shuffled, and a second touch of the last key never becomes a bid of the next round. */
  get round(): ScoredRound | undefined {
    if (this.#looking !== undefined && this.looking) return this.#round(this.#looking);
    const { asked, schedule } = this.#scored;
    if (asked === null) return this.#round(schedule.length);
    const next = this.#round(asked.round);
    const before = this.#round(asked.round - 1);
    const fresh = next?.state === "empty" && this.#begun !== asked.round;
    return fresh && isComplete(before) ? before : next;
  }

  /** The round that comes after the one shown, when that one is complete. */
  get next(): ScoredRound | undefined {
    const { asked } = this.#scored;
    return asked === null ? undefined : this.#round(asked.round);
  }

  get step(): Step {
    const { round } = this;
    const { asked, over } = this.#scored;
    const picked = this.#question(round);
    if (picked) return { kind: "ask", question: picked };
    if (this.looking) return { kind: "done" };
    if (asked === null) return { kind: over ? "over" : "stuck" };
    if (round === undefined || round.number !== asked.round) return { kind: "done" };
    if (round.concealed && asked.what === "tricks") return { kind: "show" };
    const player = round.concealed ? this.#firstHere(round) : asked.player;
    if (player === undefined) return { kind: "phones" };
    return {
      kind: "ask",
      question: {
        round: asked.round,
        player,
        what: asked.what,
        max: round.hand_size ?? 0,
        now: null,
        forbidden: asked.forbidden,
        offered: asked.offered,
        secret: asked.what === "bid" && round.concealed,
        picked: false,
      },
    };
  }

  /** Who is next among those whose secret bid is entered here. */
  #firstHere(round: ScoredRound): string | undefined {
    return inTurn(round).find((cell) => cell.bid === null && !this.#hasPhone(cell.player))?.player;
  }

  #question(round: ScoredRound | undefined): Question | undefined {
    const pick = this.#picked;
    if (pick === undefined || round === undefined || pick.round !== round.number) return undefined;
    const cell = round.cells.find((one) => one.player === pick.player);
    if (!cell) return undefined;
    const max = round.hand_size ?? Math.max(0, ...round.cells.flatMap((one) => [one.bid ?? 0, one.tricks ?? 0]));
    const rest = max - (round.tricks - (cell.tricks ?? 0));
    const others = round.cells.every((one) => one.player === pick.player || one.tricks !== null);
    return {
      ...pick,
      max,
      now: pick.what === "bid" ? cell.bid : cell.tricks,
      forbidden: pick.what === "bid" ? this.#forbidden(round, pick.player) : null,
      offered: pick.what === "tricks" && others && rest >= 0 && rest <= max ? rest : null,
      secret: pick.what === "bid" && round.concealed,
      picked: true,
    };
  }

  /** The bid of the dealer that would be marked as even. */
  #forbidden(round: ScoredRound, player: string): number | null {
    if (player !== round.dealer || round.hand_size === null) return null;
    const own = round.cells.find((cell) => cell.player === player)?.bid ?? 0;
    const even = round.hand_size - (round.bids - own);
    const would = this.#open.preview({ kind: "enter", round: round.number, bids: { [player]: even } });
    if (would instanceof Error) return null;
    const marked = would.scored.problems.some((one) => one.round === round.number && one.code === "bids_even");
    return marked ? even : null;
  }

  /** Choose an entry: to correct it, or out of turn. */
  pick(pick: Pick): void {
    this.refusal = undefined;
    this.#picked = pick;
  }

  /** Go back to what is next. */
  leave(): void {
    this.refusal = undefined;
    this.#picked = undefined;
  }

  /** Show an earlier round. */
  look(round: number): void {
    this.leave();
    this.#looking = round;
  }

  /** Go on to the bids of the next round, or back from an earlier one. */
  goOn(): void {
    this.leave();
    if (this.looking) this.#looking = undefined;
    else this.#begun = this.#scored.asked?.round ?? 0;
  }

  enter(question: Question, value: number, kept = false): void {
    const { round, player, what } = question;
    if (!kept && value === question.now) return this.leave();
    const values = { [player]: value };
    this.#apply({
      kind: "enter",
      round,
      ...(what === "bid" ? { bids: values } : { tricks: values }),
      ...(kept && { kept }),
    });
    if (what === "tricks" && !question.picked) this.#begun = 0;
  }

  /** The table keeps an even bid that is there already (R8.2). */
  keep(round: number): void {
    this.#apply({ kind: "enter", round, kept: true });
  }

  /** Delayed bids are shown. */
  show(round: number): void {
    this.#apply({ kind: "show", round });
  }

  deal(round: number, player: string): void {
    this.#apply({ kind: "deal", round, player });
  }

  #apply(change: Edit): void {
    this.leave();
    this.refusal = this.#open.apply(change);
  }
}

const flows = new WeakMap<OpenSheet, EntryFlow>();

/** The flow of an open sheet; it stays while people look at other tabs. */
export function flowOf(open: OpenSheet): EntryFlow {
  let flow = flows.get(open);
  if (!flow) flows.set(open, (flow = new EntryFlow(open, (player) => liveOf(open).claimed.includes(player))));
  return flow;
}
