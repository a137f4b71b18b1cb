// boardgame.io's server with its in-memory store and TicTacToe, driven over socket.io.
// With a state given, every match carries it beside the cells: as much to send as ours.
// usage: node server_peer.cjs serve PORT [STATE.json] [delta] | drive PORT TABLES SECONDS   (in a folder with both npm packages)
const { createRequire } = require("module");
const load = createRequire(process.cwd() + "/");

const carried = process.argv[2] === "serve" && (process.argv[4] ?? "").endsWith(".json") ? JSON.parse(require("fs").readFileSync(process.argv[4], "utf8")) : null;
const TicTacToe = {
  name: "tic-tac-toe",
  deltaState: process.argv.includes("delta"),
  setup: () => ({ cells: Array(9).fill(null), ...(carried && { carried }) }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    click: ({ G, playerID }, id) => {
      if (G.cells[id] !== null) return "INVALID_MOVE";
      G.cells[id] = playerID;
    },
    clear: ({ G }) => { G.cells = Array(9).fill(null); },
  },
};

async function serve(port) {
  const { Server } = load("boardgame.io/server");
  const server = Server({ games: [TicTacToe], origins: ["*"] });
  await server.run(port, () => console.log("ready"));
}

// One match: two sockets, moves in turn; the next move leaves when both have seen the last.
function match(io, port, number, until, times, sizes) {
  return new Promise((resolve) => {
    const name = "m" + number + "-" + Date.now();
    const sockets = ["0", "1"].map(() => io(`http://127.0.0.1:${port}/tic-tac-toe`, { transports: ["websocket"], forceNew: true }));
    let stateID = null, seen = 0, move = 0, sent = 0, synced = 0;
    const play = () => {
      if (Date.now() > until) { sockets.forEach((s) => s.close()); resolve(); return; }
      const player = String(move % 2);
      const cleared = move % 9 === 8;
      const action = { type: "MAKE_MOVE", payload: { type: cleared ? "clear" : "click", args: cleared ? [] : [move % 9], playerID: player, credentials: undefined } };
      seen = 0; sent = performance.now();
      sockets[move % 2].emit("update", action, stateID, name, player);
      move++;
    };
    sockets.forEach((socket, player) => {
      socket.on("connect", () => socket.emit("sync", name, String(player), undefined, 2));
      socket.on("sync", (id, info) => { stateID = info.state._stateID; if (++synced === 2) play(); });
      socket.once("update", (matchID, state) => sizes.push(JSON.stringify(["update", matchID, state]).length));
      socket.on("update", (matchID, state) => { if (state._stateID > stateID || seen > 0) { if (++seen === 2) { stateID = state._stateID; times.push(performance.now() - sent); play(); } } });
      socket.once("patch", (...patch) => sizes.push(JSON.stringify(["patch", ...patch]).length));
      socket.on("patch", (matchID, before, after) => { if (++seen === 2) { stateID = after; times.push(performance.now() - sent); play(); } });
    });
  });
}

async function drive(port, tables, seconds) {
  const { io } = load("socket.io-client");
  const times = [], sizes = [], began = Date.now(), until = began + seconds * 1000;
  await Promise.all(Array.from({ length: tables }, (_, n) => match(io, port, n, until, times, sizes)));
  const spent = (Date.now() - began) / 1000, used = process.cpuUsage();
  times.sort((a, b) => a - b);
  const at = (share) => times[Math.min(times.length - 1, Math.floor(times.length * share))];
  console.log(JSON.stringify({ moves: times.length, seconds: spent, per_second: times.length / spent, p50: at(0.5), p99: at(0.99), bytes: sizes.reduce((a, b) => a + b, 0) / (sizes.length || 1), driver_ms: (used.user + used.system) / 1000 / times.length }));
  process.exit(0);
}

const [, , what, port, tables, seconds] = process.argv;
if (what === "serve") serve(Number(port)); else drive(Number(port), Number(tables), Number(seconds));
