// The web part of a game. A board knows no rules: the legal actions are handed in.

import type { Component, Snippet } from "svelte";
import type { Action } from "../lib/api";
import type { Sound } from "../lib/sounds";
import type { Phrase, Words } from "../lib/words.svelte";

export interface BoardProps<View = unknown> {
  /** The table to draw: the confirmed one, or the plan's outcome. */
  view: View;
  /** The last confirmed table while a plan is shown, to draw what the plan changes as ghosts. */
  confirmed: View;
  /** The table as it was after the viewer's own last move, to mark what the others changed. */
  since?: View | null;
  /** The seat whose step is just being told, while others' turns are played out. */
  told?: number | null;
  /** What may be done now; empty when it is not ours to decide. */
  actions: readonly Action[];
  /** Do it; `joined` to the click before when it only carries on what that one began. */
  choose: (action: Action, joined?: boolean) => void;
  /** Names by seat. */
  names: readonly string[];
  /** Seats of this browser. */
  yours: readonly number[];
  /** What fills the room that is left beside the board. */
  beside?: Snippet | undefined;
  words: Words;
}

/** A part of the table in words. */
export interface TextPart {
  title: string;
  lines: string[];
}

export interface PictureProps<View = unknown> {
  view: View;
  /** Names by seat. */
  names: readonly string[];
  words: Words;
}

type Module<Content> = () => Promise<{ default: Content }>;

/** All fields are optional: a game without a board gets the generated one. */
export interface GameDefinition<View, Event extends string = string> {
  board?: Module<Component<BoardProps<View>>>;
  /** A still picture, for pages of other sites. */
  picture?: Module<Component<PictureProps<View>>>;
  /** The picture in the lobby. */
  cover?: Module<Component>;
  /** Drawings for the chapters of the rules. */
  figure?: Module<Component<{ chapter: number }>>;
  /** The table in words, for screen readers. */
  text?: () => Promise<{ tell: (view: View, words: Words, names: readonly string[]) => TextPart[] }>;
  /** Events that get an animation of their own. */
  highlights?: readonly Event[];
  /** What deserves an animation of its own though no event tells it. */
  changed?: (before: View, after: View) => Phrase[];
  /** The chapter of the rules about a step or a topic. */
  chapters?: Readonly<Record<string, number>>;
  /** The topic of the rules that a table is about. */
  topic?: (view: View) => string;
  sounds?: Readonly<Partial<Record<Event, Sound>>>;
}
/** A definition whose view is known to the game alone. */
export type AnyGame = GameDefinition<never>;

/** Describe the web part of a game: the default export of its `web/game.ts`. */
export function defineGame<View, Event extends string = string>(definition: GameDefinition<View, Event>): AnyGame {
  return definition as unknown as AnyGame;
}
