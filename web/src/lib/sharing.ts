// A new table that keeps whatever is as it was: what is the same need not be drawn again.

/** The new value, in which every part that is as before is the very one from before. */
export function share<T>(before: unknown, after: T): T {
  if (before === after || typeof before !== "object" || typeof after !== "object") return after;
  if (before === null || after === null || Array.isArray(before) !== Array.isArray(after)) return after;
  const old = before as Record<string, unknown>;
  const now = after as Record<string, unknown>;
  const names = Object.keys(now);
  const found: Record<string, unknown> = Array.isArray(after) ? ([] as unknown as Record<string, unknown>) : {};
  let same = names.length === Object.keys(old).length;
  for (const name of names) {
    found[name] = share(old[name], now[name]);
    same &&= found[name] === old[name] && name in old;
  }
  return (same ? before : found) as T;
}

/** Tables one after the other; each that was ever asked for stays the one it was. */
export class Sharing<T extends object> {
  private last: T | null = null;
  private readonly known = new WeakMap<T, T>();

  /** A table, sharing with the one shown last. */
  of(table: T): T {
    let found = this.known.get(table);
    if (!found) this.known.set(table, (found = share(this.last, table)));
    return found;
  }

  /** The table to show now. */
  next(table: T): T {
    return (this.last = this.of(table));
  }
}
