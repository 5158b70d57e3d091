/**
 * The stage: shows what happened, one step after another, and never gets in the way.
 *
 * `view` is what the page shows; `behind` says that newer things wait to be shown. Whoever plays may act as
 * soon as the shown view is the newest, even while the last card still moves. `finish` shows everything at
 * once. Snapshots come without motion.
 */
import type { Event, PlayerView, Update } from "$lib/protocol";
import { plain, STILL, stepsOf, type Drawn, type Motion, type Step } from "./steps";

export interface Pace {
  /** Factor on what moves: 0 with reduced motion. */
  readonly move: number;
  /** Factor on what stays to be read. */
  readonly hold: number;
}

/** Put into words what happened, with the view after it and the one before. */
export type Say = (events: readonly Event[], view: PlayerView, before: PlayerView | null) => void;

export class Stage {
  #view = $state.raw<PlayerView | null>(null);
  #drawn = $state.raw<Drawn | null>(null);
  #motion = $state.raw<Motion>(STILL);
  #newest = $state.raw<PlayerView | null>(null);
  #moving = $state(false);
  #queue: Step[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #animations = new Set<Animation>();
  readonly #pace: () => Pace;
  readonly #say: Say;

  constructor(pace: () => Pace, say: Say) {
    this.#pace = pace;
    this.#say = say;
  }

  get view(): PlayerView | null {
    return this.#view;
  }

  get drawn(): Drawn | null {
    return this.#drawn;
  }

  get motion(): Motion {
    return this.#motion;
  }

  /** The newest view that came, shown or not. */
  get newest(): PlayerView | null {
    return this.#newest;
  }

  /** Newer things wait to be shown: a click now only shows them. */
  get behind(): boolean {
    return this.#view !== this.#newest;
  }

  /** Nothing moves and nothing waits. */
  get settled(): boolean {
    return !this.#moving && !this.behind;
  }

  /** Show a view at once. */
  jump(view: PlayerView): void {
    this.#clear();
    this.#newest = view;
    this.#set(view, plain(view), STILL);
  }

  /** Show an update when it is its turn. */
  push(update: Update): void {
    const before = this.#newest;
    if (before === null) {
      this.jump(update.view);
      return;
    }
    this.#newest = update.view;
    this.#queue.push(...stepsOf(before, update));
    if (this.#timer === undefined) this.#next();
  }

  /** Show everything that waits, and end what moves. */
  finish(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    for (const animation of this.#animations) animation.finish();
    this.#animations.clear();
    const steps = this.#queue;
    this.#queue = [];
    let before = this.#view;
    for (const step of steps) {
      this.#say(step.says, step.view, before);
      before = step.view;
    }
    const last = this.#newest;
    if (last !== null) this.#set(last, plain(last), STILL);
  }

  /** Something moves on behalf of the step that is shown; `finish` ends it. */
  track(animation: Animation): void {
    this.#animations.add(animation);
    const gone = (): void => void this.#animations.delete(animation);
    animation.finished.then(gone, gone);
  }

  /** The factor on what moves, for those who move something. */
  get pace(): number {
    return this.#pace().move;
  }

  stop(): void {
    this.#clear();
  }

  #clear(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#queue = [];
    for (const animation of this.#animations) animation.cancel();
    this.#animations.clear();
  }

  #next(): void {
    this.#timer = undefined;
    const hidden = document.visibilityState === "hidden";
    for (;;) {
      const step = this.#queue.shift();
      if (step === undefined) {
        this.#motion = STILL;
        this.#moving = false;
        return;
      }
      const pace = this.#pace();
      const time = hidden ? 0 : step.move * pace.move + step.hold * pace.hold;
      const before = this.#view;
      this.#set(step.view, step.drawn, step.motion);
      this.#say(step.says, step.view, before);
      if (time > 0) {
        this.#moving = true;
        this.#timer = setTimeout(() => this.#next(), time);
        return;
      }
    }
  }

  #set(view: PlayerView, drawn: Drawn, motion: Motion): void {
    this.#view = view;
    this.#drawn = drawn;
    this.#motion = motion;
    this.#moving = false;
  }
}
