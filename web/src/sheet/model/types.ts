/** A score sheet as the browser holds it: the same JSON form, words and rules as `rufen.core.sheet` (docs/sheet.md). */

/** Somebody who plays, or did: `id` stays, the name may change. */
export interface Player {
  readonly id: string;
  readonly name: string;
}

/** Who sits at the table from a round on, clockwise. */
export interface Seating {
  readonly round: number;
  readonly players: readonly string[];
}

/** Who dealt a round where it was not whose turn it was; the deal passes on from there. */
export interface Dealer {
  readonly round: number;
  readonly player: string;
}

export type Values = Readonly<Record<string, number>>;

/** The two inputs of a round by player; who has no entry is missing. Absent: nothing, false. */
export interface Entries {
  readonly bids?: Values;
  readonly tricks?: Values;
  /** The table keeps a bid that the restriction forbids (R8.2). */
  readonly kept?: boolean;
  /** Delayed bids have been shown (R3.3). */
  readonly shown?: boolean;
}

/** A manual adjustment with its reason (R5.6); it counts from `round` on, 0 for the whole game. */
export interface Line {
  readonly id: string;
  readonly round: number;
  readonly player: string;
  readonly points: number;
  readonly reason: string;
}

/** What differs from the standard game (R7). */
export type Rules = Readonly<Record<string, unknown>>;

/** What is written on a sheet; nothing derived. `rounds[0]` is round 1, and the last one is not empty. */
export interface Sheet {
  readonly id: string;
  readonly title: string;
  /** UTC, `2026-11-24T19:05:00Z`. */
  readonly created: string;
  readonly players: readonly Player[];
  readonly seatings: readonly Seating[];
  readonly rules: Rules;
  readonly dealers: readonly Dealer[];
  readonly rounds: readonly Entries[];
  readonly adjustments: readonly Line[];
}

/* --- changes --- */

export type Edit =
  | {
      readonly kind: "enter";
      readonly round: number;
      readonly bids?: Readonly<Record<string, number | null>>;
      readonly tricks?: Readonly<Record<string, number | null>>;
      /** Confirms a bid that the restriction forbids. */
      readonly kept?: boolean;
    }
  | { readonly kind: "show"; readonly round: number }
  | { readonly kind: "rules"; readonly rules: Rules }
  | { readonly kind: "seat"; readonly round: number; readonly players: readonly Player[]; readonly rules?: Rules }
  | { readonly kind: "rename"; readonly player: string; readonly name: string }
  | { readonly kind: "deal"; readonly round: number; readonly player: string | null }
  | ({ readonly kind: "adjust" } & Line)
  | { readonly kind: "unadjust"; readonly id: string }
  | { readonly kind: "title"; readonly title: string };

/** What is logged: a change, or going back and forth among the changes. */
export type Step = Edit | { readonly kind: "undo" } | { readonly kind: "redo" };

/* --- what follows --- */

export type RoundState = "empty" | "bidding" | "playing" | "counting" | "wrong" | "scored" | "outside";

export type ProblemCode =
  | "bid_missing"
  | "tricks_missing"
  | "bid_range"
  | "tricks_range"
  | "tricks_sum"
  | "bids_even"
  | "too_many_cards";

/** One thing that is wrong; `player` null: with the whole round. */
export interface Problem {
  readonly round: number;
  readonly player: string | null;
  readonly code: ProblemCode;
  readonly found: number | null;
  readonly expected: number | null;
}

/** One player in one round; `score` and the running `total` are null until the round is scored. */
export interface Cell {
  readonly player: string;
  readonly bid: number | null;
  readonly tricks: number | null;
  readonly score: number | null;
  readonly total: number | null;
}

export interface ScoredRound {
  readonly number: number;
  /** Null where the schedule no longer says it. */
  readonly hand_size: number | null;
  readonly dealer: string;
  /** In seating order. */
  readonly cells: readonly Cell[];
  /** The sums of what is entered. */
  readonly bids: number;
  readonly tricks: number;
  readonly state: RoundState;
  /** The bids are still secret (R3.3). */
  readonly concealed: boolean;
  readonly kept: boolean;
}

export interface Standing {
  readonly player: string;
  /** Null for somebody who has left. */
  readonly rank: number | null;
  readonly total: number;
  readonly made: number;
  readonly rounds: number;
  readonly perfect: boolean;
  /** How much the best total is above. */
  readonly behind: number;
  /** The smallest bid that, made in the round being played, reaches the best total as it is now. */
  readonly catch_up: number | null;
}

/** The entry to be made next. */
export interface Asked {
  readonly round: number;
  readonly player: string;
  readonly what: "bid" | "tricks";
  /** The bid that the restriction forbids (R3.2). */
  readonly forbidden: number | null;
  /** The tricks that remain for the last player. */
  readonly offered: number | null;
}

export interface ScoredSheet {
  readonly schedule: readonly number[];
  /** Every round of the schedule, and those beyond it that hold entries. */
  readonly rounds: readonly ScoredRound[];
  /** From first to last, players who left at the end. */
  readonly standings: readonly Standing[];
  readonly problems: readonly Problem[];
  /** Every round of the schedule in force now is scored (R6.1). */
  readonly over: boolean;
  readonly asked: Asked | null;
}
