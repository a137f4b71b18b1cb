// The letters of our faces as outlines, read from the fonts when the drawing is built: a picture needs no fonts.

import { createRequire } from "node:module";
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

async function inflated(bytes: Uint8Array): Promise<Uint8Array> {
  const stream = new Blob([bytes as Uint8Array<ArrayBuffer>]).stream();
  return new Uint8Array(await new Response(stream.pipeThrough(new DecompressionStream("deflate"))).arrayBuffer());
}

type Tables = Record<string, DataView>;

/** The tables of a WOFF file. */
async function tables(file: Uint8Array): Promise<Tables> {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  const found: Tables = {};
  for (let index = 0; index < view.getUint16(12); index++) {
    const at = 44 + index * 20;
    const tag = String.fromCharCode(...file.subarray(at, at + 4));
    const [offset, packed, length] = [4, 8, 12].map((field) => view.getUint32(at + field)) as [number, number, number];
    const body = file.slice(offset, offset + packed);
    const whole = packed < length ? await inflated(body) : body;
    found[tag] = new DataView(whole.buffer, whole.byteOffset, whole.byteLength);
  }
  return found;
}

/** Which glyph shows which letter. */
function letters(cmap: DataView): Map<number, number> {
  const found = new Map<number, number>();
  for (let index = 0; index < cmap.getUint16(2); index++) {
    const at = cmap.getUint32(8 + index * 8);
    if (cmap.getUint16(at) !== 4) continue;
    const count = cmap.getUint16(at + 6) / 2;
    for (let segment = 0; segment < count; segment++) {
      const end = cmap.getUint16(at + 14 + segment * 2);
      const start = cmap.getUint16(at + 16 + count * 2 + segment * 2);
      const delta = cmap.getUint16(at + 16 + count * 4 + segment * 2);
      const range = at + 16 + count * 6 + segment * 2;
      const offset = cmap.getUint16(range);
      for (let code = start; code <= end && code !== 0xffff; code++) {
        const glyph = offset === 0 ? code : cmap.getUint16(range + offset + (code - start) * 2);
        if (glyph !== 0) found.set(code, (glyph + delta) & 0xffff);
      }
    }
  }
  return found;
}

/** The glyphs a coverage table lists, in its order. */
function covered(view: DataView, at: number): number[] {
  const count = view.getUint16(at + 2);
  if (view.getUint16(at) === 1) return Array.from({ length: count }, (_, index) => view.getUint16(at + 4 + index * 2));
  return Array.from({ length: count }, (_, index) => {
    const [start, end] = [view.getUint16(at + 4 + index * 6), view.getUint16(at + 6 + index * 6)];
    return Array.from({ length: end - start + 1 }, (_, more) => start + more);
  }).flat();
}

function classes(view: DataView, at: number): Map<number, number> {
  const found = new Map<number, number>();
  if (view.getUint16(at) === 1) {
    const start = view.getUint16(at + 2);
    for (let index = 0; index < view.getUint16(at + 4); index++) found.set(start + index, view.getUint16(at + 6 + index * 2));
    return found;
  }
  for (let index = 0; index < view.getUint16(at + 2); index++) {
    const range = at + 4 + index * 6;
    for (let glyph = view.getUint16(range); glyph <= view.getUint16(range + 2); glyph++) found.set(glyph, view.getUint16(range + 4));
  }
  return found;
}

/** Where the subtables of a feature's lookups begin, with their kind. */
function lookups(view: DataView | undefined, feature: string): { kind: number; at: number }[] {
  if (!view) return [];
  const [features, list] = [view.getUint16(6), view.getUint16(8)];
  const wanted = new Set<number>();
  for (let index = 0; index < view.getUint16(features); index++) {
    const record = features + 2 + index * 6;
    const tag = [0, 1, 2, 3].map((letter) => String.fromCharCode(view.getUint8(record + letter))).join("");
    if (tag !== feature) continue;
    const at = features + view.getUint16(record + 4);
    for (let one = 0; one < view.getUint16(at + 2); one++) wanted.add(view.getUint16(at + 4 + one * 2));
  }
  return [...wanted].sort((a, b) => a - b).flatMap((lookup) => {
    const at = list + view.getUint16(list + 2 + lookup * 2);
    return Array.from({ length: view.getUint16(at + 4) }, (_, index) => {
      const table = at + view.getUint16(at + 6 + index * 2);
      const kind = view.getUint16(at);
      const extended = (view.getUint16(table) === 1 && (kind === 9 || kind === 7)) as boolean;
      return extended
        ? { kind: view.getUint16(table + 2), at: table + view.getUint32(table + 4) }
        : { kind, at: table };
    });
  });
}

/** Digits that line up, instead of those that look like letters. */
function lining(gsub: DataView | undefined): Map<number, number> {
  const found = new Map<number, number>();
  for (const { kind, at } of lookups(gsub, "lnum")) {
    if (kind !== 1) continue;
    const from = covered(gsub!, at + gsub!.getUint16(at + 2));
    const several = gsub!.getUint16(at) === 2;
    from.forEach((glyph, index) =>
      found.set(glyph, several ? gsub!.getUint16(at + 6 + index * 2) : (glyph + gsub!.getUint16(at + 4)) & 0xffff),
    );
  }
  return found;
}

const size = (format: number): number => [...format.toString(2)].filter((bit) => bit === "1").length * 2;

function kernings(gpos: DataView | undefined, named: Map<number, string[]>): Kerning[] {
  const found: Kerning[] = [];
  const spread = (by: Map<number, number>): Record<string, number> =>
    Object.fromEntries([...by].flatMap(([glyph, group]) => (named.get(glyph) ?? []).map((letter) => [letter, group])));
  for (const { kind, at } of lookups(gpos, "kern")) {
    const view = gpos!;
    if (kind !== 2 || (view.getUint16(at + 4) & 4) === 0) continue;
    const first = covered(view, at + view.getUint16(at + 2));
    const [one, two] = [view.getUint16(at + 4), view.getUint16(at + 6)];
    const advance = size(one & 3);
    const record = size(one) + size(two);
    if (view.getUint16(at) === 1) {
      const pairs: Record<string, number> = {};
      first.forEach((glyph, index) => {
        const set = at + view.getUint16(at + 10 + index * 2);
        for (let pair = 0; pair < view.getUint16(set); pair++) {
          const entry = set + 2 + pair * (2 + record);
          for (const a of named.get(glyph) ?? [])
            for (const b of named.get(view.getUint16(entry)) ?? []) pairs[a + b] = view.getInt16(entry + 2 + advance);
        }
      });
      found.push({ pairs, first: first.flatMap((glyph) => named.get(glyph) ?? []).join("") });
      continue;
    }
    const own = classes(view, at + view.getUint16(at + 8));
    const [rows, width] = [view.getUint16(at + 12), view.getUint16(at + 14)];
    found.push({
      first: spread(new Map(first.map((glyph) => [glyph, own.get(glyph) ?? 0]))),
      second: spread(classes(view, at + view.getUint16(at + 10))),
      width,
      values: Array.from({ length: rows * width }, (_, index) => view.getInt16(at + 16 + index * record + advance)),
    });
  }
  return found;
}

type Dot = { x: number; y: number; on: boolean };

/** The closed lines of a glyph, upside down as pictures count. */
function contours(found: Tables, glyph: number): Dot[][] {
  const [glyf, loca] = [found.glyf!, found.loca!];
  const long = found.head!.getInt16(50) === 1;
  const place = (index: number): number => (long ? loca.getUint32(index * 4) : loca.getUint16(index * 2) * 2);
  const at = place(glyph);
  if (place(glyph + 1) === at) return [];
  const count = glyf.getInt16(at);
  if (count < 0) return parts(found, at + 10);
  const ends = Array.from({ length: count }, (_, index) => glyf.getUint16(at + 10 + index * 2));
  const total = (ends.at(-1) ?? -1) + 1;
  let here = at + 12 + count * 2 + glyf.getUint16(at + 10 + count * 2);
  const flags: number[] = [];
  while (flags.length < total) {
    const flag = glyf.getUint8(here++);
    const times = flag & 8 ? glyf.getUint8(here++) + 1 : 1;
    for (let time = 0; time < times; time++) flags.push(flag);
  }
  const along = (short: number, same: number): number[] => {
    let value = 0;
    return flags.map((flag) => {
      if (flag & short) value += flag & same ? glyf.getUint8(here++) : -glyf.getUint8(here++);
      else if (!(flag & same)) value += (here += 2, glyf.getInt16(here - 2));
      return value;
    });
  };
  const [xs, ys] = [along(2, 16), along(4, 32)];
  const dots = flags.map((flag, index) => ({ x: xs[index]!, y: -ys[index]!, on: (flag & 1) === 1 }));
  return ends.map((end, index) => dots.slice(index === 0 ? 0 : ends[index - 1]! + 1, end + 1));
}

/** A glyph that is put together from others. */
function parts(found: Tables, start: number): Dot[][] {
  const glyf = found.glyf!;
  const all: Dot[][] = [];
  let at = start;
  for (let more = true; more; ) {
    const [flags, glyph] = [glyf.getUint16(at), glyf.getUint16(at + 2)];
    at += 4;
    const words = (flags & 1) === 1;
    const x = words ? glyf.getInt16(at) : glyf.getInt8(at);
    const y = words ? glyf.getInt16(at + 2) : glyf.getInt8(at + 1);
    at += words ? 4 : 2;
    const part = (): number => (at += 2, glyf.getInt16(at - 2) / 16384);
    let turn = [1, 0, 0, 1];
    if (flags & 8) turn = [part(), 0, 0, 0].map((value, index, [scale]) => (index % 3 === 0 ? scale! : value));
    else if (flags & 64) turn = [part(), 0, 0, part()];
    else if (flags & 128) turn = [part(), part(), part(), part()];
    const [a, b, c, d] = turn as [number, number, number, number];
    for (const line of contours(found, glyph))
      all.push(line.map((dot) => ({ x: a * dot.x - c * dot.y + x, y: -(b * dot.x - d * dot.y) - y, on: dot.on })));
    more = (flags & 32) !== 0;
  }
  return all;
}

const middle = (a: Dot, b: Dot): Dot => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2, on: true });

/** An outline in steps from its first dot; whole numbers, so that nothing drifts. */
function outline(lines: Dot[][]): [number, number, string] {
  let [first, last]: [Dot | null, Dot] = [null, { x: 0, y: 0, on: true }];
  let text = "";
  const step = (dot: Dot): string => {
    const [x, y] = [Math.round(dot.x) - last.x, Math.round(dot.y) - last.y];
    return `${x}${y < 0 ? "" : " "}${y}`;
  };
  const go = (dot: Dot): void => void (last = { x: Math.round(dot.x), y: Math.round(dot.y), on: true });
  for (const line of lines) {
    const begin = line.findIndex((dot) => dot.on);
    const start = begin >= 0 ? line[begin]! : middle(line[0]!, line.at(-1)!);
    const rest = begin >= 0 ? [...line.slice(begin + 1), ...line.slice(0, begin)] : line;
    if (first === null) first = { x: Math.round(start.x), y: Math.round(start.y), on: true };
    else text += `m${step(start)}`;
    go(start);
    const begun = last;
    let bend: Dot | null = null;
    for (const dot of [...rest, start]) {
      if (!dot.on) {
        if (bend) {
          const between = middle(bend, dot);
          text += `q${step(bend)} ${step(between)}`;
          go(between);
        }
        bend = dot;
      } else if (bend) {
        text += `q${step(bend)} ${step(dot)}`;
        go(dot);
        bend = null;
      } else if (dot !== start) {
        text += `l${step(dot)}`;
        go(dot);
      }
    }
    text += "z";
    last = begun;
  }
  return [first?.x ?? 0, first?.y ?? 0, text.replaceAll(" -", "-")];
}

async function face(file: Uint8Array): Promise<Face> {
  const found = await tables(file);
  const lined = lining(found.GSUB);
  const widths = found.hhea!.getUint16(34);
  const glyphs: Record<string, Glyph> = {};
  const named = new Map<number, string[]>();
  for (const [code, plain] of letters(found.cmap!)) {
    const letter = String.fromCharCode(code);
    const glyph = letter >= "0" && letter <= "9" ? (lined.get(plain) ?? plain) : plain;
    named.set(glyph, [...(named.get(glyph) ?? []), letter]);
    glyphs[letter] = [found.hmtx!.getUint16(Math.min(glyph, widths - 1) * 4), ...outline(contours(found, glyph))];
  }
  return { em: found.head!.getUint16(18), glyphs, kerning: kernings(found.GPOS, named) };
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
          files.map(async (file) => face(await this.fs.readFile(resolve(`@fontsource/${file}.woff`)))),
        );
      }
      return `export default ${JSON.stringify(faces)};`;
    },
  };
}
