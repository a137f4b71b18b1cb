// Others' turns played out step by step, at a pace one can set, and left whenever one likes.

import type { PositionView, NarratedStep } from "../lib/api";
import { beat } from "../lib/settings.svelte";
import type { TableStore } from "../lib/table.svelte";
import type { Phrase } from "../lib/words.svelte";

/** More steps than anyone wants to see one by one. */
const LONG = 60;
const STANDING = 2600;

export class Following {
  /** How many steps the viewer has been shown. */
  seen = $state<number | null>(null);
  /** The step being shown. */
  told = $state.raw<NarratedStep | null>(null);
  /** The table as it was after the viewer's own last move, for marks of what changed. */
  since = $state.raw<unknown>(null);
  /** What deserves a moment of its own, while it has it. */
  special = $state.raw<Phrase | null>(null);
  private held = $state.raw<PositionView | null>(null);
  private plan: { from: number; count: number; moment: PositionView } | null = null;
  private recalled = false;
  private run = 0;
  private wake: (() => void) | null = null;
  private looked = 0;
  private specials: Phrase[] = [];
  /** The table that was looked at last. */
  private viewed: unknown = null;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly table: TableStore,
    private readonly isSpecial: (key: string) => boolean,
    private readonly changed: (before: unknown, after: unknown) => Phrase[] = () => [],
  ) {}

  private get steps(): number {
    return this.table.state?.moment?.steps ?? 0;
  }
  /** Whether the board shows a moment that is past. */
  get active(): boolean {
    return this.seen !== null && this.held !== null && this.steps > this.seen && beat() > 0;
  }
  /** How many steps may be told without telling more than the board shows; null for all. */
  get until(): number | null {
    return this.active ? this.seen : null;
  }
  get moment(): PositionView | null {
    return this.active ? this.held : this.table.moment;
  }
  /** What the others did since the viewer's own last step. */
  get news(): NarratedStep[] {
    const { left, story } = this.table;
    return left === null ? [] : story.slice(left).filter((step) => step.seat !== null);
  }

  /** Look at the table again; called whenever it changes. */
  watch(): void {
    const { table } = this;
    const moment = table.state?.moment;
    if (!moment) return;
    if (table.draft.planned) {
      this.plan = { from: moment.steps, count: table.draft.plan.length, moment: table.draft.planned.moment };
    }
    if (this.seen === null || moment.steps < this.seen) {
      this.stop(moment.steps);
      this.looked = moment.steps;
      this.viewed = moment.view;
      this.since = null;
      this.recalled = false;
    } else if (this.plan && this.plan.from === this.seen && moment.steps >= this.seen + this.plan.count) {
      this.seen += this.plan.count;
      this.held = this.plan.moment;
      this.since = this.plan.moment.view;
      this.plan = null;
    }
    if (moment.steps === this.seen) this.held = moment;
    else if (beat() === 0 || document.hidden || moment.steps - (this.seen ?? 0) > LONG) this.stop(moment.steps);
    else if (this.run === 0) void this.play(++this.run);
    if (!this.recalled && this.since === null && table.left !== null) void this.recall(table.left);
    this.look();
  }

  /** How it was when the viewer left, for who comes back. */
  private async recall(left: number): Promise<void> {
    this.recalled = true;
    const then = await this.table.at(left).catch(() => null);
    if (then) this.since ??= then.view;
  }

  private async play(run: number): Promise<void> {
    while (run === this.run && this.seen !== null && this.seen < this.steps) {
      const step = this.table.story[this.seen];
      if (!step) break;
      const then = await this.table.at(step.at + 1).catch(() => null);
      if (run !== this.run) return;
      if (!then) return this.stop(this.steps);
      this.seen = step.at + 1;
      this.held = then;
      if (step.story.length > 0) {
        this.told = step;
        this.look();
        await this.pause(step.seat === null ? beat() / 2 : beat());
      }
    }
    if (run === this.run) this.run = 0;
    if (this.seen === this.steps) this.told = null;
    else if (this.run === 0 && this.table.story.length > (this.seen ?? 0)) this.watch();
  }

  private pause(milliseconds: number): Promise<void> {
    return new Promise((done) => {
      this.wake = done;
      setTimeout(done, milliseconds);
    });
  }

  private stop(seen: number): void {
    this.run = 0;
    this.seen = seen;
    this.told = null;
    this.held = this.table.state?.moment ?? null;
    this.wake?.();
  }

  /** Show at once how the table stands. */
  skip(): void {
    if (this.active) this.stop(this.steps);
    this.look();
  }

  /** Find what deserves a moment of its own among the steps shown since. */
  private look(): void {
    const fresh = this.table.story.slice(this.looked, this.seen ?? 0);
    this.looked = Math.min(this.seen ?? 0, this.table.story.length);
    this.specials.push(...fresh.flatMap((step) => step.story as Phrase[]).filter((phrase) => this.isSpecial(phrase.key)));
    const shown = (this.active ? this.held : this.table.state?.moment)?.view ?? null;
    if (this.viewed !== null && shown !== null && shown !== this.viewed) this.specials.push(...this.changed(this.viewed, shown));
    this.viewed = shown;
    if (this.special === null) this.next();
  }
  private next(): void {
    clearTimeout(this.timer);
    this.special = this.specials.shift() ?? null;
    if (this.special !== null) this.timer = setTimeout(() => this.next(), STANDING);
  }
  /** Enough of what stands over the board. */
  dismiss(): void {
    this.specials = [];
    this.next();
  }

  close(): void {
    this.run = -1;
    clearTimeout(this.timer);
    this.wake?.();
  }
}
