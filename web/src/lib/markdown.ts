// The little Markdown our rules texts use, as data: nothing is ever set as HTML.

export interface Part {
  text: string;
  strong?: boolean;
  soft?: boolean;
  code?: boolean;
}
export interface Block {
  kind: "h1" | "h2" | "h3" | "p" | "list" | "table" | "rule";
  parts: Part[];
  items: Part[][];
  rows: Part[][][];
}

const MARKS = /(\*\*[^*]+\*\*|\*[^*]+\*|_[^_]+_|`[^`]+`)/;

function parts(text: string): Part[] {
  return text
    .split(MARKS)
    .filter((piece) => piece !== "")
    .map((piece) => {
      if (piece.startsWith("**")) return { text: piece.slice(2, -2), strong: true };
      if (/^[*_].+[*_]$/.test(piece)) return { text: piece.slice(1, -1), soft: true };
      if (piece.startsWith("`")) return { text: piece.slice(1, -1), code: true };
      return { text: piece };
    });
}

function block(kind: Block["kind"], change: Partial<Block>): Block {
  return { kind, parts: [], items: [], rows: [], ...change };
}

function read(lines: string[]): Block {
  const first = lines[0]!;
  const heading = /^(#{1,3})#*\s+(.*)/.exec(first);
  if (heading) return block(`h${heading[1]!.length}` as "h1", { parts: parts(heading[2]!) });
  if (first.startsWith("|")) {
    const rows = lines.filter((line) => !/^\|[\s:|-]+\|$/.test(line));
    return block("table", {
      rows: rows.map((line) => line.slice(1, -1).split("|").map((cell) => parts(cell.trim()))),
    });
  }
  if (/^([-*]|\d+\.)\s/.test(first)) {
    const items: string[] = [];
    for (const line of lines) {
      if (/^\s*([-*]|\d+\.)\s/.test(line)) items.push(line.replace(/^\s*([-*]|\d+\.)\s+/, ""));
      else items[items.length - 1] += ` ${line.trim()}`;
    }
    return block("list", { items: items.map(parts) });
  }
  if (/^-{3,}$/.test(first)) return block("rule", {});
  return block("p", { parts: parts(lines.map((line) => line.replace(/^>\s*/, "")).join(" ")) });
}

export function blocks(text: string): Block[] {
  const groups: string[][] = [];
  let open: string[] = [];
  for (const line of [...text.split("\n"), ""]) {
    const starts = line.startsWith("#") || line.trim() === "";
    if (starts && open.length > 0) {
      groups.push(open);
      open = [];
    }
    if (line.startsWith("#")) groups.push([line]);
    else if (line.trim() !== "") open.push(line);
  }
  return groups.map(read);
}
