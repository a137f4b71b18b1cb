// The review of a table: asked for, waited for, kept.

import { get, post, put, ask, type Me, type Review, type ReviewState } from "../lib/api";
import type { Words } from "../lib/words.svelte";

export type Depth = "quick" | "full";
/** Milliseconds between two looks at how far it is. */
const EVERY = 700;

export class Account {
  state = $state.raw<ReviewState | null>(null);
  problem = $state.raw<unknown>(null);
  /** What can be shown: the deepest that is there. */
  review = $state.raw<Review | null>(null);
  depth = $state<Depth>("quick");
  private timer: ReturnType<typeof setTimeout> | undefined;
  private closed = false;

  constructor(
    readonly table: string,
    private readonly guest: () => string,
  ) {}

  readonly waits = $derived(this.state !== null && ["waiting", "working"].includes(this.state.status));

  /** Show what is there; ask for a quick look where nothing is. */
  async open(): Promise<void> {
    try {
      const full = await this.look("full");
      if (full.status === "done" || full.status === "waiting" || full.status === "working") {
        const quick = full.status === "done" ? full : await this.look("quick");
        if (quick.review) this.review = quick.review;
        this.depth = "full";
        return this.took(full);
      }
      const quick = await this.look("quick");
      if (quick.status === "none" || quick.status === "failed") return await this.want("quick");
      this.took(quick);
    } catch (error) {
      this.problem = error;
    }
  }

  async want(depth: Depth): Promise<void> {
    this.depth = depth;
    this.problem = null;
    try {
      await put<Me>("/api/me", { name: this.guest() });
      this.took(await post<ReviewState>(`/api/tables/${this.table}/review`, { depth }));
    } catch (error) {
      this.problem = error;
    }
  }

  async stop(): Promise<void> {
    try {
      const path = `/api/tables/${this.table}/review?depth=${this.depth}`;
      this.took(await ask<ReviewState>("DELETE", path));
    } catch (error) {
      this.problem = error;
    }
  }

  close(): void {
    this.closed = true;
    clearTimeout(this.timer);
  }

  private look(depth: Depth): Promise<ReviewState> {
    return get<ReviewState>(`/api/tables/${this.table}/review?depth=${depth}`);
  }

  private took(state: ReviewState): void {
    this.state = state;
    if (state.review) this.review = state.review;
    clearTimeout(this.timer);
    if (this.closed || !this.waits) return;
    this.timer = setTimeout(() => {
      this.look(this.depth).then(
        (found) => this.took(found),
        (error: unknown) => (this.problem = error),
      );
    }, EVERY);
  }
}

/** Chances as people write them, with a sign where one is wanted. */
export function percent(words: Words, chances: number, whole: number, signed = false): string {
  const sign = signed ? (chances < 0 ? "minus" : "plus") : "none";
  const number = ((signed ? Math.abs(chances) : chances) * 100) / whole;
  return words.say("review-percent", { number, sign });
}
