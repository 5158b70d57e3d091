import { beforeEach, describe, expect, it } from "vitest";
import { prefs } from "../prefs.svelte";
import type { Card } from "../protocol";
import { browserLanguage, cardName, catalogues, list, num, signed, suitTitle, t } from "./index.svelte";
import { settingReason } from "./settings-text";

beforeEach(() => {
  prefs.language = "en";
  prefs.faces = "shapes";
});

function placeholders(text: string): string[] {
  return [...text.matchAll(/\{(\w+)\}/g)].map((match) => (match[1] ?? "").toLowerCase()).toSorted();
}

describe("the catalogues", () => {
  it("have the same keys in every language", () => {
    expect([...catalogues.de.keys()]).toEqual([...catalogues.en.keys()]);
  });

  it("have no empty text and no unknown parameter", () => {
    for (const [key, english] of catalogues.en) {
      const german = catalogues.de.get(key);
      const forms = (message: typeof german) =>
        typeof message === "string" ? [message] : [message?.one ?? "", message?.other ?? ""];
      for (const text of [...forms(english), ...forms(german)]) expect(text, key).not.toBe("");
      expect(new Set(placeholders(forms(german).join())), key).toEqual(
        new Set(placeholders(forms(english).join())),
      );
    }
  });

  it("never write a hyphen where a minus belongs", () => {
    for (const catalogue of Object.values(catalogues)) {
      for (const message of catalogue.values()) expect(JSON.stringify(message)).not.toMatch(/(^|[\s(])-\d/);
    }
  });
});

describe("a text", () => {
  it("chooses its plural by n", () => {
    expect(t("newtable.summary.rounds", { n: 1 })).toBe("1 round");
    expect(t("newtable.summary.rounds", { n: 15 })).toBe("15 rounds");
    expect(t("newtable.summary.rounds", { n: 0 })).toBe("0 rounds");
    prefs.language = "de";
    expect(t("newtable.summary.rounds", { n: 1 })).toBe("1 Runde");
    expect(t("newtable.summary.rounds", { n: 2 })).toBe("2 Runden");
  });

  it("writes numbers with a real minus", () => {
    expect(num(-30)).toBe("−30");
    expect([signed(40), signed(0), signed(-10)]).toEqual(["+40", "0", "−10"]);
    expect(t("newtable.range", { min: -5, max: 5 })).toBe("−5 to 5");
  });

  it("keeps a parameter that is not given, rather than dropping it", () => {
    expect(t("newtable.setting.exact_bonus")).toBe("Bonus for an exact bid");
    expect(t("newtable.range", { min: 1 })).toBe("1 to {max}");
  });

  it("begins a sentence with a capital where the parameter is named with one", () => {
    expect(t("table.say.turned", { card: cardName("B9"), suit: "blue" })).toBe("Blue 9 is turned: trump is blue.");
  });

  it("joins names as the language does", () => {
    expect(list(["Anna", "Ben", "Cara"])).toBe("Anna, Ben and Cara");
    prefs.language = "de";
    expect(list(["Anna", "Ben", "Cara"])).toBe("Anna, Ben und Cara");
  });
});

describe("the language of the browser", () => {
  it("is the first that we speak", () => {
    expect(browserLanguage(["fr-FR", "de-AT", "en"])).toBe("de");
    expect(browserLanguage(["en-US", "de"])).toBe("en");
  });

  it("is English where we speak none of them", () => {
    expect(browserLanguage(["fr", "nl"])).toBe("en");
    expect(browserLanguage([])).toBe("en");
  });
});

describe("the name of a card", () => {
  const names = (cards: Card[]) => cards.map(cardName);

  it("follows the faces", () => {
    expect(names(["B7", "Y13", "W2", "J4"])).toEqual(["blue 7", "yellow 13", "Wizard", "Jester"]);
    prefs.faces = "french";
    expect(names(["B7", "G1", "R12", "Y13", "B11", "J1"])).toEqual([
      "7 of spades",
      "ace of clubs",
      "queen of hearts",
      "king of diamonds",
      "jack of spades",
      "Jester",
    ]);
    expect(suitTitle("G")).toBe("Clubs");
  });

  it("follows the language", () => {
    prefs.language = "de";
    expect(names(["B7", "W1", "J1"])).toEqual(["Blau 7", "Zauberer", "Narr"]);
    prefs.faces = "french";
    expect(names(["B1", "G12"])).toEqual(["Pik Ass", "Kreuz Dame"]);
  });
});

describe("the reason against a setting", () => {
  it("names the setting, the value and what is allowed", () => {
    const body = { error: "range", detail: "", setting: "exact_bonus", value: 55, allowed: "0 … 50" };
    expect(settingReason(body)).toBe("Bonus for an exact bid: 55 is outside of what is allowed: 0 … 50.");
  });

  it("names the limit", () => {
    const body = { error: "rounds_limit", detail: "", setting: "custom_round_count", value: 20, limit: 10 };
    expect(settingReason(body)).toContain("10 rounds at most");
  });

  it("is the server's own text where we have none", () => {
    expect(settingReason({ error: "new_code", detail: "said by the server", setting: "x" })).toBe(
      "said by the server",
    );
  });
});
