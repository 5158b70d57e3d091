import { afterEach, describe, expect, it, vi } from "vitest";
import { parsePrefs, prefs, PREFS_KEY } from "./prefs.svelte";

afterEach(() => {
  vi.restoreAllMocks();
  localStorage.clear();
  prefs.theme = "system";
  prefs.palette = "standard";
  prefs.faces = "shapes";
  prefs.speed = "normal";
});

describe("stored preferences", () => {
  it("take their defaults where nothing is stored", () => {
    expect(parsePrefs(undefined)).toEqual({
      theme: "system",
      palette: "standard",
      faces: "shapes",
      speed: "normal",
      language: "auto",
      sort: "suit",
      awake: "on",
      sound: "off",
      vibration: "off",
      notify: "off",
      forced: "off",
      preselect: "off",
      bots: "natural",
      name: "",
    });
  });

  it("survive values that nobody knows", () => {
    const stored = { theme: "pink", speed: 7, name: ["x"], sort: "rank", awake: "off", sound: "on", forced: "loud" };
    expect(parsePrefs(stored)).toMatchObject({
      theme: "system",
      speed: "normal",
      name: "",
      sort: "rank",
      awake: "off",
      sound: "on",
      forced: "off",
    });
    expect(parsePrefs("nonsense").theme).toBe("system");
    expect(parsePrefs(null).theme).toBe("system");
  });
});

describe("a preference", () => {
  it("shows on the page at once and is kept", () => {
    const { dataset } = document.documentElement;
    prefs.theme = "dark";
    prefs.palette = "cvd";
    prefs.faces = "french";
    prefs.speed = "fast";
    expect(dataset).toMatchObject({ theme: "dark", palette: "cvd", faces: "french", speed: "fast" });
    expect(JSON.parse(localStorage.getItem(PREFS_KEY) ?? "")).toMatchObject({ theme: "dark", palette: "cvd" });
    prefs.palette = "standard";
    expect(dataset.palette).toBeUndefined();
  });

  it("sets the pace of what moves", () => {
    prefs.speed = "slow";
    expect(prefs.pace).toBe(1.6);
    prefs.speed = "none";
    expect(prefs.pace).toBe(0);
  });

  it("works without a storage", () => {
    vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
      throw new DOMException("full", "QuotaExceededError");
    });
    prefs.theme = "light";
    expect(prefs.theme).toBe("light");
    expect(document.documentElement.dataset.theme).toBe("light");
  });

  it("follows another tab", () => {
    localStorage.setItem(PREFS_KEY, JSON.stringify({ faces: "french" }));
    dispatchEvent(new StorageEvent("storage", { key: PREFS_KEY }));
    expect(prefs.faces).toBe("french");
  });
});
