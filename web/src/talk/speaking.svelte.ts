/** Saying something: what is being written, what is on its way, and why something was not said. */
import { isKey, t } from "$lib/i18n/index.svelte";
import { MAX_SAY, type Refused, type SayKind } from "$lib/protocol";
import type { Table } from "../table/table.svelte";

/** From here on the field says how much room is left. */
const NEAR = 40;

function whyNot(refused: Refused): string {
  const reason = refused.reason === "illegal" ? (refused.illegal ?? "") : refused.reason;
  const key = `talk.why.${reason}`;
  return t(isKey(key) ? key : "talk.why.other", { most: MAX_SAY });
}

export class Speaking {
  readonly #table: Table;
  #text = $state("");
  #why = $state("");
  /** The text on its way to the server: it stays in the field until it is said. */
  #sent: string | null = null;

  constructor(table: Table) {
    this.#table = table;
  }

  get text(): string {
    return this.#text;
  }
  set text(text: string) {
    this.#text = text;
    this.#why = "";
  }

  /** Why the last thing was not said; empty when it was. */
  get why(): string {
    return this.#why;
  }

  /** How many characters are still free, once there are few; below zero: too many. */
  get left(): number | null {
    const left = MAX_SAY - [...this.#text.trim()].length;
    return left <= NEAR ? left : null;
  }

  /** Send what is written. An empty field has nothing to say. */
  send(): void {
    const text = this.#text.trim();
    if (text === "" || this.#sent !== null) return;
    if ((this.left ?? 0) < 0) {
      this.#why = t("talk.why.bad_text", { most: MAX_SAY });
      return;
    }
    const written = this.#text;
    if (this.#say("text", text, (said) => this.#answered(written, said))) this.#sent = text;
  }

  /** A phrase or a reaction. */
  say(kind: Exclude<SayKind, "text">, what: string): void {
    this.#say(kind, what, () => undefined);
  }

  #say(kind: SayKind, what: string, answered: (said: boolean) => void): boolean {
    this.#why = "";
    const sent = this.#table.say(kind, what, (refused) => {
      this.#why = refused === null ? "" : whyNot(refused);
      answered(refused === null);
    });
    if (!sent) this.#why = t("talk.why.lost");
    return sent;
  }

  /** What was said leaves the field; what was written since stays in it. */
  #answered(written: string, said: boolean): void {
    this.#sent = null;
    if (said && this.#text.startsWith(written)) this.#text = this.#text.slice(written.length);
  }
}
