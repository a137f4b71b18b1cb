// One table as this browser sees it: the confirmed state, the plan, and the live connection.
// Everything that happens comes by one socket, each event with its story and what it changed of the state.

import { command, get, put, refusalOf, ApiError, type Action, type Me, type Moment, type TableEvent } from "./api";
import type { SocketMessage, Replay, SeatInfo, SocketRequest, TableState, ToldStep, Tried } from "./api";
import { unique } from "./compat";
import { applyPatch } from "./patch";
import { share } from "./sharing";

export type Connection = "joining" | "live" | "lost" | "refused";
export interface Chat {
  number: number;
  seat: number | null;
  name: string;
  text: string;
  at: number;
}
/** An event that has just happened: its narration, and the states around it. */
export interface Happening {
  event: TableEvent;
  told: ToldStep[];
  before: TableState | null;
  state: TableState;
}
type Answer = Extract<SocketMessage, { re?: number | null }>;
type Sent = SocketRequest extends infer R ? (R extends { id?: unknown } ? Omit<R, "id"> : never) : never;
interface Waiting {
  done: (answer: Answer) => void;
  failed: (error: ApiError) => void;
}

const PATIENCE = 45_000;
const READY = 15_000;
/** Milliseconds in which messages are read together. */
const TOGETHER = 100;
const REMEMBERED = 60;
/** Refusals that pass by themselves. */
const PASSING = new Map([
  ["too-fast", 429],
  ["too-many", 429],
  ["busy", 503],
  ["unavailable", 503],
  ["failed", 500],
]);

const pause = (attempt: number): number => Math.min(10_000, 500 * 2 ** attempt);
/** Places in the story for the first so many steps, of which nobody has asked what to tell. */
const untold = (steps: number): ToldStep[] =>
  Array.from({ length: steps }, (_, at) => ({ at, seat: null, text: "", story: [] }));
const offline = (): ApiError => new ApiError("offline", "no connection", {}, 0);

export class TableStore {
  state = $state.raw<TableState | null>(null);
  planned = $state.raw<Tried | null>(null);
  plan = $state<string[]>([]);
  /** How long the plan was before each click: Undo takes back what one click did. */
  private clicks: number[] = [];
  story = $state.raw<ToldStep[]>([]);
  chat = $state<Chat[]>([]);
  connection = $state<Connection>("joining");
  problem = $state.raw<ApiError | null>(null);
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

  /** What of the table is ours: events are the same for everyone. */
  private own: { seats: number[]; creator: boolean } = { seats: [], creator: false };
  private socket: WebSocket | null = null;
  private tries = 0;
  private heard = 0;
  private closed = false;
  private attempt = 0;
  private asks = 0;
  private waiting = new Map<number, Waiting>();
  private opening: Array<() => void> = [];
  private inbox: string[] = [];
  private read = 0;
  private reading: ReturnType<typeof setTimeout> | undefined;
  /** The latest moments by how many steps led there. */
  private moments = new Map<number, Moment>();
  private listeners = new Set<(happening: Happening) => void>();

  constructor(readonly id: string) {}

  /** The moment to show: the plan's outcome if there is one, else what the server confirmed. */
  get moment(): Moment | null {
    return this.planned?.moment ?? this.state?.moment ?? null;
  }

  private spoken: readonly string[] = [];
  readonly names = $derived.by(
    () => (this.spoken = share(this.spoken, this.called(this.state?.table.seats ?? []))),
  );

  /** The seat of ours that is asked now, if any. */
  get asked(): number | null {
    const turn = this.state?.moment?.turn;
    if (!turn || turn.kind !== "choose" || turn.seat == null) return null;
    const place = this.state?.table.seats[turn.seat];
    if (place?.stand_in || place?.conceded) return null;
    return this.state?.your_seats.includes(turn.seat) ? turn.seat : null;
  }

  /** Whether several people play on this device, so that whoever is asked is called by name. */
  get shared(): boolean {
    return (this.state?.your_seats.length ?? 0) > 1 && !this.state?.table.sandbox;
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

  /** Whether a step of ours may be taken back: one was made, or what was made is not yet told. */
  get hasPlayed(): boolean {
    const yours = this.state?.your_seats ?? [];
    return this.story.some((step) => step.text === "" || (step.seat !== null && yours.includes(step.seat)));
  }

  /** How many steps there were after the viewer's own last one; null if there is nothing since. */
  get left(): number | null {
    const yours = this.state?.your_seats ?? [];
    const steps = this.state?.moment?.steps ?? 0;
    if (yours.length === 0 || yours.length === this.state?.table.players) return null;
    const last = this.story.findLast((step) => step.seat !== null && yours.includes(step.seat));
    if (!last || (this.story.at(-1)?.at ?? -1) + 1 < steps) return null;
    const others = this.story.some((step) => step.at > last.at && step.seat !== null);
    return others ? last.at + 1 : null;
  }

  /** Every event from now on, in order. The answer ends it. */
  follow(listener: (happening: Happening) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** Sit down at the socket; done once the table is here, or refused. */
  open(): Promise<void> {
    return new Promise((done) => {
      this.opening.push(done);
      this.connect();
    });
  }

  close(): void {
    this.closed = true;
    this.socket?.close();
    this.opened();
  }

  /** Set this browser's name and reconnect: a socket keeps the identity it was opened with. Return false if refused. */
  async identify(name: string): Promise<boolean> {
    try {
      await put<Me>("/api/me", { name });
    } catch (error) {
      this.refuse(error);
      return false;
    }
    const old = this.socket;
    this.socket = null;
    old?.close();
    this.failWaiting();
    await this.open();
    return true;
  }

  /** Fail every request that the socket has not answered. */
  private failWaiting(): void {
    this.waiting.forEach((waiting) => waiting.failed(offline()));
    this.waiting.clear();
  }

  private opened(): void {
    this.opening.splice(0).forEach((done) => done());
  }

  private connect(): void {
    if (this.closed) return;
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const since = this.state ? `?since=${this.state.last_event}` : "";
    const socket = new WebSocket(`${scheme}://${location.host}/ws/tables/${this.id}${since}`);
    this.socket = socket;
    let upgraded = false;
    const watchdog = setInterval(() => {
      if (Date.now() - this.heard > PATIENCE) socket.close();
    }, 5_000);
    socket.onopen = () => {
      upgraded = true;
      this.heard = Date.now();
      if (this.state) this.live();
    };
    socket.onmessage = (event) => {
      this.heard = Date.now();
      this.inbox.push(event.data as string);
      const since = this.heard - this.read;
      if (since >= TOGETHER) this.readAll();
      else this.reading ??= setTimeout(() => this.readAll(), TOGETHER - since);
    };
    socket.onclose = (event) => {
      this.readAll();
      clearInterval(watchdog);
      if (this.socket !== socket) return;
      this.failWaiting();
      if (this.closed) return;
      if (event.code === 4003 && !PASSING.has(event.reason)) {
        this.turnedAway(new ApiError(event.reason, event.reason, {}, 404));
        return;
      }
      this.connection = "lost";
      if (upgraded) setTimeout(() => this.connect(), pause(this.tries++));
      else void this.explain(socket);
    };
  }

  /** Ask by HTTP why the socket did not open, which a browser does not tell; connect again if that may pass. */
  private async explain(socket: WebSocket): Promise<void> {
    const refusal = await refusalOf(`/api/tables/${this.id}`);
    if (this.closed || this.socket !== socket) return;
    if (refusal) this.turnedAway(refusal);
    else setTimeout(() => this.connect(), pause(this.tries++));
  }

  private turnedAway(refusal: ApiError): void {
    this.connection = "refused";
    this.problem = refusal;
    this.opened();
  }

  /** Read all that has come. Bots' steps come in swarms, and are drawn together. */
  private readAll(): void {
    clearTimeout(this.reading);
    this.reading = undefined;
    this.read = Date.now();
    for (const text of this.inbox.splice(0)) this.receive(JSON.parse(text) as SocketMessage);
  }

  private live(): void {
    this.tries = 0;
    this.connection = "live";
    // What the broken connection has swallowed is named until the next click.
    if (this.problem?.code === "offline") this.problem = new ApiError("click-lost", "not sent", {}, 0);
    this.opened();
  }

  private receive(message: SocketMessage): void {
    switch (message.kind) {
      case "opened":
        this.own = { seats: message.state.your_seats, creator: message.state.creator };
        this.story = [...untold(message.told[0]?.at ?? 0), ...message.told];
        this.chat = message.chat.map((line) => ({ number: line.number, at: line.at, ...line.data }));
        this.take(message.state);
        this.live();
        return;
      case "yours":
        this.own = message;
        if (this.state) this.state = this.seen(this.state);
        return;
      case "presence":
        this.present = message.seats;
        this.watchers = message.watchers;
        return;
      case "beat":
      case "done":
      case "state":
      case "tried":
      case "refused":
        this.answered(message);
        return;
      default:
        this.happen(message);
    }
  }

  private happen(event: TableEvent): void {
    if (event.kind === "chat") {
      if (this.chat.some((line) => line.number === event.number)) return;
      this.chat.push({ number: event.number, at: event.at, ...event.data });
    }
    // What comes bare is from before; the whole table follows it.
    const before = this.state;
    if (!before || !event.patch || event.number <= before.last_event) return;
    const told = event.told ?? [];
    const kept = event.kind === "undone" ? event.data.length : (told[0]?.at ?? Infinity);
    const whole = applyPatch(before, event.patch);
    if (!whole) {
      // Nothing to go on from: that should not be, and the server has it all.
      void this.refresh();
      return;
    }
    const state = this.seen(whole);
    if (kept < Infinity) this.story = [...this.story.filter((step) => step.at < kept), ...told];
    this.take(state, false);
    this.listeners.forEach((listener) => listener({ event, told, before, state }));
  }

  /** A state that is the same for everyone, as we see it. */
  private seen(state: TableState): TableState {
    const { seats, creator } = this.own;
    const { table } = state;
    const asked = table.asked === null ? null : table.seats[table.asked];
    return {
      ...state,
      your_seats: [...seats],
      creator,
      table: {
        ...table,
        your_turn: table.asked !== null && seats.includes(table.asked) && !asked?.bot,
        seats: table.seats.map((seat) => ({ ...seat, you: seats.includes(seat.seat) })),
      },
    };
  }

  private answered(answer: Answer): void {
    const waiting = answer.re == null ? undefined : this.waiting.get(answer.re);
    if (answer.re == null || !waiting) return;
    this.waiting.delete(answer.re);
    if (answer.kind !== "refused") {
      waiting.done(answer);
      return;
    }
    const { code, message, fields } = answer.error;
    waiting.failed(new ApiError(code, message, fields ?? {}, PASSING.get(code) ?? 400));
  }

  /** Done once the socket is open; failed if that takes too long. */
  private ready(): Promise<void> {
    const began = Date.now();
    return new Promise((done, failed) => {
      const look = (): void => {
        if (this.socket?.readyState === WebSocket.OPEN) done();
        else if (this.closed || this.connection === "refused" || Date.now() - began > READY) failed(offline());
        else setTimeout(look, 100);
      };
      look();
    });
  }

  /** Ask the server by the socket. */
  private async ask<A extends Answer = Answer>(request: Sent): Promise<A> {
    await this.ready();
    const id = ++this.asks;
    return new Promise<A>((done, failed) => {
      this.waiting.set(id, { done: (answer) => done(answer as A), failed });
      this.socket?.send(JSON.stringify({ ...request, id }));
    });
  }

  /** Fetch what to tell of the steps before those that came with the table. */
  async earlier(): Promise<void> {
    const told: ToldStep[] = [];
    while (this.story[told.length]?.text === "") {
      const page = await get<{ told: ToldStep[] }>(`/api/tables/${this.id}/story?since=${told.length}`);
      if (page.told.length === 0) return;
      told.push(...page.told);
    }
    this.story = this.story.map((step) => (step.text === "" ? (told[step.at] ?? step) : step));
  }

  /** The table as it was after so many steps: what an event has brought, or else the server's answer. */
  async at(steps: number): Promise<Moment> {
    const known = this.moments.get(steps);
    return known ?? (await get<Replay>(`/api/tables/${this.id}/at/${steps}`)).moment;
  }

  async refresh(): Promise<void> {
    try {
      this.take((await this.ask<Extract<Answer, { kind: "state" }>>({ kind: "state" })).state);
    } catch (error) {
      this.refuse(error);
    }
  }

  /** Go on from a state; those that the server sent whole tell who is present. */
  private take(state: TableState, whole = true): void {
    const before = this.state;
    if (before && state.last_event < before.last_event) return;
    this.state = state;
    this.remember(state.moment);
    this.received = Date.now();
    if (whole) {
      this.present = state.table.seats.filter((seat) => seat.present).map((seat) => seat.seat);
      this.watchers = state.watchers;
    }
    if (!before) {
      void this.recall();
    } else if (state.sequence !== before.sequence) {
      this.overtaken = this.plan.length > 0 && !this.busy;
      this.forget();
    }
  }

  private remember(moment: Moment | null): void {
    if (!moment) return;
    for (const steps of this.moments.keys()) {
      if (steps >= moment.steps || this.moments.size >= REMEMBERED) this.moments.delete(steps);
    }
    this.moments.set(moment.steps, moment);
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

  /** Put the plan away. */
  forget(): void {
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
      const { tried } = await this.insist<Extract<Answer, { kind: "tried" }>>({ kind: "preview", steps: plan, after });
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
    else await this.takeBack("step");
  }

  restart(): void {
    this.problem = null;
    this.forget();
  }

  /** Ask for the rule that forbids a step. */
  async why(step: string): Promise<void> {
    if (!this.state || this.trying || this.actions.length === 0) return;
    try {
      await this.insist({ kind: "preview", steps: [...this.plan, step], after: this.state.sequence });
    } catch (error) {
      this.refuse(error);
    }
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
      await this.insist({ kind: "play", ...body });
      this.forget();
    } catch (error) {
      this.refuse(error);
      if (error instanceof ApiError && error.code.startsWith("stale")) {
        this.forget();
        const state = error.fields["state"] as TableState | undefined;
        if (state) this.take(state);
        else await this.refresh();
      }
    } finally {
      this.busy = false;
    }
  }

  /** The same key makes it safe to send again when the connection broke in between. */
  private async insist<A extends Answer = Answer>(request: Sent): Promise<A> {
    for (let attempt = 0; ; attempt++) {
      try {
        return await this.ask<A>(request);
      } catch (error) {
        if (!(error instanceof ApiError) || error.status !== 0 || attempt >= 5) throw error;
        await new Promise((resolve) => setTimeout(resolve, 400 * 2 ** attempt));
      }
    }
  }

  /** Send a command. Return whether the server accepted it. */
  async act(request: Sent): Promise<boolean> {
    try {
      this.problem = null;
      // With an idempotency key, the server carries a repeated command out once.
      await ("key" in request ? this.insist(request) : this.ask(request));
      return true;
    } catch (error) {
      this.refuse(error);
      return false;
    }
  }

  /** Ask for a rematch, or agree to one. Return the new table's id, or null if refused. */
  async rematch(): Promise<string | null> {
    try {
      this.problem = null;
      return (await command(this.id, { kind: "rematch", wait: true })).state.table.rematch;
    } catch (error) {
      this.refuse(error);
      return null;
    }
  }

  /** Take back the last step or the whole turn, or ask the others for it. */
  async takeBack(what: "step" | "turn"): Promise<boolean> {
    return this.act({ kind: "undo", after: this.state?.sequence ?? 0, what, key: unique() });
  }

  private refuse(error: unknown): void {
    this.problem =
      error instanceof ApiError ? error : new ApiError("failed", String(error), {}, 0);
  }
}
