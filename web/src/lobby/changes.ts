/** What has changed in the house rules, in words. */

import { RULES } from "$lib/generated/rules";
import { t } from "$lib/i18n/index.svelte";
import { settingLabel } from "$lib/i18n/settings-text";
import { counts, ofRounds, sizesOf, valueText, type Settings } from "$lib/rules";

export interface RuleChange {
  readonly name: string;
  readonly label: string;
  readonly before: string;
  readonly after: string;
}

const STANDARD: Settings = Object.fromEntries(
  RULES.settings.map((setting) => [setting.name, setting.default ?? null]),
);
/** A run of so many rounds, each with one card more, is shortened. */
const RUN = 5;

function isRun(sizes: readonly number[]): boolean {
  return sizes.every((size, at) => size === at + 1);
}

/** The hand size of each round: "2, 4, 6", "1, 2, 3 … 15". */
function sizesText(sizes: readonly number[]): string {
  if (sizes.length < RUN || !isRun(sizes)) return sizes.join(", ");
  return `${sizes.slice(0, 3).join(", ")} … ${sizes.at(-1)}`;
}

/** How the rounds changed: their number where it tells everything, else how many cards each has. */
function roundsChange(was: readonly number[], is: readonly number[]): RuleChange | null {
  if (was.join() === is.join()) return null;
  const name = "round_mode";
  if (isRun(was) && isRun(is)) {
    const [before, after] = [was, is].map(({ length }) => t("lobby.rules.rounds", { n: length })) as [string, string];
    return { name, label: settingLabel(name), before, after };
  }
  return { name, label: settingLabel("hand_sizes"), before: sizesText(was), after: sizesText(is) };
}

/** Every setting with the value that plays a part: one that does not count is as in the standard game. */
function inForce(settings: Settings, name: string): unknown {
  return counts(settings, name) ? settings[name] : STANDARD[name];
}

/** What differs between two sets of rules, each given as what is not standard in it; in the order of R7. */
export function ruleChanges(players: number, before: Settings, after: Settings): readonly RuleChange[] {
  const limit = RULES.full_game_rounds[String(players)] ?? 0;
  const [was, is] = [
    { ...STANDARD, ...before },
    { ...STANDARD, ...after },
  ];
  const changes: RuleChange[] = [];
  const note = (name: string, old: string, now: string): void => {
    if (old !== now) changes.push({ name, label: settingLabel(name), before: old, after: now });
  };
  const rounds = roundsChange(sizesOf(was, limit), sizesOf(is, limit));
  if (rounds !== null) changes.push(rounds);
  for (const { name } of RULES.settings) {
    if (ofRounds(name)) continue;
    note(name, valueText(name, inForce(was, name), limit), valueText(name, inForce(is, name), limit));
  }
  return changes;
}

/** The changes in one breath, for those who hear the table. */
export function saidChanges(changes: readonly RuleChange[]): string {
  if (changes.length === 0) return "";
  const parts = changes.map(({ label, before, after }) => t("lobby.rules.change", { label, before, after }));
  return `${t("lobby.rules.changed")} ${parts.join(" ")}`;
}
