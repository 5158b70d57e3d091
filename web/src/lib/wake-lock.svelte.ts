/** The screen stays on while a page asks for it, the person wants it (`prefs.awake`) and the browser can. */

import { prefs } from "./prefs.svelte";

export class Awake {
  #held = $state(false);
  #askers = 0;
  #asking = false;
  #sentinel: WakeLockSentinel | undefined;

  /** Whether this browser can do it at all (only with https or localhost). */
  get supported(): boolean {
    return typeof navigator !== "undefined" && "wakeLock" in navigator;
  }

  /** Whether the screen is kept on now; reactive. The device may refuse, when its battery is low. */
  get held(): boolean {
    return this.#held;
  }

  /** Ask for it; returns how to ask no longer. */
  hold(): () => void {
    this.#askers += 1;
    if (this.#askers === 1) document.addEventListener("visibilitychange", this.#sync);
    this.#sync();
    return () => {
      this.#askers -= 1;
      if (this.#askers === 0) document.removeEventListener("visibilitychange", this.#sync);
      this.#sync();
    };
  }

  /** A page that is hidden loses its lock, and gets another one when it is seen again. */
  readonly #sync = (): void => {
    if (this.#askers === 0) this.#release();
    else if (this.#sentinel === undefined && document.visibilityState === "visible") void this.#request();
  };

  async #request(): Promise<void> {
    if (!this.supported || this.#asking) return;
    this.#asking = true;
    try {
      const sentinel = await navigator.wakeLock.request("screen");
      sentinel.addEventListener("release", () => {
        if (this.#sentinel === sentinel) this.#forget();
      });
      this.#sentinel = sentinel;
      this.#held = true;
    } catch {
      // refused: asked again when the page is seen again
    } finally {
      this.#asking = false;
    }
    // nobody may want it any more
    if (this.#askers === 0) this.#release();
  }

  #release(): void {
    const sentinel = this.#sentinel;
    this.#forget();
    void sentinel?.release();
  }

  #forget(): void {
    this.#sentinel = undefined;
    this.#held = false;
  }
}

export const awake = new Awake();

/** Keep the screen on while `on()`; call it while a component is made. */
export function keepAwake(on: () => boolean): void {
  $effect(() => (on() && prefs.awake === "on" ? awake.hold() : undefined));
}
