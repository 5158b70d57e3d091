/** What the fields of a settings form need: `RulesDraft` is one, and so is whatever holds rules elsewhere. */

import type { Settings } from "../lib/rules";
import type { SettingProblem } from "./check";

export interface RulesEditor {
  /** Every setting as it stands now, those that do not count included. */
  readonly settings: Settings;
  /** What is wrong with them, if anything. */
  readonly problem: SettingProblem | undefined;
  /** The most rounds, and so the most cards, with this number of players. */
  readonly limit: number;
  set(name: string, value: unknown): void;
  /** Whether this setting has a say: some count only together with another. */
  counts(name: string): boolean;
  /** Whether this setting is part of the problem. */
  isBad(name: string): boolean;
}
