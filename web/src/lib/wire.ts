/** A WebSocket that comes back by itself: pings, silence, sleep and pauses between attempts. */
import { CLOSE_CODE } from "./protocol";

/** The part of a WebSocket that is needed here, so that tests can stand in for it. */
export interface Socket {
  readonly readyState: number;
  onopen: ((event: never) => void) | null;
  onmessage: ((event: { data: unknown }) => void) | null;
  onclose: ((event: { code: number }) => void) | null;
  send(data: string): void;
  close(code?: number): void;
}

export interface WireOptions {
  readonly open: () => Socket;
  readonly random?: (() => number) | undefined;
  /** The longest pause between two attempts. */
  readonly longest?: number;
  /** The socket is open: say hello. */
  readonly onOpen: () => void;
  readonly onMessage: (data: string) => void;
  /** The socket is gone; another attempt follows. */
  readonly onLost: () => void;
}

/** How often this page says that it is there, and after how long a silence the line counts as lost. */
export const PING_MS = 15_000;
export const SILENCE_MS = 35_000;
/** After the page comes back from sleep the line has to answer within this time. */
export const WAKE_MS = 4_000;
const FIRST_RETRY_MS = 300;
const LONGEST_RETRY_MS = 8_000;
const CONNECTING = 0;
const OPEN = 1;

/** The pause before attempt `attempt` (0, 1, …): doubling, capped, and spread so that not all come at once. */
export function retryDelay(attempt: number, random: number, cap = LONGEST_RETRY_MS): number {
  const longest = Math.min(cap, FIRST_RETRY_MS * 2 ** attempt);
  return longest * (0.5 + random / 2);
}

/** The socket of this server under `path`. */
export function socketAt(path: string): Socket {
  const scheme = location.protocol === "https:" ? "wss" : "ws";
  return new WebSocket(`${scheme}://${location.host}${path}`) as Socket;
}

/** Close it. Browsers complain about one that is closed while it connects: that one closes as soon as it is open. */
export function hangUp(socket: Socket): void {
  if (socket.readyState === CONNECTING) socket.onopen = () => socket.close(1000);
  else socket.close(1000);
}

export class Wire {
  readonly #options: WireOptions;
  #socket: Socket | null = null;
  #attempt = 0;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #silence: ReturnType<typeof setTimeout> | undefined;
  #ping: ReturnType<typeof setInterval> | undefined;
  #stopped = true;
  #over = false;

  constructor(options: WireOptions) {
    this.#options = options;
  }

  /** Connect, and stay connected until `stop`. */
  start(): void {
    if (!this.#stopped) return;
    this.#stopped = false;
    this.#over = false;
    this.#attempt = 0;
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

  /** Say hello anew. */
  restart(): void {
    this.#drop();
    if (!this.#stopped) this.#connect();
  }

  /** Everything is well: the next pause is a short one again. */
  established(): void {
    this.#attempt = 0;
  }

  /** Trying again would not help. */
  giveUp(): void {
    this.#over = true;
    this.#drop();
  }

  write(message: object): void {
    if (this.#socket?.readyState === OPEN) this.#socket.send(JSON.stringify(message));
  }

  #connect(): void {
    clearTimeout(this.#retry);
    this.#retry = undefined;
    const socket = this.#options.open();
    this.#socket = socket;
    socket.onopen = () => {
      if (socket === this.#socket) this.#options.onOpen();
    };
    socket.onmessage = (event) => {
      if (socket !== this.#socket || typeof event.data !== "string") return;
      this.#listen(SILENCE_MS);
      this.#options.onMessage(event.data);
    };
    socket.onclose = (event) => {
      if (socket === this.#socket) this.#closed(event.code);
    };
    this.#listen(SILENCE_MS);
    this.#ping = setInterval(() => this.write({ type: "ping" }), PING_MS);
  }

  #drop(): void {
    clearTimeout(this.#retry);
    clearTimeout(this.#silence);
    clearInterval(this.#ping);
    this.#retry = undefined;
    const socket = this.#socket;
    this.#socket = null;
    if (socket) hangUp(socket);
  }

  #closed(code: number): void {
    this.#drop();
    if (this.#stopped || this.#over) return;
    this.#options.onLost();
    const { random = Math.random, longest } = this.#options;
    const delay = code === CLOSE_CODE.RESYNC ? 0 : retryDelay(this.#attempt, random(), longest);
    this.#attempt += 1;
    this.#retry = setTimeout(() => this.#connect(), delay);
  }

  /** The device is back: try at once instead of waiting, or find out whether the line still holds. */
  readonly #wake = (): void => {
    if (this.#stopped || this.#over || document.visibilityState === "hidden") return;
    if (this.#retry !== undefined) {
      this.#attempt = 0;
      this.#connect();
    } else if (this.#socket?.readyState === OPEN) {
      this.write({ type: "ping" });
      this.#listen(WAKE_MS);
    }
  };

  #listen(patience: number): void {
    clearTimeout(this.#silence);
    this.#silence = setTimeout(() => this.#closed(0), patience);
  }
}
