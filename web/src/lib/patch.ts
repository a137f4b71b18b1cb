// An event brings only the fields that it changed: here they are put into the state before it.

import type { PositionView, Patch, TableState } from "./api";

/** Return the state that a patch leads to, or null if it does not apply to this one. */
export function applyPatch(before: TableState, patch: Patch): TableState | null {
  if (patch.since !== before.last_event) return null;
  const table = { ...before.table, ...patch.table };
  const view = { ...before.moment?.view, ...patch.view };
  const moment = before.moment || "turn" in patch.moment ? { ...before.moment, ...patch.moment, view } : null;
  return { ...before, ...patch.state, table, moment: moment as PositionView | null };
}
