// What is heard when something is told.

import type { MilestonesEvent } from "../../lib/api";
import type { Sound } from "../../lib/sounds";

export const SOUNDS: Readonly<Partial<Record<MilestonesEvent, Sound>>> = {
  "event-go-worker": "wood",
  "event-go-castle": "wood",
  "event-to": "stone",
  "event-house": "stone",
  "event-market": "stone",
  "event-buy": "coin",
  "event-sell": "coin",
  "event-hire": "coin",
  "event-sack": "coin",
  "event-sack-for": "coin",
  "event-take": "fanfare",
};
