// Words for tests, read from the same files as the page's.

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { bundled } from "../src/lib/bundles";
import type { Language } from "../src/lib/settings.svelte";
import { Words } from "../src/lib/words.svelte";

const PACKAGE = join(import.meta.dirname, "../../src/rondel");

export function speaking(language: Language, game = ""): Words {
  const own = ["words", "web/words"].map((folder) => join(PACKAGE, "games", game, folder));
  const folders = [join(PACKAGE, "i18n"), join(import.meta.dirname, "../src/words"), ...(game ? own : [])];
  const files = folders.map((folder) => join(folder, `${language}.ftl`)).filter((file) => existsSync(file));
  return new Words(language, bundled(language, files.map((file) => readFileSync(file, "utf-8"))));
}
