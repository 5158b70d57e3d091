/** The phone that holds a sheet shows it to others: nothing of it decides what is on the sheet. */

import { LIVE_VERSION, MAX_DOCUMENT_MESSAGE_BYTES } from "../../lib/generated/live";
import type { Asking, LiveClientMessage, LiveReason, LiveServerMessage, LiveState, Revealed } from "../../lib/generated/live";
import { Wire, type Socket } from "../../lib/wire";
import { entryOf } from "../model/document";
import { documentOf } from "../model/file";
import { houseRules } from "../model/house";
import type { Sheet } from "../model/types";
import type { OpenSheet } from "../store/open.svelte";
import { liveSocket, LONGEST_PAUSE_MS } from "./line";
import { keepKey, ownKey, type OwnKey } from "./memory";
import { askingOf, withoutSecrets } from "./secrets";
import { sayStop } from "./stop";

/** `refused`: the server takes no further sheet, or speaks another version; `reason` says which. */
export type OwnerStatus = "off" | "connecting" | "live" | "lost" | "refused";

/** What is needed of an open sheet. */
export type Shown = Pick<OpenSheet, "id" | "sheet" | "scored" | "apply">;

/** So long changes wait for one another. */
export const GATHER_MS = 250;
/** After the server has had too much, it is told again after this time. */
export const AGAIN_MS = 1_000;
const FINAL: readonly LiveReason[] = ["full", "unsupported_version"];

export class LiveOwner {
  readonly #open: Shown;
  readonly #wire: Wire;
  readonly #socket: () => Socket;
  #kept: OwnKey;
  #status = $state<OwnerStatus>("off");
  #reason = $state<LiveReason>();
  #news = $state.raw<LiveState>();
  #live: string | undefined;
  #attached = 0;
  #greeted = false;
  #sent: Sheet | undefined;
  #revision = 0;
  #gathering: ReturnType<typeof setTimeout> | undefined;

  constructor(open: Shown, socket: () => Socket = liveSocket) {
    this.#open = open;
    this.#socket = socket;
    this.#kept = ownKey(open.id);
    this.#live = $state(this.#kept.live);
    this.#wire = new Wire({
      open: socket,
      longest: LONGEST_PAUSE_MS,
      onOpen: () => this.#hello(),
      onMessage: (data) => this.#receive(JSON.parse(data) as LiveServerMessage),
      onLost: () => this.#lost(),
    });
  }

  get status(): OwnerStatus {
    return this.#status;
  }

  get on(): boolean {
    return this.#status !== "off";
  }

  /** Why the server refused, while it does. */
  get reason(): LiveReason | undefined {
    return this.#reason;
  }

  /** The name under which others follow it, once the server has told. */
  get live(): string | undefined {
    return this.#live;
  }

  get followers(): number {
    return this.#status === "live" ? (this.#news?.followers ?? 0) : 0;
  }

  /** The players for whom a phone bids; none while the line is down, as nothing would come from there. */
  get claimed(): readonly string[] {
    return this.#status === "live" ? (this.#news?.claimed ?? []) : [];
  }

  /** Those whose bid the sheet has not and whose phone has chosen. */
  get chosen(): readonly string[] {
    const chosen = this.#news?.asking?.round === this.#asking?.round ? (this.#news?.chosen ?? []) : [];
    return this.#missing.filter((player) => chosen.includes(player));
  }

  /** The players who are still to choose on a phone. */
  get awaited(): readonly string[] {
    const chosen = this.chosen;
    return this.#missing.filter((player) => this.claimed.includes(player) && !chosen.includes(player));
  }

  /** Everybody whose bid the sheet has not has chosen on a phone. */
  get complete(): boolean {
    return this.#missing.length > 0 && this.chosen.length === this.#missing.length;
  }

  get #asking(): Asking | null {
    return askingOf(this.#open.sheet, this.#open.scored);
  }

  /** Whose secret bid the sheet has not; nobody's while the line is down. */
  get #missing(): readonly string[] {
    return this.#status === "live" ? (this.#asking?.players ?? []) : [];
  }

  /** A page shows this sheet: be connected as long as it does. Returns how to end. */
  attach(): () => void {
    if (this.#attached++ === 0 && this.#isMeant()) this.#start();
    return () => {
      if (--this.#attached === 0) this.#end();
    };
  }

  switchOn(): void {
    this.#keep({ on: true });
    this.#end();
    this.#start();
  }

  switchOff(): void {
    const { key, live } = this.#kept;
    const connected = this.#status === "live";
    if (connected) this.#write({ type: "stop" });
    this.#turnOff();
    if (!connected && live !== undefined) sayStop(key, this.#socket, () => !ownKey(this.#open.id).on);
  }

  /** The sheet may have changed. */
  changed(): void {
    if (this.#status !== "live" || this.#open.sheet === this.#sent) return;
    this.#gathering ??= setTimeout(() => this.#publish(), GATHER_MS);
  }

  reveal(): void {
    const asking = this.#asking;
    if (asking === null) return;
    if (this.#open.sheet !== this.#sent) this.#publish();
    this.#write({ type: "reveal", round: asking.round });
  }

  /** Another phone may bid for this player. */
  release(player: string): void {
    this.#write({ type: "release", player });
  }

  #keep(change: Partial<OwnKey>): void {
    this.#kept = { ...this.#kept, ...change };
    keepKey(this.#open.id, this.#kept);
  }

  /** Whether it is to be shown; another tab may have switched it off, or deleted the sheet. */
  #isMeant(): boolean {
    this.#kept = ownKey(this.#open.id);
    this.#live = this.#kept.live;
    return this.#kept.on;
  }

  #start(): void {
    this.#status = "connecting";
    this.#reason = undefined;
    this.#wire.start();
  }

  #end(): void {
    clearTimeout(this.#gathering);
    this.#gathering = undefined;
    this.#wire.stop();
    this.#status = "off";
    this.#news = undefined;
  }

  #turnOff(): void {
    if (this.#isMeant()) this.#keep({ on: false });
    this.#end();
  }

  #lost(): void {
    if (this.#status !== "refused") this.#status = "lost";
  }

  #hello(): void {
    this.#greeted = false;
    if (!this.#isMeant()) {
      this.#end();
      return;
    }
    this.#write({ type: "own", v: LIVE_VERSION, key: this.#kept.key });
  }

  #write(message: LiveClientMessage): void {
    this.#wire.write(message);
  }

  #publish(): void {
    clearTimeout(this.#gathering);
    this.#gathering = undefined;
    const { sheet, scored } = this.#open;
    if (sheet !== this.#sent) {
      // The later change counts, whatever the clock says now or said then.
      this.#revision = Math.max(Date.now(), (this.#news?.revision ?? 0) + 1);
    }
    this.#sent = sheet;
    const message: LiveClientMessage = {
      type: "publish",
      revision: this.#revision,
      document: documentOf(withoutSecrets(sheet, scored)),
      asking: this.#asking,
    };
    if (new TextEncoder().encode(JSON.stringify(message)).length > MAX_DOCUMENT_MESSAGE_BYTES) this.#reason = "too_large";
    else this.#write(message);
  }

  #receive(message: LiveServerMessage): void {
    switch (message.type) {
      case "state":
        this.#news = message;
        this.#reason = undefined;
        if (this.#live !== message.sheet) {
          this.#live = message.sheet;
          this.#keep({ live: message.sheet });
        }
        if (!this.#greeted) this.#greet();
        break;
      case "revealed":
        this.#enter(message);
        break;
      case "refused":
        this.#refused(message.reason);
        break;
      case "beat":
        break;
    }
  }

  #greet(): void {
    this.#greeted = true;
    this.#wire.established();
    this.#status = "live";
    this.#publish();
  }

  /** Enter what was chosen on phones, all at once; what the sheet has already stays. */
  #enter({ round, bids }: Revealed): void {
    const { sheet, scored } = this.#open;
    const cells = scored.rounds.find((one) => one.number === round)?.cells ?? [];
    const missing = cells.filter((cell) => cell.bid === null && entryOf(bids, cell.player) !== undefined);
    if (missing.length > 0) {
      const values = Object.fromEntries(missing.map(({ player }) => [player, entryOf(bids, player) ?? 0]));
      this.#open.apply({ kind: "enter", round, bids: values });
    }
    if (houseRules(sheet.rules).bid_disclosure === "delayed") this.#open.apply({ kind: "show", round });
    this.#publish();
  }

  #refused(reason: LiveReason): void {
    if (reason === "not_all_chosen" || reason === "not_asked") return;
    if (reason === "unknown_sheet") {
      // Switched off in another tab of this device.
      this.#turnOff();
      return;
    }
    if (reason === "too_fast" && this.#status === "live") {
      this.#gathering ??= setTimeout(() => this.#publish(), AGAIN_MS);
      return;
    }
    this.#reason = reason;
    if (!FINAL.includes(reason)) return;
    this.#wire.giveUp();
    this.#status = "refused";
  }
}

const owners = new WeakMap<Shown, LiveOwner>();

/** The one that shows an open sheet. */
export function liveOf(open: Shown): LiveOwner {
  let owner = owners.get(open);
  if (!owner) owners.set(open, (owner = new LiveOwner(open)));
  return owner;
}
