// What deserves a moment of its own when it is told.

import type { FincaEvent } from "../../lib/api";

export const MOMENTS: readonly FincaEvent[] = [
  "event-fruit-short",
  "event-carts-short",
  "event-finca-won",
  "event-finca-tied",
  "event-wooden-finca",
  "event-bonus",
  "event-set-unpaid",
];
