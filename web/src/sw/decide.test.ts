import { describe, expect, it } from "vitest";
import type { Build } from "./build";
import { answerFor, cacheName, howToFetch, oldCaches } from "./decide";

const HERE = "https://rufen.example";
const FILES = new Set(["/", "/mark.svg", "/theme.js", "/assets/index-BQ2kx_Z1.js"]);
const PAGE = { from: "page" };
const NETWORK = { from: "network" };

function opened(path: string): unknown {
  return answerFor({ method: "GET", mode: "navigate", url: HERE + path }, HERE, FILES);
}

function fetched(path: string, method = "GET"): unknown {
  return answerFor({ method, mode: "cors", url: HERE + path }, HERE, FILES);
}

describe("a page that is opened", () => {
  it.each(["/", "/index.html", "/how-to", "/sheet", "/sheet/abc", "/sheet?from=home", "/t/abcdef123", "/live/abc"])(
    "is the app's one page at %s",
    (path) => {
      expect(opened(path)).toEqual(PAGE);
    },
  );

  it.each(["/api/tables/abc/record", "/healthz", "/live", "/api", "/ws", "/missing.png", "/sw.js"])(
    "comes from the server at %s",
    (path) => {
      expect(opened(path)).toEqual(NETWORK);
    },
  );

  it("is a kept file where there is one", () => {
    expect(opened("/mark.svg")).toEqual({ from: "file", path: "/mark.svg" });
  });
});

describe("what a page fetches", () => {
  it("comes from the kept files, whatever is asked of them behind a question mark", () => {
    expect(fetched("/assets/index-BQ2kx_Z1.js")).toEqual({ from: "file", path: "/assets/index-BQ2kx_Z1.js" });
    expect(fetched("/theme.js?x=1")).toEqual({ from: "file", path: "/theme.js" });
  });

  it.each(["/api/rules", "/ws", "/live", "/live/abc", "/healthz", "/sw.js", "/assets/later-12345678.js", "/"])(
    "is left alone at %s",
    (path) => {
      expect(fetched(path)).toEqual(NETWORK);
    },
  );

  it("is left alone when it sends something, or goes elsewhere", () => {
    expect(fetched("/theme.js", "POST")).toEqual(NETWORK);
    expect(fetched("/theme.js", "HEAD")).toEqual(NETWORK);
    const elsewhere = { method: "GET", mode: "navigate", url: "https://other.example/" };
    expect(answerFor(elsewhere, HERE, FILES)).toEqual(NETWORK);
  });
});

describe("a build", () => {
  const build: Build = { version: "b2", files: [["/", "sha256-x"]] };

  it("is fetched with its hashes, and asked for anew where a name says nothing about the content", () => {
    expect(howToFetch(["/", "sha256-x"])).toEqual({ integrity: "sha256-x", cache: "no-cache" });
    expect(howToFetch(["/theme.js", "sha256-y"])).toEqual({ integrity: "sha256-y", cache: "no-cache" });
    expect(howToFetch(["/assets/index-BQ2kx_Z1.js", "sha256-z"])).toEqual({
      integrity: "sha256-z",
      cache: "default",
    });
  });

  it("replaces the caches of other builds and no others", () => {
    expect(cacheName(build)).toBe("rufen-b2");
    expect(oldCaches(["rufen-b1", "rufen-b2", "somebody", "rufen-b0"], build)).toEqual(["rufen-b1", "rufen-b0"]);
  });
});
