/** A sheet that is open: every component gets it. What is entered is shown at once and written behind. */

import { advance, replay, resume, type Life } from "../model/log";
import { edit, isRefusal, type Refusal } from "../model/edit";
import { nameOf, newId } from "../model/document";
import { score } from "../model/score";
import type { Edit, ScoredSheet, Sheet, Step } from "../model/types";
import { append, loadNewer, StoreError, type Newer, type Trouble } from "./db";
import { listen, onSeen, type News } from "./news";

/** A sheet and what follows from it. */
export interface Worked {
  readonly sheet: Sheet;
  readonly scored: ScoredSheet;
}

/** A step of this tab that had to go, because another tab was faster and it cannot be made any more. */
export interface Lost {
  readonly step: Step;
  /** Absent for undo and redo: they meant what is no longer the last change. */
  readonly refusal?: Refusal;
}

/** Where a sheet begins for this tab. */
export interface Origin {
  readonly start: Sheet;
  /** What is on disk: which sheet, its steps that can be read, and how many there are; absent: nothing yet. */
  readonly kept?: { readonly born: string; readonly steps: readonly Step[]; readonly count: number };
  /** Steps that are not there yet. */
  readonly pending?: readonly Step[];
}

export class OpenSheet {
  readonly id: string;
  readonly #born: string;

  /** As it is on disk, after `#count` steps. */
  #kept: Life;
  #count: number | undefined;
  readonly #start: Sheet;

  #life: Life;
  /** Steps that are not on disk yet. */
  #pending: readonly Step[];
  #isThere = $state(false);
  #trouble: Trouble | undefined = $state();
  #deleted = $state(false);
  #lost: Lost | undefined = $state.raw();
  /** Worked out once for each sheet. No $derived: a sheet outlives the page that opened it. */
  #worked: Worked | undefined;

  #writing: Promise<void> | undefined;
  #users = 0;
  #news: News | undefined;
  #stopLooking: (() => void) | undefined;

  constructor({ start, kept, pending = [] }: Origin) {
    this.id = start.id;
    this.#born = kept ? kept.born : newId();
    this.#start = $state.snapshot(start) as Sheet;
    this.#kept = replay(this.#start, kept?.steps ?? []);
    this.#count = kept?.count;
    this.#isThere = kept !== undefined;
    this.#pending = $state.raw(pending);
    this.#life = $state.raw(resume(this.#kept, pending));
  }

  get sheet(): Sheet {
    return this.#life.sheet;
  }

  get scored(): ScoredSheet {
    const { sheet } = this.#life;
    if (this.#worked?.sheet !== sheet) this.#worked = { sheet, scored: score(sheet) };
    return this.#worked.scored;
  }

  get canUndo(): boolean {
    return this.#life.done.length > 0;
  }

  get canRedo(): boolean {
    return this.#life.undone.length > 0;
  }

  /** What undo takes back. */
  get lastEdit(): Edit | undefined {
    return this.#life.done.at(-1)?.change;
  }

  /** What redo brings back. */
  get nextEdit(): Edit | undefined {
    return this.#life.undone.at(-1);
  }

  /** Everything is on disk. */
  get saved(): boolean {
    return this.#isThere && !this.#deleted && this.#pending.length === 0;
  }

  /** Why not; what is not on disk stays here and is tried again. */
  get trouble(): Trouble | undefined {
    return this.#trouble;
  }

  /** It was deleted elsewhere: only this tab still has it. Go on with `keepCopy` (store/sheets.ts). */
  get deleted(): boolean {
    return this.#deleted;
  }

  /** The last step of this tab that had to go because another one was faster. */
  get lost(): Lost | undefined {
    return this.#lost;
  }

  nameOf(player: string): string {
    return nameOf(this.sheet, player);
  }

  /** Make a change; undefined: done, else why not. */
  apply(change: Edit): Refusal | undefined {
    return this.#step($state.snapshot(change) as Edit);
  }

  /** What a change would make of the sheet. It changes nothing. */
  preview(change: Edit): Worked | Refusal {
    try {
      const sheet = edit(this.sheet, change);
      return { sheet, scored: score(sheet) };
    } catch (error) {
      if (isRefusal(error)) return error;
      throw error;
    }
  }

  undo(): void {
    if (this.canUndo) this.#step({ kind: "undo" });
  }

  redo(): void {
    if (this.canRedo) this.#step({ kind: "redo" });
  }

  /** Look at what other tabs did, and write again what could not be written. */
  async retry(): Promise<void> {
    if (this.#count !== undefined) await this.#sync();
    await this.#write();
  }

  /** Done when everything that can be written now is. */
  async settled(): Promise<void> {
    await this.#writing;
  }

  /** Take part in what other tabs do; as often as `close`. */
  open(): this {
    if (this.#users++ === 0) {
      this.#news = listen((id) => {
        if (id === undefined || id === this.id) void this.#sync();
      });
      this.#stopLooking = onSeen(() => void this.retry());
    }
    return this;
  }

  /** Nobody looks at it any more; what is not on disk yet is still written. */
  close(): void {
    if (this.#users === 0 || --this.#users > 0) return;
    this.#news?.stop();
    this.#stopLooking?.();
  }

  get isClosed(): boolean {
    return this.#users === 0;
  }

  /** It is deleted here: nothing is written any more. */
  markDeleted(): void {
    this.#deleted = true;
    this.#trouble = "closed";
  }

  /** A sheet of its own, not on disk yet, with all that can be undone. */
  copy(id: string): Origin {
    const { done, sheet } = this.#life;
    return { start: { ...(done[0]?.before ?? sheet), id }, pending: done.map((made) => made.change) };
  }

  #step(step: Step): Refusal | undefined {
    try {
      this.#life = advance(this.#life, step);
    } catch (error) {
      if (isRefusal(error)) return error;
      throw error;
    }
    this.#pending = [...this.#pending, step];
    this.#lost = undefined;
    void this.#write();
    return undefined;
  }

  /** Write what is pending, one write at a time; all that is entered meanwhile goes with the next. */
  #write(): Promise<void> {
    this.#writing ??= this.#writeAll();
    return this.#writing;
  }

  async #writeAll(): Promise<void> {
    await Promise.resolve(); // so that it does not end before it is noted in #writing
    try {
      while (!this.#deleted && (this.#pending.length > 0 || !this.#isThere)) await this.#writeOnce();
      if (!this.#deleted) this.#trouble = undefined;
    } catch (error) {
      this.#note(error);
    } finally {
      this.#writing = undefined;
    }
  }

  #note(error: unknown): void {
    if (!(error instanceof StoreError)) throw error;
    if (!this.#deleted) this.#trouble = error.trouble;
  }

  async #writeOnce(): Promise<void> {
    const steps = this.#pending;
    const life = this.#life;
    const from = this.#count;
    const result = await append({ id: this.id, born: this.#born, from, start: this.#start, steps, sheet: life.sheet });
    if (result === "gone") this.markDeleted();
    else if (result !== "written") this.#takeIn(from ?? 0, result);
    else {
      this.#kept = life;
      this.#count = (from ?? 0) + steps.length;
      this.#isThere = true;
      this.#pending = this.#pending.slice(steps.length);
      this.#news?.tell(this.id);
    }
  }

  /** Read what other tabs wrote. */
  async #sync(): Promise<void> {
    await this.#writing;
    const from = this.#count;
    if (from === undefined || this.#deleted) return;
    try {
      const found = await loadNewer(this.id, this.#born, from);
      if (found === "gone") this.markDeleted();
      else this.#takeIn(from, found);
    } catch (error) {
      this.#note(error);
    }
  }

  /** The steps of other tabs from number `from` on come first, one's own that are not written yet on top. */
  #takeIn(from: number, { steps, count }: Newer): void {
    if (this.#count !== from || count === from) return;
    this.#kept = resume(this.#kept, steps);
    this.#count = count;
    let life = this.#kept;
    const pending: Step[] = [];
    let [own, undone] = [0, 0];
    for (const step of this.#pending) {
      if ((step.kind === "undo" && own === 0) || (step.kind === "redo" && undone === 0)) {
        this.#lost = { step };
        continue;
      }
      try {
        life = advance(life, step);
      } catch (error) {
        if (!isRefusal(error)) throw error;
        this.#lost = { step, refusal: error };
        continue;
      }
      pending.push(step);
      if (step.kind === "undo") [own, undone] = [own - 1, undone + 1];
      else if (step.kind === "redo") [own, undone] = [own + 1, undone - 1];
      else [own, undone] = [own + 1, 0];
    }
    this.#pending = pending;
    this.#life = life;
  }
}
