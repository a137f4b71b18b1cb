// A table read field by field: who reads one field is not even asked when another changes.

import { untrack } from "svelte";

/** The table as it is at any time; its fields are those that it has now. */
export function fields<T extends object>(table: () => T): T {
  const first = untrack(table);
  const found = {} as T;
  const renewed = (Object.keys(first) as (keyof T)[]).map((name) => {
    let part = $state.raw(first[name]);
    Object.defineProperty(found, name, { get: () => part, enumerable: true });
    return (now: T): void => void (part = now[name]);
  });
  $effect.pre(() => {
    const now = table();
    untrack(() => renewed.forEach((renew) => renew(now)));
  });
  return found;
}
