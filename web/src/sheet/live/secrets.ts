/** What others may see of a sheet: everything but bids that are still secret (R3.3). */

import type { Asking } from "../../lib/generated/live";
import { houseRules } from "../model/house";
import type { Entries, ScoredSheet, Sheet } from "../model/types";

/** The sheet without the bids of rounds whose bids are secret. */
export function withoutSecrets(sheet: Sheet, scored: ScoredSheet): Sheet {
  const secret = new Set(scored.rounds.filter((round) => round.concealed).map((round) => round.number));
  return { ...sheet, rounds: sheet.rounds.map((entries, at) => (secret.has(at + 1) ? bidless(entries) : entries)) };
}

function bidless({ bids: _, ...rest }: Entries): Entries {
  return rest;
}

/** The round whose bids are secret now, and the players of whom the sheet has none yet; null: no round. */
export function askingOf(sheet: Sheet, scored: ScoredSheet): Asking | null {
  const { asked } = scored;
  if (asked === null || houseRules(sheet.rules).bid_disclosure === "open") return null;
  const round = scored.rounds.find((one) => one.number === asked.round);
  if (round === undefined || round.hand_size === null || !(round.concealed || asked.what === "bid")) return null;
  const players = round.cells.filter((cell) => cell.bid === null).map((cell) => cell.player);
  return { round: round.number, hand_size: round.hand_size, players };
}
