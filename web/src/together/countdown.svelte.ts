/** Times that run down on the page: "0:45", and a clock that ticks only while there is one. */
import { num, t } from "$lib/i18n/index.svelte";

/** A time that was `left` seconds long at `since` (of `performance.now()`); null: none runs. */
export interface Running {
  readonly left: number | null;
  readonly since: number;
}

/** Whole seconds left, never below 0. */
export function secondsLeft(left: number, since: number, now: number): number {
  return Math.max(0, Math.ceil(left - (now - since) / 1000));
}

/** In how many ms the next second is over. */
export function nextTick(left: number, since: number, now: number): number {
  const ms = left * 1000 - (now - since);
  return Math.max(20, ms - Math.floor(Math.max(0, ms - 1) / 1000) * 1000);
}

/** "0:45", "2:05". */
export function clock(seconds: number): string {
  return `${num(Math.floor(seconds / 60))}:${String(seconds % 60).padStart(2, "0")}`;
}

/** "45 seconds", "2 minutes". */
export function duration(seconds: number): string {
  if (seconds >= 60 && seconds % 60 === 0) return t("together.minutes", { n: seconds / 60 });
  return t("together.seconds", { n: seconds });
}

/** A running time as whole seconds; made in a component, it ticks for as long as that is there. */
export class Countdown {
  #now = $state(performance.now());
  readonly #of: () => Running;

  constructor(of: () => Running) {
    this.#of = of;
    $effect(() => {
      const { left, since } = of();
      if (left === null) return undefined;
      let timer: ReturnType<typeof setTimeout> | undefined;
      const tick = (): void => {
        const now = performance.now();
        this.#now = now;
        if (secondsLeft(left, since, now) > 0) timer = setTimeout(tick, nextTick(left, since, now));
      };
      tick();
      return () => clearTimeout(timer);
    });
  }

  /** Null while no time runs. */
  get seconds(): number | null {
    const { left, since } = this.#of();
    // news may have come after the last tick
    return left === null ? null : secondsLeft(left, since, Math.max(this.#now, since));
  }
}
