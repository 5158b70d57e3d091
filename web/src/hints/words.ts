/** Hints in words and numbers. */
import { cardName, decimal, list, num, suitTitle, t } from "$lib/i18n/index.svelte";
import type { Action, HintedAction } from "$lib/protocol";

/** From this chance on, a number of tricks is worth being told. */
const TOLD = 0.005;

/** Scores so close, in points, are equal. */
const EQUAL = 0.05;

/** What a hint says: some are best, all are equally good, or there is no choice. */
export type Verdict = "best" | "equal" | "only";

/** The actions that are expected to score most; none where all score the same or there is only one. */
export function bestOf<A extends HintedAction>(actions: readonly A[]): readonly A[] {
  const most = Math.max(...actions.map((one) => one.score));
  const best = actions.filter((one) => most - one.score <= EQUAL + 1e-9);
  return best.length === actions.length ? [] : best;
}

export function verdictOf(actions: readonly HintedAction[]): Verdict {
  if (actions.length === 1) return "only";
  return bestOf(actions).length === 0 ? "equal" : "best";
}

/** A score for where there is little room: whole points. */
export function scoreText(score: number): string {
  return num(Math.round(score) || 0);
}

export function pointsText(score: number): string {
  return t("hint.points", { n: Math.round(score * 10) / 10, points: decimal(score) });
}

/** The same with its tenth always, to stand below others. */
export function tenthsText(score: number): string {
  return t("hint.points.tenths", { points: decimal(score, true) });
}

export function chanceText(chance: number): string {
  const n = Math.round(chance * 100);
  return chance > 0 && n === 0 ? t("hint.under") : t("hint.percent", { n });
}

export function actionText(action: Action): string {
  if (action.type === "place_bid") return t("hint.bid", { bid: action.bid });
  return action.type === "play_card" ? cardName(action.card) : suitTitle(action.suit);
}

/** The same standing alone. */
export function headText(action: Action): string {
  const text = actionText(action);
  return text.charAt(0).toUpperCase() + text.slice(1);
}

export function madeText(one: HintedAction): string {
  const chance = chanceText(one.made);
  return one.bid == null ? t("hint.made", { chance }) : t("hint.made.after", { bid: one.bid, chance });
}

/** What an action is worth, for its name. */
export function worthWords(one: HintedAction & { readonly best: boolean }): string {
  return t(one.best ? "hint.worth.best" : "hint.worth", { points: pointsText(one.score), made: madeText(one) });
}

/** What is said when the hint comes. */
export function heardWords(actions: readonly HintedAction[]): string {
  const verdict = verdictOf(actions);
  const told = distinct(verdict === "best" ? bestOf(actions) : actions);
  const [one] = told;
  if (one === undefined) return "";
  const points = pointsText(one.score);
  if (verdict === "equal") return t("hint.say.equal", { points });
  if (told.length > 1) return t("hint.say.several", { actions: list(told.map(({ action }) => actionText(action))), points });
  return t(verdict === "only" ? "hint.say.only" : "hint.say", { action: actionText(one.action), points, made: madeText(one) });
}

/** Whether a chance is worth being told. */
export function isLikely(chance: number): boolean {
  return chance >= TOLD;
}

/** The largest number of tricks that may well come with any of them: the end of the axis they share. */
export function mostTricks(actions: readonly HintedAction[]): number {
  return Math.max(0, ...actions.map(({ tricks }) => tricks.findLastIndex(isLikely)));
}

/** Cards that are alike are told once. */
export function distinct<W extends HintedAction>(worths: readonly W[]): readonly W[] {
  const seen = new Map(worths.toReversed().map((worth) => [actionText(worth.action), worth]));
  return worths.filter((worth) => seen.get(actionText(worth.action)) === worth);
}
