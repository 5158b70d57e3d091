import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Stage } from "./stage.svelte";
import { played, updateOf, viewOf } from "./testing";

const say = vi.fn();
let pace = { move: 1, hold: 1 };
let stage: Stage;

function trick(...cards: ("B9" | "B12" | "R2")[]) {
  return { leader: 1, cards, led_suit: "B", follow: "B", winning: 0 } as const;
}

const ANNA = updateOf(20, [played(1, "B9")], { to_act: [2], trick: trick("B9") });
const BEN = updateOf(21, [played(2, "B12")], { to_act: [3], trick: trick("B9", "B12") });
const CARA = updateOf(22, [played(3, "R2")], { to_act: [0], trick: trick("B9", "B12", "R2") });

beforeEach(() => {
  vi.useFakeTimers();
  say.mockReset();
  pace = { move: 1, hold: 1 };
  stage = new Stage(() => pace, say);
  stage.jump(viewOf());
});

afterEach(() => {
  stage.stop();
  vi.useRealTimers();
});

describe("a burst of updates", () => {
  it("is shown one after another", () => {
    for (const update of [ANNA, BEN, CARA]) stage.push(update);
    expect(stage.view?.trick?.cards).toEqual(["B9"]);
    expect(stage.behind).toBe(true);
    vi.advanceTimersByTime(480);
    expect(stage.view?.trick?.cards).toEqual(["B9", "B12"]);
    vi.advanceTimersByTime(480);
    expect(stage.view).toBe(CARA.view);
  });

  it("lets one act while the last card still moves", () => {
    for (const update of [ANNA, BEN, CARA]) stage.push(update);
    vi.advanceTimersByTime(960);
    expect(stage.motion.kind).toBe("fly");
    expect(stage.behind).toBe(false);
    expect(stage.settled).toBe(false);
    vi.advanceTimersByTime(480);
    expect(stage.settled).toBe(true);
  });

  it("is finished at once by a gesture, and nothing is left unsaid", () => {
    for (const update of [ANNA, BEN, CARA]) stage.push(update);
    stage.finish();
    expect(stage.view).toBe(CARA.view);
    expect(stage.settled).toBe(true);
    expect(say.mock.calls.map(([events]) => events)).toEqual([ANNA.events, BEN.events, CARA.events]);
  });

  it("does not move at all at the speed without motion", () => {
    pace = { move: 0, hold: 0 };
    for (const update of [ANNA, BEN, CARA]) stage.push(update);
    expect(stage.view).toBe(CARA.view);
    expect(stage.settled).toBe(true);
  });

  it("still rests to be read with reduced motion", () => {
    pace = { move: 0, hold: 1 };
    stage.push(ANNA);
    stage.push(BEN);
    expect(stage.view).toBe(ANNA.view);
    vi.advanceTimersByTime(260);
    expect(stage.view).toBe(BEN.view);
  });
});

describe("a snapshot", () => {
  it("comes without motion and ends what moves", () => {
    stage.push(ANNA);
    stage.push(BEN);
    const view = viewOf({ seq: 40 });
    stage.jump(view);
    expect(stage.view).toBe(view);
    expect(stage.settled).toBe(true);
    vi.advanceTimersByTime(5000);
    expect(stage.view).toBe(view);
  });
});

describe("what moves", () => {
  it("is ended with the step it belongs to", () => {
    stage.push(ANNA);
    const animation = { finish: vi.fn(), cancel: vi.fn(), finished: new Promise(() => undefined) };
    stage.track(animation as unknown as Animation);
    stage.finish();
    expect(animation.finish).toHaveBeenCalledOnce();
  });
});
