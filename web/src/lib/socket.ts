// The WebSocket of a table: connects, reconnects where it left off, and matches replies to requests.

import { ApiError, refusalOf, type SocketMessage, type SocketRequest } from "./api";

export type Connection = "joining" | "live" | "lost" | "refused";
export type Reply = Extract<SocketMessage, { re?: number | null }>;
export type Update = Exclude<SocketMessage, Reply>;
export type Sent = SocketRequest extends infer R ? (R extends { id?: unknown } ? Omit<R, "id"> : never) : never;

/** A subscriber of a table's socket. */
export interface Subscriber {
  /** Return the number of the last event that it knows; null before the first snapshot. */
  since(): number | null;
  receive(update: Update): void;
  changed(connection: Connection, refusal?: ApiError): void;
}
interface Pending {
  resolve: (reply: Reply) => void;
  reject: (error: ApiError) => void;
}

const SILENCE_TIMEOUT = 45_000;
const OPEN_TIMEOUT = 15_000;
/** Milliseconds in which messages are handled together: bots' steps come in bursts, and are drawn at once. */
const BATCH_INTERVAL = 100;
const MAX_RETRIES = 5;
const ACCESS_REVOKED = 4003;
/** Refusals that pass by themselves, with their HTTP status. */
const TEMPORARY = new Map([
  ["rate-limited", 429],
  ["too-many", 429],
  ["overloaded", 503],
  ["unavailable", 503],
  ["failed", 500],
]);
const REPLIES = new Set(["beat", "done", "state", "preview", "refused"]);

const backoff = (attempt: number): number => Math.min(10_000, 500 * 2 ** attempt);
const sleep = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));
const offline = (): ApiError => new ApiError("offline", "no connection", {}, 0);
const isReply = (message: SocketMessage): message is Reply => REPLIES.has(message.kind);

export class TableSocket {
  private socket: WebSocket | null = null;
  private connection: Connection = "joining";
  private closed = false;
  private attempts = 0;
  private heard = 0;
  private requests = 0;
  private pending = new Map<number, Pending>();
  /** The ids of commands that an event with their idempotency key answers. */
  private keys = new Map<string, number>();
  private opening: Array<() => void> = [];
  private inbox: string[] = [];
  private handled = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly table: string,
    private readonly subscriber: Subscriber,
  ) {}

  /** Connect. Resolved once the table is here, or refused. */
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

  /** Connect anew: a socket keeps the identity that it was opened with. */
  reopen(): Promise<void> {
    const old = this.socket;
    this.socket = null;
    old?.close();
    this.rejectPending();
    return this.open();
  }

  /** Send a request; return its reply. Throws ApiError if it is refused or the connection breaks. */
  async send<A extends Reply = Reply>(request: Sent): Promise<A> {
    await this.ready();
    const id = ++this.requests;
    return new Promise<A>((resolve, reject) => {
      this.pending.set(id, { resolve: (reply) => resolve(reply as A), reject });
      if ("key" in request && request.key) this.keys.set(request.key, id);
      this.socket?.send(JSON.stringify({ ...request, id }));
    });
  }

  /** Send a request again until it has a reply: it must have an idempotency key, or change nothing. */
  async retry<A extends Reply = Reply>(request: Sent): Promise<A> {
    for (let attempt = 0; ; attempt++) {
      try {
        return await this.send<A>(request);
      } catch (error) {
        if (!(error instanceof ApiError) || error.status !== 0 || attempt >= MAX_RETRIES) throw error;
        await sleep(400 * 2 ** attempt);
      }
    }
  }

  private connect(): void {
    if (this.closed) return;
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const since = this.subscriber.since();
    const query = since === null ? "" : `?since=${since}`;
    const socket = new WebSocket(`${scheme}://${location.host}/ws/tables/${this.table}${query}`);
    this.socket = socket;
    let upgraded = false;
    const watchdog = setInterval(() => {
      if (Date.now() - this.heard > SILENCE_TIMEOUT) socket.close();
    }, 5_000);
    socket.onopen = () => {
      upgraded = true;
      this.heard = Date.now();
      if (since !== null) this.live();
    };
    socket.onmessage = (event) => {
      this.heard = Date.now();
      this.inbox.push(event.data as string);
      const elapsed = this.heard - this.handled;
      if (elapsed >= BATCH_INTERVAL) this.handleAll();
      else this.timer ??= setTimeout(() => this.handleAll(), BATCH_INTERVAL - elapsed);
    };
    socket.onclose = (event) => {
      this.handleAll();
      clearInterval(watchdog);
      if (this.socket !== socket) return;
      this.rejectPending();
      if (this.closed) return;
      if (event.code === ACCESS_REVOKED && !TEMPORARY.has(event.reason)) {
        this.refused(new ApiError(event.reason, event.reason, {}, 404));
        return;
      }
      this.change("lost");
      if (upgraded) this.connectLater();
      else void this.explain(socket);
    };
  }

  private connectLater(): void {
    setTimeout(() => this.connect(), backoff(this.attempts++));
  }

  /** Ask by HTTP why the socket did not open, which a browser does not tell; connect again if that may pass. */
  private async explain(socket: WebSocket): Promise<void> {
    const refusal = await refusalOf(`/api/tables/${this.table}`);
    if (this.closed || this.socket !== socket) return;
    if (refusal) this.refused(refusal);
    else this.connectLater();
  }

  private change(connection: Connection, refusal?: ApiError): void {
    this.connection = connection;
    this.subscriber.changed(connection, refusal);
  }

  private refused(refusal: ApiError): void {
    this.change("refused", refusal);
    this.opened();
  }

  private live(): void {
    this.attempts = 0;
    this.change("live");
    this.opened();
  }

  private opened(): void {
    this.opening.splice(0).forEach((done) => done());
  }

  private handleAll(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.handled = Date.now();
    for (const text of this.inbox.splice(0)) this.handle(JSON.parse(text) as SocketMessage);
  }

  private handle(message: SocketMessage): void {
    if (isReply(message)) {
      this.settle(message);
      return;
    }
    this.subscriber.receive(message);
    if ("key" in message && message.key) this.acknowledge(message.key, message.number);
    if (message.kind === "snapshot") this.live();
  }

  /** Answer the command that has made an event. */
  private acknowledge(key: string, event: number): void {
    const re = this.keys.get(key);
    if (re !== undefined) this.settle({ kind: "done", re, event });
  }

  private settle(reply: Reply): void {
    const pending = reply.re == null ? undefined : this.pending.get(reply.re);
    if (reply.re == null || !pending) return;
    this.pending.delete(reply.re);
    this.keys.forEach((id, key) => id === reply.re && this.keys.delete(key));
    if (reply.kind !== "refused") {
      pending.resolve(reply);
      return;
    }
    const { code, message, fields } = reply.error;
    pending.reject(new ApiError(code, message, fields ?? {}, TEMPORARY.get(code) ?? 400));
  }

  private rejectPending(): void {
    this.pending.forEach((pending) => pending.reject(offline()));
    this.pending.clear();
    this.keys.clear();
  }

  /** Wait until the socket is open. Throws ApiError if that takes too long. */
  private async ready(): Promise<void> {
    const until = Date.now() + OPEN_TIMEOUT;
    while (this.socket?.readyState !== WebSocket.OPEN) {
      if (this.closed || this.connection === "refused" || Date.now() > until) throw offline();
      await sleep(100);
    }
  }
}
