/** The sentences of the Enter tab. */

import { t } from "../../lib/i18n/index.svelte";
import { nameOf } from "../model/document";
import { houseRules } from "../model/house";
import type { ScoredRound, Sheet } from "../model/types";
import type { Question } from "./flow.svelte";
import { inTurn } from "./rows";

/** "2 under", "even", "1 over". */
export function balance(sum: number, cards: number): string {
  const off = sum - cards;
  if (off === 0) return t("table.balance.even");
  return off > 0 ? t("table.balance.over", { n: off }) : t("table.balance.under", { n: -off });
}

/** "Ben bids", "Ben took", "Ben, choose in secret". */
export function questionText(sheet: Sheet, { player, what, secret, now }: Question): string {
  const name = nameOf(sheet, player);
  if (what === "tricks") return t("sheet.ask.tricks", { name });
  if (!secret) return t("sheet.ask.bid", { name });
  return t(now === null ? "sheet.ask.bid.secret" : "sheet.ask.bid.change", { name });
}

/** What stands beside the question: how far the round is, or what stands there now. */
export function noteText(round: ScoredRound, question: Question): string {
  if (question.now !== null) return t("sheet.ask.now", { n: question.now });
  if (question.secret) {
    const done = round.cells.filter((cell) => cell.bid !== null).length;
    return t("sheet.sofar.secret", { done, players: round.cells.length });
  }
  const cards = question.max;
  if (question.what === "tricks") return t("sheet.sofar.tricks", { sum: round.tricks, cards });
  return t("sheet.sofar.bids", { sum: round.bids, cards, balance: balance(round.bids, cards) });
}

/** What each has bid or taken, in the order of bidding; nothing while it is secret. */
export function beamOf(round: ScoredRound, { what, secret }: Question): readonly number[] {
  if (secret) return [];
  return inTurn(round).map((cell) => (what === "bid" ? cell.bid : cell.tricks) ?? 0);
}

export interface KeyMark {
  readonly small?: string;
  readonly offer?: boolean;
  readonly forbidden?: boolean;
  readonly now?: boolean;
}

/** What is written on the keys: for the last bid what it makes of the sum, for the last tricks what is left. */
export function marksOf(round: ScoredRound, question: Question): Readonly<Record<number, KeyMark>> {
  const { what, player, max, now, forbidden, offered, secret } = question;
  const marks: Record<number, KeyMark> = {};
  const own = round.cells.find((cell) => cell.player === player);
  const last = round.cells.every((cell) => cell.player === player || cell.bid !== null);
  if (what === "bid" && last && !secret) {
    const others = round.bids - (own?.bid ?? 0);
    for (let n = 0; n <= max; n++) marks[n] = { small: balance(others + n, max) };
  }
  if (forbidden !== null) marks[forbidden] = { ...marks[forbidden], forbidden: true };
  if (offered !== null && offered !== now) {
    marks[offered] = { small: t(now === null ? "sheet.key.left" : "sheet.key.fits"), offer: true };
  }
  if (now !== null) marks[now] = { small: t("sheet.key.now"), ...marks[now], now: true };
  return marks;
}

/** The line below the keys, when nothing is forbidden. */
export function reasonText(sheet: Sheet, round: ScoredRound, question: Question): string {
  const { what, player, now, offered, secret } = question;
  const rules = houseRules(sheet.rules);
  if (now !== null && offered !== null && offered !== now) return t("sheet.why.fits", { n: offered });
  if (now !== null) return t("sheet.why.change");
  if (secret) return t(rules.bid_disclosure === "delayed" ? "sheet.why.delayed" : "sheet.why.hidden");
  if (what === "tricks") {
    return offered === null
      ? t("sheet.why.count", { name: nameOf(sheet, player) })
      : t("sheet.why.left", { n: offered });
  }
  const name = nameOf(sheet, round.dealer);
  return t(rules.bid_restriction === "none" ? "sheet.why.free" : "sheet.why.restricted", { name });
}
