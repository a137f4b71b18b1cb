// What deserves a moment of its own when it is told.

export const MOMENTS: readonly string[] = [
  "event-fruit-short",
  "event-carts-short",
  "event-finca-won",
  "event-finca-tied",
  "event-wooden-finca",
  "event-bonus",
  "event-set-unpaid",
];
