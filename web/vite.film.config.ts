// The script of a film's page: one file that another is written around.

import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";

export default defineConfig({
  plugins: [svelte({ compilerOptions: { css: "injected" }, emitCss: false })],
  publicDir: false,
  build: {
    outDir: "../src/rondel/rendering/built",
    emptyOutDir: false,
    target: "es2022",
    lib: { entry: "src/film/main.ts", formats: ["es"], fileName: () => "film.js" },
  },
});
