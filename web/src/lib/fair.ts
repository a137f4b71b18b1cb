// Proving a deal in the browser: the seal, and every outcome that follows from the secret.

import { get, type Replay, type ToldStep } from "./api";
import { hex, unique } from "./plain";
import { hmac, sha256 } from "./sha256";

export type Verdict = "fair" | "false";

const encoder = new TextEncoder();

function bytes(hex: string): Uint8Array {
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}

export function fitsSeal(secret: string, commitment: string): boolean {
  return hex(sha256(bytes(secret))) === commitment;
}

interface Outcome {
  text: string;
  weight: number;
}

interface Brought {
  commitment: string;
  nonce: string;
}

/** Add something of ours to the luck by `give`, and remember what the dealer was bound to by then. */
export async function addLuck<T>(
  table: string,
  commitment: string,
  give: (nonce: string) => Promise<T>,
): Promise<T> {
  const brought: Brought = { commitment, nonce: unique() };
  const answer = await give(brought.nonce);
  if (answer !== null) localStorage.setItem(`deal ${table}`, JSON.stringify(brought));
  return answer;
}

/** Whether what we saw and gave before the start is what the table goes by. */
function isOurs(table: string, commitment: string, nonces: readonly string[]): boolean {
  const brought = JSON.parse(localStorage.getItem(`deal ${table}`) ?? "null") as Brought | null;
  if (brought === null) return true;
  return brought.commitment === commitment && nonces.includes(brought.nonce);
}

/** The key that all luck follows from: the secret, mixed with what the players added by seat. */
export function luckKey(secret: string, nonces: readonly string[]): Uint8Array {
  const plain = bytes(secret);
  if (!nonces.some((given) => given)) return plain;
  const text = nonces.map((given) => given || "-").join(" ");
  return hmac(plain, encoder.encode(text));
}

/** The outcome that the key gives to a step, as docs/records.md describes. */
export function dealt(key: Uint8Array, at: number, outcomes: readonly Outcome[]): string {
  const total = BigInt(outcomes.reduce((sum, outcome) => sum + outcome.weight, 0));
  const limit = ((1n << 64n) / total) * total;
  for (let attempt = 0; ; attempt++) {
    const digest = hmac(key, encoder.encode(`${at}/${attempt}`));
    const drawn = new DataView(digest.buffer).getBigUint64(0);
    if (drawn >= limit) continue;
    let place = drawn % total;
    for (const outcome of outcomes) {
      if (place < BigInt(outcome.weight)) return outcome.text;
      place -= BigInt(outcome.weight);
    }
  }
}

/** Draw every outcome of a finished table again; `tell` hears how far we are, from 0 to 1. */
export async function prove(
  table: string,
  story: readonly ToldStep[],
  secret: string,
  commitment: string,
  nonces: readonly string[],
  tell: (done: number) => void,
): Promise<Verdict> {
  if (!fitsSeal(secret, commitment) || !isOurs(table, commitment, nonces)) return "false";
  const key = luckKey(secret, nonces);
  const chances = story.filter((step) => step.seat === null);
  for (const [index, step] of chances.entries()) {
    const { moment } = await get<Replay>(`/api/tables/${table}/at/${step.at}`);
    const found = dealt(key, step.at, moment.turn.outcomes ?? []);
    if (found !== step.text) return "false";
    tell((index + 1) / chances.length);
  }
  return "fair";
}
