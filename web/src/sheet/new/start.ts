/** A sheet with the players and rules of another one. */

import { newSheet, seatingInForce, seatingOf } from "../model/document";
import type { Rules, Sheet } from "../model/types";

export interface Start {
  readonly names: readonly string[];
  readonly rules: Rules;
  /** The place of who deals first. */
  readonly dealer: number;
}

/** The same players and rules; the first deal passes to the left of who dealt first, whatever the number of rounds:
 * else a match of as many rounds as players would always have the same dealer at the end. */
export function startLike(sheet: Sheet): Start {
  const { players } = seatingInForce(sheet);
  const names = new Map(sheet.players.map(({ id, name }) => [id, name]));
  const first = sheet.dealers.find((dealer) => dealer.round === 1)?.player ?? seatingOf(sheet, 1).players[0] ?? "";
  return {
    names: players.map((player) => names.get(player) ?? player),
    rules: sheet.rules,
    dealer: (players.indexOf(first) + 1) % players.length,
  };
}

/** The sheet to play on with. */
export function rematch(sheet: Sheet): Sheet {
  const { names, rules, dealer } = startLike(sheet);
  return newSheet(names, rules, { firstDealer: dealer, title: sheet.title });
}
