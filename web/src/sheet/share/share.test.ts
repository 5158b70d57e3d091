import { beforeEach, describe, expect, it } from "vitest";
import { prefs } from "../../lib/prefs.svelte";
import { edit } from "../model/edit";
import { formatBundle, formatSheet } from "../model/file";
import { newSheet } from "../model/document";
import { score } from "../model/score";
import { codeOf } from "./code";
import { fileName } from "./files";
import { sheetsIn, sheetsInFiles, sorted } from "./importing";
import { fitted } from "./paint";
import { pictureOf, type TextItem } from "./picture";

const SHEET = newSheet(["Anna", "Ben", "Cara"], {}, { id: "one", title: "Tuesday / table", created: "2026-11-24T19:05:00Z" });
const PLAYED = edit(SHEET, { kind: "enter", round: 1, bids: { a: 0, b: 1, c: 0 }, tricks: { a: 0, b: 0, c: 1 } });

beforeEach(() => {
  prefs.language = "en";
});

describe("the name of a file", () => {
  it("is made of title and date, or of who plays", () => {
    expect(fileName(SHEET, "json")).toBe("Tuesday-table-2026-11-24.json");
    expect(fileName({ ...SHEET, title: "" }, "csv")).toBe("Anna-Ben-and-Cara-2026-11-24.csv");
    expect(fileName({ ...SHEET, title: "…" }, "png")).toBe("2026-11-24.png");
  });
});

describe("a code", () => {
  it("has a quiet zone of four modules and three eyes", () => {
    const code = codeOf("https://example.org/sheet/link#1abc");
    expect(code?.size).toBe(29 + 8);
    expect(code?.path).toMatch(/^M4 4h7v1H4z/);
  });

  it("is not made of a text that is too long", () => {
    expect(codeOf("x".repeat(2953))?.size).toBe(177 + 8);
    expect(codeOf("x".repeat(2954))).toBeUndefined();
  });
});

describe("files", () => {
  it("hold one sheet, or many with those that are damaged", async () => {
    expect(sheetsIn("a.json", formatSheet(PLAYED))).toEqual({ sheets: [PLAYED], damaged: [] });
    const bundle = JSON.parse(formatBundle([SHEET, PLAYED])) as { sheets: { title: unknown }[] };
    if (bundle.sheets[0]) bundle.sheets[0].title = 7;
    const found = sheetsIn("all.json", JSON.stringify(bundle));
    expect(found.sheets).toEqual([PLAYED]);
    expect(found.damaged[0]).toMatchObject({ name: "all.json" });
    expect(found.damaged[0]?.reason).toContain("Sheet 1, Title (sheets[0].title)");
    const bytes = new File([new Uint8Array([0xff, 0xfe, 0x00])], "b.json");
    expect((await sheetsInFiles([bytes], "unreadable")).damaged).toEqual([{ name: "b.json", reason: "unreadable" }]);
  });

  it("are read as spreadsheets save them, in the letters of Windows, too", async () => {
    const text = "player;round;bid;tricks\r\nJörg;1;1;1\r\nBen;1;0;0\r\nCara;1;0;0\r\n";
    const latin = Uint8Array.from(text, (letter) => letter.charCodeAt(0));
    const { sheets, damaged } = await sheetsInFiles([new File([latin], "Abend.CSV")], "unreadable");
    expect(damaged).toEqual([]);
    expect(sheets[0]?.players.map((player) => player.name)).toEqual(["Jörg", "Ben", "Cara"]);
  });

  it("are sorted by what is here", () => {
    const other = { ...SHEET, id: "two" };
    const result = sorted([SHEET, PLAYED, other, other], [PLAYED]);
    expect(result).toEqual({ fresh: [other], same: [PLAYED, other], taken: [SHEET] });
  });
});

describe("the picture", () => {
  const texts = (sheet = PLAYED) =>
    pictureOf(sheet, score(sheet)).items.filter((item): item is TextItem => item.kind === "text");

  it("holds names, totals, ranks and what is to come", () => {
    const words = texts().map((item) => item.text);
    for (const word of ["Tuesday / table", "Anna", "20", "−10", "0 of 1  −10", "1st", "Standings"]) expect(words).toContain(word);
    expect(words).toContain("Rounds 3 to 20 are still to come");
  });

  it("keeps secret bids secret", () => {
    const sheet = edit({ ...SHEET, rules: { bid_disclosure: "hidden" } }, { kind: "enter", round: 1, bids: { b: 1 } });
    const words = texts(sheet).map((item) => item.text);
    expect(words).toContain("•");
    expect(words.filter((word) => word === "1")).toHaveLength(1); // the number of the round
  });

  it("lets nothing stand beyond its edges", () => {
    const six = newSheet(["A", "B", "C", "D", "E", "F"].map((letter) => letter.repeat(24)));
    const { width, height, items } = pictureOf(six, score(six));
    for (const item of items) {
      expect(item.y).toBeLessThan(height);
      if (item.kind !== "text") continue;
      expect(item.align === "left" ? item.x + item.room : item.x).toBeLessThanOrEqual(width);
    }
  });

  it("cuts what is too long", () => {
    const widthOf = (text: string): number => text.length * 10;
    expect(fitted("Konstantin", 100, widthOf)).toBe("Konstantin");
    expect(fitted("Konstantin", 70, widthOf)).toBe("Konsta…");
  });
});
