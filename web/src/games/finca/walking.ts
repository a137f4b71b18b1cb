// Arrow keys: round the windmill from blade to blade, across the map to the nearest piece.

const BEARINGS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

function middle(piece: Element): [number, number] {
  const box = piece.getBoundingClientRect();
  return [box.x + box.width / 2, box.y + box.height / 2];
}

/** The next blade clockwise or back that may be pressed. */
function around(here: Element, pieces: Element[], clockwise: boolean): Element | undefined {
  const blades = pieces
    .filter((piece) => piece.getAttribute("data-kind") === "blade")
    .toSorted((a, b) => Number(a.getAttribute("data-place")) - Number(b.getAttribute("data-place")));
  const index = blades.indexOf(here);
  return blades[(index + (clockwise ? 1 : blades.length - 1)) % blades.length];
}

/** The nearest piece in a direction; what lies aside counts double. */
function towards(here: Element, pieces: Element[], [dx, dy]: readonly [number, number]): Element | undefined {
  const [x, y] = middle(here);
  const far = (piece: Element): number => {
    const [px, py] = middle(piece);
    const ahead = (px - x) * dx + (py - y) * dy;
    const aside = Math.abs((px - x) * dy) + Math.abs((py - y) * dx);
    return ahead > 4 ? ahead + 2 * aside : Infinity;
  };
  const best = pieces.toSorted((a, b) => far(a) - far(b))[0];
  return best && far(best) < Infinity ? best : undefined;
}

export function walk(event: KeyboardEvent): void {
  const bearing = BEARINGS[event.key];
  const here = event.target as Element | null;
  const board = event.currentTarget as Element;
  if (!bearing || !here?.matches("[data-kind]")) return;
  const pieces = [...board.querySelectorAll("[data-kind][tabindex='0']")];
  const turning = here.getAttribute("data-kind") === "blade" && bearing[0] !== 0;
  const next = turning ? around(here, pieces, bearing[0] > 0) : towards(here, pieces, bearing);
  if (!next) return;
  event.preventDefault();
  event.stopPropagation();
  (next as SVGElement).focus();
}
