// Quiet sounds, made on the spot. None is heard unless they are switched on.

import { untrack } from "svelte";
import { settings } from "./settings.svelte";

export type Sound = "step" | "turn" | "end-turn" | "over" | "chat" | "hoof" | "wood" | "stone" | "breeze" | "coin" | "fanfare";
interface Note {
  at: number;
  pitch: number;
  length: number;
  shape: OscillatorType;
  loud: number;
}

function notes(shape: OscillatorType, loud: number, length: number, ...pitches: number[]): Note[] {
  return pitches.map((pitch, index) => ({ at: index * length * 0.55, pitch, length, shape, loud }));
}

const SOUNDS: Record<Sound, Note[]> = {
  step: notes("triangle", 0.1, 0.09, 392),
  "end-turn": notes("triangle", 0.12, 0.14, 294, 392),
  turn: notes("sine", 0.14, 0.3, 523, 659, 784),
  over: notes("sine", 0.14, 0.42, 392, 523, 659, 784, 1047),
  chat: notes("sine", 0.08, 0.1, 880, 698),
  hoof: notes("square", 0.03, 0.07, 220, 165, 220, 165),
  wood: notes("triangle", 0.12, 0.06, 330, 262),
  stone: notes("square", 0.025, 0.05, 140, 175, 140),
  breeze: notes("sine", 0.07, 0.3, 311, 370, 330),
  coin: notes("sine", 0.08, 0.16, 1319, 1760),
  fanfare: notes("triangle", 0.12, 0.22, 392, 523, 659),
};

let context: AudioContext | null = null;

export function sound(name: Sound): void {
  if (!untrack(() => settings.sounds)) return;
  context ??= new AudioContext();
  if (context.state === "suspended") void context.resume();
  const now = context.currentTime;
  for (const note of SOUNDS[name]) {
    const voice = context.createOscillator();
    const volume = context.createGain();
    voice.type = note.shape;
    voice.frequency.value = note.pitch;
    volume.gain.setValueAtTime(0, now + note.at);
    volume.gain.linearRampToValueAtTime(note.loud, now + note.at + 0.012);
    volume.gain.exponentialRampToValueAtTime(0.0008, now + note.at + note.length);
    voice.connect(volume).connect(context.destination);
    voice.start(now + note.at);
    voice.stop(now + note.at + note.length);
  }
}
