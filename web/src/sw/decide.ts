/** What the service worker does with a request, with a file and with old caches: decisions without effects. */

import type { Build, BuildFile } from "./build";

const PREFIX = "rufen-";
/** Only the server can answer these, and what lies under them. */
const SERVER = new Set(["api", "ws", "healthz"]);
/** A socket of the server; under it lie pages of the app. */
const LIVE = "/live";
/** Such a name says what is inside, for good. */
const HASHED = /^\/assets\/.*-[\w-]{8,}\.[a-z0-9]+$/;

export interface Asked {
  readonly method: string;
  readonly mode: string;
  readonly url: string;
}

/** Where the answer comes from: the app's one page, a kept file, or the network as if there were no worker. */
export type Answer =
  | { readonly from: "page" }
  | { readonly from: "file"; readonly path: string }
  | { readonly from: "network" };

const NETWORK: Answer = { from: "network" };

/** The page, which stands for every address of the app. */
export const PAGE = "/";

export function answerFor(asked: Asked, origin: string, files: ReadonlySet<string>): Answer {
  const url = new URL(asked.url);
  if (asked.method !== "GET" || url.origin !== origin) return NETWORK;
  const parts = url.pathname.split("/");
  if (SERVER.has(parts[1] ?? "") || url.pathname === LIVE) return NETWORK;
  if (files.has(url.pathname) && url.pathname !== PAGE) return { from: "file", path: url.pathname };
  if (asked.mode !== "navigate") return NETWORK;
  // What looks like a file and is none is for the server to refuse.
  return url.pathname === "/index.html" || !parts.at(-1)?.includes(".") ? { from: "page" } : NETWORK;
}

/** How a file is fetched to be kept: checked, so that a server that is replaced meanwhile never mixes two builds. */
export function howToFetch([path, integrity]: BuildFile): RequestInit {
  return { integrity, cache: isHashed(path) ? "default" : "no-cache" };
}

/** Whether the copy of another build is as good. */
export function isHashed(path: string): boolean {
  return HASHED.test(path);
}

export function cacheName({ version }: Build): string {
  return PREFIX + version;
}

/** The caches that earlier builds left. */
export function oldCaches(names: readonly string[], build: Build): string[] {
  return names.filter((name) => name.startsWith(PREFIX) && name !== cacheName(build));
}
