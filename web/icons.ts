// The icon as PNG for home screens, drawn from icon.svg when the client is built.

import { Resvg } from "@resvg/resvg-js";
import type { Plugin } from "vite";

const PAPER = "#f6eeda";

export function icons(): Plugin {
  let folder = "";
  return {
    name: "icons",
    apply: "build",
    configResolved(config) {
      folder = config.publicDir;
    },
    async generateBundle() {
      const icon = await this.fs.readFile(`${folder}/icon.svg`, { encoding: "utf8" });
      for (const size of [180, 192, 512]) {
        const drawn = new Resvg(icon, { background: PAPER, fitTo: { mode: "width", value: size } });
        this.emitFile({ type: "asset", fileName: `icon-${size}.png`, source: drawn.render().asPng() });
      }
    },
  };
}
