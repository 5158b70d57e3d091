// Written by `python -m rufen.protocol.typescript`; a test fails when it is stale. Do not edit.

/** The first message of the phone that holds the sheet: its key makes the sheet's id. */
export interface Own {
  readonly type: "own";
  readonly v: number;
  readonly key: string;
}

/** The first message of any other phone; `token` is a secret it made, under which it can bid. */
export interface Follow {
  readonly type: "follow";
  readonly v: number;
  readonly sheet: string;
  readonly token?: string | null;
}

/** The sheet as it is now, without bids that are still secret. An older `revision` is passed over. */
export interface Publish {
  readonly type: "publish";
  readonly revision: number;
  readonly document: Record<string, unknown>;
  readonly asking?: Asking | null;
}

/** The round whose bids are secret; `players` are those of whom the sheet holds no bid yet. */
export interface Asking {
  readonly round: number;
  readonly hand_size: number;
  readonly players: readonly string[];
}

/** Show the bids of this round: answered by `revealed` when everybody asked has chosen. */
export interface Reveal {
  readonly type: "reveal";
  readonly round: number;
}

/** This player is free again for another phone; what was chosen for them is forgotten. */
export interface Release {
  readonly type: "release";
  readonly player: string;
}

/** The sheet is not shown any more. */
export interface Stop {
  readonly type: "stop";
}

/** This phone bids for this player, and for no other. */
export interface Claim {
  readonly type: "claim";
  readonly player: string;
}

/** This phone bids for nobody any more. */
export interface Unclaim {
  readonly type: "unclaim";
}

/** The secret bid of the player claimed; may be changed until it is revealed. */
export interface Bid {
  readonly type: "bid";
  readonly round: number;
  readonly value: number;
}

/** Still there; answered by `beat`. */
export interface Ping {
  readonly type: "ping";
}

export type LiveClientMessage = Own | Follow | Publish | Reveal | Release | Stop | Claim | Unclaim | Bid | Ping;

/** How things are; sent after the first message and whenever something changes. */
export interface LiveState {
  readonly type: "state";
  readonly sheet: string;
  readonly since: number;
  readonly revision: number | null;
  readonly document: unknown;
  readonly owner: boolean;
  readonly followers: number;
  readonly asking: Asking | null;
  readonly claimed: readonly string[];
  readonly chosen: readonly string[];
  readonly claim: string | null;
  readonly bid: number | null;
}

/** To the owner alone: the bids to enter, sent again after a reconnect until the sheet holds them. */
export interface Revealed {
  readonly type: "revealed";
  readonly round: number;
  readonly bids: Record<string, number>;
}

/** The last message changed nothing, and why. */
export interface LiveRefused {
  readonly type: "refused";
  readonly reason: LiveReason;
  readonly detail: string | null;
}

/** Why the server refused a message. */
export type LiveReason = "malformed" | "too_large" | "unsupported_version" | "hello_expected" | "too_fast" | "shutting_down" | "unknown_sheet" | "full" | "wrong_role" | "bad_document" | "secret_inside" | "unknown_player" | "claimed" | "not_claimed" | "not_asked" | "bid_range" | "not_all_chosen";

/** The server is there. */
export interface LiveBeat {
  readonly type: "beat";
}

export type LiveServerMessage = LiveState | Revealed | LiveRefused | LiveBeat;

export const LIVE_VERSION = 1;
export const MAX_DOCUMENT_MESSAGE_BYTES = 65536;
