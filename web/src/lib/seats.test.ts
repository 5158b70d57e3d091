import { beforeEach, describe, expect, it, vi } from "vitest";
import { forgetTable, myTables, newToken, rememberTable, tokenFor } from "./seats";

beforeEach(() => {
  for (const { table } of myTables()) forgetTable(table);
  localStorage.clear();
});

describe("a new token", () => {
  it("is what the server takes, and never the same twice", () => {
    const tokens = Array.from({ length: 200 }, newToken);
    expect(new Set(tokens).size).toBe(200);
    for (const token of tokens) expect(token).toMatch(/^[A-Za-z0-9_-]{32}$/);
  });
});

describe("the tables of this browser", () => {
  it("are remembered with their secrets, newest first", () => {
    rememberTable({ table: "aaaaaa", token: "first" });
    rememberTable({ table: "bbbbbb", token: "second" });
    expect(tokenFor("aaaaaa")).toBe("first");
    expect(tokenFor("cccccc")).toBeUndefined();
    expect(myTables().map((seat) => seat.table)).toEqual(["bbbbbb", "aaaaaa"]);
  });

  it("keep one secret a table, and can be forgotten", () => {
    rememberTable({ table: "aaaaaa", token: "old" });
    rememberTable({ table: "aaaaaa", token: "new" });
    expect(myTables()).toEqual([{ table: "aaaaaa", token: "new" }]);
    forgetTable("aaaaaa");
    expect(myTables()).toEqual([]);
  });

  it("include what another tab has stored meanwhile", () => {
    rememberTable({ table: "aaaaaa", token: "mine" });
    const both = [{ table: "bbbbbb", token: "theirs" }, ...myTables()];
    localStorage.setItem("rufen.seats", JSON.stringify(both));
    expect(tokenFor("bbbbbb")).toBe("theirs");
    expect(tokenFor("aaaaaa")).toBe("mine");
  });

  it("survive a storage that holds nonsense", () => {
    localStorage.setItem("rufen.seats", "[1, {}, null, {\"table\": 3}]");
    expect(myTables()).toEqual([]);
  });

  it("last until the page closes where nothing can be stored", () => {
    vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
      throw new DOMException("full", "QuotaExceededError");
    });
    rememberTable({ table: "aaaaaa", token: "mine" });
    expect(tokenFor("aaaaaa")).toBe("mine");
  });

  it("are no more than fifty", () => {
    for (let i = 0; i < 60; i++) rememberTable({ table: `table${i}`, token: "x" });
    expect(myTables()).toHaveLength(50);
    expect(myTables()[0]?.table).toBe("table59");
  });
});
