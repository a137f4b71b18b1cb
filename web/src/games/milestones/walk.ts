// Arrow keys walk from one thing that can be done to the nearest one in that direction.

const DIRECTIONS: Record<string, readonly [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

function centre(element: Element): [number, number] {
  const box = element.getBoundingClientRect();
  return [box.x + box.width / 2, box.y + box.height / 2];
}

export function walk(event: KeyboardEvent & { currentTarget: HTMLElement }): void {
  const direction = DIRECTIONS[event.key];
  const from = document.activeElement;
  if (!direction || !from?.matches("[data-target]")) return;
  const [x, y] = centre(from);
  let nearest: { element: HTMLElement | SVGElement; far: number } | null = null;
  for (const element of event.currentTarget.querySelectorAll<HTMLElement | SVGElement>("[data-target]")) {
    const [otherX, otherY] = centre(element);
    const along = (otherX - x) * direction[0] + (otherY - y) * direction[1];
    const aside = Math.abs((otherX - x) * direction[1]) + Math.abs((otherY - y) * direction[0]);
    if (element === from || along < 4) continue;
    const far = along + aside * 2;
    if (!nearest || far < nearest.far) nearest = { element, far };
  }
  if (!nearest) return;
  event.preventDefault();
  nearest.element.focus();
}
