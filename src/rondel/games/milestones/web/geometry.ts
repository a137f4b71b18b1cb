// Where things are drawn: the crossings of the map, the score track, the loop of a board.

import type { MilestonesView, Triangle, Vertex } from "./steps";

export interface Point {
  x: number;
  y: number;
}

/** A map as it comes from the printer: nothing stands on it yet. */
export interface Printed {
  vertices: Pick<Vertex, "name" | "x" | "y">[];
  triangles: Pick<Triangle, "name" | "corners" | "bush">[];
}

export function printed({ vertices, triangles }: MilestonesView): Printed {
  return {
    vertices: vertices.map(({ name, x, y }) => ({ name, x, y })),
    triangles: triangles.map(({ name, corners, bush }) => ({ name, corners, bush })),
  };
}

export const MAP = { width: 1000, height: 690, left: 100, top: 86, half: 50, row: 86 };
export const LAP = 100;

/** A number from 0 to 1 that is always the same for a name. */
export function chance(name: string, salt = 0): number {
  let hash = 2166136261 ^ salt;
  for (const letter of name) hash = Math.imul(hash ^ letter.charCodeAt(0), 16777619);
  hash ^= hash >>> 15;
  hash = Math.imul(hash, 2246822519);
  hash ^= hash >>> 13;
  return (hash >>> 0) / 4294967296;
}

/** A crossing, moved a little, as by a surveyor's hand. */
export function crossing(vertex: Printed["vertices"][number]): Point {
  return {
    x: MAP.left + vertex.x * MAP.half + (chance(vertex.name) - 0.5) * 12,
    y: MAP.top + vertex.y * MAP.row + (chance(vertex.name, 7) - 0.5) * 12,
  };
}

export function crossings(vertices: Printed["vertices"]): Map<string, Point> {
  return new Map(vertices.map((vertex) => [vertex.name, crossing(vertex)]));
}

export function middle(points: readonly Point[]): Point {
  const count = points.length;
  return {
    x: points.reduce((sum, point) => sum + point.x, 0) / count,
    y: points.reduce((sum, point) => sum + point.y, 0) / count,
  };
}

export function corners(triangle: Pick<Triangle, "corners">, places: Map<string, Point>): Point[] {
  return triangle.corners.map((name) => places.get(name)!);
}

/** A triangle, drawn towards its middle. */
export function outline(points: readonly Point[], inset = 0): string {
  const centre = middle(points);
  const moved = points.map((point) => {
    const x = point.x + (centre.x - point.x) * inset;
    const y = point.y + (centre.y - point.y) * inset;
    return `${x.toFixed(1)} ${y.toFixed(1)}`;
  });
  return `M${moved.join("L")}Z`;
}

/** A line between two crossings that bends a little. */
export function bent(from: Point, to: Point, name: string, most = 7): string {
  const bend = (chance(name, 3) - 0.5) * 2 * most;
  const length = Math.hypot(to.x - from.x, to.y - from.y) || 1;
  const x = (from.x + to.x) / 2 - ((to.y - from.y) / length) * bend;
  const y = (from.y + to.y) / 2 + ((to.x - from.x) / length) * bend;
  return `M${from.x.toFixed(1)} ${from.y.toFixed(1)}Q${x.toFixed(1)} ${y.toFixed(1)} ${to.x.toFixed(1)} ${to.y.toFixed(1)}`;
}

/** Every grid line once, by the names of its ends. */
export function edges(triangles: Printed["triangles"]): [string, string][] {
  const found = new Map<string, [string, string]>();
  for (const { corners } of triangles) {
    for (const [a, b] of [[0, 1], [1, 2], [0, 2]] as const) {
      const pair = [corners[a], corners[b]].sort() as [string, string];
      found.set(pair.join("-"), pair);
    }
  }
  return [...found.values()];
}

export interface Tree extends Point {
  size: number;
  fir: boolean;
}

/** Trees stand where a row begins or ends half a step inside, the nearer ones last. */
export function trees(places: Map<string, Point>): Tree[] {
  const found: Tree[] = [];
  const rows = new Map<string, Point[]>();
  for (const [name, point] of places) rows.set(name[0]!, [...(rows.get(name[0]!) ?? []), point]);
  for (const [row, points] of rows) {
    const { y } = middle(points);
    const right = MAP.width - MAP.left;
    if (Math.min(...points.map((point) => point.x)) > MAP.left + 25) found.push(...wood(`${row}l`, MAP.left - 18, y));
    if (Math.max(...points.map((point) => point.x)) < right - 25) found.push(...wood(`${row}r`, right + 18, y));
  }
  return found.sort((one, other) => one.y - other.y);
}

function wood(name: string, x: number, y: number): Tree[] {
  return [0, 1, 2].map((tree) => ({
    x: x + (tree - 1) * 21 + (chance(name, tree) - 0.5) * 8,
    y: y + 16 + (tree === 1 ? 12 : 0) + (chance(name, tree + 5) - 0.5) * 8,
    size: 0.75 + chance(name, tree + 9) * 0.4,
    fir: chance(name, tree + 13) < 0.55,
  }));
}

/** The stones of the score track, clockwise around the map from the top left, winding a little. */
export const TRACK: readonly Point[] = Array.from({ length: LAP }, (_, stone) => {
  const inset = 25;
  const width = MAP.width - 2 * inset;
  const height = MAP.height - 2 * inset;
  let along = (stone / LAP) * 2 * (width + height);
  const wave = Math.sin((stone / LAP) * Math.PI * 2 * 12) * 6;
  if (along <= width) return { x: inset + along, y: inset + wave };
  along -= width;
  if (along <= height) return { x: inset + width + wave, y: inset + along };
  along -= height;
  if (along <= width) return { x: inset + width - along, y: inset + height + wave };
  along -= width;
  return { x: inset + wave, y: inset + height - along };
});

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

export const LOOP = { width: 1000, height: 236 };

/** The spaces of a board's loop: castle, eight workers, trading house, board of works, mill. */
export const LOOP_BOXES: readonly Box[] = [
  { x: 6, y: 8, width: 114, height: 220 },
  ...Array.from({ length: 8 }, (_, index) => ({ x: 132 + index * 108, y: 8, width: 102, height: 124 })),
  { x: 708, y: 142, width: 282, height: 86 },
  { x: 420, y: 142, width: 282, height: 86 },
  { x: 132, y: 142, width: 282, height: 86 },
];

/** Where a pawn stands on a space of the loop. */
export function standing(index: number): Point {
  const box = LOOP_BOXES[index]!;
  if (index === 0) return { x: 63, y: 196 };
  if (index <= 8) return { x: box.x + 27, y: 122 };
  return { x: box.x + 258, y: box.y + 78 };
}
