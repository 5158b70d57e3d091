/** The service worker: keeps one build of the site whole, and opens it without the server. */

import type { Build, BuildFile } from "./build";
import { answerFor, cacheName, howToFetch, isHashed, oldCaches, PAGE } from "./decide";
import { TAKE_OVER } from "./message";
import type { WorkerScope } from "./scope";

declare const __BUILD__: Build;
const build = __BUILD__;

const worker = self as unknown as WorkerScope;
const known = new Set(build.files.map(([path]) => path));

async function download(file: BuildFile): Promise<Response> {
  const [path] = file;
  const response = await fetch(path, howToFetch(file));
  if (!response.ok) throw new Error(`${path}: ${response.status}`);
  return response;
}

/** All files or none: a build that is half there must not be used. */
async function keepAll(): Promise<void> {
  const name = cacheName(build);
  const again = await worker.caches.has(name);
  const cache = await worker.caches.open(name);
  const keep = async (file: BuildFile): Promise<void> => {
    const [path] = file;
    const copy = isHashed(path) ? await worker.caches.match(path, { ignoreVary: true }) : undefined;
    await cache.put(path, copy ?? (await download(file)));
  };
  // settled: nothing may be stored after the cache is given up
  const results = await Promise.allSettled(build.files.map(keep));
  const failed = results.find((result) => result.status === "rejected");
  if (failed === undefined) return;
  if (!again) await worker.caches.delete(name);
  throw failed.reason;
}

async function takeOver(): Promise<void> {
  const names = await worker.caches.keys();
  await Promise.all(oldCaches(names, build).map((name) => worker.caches.delete(name)));
  await worker.clients.claim();
}

/** From the cache; what the browser has thrown away there comes from the server. */
async function kept(path: string): Promise<Response> {
  const cache = await worker.caches.open(cacheName(build));
  return (await cache.match(path, { ignoreVary: true })) ?? fetch(path);
}

worker.addEventListener("install", (event) => event.waitUntil(keepAll()));
worker.addEventListener("activate", (event) => event.waitUntil(takeOver()));
worker.addEventListener("fetch", (event) => {
  const answer = answerFor(event.request, worker.location.origin, known);
  if (answer.from === "network") return;
  event.respondWith(kept(answer.from === "page" ? PAGE : answer.path));
});
/** The page a notification came from, in the tab that shows it, else in a new one. */
async function goTo(path: string): Promise<void> {
  const windows = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
  const shows = windows.find((client) => new URL(client.url).pathname === path);
  await (shows?.focus() ?? worker.clients.openWindow(path));
}

worker.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(goTo(String(event.notification.data)));
});
worker.addEventListener("message", (event) => {
  if (event.data === TAKE_OVER) void worker.skipWaiting();
});
