// A plugin that writes third-party.txt: the licence of every package whose code or fonts end up in a build.

import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";

const FILE = "third-party.txt";
const LICENCE = /^licen[cs]e(\.(md|txt))?$/i;
/** Licence texts of packages that come without one. */
const ELSEWHERE: Record<string, URL> = {
  "@fluent/bundle": new URL("../LICENSE", import.meta.url),
  "qrcode-generator": new URL("licences/qrcode-generator.txt", import.meta.url),
};
/** Packages that add code of their own under such a module name. */
const VIRTUAL: Record<string, string> = { "\0vite/": "vite", "\0rolldown/": "rolldown", "\0@oxc-project": "rolldown" };
const OWN = /node_modules\/((?:@[^/]+\/)?[^/]+)\/(?!.*node_modules\/)/;
const LINE = "-".repeat(80);

/** Add notices to a build; `packages` are those it reads without importing them. */
export function notices(packages: readonly string[] = []): Plugin {
  let root = "";
  /** The folder of an installed package, which a workspace keeps above its members. */
  const folderOf = (name: string): string => {
    for (let folder = root; ; folder = dirname(folder)) {
      const found = join(folder, "node_modules", name);
      if (existsSync(found) || folder === dirname(folder)) return found;
    }
  };
  return {
    name: "notices",
    apply: "build",
    enforce: "post",
    configResolved(config) {
      root = config.root;
    },
    generateBundle: {
      order: "post",
      async handler(_, bundle) {
        const folders = new Set(packages.map(folderOf));
        const add = (id: string): void => {
          const name = Object.keys(VIRTUAL).find((prefix) => id.startsWith(prefix));
          if (name !== undefined) folders.add(folderOf(VIRTUAL[name]!));
          const own = OWN.exec(id);
          if (own) folders.add(id.slice(0, own.index + own[0].length - 1).replace(/^\0/, ""));
        };
        for (const output of Object.values(bundle)) {
          if (output.type === "asset") output.originalFileNames.forEach((name) => add(join(root, name)));
          else
            for (const [id, part] of Object.entries(output.modules))
              if (part.renderedLength > 0 || id.includes(".css")) add(id);
        }

        const found: [string, string][] = [];
        for (const folder of folders) {
          const { name, version, license } = JSON.parse(
            await this.fs.readFile(`${folder}/package.json`, { encoding: "utf8" }),
          ) as { name: string; version: string; license?: string };
          const file = (await this.fs.readdir(folder)).find((entry) => LICENCE.test(entry));
          const path = file ? `${folder}/${file}` : ELSEWHERE[name] && fileURLToPath(ELSEWHERE[name]);
          const whole = path ? await this.fs.readFile(path, { encoding: "utf8" }) : "";
          // What Vite itself is made of is not what it adds to a page.
          const text = whole.split("\n# Licenses of bundled dependencies")[0]!.trim();
          if (!license || !text) this.error(`${name} ${version} is bundled, but has no licence text: add one to notices.ts`);
          found.push([name, `${LINE}\n${name} ${version}\nLicence: ${license}\n${LINE}\n\n${text}\n`]);
        }
        found.sort(([a], [b]) => (a < b ? -1 : 1));
        const source = `Rondel contains parts of these packages, under these licences.\n\n${found.map(([, text]) => text).join("\n")}`;
        this.emitFile({ type: "asset", fileName: FILE, source });
      },
    },
  };
}
