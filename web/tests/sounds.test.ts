import { afterEach, expect, test, vi } from "vitest";
import { settings } from "../src/lib/settings.svelte";
import { sound } from "../src/lib/sounds";

afterEach(() => {
  vi.unstubAllGlobals();
  settings.sounds = false;
});

test("sounds are heard only when they are switched on", () => {
  const pitches: number[] = [];
  const ramp = { setValueAtTime: vi.fn(), linearRampToValueAtTime: vi.fn(), exponentialRampToValueAtTime: vi.fn() };
  class Voice {
    frequency = { value: 0 };
    connect = (): unknown => ({ connect: vi.fn() });
    start = (): unknown => pitches.push(this.frequency.value);
    stop = vi.fn();
  }
  class Context {
    state = "running";
    currentTime = 0;
    createOscillator = (): unknown => new Voice();
    createGain = (): unknown => ({ gain: ramp });
  }
  vi.stubGlobal("AudioContext", Context);
  sound("turn");
  expect(pitches).toEqual([]);
  settings.sounds = true;
  sound("turn");
  sound("step");
  expect(pitches).toEqual([523, 659, 784, 392]);
});
