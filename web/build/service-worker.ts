/** Puts the service worker into a build: /sw.js, with the list of all other files and their hashes inside. */

import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { build as bundle, type Plugin, type ResolvedConfig } from "vite";
import type { Build, BuildFile } from "../src/sw/build.ts";

const NAME = "sw.js";

/** The list for the worker. `names` are relative to `folder`; the page is listed by the address it has. */
export function listBuild(folder: string, names: readonly string[]): Build {
  const files = [...new Set(names)]
    .filter((name) => name !== NAME)
    .toSorted()
    .map((name): BuildFile => {
      const digest = createHash("sha256").update(readFileSync(join(folder, name))).digest("base64");
      return [name === "index.html" ? "/" : `/${name}`, `sha256-${digest}`];
    });
  const version = createHash("sha256").update(JSON.stringify(files)).digest("hex").slice(0, 16);
  return { version, files };
}

function filesUnder(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll(sep, "/"));
}

/** The worker as one classic script: not every browser takes modules as service workers. */
async function workerSource(entry: string, build: Build): Promise<string> {
  const made = await bundle({
    configFile: false,
    publicDir: false,
    logLevel: "warn",
    define: { __BUILD__: JSON.stringify(build) },
    build: {
      write: false,
      target: "es2022",
      lib: { entry, formats: ["iife"], name: "rufen", fileName: () => NAME },
    },
  });
  const [result] = Array.isArray(made) ? made : [made];
  const chunk = result && "output" in result ? result.output[0] : undefined;
  if (chunk === undefined) throw new Error("the service worker was not built");
  return chunk.code;
}

export function serviceWorker(entry: string): Plugin {
  let config: ResolvedConfig;
  return {
    name: "rufen-service-worker",
    apply: "build",
    configResolved(resolved) {
      config = resolved;
    },
    writeBundle: {
      order: "post",
      sequential: true,
      async handler(options, output) {
        const folder = options.dir ?? config.build.outDir;
        const build = listBuild(folder, [...Object.keys(output), ...filesUnder(config.publicDir)]);
        writeFileSync(join(folder, NAME), await workerSource(entry, build));
      },
    },
  };
}
