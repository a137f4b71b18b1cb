// The letters of our faces as outlines, read from the fonts when the drawing is built: a picture needs no fonts.

import { createRequire } from "node:module";
import { create, type Font, type Path } from "fontkit";
import type { Plugin } from "vite";

/** A letter: how far it carries on, where its outline begins, and the outline from there. */
export type Glyph = [advance: number, x: number, y: number, outline: string];
/** Pairs that stand closer or wider: by the pair, or by the classes of the first and the second letter. */
export type Kerning =
  | { pairs: Record<string, number>; first: string }
  | { first: Record<string, number>; second: Record<string, number>; width: number; values: number[] };
export interface Face {
  em: number;
  glyphs: Record<string, Glyph>;
  kerning: Kerning[];
}

const MODULE = "virtual:glyphs";
const FACES: Record<string, string[]> = {
  "display-500": ["alegreya/files/alegreya-latin-500-normal", "alegreya/files/alegreya-latin-ext-500-normal"],
  "display-800": ["alegreya/files/alegreya-latin-800-normal", "alegreya/files/alegreya-latin-ext-800-normal"],
  "text-400": [
    "alegreya-sans/files/alegreya-sans-latin-400-normal",
    "alegreya-sans/files/alegreya-sans-latin-ext-400-normal",
  ],
  "text-700": [
    "alegreya-sans/files/alegreya-sans-latin-700-normal",
    "alegreya-sans/files/alegreya-sans-latin-ext-700-normal",
  ],
};
/** The packages whose fonts the outlines are read from. */
export const FONTS = [...new Set(Object.values(FACES).flat().map((file) => `@fontsource/${file.split("/")[0]}`))];

/** The parts of the GPOS table that kern letters. */
interface Coverage {
  glyphs?: number[];
  rangeRecords?: { start: number; end: number }[];
}
interface Classes {
  startGlyph?: number;
  classValueArray?: number[];
  classRangeRecord?: { start: number; end: number; class: number }[];
}
interface Value {
  xAdvance?: number;
}
interface Lazy<T> {
  get: (index: number) => T;
  toArray: () => T[];
}
interface Pairs {
  coverage: Coverage;
  valueFormat1: { xAdvance: boolean };
  pairSets?: Lazy<{ secondGlyph: number; value1: Value }[]>;
  classDef1: Classes;
  classDef2: Classes;
  classRecords: Lazy<Lazy<{ value1: Value }>>;
}
interface Positions {
  featureList: { tag: string; feature: { lookupListIndexes: number[] } }[];
  lookupList: Lazy<{ subTables: (Pairs & { extension?: Pairs })[] }>;
}

const span = (start: number, end: number): number[] => Array.from({ length: end - start + 1 }, (_, more) => start + more);

function covered({ glyphs, rangeRecords }: Coverage): number[] {
  return glyphs ?? rangeRecords!.flatMap(({ start, end }) => span(start, end));
}

function classes({ startGlyph, classValueArray, classRangeRecord }: Classes): Map<number, number> {
  if (classValueArray) return new Map(classValueArray.map((group, index) => [startGlyph! + index, group]));
  return new Map(classRangeRecord!.flatMap(({ start, end, class: group }) => span(start, end).map((glyph) => [glyph, group] as const)));
}

/** How letters kern, by the letters that each glyph shows. */
function kernings(gpos: Positions, shown: Map<number, string[]>): Kerning[] {
  const letters = (glyph: number): string[] => shown.get(glyph) ?? [];
  const spread = (groups: Map<number, number>): Record<string, number> =>
    Object.fromEntries([...groups].flatMap(([glyph, group]) => letters(glyph).map((letter) => [letter, group])));
  const kern = gpos.featureList.filter(({ tag }) => tag === "kern").flatMap(({ feature }) => feature.lookupListIndexes);
  const tables = [...new Set(kern)]
    .sort((one, other) => one - other)
    .flatMap((index) => gpos.lookupList.get(index).subTables.map((table) => table.extension ?? table))
    .filter(({ valueFormat1 }) => valueFormat1?.xAdvance);
  return tables.map(({ coverage, pairSets, classDef1, classDef2, classRecords }) => {
    const first = covered(coverage);
    if (pairSets) {
      const pairs = first.flatMap((glyph, index) =>
        pairSets.get(index).flatMap(({ secondGlyph, value1 }) =>
          letters(glyph).flatMap((one) => letters(secondGlyph).map((two) => [one + two, value1.xAdvance ?? 0])),
        ),
      );
      return { pairs: Object.fromEntries(pairs), first: first.flatMap(letters).join("") };
    }
    const groups = classes(classDef1);
    const rows = classRecords.toArray().map((row) => row.toArray());
    return {
      first: spread(new Map(first.map((glyph) => [glyph, groups.get(glyph) ?? 0]))),
      second: spread(classes(classDef2)),
      width: rows[0]!.length,
      values: rows.flatMap((row) => row.map(({ value1 }) => value1.xAdvance ?? 0)),
    };
  });
}

const WRITTEN: Record<string, string> = { moveTo: "m", lineTo: "l", quadraticCurveTo: "q", closePath: "z" };

/** An outline in steps from its first point, upside down as pictures count; in whole numbers, so that nothing drifts. */
function outline({ commands }: Path): [x: number, y: number, steps: string] {
  let [x, y, text] = [0, 0, ""];
  let start: [number, number] = [0, 0];
  let begin: [number, number] | null = null;
  for (const { command, args } of commands) {
    const points = Array.from({ length: args.length / 2 }, (_, index) => [
      Math.round(args[2 * index]!),
      Math.round(-args[2 * index + 1]!),
    ]);
    const steps = points.map(([px, py]) => `${px! - x} ${py! - y}`).join(" ");
    [x, y] = (points.at(-1) ?? start) as [number, number];
    if (command === "moveTo") start = [x, y];
    if (begin === null) begin = start;
    else text += WRITTEN[command]! + steps;
  }
  return [...(begin ?? [0, 0]), text.replaceAll(" -", "-")] as [number, number, string];
}

function face(file: Uint8Array): Face {
  const font = create(file as Buffer) as Font & { GPOS?: Positions };
  const glyphs: Record<string, Glyph> = {};
  const shown = new Map<number, string[]>();
  for (const code of font.characterSet) {
    const letter = String.fromCodePoint(code);
    // Digits that line up, instead of those that look like letters.
    const glyph = /\d/.test(letter) ? font.layout(letter, ["lnum"]).glyphs[0]! : font.glyphForCodePoint(code);
    if (glyph.id === 0) continue;
    shown.set(glyph.id, [...(shown.get(glyph.id) ?? []), letter]);
    glyphs[letter] = [glyph.advanceWidth, ...outline(glyph.path)];
  }
  return { em: font.unitsPerEm, glyphs, kerning: font.GPOS ? kernings(font.GPOS, shown) : [] };
}

export function glyphs(): Plugin {
  const { resolve } = createRequire(import.meta.url);
  return {
    name: "glyphs",
    resolveId: (id) => (id === MODULE ? `\0${MODULE}` : null),
    async load(id) {
      if (id !== `\0${MODULE}`) return null;
      const faces: Record<string, Face[]> = {};
      for (const [name, files] of Object.entries(FACES)) {
        faces[name] = await Promise.all(
          files.map(async (file) => face(await this.fs.readFile(resolve(`@fontsource/${file}.woff2`)))),
        );
      }
      return `export default ${JSON.stringify(faces)};`;
    },
  };
}
