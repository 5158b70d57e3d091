/**
 * The line to the server: one WebSocket that comes back by itself (`Wire`).
 *
 * What a seat does is kept until the server acknowledges it and is sent again after a reconnect, always
 * with the same id, so that nothing is lost and nothing happens twice. While the line is down nothing new
 * is taken: `send` answers null and the page says so.
 */
import { PROTOCOL_VERSION } from "$lib/protocol";
import { Wire, type Socket } from "$lib/wire";
import type {
  ClientMessage,
  Hello,
  Hinted,
  Ping,
  RefusalCode,
  Refused,
  Resync,
  Said,
  ServerMessage,
  Snapshot,
  TableNews,
  Update,
} from "$lib/protocol";

/** `refused`: the server will not have this page at the table; trying again would not help. */
export type LineState = "connecting" | "live" | "lost" | "refused";

/** A message that is acknowledged. */
export type Request = Exclude<ClientMessage, Hello | Resync | Ping>;
export type Unnumbered = Request extends infer R ? (R extends Request ? Omit<R, "id"> : never) : never;

export interface LineOptions {
  readonly table: string;
  readonly token: string | null;
  readonly open: () => Socket;
  readonly random?: () => number;
  readonly onState: (state: LineState, reason: RefusalCode | null) => void;
  readonly onSnapshot: (message: Snapshot) => void;
  readonly onUpdate: (message: Update) => void;
  readonly onNews: (message: TableNews) => void;
  readonly onSaid: (message: Said) => void;
  /** A request has done its work: the table was at `seq` then. */
  readonly onDone: (request: Request, seq: number) => void;
  /** A hint that was asked for. */
  readonly onHinted: (hinted: Hinted) => void;
  /** A request was refused; null for a message that could not be read. */
  readonly onRefused: (request: Request | null, refused: Refused) => void;
}

/** Reasons to refuse a hello that trying again does not cure. */
const FINAL: readonly RefusalCode[] = [
  "unknown_table",
  "unknown_token",
  "unsupported_version",
  "malformed",
  "too_large",
  "spectators_off",
];

/** An id for a request; works without a secure context, which a table in the home network has not. */
export function newId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

export class Line {
  readonly #options: LineOptions;
  readonly #pending = new Map<string, Request>();
  readonly #wire: Wire;
  #token: string | null;
  #state: LineState = "connecting";
  #seq: number | null = null;
  #waitsForSnapshot = true;

  constructor(options: LineOptions) {
    this.#options = options;
    this.#token = options.token;
    this.#wire = new Wire({
      open: options.open,
      random: options.random,
      onOpen: () => this.#hello(),
      onMessage: (data) => this.#receive(data),
      onLost: () => this.#setState("lost"),
    });
  }

  get state(): LineState {
    return this.#state;
  }

  get token(): string | null {
    return this.#token;
  }

  /** Connect, and stay connected until `stop`. */
  start(): void {
    this.#wire.start();
  }

  stop(): void {
    this.#wire.stop();
  }

  /** Another secret for the next hello: the server moves this socket itself when a seat is taken or left. */
  adopt(token: string | null): void {
    this.#token = token;
  }

  /** Say hello anew, with another secret. */
  restart(token: string | null): void {
    this.#token = token;
    this.#seq = null;
    this.#wire.restart();
  }

  /** Send a request; its id, or null when the line is down and nothing was sent. */
  send(message: Unnumbered): string | null {
    if (this.#state !== "live") return null;
    const request = { ...message, id: newId() } as Request;
    this.#pending.set(request.id, request);
    this.#write(request);
    return request.id;
  }

  #hello(): void {
    this.#waitsForSnapshot = true;
    this.#write({
      type: "hello",
      v: PROTOCOL_VERSION,
      table: this.#options.table,
      ...(this.#token === null ? {} : { token: this.#token }),
      ...(this.#seq === null ? {} : { seq: this.#seq }),
    });
  }

  #write(message: ClientMessage): void {
    this.#wire.write(message);
  }

  #receive(data: string): void {
    const message = JSON.parse(data) as ServerMessage;
    switch (message.type) {
      case "snapshot":
        this.#seq = message.view.seq;
        this.#waitsForSnapshot = false;
        this.#wire.established();
        this.#options.onSnapshot(message);
        for (const request of this.#pending.values()) this.#write(request);
        this.#setState("live");
        break;
      case "update":
        this.#update(message);
        break;
      case "table":
        this.#options.onNews(message);
        break;
      case "said":
        this.#options.onSaid(message);
        break;
      case "hinted":
        if (this.#take(message.id) !== null) this.#options.onHinted(message);
        break;
      case "ack":
        this.#acknowledged(message.id, message.seq);
        break;
      case "refused":
        this.#refused(message);
        break;
      case "beat":
        break;
    }
  }

  #update(message: Update): void {
    if (this.#waitsForSnapshot || (this.#seq !== null && message.view.seq <= this.#seq)) return;
    if (message.after !== this.#seq) {
      this.#waitsForSnapshot = true;
      this.#write({ type: "resync" });
      return;
    }
    this.#seq = message.view.seq;
    this.#options.onUpdate(message);
  }

  #acknowledged(id: string, seq: number): void {
    const request = this.#take(id);
    if (request !== null) this.#options.onDone(request, seq);
  }

  #take(id: string): Request | null {
    const request = this.#pending.get(id) ?? null;
    this.#pending.delete(id);
    return request;
  }

  #refused(message: Refused): void {
    if (message.id !== null) {
      this.#options.onRefused(this.#take(message.id), message);
    } else if (this.#waitsForSnapshot && FINAL.includes(message.reason)) {
      if (message.reason === "unknown_token" && this.#token !== null) {
        this.restart(null);
        return;
      }
      this.#wire.giveUp();
      this.#setState("refused", message.reason);
    } else {
      this.#options.onRefused(null, message);
    }
  }

  #setState(state: LineState, reason: RefusalCode | null = null): void {
    if (state === this.#state) return;
    this.#state = state;
    this.#options.onState(state, reason);
  }
}
