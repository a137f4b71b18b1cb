import { describe, expect, it, vi } from "vitest";
import { byKey } from "../src/lib/keyboard";

function key(name: string): KeyboardEvent {
  return { key: name, preventDefault: vi.fn(), stopPropagation: vi.fn() } as unknown as KeyboardEvent;
}

describe("keys on drawn pieces", () => {
  it("press like buttons, and scroll nothing", () => {
    for (const name of ["Enter", " "]) {
      const [event, act] = [key(name), vi.fn()];
      byKey(event, act);
      expect(act).toHaveBeenCalledOnce();
      expect(event.preventDefault).toHaveBeenCalledOnce();
    }
  });
  it("leave all others alone", () => {
    const [event, act] = [key("ArrowLeft"), vi.fn()];
    byKey(event, act);
    expect(act).not.toHaveBeenCalled();
    expect(event.preventDefault).not.toHaveBeenCalled();
  });
});
