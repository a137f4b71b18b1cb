// The icon as PNG for home screens, drawn point by point when the client is built.

import type { Plugin } from "vite";

type Colour = [number, number, number];
const PAPER: Colour = [246, 238, 218];
const INK: Colour = [122, 59, 29];
const SAILS: Colour[] = [
  [232, 178, 30],
  [224, 120, 42],
  [125, 75, 139],
  [111, 138, 58],
  [47, 125, 155],
  [194, 86, 47],
];
const FINE = 4;

/** The colour at a point of the icon, both coordinates from -32 to 32. */
function colour(x: number, y: number): Colour {
  const far = Math.hypot(x, y);
  if (far < 6.5) return PAPER;
  if (far < 9.5) return INK;
  if (far > 27.5) return PAPER;
  if (far > 24.5) return INK;
  const turn = (Math.atan2(x, -y) + 2 * Math.PI) % (2 * Math.PI);
  const sail = Math.floor(turn / (Math.PI / 3));
  const edge = far * Math.sin(Math.min(turn - (sail * Math.PI) / 3, ((sail + 1) * Math.PI) / 3 - turn));
  return edge < 1.5 ? INK : SAILS[sail]!;
}

function picture(size: number): Uint8Array {
  const rows = new Uint8Array(size * (size * 3 + 1));
  for (let y = 0; y < size; y++)
    for (let x = 0; x < size; x++) {
      const sum = [0, 0, 0];
      for (let part = 0; part < FINE * FINE; part++) {
        const across = (x + ((part % FINE) + 0.5) / FINE) / size;
        const down = (y + (Math.floor(part / FINE) + 0.5) / FINE) / size;
        colour(across * 64 - 32, down * 64 - 32).forEach((value, index) => (sum[index]! += value));
      }
      sum.forEach((value, index) => (rows[y * (size * 3 + 1) + 1 + x * 3 + index] = value / FINE ** 2));
    }
  return rows;
}

function check(bytes: Uint8Array): number {
  let rest = 0xffffffff;
  for (const byte of bytes) {
    rest ^= byte;
    for (let bit = 0; bit < 8; bit++) rest = rest & 1 ? (rest >>> 1) ^ 0xedb88320 : rest >>> 1;
  }
  return ~rest >>> 0;
}

function chunk(name: string, body: Uint8Array): Uint8Array {
  const whole = new Uint8Array(body.length + 12);
  const view = new DataView(whole.buffer);
  view.setUint32(0, body.length);
  whole.set([...name].map((letter) => letter.charCodeAt(0)), 4);
  whole.set(body, 8);
  view.setUint32(body.length + 8, check(whole.subarray(4, body.length + 8)));
  return whole;
}

async function packed(bytes: Uint8Array): Promise<Uint8Array> {
  const stream = new Blob([bytes as Uint8Array<ArrayBuffer>]).stream();
  const pressed = stream.pipeThrough(new CompressionStream("deflate"));
  return new Uint8Array(await new Response(pressed).arrayBuffer());
}

async function png(size: number): Promise<Uint8Array> {
  const header = new Uint8Array(13);
  const view = new DataView(header.buffer);
  view.setUint32(0, size);
  view.setUint32(4, size);
  header.set([8, 2], 8);
  const parts = [
    Uint8Array.of(137, 80, 78, 71, 13, 10, 26, 10),
    chunk("IHDR", header),
    chunk("IDAT", await packed(picture(size))),
    chunk("IEND", new Uint8Array()),
  ];
  return Uint8Array.from(parts.flatMap((part) => [...part]));
}

export function icons(): Plugin {
  return {
    name: "icons",
    apply: "build",
    async generateBundle() {
      for (const size of [180, 192, 512]) {
        this.emitFile({ type: "asset", fileName: `icon-${size}.png`, source: await png(size) });
      }
    },
  };
}
