import { svelteTesting } from "@testing-library/svelte/vite";
import { defineConfig, mergeConfig } from "vitest/config";
import base from "./vite.config.ts";

export default mergeConfig(
  base,
  defineConfig({
    plugins: [svelteTesting()],
    // cases that Python and TypeScript both read
    server: { fs: { allow: [".", "../tests/vectors"] } },
    test: {
      environment: "jsdom",
      // each file still has a world of its own, without a process for each
      pool: "vmThreads",
      include: ["src/**/*.test.ts", "tests/**/*.test.ts"],
      restoreMocks: true,
    },
  }),
);
