// The service worker, with the list of what it keeps: all that was built, known once it is built.

import type { Plugin } from "vite";

/** Every browser that has service workers reads woff2. */
const SPARE = /\.woff$/;

async function digest(text: string): Promise<string> {
  const sum = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)));
  return Array.from(sum.subarray(0, 8), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

export function shell(): Plugin {
  let root = "";
  return {
    name: "shell",
    apply: "build",
    enforce: "post",
    configResolved(config) {
      root = config.root;
    },
    generateBundle: {
      order: "post",
      async handler(_, bundle) {
        const page = bundle["index.html"];
        if (page?.type !== "asset") throw new Error("the page is not built yet");
        const worker = await this.fs.readFile(`${root}/sw.js`, { encoding: "utf8" });
        const beside = await this.fs.readdir(`${root}/public`);
        const built = Object.keys(bundle).filter((name) => name !== "index.html" && !SPARE.test(name));
        const list = ["", ...beside, ...built].map((name) => `/${name}`).sort();
        const shelf = `shell-${await digest(JSON.stringify([worker, list, String(page.source)]))}`;
        const head = `const SHELF = ${JSON.stringify(shelf)};\nconst SHELL = ${JSON.stringify(list)};\n`;
        this.emitFile({ type: "asset", fileName: "sw.js", source: head + worker });
      },
    },
  };
}
