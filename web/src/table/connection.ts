/**
 * The line to the server: one WebSocket that comes back by itself.
 *
 * What a seat does is kept until the server acknowledges it and is sent again after a reconnect, always
 * with the same id, so that nothing is lost and nothing happens twice. While the line is down nothing new
 * is taken: `send` answers null and the page says so.
 */
import { CLOSE_CODE, PROTOCOL_VERSION } from "$lib/protocol";
import type {
  Act,
  ClientMessage,
  NextRound,
  RefusalCode,
  Refused,
  ServerMessage,
  Sit,
  Snapshot,
  StandUp,
  Start,
  TableNews,
  Update,
} from "$lib/protocol";

/** `refused`: the server will not have this page at the table; trying again would not help. */
export type LineState = "connecting" | "live" | "lost" | "refused";

/** A message that is acknowledged. */
export type Request = Act | NextRound | Sit | StandUp | Start;
export type Unnumbered = Request extends infer R ? (R extends Request ? Omit<R, "id"> : never) : never;

/** The part of a WebSocket that is needed here, so that tests can stand in for it. */
export interface Socket {
  readonly readyState: number;
  onopen: ((event: never) => void) | null;
  onmessage: ((event: { data: unknown }) => void) | null;
  onclose: ((event: { code: number }) => void) | null;
  send(data: string): void;
  close(code?: number): void;
}

export interface LineOptions {
  readonly table: string;
  readonly token: string | null;
  readonly open: () => Socket;
  readonly random?: () => number;
  readonly onState: (state: LineState, reason: RefusalCode | null) => void;
  readonly onSnapshot: (message: Snapshot) => void;
  readonly onUpdate: (message: Update) => void;
  readonly onNews: (message: TableNews) => void;
  /** A request has done its work: the table was at `seq` then. */
  readonly onDone: (request: Request, seq: number) => void;
  /** A request was refused; null for a message that could not be read. */
  readonly onRefused: (request: Request | null, refused: Refused) => void;
}

/** How often this page says that it is there, and after how long a silence the line counts as lost. */
export const PING_MS = 15_000;
export const SILENCE_MS = 35_000;
/** After the page comes back from sleep the line has to answer within this time. */
export const WAKE_MS = 4_000;
const FIRST_RETRY_MS = 300;
const LONGEST_RETRY_MS = 8_000;
const OPEN = 1;

/** Reasons to refuse a hello that trying again does not cure. */
const FINAL: readonly RefusalCode[] = [
  "unknown_table",
  "unknown_token",
  "unsupported_version",
  "malformed",
  "hello_expected",
  "too_large",
];

/** The pause before attempt `attempt` (0, 1, …): doubling, capped, and spread so that not all come at once. */
export function retryDelay(attempt: number, random: number): number {
  const longest = Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** attempt);
  return longest * (0.5 + random / 2);
}

/** An id for a request; works without a secure context, which a table in the home network has not. */
export function newId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

export class Line {
  readonly #options: LineOptions;
  readonly #pending = new Map<string, Request>();
  #token: string | null;
  #socket: Socket | null = null;
  #state: LineState = "connecting";
  #seq: number | null = null;
  #waitsForSnapshot = true;
  #attempt = 0;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #silence: ReturnType<typeof setTimeout> | undefined;
  #ping: ReturnType<typeof setInterval> | undefined;
  #stopped = true;

  constructor(options: LineOptions) {
    this.#options = options;
    this.#token = options.token;
  }

  get state(): LineState {
    return this.#state;
  }

  get token(): string | null {
    return this.#token;
  }

  /** Connect, and stay connected until `stop`. */
  start(): void {
    if (!this.#stopped) return;
    this.#stopped = false;
    window.addEventListener("online", this.#wake);
    document.addEventListener("visibilitychange", this.#wake);
    this.#connect();
  }

  stop(): void {
    this.#stopped = true;
    window.removeEventListener("online", this.#wake);
    document.removeEventListener("visibilitychange", this.#wake);
    this.#drop();
  }

  /** Another secret for the next hello: the server moves this socket itself when a seat is taken or left. */
  adopt(token: string | null): void {
    this.#token = token;
  }

  /** Say hello anew, with another secret. */
  restart(token: string | null): void {
    this.#token = token;
    this.#seq = null;
    this.#drop();
    if (!this.#stopped) this.#connect();
  }

  /** Send a request; its id, or null when the line is down and nothing was sent. */
  send(message: Unnumbered): string | null {
    if (this.#state !== "live") return null;
    const request = { ...message, id: newId() } as Request;
    this.#pending.set(request.id, request);
    this.#write(request);
    return request.id;
  }

  #connect(): void {
    clearTimeout(this.#retry);
    this.#retry = undefined;
    const socket = this.#options.open();
    this.#socket = socket;
    this.#waitsForSnapshot = true;
    socket.onopen = () => {
      this.#write({
        type: "hello",
        v: PROTOCOL_VERSION,
        table: this.#options.table,
        ...(this.#token === null ? {} : { token: this.#token }),
        ...(this.#seq === null ? {} : { seq: this.#seq }),
      });
    };
    socket.onmessage = (event) => {
      if (socket === this.#socket && typeof event.data === "string") this.#receive(event.data);
    };
    socket.onclose = (event) => {
      if (socket === this.#socket) this.#closed(event.code);
    };
    this.#listen(SILENCE_MS);
    this.#ping = setInterval(() => this.#write({ type: "ping" }), PING_MS);
  }

  #drop(): void {
    clearTimeout(this.#retry);
    clearTimeout(this.#silence);
    clearInterval(this.#ping);
    this.#retry = undefined;
    const socket = this.#socket;
    this.#socket = null;
    socket?.close(1000);
  }

  #closed(code: number): void {
    this.#drop();
    if (this.#stopped || this.#state === "refused") return;
    this.#setState("lost");
    const immediately = code === CLOSE_CODE.RESYNC;
    const delay = immediately ? 0 : retryDelay(this.#attempt, (this.#options.random ?? Math.random)());
    this.#attempt += 1;
    this.#retry = setTimeout(() => this.#connect(), delay);
  }

  /** The device is back: try at once instead of waiting, or find out whether the line still holds. */
  readonly #wake = (): void => {
    if (this.#stopped || this.#state === "refused" || document.visibilityState === "hidden") return;
    if (this.#retry !== undefined) {
      this.#attempt = 0;
      this.#connect();
    } else if (this.#socket?.readyState === OPEN) {
      this.#write({ type: "ping" });
      this.#listen(WAKE_MS);
    }
  };

  #listen(patience: number): void {
    clearTimeout(this.#silence);
    this.#silence = setTimeout(() => this.#closed(0), patience);
  }

  #write(message: ClientMessage): void {
    if (this.#socket?.readyState === OPEN) this.#socket.send(JSON.stringify(message));
  }

  #receive(data: string): void {
    this.#listen(SILENCE_MS);
    const message = JSON.parse(data) as ServerMessage;
    switch (message.type) {
      case "snapshot":
        this.#seq = message.view.seq;
        this.#waitsForSnapshot = false;
        this.#attempt = 0;
        this.#options.onSnapshot(message);
        this.#setState("live");
        for (const request of this.#pending.values()) this.#write(request);
        break;
      case "update":
        this.#update(message);
        break;
      case "table":
        this.#options.onNews(message);
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
      this.#drop();
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
