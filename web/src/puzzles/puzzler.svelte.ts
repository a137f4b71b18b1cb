// Somebody at a puzzle: the turn is made on the board, step by step, and judged when it is whole.

import { get, post, type Action, type PositionView, type PuzzleList, type PuzzleStart, type PuzzleTried } from "../lib/api";

export type Level = "all" | "easy" | "medium" | "hard";
export const LEVELS: Level[] = ["all", "easy", "medium", "hard"];

interface Kept {
  solved: string[];
  streak: number;
  best: number;
}
const SHOWN = 900;

export class Puzzler {
  list = $state.raw<PuzzleList["puzzles"]>([]);
  level = $state<Level>("all");
  start = $state.raw<PuzzleStart | null>(null);
  steps = $state.raw<string[]>([]);
  tried = $state.raw<PuzzleTried | null>(null);
  /** Whether the solution is being shown, or has been. */
  shown = $state(false);
  busy = $state(false);
  failed = $state.raw<unknown>(null);
  kept = $state.raw<Kept>({ solved: [], streak: 0, best: 0 });
  /** Whether this puzzle has been answered once, for better or worse. */
  private answered = false;
  private closed = false;

  constructor(readonly game: string) {
    this.kept = this.read();
    const known = localStorage.getItem("rondel puzzle level") as Level | null;
    if (known !== null && LEVELS.includes(known)) this.level = known;
  }

  private read(): Kept {
    try {
      const found = JSON.parse(localStorage.getItem(`rondel puzzles ${this.game}`) ?? "{}") as Partial<Kept>;
      const solved = Array.isArray(found.solved) ? found.solved.filter((id) => typeof id === "string") : [];
      return { solved, streak: Number(found.streak) || 0, best: Number(found.best) || 0 };
    } catch {
      return { solved: [], streak: 0, best: 0 };
    }
  }

  private keep(change: Partial<Kept>): void {
    this.kept = { ...this.kept, ...change };
    localStorage.setItem(`rondel puzzles ${this.game}`, JSON.stringify(this.kept));
  }

  get path(): string {
    return `/api/puzzles/${this.game}/${this.start?.id}`;
  }

  get moment(): PositionView | null {
    return this.tried?.moment ?? this.start?.moment ?? null;
  }

  /** Whether the turn is whole, so that it is right or wrong. */
  get judged(): boolean {
    return this.tried?.whole === true && !this.shown;
  }

  get solved(): boolean {
    return this.judged && this.tried!.solved;
  }

  /** What the solution is about, once that may be told. */
  get themes(): string[] {
    return this.tried?.themes ?? [];
  }

  get actions(): Action[] {
    if (this.busy || this.shown || this.tried?.whole) return [];
    return this.moment?.turn.actions ?? [];
  }

  get choice(): PuzzleList["puzzles"] {
    return this.level === "all" ? this.list : this.list.filter((puzzle) => puzzle.difficulty === this.level);
  }

  get left(): number {
    const solved = new Set(this.kept.solved);
    return this.choice.filter((puzzle) => !solved.has(puzzle.id)).length;
  }

  async open(id: string | null): Promise<void> {
    await this.doing(async () => {
      this.list = (await get<PuzzleList>(`/api/puzzles/${this.game}`)).puzzles;
      if (this.list.some((puzzle) => puzzle.id === id)) await this.show(id!);
      else await this.next();
    });
  }

  close(): void {
    this.closed = true;
  }

  private async doing(what: () => Promise<void>): Promise<void> {
    this.busy = true;
    this.failed = null;
    try {
      await what();
    } catch (error) {
      this.failed = error;
    } finally {
      this.busy = false;
    }
  }

  private async show(id: string): Promise<void> {
    this.start = await get<PuzzleStart>(`/api/puzzles/${this.game}/${id}`);
    this.steps = [];
    this.tried = null;
    this.shown = this.answered = false;
  }

  choose(level: Level): Promise<void> {
    this.level = level;
    localStorage.setItem("rondel puzzle level", level);
    return this.goOn();
  }

  goOn(): Promise<void> {
    return this.doing(() => this.next());
  }

  /** Another one: any that has not been solved yet, or any at all once all are. */
  private async next(): Promise<void> {
    const solved = new Set(this.kept.solved);
    const others = this.choice.filter((puzzle) => puzzle.id !== this.start?.id);
    const fresh = others.filter((puzzle) => !solved.has(puzzle.id));
    const among = fresh.length > 0 ? fresh : others.length > 0 ? others : this.choice;
    const found = among[Math.floor(Math.random() * among.length)];
    if (found) await this.show(found.id);
  }

  async step(action: Action): Promise<void> {
    await this.doing(() => this.make([...this.steps, action.text]));
    if (this.tried?.whole) this.count(this.tried.solved);
  }

  private async make(steps: string[]): Promise<void> {
    this.tried = await post<PuzzleTried>(this.path, { steps });
    this.steps = steps;
  }

  private count(solved: boolean): void {
    if (solved && !this.kept.solved.includes(this.start!.id)) this.keep({ solved: [...this.kept.solved, this.start!.id] });
    if (this.answered) return;
    this.answered = true;
    const streak = solved ? this.kept.streak + 1 : 0;
    this.keep({ streak, best: Math.max(streak, this.kept.best) });
  }

  async back(): Promise<void> {
    if (this.steps.length === 0) return;
    await this.doing(() => this.make(this.steps.slice(0, -1)));
  }

  again(): void {
    this.steps = [];
    this.tried = null;
    this.shown = false;
  }

  /** Show the turn that was to be found, step by step. */
  async solve(): Promise<void> {
    this.count(false);
    await this.doing(async () => {
      const { solution = [] } = await post<PuzzleTried>(this.path, { steps: [], give_up: true });
      this.shown = true;
      const id = this.start?.id;
      for (let count = 0; count <= solution.length && !this.closed; count++) {
        await this.make(solution.slice(0, count));
        if (count < solution.length) await new Promise((done) => setTimeout(done, SHOWN));
        if (this.start?.id !== id) return;
      }
    });
  }
}
