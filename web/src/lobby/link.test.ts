import { describe, expect, it } from "vitest";
import { newToken } from "$lib/seats";
import { inviteLink, seatIn, seatLink } from "./link";

describe("links", () => {
  it("invite by the code", () => {
    expect(inviteLink("http://192.168.1.20:8000", "lumori47")).toBe("http://192.168.1.20:8000/j/lumori47");
  });

  it("of a seat say whose table and which secret", () => {
    const token = newToken();
    const url = new URL(seatLink("https://wizard.example", "abc123abc", token));
    expect(url.pathname).toBe("/t/abc123abc");
    expect(seatIn(url.pathname, url.hash)).toEqual({ table: "abc123abc", token });
  });

  it.each([
    ["/t/abc123abc", ""],
    ["/t/abc123abc", "#hand"],
    ["/t/abc", "#seat=aaaaaaaaaaaaaaaaaaaaaaaa"],
    ["/", "#seat=aaaaaaaaaaaaaaaaaaaaaaaa"],
    ["/j/lumori47", "#seat=aaaaaaaaaaaaaaaaaaaaaaaa"],
  ])("%s%s names no seat", (path, hash) => {
    expect(seatIn(path, hash)).toBeNull();
  });

  it.each(["#seat=", "#seat=short", "#seat=aaaaaaaaaaaaaaaaaaaaaaa%20", `#seat=${"a".repeat(65)}`])(
    "a damaged secret (%s) is noticed",
    (hash) => {
      expect(seatIn("/t/abc123abc", hash)).toEqual({ table: "abc123abc", token: null });
    },
  );
});
