import { flushSync } from "svelte";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { prefs } from "./prefs.svelte";
import { Awake, awake as screen, keepAwake } from "./wake-lock.svelte";

class Sentinel extends EventTarget {
  readonly release = vi.fn(() => {
    this.dispatchEvent(new Event("release"));
    return Promise.resolve();
  });
}

const request = vi.fn<() => Promise<Sentinel>>();
let given: Sentinel[];
let visible: string;

function look(state: "visible" | "hidden"): void {
  visible = state;
  document.dispatchEvent(new Event("visibilitychange"));
}

async function settled(): Promise<void> {
  await new Promise((resolve) => {
    setTimeout(resolve, 0);
  });
}

beforeEach(() => {
  given = [];
  visible = "visible";
  request.mockReset().mockImplementation(() => {
    const sentinel = new Sentinel();
    given.push(sentinel);
    return Promise.resolve(sentinel);
  });
  Object.defineProperty(navigator, "wakeLock", { value: { request }, configurable: true });
  vi.spyOn(document, "visibilityState", "get").mockImplementation(() => visible as DocumentVisibilityState);
});
afterEach(() => {
  Reflect.deleteProperty(navigator, "wakeLock");
});

describe("the screen", () => {
  it("stays on while anybody asks for it, by one lock", async () => {
    const awake = new Awake();
    const first = awake.hold();
    const second = awake.hold();
    await settled();
    expect([awake.supported, awake.held]).toEqual([true, true]);
    first();
    expect(awake.held).toBe(true);
    second();
    expect(awake.held).toBe(false);
    expect(given).toHaveLength(1);
    expect(given[0]?.release).toHaveBeenCalledOnce();
  });

  it("is kept on again when the page is seen again", async () => {
    const awake = new Awake();
    const release = awake.hold();
    await settled();
    look("hidden");
    given[0]?.dispatchEvent(new Event("release"));
    expect(awake.held).toBe(false);
    look("visible");
    await settled();
    expect(awake.held).toBe(true);
    release();
    look("visible");
    await settled();
    expect(given).toHaveLength(2);
  });

  it("is let go when the lock comes after nobody wants it", async () => {
    const awake = new Awake();
    awake.hold()();
    await settled();
    expect(awake.held).toBe(false);
    expect(given[0]?.release).toHaveBeenCalledOnce();
  });

  it("is asked for again at once after it was let go", async () => {
    const awake = new Awake();
    const release = awake.hold();
    await settled();
    release();
    awake.hold();
    await settled();
    expect(awake.held).toBe(true);
  });

  it("does as the device likes where it is refused or unknown", async () => {
    const awake = new Awake();
    request.mockRejectedValueOnce(new DOMException("battery", "NotAllowedError"));
    const release = awake.hold();
    await settled();
    expect(awake.held).toBe(false);
    look("visible");
    await settled();
    expect(awake.held).toBe(true);
    release();
    Reflect.deleteProperty(navigator, "wakeLock");
    awake.hold();
    await settled();
    expect([awake.supported, awake.held]).toEqual([false, false]);
  });
});

it("stays on while a component asks for it and the person wants it, as until said otherwise", async () => {
  let asked = $state(false);
  const stop = $effect.root(() => keepAwake(() => asked));
  const held = async (): Promise<boolean> => {
    flushSync();
    await settled();
    return screen.held;
  };
  expect(await held()).toBe(false);
  asked = true;
  expect(await held()).toBe(true);
  prefs.awake = "off";
  expect(await held()).toBe(false);
  prefs.awake = "on";
  expect(await held()).toBe(true);
  stop();
  expect(await held()).toBe(false);
});
