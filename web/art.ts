// A plugin for the drawing: pieces of art are drawn once.

import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";

const KEPT = fileURLToPath(new URL("src/drawing/kept.ts", import.meta.url));
/** What shows nothing but its properties: no words, no state, nothing to click. */
const ART = /\/(?:games\/[^/]+\/web\/art\/[^/]+|ui\/SeatMark)\.svelte$/;
const COMPONENT = /export default function (\w+)\(/;

export function art(): Plugin {
  return {
    name: "rondel-art",
    enforce: "post",
    transform(code, id) {
      const [, name] = (ART.test(id) && COMPONENT.exec(code)) || [];
      if (name === undefined) return null;
      const said = code.replace(COMPONENT, `function ${name}(`);
      return `import { kept } from ${JSON.stringify(KEPT)};\n${said}\nexport default kept(${name});\n`;
    },
  };
}
