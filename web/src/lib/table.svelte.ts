// One table as this browser sees it: its state, its story and its chat, kept up to date by a socket.

import { command, get, put, ApiError, type Action, type Me, type PositionView, type TableEvent } from "./api";
import type { Replay, SeatInfo, TableState, NarratedStep, Preview } from "./api";
import { unique } from "./compat";
import { Draft } from "./draft.svelte";
import { applyPatch } from "./patch";
import { share } from "./sharing";
import { TableSocket, type Connection, type Reply, type Sent, type Update } from "./socket";

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
  narration: NarratedStep[];
  before: TableState | null;
  state: TableState;
}

const REMEMBERED = 60;
/** Places in the story for the first so many steps, of which nobody has asked what to tell. */
const untold = (steps: number): NarratedStep[] =>
  Array.from({ length: steps }, (_, at) => ({ at, seat: null, text: "", story: [] }));

export class TableStore {
  state = $state.raw<TableState | null>(null);
  story = $state.raw<NarratedStep[]>([]);
  chat = $state<Chat[]>([]);
  connection = $state<Connection>("joining");
  problem = $state.raw<ApiError | null>(null);
  busy = $state(false);
  present = $state<number[]>([]);
  watchers = $state(0);
  /** When the state was received, for clocks that run. */
  received = $state(Date.now());

  /** What to call those who sit here, in the viewer's language. */
  called = $state.raw<(seats: readonly SeatInfo[]) => string[]>((seats) =>
    seats.map((seat) => seat.name),
  );

  /** What of the table is ours: events are the same for everyone. */
  private own: { seats: number[]; creator: boolean } = { seats: [], creator: false };
  /** The latest moments by how many steps led there. */
  private moments = new Map<number, PositionView>();
  private listeners = new Set<(happening: Happening) => void>();

  private readonly socket: TableSocket;
  readonly draft: Draft;

  constructor(readonly id: string) {
    this.socket = new TableSocket(id, {
      since: () => this.state?.last_event ?? null,
      receive: (update) => this.receive(update),
      changed: (connection, refusal) => this.reconnected(connection, refusal),
    });
    this.draft = new Draft({
      id,
      sequence: () => this.state?.sequence,
      preview: (steps) => this.preview(steps),
      seat: () => this.seatToMove,
      refuse: (error) => this.refuse(error),
      accepted: () => (this.problem = null),
    });
  }

  /** The moment to show: the plan's outcome if there is one, else what the server confirmed. */
  get moment(): PositionView | null {
    return this.draft.planned?.moment ?? this.state?.moment ?? null;
  }

  private spoken: readonly string[] = [];
  readonly names = $derived.by(
    () => (this.spoken = share(this.spoken, this.called(this.state?.table.seats ?? []))),
  );

  /** The own seat that is to move, if any. */
  get seatToMove(): number | null {
    const turn = this.state?.moment?.turn;
    if (!turn || turn.kind !== "choose" || turn.seat == null) return null;
    const place = this.state?.table.seats[turn.seat];
    if (place?.substitute || place?.resigned) return null;
    return this.state?.your_seats.includes(turn.seat) ? turn.seat : null;
  }

  /** Whether several people play on this device, so that whoever is asked is called by name. */
  get shared(): boolean {
    return (this.state?.your_seats.length ?? 0) > 1 && !this.state?.table.sandbox;
  }

  get actions(): Action[] {
    const turn = this.moment?.turn;
    if (this.busy || this.seatToMove === null || turn?.kind !== "choose") return [];
    return turn.seat === this.seatToMove ? (turn.actions ?? []) : [];
  }

  /** Whether it is ours to go on once chance has spoken. */
  get goesOn(): boolean {
    return this.complete && this.draft.planned?.next === this.seatToMove;
  }

  /** Whether the plan reaches the end of what this seat decides now. */
  get complete(): boolean {
    return this.draft.plan.length > 0 && this.actions.length === 0 && this.draft.planned !== null;
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

  /** Connect. Resolved once the table is here, or refused. */
  open(): Promise<void> {
    return this.socket.open();
  }

  close(): void {
    this.socket.close();
  }

  /** Set this browser's name and reconnect. Return false if refused. */
  async identify(name: string): Promise<boolean> {
    try {
      await put<Me>("/api/me", { name });
    } catch (error) {
      this.refuse(error);
      return false;
    }
    await this.socket.reopen();
    return true;
  }

  private reconnected(connection: Connection, refusal?: ApiError): void {
    this.connection = connection;
    if (refusal) this.problem = refusal;
    // A request that the broken connection has lost is reported until the next click.
    const isLost = connection === "live" && this.problem?.code === "offline";
    if (isLost) this.problem = new ApiError("click-lost", "not sent", {}, 0);
  }

  private receive(message: Update): void {
    switch (message.kind) {
      case "snapshot":
        this.own = { seats: message.state.your_seats, creator: message.state.creator };
        this.story = [...untold(message.narration[0]?.at ?? 0), ...message.narration];
        this.chat = message.chat.map((line) => ({ number: line.number, at: line.at, ...line.data }));
        this.take(message.state);
        return;
      case "yours":
        this.own = message;
        if (this.state) this.state = this.seen(this.state);
        return;
      case "presence":
        this.present = message.seats;
        this.watchers = message.watchers;
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
    if (event.kind === "remarks-removed") {
      const gone = new Set(event.data.numbers);
      this.chat = this.chat.map((line) => (gone.has(line.number) ? { ...line, text: "" } : line));
    }
    // What comes bare is from before; the whole table follows it.
    const before = this.state;
    if (!before || !event.patch || event.number <= before.last_event) return;
    const narration = event.narration ?? [];
    const kept = event.kind === "undone" ? event.data.length : (narration[0]?.at ?? Infinity);
    const whole = applyPatch(before, event.patch);
    if (!whole) {
      // Nothing to go on from: that should not be, and the server has it all.
      void this.refresh();
      return;
    }
    const state = this.seen(whole);
    if (kept < Infinity) this.story = [...this.story.filter((step) => step.at < kept), ...narration];
    this.take(state, false);
    this.listeners.forEach((listener) => listener({ event, narration, before, state }));
  }

  /** A state that is the same for everyone, as we see it. */
  private seen(state: TableState): TableState {
    const { seats, creator } = this.own;
    const { table } = state;
    const place = table.to_move === null ? null : table.seats[table.to_move];
    return {
      ...state,
      your_seats: [...seats],
      creator,
      table: {
        ...table,
        your_turn: table.to_move !== null && seats.includes(table.to_move) && !place?.bot,
        seats: table.seats.map((seat) => ({ ...seat, you: seats.includes(seat.seat) })),
      },
    };
  }

  /** Fetch what to tell of the steps before those that came with the table. */
  async earlier(): Promise<void> {
    const narration: NarratedStep[] = [];
    while (this.story[narration.length]?.text === "") {
      const page = await get<{ narration: NarratedStep[] }>(`/api/tables/${this.id}/story?since=${narration.length}`);
      if (page.narration.length === 0) return;
      narration.push(...page.narration);
    }
    this.story = this.story.map((step) => (step.text === "" ? (narration[step.at] ?? step) : step));
  }

  /** The table as it was after so many steps: what an event has brought, or else the server's answer. */
  async at(steps: number): Promise<PositionView> {
    const known = this.moments.get(steps);
    return known ?? (await get<Replay>(`/api/tables/${this.id}/at/${steps}`)).moment;
  }

  async refresh(): Promise<void> {
    try {
      this.take((await this.socket.send<Extract<Reply, { kind: "state" }>>({ kind: "state" })).state);
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
      void this.draft.restore();
    } else if (state.sequence !== before.sequence) {
      this.draft.outdate(this.busy);
    }
  }

  private remember(moment: PositionView | null): void {
    if (!moment) return;
    for (const steps of this.moments.keys()) {
      if (steps >= moment.steps || this.moments.size >= REMEMBERED) this.moments.delete(steps);
    }
    this.moments.set(moment.steps, moment);
  }

  private async preview(steps: string[]): Promise<Preview> {
    const after = this.state?.sequence;
    return (await this.socket.retry<Extract<Reply, { kind: "preview" }>>({ kind: "preview", steps, after })).preview;
  }

  /** Take back the last click, or, if nothing is drafted, the last step. */
  async undo(): Promise<void> {
    if (this.draft.plan.length > 0) await this.draft.undo();
    else await this.takeBack("step");
  }

  restart(): void {
    this.problem = null;
    this.draft.clear();
  }

  /** Ask for the rule that forbids a step. */
  async why(step: string): Promise<void> {
    if (this.state && !this.draft.trying && this.actions.length > 0) await this.draft.explain(step);
  }

  async commit(): Promise<void> {
    if (this.draft.plan.length === 0 || !this.state || this.busy) return;
    this.busy = true;
    const body = {
      after: this.state.sequence,
      steps: this.draft.plan,
      seat: this.seatToMove,
      key: unique(),
    };
    try {
      await this.socket.retry({ kind: "play", ...body });
      this.draft.clear();
    } catch (error) {
      this.refuse(error);
      if (error instanceof ApiError && error.code.startsWith("stale")) {
        this.draft.clear();
        const state = error.fields["state"] as TableState | undefined;
        if (state) this.take(state);
        else await this.refresh();
      }
    } finally {
      this.busy = false;
    }
  }

  /** Send a command. Return whether the server accepted it. */
  async act(request: Sent): Promise<boolean> {
    try {
      this.problem = null;
      // With an idempotency key, the server carries a repeated command out once.
      await ("key" in request ? this.socket.retry(request) : this.socket.send(request));
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
