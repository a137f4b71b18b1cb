// Which declarations apply to an element: the small part of CSS that our boards are written in.

export interface Kind {
  tag: string;
  classes: readonly string[];
  attributes: Readonly<Record<string, string>>;
  parent: Kind | null;
}
interface Part {
  tag: string;
  classes: string[];
  attributes: [name: string, value: string][];
  /** Whether the part before it must be the parent itself. */
  close: boolean;
}
interface Rule {
  parts: Part[];
  weight: number;
  order: number;
  declarations: [name: string, value: string][];
}

const PIECE = /^(?:([\w-]+|\*)|\.([\w-]+)|\[([\w-]+)="([^"]*)"\]|:where\(\.([\w-]+)\)|(:root))/;

/** The text of one selector as parts, or nothing if it speaks of pointers, focus or neighbours. */
function selector(text: string): { parts: Part[]; weight: number } | null {
  const parts: Part[] = [];
  let weight = 0;
  for (const word of text.trim().split(/\s*(>)\s*|\s+/).filter(Boolean)) {
    if (word === ">") {
      parts.push({ tag: ">", classes: [], attributes: [], close: true });
      continue;
    }
    const close = parts.at(-1)?.tag === ">";
    if (close) parts.pop();
    const part: Part = { tag: "", classes: [], attributes: [], close };
    let rest = word;
    while (rest !== "") {
      const found = PIECE.exec(rest);
      if (!found) return null;
      const [whole, tag, name, attribute, value, soft, root] = found;
      if (tag && tag !== "*") part.tag = tag;
      if (name) part.classes.push(name);
      if (soft) part.classes.push(soft);
      if (attribute) part.attributes.push([attribute, value!]);
      if (root) part.tag = "html";
      weight += tag && tag !== "*" ? 1 : name || attribute || root ? 100 : 0;
      rest = rest.slice(whole.length);
    }
    parts.push(part);
  }
  return { parts, weight };
}

/** Every rule of a style sheet that holds whatever the screen; what stands within @ is left out. */
export function read(sheet: string, order: number): Rule[] {
  const text = sheet.replace(/\/\*[\s\S]*?\*\//g, "");
  const rules: Rule[] = [];
  for (let at = 0; ; ) {
    const open = text.indexOf("{", at);
    if (open < 0) return rules;
    const head = text.slice(at, open).trim();
    let end = open + 1;
    for (let depth = 1; depth > 0 && end < text.length; end++)
      depth += text[end] === "{" ? 1 : text[end] === "}" ? -1 : 0;
    at = end;
    if (head.startsWith("@")) continue;
    const declarations = text
      .slice(open + 1, end - 1)
      .split(";")
      .map((line) => line.trim())
      .filter((line) => line !== "")
      .map((line): [string, string] => [line.slice(0, line.indexOf(":")).trim(), line.slice(line.indexOf(":") + 1).trim()]);
    for (const one of head.split(",")) {
      const found = selector(one);
      if (found) rules.push({ ...found, order: order + rules.length, declarations });
    }
  }
}

function fits(kind: Kind, part: Part): boolean {
  return (
    (part.tag === "" || part.tag === kind.tag) &&
    part.classes.every((name) => kind.classes.includes(name)) &&
    part.attributes.every(([name, value]) => kind.attributes[name] === value)
  );
}

function matches(kind: Kind, parts: readonly Part[], last = parts.length - 1): boolean {
  if (!fits(kind, parts[last]!)) return false;
  if (last === 0) return true;
  for (let above = kind.parent; above; above = above.parent) {
    if (matches(above, parts, last - 1)) return true;
    if (parts[last]!.close) return false;
  }
  return false;
}

/** All rules, found by a class or a tag that the element must have. */
export class Sheets {
  private readonly byName = new Map<string, Rule[]>();
  private readonly known = new Set<string>();
  private order = 0;

  add(sheet: string, name = sheet): void {
    if (this.known.has(name)) return;
    this.known.add(name);
    for (const rule of read(sheet, this.order)) {
      const last = rule.parts.at(-1)!;
      const key = last.classes.length > 0 ? `.${last.classes.at(-1)!}` : last.tag;
      this.byName.set(key, [...(this.byName.get(key) ?? []), rule]);
      this.order = rule.order + 1;
    }
  }

  /** What applies to an element, the strongest last. */
  of(kind: Kind): Map<string, string> {
    const keys = ["", kind.tag, ...kind.classes.map((name) => `.${name}`)];
    const found = keys
      .flatMap((key) => this.byName.get(key) ?? [])
      .filter((rule) => matches(kind, rule.parts))
      .sort((one, other) => one.weight - other.weight || one.order - other.order);
    return new Map(found.flatMap((rule) => rule.declarations));
  }
}
