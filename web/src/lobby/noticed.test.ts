import { beforeEach, describe, expect, it } from "vitest";
import { noticedRules, noticeRules } from "./noticed";

beforeEach(() => localStorage.clear());

describe("the rules that were looked at", () => {
  it("are those of the table one waits at", () => {
    expect(noticedRules("abc123abc")).toBeUndefined();
    noticeRules("abc123abc", { exact_bonus: 30 });
    expect(noticedRules("abc123abc")).toEqual({ exact_bonus: 30 });
    noticeRules("another1", {});
    expect(noticedRules("abc123abc")).toBeUndefined();
  });

  it.each(["null", "[]", "{", '"x"', '{"table":"abc123abc"}', '{"table":"abc123abc","rules":null}'])(
    "what cannot be read (%s) is nothing",
    (text) => {
      localStorage.setItem("rufen.lobby", text);
      expect(noticedRules("abc123abc")).toBeUndefined();
    },
  );
});
