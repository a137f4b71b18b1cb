import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";

export default defineConfig({
  plugins: [svelte()],
  test: {
    include: ["tests/**/*.test.ts", "../src/rondel/games/*/web/**/*.test.ts"],
    environment: "node",
    // What the client expects of a browser.
    setupFiles: ["src/drawing/surroundings.ts"],
    testTimeout: 30_000,
  },
});
