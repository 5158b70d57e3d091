/** Scores (R5), what ranks are compared by (R6.2) and the forbidden bid (R3.2): core/scoring.py and bid_refusal. */

import type { HouseRules } from "./house";

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0);
}

/** The score of one bid, without the options that belong to the round (R5.1–R5.3). */
export function roundScore(bid: number, tricks: number, handSize: number, rules: HouseRules): number {
  // not −0
  if (bid !== tricks) return 0 - rules.miss_penalty * Math.abs(bid - tricks);
  if (bid > 0) return rules.exact_bonus + rules.points_per_trick * tricks;
  switch (rules.zero_bid_scoring) {
    case "flat_bonus":
      return rules.exact_bonus;
    case "double_bonus":
      return 2 * rules.exact_bonus;
    case "per_card":
      return rules.exact_bonus + 5 * handSize;
  }
}

export interface CompleteRound {
  readonly bids: readonly number[];
  readonly tricks: readonly number[];
  readonly handSize: number;
  /** The dealer's place. */
  readonly dealer: number;
  readonly lastRound: boolean;
}

/** The scores of a complete round by place, with the options of R5.4. */
export function scoreRound(round: CompleteRound, rules: HouseRules): readonly number[] {
  const { bids, tricks, handSize, dealer, lastRound } = round;
  const even = sum(bids) === handSize;
  return bids.map((bid, place) => {
    const won = tricks[place] ?? 0;
    const bonus = lastRound && bid === won ? rules.last_round_bonus : 0;
    const penalty = even && place === dealer ? rules.even_bids_dealer_penalty : 0;
    return roundScore(bid, won, handSize, rules) + bonus - penalty;
  });
}

/** What ranks are compared by: the greater is better, equal ones share the rank (R6.2). */
export function tieBreakKey(
  total: number,
  made: number,
  scores: readonly number[],
  rules: HouseRules,
): readonly number[] {
  switch (rules.tie_break) {
    case "share":
      return [total];
    case "most_exact":
      return [total, made];
    case "highest_round": {
      const best = scores.length ? Math.max(...scores) : 0;
      return [total, best, scores.filter((score) => score === best).length];
    }
  }
}

/** Below 0 when `a` is the greater one, above 0 when `b` is: first to last. */
export function compareKeys(a: readonly number[], b: readonly number[]): number {
  for (const [at, part] of a.entries()) {
    const difference = (b[at] ?? 0) - part;
    if (difference !== 0) return difference;
  }
  return 0;
}

/** Whether the dealer may not make the bids even by this bid (R3.2): all others have bid, and it does.
 * `totals` are those before the round, the dealer's one apart. */
export function isForbidden(
  even: number,
  number: number,
  dealerTotal: number,
  otherTotals: readonly number[],
  rules: HouseRules,
): boolean {
  switch (rules.bid_restriction) {
    case "none":
      return false;
    case "dealer":
      return !(rules.round_one_exempt && number === 1);
    case "leader_zero_allowed":
      if (even === 0) return false;
      break;
    case "leader":
      break;
  }
  return otherTotals.every((total) => dealerTotal > total);
}
