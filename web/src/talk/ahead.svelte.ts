/** The cards that a hand plays ahead: the one that is marked, and the only one there is. */
import { cardName, t, type Key } from "$lib/i18n/index.svelte";
import { prefs } from "$lib/prefs.svelte";
import type { Card } from "$lib/protocol";
import { covered } from "../table/keys";
import type { Table } from "../table/table.svelte";
import { follow, forcedCard, markOf, mayMark, type Mark, type Situation } from "./ahead";

/** How long a forced card waits to be stopped. */
export const FORCED_MS = 2_000;
/** A press that is still held refuses everything: then it is tried again. */
const AGAIN_MS = 150;

export class Ahead {
  readonly #table: Table;
  readonly #play: (card: Card) => boolean;
  #mark = $state.raw<Mark | null>(null);
  #forced = $state.raw<{ readonly card: Card; readonly seq: number } | null>(null);
  #stopped = -1;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #again = $state(0);
  /** A forced card is only played before somebody's eyes. */
  #seen = $state(document.visibilityState !== "hidden");

  /** To be made while a component begins. `play` plays a card as a press does; false when it did not. */
  constructor(table: Table, play: (card: Card) => boolean) {
    this.#table = table;
    this.#play = play;
    $effect(() => this.#followMark());
    $effect(() => this.#followForced());
    $effect(() => {
      const look = (): void => void (this.#seen = document.visibilityState !== "hidden");
      document.addEventListener("visibilitychange", look);
      return () => {
        document.removeEventListener("visibilitychange", look);
        clearTimeout(this.#timer);
      };
    });
  }

  get marked(): Card | null {
    return this.#mark?.card ?? null;
  }

  /** The card that is about to be played by itself. */
  get forced(): Card | null {
    return this.#forced?.card ?? null;
  }

  /** A press on a card that cannot be played now: mark it, or take the mark away. Else why not; null: not meant. */
  press(card: Card): string | null {
    const situation = this.#situation;
    if (prefs.preselect !== "on" || situation === null || this.#table.stage.behind) return null;
    const may = mayMark(situation);
    if (may === "no") return null;
    if (may !== "yes") return t(`talk.ahead.${may}`);
    if (this.marked === card) {
      this.#mark = null;
      this.#table.told.tell(t("talk.ahead.taken", { card: cardName(card) }));
    } else {
      this.#mark = markOf(situation.view, card);
      this.#table.told.tell(t("talk.ahead.said", { card: cardName(card) }));
    }
    return "";
  }

  /** Nothing is played by itself in this turn. */
  stop(): void {
    if (this.#forced === null) return;
    this.#stopped = this.#forced.seq;
    this.#wait(null);
    this.#table.told.tell(t("talk.forced.stopped"));
  }

  get #situation(): Situation | null {
    const { view, news, live } = this.#table;
    return view === null ? null : { view, news, live };
  }

  #followMark(): void {
    const mark = this.#mark;
    const situation = this.#situation;
    void this.#again;
    if (mark === null || situation === null) return;
    if (prefs.preselect !== "on") {
      this.#mark = null;
      return;
    }
    const next = follow(mark, situation);
    if (next === "play") {
      if (this.#table.open && situation.news?.proposal == null) this.#playMark(mark.card);
    } else if (typeof next === "string") {
      this.#mark = null;
      const key: Key = `talk.ahead.off.${next}`;
      this.#table.told.toast(t(key, { card: cardName(mark.card) }));
    } else if (next.cards.length !== mark.cards.length) {
      this.#mark = next;
    }
  }

  #playMark(card: Card): void {
    if (this.#play(card)) this.#mark = null;
    else setTimeout(() => (this.#again += 1), AGAIN_MS);
  }

  #followForced(): void {
    const situation = this.#situation;
    const card =
      prefs.forced === "on" && this.#seen && situation !== null && this.#table.open && this.#mark === null
        ? forcedCard(situation)
        : null;
    const seq = situation?.view.seq ?? -1;
    if (card === null || seq === this.#stopped) this.#wait(null);
    else this.#wait({ card, seq });
  }

  #wait(next: { readonly card: Card; readonly seq: number } | null): void {
    if (next?.seq === this.#forced?.seq && next?.card === this.#forced?.card) return;
    clearTimeout(this.#timer);
    this.#forced = next;
    if (next === null) return;
    this.#table.told.tell(t("talk.forced.said", { card: cardName(next.card) }));
    this.#timer = setTimeout(() => this.#due(next.card), FORCED_MS);
  }

  #due(card: Card): void {
    if (this.forced !== card) return;
    /* Nobody can stop it below a dialog: it has its time again after that. */
    if (covered()) this.#timer = setTimeout(() => this.#due(card), FORCED_MS);
    else if (this.#play(card)) this.#forced = null;
    else this.#timer = setTimeout(() => this.#due(card), AGAIN_MS);
  }
}
