// @vitest-environment node
import { afterEach, describe, expect, it, vi } from "vitest";
import sheetsText from "../../../../tests/vectors/sheets.json?raw";
import { newSheet } from "./document";
import { edit } from "./edit";
import { sheetFrom } from "./file";
import { fromLink, toLink } from "./link";
import { longGame, WORKED } from "./testing";

/** What a QR code of the largest size holds; one that a phone reads well holds far less. */
const GOOD_QR = 900;

afterEach(() => {
  vi.unstubAllGlobals();
});

describe("a sheet in a link", () => {
  it("comes back as it was, from the whole link as from its end", async () => {
    const link = await toLink(WORKED);
    expect(link).toMatch(/^1[\w-]+$/);
    expect(await fromLink(link)).toEqual(WORKED);
    expect(await fromLink(`https://example.org/sheet/link#${link}\n`)).toEqual(WORKED);
  });

  it("holds for every sheet", async () => {
    for (const { sheet } of JSON.parse(sheetsText) as readonly { sheet: unknown }[]) {
      expect(await fromLink(await toLink(sheetFrom(sheet)))).toEqual(sheetFrom(sheet));
    }
  });

  it.each([3, 4, 5, 6])("fits a QR code for a whole game of %i with adjustments", async (seats) => {
    const sheet = longGame(seats);
    const link = await toLink(sheet);
    expect(link.length).toBeLessThan(GOOD_QR);
    expect(await fromLink(link)).toEqual(sheet);
  });

  it("keeps ids of players that are not the letters of their places", async () => {
    let sheet = newSheet(["Anna", "Ben", "Cara"], {}, { id: "x", created: WORKED.created });
    sheet = edit(sheet, { kind: "seat", round: 1, players: [...sheet.players, { id: "p9", name: "Dan" }] });
    sheet = edit(sheet, { kind: "deal", round: 1, player: "p9" });
    expect(await fromLink(await toLink(sheet))).toEqual(sheet);
  });

  it("works without compression, too", async () => {
    vi.stubGlobal("CompressionStream", undefined);
    vi.stubGlobal("DecompressionStream", undefined);
    const link = await toLink(WORKED);
    expect(link).toMatch(/^0/);
    expect(await fromLink(link)).toEqual(WORKED);
  });

  it("says when this browser cannot unpack it", async () => {
    const link = await toLink(WORKED);
    vi.stubGlobal("DecompressionStream", undefined);
    await expect(fromLink(link)).rejects.toMatchObject({ code: "link" });
  });

  it("is refused when it is cut off, changed or no link at all", async () => {
    const link = await toLink(WORKED);
    const changed = link.slice(0, 30) + (link[30] === "A" ? "B" : "A") + link.slice(31);
    for (const text of ["", "#", "1", link.slice(0, -10), link.slice(1), changed, "hello world", "1AAAAAAAA"]) {
      await expect(fromLink(text)).rejects.toMatchObject({ code: expect.stringMatching(/^(link|newer)$/) });
    }
  });

  it("is refused when a newer Rufen made it", async () => {
    await expect(fromLink(`2${(await toLink(WORKED)).slice(1)}`)).rejects.toMatchObject({ code: "newer" });
  });

  it("is refused, and not unpacked, when it would be larger than any sheet", async () => {
    const title = "x".repeat(300_000);
    await expect(fromLink(await toLink({ ...WORKED, title }))).rejects.toMatchObject({ code: "too_large" });
  });

  it("is refused with the place when what is in it is no sheet", async () => {
    const link = await toLink({ ...WORKED, rules: { exact_bonus: 7 } });
    await expect(fromLink(link)).rejects.toMatchObject({ code: "setting", place: "rules.exact_bonus" });
  });
});
