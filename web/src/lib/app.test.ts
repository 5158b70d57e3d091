import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { TAKE_OVER } from "../sw/message";
import { App } from "./app.svelte";

/** A worker as pages see it. */
class FakeWorker extends EventTarget {
  state = "installing";
  readonly heard: unknown[] = [];
  postMessage(message: unknown): void {
    this.heard.push(message);
  }
  becomes(state: string): void {
    this.state = state;
    this.dispatchEvent(new Event("statechange"));
  }
}

class FakeRegistration extends EventTarget {
  installing: FakeWorker | null = null;
  waiting: FakeWorker | null = null;
  readonly update = vi.fn(() => Promise.resolve());

  /** A new version arrives and waits. */
  found(): FakeWorker {
    const worker = new FakeWorker();
    this.installing = worker;
    this.dispatchEvent(new Event("updatefound"));
    return worker;
  }
  installed(worker: FakeWorker): void {
    [this.installing, this.waiting] = [null, worker];
    worker.becomes("installed");
  }
}

class FakeWorkers extends EventTarget {
  controller: object | null = null;
  readonly registration = new FakeRegistration();
  readonly register = vi.fn(() => Promise.resolve(this.registration));
  readonly ready = Promise.resolve(this.registration);

  changes(): void {
    this.controller = {};
    this.dispatchEvent(new Event("controllerchange"));
  }
}

const HALF_AN_HOUR = 30 * 60_000;
let workers: FakeWorkers;
let now: number;
let reload: ReturnType<typeof vi.fn<() => void>>;
let app: App;

beforeEach(() => {
  vi.useFakeTimers();
  workers = new FakeWorkers();
  now = 1_000_000;
  reload = vi.fn<() => void>();
  app = new App({ workers: workers as unknown as ServiceWorkerContainer, now: () => now, reload });
});
afterEach(() => {
  vi.useRealTimers();
});

describe("the first visit", () => {
  it("keeps the application and asks for nothing", async () => {
    await app.start();
    workers.registration.installed(workers.registration.found());
    workers.changes();
    expect(app.offlineReady).toBe(true);
    expect(app.updateReady).toBe(false);
    expect(reload).not.toHaveBeenCalled();
  });

  it("is silent where there are no workers, or none can be had", async () => {
    await new App({ workers: undefined, now: () => now, reload }).start();
    workers.register.mockRejectedValue(new DOMException("no", "SecurityError"));
    await app.start();
    expect(app.offlineReady).toBe(false);
  });
});

describe("a new version", () => {
  beforeEach(async () => {
    workers.controller = {};
    await app.start();
  });

  it("waits until it is asked to take over, then the page is loaded once it has", () => {
    const next = workers.registration.found();
    expect(app.updateReady).toBe(false);
    workers.registration.installed(next);
    expect(app.updateReady).toBe(true);
    expect(next.heard).toEqual([]);
    app.takeOver();
    expect(next.heard).toEqual([TAKE_OVER]);
    expect(reload).not.toHaveBeenCalled();
    workers.changes();
    expect(reload).toHaveBeenCalledOnce();
  });

  it("that cannot be installed changes nothing", () => {
    const next = workers.registration.found();
    workers.registration.installing = null;
    next.becomes("redundant");
    expect(app.updateReady).toBe(false);
  });

  it("that another tab let take over is offered, and never loaded by itself", () => {
    workers.changes();
    expect(reload).not.toHaveBeenCalled();
    expect(app.updateReady).toBe(true);
    app.takeOver();
    expect(reload).toHaveBeenCalledOnce();
  });

  it("that waited since the last visit is offered at once", async () => {
    const later = new App({ workers: workers as unknown as ServiceWorkerContainer, now: () => now, reload });
    workers.registration.waiting = new FakeWorker();
    await later.start();
    expect(later.updateReady).toBe(true);
  });

  it("that never answers is loaded all the same", () => {
    workers.registration.installed(workers.registration.found());
    app.takeOver();
    vi.runAllTimers();
    expect(reload).toHaveBeenCalledOnce();
  });

  it("is looked for when the page is seen again, at most every half hour", async () => {
    const seen = (): boolean => document.dispatchEvent(new Event("visibilitychange"));
    now += HALF_AN_HOUR - 1;
    seen();
    expect(workers.registration.update).not.toHaveBeenCalled();
    now += 1;
    workers.registration.update.mockRejectedValueOnce(new TypeError("the server is gone"));
    seen();
    seen();
    await vi.runAllTimersAsync();
    expect(workers.registration.update).toHaveBeenCalledOnce();
  });

  it("that the server asks for is fetched, installed and loaded", async () => {
    let next: FakeWorker | undefined;
    workers.registration.update.mockImplementation(() => {
      next = workers.registration.found();
      return Promise.resolve();
    });
    await app.renew();
    expect(reload).not.toHaveBeenCalled();
    if (next) workers.registration.installed(next);
    expect(next?.heard).toEqual([TAKE_OVER]);
    workers.changes();
    expect(reload).toHaveBeenCalledOnce();
  });
});

it("renews a page that no worker keeps by loading it", async () => {
  await app.renew();
  expect(reload).toHaveBeenCalledOnce();
});
