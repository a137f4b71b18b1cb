// boardgame.io's server with TicTacToe, in memory, or in files by its own FlatFile storage.
// With a state given, every match carries it beside the cells: as much to send as ours.
// usage: node server_peer.cjs PORT [STATE.json] [delta] [files=FOLDER]   (in a folder with boardgame.io and node-persist)
const { createRequire } = require("module");
const load = createRequire(process.cwd() + "/");
const { Server, FlatFile } = load("boardgame.io/server");

const [port, ...wanted] = process.argv.slice(2);
const state = wanted.find((word) => word.endsWith(".json"));
const carried = state && JSON.parse(require("fs").readFileSync(state, "utf8"));
const dir = wanted.find((word) => word.startsWith("files="))?.slice(6);
const TicTacToe = {
  name: "tic-tac-toe",
  deltaState: wanted.includes("delta"),
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

const db = dir ? { db: new FlatFile({ dir, logging: false }) } : {};
Server({ games: [TicTacToe], origins: ["*"], ...db }).run(Number(port), () => console.log("ready"));
