import { beforeEach, describe, expect, it } from "vitest";
import { Muted, MUTED_KEY, mutedAt } from "./muted.svelte";

beforeEach(() => localStorage.clear());

describe("muted people", () => {
  it("are kept by table in this browser", () => {
    new Muted("aaaaaa").set("Ben", true);
    expect(new Muted("aaaaaa").has("Ben")).toBe(true);
    expect(new Muted("aaaaaa").has("Anna")).toBe(false);
    expect(new Muted("bbbbbb").has("Ben")).toBe(false);
  });

  it("can be heard again, and leave nothing behind", () => {
    const muted = new Muted("aaaaaa");
    muted.set("Ben", true);
    muted.set("Ben", true);
    muted.set("Ben", false);
    expect(muted.has("Ben")).toBe(false);
    expect(localStorage.getItem(MUTED_KEY)).toBe("{}");
  });

  it("survive what nobody can read", () => {
    for (const stored of ["nonsense", "[]", "7", '{"aaaaaa": "Ben"}', '{"aaaaaa": [1]}']) {
      localStorage.setItem(MUTED_KEY, stored);
      expect(new Muted("aaaaaa").has("Ben"), stored).toBe(false);
    }
  });

  it("are kept for the last tables only", () => {
    for (let n = 0; n < 60; n += 1) new Muted(`table${n}`).set("Ben", true);
    const stored = JSON.parse(localStorage.getItem(MUTED_KEY) ?? "") as Record<string, unknown>;
    expect(Object.keys(stored)).toHaveLength(50);
    expect(stored).toHaveProperty("table59");
    expect(stored).not.toHaveProperty("table9");
  });

  it("are the same for everything on the page", () => {
    mutedAt("cccccc").set("Ben", true);
    expect(mutedAt("cccccc").has("Ben")).toBe(true);
  });
});
