// Drives many tables at once, of our server or of the peer's, each by two WebSockets: the same loop for both.
// usage: node server_drive.cjs   (in a folder where npm installed ws, as socket.io-client does)
// The plan is JSON on standard input. It says when everything is warm, and counts from there.
const { createRequire } = require("module");
const WebSocket = createRequire(process.cwd() + "/")("ws");
const plan = JSON.parse(require("fs").readFileSync(0, "utf8"));
let times = [], until = Infinity, bytes = 0, began, before;

// Our server, as browsers speak to it: every event with its story and the state.
class Ours {
  constructor(table) {
    this.script = plan.scripts[table.script];
    this.table = table;
    this.states = [null, null];
    ({ sequence: this.sequence, to_move: this.to_move } = table);
  }

  open(seat) {
    const { cookies, ports, id } = this.table;
    return new WebSocket(`ws://127.0.0.1:${ports[seat]}/ws/tables/${id}`, { headers: { Cookie: cookies[seat] }, perMessageDeflate: false });
  }

  // The seat that moves and what it sends, or nothing when the script has ended.
  move(number) {
    if (number === this.script.length) return null;
    const { sequence } = this;
    return [this.to_move, JSON.stringify({ kind: "play", id: 1, after: sequence, key: "k" + sequence, steps: [this.script[number]] })];
  }

  // What a message is: "open" at first, "moved" once the seat knows the state after the move.
  hear(seat, text) {
    const message = JSON.parse(text);
    if (message.error) throw new Error(JSON.stringify(message.error));
    if (message.kind === "snapshot") {
      this.states[seat] = message.state;
      return "open";
    }
    if (message.kind !== "steps" || !message.narration.length) return "";
    this.states[seat] = this.whole(message, this.states[seat]);
    this.sequence = message.number;
    this.to_move = message.data.to_move;
    return "moved";
  }

  // The state an event leads to, as web/src/lib/patch.ts makes it.
  whole({ patch }, before) {
    if (before.last_event !== patch.since) throw new Error("a patch of a state we do not have");
    const view = { ...before.moment?.view, ...patch.view };
    const moment = { ...before.moment, ...patch.moment, view };
    return { ...before, ...patch.state, table: { ...before.table, ...patch.table }, moment };
  }
}

// boardgame.io's server: what socket.io-client says over a WebSocket, without its wrapping.
class Peer {
  constructor(table) {
    this.name = `m${table.id}-${Date.now()}`;
    this.port = table.port;
    this.stateID = null;
  }

  open() {
    return new WebSocket(`ws://127.0.0.1:${this.port}/socket.io/?EIO=4&transport=websocket`, { perMessageDeflate: false });
  }

  emit(...message) {
    return "42/tic-tac-toe," + JSON.stringify(message);
  }

  move(number) {
    const seat = number % 2, playerID = String(seat), cleared = number % 9 === 8;
    const payload = { type: cleared ? "clear" : "click", args: cleared ? [] : [number % 9], playerID };
    return [seat, this.emit("update", { type: "MAKE_MOVE", payload }, this.stateID, this.name, playerID)];
  }

  hear(seat, text, socket) {
    if (text === "2") socket.send("3");
    if (text.startsWith("0")) socket.send("40/tic-tac-toe,");
    if (text.startsWith("40")) socket.send(this.emit("sync", this.name, String(seat), null, 2));
    if (text.startsWith("44")) throw new Error(text);
    if (!text.startsWith("42")) return "";
    const [kind, , state, after] = JSON.parse(text.slice(text.indexOf(",") + 1));
    if (kind === "sync") this.stateID = state.state._stateID;
    if (kind === "update") this.stateID = state._stateID;
    if (kind === "patch") this.stateID = after;
    return { sync: "open", update: "moved", patch: "moved" }[kind] ?? "";
  }
}

// One table: steps in turn; the next step leaves when both players have heard of the last.
class Driven {
  constructor(table) {
    this.speaker = new (plan.peer ? Peer : Ours)(table);
    this.number = this.heard = this.sent = 0;
    let open = 0;
    this.opened = new Promise((done) => { this.open = () => { if (++open === 2) done(); }; });
    this.played = new Promise((done, failed) => { this.end = done; this.fail = failed; });
    this.sockets = [0, 1].map((seat) => this.connect(seat));
  }

  connect(seat) {
    const socket = this.speaker.open(seat);
    socket.on("error", this.fail);
    socket.on("message", (data) => {
      const what = this.speaker.hear(seat, data.toString(), socket);
      if (what === "open") this.open();
      if (what !== "moved" || ++this.heard < 2) return;
      bytes += data.length;
      times.push(performance.now() - this.sent);
      if (!began && times.length >= plan.warm) begin();
      this.next();
    });
    return socket;
  }

  // At a human pace everyone thinks for a while, no two equally long.
  next() {
    if (plan.pace) setTimeout(() => this.move(), plan.pace * (0.5 + Math.random()));
    else this.move();
  }

  move() {
    const found = performance.now() > until ? null : this.speaker.move(this.number++);
    if (!found) {
      this.sockets.forEach((socket) => socket.close());
      this.end();
      return;
    }
    this.heard = 0;
    this.sent = performance.now();
    this.sockets[found[0]].send(found[1]);
  }
}

// What came before has warmed both sides up.
function begin() {
  console.log("warm");
  times = []; bytes = 0;
  began = performance.now(); before = process.cpuUsage();
  until = began + plan.seconds * 1000;
}

async function main() {
  const tables = plan.tables.map((table) => new Driven(table));
  await Promise.all(tables.map((table) => table.opened));
  if (!plan.warm) begin();
  tables.forEach((table) => table.next());
  await Promise.all(tables.map((table) => table.played));
  const spent = (performance.now() - began) / 1000, used = process.cpuUsage(before);
  times.sort((a, b) => a - b);
  const at = (share) => times[Math.min(times.length - 1, Math.floor(times.length * share))];
  console.log(JSON.stringify({ moves: times.length, seconds: spent, per_second: times.length / spent, p50: at(0.5), p99: at(0.99), bytes: bytes / times.length, driver_ms: (used.user + used.system) / 1000 / times.length }));
  process.exit(0);
}

main();
