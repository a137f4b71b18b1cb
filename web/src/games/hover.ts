// Hover at a piece: by the pointer or by the focus, it is the same.

interface Hover {
  onpointerenter: () => void;
  onpointerleave: () => void;
  onfocus: () => void;
  onblur: () => void;
}

/** Return the handlers that tell `look` when pointer or focus enters and leaves. */
export function hover(look: (on: boolean) => void): Hover {
  const [enter, leave] = [(): void => look(true), (): void => look(false)];
  return { onpointerenter: enter, onpointerleave: leave, onfocus: enter, onblur: leave };
}
