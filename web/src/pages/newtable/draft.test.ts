import { beforeEach, describe, expect, it } from "vitest";
import { prefs } from "../../lib/prefs.svelte";
import { Draft, OPEN } from "./draft.svelte";
import { newOptions } from "./options";
import { botLabel, levelLabel, levelText } from "./words";

let draft: Draft;
beforeEach(() => {
  prefs.bots = "natural";
  prefs.language = "en";
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

describe("hints and the pace of bots", () => {
  it("are for who plays with bots alone, unless the person says otherwise", () => {
    const hints = (): boolean | undefined => draft.request("token", "You").options?.hints;
    expect(hints()).toBe(true);
    draft.invite("friends");
    expect(hints()).toBe(false);
    draft.sitters[0] = "beginner";
    expect(hints()).toBe(false);
    draft.hintsChosen = true;
    expect(hints()).toBe(true);
    draft.invite("bots");
    draft.hintsChosen = false;
    expect(hints()).toBe(false);
  });

  it("are the same for whoever plays at once from the first page", () => {
    for (const pace of ["natural", "at_once"] as const) {
      prefs.bots = pace;
      expect(newOptions(true)).toEqual(draft.request("token", "You").options);
    }
  });

  it("follow what was chosen for this browser", () => {
    expect(draft.request("token", "You").options?.pace).toBe("natural");
    prefs.bots = "at_once";
    expect(draft.request("token", "You").options?.pace).toBe("at_once");
  });
});

describe("the levels", () => {
  it("have a name and a sentence in every language", () => {
    for (const language of ["en", "de"] as const) {
      prefs.language = language;
      for (const level of ["beginner", "casual", "strong", "expert"]) {
        expect(levelLabel(level), level).not.toContain("level.");
        expect(levelText(level), level).toMatch(/^[A-Z].*\.$/);
      }
    }
    expect(levelText("master"), "a level of a newer server").toBe("");
    expect(levelLabel("master", true)).toBe("Master");
    prefs.language = "en";
    expect(botLabel("strong")).toBe("bot · strong");
    expect(botLabel(null)).toBe("bot");
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
