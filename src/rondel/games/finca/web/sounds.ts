// What is heard when something is told.

import type { FincaEvent } from "../../lib/api";
import type { Sound } from "../../lib/sounds";

export const SOUNDS: Readonly<Partial<Record<FincaEvent, Sound>>> = {
  "event-move": "wood",
  "event-land": "wind",
  "event-wind": "wind",
  "event-gust": "wind",
  "event-cart": "hoof",
  "event-large": "hoof",
  "event-less": "hoof",
  "event-fill": "coin",
  "event-fill-any": "coin",
  "event-fill-less": "coin",
  "event-finca-won": "fanfare",
  "event-bonus": "fanfare",
};
