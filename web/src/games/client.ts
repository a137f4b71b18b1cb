// Everything that the web part of a game may use: games import "#client" and nothing else of the client.

export { defineGame, type BoardProps, type PictureProps, type TextPart } from "./definition";
export { moveFocus, restoreFocus, type Piece } from "./arrow-keys";
export { fields } from "./fields.svelte";
export { hover } from "./hover";
export { hop, lasting, placed, slide } from "./motion";
export { short } from "./picture";
export { default as Target } from "./Target.svelte";
export { default as SeatMark } from "../ui/SeatMark.svelte";
export type { Action, Schemas } from "../lib/api";
export { byKeyboard } from "../lib/keyboard";
export { moves } from "../lib/settings.svelte";
export type { Sound } from "../lib/sounds";
export type { Phrase, Words } from "../lib/words.svelte";
