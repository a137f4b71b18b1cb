// A picture of a result to share: drawn from scratch, in the colours of the page, without anything from elsewhere.

import type { Sample } from "./curve.svelte";

export interface Result {
  title: string;
  told: string;
  places: { name: string; score: string; rank: number; seat: number }[];
  samples: readonly Sample[];
}

const [WIDTH, HEIGHT] = [1200, 630];
const DASHES = [[], [22, 8], [6, 8], [22, 8, 5, 8]];

/** A colour of the theme that is shown. */
const token = (name: string): string => getComputedStyle(document.documentElement).getPropertyValue(`--${name}`);

function line(pen: CanvasRenderingContext2D, result: Result, seat: number): void {
  const { samples } = result;
  const [first, last] = [samples[0]!.steps, samples.at(-1)!.steps];
  const most = Math.max(1, ...samples.flatMap((sample) => sample.scores));
  pen.beginPath();
  for (const sample of samples) {
    const x = 560 + ((sample.steps - first) / Math.max(1, last - first)) * 560;
    pen.lineTo(x, 520 - (sample.scores[seat]! / most) * 300);
  }
  pen.strokeStyle = token(`seat-${seat}`);
  pen.setLineDash(DASHES[seat]!);
  pen.lineWidth = 8;
  pen.lineJoin = "round";
  pen.stroke();
}

export async function picture(result: Result): Promise<Blob | null> {
  await document.fonts.ready;
  const sheet = document.createElement("canvas");
  [sheet.width, sheet.height] = [WIDTH, HEIGHT];
  const pen = sheet.getContext("2d")!;
  pen.fillStyle = token("paper");
  pen.fillRect(0, 0, WIDTH, HEIGHT);
  pen.strokeStyle = token("line");
  pen.lineWidth = 6;
  pen.strokeRect(18, 18, WIDTH - 36, HEIGHT - 36);
  pen.fillStyle = token("ink");
  pen.font = "800 72px Alegreya, Georgia, serif";
  pen.fillText(result.title, 70, 120, 1060);
  pen.font = "400 36px 'Alegreya Sans', sans-serif";
  pen.fillText(result.told, 70, 178, 1060);
  result.places.forEach((place, row) => {
    const y = 270 + row * 76;
    pen.fillStyle = token(`seat-${place.seat}`);
    pen.fillRect(70, y - 34, 40, 40);
    pen.fillStyle = token("ink");
    pen.font = `${place.rank === 1 ? 800 : 500} 40px 'Alegreya Sans', sans-serif`;
    pen.fillText(`${place.rank}. ${place.name}`, 130, y, 290);
    pen.textAlign = "right";
    pen.fillText(place.score, 530, y, 120);
    pen.textAlign = "left";
  });
  if (result.samples.length > 1) result.places.forEach((place) => line(pen, result, place.seat));
  pen.setLineDash([]);
  pen.fillStyle = token("ink-soft");
  pen.font = "800 30px Alegreya, Georgia, serif";
  pen.fillText("Rondel", 1030, 585);
  return new Promise((done) => sheet.toBlob(done, "image/png"));
}

/** Hand it to whoever the device shares with, or save it. */
export async function share(image: Blob, name: string): Promise<void> {
  const file = new File([image], name, { type: image.type });
  if ("canShare" in navigator && navigator.canShare({ files: [file] })) {
    try {
      await navigator.share({ files: [file] });
      return;
    } catch {
      // Not wanted after all, or not allowed here: it can still be saved.
    }
  }
  const link = document.createElement("a");
  link.href = URL.createObjectURL(image);
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}
