// Proving a deal in the browser: the seal, and every outcome that follows from the secret.

import { get, type Replay, type ToldStep } from "./api";

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

/** The outcome that the secret gives to a step, as docs/records.md describes. */
export async function dealt(secret: string, at: number, outcomes: readonly Outcome[]): Promise<string> {
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const key = await crypto.subtle.importKey("raw", bytes(secret), algorithm, false, ["sign"]);
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
  tell: (done: number) => void,
): Promise<Verdict> {
  if (!("subtle" in crypto)) return "unknown";
  if (!(await fitsSeal(secret, commitment))) return "false";
  const chances = story.filter((step) => step.seat === null);
  for (const [index, step] of chances.entries()) {
    const { moment } = await get<Replay>(`/api/tables/${table}/at/${step.at}`);
    const found = await dealt(secret, step.at, moment.turn.outcomes ?? []);
    if (found !== step.text) return "false";
    tell((index + 1) / chances.length);
  }
  return "fair";
}
