// One table as this browser sees it: the confirmed state, the plan, and the live connection.

import { get, post, Refused, type Action, type Moment, type Played } from "./api";
import type { SeatInfo, TableState, ToldStep, Tried } from "./api";
import { unique } from "./plain";

export type Connection = "joining" | "live" | "lost" | "refused";
export interface Chat {
  number: number;
  seat: number | null;
  name: string;
  text: string;
  at: number;
}
interface Message {
  kind?: string;
  number?: number;
  at?: number;
  data?: Record<string, unknown>;
  state?: TableState;
  seats?: number[];
  watchers?: number;
}

const PATIENCE = 45_000;

function isPassing(error: unknown): boolean {
  return error instanceof Refused && (error.status === 0 || error.status >= 500 || error.status === 429);
}

export class TableStore {
  state = $state.raw<TableState | null>(null);
  planned = $state.raw<Tried | null>(null);
  plan = $state<string[]>([]);
  /** How long the plan was before each click: Undo takes back what one click did. */
  private clicks: number[] = [];
  story = $state.raw<ToldStep[]>([]);
  chat = $state<Chat[]>([]);
  connection = $state<Connection>("joining");
  problem = $state.raw<Refused | null>(null);
  busy = $state(false);
  /** Whether the server is being asked where a plan leads. */
  trying = $state(false);
  present = $state<number[]>([]);
  watchers = $state(0);
  /** Whether a plan was dropped because the table moved on, by another tab or another player. */
  overtaken = $state(false);
  /** When the state was received, for clocks that run. */
  received = $state(Date.now());

  /** What to call those who sit here, in the viewer's language. */
  called = $state.raw<(seats: readonly SeatInfo[]) => string[]>((seats) =>
    seats.map((seat) => seat.name),
  );

  private socket: WebSocket | null = null;
  private tries = 0;
  private heard = 0;
  private closed = false;
  private attempt = 0;
  private telling = 0;
  /** Whether steps already told may have been taken back. */
  private doubtful = false;

  constructor(readonly id: string) {}

  /** The moment to show: the plan's outcome if there is one, else what the server confirmed. */
  get moment(): Moment | null {
    return this.planned?.moment ?? this.state?.moment ?? null;
  }

  get names(): string[] {
    return this.called(this.state?.table.seats ?? []);
  }

  /** The seat of ours that is asked now, if any. */
  get asked(): number | null {
    const turn = this.state?.moment?.turn;
    if (!turn || turn.kind !== "choose" || turn.seat == null) return null;
    const place = this.state?.table.seats[turn.seat];
    if (place?.stand_in || place?.conceded) return null;
    return this.state?.your_seats.includes(turn.seat) ? turn.seat : null;
  }

  get actions(): Action[] {
    const turn = this.moment?.turn;
    if (this.busy || this.asked === null || turn?.kind !== "choose") return [];
    return turn.seat === this.asked ? (turn.actions ?? []) : [];
  }

  /** Whether it is ours to go on once chance has spoken. */
  get goesOn(): boolean {
    return this.complete && this.planned?.next === this.asked;
  }

  /** Whether the plan reaches the end of what this seat decides now. */
  get complete(): boolean {
    return this.plan.length > 0 && this.actions.length === 0 && this.planned !== null;
  }

  /** How many steps there were after the viewer's own last one; null if there is nothing since. */
  get left(): number | null {
    const yours = this.state?.your_seats ?? [];
    const steps = this.state?.moment?.steps ?? 0;
    if (yours.length === 0 || yours.length === this.state?.table.players) return null;
    const last = this.story.findLast((step) => step.seat !== null && yours.includes(step.seat));
    if (!last || this.story.length < steps) return null;
    const others = this.story.slice(last.at + 1).some((step) => step.seat !== null);
    return others ? last.at + 1 : null;
  }

  async open(): Promise<void> {
    while (!this.closed) {
      try {
        this.take(await get<TableState>(`/api/tables/${this.id}`));
        await this.tell();
        this.connect();
        void this.listen().catch(() => undefined);
        return;
      } catch (error) {
        if (!isPassing(error)) {
          this.refuse(error);
          this.connection = "refused";
          return;
        }
        this.connection = "lost";
        await new Promise((done) => setTimeout(done, Math.min(10_000, 500 * 2 ** this.tries++)));
      }
    }
  }

  close(): void {
    this.closed = true;
    this.socket?.close();
  }

  private connect(): void {
    if (this.closed) return;
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const since = this.state?.last_event ?? 0;
    const address = `${scheme}://${location.host}/ws/tables/${this.id}?state=1&since=${since}`;
    const socket = (this.socket = new WebSocket(address));
    const watchdog = setInterval(() => {
      if (Date.now() - this.heard > PATIENCE) socket.close();
    }, 5_000);
    socket.onopen = () => {
      this.tries = 0;
      this.heard = Date.now();
      this.connection = "live";
      this.doubtful = true;
      void this.refresh();
    };
    socket.onmessage = (event) => {
      this.heard = Date.now();
      this.receive(JSON.parse(event.data as string) as Message);
    };
    socket.onclose = () => {
      clearInterval(watchdog);
      if (this.closed) return;
      this.connection = "lost";
      setTimeout(() => this.connect(), Math.min(10_000, 500 * 2 ** this.tries++));
    };
  }

  private receive(message: Message): void {
    if (message.kind === "state" && message.state) {
      this.take(message.state);
      void this.tell().catch(() => (this.doubtful = true));
    } else if (message.kind === "undone") {
      this.doubtful = true;
    } else if (message.kind === "presence") {
      this.present = message.seats ?? [];
      this.watchers = message.watchers ?? 0;
    } else {
      this.hear(message);
    }
  }

  private hear(event: Message): void {
    const number = event.number ?? 0;
    if (event.kind !== "chat" || !event.data) return;
    if (this.chat.some((line) => line.number === number)) return;
    const { name, text, seat } = event.data as { name: string; text: string; seat?: number };
    this.chat.push({ number, seat: seat ?? null, name, text, at: event.at ?? 0 });
  }

  /** What was said before we came. */
  private async listen(): Promise<void> {
    let since = 0;
    for (;;) {
      const page = await get<{ events: Message[]; last_event: number }>(
        `/api/tables/${this.id}/events?since=${since}`,
      );
      page.events.forEach((event) => this.hear(event));
      since = page.events.at(-1)?.number ?? page.last_event;
      if (page.events.length === 0 || since >= page.last_event) return;
    }
  }

  async refresh(): Promise<void> {
    try {
      this.take(await get<TableState>(`/api/tables/${this.id}`));
      await this.tell();
    } catch (error) {
      this.refuse(error);
    }
  }

  private take(state: TableState): void {
    const before = this.state;
    if (before && state.last_event < before.last_event) return;
    this.state = state;
    this.received = Date.now();
    this.present = state.table.seats.filter((seat) => seat.present).map((seat) => seat.seat);
    if (!before) void this.recall();
    else if (state.sequence !== before.sequence) {
      this.overtaken = this.plan.length > 0 && !this.busy;
      this.forget();
    }
  }

  private async tell(): Promise<void> {
    const steps = this.state?.moment?.steps ?? 0;
    const telling = ++this.telling;
    const from = this.doubtful || steps < this.story.length ? 0 : this.story.length;
    if (steps === from && from > 0) return;
    this.doubtful = false;
    const told = [...this.story.slice(0, from)];
    while (told.length < steps) {
      const page = await get<{ told: ToldStep[] }>(
        `/api/tables/${this.id}/story?since=${told.length}`,
      );
      if (page.told.length === 0) break;
      told.push(...page.told);
    }
    if (telling === this.telling) this.story = told;
  }

  // The plan outlives a reload: it is kept with the sequence it answers.

  private get place(): string {
    return `plan ${this.id}`;
  }

  private keep(): void {
    const kept = { sequence: this.state?.sequence, plan: this.plan, clicks: this.clicks };
    sessionStorage.setItem(this.place, JSON.stringify(kept));
  }

  private async recall(): Promise<void> {
    const kept = JSON.parse(sessionStorage.getItem(this.place) ?? "null") as {
      sequence: number;
      plan: string[];
      clicks?: number[];
    } | null;
    if (!kept || kept.sequence !== this.state?.sequence || kept.plan.length === 0) return;
    if (this.asked !== null) await this.replan(kept.plan, kept.clicks);
  }

  private forget(): void {
    this.attempt += 1;
    this.trying = false;
    this.plan = [];
    this.clicks = [];
    this.planned = null;
    sessionStorage.removeItem(this.place);
  }

  /** Add a step to the plan; `joined` to the click before, so that Undo takes both back. */
  async choose(action: Action | string, joined = false): Promise<void> {
    const plan = [...this.plan, typeof action === "string" ? action : action.text];
    const clicks = joined && this.clicks.length > 0 ? this.clicks : [...this.clicks, this.plan.length];
    await this.replan(plan, clicks);
  }

  private async replan(plan: string[], clicks = plan.map((_, index) => index)): Promise<void> {
    if (!this.state) return;
    if (plan.length === 0) {
      this.forget();
      return;
    }
    const attempt = ++this.attempt;
    const after = this.state.sequence;
    this.trying = true;
    try {
      const tried = await post<Tried>(`/api/tables/${this.id}/try`, { steps: plan, after });
      if (attempt !== this.attempt) return;
      const only = this.onlyEnd(tried);
      if (only) return await this.replan([...plan, only.text], clicks);
      this.problem = null;
      this.overtaken = false;
      this.plan = plan;
      this.clicks = clicks;
      this.planned = tried;
      this.keep();
    } catch (error) {
      if (attempt === this.attempt) this.refuse(error);
    } finally {
      if (attempt === this.attempt) this.trying = false;
    }
  }

  /** The end of what was begun, where nothing else is left to do: nobody need say so. */
  private onlyEnd(tried: Tried): Action | null {
    const { seat, actions } = tried.moment.turn;
    const only = seat === this.asked && actions?.length === 1 ? actions[0]! : null;
    return (only?.step as { step?: string } | undefined)?.step === "done" ? only : null;
  }

  async undo(): Promise<void> {
    if (this.plan.length > 0) await this.replan(this.plan.slice(0, this.clicks.at(-1)), this.clicks.slice(0, -1));
    else await this.act("undo", { what: "step" });
  }

  restart(): void {
    this.forget();
  }

  async commit(): Promise<void> {
    if (this.plan.length === 0 || !this.state || this.busy) return;
    this.busy = true;
    const body = {
      after: this.state.sequence,
      steps: this.plan,
      seat: this.asked,
      key: unique(),
    };
    try {
      const played = await this.send<Played>("steps", body);
      this.forget();
      this.take(played.state);
      await this.tell();
    } catch (error) {
      this.refuse(error);
      if (error instanceof Refused && error.code.startsWith("stale")) {
        this.forget();
        await this.refresh();
      }
    } finally {
      this.busy = false;
    }
  }

  /** The same key makes it safe to send again when the connection broke in between. */
  private async send<T>(what: string, body: unknown): Promise<T> {
    for (let attempt = 0; ; attempt++) {
      try {
        return await post<T>(`/api/tables/${this.id}/${what}`, body);
      } catch (error) {
        if (!(error instanceof Refused) || error.status !== 0 || attempt >= 5) throw error;
        await new Promise((resolve) => setTimeout(resolve, 400 * 2 ** attempt));
      }
    }
  }

  async act(what: string, body: Record<string, unknown> = {}): Promise<unknown> {
    try {
      this.problem = null;
      const after = what === "undo" ? { after: this.state?.sequence } : {};
      const answer = await post(`/api/tables/${this.id}/${what}`, { ...after, ...body });
      await this.refresh();
      return answer;
    } catch (error) {
      this.refuse(error);
      return null;
    }
  }

  private refuse(error: unknown): void {
    this.problem =
      error instanceof Refused ? error : new Refused("failed", String(error), {}, 0);
  }
}
