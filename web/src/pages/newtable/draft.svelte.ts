/** What a person has chosen for a new table so far. It stays while they look at other pages. */

import { ApiError, checkRules } from "../../lib/api";
import { prefs } from "../../lib/prefs.svelte";
import { changes, counts, type Settings } from "../../lib/rules";
import type { CreateTable, ErrorBody, RulesInfo, SeatPlan, SettingInfo } from "../../lib/protocol";

/** Who is to sit somewhere: the level of a bot, or OPEN for somebody with the link. */
export type Sitter = string;
export const OPEN = "open";
/** The set of rules that is none of the presets. */
export const OWN = "own";

const MOST_SEATS = 6;

/** Numbers that a list setting holds, however it is filled. */
export function numbersOf(value: unknown): readonly number[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === "number") : [];
}

export class Draft {
  readonly info: RulesInfo;
  readonly settingsByName: ReadonlyMap<string, SettingInfo>;
  readonly defaults: Settings;

  players = $state(4);
  /** Everybody else, clockwise; more than there are seats, so that going down and up loses nothing. */
  sitters = $state<Sitter[]>([]);
  /** The seat that deals first, or null: drawn by card. */
  dealer = $state<number | null>(null);
  /** A preset's name, or OWN. */
  start = $state("standard");
  /** What the server has against these settings, if anything. */
  problem = $state<ErrorBody>();

  #own = $state.raw<Settings>({});

  constructor(info: RulesInfo) {
    this.info = info;
    this.settingsByName = new Map(info.settings.map((setting) => [setting.name, setting]));
    this.defaults = Object.fromEntries(info.settings.map((setting) => [setting.name, setting.default]));
    this.#own = this.defaults;
    const level = info.levels.includes("beginner") ? "beginner" : (info.levels[0] ?? OPEN);
    this.sitters = Array.from({ length: MOST_SEATS - 1 }, () => level);
  }

  /** Every setting as it stands now, those that do not count included. */
  get settings(): Settings {
    if (this.start === OWN) return this.#own;
    const preset = this.info.presets.find((known) => known.name === this.start);
    return { ...this.defaults, ...preset?.rules[String(this.players)] };
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
    return this.info.full_game_rounds[String(this.players)] ?? 0;
  }

  /** The hand sizes of the tournament preset, a good list to begin with. */
  get tournament(): readonly number[] {
    const preset = this.info.presets.find((known) => known.name === "tournament");
    return numbersOf(preset?.rules[String(this.players)]?.hand_sizes);
  }

  get roundCount(): number {
    const { round_mode, custom_round_count, hand_sizes } = this.settings;
    if (round_mode === "custom") return Number(custom_round_count);
    if (round_mode === "schedule") return numbersOf(hand_sizes).length;
    return this.limit;
  }

  get sittersNow(): readonly Sitter[] {
    return this.sitters.slice(0, this.players - 1);
  }

  /** Settings that only count together with another: they are kept, but not sent without it. */
  counts(name: string): boolean {
    return counts(this.settings, name);
  }

  /** What differs from the standard game: this is what the server is sent. */
  get rules(): Record<string, unknown> {
    return changes(this.info, this.settings);
  }

  /** Whether this setting is part of what the server refuses. */
  isBad(name: string): boolean {
    const problem = this.problem;
    if (!problem) return false;
    if (problem.error === "restriction_needs_open_bids") {
      return name === "bid_restriction" || name === "bid_disclosure";
    }
    return problem.setting === name;
  }

  /** Ask the server about the settings as they stand. An unreachable server is no objection. */
  async check(signal: AbortSignal): Promise<void> {
    try {
      await checkRules({ players: this.players, rules: this.rules }, signal);
      if (!signal.aborted) this.problem = undefined;
    } catch (error) {
      if (!signal.aborted && error instanceof ApiError) this.problem = error.body;
    }
  }

  /** Whether somebody else is to come: then they should learn who invited them. */
  get invites(): boolean {
    return this.sittersNow.includes(OPEN);
  }

  /** The message that opens this table. */
  request(token: string, fallbackName: string): CreateTable {
    const others = this.sittersNow.map(
      (sitter): SeatPlan => (sitter === OPEN ? { kind: "open" } : { kind: "bot", level: sitter }),
    );
    return {
      token,
      name: prefs.name.trim() || fallbackName,
      seats: [{ kind: "you" }, ...others],
      rules: this.rules,
      first_dealer: this.dealer !== null && this.dealer < this.players ? this.dealer : null,
    };
  }
}

let current: Draft | undefined;

/** The draft of this visit; it begins with the standard game. */
export function draftFor(info: RulesInfo): Draft {
  current ??= new Draft(info);
  return current;
}
