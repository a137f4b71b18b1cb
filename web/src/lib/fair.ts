// Proving a deal in the browser: the seal, and every outcome that follows from the secret.

import { get, type Replay, type ToldStep } from "./api";
import { unique } from "./plain";

export type Verdict = "fair" | "false" | "unknown";

const encoder = new TextEncoder();

function bytes(hex: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}

function hex(buffer: ArrayBuffer): string {
  return [...new Uint8Array(buffer)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

export async function fitsSeal(secret: string, commitment: string): Promise<boolean> {
  return hex(await crypto.subtle.digest("SHA-256", bytes(secret))) === commitment;
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

async function signing(key: BufferSource): Promise<CryptoKey> {
  return crypto.subtle.importKey("raw", key, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
}

/** The key that all luck follows from: the secret, mixed with what the players added by seat. */
export async function luckKey(secret: string, nonces: readonly string[]): Promise<CryptoKey> {
  const plain = await signing(bytes(secret));
  if (!nonces.some((given) => given)) return plain;
  const text = nonces.map((given) => given || "-").join(" ");
  return signing(await crypto.subtle.sign("HMAC", plain, encoder.encode(text)));
}

/** The outcome that the key gives to a step, as docs/records.md describes. */
export async function dealt(key: CryptoKey, at: number, outcomes: readonly Outcome[]): Promise<string> {
  const total = BigInt(outcomes.reduce((sum, outcome) => sum + outcome.weight, 0));
  const limit = ((1n << 64n) / total) * total;
  for (let attempt = 0; ; attempt++) {
    const digest = await crypto.subtle.sign("HMAC", key, encoder.encode(`${at}/${attempt}`));
    const drawn = new DataView(digest).getBigUint64(0);
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
  if (!("subtle" in crypto)) return "unknown";
  if (!(await fitsSeal(secret, commitment)) || !isOurs(table, commitment, nonces)) return "false";
  const key = await luckKey(secret, nonces);
  const chances = story.filter((step) => step.seat === null);
  for (const [index, step] of chances.entries()) {
    const { moment } = await get<Replay>(`/api/tables/${table}/at/${step.at}`);
    const found = await dealt(key, step.at, moment.turn.outcomes ?? []);
    if (found !== step.text) return "false";
    tell((index + 1) / chances.length);
  }
  return "fair";
}
