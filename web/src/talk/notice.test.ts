import { afterEach, describe, expect, it, vi } from "vitest";
import { mayNotify, notify } from "./notice";

class Fake {
  static permission: NotificationPermission = "granted";
  static all: Fake[] = [];
  onclick: (() => void) | null = null;
  readonly close = vi.fn();
  constructor(
    readonly title: string,
    readonly options: NotificationOptions,
  ) {
    Fake.all.push(this);
  }
}

function secure(value: boolean): void {
  Object.defineProperty(globalThis, "isSecureContext", { value, configurable: true });
}

afterEach(() => {
  vi.unstubAllGlobals();
  Reflect.deleteProperty(navigator, "serviceWorker");
  Fake.all = [];
});

describe("notifications", () => {
  it("are there where the browser has them and the person agrees", () => {
    secure(true);
    vi.stubGlobal("Notification", undefined);
    expect(mayNotify()).toBe("missing");
    vi.stubGlobal("Notification", Fake);
    for (const [permission, may] of [["granted", "yes"], ["denied", "no"], ["default", "ask"]] as const) {
      Fake.permission = permission;
      expect(mayNotify()).toBe(may);
    }
    secure(false);
    expect(mayNotify()).toBe("missing");
  });

  it("bring the person here when they are pressed, and can be closed", () => {
    vi.stubGlobal("Notification", Fake);
    const here = vi.fn();
    const close = notify("rufen-aaaaaa", "Your turn", "The table waits for you.", here);
    const [shown] = Fake.all;
    expect(shown).toMatchObject({ title: "Your turn", options: { body: "The table waits for you.", tag: "rufen-aaaaaa" } });
    shown?.onclick?.();
    expect(here).toHaveBeenCalledOnce();
    close();
    expect(shown?.close).toHaveBeenCalledTimes(2);
  });

  it("are shown by the service worker where a page may not", async () => {
    vi.stubGlobal("Notification", function () {
      throw new TypeError("Illegal constructor");
    });
    const shown = { close: vi.fn() };
    const registration = { showNotification: vi.fn(), getNotifications: vi.fn(() => Promise.resolve([shown])) };
    const serviceWorker = { ready: Promise.resolve(registration) };
    Object.defineProperty(navigator, "serviceWorker", { value: serviceWorker, configurable: true });
    const close = notify("rufen-aaaaaa", "Your turn", "The table waits for you.", () => undefined);
    await serviceWorker.ready;
    expect(registration.showNotification).toHaveBeenCalledWith("Your turn", expect.objectContaining({ tag: "rufen-aaaaaa" }));
    close();
    await vi.waitFor(() => expect(shown.close).toHaveBeenCalledOnce());
  });
});
