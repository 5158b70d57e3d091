import { beforeEach, describe, expect, it } from "vitest";
import { Draft, OPEN } from "./draft.svelte";

let draft: Draft;
beforeEach(() => {
  draft = new Draft();
});

describe("a draft", () => {
  it("begins with the standard game against beginners", () => {
    expect(draft.rules).toEqual({});
    expect(draft.sittersNow).toEqual(["beginner", "beginner", "beginner"]);
    expect(draft.roundCount).toBe(15);
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

  it("opens a table with its rules", () => {
    draft.set("exact_bonus", 30);
    expect(draft.request("token", "You").rules).toEqual({ exact_bonus: 30 });
  });
});

describe("who plays along", () => {
  it("is one choice for all other seats, also for those that come with more players", () => {
    expect(draft.company).toBe("bots");
    draft.invite("friends");
    expect(draft.sittersNow).toEqual([OPEN, OPEN, OPEN]);
    expect(draft.company).toBe("friends");
    draft.players = 6;
    expect(draft.company).toBe("friends");
    draft.invite("bots");
    expect(new Set(draft.sittersNow)).toEqual(new Set(["beginner"]));
  });

  it("can be mixed seat by seat, and that stays", () => {
    draft.sitters[1] = OPEN;
    expect(draft.company).toBe("mixed");
    draft.invite("mixed");
    expect(draft.sittersNow).toEqual(["beginner", OPEN, "beginner"]);
  });

  it("are friends where there are no bots", () => {
    draft.offer([]);
    draft.invite("bots");
    expect(draft.company).toBe("friends");
  });
});

describe("the bots of the server", () => {
  it("can be chosen once it has named them, and whoever was chosen stays", () => {
    draft.sitters[1] = OPEN;
    draft.offer(["random", "beginner"]);
    expect(draft.levels).toEqual(["random", "beginner"]);
    expect(draft.sittersNow).toEqual(["beginner", "open", "beginner"]);
  });

  it("take the seats of those it does not have", () => {
    draft.sitters[1] = OPEN;
    draft.offer(["master"]);
    expect(draft.sittersNow).toEqual(["master", "open", "master"]);
  });

  it("leave the seats to friends where there are none", () => {
    draft.offer([]);
    expect(draft.sittersNow).toEqual(["open", "open", "open"]);
  });
});
