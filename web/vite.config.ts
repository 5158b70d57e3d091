import { fileURLToPath } from "node:url";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";
import { serviceWorker } from "./build/service-worker.ts";

/** Where `rufen serve` listens while the pages are served by `npm run dev`. */
const backend = "127.0.0.1:8000";

export default defineConfig({
  plugins: [svelte(), serviceWorker(fileURLToPath(new URL("./src/sw/worker.ts", import.meta.url)))],
  resolve: { alias: { $lib: fileURLToPath(new URL("./src/lib", import.meta.url)) } },
  build: { outDir: "dist", target: "es2022", modulePreload: { polyfill: false } },
  server: {
    proxy: {
      "/api": { target: `http://${backend}` },
      "/ws": { target: `ws://${backend}`, ws: true },
      "^/live$": { target: `ws://${backend}`, ws: true },
    },
  },
});
