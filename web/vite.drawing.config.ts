// The boards' drawing as one plain script for an engine without a browser.

import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";
import { art } from "./art.ts";
import { FONTS, glyphs } from "./glyphs.ts";
import { notices } from "./notices.ts";

export default defineConfig({
  plugins: [svelte({ compilerOptions: { css: "injected" }, emitCss: false }), art(), glyphs(), notices(FONTS)],
  publicDir: false,
  ssr: { noExternal: true, target: "webworker" },
  build: {
    ssr: "src/drawing/main.ts",
    outDir: "../src/rondel/rendering/built",
    emptyOutDir: true,
    target: "es2022",
    minify: true,
    rollupOptions: {
      external: ["node:async_hooks"],
      output: { format: "iife", name: "drawing", entryFileNames: "drawing.js", codeSplitting: false },
    },
  },
});
