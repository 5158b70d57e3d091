import { beforeEach, describe, expect, it } from "vitest";
import { newToken } from "$lib/seats";
import { arrivalAt, arrived, takeSeatLink } from "./arrival.svelte";

beforeEach(() => {
  history.replaceState(null, "", "/");
  takeSeatLink();
});

describe("a seat's own link", () => {
  it("leaves the address at once and waits to be decided on", () => {
    const token = newToken();
    history.replaceState(null, "", `/t/abc123abc#seat=${token}`);
    takeSeatLink();
    expect(location.href).not.toContain(token);
    expect(location.hash).toBe("");
    expect(arrivalAt("abc123abc")).toEqual({ table: "abc123abc", token });
    expect(arrivalAt("another1")).toBeNull();
  });

  it("outlives a reload until it is decided on", () => {
    const token = newToken();
    history.replaceState(null, "", `/t/abc123abc#seat=${token}`);
    takeSeatLink();
    takeSeatLink();
    expect(arrivalAt("abc123abc")?.token).toBe(token);
    arrived();
    expect(arrivalAt("abc123abc")).toBeNull();
    takeSeatLink();
    expect(arrivalAt("abc123abc")).toBeNull();
  });

  it("that is damaged leaves the address, too", () => {
    history.replaceState(null, "", "/t/abc123abc#seat=oops");
    takeSeatLink();
    expect(location.hash).toBe("");
    expect(arrivalAt("abc123abc")).toEqual({ table: "abc123abc", token: null });
  });

  it("other addresses stay as they are", () => {
    history.replaceState({ other: 1 }, "", "/t/abc123abc#hand");
    takeSeatLink();
    expect(location.hash).toBe("#hand");
    expect(arrivalAt("abc123abc")).toBeNull();
  });
});
