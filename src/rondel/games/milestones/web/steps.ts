// Milestones' steps as the server writes them, and finding the ones that fit a piece.

import type { Action, Schemas } from "#client";

export type MilestonesView = Schemas["MilestonesView"];
export type MilestonesStep = Schemas["MilestonesStep"];
export type MilestonesEvent = Schemas["MilestonesEvent"];
export type Kind = MilestonesView["players"][number]["spaces"][number]["worker"] extends infer W
  ? W extends { kind: infer K extends string }
    ? K
    : never
  : never;
export type Player = MilestonesView["players"][number];
export type Space = Player["spaces"][number];
export type Stop = Space["stop"];
export type Visit = Player["visits"][number];
export type Build = MilestonesView["builds"][number];
export type Tile = MilestonesView["starting_row"][number];
export type Worker = Tile["left"];
export type Vertex = MilestonesView["vertices"][number];
export type Triangle = MilestonesView["triangles"][number];
export type Cube = "stone" | "wood" | "sand" | "grain";
export type Good = Cube | "coin";

export const KINDS: readonly Kind[] = ["quarryman", "lumberjack", "sand-worker", "grain-grower", "coiner"];
export const CUBES: readonly Cube[] = ["stone", "wood", "sand", "grain"];
export const GOODS: readonly Good[] = [...CUBES, "coin"];
export const GOOD_OF: Record<Kind, Good> = {
  quarryman: "stone",
  lumberjack: "wood",
  "sand-worker": "sand",
  "grain-grower": "grain",
  coiner: "coin",
};

type Each<S> = S extends unknown ? keyof S : never;
type Of<S, Name extends PropertyKey> = S extends { [N in Name]: infer Value } ? Value : never;
/** A step with every field any of them has. */
export type Step = Pick<MilestonesStep, "step"> & {
  [Name in Exclude<Each<MilestonesStep>, "step">]?: Of<MilestonesStep, Name>;
};

export function stepOf(action: Action): Step {
  return action.step as Step;
}

/** The actions whose step has all these values. */
export function fitting(actions: readonly Action[], wanted: Partial<Step>): Action[] {
  const pairs = Object.entries(wanted) as [keyof Step, unknown][];
  return actions.filter((action) => {
    const step = stepOf(action);
    return pairs.every(([name, value]) => step[name] === value);
  });
}

/** What a step that builds costs and brings, as the view foretells it. */
export function buildOf(view: MilestonesView, action: Action): Build | null {
  const step = stepOf(action);
  const found = view.builds.find((build) => {
    if (step.step === "house") return build.part === "house" && build.place === step.triangle;
    if (step.step === "market" || step.step === "sack")
      return build.part === step.step && build.place === step.vertex;
    if (step.step === "sack-for")
      return build.part === "sack" && build.place === step.vertex && build.points === step.points;
    if (step.step === "via") return build.part === "street" && build.place === step.vertex;
    return step.step === "to" && build.part === "street" && build.ends.includes(step.vertex ?? "");
  });
  return found ?? null;
}
