// What the pieces of the board share: the table, what may be done, and what is being looked at.

import { fields, type Action, type BoardProps, type Words } from "#client";
import type { FincaStep, FincaView, Filling, Harvest, Kind, Tile } from "./fruits";

export type Looked =
  | { at: "blade"; seat: number; from: number | null; to: number; harvest: Harvest }
  | { at: "village"; village: string; filling: Filling };

/** One way to go on at a village: an action there, or a delivery to start for it. */
export interface Way {
  action: Action;
  filling: Filling;
}

export const stepOf = (action: Action): FincaStep => action.step as FincaStep;

export class Play {
  /** What the pointer or the focus is on. */
  looked = $state.raw<Looked | null>(null);
  /** The village whose ways to be filled are shown. */
  open = $state<string | null>(null);
  /** The village the pointer or the focus is at. */
  near = $state<string | null>(null);
  /** Whether the gust is in hand, so that a click lifts a farmer. */
  gusting = $state(false);
  /** The village for which a delivery was started by clicking on it. */
  private wanted: string | null = null;

  /** The table to draw, read field by field. */
  readonly view: FincaView;
  /** The last confirmed table, likewise. */
  readonly confirmed: FincaView;
  readonly words = $derived.by((): Words => this.given().words);
  readonly names = $derived.by((): readonly string[] => this.given().names);
  readonly yours = $derived.by((): readonly number[] => this.given().yours);
  readonly actions = $derived.by((): readonly Action[] => this.given().actions);
  readonly planning = $derived.by((): boolean => this.table !== (this.given().confirmed ?? this.table));

  constructor(private readonly given: () => BoardProps<FincaView>) {
    this.view = fields(() => this.table);
    this.confirmed = fields(() => this.given().confirmed ?? this.table);
  }

  /** The whole table, to be kept and compared with a later one. */
  get table(): FincaView {
    return this.given().view;
  }
  /** The table as it was after the viewer's own last move. */
  get since(): FincaView | null {
    return this.given().since ?? null;
  }
  /** The seat whose turn it is to be seen, if the game goes on. */
  get moving(): number | null {
    return this.confirmed.duty === "over" ? null : (this.given().told ?? this.confirmed.mover);
  }
  /** The seat that may act here, if any. */
  get acting(): number | null {
    return this.actions.length > 0 ? this.view.seat : null;
  }

  label(action: Action): string {
    return this.words.tell(action.label, this.names);
  }
  player(seat: number): string {
    return this.words.player(seat, this.names);
  }

  choose(action: Action, joined = false): void {
    this.rest();
    this.given().choose(action, joined);
  }
  /** Put everything in hand back. */
  rest(): void {
    this.looked = null;
    this.near = null;
    this.open = null;
    this.gusting = false;
    this.wanted = null;
  }

  /** The action without further choice of this name. */
  plain(name: FincaStep["step"]): Action | undefined {
    return this.actions.find((action) => stepOf(action).step === name);
  }

  /** What a click on a blade does. */
  atBlade(blade: number): Action | undefined {
    const wanted = this.gusting ? ["gust"] : ["place", "land", "move"];
    return this.actions.find((action) => {
      const step = stepOf(action);
      return "blade" in step && step.blade === blade && wanted.includes(step.step);
    });
  }
  get canGust(): Action | undefined {
    return this.plain("gust");
  }

  /** What looking at a blade shows, until it is looked at no longer. */
  lookAtBlade(blade: number | null): void {
    if (blade === null) {
      this.looked = null;
      return;
    }
    const step = this.atBlade(blade);
    const seat = this.view.seat;
    if (!step || seat === null) return;
    if (stepOf(step).step === "move") {
      const walk = this.view.walks.find((found) => found.seat === seat && found.blade === blade);
      if (walk) this.looked = { at: "blade", seat, from: blade, to: walk.arrival, harvest: walk.harvest };
    } else {
      const landing = this.view.landings.find((found) => found.blade === blade);
      if (landing) this.looked = { at: "blade", seat, from: null, to: blade, harvest: landing.harvest };
    }
  }

  /** The ways to go on at a village. */
  atVillage(village: string): Way[] {
    if (this.actions.length === 0) return [];
    const fills = this.actions.filter((action) => {
      const step = stepOf(action);
      return "village" in step && step.village === village;
    });
    const fillings = this.view.fillings.filter((filling) => filling.village === village);
    if (fills.length > 0) {
      return fills.flatMap((action) => {
        const step = stepOf(action);
        const fruit = "fruit" in step ? step.fruit : null;
        const saved = step.step === "fill-less" ? 1 : 0;
        const filling = fillings.find(
          (found) => found.delivery === null && found.fruit === fruit && (found.saved > 0) === saved > 0,
        );
        return filling ? [{ action, filling }] : [];
      });
    }
    return (["cart", "large", "less"] as const).flatMap((delivery) => {
      const action = this.plain(delivery);
      const filling = fillings.find((found) => found.delivery === delivery);
      return action && filling ? [{ action, filling }] : [];
    });
  }
  lookAtVillage(village: string | null, way?: Way): void {
    if (village === null) {
      this.looked = null;
      return;
    }
    const filling = (way ?? this.atVillage(village)[0])?.filling;
    if (filling) this.looked = { at: "village", village, filling };
  }
  /** A click on a village: its only way, or show them all. */
  pressVillage(village: string): void {
    const only = this.onlyWay(village);
    if (this.open === village) this.open = null;
    else if (only) this.go(village, only);
    else if (this.atVillage(village).length > 0) this.open = village;
  }
  /** The way that a click on a village takes at once: the only one, and no action tile is spent. */
  onlyWay(village: string): Way | undefined {
    const ways = this.atVillage(village);
    const spends = ways[0]?.filling.delivery === "large" || ways[0]?.filling.delivery === "less";
    return ways.length === 1 && !spends ? ways[0] : undefined;
  }
  /** What a way costs beside fruits and carts; nothing if no action tile is spent. */
  spends(filling: Filling): string | null {
    if (filling.delivery !== "large" && filling.delivery !== "less") return null;
    const value = this.view.villages.find((found) => found.name === filling.village)?.face_up?.value ?? 0;
    const tile = this.words.say(`action-${filling.delivery}`);
    return this.words.say("board-finca-spends", { tile, points: this.view.unused_action_points, value });
  }
  go(village: string, way: Way): void {
    this.choose(way.action);
    if (way.filling.delivery !== null) this.wanted = village;
  }
  /** Once the delivery that was started for a village is under way, go on there. */
  goOn(): void {
    const { view, actions, wanted: village } = this;
    if (village === null || view.delivery === null || actions.length === 0) return;
    this.wanted = null;
    const ways = this.atVillage(village);
    if (ways.length === 1) this.choose(ways[0]!.action, true);
    else if (ways.length > 1) this.open = village;
  }

  kinds(kinds: readonly Kind[]): string {
    return this.words.join(kinds.map((kind) => this.words.say(`fruits-${kind}`)));
  }
  tile(tile: Tile): string {
    if (tile.name === "one-of-each") return this.words.say("tile-one-of-each");
    return this.words.join(
      Object.entries(tile.prints).map(([kind, count]) => this.words.say(`amount-${kind}`, { count })),
    );
  }
}
