// What a film's file holds.

type View = Record<string, unknown>;
/** What the drawing needs beside the view. */
export interface Request {
  game: string;
  language: string;
}
export interface Packed {
  /** The boards' drawing. */
  script: string;
  request: Request;
  /** Each view, as its differences from the one before. */
  frames: View[];
  told: string[];
  /** Milliseconds for each position. */
  pace: number;
}
export interface Drawing {
  draw: (request: string) => string;
  say: (game: string, language: string, key: string) => string;
}

/** Decompress data that a page holds as text. */
export async function unpack<T>(text: string): Promise<T> {
  const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  const opened = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return (await new Response(opened).json()) as T;
}

export function positions(frames: readonly View[]): View[] {
  const views: View[] = [];
  for (const changed of frames) views.push({ ...views.at(-1), ...changed });
  return views;
}
