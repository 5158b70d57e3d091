/** A phone that follows the sheet of another one, and may choose secret bids there. */

import { LIVE_VERSION } from "../../lib/generated/live";
import type { LiveClientMessage, LiveReason, LiveServerMessage, LiveState } from "../../lib/generated/live";
import { Wire, type Socket } from "../../lib/wire";
import { entryOf } from "../model/document";
import { houseRules } from "../model/house";
import { sheetFrom } from "../model/file";
import { score } from "../model/score";
import type { Worked } from "../store/open.svelte";
import { liveSocket, LONGEST_PAUSE_MS } from "./line";
import { keepPhone, keepSeen, lastSeen, phoneMemory, type PhoneMemory } from "./memory";

/** `unknown`: nobody shows a sheet here now; asked again and again. `refused`: trying again does not help. */
export type FollowStatus = "connecting" | "live" | "lost" | "unknown" | "refused";

/** What a person is told: the server refused, or somebody else has the name now. */
export type Told = LiveReason | "released" | "taken";

const FINAL: readonly LiveReason[] = ["full", "unsupported_version", "malformed"];

export class Follower {
  readonly #id: string;
  readonly #wire: Wire;
  #status = $state<FollowStatus>("connecting");
  #news = $state.raw<LiveState>();
  #shown = $state.raw<Worked>();
  #memory: PhoneMemory = $state.raw({ token: "", claim: null, since: null, bid: null });
  #told = $state<Told>();
  #reason = $state<LiveReason>();
  #greeted = false;
  #unknown = false;
  /** Sent, and neither in a state nor refused yet. */
  #claiming: string | undefined;
  #bidding = false;

  constructor(id: string, socket: () => Socket = liveSocket) {
    this.#id = id;
    this.#memory = phoneMemory(id);
    keepPhone(id, this.#memory);
    this.#wire = new Wire({
      open: socket,
      longest: LONGEST_PAUSE_MS,
      onOpen: () => this.#hello(),
      onMessage: (data) => this.#receive(JSON.parse(data) as LiveServerMessage),
      onLost: () => this.#lost(),
    });
    const seen = lastSeen(id);
    if (seen !== undefined) this.#show(seen);
  }

  get status(): FollowStatus {
    return this.#status;
  }

  /** Why the server refused for good. */
  get reason(): LiveReason | undefined {
    return this.#reason;
  }

  /** The sheet as it was seen last. */
  get shown(): Worked | undefined {
    return this.#shown;
  }

  get told(): Told | undefined {
    return this.#told;
  }

  /** Whether the phone that holds the sheet is connected, too. */
  get isOwnerThere(): boolean {
    return this.#status === "live" && this.#news?.owner === true;
  }

  /** Whether bids of this sheet are secret, so that phones can make them. */
  get secret(): boolean {
    return this.#shown !== undefined && houseRules(this.#shown.sheet.rules).bid_disclosure !== "open";
  }

  /** The player for whom this phone bids. */
  get claim(): string | null {
    return this.#memory.claim;
  }

  get claimed(): readonly string[] {
    return this.#news?.claimed ?? [];
  }

  get asking(): LiveState["asking"] {
    return this.#news?.asking ?? null;
  }

  /** Whether this player's bid is there and still secret: on the sheet, or chosen on a phone. */
  hasChosen(player: string): boolean {
    const asking = this.asking;
    if (asking === null) return false;
    return !asking.players.includes(player) || this.#news?.chosen.includes(player) === true;
  }

  /** Whether this phone is asked for a bid now; it may be changed until it is shown. */
  get isAsked(): boolean {
    return this.claim !== null && this.asking?.players.includes(this.claim) === true;
  }

  /** What this phone has chosen for the round asked. */
  get bid(): number | null {
    const { bid } = this.#memory;
    return bid !== null && bid.round === this.asking?.round ? bid.value : null;
  }

  start(): void {
    this.#wire.start();
  }

  stop(): void {
    this.#wire.stop();
  }

  /** After a refusal: a person asks for another attempt. */
  again(): void {
    this.#reason = undefined;
    this.#status = "connecting";
    this.#wire.stop();
    this.#wire.start();
  }

  /** This phone bids for this player from now on. */
  claimPlayer(player: string): void {
    this.#told = undefined;
    this.#claiming = player;
    this.#write({ type: "claim", player });
  }

  /** This phone bids for nobody any more. */
  letGo(): void {
    this.#told = undefined;
    this.#remember({ claim: null, bid: null });
    this.#write({ type: "unclaim" });
  }

  /** Choose, or choose anew; kept here and sent again until the server has it. */
  choose(value: number): void {
    const asking = this.asking;
    if (asking === null || !this.isAsked) return;
    this.#told = undefined;
    this.#remember({ bid: { round: asking.round, value } });
    if (this.#status === "live") this.#sendBid();
  }

  #remember(change: Partial<PhoneMemory>): void {
    this.#memory = { ...this.#memory, ...change };
    keepPhone(this.#id, this.#memory);
  }

  #hello(): void {
    this.#greeted = false;
    this.#claiming = undefined;
    this.#bidding = false;
    this.#write({ type: "follow", v: LIVE_VERSION, sheet: this.#id, token: this.#memory.token });
  }

  #write(message: LiveClientMessage): void {
    this.#wire.write(message);
  }

  #lost(): void {
    this.#status = this.#unknown ? "unknown" : "lost";
    this.#unknown = false;
  }

  #receive(message: LiveServerMessage): void {
    if (message.type === "state") this.#take(message);
    else if (message.type === "refused") this.#refused(message.reason);
  }

  #take(state: LiveState): void {
    this.#wire.established();
    this.#status = "live";
    this.#news = state;
    if (state.document !== null) this.#show(state.document);
    const first = !this.#greeted;
    this.#greeted = true;
    // Another page of this phone may have chosen meanwhile.
    if (first) this.#memory = phoneMemory(this.#id);
    this.#settleClaim(state, first);
    this.#settleBid(state, first);
  }

  #show(document: unknown): void {
    try {
      const sheet = sheetFrom(document);
      this.#shown = { sheet, scored: score(sheet) };
      keepSeen(this.#id, document);
    } catch {
      // What cannot be read does not replace what could.
    }
  }

  #settleClaim(state: LiveState, first: boolean): void {
    const { claim, since } = this.#memory;
    if (state.claim === this.#claiming) this.#claiming = undefined;
    if (state.claim === claim) {
      if (since !== state.since) this.#remember({ since: state.since });
      return;
    }
    if (state.claim !== null) {
      this.#remember({ claim: state.claim, since: state.since, bid: null });
      return;
    }
    if (claim === null || this.#claiming !== undefined) return;
    if (first && since !== state.since && !state.claimed.includes(claim)) {
      // The server was started anew and has forgotten it.
      this.#claiming = claim;
      this.#write({ type: "claim", player: claim });
      return;
    }
    this.#told = state.claimed.includes(claim) ? "taken" : "released";
    this.#remember({ claim: null, bid: null });
  }

  #settleBid(state: LiveState, first: boolean): void {
    const { claim, bid } = this.#memory;
    if (claim === null || state.claim !== claim) return;
    if (bid !== null && this.#isOver(state, claim, bid.round)) {
      this.#remember({ bid: null });
      return;
    }
    const { asking } = state;
    if (asking === null || !asking.players.includes(claim)) return;
    if (bid === null || bid.round !== asking.round) {
      if (state.bid !== null) this.#remember({ bid: { round: asking.round, value: state.bid } });
    } else if (state.bid === bid.value) {
      this.#bidding = false;
    } else if (first || (state.bid === null && !this.#bidding)) {
      this.#sendBid();
    } else if (state.bid !== null && !this.#bidding) {
      this.#remember({ bid: { round: asking.round, value: state.bid } });
    }
  }

  /** Whether a bid of that round is shown, entered on the sheet, or of a round that is over. */
  #isOver({ asking }: LiveState, claim: string, round: number): boolean {
    if (asking !== null && (asking.round > round || (asking.round === round && !asking.players.includes(claim)))) return true;
    return entryOf(this.#shown?.sheet.rounds[round - 1]?.bids, claim) !== undefined;
  }

  #sendBid(): void {
    const { bid } = this.#memory;
    if (bid === null) return;
    this.#bidding = true;
    this.#write({ type: "bid", round: bid.round, value: bid.value });
  }

  #refused(reason: LiveReason): void {
    if (reason === "unknown_sheet" || reason === "shutting_down") {
      this.#unknown = reason === "unknown_sheet";
      return;
    }
    if (!this.#greeted && FINAL.includes(reason)) {
      this.#reason = reason;
      this.#wire.giveUp();
      this.#status = "refused";
      return;
    }
    this.#told = reason === "claimed" ? "taken" : reason;
    if (this.#claiming !== undefined) {
      if (this.#memory.claim === this.#claiming) this.#remember({ claim: null, bid: null });
      this.#claiming = undefined;
    } else if (this.#bidding) {
      this.#bidding = false;
      this.#remember({ bid: null });
    }
  }
}
