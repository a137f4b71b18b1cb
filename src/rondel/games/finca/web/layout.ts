// Where things lie on the picture: beside each other on a wide screen, below each other on a phone.

export interface Point {
  x: number;
  y: number;
}
export interface Layout {
  width: number;
  height: number;
  mill: Point;
  coast: readonly Point[];
  /** The rock the windmill stands on, with the quay. */
  islet: readonly Point[];
  villages: Readonly<Record<string, Point>>;
  mountains: readonly Point[];
  groves: readonly Point[];
  fields: readonly Point[];
  /** Where the cart stands that is being loaded. */
  cart: Point;
  supply: Point & { size: number };
  bonus: Point;
  wood: Point;
  compass: Point;
  boat: Point;
}

export const BLADES = 12;
export const INNER = 104;
export const OUTER = 268;

/** A point of the windmill: blade 0 begins at the top, clockwise; half a blade is its middle. */
export function polar(radius: number, blades: number): Point {
  const angle = (blades / BLADES) * 2 * Math.PI - Math.PI / 2;
  return { x: radius * Math.cos(angle), y: radius * Math.sin(angle) };
}

const ROWS: readonly (readonly number[])[] = [
  [],
  [1],
  [2],
  [3],
  [2, 2],
  [2, 3],
  [3, 3],
  [2, 2, 3],
  [2, 3, 3],
  [3, 3, 3],
  [2, 2, 3, 3],
  [2, 3, 3, 3],
  [2, 3, 3, 4],
  [3, 3, 3, 4],
  [3, 3, 4, 4],
  [3, 4, 4, 4],
];

/** Where a crowd of so many stands on a blade, from the windmill's middle, and how tall each is. */
export function spots(blade: number, crowd: number): { at: Point; size: number }[] {
  const rows = ROWS[Math.min(crowd, ROWS.length - 1)]!;
  const size = crowd <= 3 ? 1 : crowd <= 9 ? 0.92 : 0.8;
  const step = 34 * size;
  const middle = 164;
  return rows.flatMap((count, row) => {
    const radius = middle + (row - (rows.length - 1) / 2) * step;
    const gap = Math.min(28 * size, (radius * 0.47) / count);
    const centre = polar(radius, blade + 0.5);
    const turn = ((blade + 0.5) / BLADES) * 2 * Math.PI;
    return Array.from({ length: count }, (_, place) => {
      const aside = (place - (count - 1) / 2) * gap;
      return {
        at: { x: centre.x + aside * Math.cos(turn), y: centre.y + aside * Math.sin(turn) },
        size,
      };
    });
  });
}

/** A smooth closed line through the points. */
export function smooth(points: readonly Point[]): string {
  const at = (index: number): Point => points[(index + points.length) % points.length]!;
  const parts = points.map((point, index) => {
    const [before, next, after] = [at(index - 1), at(index + 1), at(index + 2)];
    const first = { x: point.x + (next.x - before.x) / 6, y: point.y + (next.y - before.y) / 6 };
    const second = { x: next.x - (after.x - point.x) / 6, y: next.y - (after.y - point.y) / 6 };
    return `C${show(first)} ${show(second)} ${show(next)}`;
  });
  return `M${show(points[0]!)}${parts.join("")}Z`;
}

function show(point: Point): string {
  return `${point.x.toFixed(1)} ${point.y.toFixed(1)}`;
}

const points = (...numbers: number[]): Point[] =>
  Array.from({ length: numbers.length / 2 }, (_, index) => ({
    x: numbers[2 * index]!,
    y: numbers[2 * index + 1]!,
  }));

const COAST = points(
  372, 700, 380, 644, 420, 606, 472, 572, 516, 522, 566, 462, 588, 398, 622, 330, 654, 262, 690, 188,
  744, 116, 812, 74, 872, 40, 902, 62, 866, 104, 888, 132, 934, 122, 928, 158, 904, 196, 934, 226,
  984, 206, 1022, 166, 1084, 142, 1140, 138, 1170, 176, 1150, 238, 1168, 312, 1162, 392, 1136, 470,
  1130, 546, 1100, 622, 1082, 694, 1042, 752, 982, 786, 914, 770, 846, 784, 764, 776, 688, 786,
  636, 752, 618, 704, 570, 690, 528, 716, 500, 758, 444, 782, 390, 764,
);

export const WIDE: Layout = {
  width: 1200,
  height: 800,
  mill: { x: 282, y: 290 },
  coast: COAST,
  islet: points(
    8, 690, 22, 640, 80, 614, 170, 604, 262, 600, 322, 612, 346, 650, 342, 712, 350, 760, 300, 792, 160, 796,
    40, 792, 6, 752,
  ),
  villages: {
    andratx: { x: 450, y: 676 },
    palma: { x: 596, y: 592 },
    llucmajor: { x: 724, y: 690 },
    campos: { x: 868, y: 676 },
    santanyi: { x: 1008, y: 620 },
    inca: { x: 716, y: 426 },
    villafranca: { x: 872, y: 494 },
    alcudia: { x: 800, y: 222 },
    arta: { x: 1058, y: 252 },
    "son-severa": { x: 1060, y: 424 },
  },
  mountains: points(600, 470, 640, 372, 664, 318, 690, 262, 720, 210, 760, 140, 812, 108, 520, 570, 560, 516),
  groves: points(
    640, 540, 800, 590, 940, 590, 790, 350, 930, 360, 960, 310, 1090, 530, 790, 742, 940, 726, 660, 620,
    900, 290, 980, 520, 480, 630, 1110, 330, 940, 420,
  ),
  fields: points(
    800, 424, 640, 670, 948, 520, 980, 350, 700, 540, 900, 250, 1000, 724, 800, 566, 540, 636, 1108, 500, 770, 320,
    960, 440, 660, 520, 1060, 330,
  ),
  cart: { x: 112, y: 646 },
  supply: { x: 18, y: 704, size: 1 },
  bonus: { x: 612, y: 50 },
  wood: { x: 1128, y: 716 },
  compass: { x: 1010, y: 66 },
  boat: { x: 612, y: 196 },
};

const narrowed = (point: Point): Point => ({
  x: (point.x - 330) * 0.752 + 4,
  y: (point.y - 34) * 0.98 + 772,
});

export const NARROW: Layout = {
  width: 640,
  height: 1514,
  mill: { x: 320, y: 290 },
  coast: COAST.map(narrowed),
  islet: points(
    30, 690, 60, 630, 150, 608, 320, 600, 480, 608, 580, 632, 612, 690, 600, 760, 520, 790, 320, 796, 120, 792,
    44, 764,
  ),
  villages: {
    andratx: { x: 88, y: 1392 },
    palma: { x: 190, y: 1276 },
    llucmajor: { x: 296, y: 1414 },
    campos: { x: 424, y: 1400 },
    santanyi: { x: 536, y: 1314 },
    inca: { x: 290, y: 1122 },
    villafranca: { x: 412, y: 1236 },
    alcudia: { x: 356, y: 952 },
    arta: { x: 548, y: 1000 },
    "son-severa": { x: 548, y: 1152 },
  },
  mountains: WIDE.mountains.map(narrowed),
  groves: WIDE.groves.map(narrowed),
  fields: WIDE.fields.map(narrowed),
  cart: { x: 122, y: 1066 },
  supply: { x: 92, y: 696, size: 1.44 },
  bonus: { x: 60, y: 862 },
  wood: { x: 76, y: 942 },
  compass: { x: 66, y: 1180 },
  boat: { x: 214, y: 930 },
};
