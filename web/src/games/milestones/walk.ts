// Arrow keys walk from one thing that can be done to the nearest one in that direction.

import { walk as walkOn } from "../walking";

export function walk(event: KeyboardEvent): void {
  walkOn(event, "[data-target]");
}
