import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { listBuild } from "../../build/service-worker";

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "rufen-"));
  mkdirSync(join(folder, "assets"));
  writeFileSync(join(folder, "index.html"), "<!doctype html>");
  writeFileSync(join(folder, "assets/index-BQ2kx_Z1.js"), "export {}");
  writeFileSync(join(folder, "sw.js"), "worker");
});
afterEach(() => rmSync(folder, { recursive: true }));

const NAMES = ["index.html", "assets/index-BQ2kx_Z1.js", "sw.js"];

describe("the list of a build", () => {
  it("names every file but the worker by its address, the page by its own", () => {
    expect(listBuild(folder, [...NAMES, "index.html"]).files).toEqual([
      ["/assets/index-BQ2kx_Z1.js", "sha256-9MXPm7eOhfFdwnGAJgY3zySyokvDngeIeDo6zMTd5hQ="],
      ["/", "sha256-/ibFnpGsjeaUslMdw73Bt/r0cdPX5OAIcK9g9fIol8s="],
    ]);
  });

  it("has a version that changes with any content, and with nothing else", () => {
    const before = listBuild(folder, NAMES).version;
    expect(before).toMatch(/^[0-9a-f]{16}$/);
    expect(listBuild(folder, NAMES.toReversed()).version).toBe(before);
    writeFileSync(join(folder, "index.html"), "<!doctype html><p>");
    expect(listBuild(folder, NAMES).version).not.toBe(before);
  });
});

describe("the manifest", () => {
  const web = join(import.meta.dirname, "../..");
  const read = (name: string): string => readFileSync(join(web, name), "utf8");
  const manifest = JSON.parse(read("public/manifest.webmanifest")) as {
    theme_color: string;
    background_color: string;
    icons: { src: string; sizes: string }[];
  };

  it("has the colours of the page", () => {
    const page = /--page: (#[0-9a-f]{6});/.exec(read("src/styles/tokens.css"))?.[1];
    expect([manifest.theme_color, manifest.background_color]).toEqual([page, page]);
    expect(read("index.html")).toContain(`<meta name="theme-color" content="${page}" />`);
  });

  it("names icons that are there, in the size it says", () => {
    for (const { src, sizes } of manifest.icons.filter((icon) => icon.src.endsWith(".png"))) {
      const png = readFileSync(join(web, "public", src));
      expect(`${png.readUInt32BE(16)}x${png.readUInt32BE(20)}`, src).toBe(sizes);
    }
  });
});
