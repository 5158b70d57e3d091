/** What has changed in the house rules, in words. */

import { RULES } from "$lib/generated/rules";
import { t } from "$lib/i18n/index.svelte";
import { settingLabel } from "$lib/i18n/settings-text";
import { counts, numbersOf, valueText, type Settings } from "$lib/rules";

export interface RuleChange {
  readonly name: string;
  readonly label: string;
  readonly before: string;
  readonly after: string;
}

const STANDARD: Settings = Object.fromEntries(
  RULES.settings.map((setting) => [setting.name, setting.default ?? null]),
);
/** These three say together how many rounds there are: one line tells it. */
const ROUNDS = ["round_mode", "custom_round_count", "hand_sizes"];

/** How many rounds, or the hand size of each. */
function roundsText(settings: Settings, limit: number): string {
  const { round_mode, custom_round_count, hand_sizes } = settings;
  if (round_mode === "schedule") return t("lobby.rules.sizes", { sizes: numbersOf(hand_sizes).join(", ") });
  return t("lobby.rules.rounds", { n: round_mode === "custom" ? Number(custom_round_count) : limit });
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
  note("round_mode", roundsText(was, limit), roundsText(is, limit));
  for (const { name } of RULES.settings) {
    if (ROUNDS.includes(name)) continue;
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
