// A draft: the steps that a player has chosen and not yet made, with the position where they lead.

import type { Action, Preview } from "./api";

/** A draft as a reload finds it again. */
interface Stored {
  sequence: number;
  plan: string[];
  clicks?: number[];
}
/** The table that a draft is for. */
export interface Drafted {
  readonly id: string;
  /** Return the version of the position that the steps answer, or undefined before the first snapshot. */
  sequence(): number | undefined;
  /** Return where steps lead. Throws ApiError if the rules forbid them. */
  preview(steps: string[]): Promise<Preview>;
  /** Return the player's seat if it is to move. */
  seat(): number | null;
  refuse(error: unknown): void;
  accepted(): void;
}

export class Draft {
  plan = $state<string[]>([]);
  planned = $state.raw<Preview | null>(null);
  /** Whether the server is being asked where a plan leads. */
  trying = $state(false);
  /** Whether a plan was dropped because the table moved on, by another tab or another player. */
  overtaken = $state(false);
  /** The length of the plan before each click: undo takes back what one click did. */
  private clicks: number[] = [];
  private attempt = 0;

  constructor(private readonly table: Drafted) {}

  /** Add a step; `joined` to the click before, so that undo takes both back. */
  async choose(action: Action | string, joined = false): Promise<void> {
    const plan = [...this.plan, typeof action === "string" ? action : action.text];
    const clicks = joined && this.clicks.length > 0 ? this.clicks : [...this.clicks, this.plan.length];
    await this.replace(plan, clicks);
  }

  /** Take back what the last click did. */
  async undo(): Promise<void> {
    await this.replace(this.plan.slice(0, this.clicks.at(-1)), this.clicks.slice(0, -1));
  }

  /** Show the reason that the rules forbid a step next. */
  async explain(step: string): Promise<void> {
    try {
      await this.table.preview([...this.plan, step]);
    } catch (error) {
      this.table.refuse(error);
    }
  }

  /** Drop the steps. */
  clear(): void {
    this.attempt += 1;
    this.trying = false;
    this.plan = [];
    this.clicks = [];
    this.planned = null;
    sessionStorage.removeItem(this.key);
  }

  /** Drop the steps, since the table has moved on. */
  outdate(isOwn: boolean): void {
    this.overtaken = this.plan.length > 0 && !isOwn;
    this.clear();
  }

  /** Take up the steps that were chosen before a reload, if they answer the present position. */
  async restore(): Promise<void> {
    const stored = JSON.parse(sessionStorage.getItem(this.key) ?? "null") as Stored | null;
    if (!stored || stored.sequence !== this.table.sequence() || stored.plan.length === 0) return;
    if (this.table.seat() !== null) await this.replace(stored.plan, stored.clicks);
  }

  private get key(): string {
    return `plan ${this.table.id}`;
  }

  private async replace(plan: string[], clicks = plan.map((_, index) => index)): Promise<void> {
    if (plan.length === 0) {
      this.clear();
      return;
    }
    const attempt = ++this.attempt;
    this.trying = true;
    try {
      const planned = await this.table.preview(plan);
      if (attempt !== this.attempt) return;
      const only = this.onlyEnd(planned);
      if (only) return await this.replace([...plan, only.text], clicks);
      this.table.accepted();
      this.overtaken = false;
      this.plan = plan;
      this.clicks = clicks;
      this.planned = planned;
      const stored = { sequence: this.table.sequence(), plan, clicks };
      sessionStorage.setItem(this.key, JSON.stringify(stored));
    } catch (error) {
      if (attempt === this.attempt) this.table.refuse(error);
    } finally {
      if (attempt === this.attempt) this.trying = false;
    }
  }

  /** Return the step that ends a begun action if there is no other, so that nobody need choose it. */
  private onlyEnd(planned: Preview): Action | null {
    const { seat, actions } = planned.moment.turn;
    const only = seat === this.table.seat() && actions?.length === 1 ? actions[0]! : null;
    return (only?.step as { step?: string } | undefined)?.step === "done" ? only : null;
  }
}
