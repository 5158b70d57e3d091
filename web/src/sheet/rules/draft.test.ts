import { beforeEach, describe, expect, it } from "vitest";
import type { OpenSheet } from "../store/open.svelte";
import { hasUnkeptRules, newRulesDraft, rulesDraft, type SheetRules } from "./draft.svelte";
import { Desk, example } from "./testing";

let desk: Desk;
let open: OpenSheet;
let draft: SheetRules;
beforeEach(() => {
  desk = new Desk(example());
  open = desk as unknown as OpenSheet;
  draft = newRulesDraft(open);
});

describe("rules tried out on a sheet", () => {
  it("begin with those it has, and stay while it is open", () => {
    expect(draft.changed).toBe(false);
    draft.set("exact_bonus", 30);
    expect(draft.changed).toBe(true);
    expect(rulesDraft(open)).toBe(draft);
    draft.set("exact_bonus", 20);
    expect(draft.changed).toBe(false);
  });

  it("are known as not kept, also when the sheet was closed in between", () => {
    expect(hasUnkeptRules(open)).toBe(false);
    draft.set("exact_bonus", 30);
    expect(hasUnkeptRules(open)).toBe(true);
    const again = new Desk(desk.sheet);
    expect(rulesDraft(again as unknown as OpenSheet)).toBe(draft);
    again.apply({ kind: "rules", rules: draft.rules });
    expect(hasUnkeptRules(again as unknown as OpenSheet)).toBe(false);
  });

  it("are forgotten when one begins again", () => {
    draft.set("exact_bonus", 30);
    expect(newRulesDraft(open).changed).toBe(false);
  });

  it("follow the sheet when nothing is tried out, else they stay", () => {
    draft.set("exact_bonus", 30);
    desk.apply({ kind: "rules", rules: { miss_penalty: 5 } });
    expect(rulesDraft(open)).toBe(draft);
    const fresh = newRulesDraft(open);
    expect(fresh.settings.miss_penalty).toBe(5);
    desk.apply({ kind: "rules", rules: {} });
    expect(fresh.stale).toBe(true);
    expect(rulesDraft(open).settings.miss_penalty).toBe(10);
  });

  it("count the players who would sit there last", () => {
    const five = [...desk.sheet.players, { id: "e", name: "Eva" }];
    desk.apply({ kind: "seat", round: 5, players: five });
    draft = newRulesDraft(open);
    expect(draft.limit).toBe(12);
    draft.set("custom_round_count", 4);
    expect(draft.limit).toBe(15);
    draft.set("round_mode", "full");
    expect(draft.limit).toBe(12);
  });
});
