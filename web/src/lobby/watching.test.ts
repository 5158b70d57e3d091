import { beforeEach, describe, expect, it, vi } from "vitest";

beforeEach(() => {
  vi.resetModules();
  vi.restoreAllMocks();
  sessionStorage.clear();
});

async function page(): Promise<typeof import("./watching")> {
  vi.resetModules();
  return import("./watching");
}

describe("watching", () => {
  it("is known for each table, also after a reload", async () => {
    const first = await page();
    expect(first.watches("abc123abc")).toBe(false);
    first.watch("abc123abc");
    const second = await page();
    expect(second.watches("abc123abc")).toBe(true);
    expect(second.watches("abc123")).toBe(false);
  });

  it("is known until the page closes where nothing can be stored", async () => {
    const { watch, watches } = await page();
    vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
      throw new Error("forbidden");
    });
    watch("abc123abc");
    expect(watches("abc123abc")).toBe(true);
  });
});
