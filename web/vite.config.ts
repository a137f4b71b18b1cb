import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";
import { icons } from "./icons.ts";
import { notices } from "./notices.ts";
import { shell } from "./shell.ts";

const server = "http://127.0.0.1:8000";

export default defineConfig({
  plugins: [svelte(), icons(), shell(), notices()],
  build: {
    outDir: "../src/rondel/server/static",
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  server: {
    fs: { allow: [".."] },
    proxy: {
      "/api": { target: server, changeOrigin: false },
      "/ws": { target: server, changeOrigin: false, ws: true },
      "/healthz": { target: server, changeOrigin: false },
    },
  },
});
