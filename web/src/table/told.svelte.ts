/** What the table has to say besides what it shows: for those who look, and for those who hear. */

const SHOWN_MS = 5_000;
const HEARD = 6;

export interface Line {
  readonly id: number;
  readonly text: string;
}

export class Told {
  #toasts = $state.raw<readonly Line[]>([]);
  #heard = $state.raw<readonly Line[]>([]);
  #noted = $state.raw<Line | null>(null);
  #count = 0;

  /** What went wrong, to be read for a moment. */
  get toasts(): readonly Line[] {
    return this.#toasts;
  }

  /** The last things for those who hear the table. */
  get heard(): readonly Line[] {
    return this.#heard;
  }

  /** What has just been decided or taken back, to be read for a moment; else empty. */
  get noted(): string {
    return this.#noted?.text ?? "";
  }

  toast(text: string): void {
    const line = this.#line(text);
    this.#toasts = [...this.#toasts.filter((other) => other.text !== text), line].slice(-3);
    setTimeout(() => {
      this.#toasts = this.#toasts.filter((other) => other.id !== line.id);
    }, SHOWN_MS);
  }

  /** Show something for a while, and say it to those who hear the table. */
  note(text: string): void {
    if (text === "") return;
    this.tell(text);
    const line = this.#line(text);
    this.#noted = line;
    setTimeout(() => {
      if (this.#noted === line) this.#noted = null;
    }, SHOWN_MS);
  }

  /** Say something to those who hear the table. */
  tell(text: string): void {
    if (text === "") return;
    this.#heard = [...this.#heard, this.#line(text)].slice(-HEARD);
  }

  #line(text: string): Line {
    this.#count += 1;
    return { id: this.#count, text };
  }
}
