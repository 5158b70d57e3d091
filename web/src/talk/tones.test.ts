import { afterEach, describe, expect, it, vi } from "vitest";
import { Bell } from "./tones";

function activation(hasBeenActive: boolean): void {
  Object.defineProperty(navigator, "userActivation", { value: { hasBeenActive }, configurable: true });
}

function stub(state: AudioContextState) {
  const started: number[] = [];
  const node = { connect: () => node, gain: { setValueAtTime: vi.fn(), exponentialRampToValueAtTime: vi.fn() } };
  const context = {
    state,
    currentTime: 5,
    destination: node,
    resume: vi.fn(() => {
      context.state = "running";
      return Promise.resolve();
    }),
    createGain: () => node,
    createOscillator: () => ({
      connect: () => node,
      frequency: { value: 0 },
      start: (at: number) => started.push(at),
      stop: vi.fn(),
    }),
  };
  const open = vi.fn(() => context as unknown as AudioContext);
  return { bell: new Bell(open), context, open, started };
}

afterEach(() => Reflect.deleteProperty(navigator, "userActivation"));

describe("the bell", () => {
  it("is silent until the person has pressed something", () => {
    const { bell, open, started } = stub("running");
    bell.ring();
    expect(started).toEqual([]);
    activation(false);
    bell.unlock();
    expect(open).not.toHaveBeenCalled();
    activation(true);
    bell.unlock();
    bell.ring();
    expect(started).toHaveLength(2);
  });

  it("wakes a context that the browser has stopped", () => {
    const { bell, context, open, started } = stub("suspended");
    bell.unlock();
    expect(context.resume).toHaveBeenCalledOnce();
    bell.unlock();
    expect(open).toHaveBeenCalledOnce();
    bell.ring();
    expect(started[0]).toBe(5);
  });

  it("is not there in a browser without sound", () => {
    const bell = new Bell(null);
    expect(bell.supported).toBe(false);
    bell.sample();
    bell.ring();
  });
});
