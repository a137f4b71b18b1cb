// Drives tables of our server as browsers do: by WebSocket, every event with its story and the state.
// usage: node server_drive.cjs < plan.json   (in a folder where npm installed ws, as socket.io-client does)
const { createRequire } = require("module");
const WebSocket = createRequire(process.cwd() + "/")("ws");
const plan = JSON.parse(require("fs").readFileSync(0, "utf8"));
const times = [];
let until = 0, bytes = 0;

// The state an event leads to: it brings what is different in the view, as web/src/lib/moments.ts knows.
function whole({ state, moved }, before) {
  if (!moved) return state;
  if (before.sequence !== moved.since) throw new Error("an event goes on from a state we do not have");
  return { ...state, moment: { ...moved, view: { ...before.moment.view, ...moved.view } } };
}

// One table: two sockets, steps in turn; the next step leaves when both have heard of the last.
function play(table) {
  return new Promise((resolve, reject) => {
    const script = plan.scripts[table.script];
    let { sequence, asked } = table, move = 0, heard = 0, open = 0, sent = 0;
    const states = [null, null];
    const sockets = table.cookies.map((cookie, seat) =>
      new WebSocket(`ws://127.0.0.1:${table.ports[seat]}/ws/tables/${table.id}`, { headers: { Cookie: cookie }, perMessageDeflate: false }));
    // At a human pace everyone thinks for a while, no two equally long.
    const next = () => { if (plan.pace) setTimeout(move_on, plan.pace * (0.5 + Math.random())); else move_on(); };
    const move_on = () => {
      if (performance.now() > until || move === script.length) { sockets.forEach((socket) => socket.close()); resolve(); return; }
      sent = performance.now(); heard = 0;
      sockets[asked].send(JSON.stringify({ do: "steps", id: 1, after: sequence, key: "k" + sequence, steps: [script[move++]] }));
    };
    for (const [seat, socket] of sockets.entries()) {
      socket.on("error", reject);
      socket.on("message", (data) => {
        const message = JSON.parse(data);
        if (message.error) reject(new Error(JSON.stringify(message.error)));
        if (message.kind === "opened") {
          states[seat] = message.state;
          if (++open === 2) next();
        }
        if (message.kind !== "steps" || !message.told.length) return;
        states[seat] = whole(message, states[seat]);
        if (++heard < 2) return;
        bytes += data.length;
        times.push(performance.now() - sent);
        sequence = message.number; asked = message.data.asked;
        next();
      });
    }
  });
}

async function main() {
  const began = performance.now();
  until = began + plan.seconds * 1000;
  await Promise.all(plan.tables.map(play));
  const spent = (performance.now() - began) / 1000;
  const used = process.cpuUsage();
  times.sort((a, b) => a - b);
  const at = (share) => times[Math.min(times.length - 1, Math.floor(times.length * share))];
  console.log(JSON.stringify({ moves: times.length, seconds: spent, per_second: times.length / spent, p50: at(0.5), p99: at(0.99), bytes: bytes / times.length, driver_ms: (used.user + used.system) / 1000 / times.length }));
  process.exit(0);
}

main();
