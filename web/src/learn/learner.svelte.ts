// A learner in a lesson: the recorded game goes on when the taught step is made.

import { get, post, put, type Action, type Made, type Me, type PositionView, type Replay } from "../lib/api";
import { keepTable, knownTable, type Lesson } from "./lesson";

const HOP = 1100;
const CHANCE = 450;

export class Learner {
  at = $state(0);
  moment = $state.raw<PositionView | null>(null);
  narration = $state.raw<Replay["narration"]>([]);
  /** The table as it was when the learner's turn began. */
  before = $state.raw<PositionView | null>(null);
  nudged = $state(false);
  shown = $state(false);
  running = $state(false);
  failed = $state(false);

  readonly seat: number;
  readonly first: number;
  table = "";
  private moments = new Map<number, Promise<Replay>>();
  private past = $state<number[]>([]);
  private closed = false;

  constructor(
    readonly game: string,
    readonly lesson: Lesson,
  ) {
    this.seat = lesson.names.indexOf("");
    this.first = lesson.said.findIndex((say) => say !== null);
  }

  get over(): boolean {
    return this.at === this.lesson.steps.length;
  }

  private get mine(): boolean {
    return this.moment?.turn.kind === "choose" && this.moment.turn.seat === this.seat;
  }

  /** Whether the turn is made and waits for its end. */
  get complete(): boolean {
    return !this.running && this.before !== null && (!this.mine || this.over);
  }

  get canGoBack(): boolean {
    return this.past.length > 0 && !this.running;
  }

  /** What may be clicked: everything legal, or the taught step alone once it was shown. */
  get actions(): Action[] {
    if (this.running || this.over || !this.mine) return [];
    const all = this.moment?.turn.actions ?? [];
    return this.shown ? all.filter((action) => action.text === this.lesson.steps[this.at]) : all;
  }

  /** The teacher's last words. */
  get say(): string | null {
    for (let at = this.at; at >= this.first; at--) {
      const said = this.lesson.said[at];
      if (said != null) return said;
    }
    return null;
  }

  get progress(): number {
    return (this.at - this.first) / (this.lesson.steps.length - this.first);
  }

  async open(name: string, from: number): Promise<void> {
    try {
      await put<Me>("/api/me", { name });
      this.table = await this.findTable(name);
      await this.show(from > this.first && from <= this.lesson.steps.length ? from : this.first);
      await this.run();
    } catch {
      this.failed = true;
    }
  }

  close(): void {
    this.closed = true;
  }

  /** The table the recorded game lies on, with the learner's name at the empty seat. */
  private async findTable(name: string): Promise<string> {
    const { record } = this.lesson;
    const known = knownTable(this.game, record);
    if (known !== null && (await get(`/api/tables/${known}`).catch(() => null)) !== null) return known;
    const named = record.replace(/^seat:$/m, () => `seat: ${name}`);
    const made = await post<Made>("/api/records", { record: named });
    keepTable(this.game, record, made.id);
    return made.id;
  }

  private look(at: number): Promise<Replay> {
    let found = this.moments.get(at);
    if (!found) {
      this.moments.set(at, (found = get<Replay>(`/api/tables/${this.table}/at/${at}`)));
      found.catch(() => this.moments.delete(at));
    }
    return found;
  }

  private async show(at: number): Promise<void> {
    const replay = await this.look(at);
    this.at = at;
    this.moment = replay.moment;
    // The teacher begins: how the table was laid is there to see.
    this.narration = at > this.first ? replay.narration : [];
    this.nudged = this.shown = false;
    if (at < this.lesson.steps.length) void this.look(at + 1).catch(() => undefined);
  }

  async choose(action: Action): Promise<void> {
    if (action.text !== this.lesson.steps[this.at]) {
      this.nudged = this.shown = true;
      return;
    }
    const from = this.at;
    await this.show(from + 1);
    this.past.push(from);
  }

  /** End the turn: chance and the others go on until the learner is asked again. */
  async run(): Promise<void> {
    this.running = true;
    this.before = null;
    while (!this.over && !this.mine && !this.closed) {
      await new Promise((done) => setTimeout(done, this.moment?.turn.kind === "chance" ? CHANCE : HOP));
      await this.show(this.at + 1);
    }
    this.before = this.over ? null : this.moment;
    this.running = false;
  }

  async back(): Promise<void> {
    const at = this.past.pop();
    if (at === undefined || this.running) return;
    await this.show(at);
    this.before = (await this.look(this.turnStart(at))).moment;
  }

  /** Where the turn that holds this step began: after the last step that was not the learner's. */
  private turnStart(at: number): number {
    let start = at;
    while (this.past.includes(start - 1)) start -= 1;
    return start;
  }
}
