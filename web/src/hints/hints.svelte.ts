/** The hint a person has asked for. It is shown until anything happens at the table, and no longer. */
import type { Action, Hinted, HintedAction, PlayerView, TableOptions } from "$lib/protocol";
import { bestOf, heardWords, verdictOf, type Verdict } from "./words";

/** What a hint needs of its table. */
export interface HintedTable {
  readonly view: PlayerView | null;
  /** Something may be done now and would not be lost. */
  readonly open: boolean;
  readonly news: { readonly options: TableOptions } | null;
  readonly told: { tell(text: string): void };
}

/** What one action is worth, and whether it is among the best there are. */
export interface Worth extends HintedAction {
  readonly best: boolean;
}

function nameOf(action: Action): string {
  return JSON.stringify(action);
}

export class Hints {
  readonly #table: HintedTable;
  readonly #send: () => string | null;
  #asked = $state.raw<{ readonly id: string; readonly seq: number } | null>(null);
  #answer = $state.raw<Hinted | null>(null);
  /** All there is to know about them is on show. */
  #details = $state(false);

  /** `send` asks the server: the id of the question, null when it was not sent. */
  constructor(table: HintedTable, send: () => string | null) {
    this.#table = table;
    this.#send = send;
  }

  /** The table gives hints to whoever is asked. */
  get given(): boolean {
    return this.#table.news?.options.hints ?? false;
  }

  /** A hint can be asked for now, or is there. */
  get offered(): boolean {
    return this.given && this.#table.open;
  }

  /** The answer has not come yet. */
  get waiting(): boolean {
    return this.#asked !== null && this.#asked.seq === this.#table.view?.seq;
  }

  /** What each action is worth, in the order of `view.legal`; empty when nobody has asked, or things have moved on. */
  get worths(): readonly Worth[] {
    const answer = this.#answer;
    if (answer === null || !this.offered || answer.seq !== this.#table.view?.seq) return [];
    const best = bestOf(answer.actions);
    return answer.actions.map((one) => ({ ...one, best: best.includes(one) }));
  }

  /** What all of it comes to; only where there are worths. */
  get verdict(): Verdict {
    return verdictOf(this.worths);
  }

  get details(): boolean {
    return this.#details && this.worths.length > 0;
  }
  set details(shown: boolean) {
    this.#details = shown;
  }

  readonly #byAction = $derived.by(
    (): ReadonlyMap<string, Worth> => new Map(this.worths.map((worth) => [nameOf(worth.action), worth])),
  );

  /** What an action is worth, as far as it was asked. */
  of(action: Action): Worth | undefined {
    return this.#byAction.get(nameOf(action));
  }

  /** Ask; and once the answer is there, show its details. */
  press(): void {
    if (!this.offered || this.waiting) return;
    if (this.worths.length > 0) {
      this.#details = true;
      return;
    }
    const seq = this.#table.view?.seq;
    const id = this.#send();
    if (id === null || seq === undefined) return;
    this.#details = false;
    this.#asked = { id, seq };
  }

  /** An answer came. One that was asked for at an earlier position is of no use. */
  came(hinted: Hinted): void {
    const asked = this.#asked;
    if (asked?.id !== hinted.id) return;
    this.#asked = null;
    if (asked.seq !== hinted.seq) return;
    this.#answer = hinted;
    if (this.worths.length > 0) this.#table.told.tell(heardWords(this.worths));
  }

  /** It was refused; whether the person still waits for it. */
  refused(id: string): boolean {
    const waits = this.#asked?.id === id && this.waiting;
    if (this.#asked?.id === id) this.#asked = null;
    return waits;
  }
}
