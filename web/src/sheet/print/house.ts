/** House rules in plain sentences (R7), as they stand below a printed pad. */

import { num, t } from "../../lib/i18n/index.svelte";
import { houseRules } from "../model/house";
import type { Rules } from "../model/types";

export function rulesText(rules: Rules): string {
  const house = houseRules(rules);
  const { bid_restriction: restriction, exact_bonus: exact } = house;
  const zero = house.zero_bid_scoring === "double_bonus" ? 2 * exact : exact;
  const sentences = [
    t("pad.rules.scores", { exact, trick: house.points_per_trick, miss: num(-house.miss_penalty) }),
    t(`pad.rules.zero.${house.zero_bid_scoring}`, { n: zero }),
    house.bid_disclosure === "open" ? t(`pad.rules.open.${restriction}`) : t(`pad.rules.${house.bid_disclosure}`),
    house.round_one_exempt && restriction === "dealer" ? t("pad.rules.open.exempt") : "",
    house.last_round_bonus > 0 ? t("pad.rules.last_round", { n: house.last_round_bonus }) : "",
    house.even_bids_dealer_penalty > 0 ? t("pad.rules.even", { n: house.even_bids_dealer_penalty }) : "",
    house.perfect_game_bonus > 0 ? t("pad.rules.perfect", { n: house.perfect_game_bonus }) : "",
    t(`pad.rules.tie.${house.tie_break}`),
    rules.last_round_trump === "never" ? t("pad.rules.trump.never") : "",
    rules.wizard_lead === "next_sets_suit" ? t("pad.rules.wizard") : "",
    rules.jester_lead === "free" ? t("pad.rules.jester") : "",
  ];
  return sentences.filter((sentence) => sentence !== "").join(" ");
}
