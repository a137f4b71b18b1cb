// Looking at a piece: by the pointer or by the focus, it is the same.

interface Looking {
  onpointerenter: () => void;
  onpointerleave: () => void;
  onfocus: () => void;
  onblur: () => void;
}

/** What a drawn piece or a button needs to be told when it is looked at and when no longer. */
export function looking(look: (on: boolean) => void): Looking {
  const [enter, leave] = [(): void => look(true), (): void => look(false)];
  return { onpointerenter: enter, onpointerleave: leave, onfocus: enter, onblur: leave };
}
