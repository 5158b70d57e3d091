import { describe, expect, it } from "vitest";
import { pieces } from "./sentence";

describe("a sentence with names", () => {
  it("keeps them apart from what is said about them", () => {
    expect(pieces("lobby.wait.host", { name: "Mia" })).toEqual([
      { text: "Mia", name: true },
      { text: " starts the game.", name: false },
    ]);
  });

  it("lists several as the language does", () => {
    const parts = pieces("lobby.start.unready", { names: ["Mia", "Ben", "{name}"] });
    expect(parts.map((part) => part.text).join("")).toBe("Not ready yet: Mia, Ben and {name}.");
    expect(parts.filter((part) => part.name).map((part) => part.text)).toEqual(["Mia", "Ben", "{name}"]);
  });
});
