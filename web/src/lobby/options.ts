/** How a table is run, in words. */

import { t } from "$lib/i18n/index.svelte";
import { GENEROUS_S, MAX_TIMER_S, MIN_TIMER_S } from "$lib/protocol";

const MINUTE_S = 60;
/** The turn timers that are offered: any from `MIN_TIMER_S` to `MAX_TIMER_S` would do. */
const TIMERS = [0, MIN_TIMER_S, 20, 30, 45, 60, 90, MAX_TIMER_S, GENEROUS_S];

/** A time in words: minutes where it is whole ones. */
export function timeText(seconds: number): string {
  if (seconds % MINUTE_S === 0) return t("lobby.minutes", { n: seconds / MINUTE_S });
  return t("lobby.seconds", { n: seconds });
}

export function graceText(seconds: number): string {
  return seconds === 0 ? t("together.menu.grace.off") : timeText(seconds);
}

export function timerText(seconds: number): string {
  if (seconds === 0) return t("together.menu.timer.off");
  if (seconds === GENEROUS_S) return t("together.menu.timer.generous", { time: timeText(seconds) });
  return timeText(seconds);
}

/** What can be chosen, with what is set now also when it is none of the usual. */
export function withNow(offered: readonly number[], now: number): readonly number[] {
  return offered.includes(now) ? offered : [...offered, now].toSorted((a, b) => a - b);
}

export function timersWith(now: number): readonly number[] {
  return withNow(TIMERS, now);
}
