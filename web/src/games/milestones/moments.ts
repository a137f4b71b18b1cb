// What deserves a moment of its own when it is told.

export const MOMENTS: readonly string[] = [
  "event-last-sections",
  "event-last-houses",
  "event-last-markets",
  "event-last-sacks",
  "event-pile-empty",
  "event-end-target",
  "event-end-last-tile",
  "event-last-turns",
  "event-majority",
  "event-majority-tied",
];
