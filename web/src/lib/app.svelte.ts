/** The application as something that is kept by this browser: opened without the server, renewed when asked.

    All of it needs a service worker, and so https or localhost; elsewhere nothing here ever happens. */

import { TAKE_OVER } from "../sw/message";

const WORKER = "/sw.js";
/** Looking for a new version each time the page is looked at again would be too often. */
const CHECK_EVERY_MS = 30 * 60_000;
/** A new worker takes over within moments; if it never does, the page is loaded anyway. */
const PATIENCE_MS = 10_000;

export interface Surroundings {
  /** Undefined where the browser has none, or gives none to this page. */
  readonly workers: ServiceWorkerContainer | undefined;
  readonly now: () => number;
  readonly reload: () => void;
}

const here: Surroundings = {
  workers: typeof navigator === "undefined" ? undefined : (navigator.serviceWorker as ServiceWorkerContainer | undefined),
  now: () => Date.now(),
  reload: () => location.reload(),
};

export class App {
  #offlineReady = $state(false);
  #updateReady = $state(false);
  readonly #at: Surroundings;
  #registration: ServiceWorkerRegistration | undefined;
  #checkedAt = 0;
  /** Whether a worker serves this page: another one after it means that the page is old. */
  #controlled = false;
  #reloads = false;

  constructor(at: Surroundings = here) {
    this.#at = at;
  }

  /** The application opens without the server; reactive. */
  get offlineReady(): boolean {
    return this.#offlineReady;
  }

  /** A new version is here whole, and used from the next load on; reactive. */
  get updateReady(): boolean {
    return this.#updateReady;
  }

  /** Keep the application and watch for new versions. Fails silently: it works without, while the server is there. */
  async start(): Promise<void> {
    const { workers } = this.#at;
    if (workers === undefined) return;
    this.#controlled = workers.controller !== null;
    workers.addEventListener("controllerchange", () => this.#changed());
    document.addEventListener("visibilitychange", () => {
      if (document.visibilityState === "visible") void this.check();
    });
    try {
      this.#registration = await workers.register(WORKER, { updateViaCache: "none" });
    } catch {
      return;
    }
    this.#checkedAt = this.#at.now();
    this.#watch(this.#registration);
    await workers.ready;
    this.#offlineReady = true;
  }

  /** Ask the server for a new version, unless that was done lately. It installs by itself. */
  async check(): Promise<void> {
    const now = this.#at.now();
    if (this.#registration === undefined || now - this.#checkedAt < CHECK_EVERY_MS) return;
    this.#checkedAt = now;
    // rejected when the server is not there
    await this.#registration.update().catch(() => undefined);
  }

  /** Load the page anew, with the new version when there is one. */
  takeOver(): void {
    const waiting = this.#registration?.waiting;
    if (!waiting) return this.#at.reload();
    this.#reloads = true;
    waiting.postMessage(TAKE_OVER);
    setTimeout(() => this.#at.reload(), PATIENCE_MS);
  }

  /** The server speaks a newer language than this page: get the page that belongs to it, then load it. */
  async renew(): Promise<void> {
    const registration = this.#registration;
    await registration?.update().catch(() => undefined);
    const coming = registration?.installing;
    if (!coming) return this.takeOver();
    coming.addEventListener("statechange", () => {
      if (coming.state !== "installing") this.takeOver();
    });
  }

  #changed(): void {
    if (this.#reloads) return this.#at.reload();
    // Another tab asked for it. This one is in the middle of something and says when.
    if (this.#controlled) this.#updateReady = true;
    this.#controlled = true;
  }

  #watch(registration: ServiceWorkerRegistration): void {
    const look = (): void => {
      if (registration.waiting && this.#controlled) this.#updateReady = true;
    };
    const follow = (): void => registration.installing?.addEventListener("statechange", look);
    registration.addEventListener("updatefound", follow);
    follow();
    look();
  }
}

export const app = new App();

/** Start once the page is loaded and has nothing better to do. Returns how not to. */
export function startWhenIdle(one: App = app): () => void {
  let cancel = (): void => undefined;
  const idle = (): void => {
    if (typeof requestIdleCallback === "function") {
      const id = requestIdleCallback(() => void one.start(), { timeout: 4_000 });
      cancel = () => cancelIdleCallback(id);
    } else {
      const id = setTimeout(() => void one.start(), 1_500);
      cancel = () => clearTimeout(id);
    }
  };
  if (document.readyState === "complete") idle();
  else {
    addEventListener("load", idle, { once: true });
    cancel = () => removeEventListener("load", idle);
  }
  return () => cancel();
}
