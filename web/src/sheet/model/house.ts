/** The house rules (R7) of a sheet with every setting filled in. */

import { RULES } from "../../lib/generated/rules";
import type { Rules } from "./types";

export interface HouseRules {
  readonly round_mode: "full" | "custom" | "schedule";
  readonly custom_round_count: number;
  readonly hand_sizes: readonly number[] | null;
  readonly exact_bonus: number;
  readonly points_per_trick: number;
  readonly miss_penalty: number;
  readonly zero_bid_scoring: "flat_bonus" | "double_bonus" | "per_card";
  readonly bid_restriction: "none" | "leader" | "leader_zero_allowed" | "dealer";
  readonly round_one_exempt: boolean;
  readonly bid_disclosure: "open" | "hidden" | "delayed";
  readonly perfect_game_bonus: number;
  readonly last_round_bonus: number;
  readonly even_bids_dealer_penalty: number;
  readonly tie_break: "share" | "most_exact" | "highest_round";
}

const SEATS = Object.keys(RULES.full_game_rounds).map(Number);
export const MIN_SEATS = Math.min(...SEATS);
export const MAX_SEATS = Math.max(...SEATS);

/** The settings with the defaults of those not named. */
export function houseRules(rules: Rules): HouseRules {
  const standard = Object.fromEntries(RULES.settings.map((setting) => [setting.name, setting.default]));
  return { ...standard, ...rules } as unknown as HouseRules;
}

/** What differs from the standard game, in the order of R7: what a sheet holds. */
export function changedRules(rules: Rules): Rules {
  return Object.fromEntries(
    RULES.settings
      .filter(({ name, default: standard }) => (rules[name] ?? standard ?? null) !== (standard ?? null))
      .map(({ name }) => [name, copied(rules[name])]),
  );
}

function copied(value: unknown): unknown {
  return Array.isArray(value) ? [...(value as readonly unknown[])] : value;
}

/** Rounds of a full game (R2.1): 20, 15, 12, 10 for 3, 4, 5, 6 players. */
export function fullGameRounds(seats: number): number {
  return RULES.full_game_rounds[String(seats)] ?? 0;
}
