// What the player points at, and the half-made choices that need a second click.

import type { Action } from "#client";
import { fitting, stepOf, type Cube, type Step } from "./steps";

export class Choice {
  /** The action hovered or focused, to preview. */
  shown = $state.raw<Action | null>(null);
  /** What has been picked of a choice that needs more than one click. */
  held = $state.raw<Partial<Step>>({});

  constructor(
    private readonly offered: () => readonly Action[],
    private readonly choose: (action: Action) => void,
  ) {}

  get actions(): readonly Action[] {
    return this.offered();
  }

  clear(): void {
    this.shown = null;
    this.held = {};
  }

  /** Preview an action as long as its piece is looked at. */
  showing(action: Action | null): (on: boolean) => void {
    return (on) => {
      this.shown = on ? action : null;
    };
  }

  take(action: Action): void {
    this.clear();
    this.choose(action);
  }

  /** Every action that fits what is held and this as well. */
  fitting(wanted: Partial<Step>): Action[] {
    return fitting(this.actions, wanted);
  }

  first(wanted: Partial<Step>): Action | null {
    return this.fitting(wanted)[0] ?? null;
  }

  /** Do it if only one action fits; otherwise hold it until the rest is chosen. */
  pick(wanted: Partial<Step>): void {
    const all = { ...this.held, ...wanted };
    const both = this.fitting(all);
    const fit = both.length > 0 ? both : this.fitting(wanted);
    if (fit.length === 1) this.take(fit[0]!);
    else if (fit.length > 1) this.held = both.length > 0 ? all : wanted;
  }

  /** The sale of the cube held together with this one. */
  sale(cube: Cube): Action | null {
    const { first } = this.held;
    if (first === undefined) return null;
    return (
      this.actions.find((action) => {
        const step = stepOf(action);
        if (step.step !== "sell") return false;
        return (
          (step.first === first && step.second === cube) ||
          (step.first === cube && step.second === first)
        );
      }) ?? null
    );
  }
}
