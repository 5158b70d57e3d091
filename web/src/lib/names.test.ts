import { beforeEach, describe, expect, it } from "vitest";
import { list, t } from "./i18n/index.svelte";
import { nameParts, shownName, spokenName } from "./names";
import { prefs } from "./prefs.svelte";

const SHALOM = "שלום עולם";

beforeEach(() => {
  prefs.language = "en";
});

describe("a name that was forgotten", () => {
  it("is somebody, with the number that tells several apart", () => {
    expect([shownName("—"), shownName("— 2")]).toEqual(["Somebody", "Somebody 2"]);
    expect([spokenName("—"), spokenName("— 3")]).toEqual(["somebody", "somebody 3"]);
    prefs.language = "de";
    expect([shownName("—"), spokenName("— 2")]).toEqual(["Jemand", "jemand 2"]);
  });

  it("has a capital where a sentence begins, and only there", () => {
    const name = spokenName("—");
    expect(t("table.ask.other.play", { name })).toBe("Somebody is to play");
    expect(t("table.ask.wait", { names: list([name, "Anna"]) })).toBe("Waiting for somebody and Anna");
    expect(t("table.say.round", { round: 2, n: 2, name })).toBe("Round 2, 2 cards each. Somebody deals.");
    expect(t("table.ask.other.play", { name: "anna" })).toBe("anna is to play");
  });

  it("is none that only looks a little like it", () => {
    for (const name of ["— Mia", "—2", "-", "– 2"]) expect(shownName(name)).toBe(name);
  });
});

describe("a name from right to left", () => {
  it("stands by itself, so that the words around it keep their order", () => {
    expect(spokenName(SHALOM)).toBe(`\u2068${SHALOM}\u2069`);
    expect(shownName("مريم 2")).toBe("\u2068مريم 2\u2069");
    expect(list([SHALOM, "Anna"].map(spokenName))).toBe(`\u2068${SHALOM}\u2069 and Anna`);
  });

  it("is the only one that is wrapped", () => {
    for (const name of ["Mia", "Ünal", "Ольга", "小林", "🦊 Fox", "7"]) expect(spokenName(name)).toBe(name);
  });
});

describe("the number behind equal names", () => {
  it("is a part of its own", () => {
    expect(nameParts("WWWW 2")).toEqual(["WWWW", " 2"]);
    expect(nameParts("Anna Lena 12")).toEqual(["Anna Lena", " 12"]);
    expect(nameParts(`\u2068${SHALOM} 2\u2069`)).toEqual([`\u2068${SHALOM}`, " 2\u2069"]);
  });

  it("is there only when there is one", () => {
    for (const name of ["Anna", "Anna2", "R2", "1984", "Anna 1984", ""]) expect(nameParts(name)).toEqual([name, ""]);
  });
});
