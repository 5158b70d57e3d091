/** Two short tones, made here: somebody is called. Browsers play nothing before a first press on the page. */

const TONES = [
  { hertz: 587.33, at: 0, length: 0.14 },
  { hertz: 880, at: 0.13, length: 0.26 },
] as const;
const LOUD = 0.16;
const QUIET = 0.0001;

export class Bell {
  readonly #open: (() => AudioContext) | null;
  #context: AudioContext | null = null;

  constructor(open: (() => AudioContext) | null) {
    this.#open = open;
  }

  get supported(): boolean {
    return this.#open !== null;
  }

  /** The person has pressed something: from now on it may be heard. */
  unlock(): void {
    if (this.#open === null || navigator.userActivation?.hasBeenActive === false) return;
    this.#context ??= this.#open();
    if (this.#context.state === "suspended") void this.#context.resume();
  }

  /** Ring now, if it may be heard; a tone that comes late would say something wrong. */
  ring(): void {
    if (this.#context?.state === "running") this.#play(this.#context);
  }

  /** How it sounds: asked for by a press. */
  sample(): void {
    this.unlock();
    if (this.#context !== null) this.#play(this.#context);
  }

  #play(context: AudioContext): void {
    for (const { hertz, at, length } of TONES) {
      const from = context.currentTime + at;
      const tone = context.createOscillator();
      const loudness = context.createGain();
      tone.type = "triangle";
      tone.frequency.value = hertz;
      loudness.gain.setValueAtTime(QUIET, from);
      loudness.gain.exponentialRampToValueAtTime(LOUD, from + 0.02);
      loudness.gain.exponentialRampToValueAtTime(QUIET, from + length);
      tone.connect(loudness).connect(context.destination);
      tone.start(from);
      tone.stop(from + length);
    }
  }
}

export const bell = new Bell(typeof AudioContext === "function" ? () => new AudioContext() : null);
