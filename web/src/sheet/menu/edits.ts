/** What undo takes back and redo brings back, in words that keep a secret. */

import { t } from "../../lib/i18n/index.svelte";
import { nameOf } from "../model/document";
import type { Edit, ScoredSheet, Sheet } from "../model/types";
import { editText, entryText } from "../words";

interface Worked {
  readonly sheet: Sheet;
  readonly scored: ScoredSheet;
}

/** "Ben bid 2", "Ben took 1", "Ben’s secret bid" or "3 secret bids" while the coins are down. */
export function changeText({ sheet, scored }: Worked, change: Edit): string {
  if (change.kind !== "enter") return editText(sheet, change);
  const bidders = Object.keys(change.bids ?? {});
  const [bidder, second] = bidders;
  const concealed = scored.rounds.find((round) => round.number === change.round)?.concealed ?? false;
  if (second !== undefined && concealed) return t("sheet.edit.bids.secret", { n: bidders.length });
  if (bidder !== undefined && concealed) return t("sheet.edit.bid.secret", { name: nameOf(sheet, bidder) });
  return entryText(sheet, change);
}
