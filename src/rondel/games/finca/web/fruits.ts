// The kinds of fruit, in the order of the box.

import type { Schemas } from "#client";

export type FincaView = Schemas["FincaView"];
export type FincaStep = Schemas["FincaStep"];
export type FincaEvent = Schemas["FincaEvent"];
export type Blade = Schemas["FincaBlade"];
export type Delivery = Schemas["FincaDelivery"];
export type Filling = Schemas["FincaFilling"];
export type FincaTileView = Schemas["FincaFincaTile"];
export type Harvest = Schemas["FincaHarvest"];
export type Player = Schemas["FincaPlayer"];
export type Tile = Schemas["FincaTile"];
export type Unseen = Schemas["FincaUnseen"];
export type Village = Schemas["FincaVillage"];
export type Fruit = Harvest["fruit"];
export type Kind = Fruit | "any";
export type ActionTile = Player["action_tiles"][number];

export const FRUITS: readonly Fruit[] = ["fig", "almond", "olive", "orange", "grape", "lemon"];
export const KINDS: readonly Kind[] = [...FRUITS, "any"];
export const ACTION_TILES: readonly ActionTile[] = ["wind", "gust", "large", "less"];

/** Every printed fruit by itself, to be drawn one by one. */
export function printed(tile: Tile): Kind[] {
  return KINDS.flatMap((kind) => Array.from({ length: tile.prints[kind] ?? 0 }, () => kind));
}
