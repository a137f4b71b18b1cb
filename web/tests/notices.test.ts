import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "vite";
import { afterEach, expect, test } from "vitest";
import { notices } from "../notices";

const folders: string[] = [];

/** Build a page that imports packages, some of them without a licence text; return its notices. */
async function built(licences: Record<string, string | null>): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), "notices-"));
  folders.push(root);
  const lines: string[] = [];
  for (const [name, text] of Object.entries(licences)) {
    const folder = join(root, "node_modules", name);
    await mkdir(folder, { recursive: true });
    const about = { name, version: "1.2.3", license: "MIT", type: "module", main: "index.js" };
    await writeFile(join(folder, "package.json"), JSON.stringify(about));
    await writeFile(join(folder, "index.js"), `export const used = () => console.log("${name}");\nexport const unused = 1;\n`);
    if (text !== null) await writeFile(join(folder, "LICENSE.md"), text);
    lines.push(`import { used as u${lines.length} } from "${name}";\nu${lines.length}();`);
  }
  await writeFile(join(root, "main.js"), lines.join("\n"));
  await build({
    root,
    configFile: false,
    logLevel: "silent",
    plugins: [notices()],
    build: { rollupOptions: { input: join(root, "main.js") } },
  });
  return readFile(join(root, "dist/third-party.txt"), "utf8");
}

afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true });
});

test("a bundled package brings its name, version, licence and licence text", async () => {
  const text = await built({ plum: "Plums are free.", "@fruit/fig": "Figs are free." });
  expect(text).toMatch(/@fruit\/fig 1\.2\.3\nLicence: MIT\n-+\n\nFigs are free\.\n[^]*plum 1\.2\.3\n[^]*Plums are free\./);
});

test("a bundled package without a licence text fails the build", async () => {
  await expect(built({ plum: "Plums are free.", fig: null })).rejects.toThrow(/fig 1\.2\.3 is bundled, but has no licence text/);
  await expect(built({ fig: " \n" })).rejects.toThrow(/fig 1\.2\.3/);
});
