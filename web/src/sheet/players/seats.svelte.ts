/** Who is to sit where from a round on, while somebody decides it. */

import { checkNames, cleanText, freshId, handSizes, MAX_NAME, nameOf, scheduleOf, seatingOf, SheetError } from "../model/document";
import { fullGameRounds, MAX_SEATS, MIN_SEATS } from "../model/house";
import { settingProblem, type SettingProblem } from "../../rules/check";
import type { Player, Rules, ScoredSheet, Sheet } from "../model/types";
import type { OpenSheet } from "../store/open.svelte";

type Open = Pick<OpenSheet, "sheet" | "scored" | "preview" | "apply">;

/** The last round from which somebody can sit: the one after the last begun, within the game. */
export function lastSeatRound(sheet: Sheet): number {
  return Math.max(1, Math.min(scheduleOf(sheet).length, sheet.rounds.length + 1));
}

/** The round that is being played; the last one when the match is over. */
export function roundPlayed(sheet: Sheet, scored: ScoredSheet): number {
  return Math.min(scored.asked?.round ?? scored.schedule.length, lastSeatRound(sheet));
}

/** The next round to begin: the one being played when nothing is entered in it. */
export function roundToBegin(sheet: Sheet, scored: ScoredSheet): number {
  const round = roundPlayed(sheet, scored);
  return Math.min(hasBegun(scored, round) ? round + 1 : round, lastSeatRound(sheet));
}

function hasBegun(scored: ScoredSheet, round: number): boolean {
  const cells = scored.rounds[round - 1]?.cells ?? [];
  return cells.some((cell) => cell.bid !== null || cell.tricks !== null);
}

/** What a decision means, to be said before it is made. */
export type SeatNote =
  | { readonly kind: "joins" | "back" | "leaves"; readonly player: Player; readonly round: number }
  | { readonly kind: "order"; readonly round: number }
  | { readonly kind: "begun" | "kept"; readonly round: number; readonly names: readonly string[] }
  | { readonly kind: "replaced"; readonly rounds: readonly number[] }
  | { readonly kind: "length"; readonly before: number; readonly now: number }
  | { readonly kind: "outside"; readonly rounds: readonly number[] };

/** Why it cannot be. `limit`: how many rounds the game would have. */
export type SeatProblem =
  | { readonly kind: "few" | "many" }
  | { readonly kind: "beyond"; readonly limit: number; readonly seats: number }
  | { readonly kind: "setting"; readonly problem: SettingProblem }
  | { readonly kind: "refused"; readonly error: SheetError };

export class SeatDraft {
  readonly #open: Open;
  /** As chosen; until then those of the round. */
  #order = $state.raw<readonly Player[]>();
  /** Who had ever sat here then. */
  #seen: readonly string[] = [];
  #round = $state<number>();
  /** The number of rounds, or the hand sizes, are to follow the number of players. */
  #fit = $state(false);

  constructor(open: Open) {
    this.#open = open;
  }

  get round(): number {
    const { sheet, scored } = this.#open;
    return this.#round ?? (this.#sameMembers ? roundPlayed(sheet, scored) : roundToBegin(sheet, scored));
  }

  set round(round: number) {
    this.#round = round;
  }

  /** Clockwise. */
  get players(): readonly Player[] {
    const seated = this.#seated(this.round);
    if (this.#order === undefined) return seated;
    const order = this.#order.map(({ id, name }) => ({ id, name: this.#isKnown(id) ? nameOf(this.#open.sheet, id) : name }));
    // Whoever sat down in another tab meanwhile is not to be sent away by a decision that did not know them.
    const came = seated.filter(({ id }) => !this.#seen.includes(id) && !order.some((one) => one.id === id));
    return [...order, ...came];
  }

  /** Everybody of this sheet who would not sit there. */
  get away(): readonly Player[] {
    const here = new Set(this.players.map(({ id }) => id));
    return this.#open.sheet.players.filter(({ id }) => !here.has(id));
  }

  get changed(): boolean {
    if (this.#order === undefined) return false;
    return this.players.map(({ id }) => id).join() !== seatingOf(this.#open.sheet, this.round).players.join();
  }

  move(at: number, by: 1 | -1): void {
    const order = [...this.players];
    const [player] = order.splice(at, 1);
    if (!player) return;
    // round the table: above the first is the last
    order.splice((at + by + order.length + 1) % (order.length + 1), 0, player);
    this.#decide(order);
  }

  leave(id: string): void {
    this.#put(this.players.filter((player) => player.id !== id));
  }

  back(player: Player): void {
    this.#put([...this.players, player]);
  }

  /** Somebody new sits down to the left of a player. Throws a SheetError for the name. */
  join(name: string, leftOf: string): void {
    const cleaned = cleanText(name, "name", MAX_NAME);
    const everybody = [...this.#open.sheet.players, ...this.players.filter((one) => !this.#isKnown(one.id))];
    const player = { id: freshId(everybody.map(({ id }) => id)), name: cleaned };
    checkNames([...everybody, player], "name");
    const at = this.players.findIndex(({ id }) => id === leftOf) + 1 || this.players.length;
    this.#put([...this.players.slice(0, at), player, ...this.players.slice(at)]);
  }

  /** Let the number of rounds follow. */
  fit(): void {
    this.#fit = true;
  }

  forget(): void {
    this.#order = undefined;
    this.#round = undefined;
    this.#fit = false;
  }

  /** Whether somebody of this id has sat here. */
  #isKnown(id: string): boolean {
    return this.#open.sheet.players.some((player) => player.id === id);
  }

  get #sameMembers(): boolean {
    if (this.#order === undefined) return true;
    const { sheet, scored } = this.#open;
    const seated = seatingOf(sheet, roundPlayed(sheet, scored)).players;
    return this.#order.length === seated.length && this.#order.every(({ id }) => seated.includes(id));
  }

  #seated(round: number): readonly Player[] {
    const { sheet } = this.#open;
    return seatingOf(sheet, round).players.map((id) => ({ id, name: nameOf(sheet, id) }));
  }

  #decide(order: readonly Player[]): void {
    this.#order = order;
    this.#seen = this.#open.sheet.players.map(({ id }) => id);
  }

  #put(order: readonly Player[]): void {
    this.#decide(order);
    this.#fit = false;
  }

  /** The rules that fit this number of players. */
  get #fitted(): Rules {
    const { rules } = this.#open.sheet;
    const limit = fullGameRounds(this.players.length);
    if (rules.round_mode === "custom") {
      return { ...rules, custom_round_count: Math.min(Number(rules.custom_round_count ?? limit), limit) };
    }
    const sizes = Array.isArray(rules.hand_sizes) ? (rules.hand_sizes as readonly number[]) : [];
    return sizes.length > 0 ? { ...rules, hand_sizes: sizes.map((size) => Math.min(size, limit)) } : rules;
  }

  get #edit() {
    const { round, players } = this;
    return { kind: "seat" as const, round, players, ...(this.#fit && { rules: this.#fitted }) };
  }

  get problem(): SeatProblem | undefined {
    const { players } = this;
    if (players.length < MIN_SEATS) return { kind: "few" };
    if (players.length > MAX_SEATS) return { kind: "many" };
    const problem = settingProblem(players.length, this.#fit ? this.#fitted : this.#open.sheet.rules);
    if (problem) return { kind: "setting", problem };
    const result = this.#open.preview(this.#edit);
    if (result instanceof SheetError) {
      const limit = handSizes(this.#fit ? this.#fitted : this.#open.sheet.rules, players.length).length;
      if (result.code === "round" && this.round > limit) return { kind: "beyond", limit, seats: players.length };
      return { kind: "refused", error: result };
    }
    return "problem" in result ? { kind: "setting", problem: result.problem } : undefined;
  }

  get notes(): readonly SeatNote[] {
    if (!this.changed) return [];
    const { sheet, scored } = this.#open;
    const { round, players } = this;
    const before = this.#seated(round);
    const come = players.filter(({ id }) => !before.some((one) => one.id === id));
    const gone = before.filter(({ id }) => !players.some((one) => one.id === id));
    const notes: SeatNote[] = [
      ...come.map((player): SeatNote => ({ kind: this.#isKnown(player.id) ? "back" : "joins", player, round })),
      ...gone.map((player): SeatNote => ({ kind: "leaves", player, round })),
    ];
    const stayed = (order: readonly Player[], others: readonly Player[]): string =>
      turned(order.filter((one) => !others.includes(one)).map(({ id }) => id)).join();
    if (stayed(players, come) !== stayed(before, gone) || notes.length === 0) {
      notes.push({ kind: "order", round });
    }
    if (come.length > 0 && hasBegun(scored, round)) {
      notes.push({ kind: "begun", round, names: come.map(({ name }) => name) });
    }
    const entered = gone.filter(({ id }) => hasEntries(sheet, id, round));
    if (entered.length > 0) notes.push({ kind: "kept", round, names: entered.map(({ name }) => name) });
    const later = sheet.seatings.filter((seating) => seating.round > round).map((seating) => seating.round);
    if (later.length > 0) notes.push({ kind: "replaced", rounds: later });
    const result = this.problem ? undefined : this.#open.preview(this.#edit);
    if (result && "scored" in result) {
      const [old, now] = [scored.schedule.length, result.scored.schedule.length];
      if (old !== now) notes.push({ kind: "length", before: old, now });
      const outside = result.scored.rounds.filter(
        (one) => one.state === "outside" && scored.rounds[one.number - 1]?.state !== "outside",
      );
      if (outside.length > 0) notes.push({ kind: "outside", rounds: outside.map((one) => one.number) });
    }
    return notes;
  }

  /** Seat them so. Nothing happens while there is a problem. */
  apply(): boolean {
    if (this.problem || !this.changed || this.#open.apply(this.#edit) !== undefined) return false;
    this.forget();
    return true;
  }
}

/** A ring of seats from its smallest id on: the same for the same order round the table. */
function turned(ids: readonly string[]): readonly string[] {
  const at = ids.indexOf(ids.toSorted()[0] ?? "");
  return [...ids.slice(at), ...ids.slice(0, at)];
}

function hasEntries(sheet: Sheet, player: string, from: number): boolean {
  return sheet.rounds
    .slice(from - 1)
    .some(({ bids = {}, tricks = {} }) => Object.hasOwn(bids, player) || Object.hasOwn(tricks, player));
}
