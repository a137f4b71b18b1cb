// Proving a deal in the browser: the seal, and every outcome that follows from the secret.

import { hmac as keyed } from "@noble/hashes/hmac.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { get, type Draw, type Replay, type NarratedStep } from "./api";
import { hex, unique } from "./compat";

export type Verdict = "fair" | "false";

const encoder = new TextEncoder();

// Browsers offer their own SHA-256 over https only.
const hmac = (key: Uint8Array, message: Uint8Array): Uint8Array => keyed(sha256, key, message);

function bytes(hex: string): Uint8Array {
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}

/** The longest secret in bytes: a longer one could be made to fit the commitments of two versions. */
const MAX_SECRET = 64;

/** The version of the dealer that a commitment binds, or null if the secret does not fit it. */
export function dealerVersion(secret: string, commitment: string): 1 | 2 | null {
  const plain = bytes(secret);
  if (plain.length === 0 || plain.length > MAX_SECRET) return null;
  if (hex(sha256(plain)) === commitment) return 1;
  return hex(hmac(plain, encoder.encode("rondel dealer 2"))) === commitment ? 2 : null;
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
  if (answer) localStorage.setItem(`deal ${table}`, JSON.stringify(brought));
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

/** The number below `total` that the key gives to a purpose. */
function below(key: Uint8Array, total: number, purpose: string): number {
  const count = BigInt(total);
  const limit = ((1n << 64n) / count) * count;
  for (let attempt = 0; ; attempt++) {
    const digest = hmac(key, encoder.encode(`${purpose}/${attempt}`));
    const drawn = new DataView(digest.buffer).getBigUint64(0);
    if (drawn < limit) return Number(drawn % count);
  }
}

function weighted(key: Uint8Array, purpose: string, outcomes: readonly Outcome[]): string {
  const total = outcomes.reduce((sum, outcome) => sum + outcome.weight, 0);
  let place = below(key, total, purpose);
  for (const outcome of outcomes) {
    if (place < outcome.weight) return outcome.text;
    place -= outcome.weight;
  }
  throw new RangeError("the place is beyond the total weight");
}

/** The items of a bag in the order that the key gives to a kind of draw. */
export function shuffled(key: Uint8Array, kind: string, bag: Draw["bag"]): string[] {
  const items = bag.flatMap((part) => Array<string>(part.count).fill(part.text));
  for (let last = items.length - 1; last > 0; last--) {
    const other = below(key, last + 1, `${kind}/${last}`);
    [items[last], items[other]] = [items[other]!, items[last]!];
  }
  return items;
}

/** The outcome that the key gives to a step, or to its draw if there is one (docs/records.md). */
export function dealt(
  key: Uint8Array,
  at: number,
  outcomes: readonly Outcome[],
  draw: Draw | null = null,
): string {
  if (draw === null) return weighted(key, `${at}`, outcomes);
  const items = shuffled(key, draw.kind, draw.bag);
  const taken = new Set(draw.drawn);
  const left = items.filter((_, place) => !taken.has(place)).sort();
  const told = outcomes.flatMap((part) => Array<string>(part.weight).fill(part.text)).sort();
  if (left.join("\n") === told.join("\n")) return items[draw.place]!;
  return weighted(key, `${draw.kind}-left/${draw.place}/${at}`, outcomes);
}

/** Draw every outcome of a finished table again; `tell` hears how far we are, from 0 to 1. */
export async function prove(
  table: string,
  story: readonly NarratedStep[],
  secret: string,
  commitment: string,
  nonces: readonly string[],
  tell: (done: number) => void,
): Promise<Verdict> {
  const version = dealerVersion(secret, commitment);
  if (version === null || !isOurs(table, commitment, nonces)) return "false";
  const key = luckKey(secret, nonces);
  const chances = story.filter((step) => step.seat === null);
  for (const [index, step] of chances.entries()) {
    const { moment } = await get<Replay>(`/api/tables/${table}/at/${step.at}`);
    const { outcomes = [], draw = null } = moment.turn;
    const found = dealt(key, step.at, outcomes, version === 1 ? null : draw);
    if (found !== step.text) return "false";
    tell((index + 1) / chances.length);
  }
  return "fair";
}
