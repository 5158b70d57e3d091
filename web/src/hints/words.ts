/** Hints in words and numbers. */
import { cardName, decimal, num, suitTitle, t } from "$lib/i18n/index.svelte";
import type { Action, HintedAction } from "$lib/protocol";

/** From this chance on, a number of tricks is worth being told. */
const TOLD = 0.005;

/** The action that is expected to score most; the first of those that are alike. */
export function bestOf(actions: readonly HintedAction[]): HintedAction | undefined {
  return actions.reduce<HintedAction | undefined>(
    (best, one) => (best === undefined || one.score > best.score ? one : best),
    undefined,
  );
}

/** A score for where there is little room: whole points. */
export function scoreText(score: number): string {
  return num(Math.round(score) || 0);
}

export function pointsText(score: number): string {
  return t("hint.points", { n: Math.round(score * 10) / 10, points: decimal(score) });
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
  return t(one.action.type === "choose_trump" ? "hint.made.trump" : "hint.made", { chance });
}

/** What an action is worth, for its name. */
export function worthWords(one: HintedAction & { readonly best: boolean }): string {
  return t(one.best ? "hint.worth.best" : "hint.worth", { points: pointsText(one.score), made: madeText(one) });
}

/** What is said when the hint comes. */
export function heardWords(best: HintedAction): string {
  return t("hint.say", { action: actionText(best.action), points: pointsText(best.score), made: madeText(best) });
}

/** The numbers of tricks that may well come, with what lies between them. */
export function likely(tricks: readonly number[]): readonly { readonly n: number; readonly chance: number }[] {
  const told = tricks.flatMap((chance, n) => (chance >= TOLD ? [n] : []));
  const first = told[0] ?? 0;
  const last = told.at(-1) ?? tricks.length - 1;
  return tricks.slice(first, last + 1).map((chance, at) => ({ n: first + at, chance }));
}

/** Cards that are alike are told once. */
export function distinct<W extends HintedAction>(worths: readonly W[]): readonly W[] {
  const seen = new Map(worths.toReversed().map((worth) => [actionText(worth.action), worth]));
  return worths.filter((worth) => seen.get(actionText(worth.action)) === worth);
}
