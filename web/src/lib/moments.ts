// What an event says of the table, made whole again: it brings only what is different in the view.

import type { Moved, TableState } from "./api";

/** The state of an event with its moment, or null if we do not know the one before. */
export function wholeState(
  state: TableState,
  moved: Moved | null,
  before: TableState | null,
): TableState | null {
  if (!moved) return state;
  if (!before?.moment || before.sequence !== moved.since) return null;
  const { steps, turn, prompt, prompt_you, scores, ranks } = moved;
  const view = { ...before.moment.view, ...moved.view } as typeof before.moment.view;
  return { ...state, moment: { steps, turn, prompt, prompt_you, view, scores, ranks } };
}
