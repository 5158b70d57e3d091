import { beforeEach, describe, expect, it, vi } from "vitest";
import type { RulesInfo } from "../../lib/protocol";
import { Draft, OPEN, OWN } from "./draft.svelte";

const info: RulesInfo = {
  settings: [
    { name: "round_mode", group: "rounds", kind: "choice", default: "full", choices: ["full", "custom", "schedule"] },
    { name: "custom_round_count", group: "rounds", kind: "number", default: 10, minimum: 1, maximum: 20, step: 1 },
    { name: "hand_sizes", group: "rounds", kind: "numbers", default: null, minimum: 1, maximum: 60 },
    { name: "bid_restriction", group: "bids", kind: "choice", default: "none", choices: ["none", "dealer"] },
    { name: "round_one_exempt", group: "bids", kind: "flag", default: false },
    { name: "bid_disclosure", group: "bids", kind: "choice", default: "open", choices: ["open", "hidden"] },
  ],
  presets: [
    { name: "standard", rules: { "3": {}, "4": {} } },
    {
      name: "tournament",
      rules: {
        "3": { round_mode: "schedule", hand_sizes: [2, 4] },
        "4": { round_mode: "schedule", hand_sizes: [1, 3, 5] },
      },
    },
  ],
  levels: ["random", "beginner"],
  full_game_rounds: { "3": 20, "4": 15 },
};

let draft: Draft;
beforeEach(() => {
  draft = new Draft(info);
});

describe("a draft", () => {
  it("begins with the standard game against beginners", () => {
    expect(draft.rules).toEqual({});
    expect(draft.sittersNow).toEqual(["beginner", "beginner", "beginner"]);
    expect(draft.roundCount).toBe(15);
  });

  it("sends only what differs and counts", () => {
    draft.set("round_one_exempt", true);
    draft.set("bid_disclosure", "hidden");
    expect(draft.rules).toEqual({ bid_disclosure: "hidden" });
    draft.set("bid_restriction", "dealer");
    expect(draft.rules).toEqual({
      bid_restriction: "dealer",
      bid_disclosure: "hidden",
      round_one_exempt: true,
    });
  });

  it("follows the number of players in a preset", () => {
    draft.startFrom("tournament");
    expect(draft.rules.hand_sizes).toEqual([1, 3, 5]);
    draft.players = 3;
    expect(draft.rules.hand_sizes).toEqual([2, 4]);
  });

  it("keeps one's own settings while a preset is looked at", () => {
    draft.set("bid_disclosure", "hidden");
    expect(draft.start).toBe(OWN);
    draft.startFrom("standard");
    expect(draft.rules).toEqual({});
    draft.startFrom(OWN);
    expect(draft.rules).toEqual({ bid_disclosure: "hidden" });
  });

  it("offers hand sizes to begin with, and keeps one's own when they do not count", () => {
    draft.set("round_mode", "schedule");
    expect(draft.rules.hand_sizes).toEqual([1, 3, 5]);
    draft.set("hand_sizes", [7]);
    draft.set("round_mode", "full");
    expect(draft.rules).toEqual({});
    draft.set("round_mode", "schedule");
    expect(draft.rules.hand_sizes).toEqual([7]);
  });

  it("loses nobody when the number of players goes down and up", () => {
    draft.sitters[2] = OPEN;
    draft.dealer = 3;
    draft.players = 3;
    expect(draft.request("token", "You").first_dealer).toBeNull();
    draft.players = 4;
    expect(draft.request("token", "You")).toMatchObject({
      name: "You",
      seats: [
        { kind: "you" },
        { kind: "bot", level: "beginner" },
        { kind: "bot", level: "beginner" },
        { kind: "open" },
      ],
      first_dealer: 3,
    });
  });
});

describe("the check by the server", () => {
  const answer = (status: number, body: unknown) =>
    vi.spyOn(globalThis, "fetch").mockResolvedValue(new Response(JSON.stringify(body), { status }));
  const signal = () => new AbortController().signal;

  it("marks both settings that do not go together, until they do", async () => {
    answer(422, { error: "restriction_needs_open_bids", detail: "no", setting: "bid_restriction" });
    await draft.check(signal());
    expect(draft.isBad("bid_restriction")).toBe(true);
    expect(draft.isBad("bid_disclosure")).toBe(true);
    expect(draft.isBad("round_mode")).toBe(false);
    answer(200, {});
    await draft.check(signal());
    expect(draft.problem).toBeUndefined();
  });

  it("holds nothing against the settings when the server is not reached", async () => {
    vi.spyOn(globalThis, "fetch").mockRejectedValue(new TypeError("offline"));
    await draft.check(signal());
    expect(draft.problem).toBeUndefined();
  });
});
