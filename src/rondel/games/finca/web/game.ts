// The web part of Finca.

import { defineGame } from "#client";
import type { FincaEvent, FincaView } from "./fruits";

export default defineGame<FincaView, FincaEvent>({
  board: () => import("./Board.svelte"),
  picture: () => import("./Picture.svelte"),
  cover: () => import("./Cover.svelte"),
  figure: () => import("./Figure.svelte"),
  text: () => import("./text"),
  highlights: [
    "event-fruit-short",
    "event-carts-short",
    "event-finca-won",
    "event-finca-tied",
    "event-wooden-finca",
    "event-bonus",
    "event-set-unpaid",
  ],
  chapters: {
    place: 1,
    turn: 2,
    move: 3,
    fill: 4,
    cart: 4,
    done: 4,
    land: 5,
    gust: 5,
    wind: 5,
    stop: 5,
    large: 5,
    less: 5,
    end: 8,
    over: 8,
  },
  topic: (view) => view.duty,
  sounds: {
    "event-move": "wood",
    "event-land": "breeze",
    "event-wind": "breeze",
    "event-gust": "breeze",
    "event-cart": "hoof",
    "event-large": "hoof",
    "event-less": "hoof",
    "event-fill": "coin",
    "event-fill-any": "coin",
    "event-fill-less": "coin",
    "event-finca-won": "fanfare",
    "event-bonus": "fanfare",
  },
});
