/** What a person chose for this browser. Kept in its storage when there is one, else until the page closes. */

import { readStored, writeStored } from "./storage";

const CHOICES = {
  theme: ["system", "light", "dark"],
  palette: ["standard", "cvd"],
  faces: ["shapes", "french"],
  speed: ["normal", "slow", "fast", "none"],
  language: ["auto", "en", "de"],
  sort: ["suit", "rank"],
  awake: ["on", "off"],
  sound: ["off", "on"],
  vibration: ["off", "on"],
  notify: ["off", "on"],
  forced: ["off", "on"],
  preselect: ["off", "on"],
  bots: ["natural", "at_once"],
} as const;

export type Theme = (typeof CHOICES.theme)[number];
export type Palette = (typeof CHOICES.palette)[number];
export type Faces = (typeof CHOICES.faces)[number];
export type Speed = (typeof CHOICES.speed)[number];
export type LanguageChoice = (typeof CHOICES.language)[number];
export type Sort = (typeof CHOICES.sort)[number];
export type AwakeChoice = (typeof CHOICES.awake)[number];
export type BotPace = (typeof CHOICES.bots)[number];
export type Switched = "off" | "on";

export interface Values {
  theme: Theme;
  palette: Palette;
  faces: Faces;
  speed: Speed;
  language: LanguageChoice;
  sort: Sort;
  awake: AwakeChoice;
  sound: Switched;
  vibration: Switched;
  notify: Switched;
  forced: Switched;
  preselect: Switched;
  bots: BotPace;
  name: string;
}

export const PREFS_KEY = "rufen.prefs";
const PACE: Record<Speed, number> = { slow: 1.6, normal: 1, fast: 0.5, none: 0 };
const PAGE_COLOUR = { light: "#f7f2f0", dark: "#171217" };

function oneOf<K extends keyof typeof CHOICES>(key: K, value: unknown): Values[K] {
  const choices: readonly unknown[] = CHOICES[key];
  return (choices.includes(value) ? value : choices[0]) as Values[K];
}

/** Whatever was stored, as values: what is missing or unknown takes its default. */
export function parsePrefs(stored: unknown): Values {
  const raw: Record<string, unknown> =
    typeof stored === "object" && stored !== null ? (stored as Record<string, unknown>) : {};
  return {
    theme: oneOf("theme", raw.theme),
    palette: oneOf("palette", raw.palette),
    faces: oneOf("faces", raw.faces),
    speed: oneOf("speed", raw.speed),
    language: oneOf("language", raw.language),
    sort: oneOf("sort", raw.sort),
    awake: oneOf("awake", raw.awake),
    sound: oneOf("sound", raw.sound),
    vibration: oneOf("vibration", raw.vibration),
    notify: oneOf("notify", raw.notify),
    forced: oneOf("forced", raw.forced),
    preselect: oneOf("preselect", raw.preselect),
    bots: oneOf("bots", raw.bots),
    name: typeof raw.name === "string" ? raw.name.slice(0, 40) : "",
  };
}

function media(query: string): MediaQueryList | undefined {
  return typeof matchMedia === "function" ? matchMedia(query) : undefined;
}

class Prefs {
  #values = $state(parsePrefs(readStored(PREFS_KEY)));
  #deviceIsDark = $state(false);
  #reducedMotion = $state(false);

  constructor() {
    const dark = media("(prefers-color-scheme: dark)");
    const still = media("(prefers-reduced-motion: reduce)");
    this.#deviceIsDark = dark?.matches ?? false;
    this.#reducedMotion = still?.matches ?? false;
    dark?.addEventListener("change", (event) => {
      this.#deviceIsDark = event.matches;
      this.#show();
    });
    still?.addEventListener("change", (event) => {
      this.#reducedMotion = event.matches;
    });
    if (typeof addEventListener === "function") {
      // Another tab of the same browser changed them.
      addEventListener("storage", (event) => {
        if (event.key !== PREFS_KEY) return;
        this.#values = parsePrefs(readStored(PREFS_KEY));
        this.#show();
      });
    }
    this.#show();
  }

  get theme(): Theme {
    return this.#values.theme;
  }
  set theme(value: Theme) {
    this.#put({ theme: value });
  }
  get palette(): Palette {
    return this.#values.palette;
  }
  set palette(value: Palette) {
    this.#put({ palette: value });
  }
  get faces(): Faces {
    return this.#values.faces;
  }
  set faces(value: Faces) {
    this.#put({ faces: value });
  }
  get speed(): Speed {
    return this.#values.speed;
  }
  set speed(value: Speed) {
    this.#put({ speed: value });
  }
  get language(): LanguageChoice {
    return this.#values.language;
  }
  set language(value: LanguageChoice) {
    this.#put({ language: value });
  }
  get sort(): Sort {
    return this.#values.sort;
  }
  set sort(value: Sort) {
    this.#put({ sort: value });
  }
  /** Whether the screen stays on while a score sheet is open. */
  get awake(): AwakeChoice {
    return this.#values.awake;
  }
  set awake(value: AwakeChoice) {
    this.#put({ awake: value });
  }
  /** Two short tones when it is this person's turn. */
  get sound(): Switched {
    return this.#values.sound;
  }
  set sound(value: Switched) {
    this.#put({ sound: value });
  }
  /** The device shakes when it is this person's turn. */
  get vibration(): Switched {
    return this.#values.vibration;
  }
  set vibration(value: Switched) {
    this.#put({ vibration: value });
  }
  /** The device tells that it is this person's turn while the page is hidden. */
  get notify(): Switched {
    return this.#values.notify;
  }
  set notify(value: Switched) {
    this.#put({ notify: value });
  }
  /** The only card that may be played is played by itself. */
  get forced(): Switched {
    return this.#values.forced;
  }
  set forced(value: Switched) {
    this.#put({ forced: value });
  }
  /** A card can be marked before it is this person's turn. */
  get preselect(): Switched {
    return this.#values.preselect;
  }
  set preselect(value: Switched) {
    this.#put({ preselect: value });
  }
  /** How soon bots act at tables that are opened here. */
  get bots(): BotPace {
    return this.#values.bots;
  }
  set bots(value: BotPace) {
    this.#put({ bots: value });
  }
  /** The name this person plays under; empty: none chosen. */
  get name(): string {
    return this.#values.name;
  }
  set name(value: string) {
    this.#put({ name: value });
  }

  /** Whether the page is dark now, by choice or by device. */
  get dark(): boolean {
    return this.theme === "system" ? this.#deviceIsDark : this.theme === "dark";
  }
  /** The device asks for as little motion as possible. */
  get reducedMotion(): boolean {
    return this.#reducedMotion;
  }
  /** The factor on every duration: 1.6 slow, 1, 0.5 fast, 0 for none or reduced motion. */
  get pace(): number {
    return this.#reducedMotion ? 0 : PACE[this.speed];
  }

  #put(change: Partial<Values>): void {
    Object.assign(this.#values, change);
    writeStored(PREFS_KEY, $state.snapshot(this.#values));
    this.#show();
  }

  /** Colours, faces and speed come from attributes of <html>; style sheets do the rest. */
  #show(): void {
    if (typeof document === "undefined") return;
    const { dataset } = document.documentElement;
    dataset.theme = this.dark ? "dark" : "light";
    dataset.speed = this.speed;
    if (this.palette === "cvd") dataset.palette = "cvd";
    else delete dataset.palette;
    if (this.faces === "french") dataset.faces = "french";
    else delete dataset.faces;
    document
      .querySelector('meta[name="theme-color"]')
      ?.setAttribute("content", PAGE_COLOUR[this.dark ? "dark" : "light"]);
  }
}

export const prefs = new Prefs();
