/** House rules while somebody chooses them: a preset, or settings of their own. */

import { RULES } from "../lib/generated/rules";
import { changes, counts, numbersOf, ofRounds, sizesOf, type Settings } from "../lib/rules";
import { settingProblem, type SettingProblem } from "./check";
import type { RulesEditor } from "./editor";

/** The set of rules that is none of the presets. */
export const OWN = "own";

const STANDARD: Settings = Object.fromEntries(
  RULES.settings.map((setting) => [setting.name, setting.default]),
);

function presetSettings(name: string, players: number): Settings {
  const preset = RULES.presets.find((known) => known.name === name);
  return { ...STANDARD, ...preset?.rules[String(players)] };
}

/** What is played by these settings, as text; two ways of choosing the same rounds are one. */
function played(settings: Settings, players: number): string {
  const limit = RULES.full_game_rounds[String(players)] ?? 0;
  const rest = Object.entries(changes(RULES, settings)).filter(([name]) => !ofRounds(name));
  return JSON.stringify([sizesOf(settings, limit), rest]);
}

/** The preset that these settings are, else OWN. */
function presetOf(settings: Settings, players: number): string {
  const text = played(settings, players);
  const same = RULES.presets.find((known) => played(presetSettings(known.name, players), players) === text);
  return same?.name ?? OWN;
}

export class RulesDraft implements RulesEditor {
  players = $state(4);
  /** A preset's name, or OWN. */
  start = $state("standard");

  #own = $state.raw<Settings>(STANDARD);

  /** Begins with these rules, given as what differs from the standard game. */
  constructor(players = 4, rules: Settings = {}) {
    this.players = players;
    this.#own = { ...STANDARD, ...rules };
    this.start = presetOf(this.#own, players);
  }

  /** Every setting as it stands now, those that do not count included. */
  get settings(): Settings {
    return this.start === OWN ? this.#own : presetSettings(this.start, this.players);
  }

  /** Change a setting: from now on these are one's own rules. */
  set(name: string, value: unknown): void {
    const next: Record<string, unknown> = { ...this.settings, [name]: value };
    if (name === "round_mode" && value === "schedule" && numbersOf(next.hand_sizes).length === 0) {
      next.hand_sizes = this.tournament;
    }
    this.#own = next;
    this.start = OWN;
  }

  /** Take a preset, or go back to one's own rules as they were. */
  startFrom(name: string): void {
    this.start = name;
  }

  /** The most rounds, and so the most cards, with this number of players. */
  get limit(): number {
    return RULES.full_game_rounds[String(this.players)] ?? 0;
  }

  /** The hand sizes of the tournament preset, a good list to begin with. */
  get tournament(): readonly number[] {
    return numbersOf(presetSettings("tournament", this.players).hand_sizes);
  }

  /** How many rounds the settings ask for, also when there are not cards for so many. */
  get roundCount(): number {
    const { round_mode, custom_round_count, hand_sizes } = this.settings;
    if (round_mode === "custom") return Number(custom_round_count);
    if (round_mode === "schedule") return numbersOf(hand_sizes).length;
    return this.limit;
  }

  /** Settings that only count together with another: they are kept, but are not part of `rules`. */
  counts(name: string): boolean {
    return counts(this.settings, name);
  }

  /** What differs from the standard game and counts. */
  get rules(): Record<string, unknown> {
    return changes(RULES, this.settings);
  }

  /** What is wrong with the settings that count, if anything. */
  // Computed when asked: a $derived would belong to the page that made the draft, and the draft may outlive it.
  get problem(): SettingProblem | undefined {
    return settingProblem(this.players, this.rules);
  }

  isBad(name: string): boolean {
    const { problem } = this;
    if (problem?.error === "restriction_needs_open_bids") {
      return name === "bid_restriction" || name === "bid_disclosure";
    }
    return problem?.setting === name;
  }
}
