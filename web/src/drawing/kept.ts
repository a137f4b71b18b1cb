// Pieces of art: what they look like depends on their properties alone, so each is drawn once.

import type { Component } from "svelte";

type Props = Record<string, unknown>;
interface Piece {
  component: Component<Props>;
  props: Props;
}
type Rendered = (renderer: { push: (text: string) => void }, props: Props) => void;

/** How many pieces are kept; a game's pictures have some hundreds between them. */
const MOST = 10_000;

let pieces: Piece[] = [];
const numbers = new Map<Rendered, Map<string, number>>();

/** Whether a property says all it is when written as JSON. */
function plain(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return typeof value !== "function";
  return Array.isArray(value) || Object.getPrototypeOf(value) === Object.prototype;
}

/** The component as the build hands it on: it leaves a mark where its piece belongs. */
export function kept(component: Rendered): Rendered {
  const known = new Map<string, number>();
  numbers.set(component, known);
  return (renderer, props) => {
    if (!Object.values(props).every(plain)) return component(renderer, props);
    const name = JSON.stringify(props);
    let number = known.get(name);
    if (number === undefined) {
      number = pieces.push({ component: component as unknown as Component<Props>, props }) - 1;
      known.set(name, number);
    }
    renderer.push(`<!--@${number}-->`);
  };
}

export function piece(number: number): Piece {
  return pieces[number]!;
}

/** Whether so many pieces were kept that all are forgotten: marks made before mean nothing any more. */
export function forgotten(): boolean {
  if (pieces.length < MOST) return false;
  pieces = [];
  for (const known of numbers.values()) known.clear();
  return true;
}
