/** Whether settings are house rules (R7): the twin of `parse_house_rules` and `schedule` in
 * rufen.core.house_rules, held to it by tests/vectors/settings.json. */

import { RULES } from "../lib/generated/rules";
import type { SettingInfo } from "../lib/protocol";
import { nearestName } from "./near";

export type SettingCode =
  | "unknown"
  | "type"
  | "range"
  | "step"
  | "choice"
  | "rounds_limit"
  | "hand_sizes_limit"
  | "hand_sizes_missing"
  | "hand_sizes_unused"
  | "restriction_needs_open_bids"
  | "exempt_needs_dealer"
  | "players";

/** What is wrong with a setting; named as in the server's answers, so that one text serves both. */
export interface SettingProblem {
  readonly error: SettingCode;
  readonly setting: string;
  readonly value: unknown;
  /** What is allowed, in words for those who write settings by hand. */
  readonly allowed: string;
  /** The number that `rounds_limit` and `hand_sizes_limit` are about. */
  readonly limit?: number;
}

/** Thrown where settings have to be right. */
export class SettingError extends Error {
  readonly problem: SettingProblem;

  constructor(problem: SettingProblem) {
    super(`${problem.setting}: allowed: ${problem.allowed}`);
    this.name = "SettingError";
    this.problem = problem;
  }
}

const BY_NAME: ReadonlyMap<string, SettingInfo> = new Map(
  RULES.settings.map((setting) => [setting.name, setting]),
);
const NAMES = [...BY_NAME.keys()];
const SEATS = Object.keys(RULES.full_game_rounds).map(Number);
const MIN_SEATS = Math.min(...SEATS);
const MAX_SEATS = Math.max(...SEATS);
const LARGEST_HAND = Math.max(...Object.values(RULES.full_game_rounds));

function allowed({ kind, choices = [], minimum = 0, maximum = 0, step = 1 }: SettingInfo): string {
  switch (kind) {
    case "choice":
      return choices.join(", ");
    case "flag":
      return "true, false";
    case "numbers":
      return `a list of ${minimum} to ${maximum} hand sizes, each a whole number 1 … 60 ÷ players`;
  }
  return `a whole number ${minimum} … ${maximum}${step === 1 ? "" : ` in steps of ${step}`}`;
}

function isWhole(value: unknown): value is number {
  return Number.isInteger(value);
}

/** What is wrong with the value of one setting, looked at alone. */
function valueError(setting: SettingInfo, value: unknown): SettingCode | undefined {
  const { kind, choices = [], minimum = 0, maximum = 0, step = 1 } = setting;
  switch (kind) {
    case "choice":
      return choices.some((choice) => choice === value) ? undefined : "choice";
    case "flag":
      return typeof value === "boolean" ? undefined : "type";
    case "numbers": {
      if (value === null) return undefined;
      if (!Array.isArray(value) || !value.every(isWhole)) return "type";
      const fits = value.length >= minimum && value.length <= maximum;
      return fits && value.every((size) => size >= 1 && size <= LARGEST_HAND) ? undefined : "range";
    }
  }
  if (!isWhole(value)) return "type";
  if (value < minimum || value > maximum) return "range";
  return (value - minimum) % step === 0 ? undefined : "step";
}

function valueProblem(name: string, value: unknown): SettingProblem | undefined {
  const setting = BY_NAME.get(name);
  if (!setting) {
    const near = nearestName(name, NAMES);
    const hint = near === undefined ? "" : ` (did you mean ${near}?)`;
    return { error: "unknown", setting: name, value, allowed: `one of ${NAMES.join(", ")}${hint}` };
  }
  const error = valueError(setting, value);
  return error && { error, setting: name, value, allowed: allowed(setting) };
}

/** Settings that are right each by itself, with the defaults of those not named. */
interface Checked {
  readonly round_mode: string;
  readonly custom_round_count: number;
  readonly hand_sizes: readonly number[] | null;
  readonly bid_restriction: string;
  readonly bid_disclosure: string;
  readonly round_one_exempt: boolean;
}

const STANDARD: Readonly<Record<string, unknown>> = Object.fromEntries(
  RULES.settings.map((setting) => [setting.name, setting.default]),
);

function contradiction(rules: Checked): SettingProblem | undefined {
  if (rules.bid_restriction !== "none" && rules.bid_disclosure !== "open") {
    return {
      error: "restriction_needs_open_bids",
      setting: "bid_restriction",
      value: rules.bid_restriction,
      allowed: `none, because with bid_disclosure = ${rules.bid_disclosure} nobody can know the total (R3.4)`,
    };
  }
  if (rules.round_one_exempt && rules.bid_restriction !== "dealer") {
    return {
      error: "exempt_needs_dealer",
      setting: "round_one_exempt",
      value: true,
      allowed: "false, unless bid_restriction = dealer (R3.2)",
    };
  }
  if (rules.round_mode === "schedule" && rules.hand_sizes === null) {
    return {
      error: "hand_sizes_missing",
      setting: "hand_sizes",
      value: null,
      allowed: "a list of hand sizes, because round_mode = schedule (R2.3)",
    };
  }
  if (rules.round_mode !== "schedule" && rules.hand_sizes !== null) {
    return {
      error: "hand_sizes_unused",
      setting: "hand_sizes",
      value: rules.hand_sizes,
      allowed: "none, unless round_mode = schedule (R2.3)",
    };
  }
  return undefined;
}

function tooManyCards(rules: Checked, players: number): SettingProblem | undefined {
  const limit = RULES.full_game_rounds[String(players)];
  if (limit === undefined) {
    return {
      error: "players",
      setting: "players",
      value: players,
      allowed: `a whole number ${MIN_SEATS} … ${MAX_SEATS} (R1.4)`,
    };
  }
  if (rules.round_mode === "custom" && rules.custom_round_count > limit) {
    return {
      error: "rounds_limit",
      setting: "custom_round_count",
      value: rules.custom_round_count,
      allowed: `at most ${limit} rounds with ${players} players (R2.2)`,
      limit,
    };
  }
  if (rules.round_mode === "schedule" && rules.hand_sizes?.some((size) => size > limit)) {
    return {
      error: "hand_sizes_limit",
      setting: "hand_sizes",
      value: rules.hand_sizes,
      allowed: `each at most ${limit} with ${players} players (R2.3)`,
      limit,
    };
  }
  return undefined;
}

function withDefaults(rules: Readonly<Record<string, unknown>>): Checked {
  return { ...STANDARD, ...rules } as unknown as Checked;
}

/** The first thing wrong with these settings; what is not named keeps its default. What depends on the number of
 * players is checked when it is known. */
export function settingProblem(
  players: number | undefined,
  rules: Readonly<Record<string, unknown>>,
): SettingProblem | undefined {
  for (const [name, value] of Object.entries(rules)) {
    const problem = valueProblem(name, value);
    if (problem) return problem;
  }
  const all = withDefaults(rules);
  return contradiction(all) ?? (players === undefined ? undefined : tooManyCards(all, players));
}

/** The hand size of every round, first to last (R2.1–R2.3). Throws a SettingError for settings with a problem. */
export function handSizes(players: number, rules: Readonly<Record<string, unknown>>): readonly number[] {
  const problem = settingProblem(players, rules);
  if (problem) throw new SettingError(problem);
  const { round_mode, custom_round_count, hand_sizes } = withDefaults(rules);
  if (round_mode === "schedule") return hand_sizes ?? [];
  const rounds = round_mode === "custom" ? custom_round_count : (RULES.full_game_rounds[String(players)] ?? 0);
  return Array.from({ length: rounds }, (_, round) => round + 1);
}
