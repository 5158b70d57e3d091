import { beforeEach, describe, expect, it, vi } from "vitest";
import { forgetTable, keepsSeats, myTables, newToken, rememberTable, secretToSitWith, tokenFor } from "./seats";

function secret(who: string): string {
  return who.padEnd(32, "-");
}

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

describe("the secret to sit down with", () => {
  it("is one for a table in every tab, and another at another table", () => {
    const here = secretToSitWith("aaaaaa");
    expect(here).toMatch(/^[A-Za-z0-9_-]{32}$/);
    expect(secretToSitWith("aaaaaa")).toBe(here);
    expect(secretToSitWith("bbbbbb")).not.toBe(here);
  });
});

describe("the tables of this browser", () => {
  it("are remembered with their secrets, newest first", () => {
    rememberTable({ table: "aaaaaa", token: secret("first") });
    rememberTable({ table: "bbbbbb", token: secret("second") });
    expect(tokenFor("aaaaaa")).toBe(secret("first"));
    expect(tokenFor("cccccc")).toBeUndefined();
    expect(myTables().map((seat) => seat.table)).toEqual(["bbbbbb", "aaaaaa"]);
  });

  it("keep one secret a table, and can be forgotten", () => {
    rememberTable({ table: "aaaaaa", token: secret("old") });
    rememberTable({ table: "aaaaaa", token: secret("new") });
    expect(myTables()).toEqual([{ table: "aaaaaa", token: secret("new") }]);
    expect(keepsSeats()).toBe(true);
    forgetTable("aaaaaa");
    expect(myTables()).toEqual([]);
  });

  it("include what another tab has stored meanwhile", () => {
    rememberTable({ table: "aaaaaa", token: secret("mine") });
    const both = [{ table: "bbbbbb", token: secret("theirs") }, ...myTables()];
    localStorage.setItem("rufen.seats", JSON.stringify(both));
    expect(tokenFor("bbbbbb")).toBe(secret("theirs"));
    expect(tokenFor("aaaaaa")).toBe(secret("mine"));
  });

  it("survive a storage that holds nonsense", () => {
    localStorage.setItem("rufen.seats", "[1, {}, null, {\"table\": 3}]");
    expect(myTables()).toEqual([]);
  });

  it("leave out those that the server would not take", () => {
    const good = { table: "aaaaaa", token: secret("mine") };
    const damaged = [{ table: "aaaaaa", token: "short" }, { table: "<b>", token: secret("x") }];
    localStorage.setItem("rufen.seats", JSON.stringify([...damaged, good]));
    expect(myTables()).toEqual([good]);
  });

  it("are kept until the page closes when the storage is full beside those it holds", () => {
    rememberTable({ table: "aaaaaa", token: secret("old") });
    vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
      throw new DOMException("full", "QuotaExceededError");
    });
    rememberTable({ table: "bbbbbb", token: secret("new") });
    expect(myTables().map((seat) => seat.table)).toEqual(["bbbbbb", "aaaaaa"]);
  });

  it("last until the page closes where nothing can be stored", () => {
    vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
      throw new DOMException("full", "QuotaExceededError");
    });
    rememberTable({ table: "aaaaaa", token: secret("mine") });
    expect(tokenFor("aaaaaa")).toBe(secret("mine"));
    expect(keepsSeats()).toBe(false);
  });

  it("are no more than three hundred", () => {
    for (let i = 0; i < 310; i++) rememberTable({ table: `table${i}`, token: secret("x") });
    expect(myTables()).toHaveLength(300);
    expect(myTables()[0]?.table).toBe("table309");
  });

  it("leave nothing behind when they are forgotten", () => {
    const token = secretToSitWith("aaaaaa");
    rememberTable({ table: "aaaaaa", token });
    secretToSitWith("bbbbbb");
    forgetTable("aaaaaa");
    const other = secretToSitWith("bbbbbb");
    expect(JSON.stringify(localStorage)).not.toContain(token);
    forgetTable("bbbbbb");
    expect(JSON.stringify(localStorage)).not.toContain(other);
  });
});
