/** Adjustment lines in words, and what a form for one needs. */

import { t } from "../../lib/i18n/index.svelte";
import type { ScoredSheet } from "../model/types";

/** From where a line counts: "from the beginning", "round 3", or that it is outside the game and counts nothing. */
export function lineRoundText(round: number, rounds: number): string {
  if (round === 0) return t("standings.adjust.round.0");
  return t(round > rounds ? "standings.adjust.round.outside" : "standings.adjust.round", { round });
}

/** The round that is being played; the last one when the match is over. */
export function roundNow(scored: ScoredSheet): number {
  return scored.asked?.round ?? scored.schedule.length;
}

/** The whole number that somebody typed, with either minus sign; undefined for anything else. */
export function pointsOf(text: string): number | undefined {
  const plain = text.trim().replace(/^[−–]/u, "-");
  return /^[+-]?\d{1,6}$/.test(plain) ? Number(plain) : undefined;
}
