/** Plays a replay: which moment is shown, and how one comes to another. */
import { ApiError, fetchReplay } from "$lib/api";
import { prefs, type Speed } from "$lib/prefs.svelte";
import type { Replay, ReplayStep } from "$lib/protocol";
import type { Moment } from "./address";
import { PastTable } from "./scene.svelte";

/** How long a step stays while it plays by itself, in ms; the end of a round stays longer. */
const STAY: Readonly<Record<Speed, number>> = { slow: 1_800, normal: 1_100, fast: 550, none: 900 };
const LONGER = 3;

/** What went wrong with a request. */
export interface Trouble {
  readonly error: ApiError;
  readonly wanted: Moment;
}

export class Player {
  readonly table: PastTable;
  readonly #fetch: typeof fetchReplay;
  #replay = $state.raw<Replay | null>(null);
  #step = $state(0);
  #playing = $state(false);
  #busy = $state(false);
  #trouble = $state.raw<Trouble | null>(null);
  readonly #kept = new Map<string, Replay>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #asked = 0;

  constructor(table: string, fetch: typeof fetchReplay = fetchReplay) {
    this.table = new PastTable(table);
    this.#fetch = fetch;
  }

  get replay(): Replay | null {
    return this.#replay;
  }

  /** From 0. */
  get step(): number {
    return this.#step;
  }

  get shown(): ReplayStep | null {
    return this.#replay?.steps[this.#step] ?? null;
  }

  get count(): number {
    return this.#replay?.steps.length ?? 0;
  }

  get moment(): Moment | null {
    const replay = this.#replay;
    return replay === null ? null : { round: replay.round, step: this.#step, seat: replay.seat };
  }

  get playing(): boolean {
    return this.#playing;
  }

  get busy(): boolean {
    return this.#busy;
  }

  get trouble(): Trouble | null {
    return this.#trouble;
  }

  get atEndOfRound(): boolean {
    return this.#step >= this.count - 1;
  }

  get atEnd(): boolean {
    return this.atEndOfRound && this.#replay !== null && this.#replay.round >= this.#replay.rounds;
  }

  get atStart(): boolean {
    return this.#step === 0 && (this.#replay?.round ?? 1) <= 1;
  }

  /** Show a moment; of a round that has fewer steps, its last. */
  async open(wanted: Moment): Promise<void> {
    this.#asked += 1;
    const asked = this.#asked;
    clearTimeout(this.#timer);
    const key = `${wanted.round} ${wanted.seat ?? "open"}`;
    let replay = this.#kept.get(key);
    if (replay === undefined) {
      this.#busy = true;
      try {
        replay = await this.#fetch(this.table.id, wanted.round, wanted.seat);
      } catch (error) {
        if (asked === this.#asked) this.#fail(error, wanted);
        return;
      }
      this.#kept.set(key, replay);
    }
    // somebody who is faster than the line has asked for something else meanwhile
    if (asked !== this.#asked) return;
    this.#busy = false;
    this.#trouble = null;
    this.#replay = replay;
    this.#show(Math.min(wanted.step, replay.steps.length - 1), false);
  }

  #fail(error: unknown, wanted: Moment): void {
    const known = error instanceof ApiError ? error : new ApiError(undefined);
    this.#busy = false;
    this.#playing = false;
    if (known.body?.error === "unknown_seat") void this.open({ ...wanted, seat: null });
    else this.#trouble = { error: known, wanted };
  }

  #show(step: number, moves: boolean): void {
    const replay = this.#replay;
    const shown = replay?.steps[step];
    if (replay === null || shown === undefined) return;
    this.#step = step;
    this.table.show(replay, shown, moves);
    this.#wait();
  }

  #wait(): void {
    clearTimeout(this.#timer);
    if (!this.#playing) return;
    if (this.atEnd) {
      this.#playing = false;
      return;
    }
    const stay = STAY[prefs.speed] * (this.atEndOfRound ? LONGER : 1);
    this.#timer = setTimeout(() => this.next(), stay);
  }

  /** Go to a step of the round. */
  go(step: number): void {
    this.#show(Math.max(0, Math.min(step, this.count - 1)), false);
  }

  /** One step on; from the last one to the next round. */
  next(): void {
    const { moment } = this;
    if (moment === null || this.#busy || this.atEnd) return;
    if (this.atEndOfRound) void this.open({ ...moment, round: moment.round + 1, step: 0 });
    else this.#show(this.#step + 1, true);
  }

  /** One step back; from the first one to the end of the round before. */
  back(): void {
    const { moment } = this;
    if (moment === null || this.#busy || this.atStart) return;
    if (this.#step === 0) void this.open({ ...moment, round: moment.round - 1, step: Infinity });
    else this.#show(this.#step - 1, false);
  }

  /** Play by itself; from the end of the game once more from the beginning of its last round. */
  play(): void {
    if (this.#replay === null) return;
    this.#playing = true;
    if (this.atEnd) this.#show(0, false);
    else this.#wait();
  }

  pause(): void {
    this.#playing = false;
    clearTimeout(this.#timer);
  }

  stop(): void {
    this.#asked += 1;
    this.pause();
    this.table.stop();
  }
}
