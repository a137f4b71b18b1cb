// From what the components say to one plain picture: every style an attribute, every text an outline.

import { outlined, type Lettering } from "./lettering";
import { Sheets, type Kind } from "./styles";

/** Auto: as the reader's screen is. */
export type Theme = "light" | "dark" | "auto";

interface Room {
  width: number;
  height: number;
}

/** What is passed on to the elements within. */
interface Look extends Kind {
  variables: Record<string, string>;
  lettering: Lettering;
  anchor: string;
  strokeWidth: string;
  /** Ready to be written, and by name. */
  written: string;
  values: ReadonlyMap<string, string>;
  /** The same by night, where a picture is to follow its reader's screen. */
  night: Look | null;
  own: ReadonlySet<string>;
  hidden: boolean;
  /** The size of the picture or the part of it that this lies in; nothing outside of any. */
  room: Room | null;
  within: Map<string, Look>;
  openings: Map<string, Opening>;
  /** The same in rooms of other sizes, and pieces of art as they look here. */
  rooms: Map<string, Look>;
  pieces: Map<number, string>;
}
/** An element as it will be written. */
interface Opening {
  tag: string;
  look: Look;
  written: string;
  /** Of how many letters of the markup. */
  length: number;
  alone: boolean;
  hidden: boolean;
  text: { x: number; y: number; rest: string } | null;
}

/** How many openings are kept; a game's pictures have a few thousand between them. */
const MOST = 60_000;

const KEPT = new Set([
  "fill", "fill-opacity", "fill-rule", "opacity", "paint-order", "stroke", "stroke-dasharray",
  "stroke-linecap", "stroke-linejoin", "stroke-opacity", "stroke-width", "filter", "stop-color", "stop-opacity",
]);
/** Attributes that only a page has a use for. */
const SPARE = /^(?:class|style|role|tabindex|title|aria-.*|data-.*)$/;
const FAMILIES = { display: "Alegreya, Georgia, serif", text: "Alegreya Sans, Segoe UI, sans-serif" };

function colours(value: string): string {
  return value.replace(
    /rgb\((\d+) (\d+) (\d+) \/ ([\d.]+)\)/g,
    (_, red: string, green: string, blue: string, alpha: string) => `rgba(${red},${green},${blue},${alpha})`,
  );
}

/** Numbers as finely as eyes can tell: what is small may be a scale. */
function rounded(value: string): string {
  return value.replace(/-?\d*\.\d{3,}(?:e-\d+)?/g, (number) => {
    const fine = Math.abs(Number(number)) < 10 ? 1e4 : 100;
    return String(Math.round(Number(number) * fine) / fine);
  });
}

const ENTITIES: Record<string, string> = { "&amp;": "&", "&lt;": "<", "&gt;": ">", "&quot;": '"', "&#39;": "'" };
const plain = (text: string): string => text.replace(/&(?:amp|lt|gt|quot|#39);/g, (entity) => ENTITIES[entity]!);

function empty(): Pick<Look, "within" | "openings" | "rooms" | "pieces"> {
  return { within: new Map(), openings: new Map(), rooms: new Map(), pieces: new Map() };
}

export class Resolver {
  private readonly sheets = new Sheets();
  private readonly roots = new Map<string, Look>();
  private kept = 0;
  /** The markup of a piece of art, by its number. */
  private readonly piece: (number: number) => string;

  constructor(piece: (number: number) => string) {
    this.piece = piece;
  }

  /** Nothing that was looked up before is kept. */
  forget(): void {
    this.roots.clear();
    this.kept = 0;
  }

  add(sheet: string, name?: string): void {
    this.sheets.add(sheet, name);
  }

  /** What is looked up once for all elements of a kind is kept while the sheets stay the same. */
  private root(theme: Theme): Look {
    let found = this.roots.get(theme);
    if (!found) {
      const page: Kind = { tag: "html", classes: [], attributes: { "data-theme": theme }, parent: null };
      const above = {
        variables: {},
        lettering: { family: "text", weight: 400, size: 16 } as const,
        anchor: "start",
        strokeWidth: "1",
        room: null,
      };
      found = this.look(page, above as unknown as Look);
      if (theme === "auto") found.night = this.root("dark");
      this.roots.set(theme, found);
    }
    return found;
  }

  private look(kind: Kind, above: Look): Look {
    const declared = this.sheets.of(kind);
    const variables = Object.create(above.variables) as Record<string, string>;
    for (const [name, value] of declared) if (name.startsWith("--")) variables[name] = value;
    const value = (text: string): string => {
      const filled = text.replace(/var\((--[\w-]+)(?:,\s*([^()]*))?\)/g, (_, name: string, otherwise?: string) => variables[name] ?? otherwise ?? "");
      return filled.includes("var(") ? value(filled) : colours(filled);
    };
    const lettering = { ...above.lettering };
    let { anchor, strokeWidth } = above;
    const values = new Map<string, string>();
    const own = new Set<string>();
    for (const [name, text] of declared) {
      if (name === "font") {
        const found = /^(?:(\d+) )?([\d.]+)(px|rem)(?:\/[\d.]+)? (.*)$/.exec(value(text));
        if (!found) continue;
        lettering.weight = Number(found[1] ?? 400);
        lettering.size = Number(found[2]) * (found[3] === "rem" ? 16 : 1);
        lettering.family = found[4]!.includes("Sans") ? "text" : "display";
      } else if (name === "font-size") lettering.size = Number.parseFloat(value(text)) * (text.endsWith("rem") ? 16 : 1);
      else if (name === "font-weight") lettering.weight = Number(value(text));
      else if (name === "text-anchor") anchor = text;
      else if (KEPT.has(name) && !(name === "filter" && text === "none")) {
        const said = value(text);
        if (name === "stroke-width") strokeWidth = said;
        else values.set(name, said);
        own.add(name);
      }
    }
    const hidden = declared.get("display") === "none" || declared.get("visibility") === "hidden";
    const written = [...values].map(([name, said]) => ` ${name}="${said}"`).join("");
    return { ...kind, variables, lettering, anchor, strokeWidth, written, values, night: null, own, hidden, room: above.room, ...empty() };
  }

  private within(above: Look, tag: string, classes: string, seat: string): Look {
    const key = `${tag} ${classes} ${seat}`;
    let found = above.within.get(key);
    if (!found) {
      const names = classes.split(" ").filter((name) => name !== "");
      const kind: Kind = { tag, classes: names, attributes: { "data-seat": seat }, parent: above };
      above.within.set(key, (found = this.look(kind, above)));
      if (above.night) this.dim(found, this.within(above.night, tag, classes, seat));
    }
    return found;
  }

  /** What looks different by night says both. */
  private dim(look: Look, night: Look): void {
    look.night = night;
    const changes = [...look.values].filter(([name, said]) => night.values.get(name) !== said);
    if (changes.length === 0) return;
    const both = changes.map(([name, said]) => {
      const other = night.values.get(name)!;
      const shade = /(?:#[0-9a-f]+|rgba\([^)]*\))/g;
      const colours = other.match(shade) ?? [];
      let place = 0;
      return `${name}:${said.replace(shade, (day) => `light-dark(${day},${colours[place++] ?? day})`)}`;
    });
    look.written += ` style="${both.join(";")}"`;
  }

  /** What becomes of an element's opening, from its `<` on; the same words within the same element always the same. */
  private opening(markup: string, open: number, above: Look): Opening {
    const short = markup.slice(open, markup.indexOf(">", open) + 1);
    const known = above.openings.get(short);
    if (known) return known;
    if (++this.kept > MOST) this.forget();
    const [, tag] = /^<([\w-]+)/.exec(short)!;
    const attribute = /\s+([^\s=>/]+)="([^"]*)"/y;
    attribute.lastIndex = open + 1 + tag!.length;
    let end = attribute.lastIndex;
    let [classes, style, seat] = ["", "", ""];
    const attributes: [string, string][] = [];
    for (let found = attribute.exec(markup); found; found = attribute.exec(markup)) {
      end = attribute.lastIndex;
      const [, name, value] = found as unknown as [string, string, string];
      if (name === "class") classes = value;
      else if (name === "style") style = value;
      else if (name === "data-seat") seat = value;
      else if (!SPARE.test(name)) attributes.push([name, value]);
    }
    const close = markup.indexOf(">", end) + 1;
    const look = this.within(above, tag!, classes, seat);
    const found = tag === "svg" ? this.picture(attributes, look) : this.opened(tag!, attributes, style, look);
    const made = { ...found, length: close - open, alone: markup[close - 2] === "/" };
    above.openings.set(markup.slice(open, close), made);
    return made;
  }

  private opened(tag: string, attributes: [string, string][], style: string, look: Look): Pick<Opening, "tag" | "look" | "written" | "hidden" | "text"> {
    let [said, width] = ["", look.own.has("stroke-width") ? look.strokeWidth : ""];
    for (const [name, value] of attributes) {
      if (look.own.has(name)) continue;
      if (name === "stroke-width") width = value;
      else if (tag !== "text" || (name !== "x" && name !== "y")) said += ` ${name}="${rounded(value)}"`;
    }
    const moved = /transform:\s*([^;]+)/.exec(style);
    if (moved) said += ` transform="${rounded(moved[1]!.replaceAll(/px|deg/g, ""))}"`;
    const hidden =
      look.hidden || tag === "title" || (look.written.includes('fill="transparent"') && !look.own.has("stroke"));
    const number = (name: string): number => Number(attributes.find((one) => one[0] === name)?.[1] ?? 0);
    const text = tag === "text" ? { x: number("x"), y: number("y"), rest: said } : null;
    return { tag, look, hidden, text, written: `<${tag}${said}${width === "" ? "" : ` stroke-width="${width}"`}${look.written}` };
  }

  /** A picture within the picture becomes a group: many programs draw those faster, none of ours overflows. */
  private picture(attributes: [string, string][], look: Look): Pick<Opening, "tag" | "look" | "written" | "hidden" | "text"> {
    const said = new Map(attributes);
    const box = (said.get("viewBox") ?? "").split(" ").map(Number);
    const number = (name: string, otherwise: number): number => Number(said.get(name) ?? otherwise);
    const width = number("width", look.room?.width ?? box[2] ?? 0);
    const height = number("height", look.room?.height ?? box[3] ?? 0);
    const [left, top, across, down] = box.length === 4 ? (box as [number, number, number, number]) : [0, 0, width, height];
    const size = `${across} ${down}`;
    let fresh = look.rooms.get(size);
    if (!fresh) look.rooms.set(size, (fresh = { ...look, room: { width: across, height: down }, ...empty() }));
    if (!look.room) return this.opened("svg", attributes, "", fresh);
    const scale = Math.min(width / across, height / down);
    const x = number("x", 0) + (width - across * scale) / 2 - left * scale;
    const y = number("y", 0) + (height - down * scale) / 2 - top * scale;
    const place = `translate(${rounded(String(x))} ${rounded(String(y))})${scale === 1 ? "" : ` scale(${scale})`}`;
    return this.opened("g", [["transform", place]], "", fresh);
  }

  /** The picture the markup describes, in a theme. */
  resolve(markup: string, theme: Theme): string {
    return this.resolved(markup, this.root(theme));
  }

  private art(number: number, look: Look): string {
    let found = look.pieces.get(number);
    if (found === undefined) look.pieces.set(number, (found = this.resolved(this.piece(number), look)));
    return found;
  }

  private resolved(markup: string, around: Look): string {
    let look = around;
    const stack: { above: Look; opening: Opening; at: number }[] = [];
    const out: string[] = [];
    let [dropped, words] = [0, ""];
    for (let at = 0; ; ) {
      const open = markup.indexOf("<", at);
      if (open < 0) break;
      if (open > at && dropped === 0 && stack.at(-1)?.opening.text) words += markup.slice(at, open);
      const next = markup[open + 1];
      if (next === "!") {
        const end = markup.indexOf("-->", open);
        if (dropped === 0 && markup[open + 4] === "@") {
          const art = this.art(Number(markup.slice(open + 5, end)), look);
          if (art !== "") out.push(art);
        }
        at = end + 3;
        continue;
      }
      if (next === "/") {
        at = markup.indexOf(">", open) + 1;
        const { above, opening, at: begun } = stack.pop()!;
        look = above;
        if (dropped > 0) dropped--;
        else if (opening.text) {
          out.push(this.text(words, opening.text, opening.look));
          words = "";
        } else if (out.length === begun + 1) out[begun] = `${opening.written}/>`;
        else out.push(`</${opening.tag}>`);
        continue;
      }
      const opening = this.opening(markup, open, look);
      at = open + opening.length;
      if (opening.alone) {
        if (dropped === 0 && !opening.hidden) out.push(`${opening.written}/>`);
        continue;
      }
      if (dropped > 0 || opening.hidden) dropped++;
      else if (!opening.text) out.push(`${opening.written}>`);
      stack.push({ above: look, opening, at: out.length - 1 });
      look = opening.look;
    }
    return out.join("");
  }

  private text(said: string, text: NonNullable<Opening["text"]>, look: Look): string {
    const { lettering, anchor } = look;
    const words = plain(said).replace(/\s+/g, " ").trim();
    if (words === "") return "";
    const found = outlined(words, lettering);
    const stroked = look.own.has("stroke-width") ? Number.parseFloat(look.strokeWidth) : 0;
    if (!found) {
      const width = stroked > 0 ? ` stroke-width="${stroked}"` : "";
      const face = ` font-family="${FAMILIES[lettering.family]}" font-weight="${lettering.weight}" font-size="${lettering.size}"`;
      return `<text x="${text.x}" y="${text.y}" text-anchor="${anchor}"${face}${text.rest}${width}${look.written}>${said.trim()}</text>`;
    }
    const scale = lettering.size / found.em;
    const share = anchor === "middle" ? 0.5 : anchor === "end" ? 1 : 0;
    const x = text.x - found.width * scale * share;
    const own = / transform="([^"]*)"/.exec(text.rest);
    const place = `${own ? `${own[1]} ` : ""}translate(${rounded(String(x))} ${rounded(String(text.y))}) scale(${scale})`;
    const width = stroked > 0 ? ` stroke-width="${Math.round(stroked / scale)}"` : "";
    const rest = own ? text.rest.replace(own[0], "") : text.rest;
    return `<path transform="${place}"${rest}${width}${look.written} d="${found.outline}"/>`;
  }
}
