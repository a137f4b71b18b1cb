// SHA-256 and HMAC (FIPS 180-4, RFC 2104) by hand: over plain http browsers withhold their own.

const BLOCK = 64;

/** The first 64 primes; roots of them are where the standard's constants come from. */
const primes: number[] = [];
for (let number = 2; primes.length < 64; number++) if (primes.every((prime) => number % prime)) primes.push(number);
const fraction = (root: number): number => ((root % 1) * 2 ** 32) | 0;
const START = primes.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)));
const ROUND = primes.map((prime) => fraction(Math.cbrt(prime)));

const turned = (word: number, by: number): number => (word >>> by) | (word << (32 - by));

/** Mix one block of a message into the state. */
function mix(state: Int32Array, block: DataView, at: number): void {
  const words = new Int32Array(64);
  for (let index = 0; index < 16; index++) words[index] = block.getInt32(at + 4 * index);
  for (let index = 16; index < 64; index++) {
    const early = words[index - 15]!;
    const late = words[index - 2]!;
    const mixed = turned(early, 7) ^ turned(early, 18) ^ (early >>> 3);
    words[index] =
      words[index - 16]! + mixed + words[index - 7]! + (turned(late, 17) ^ turned(late, 19) ^ (late >>> 10));
  }
  let [a, b, c, d, e, f, g, h] = state as unknown as [number, number, number, number, number, number, number, number];
  for (let index = 0; index < 64; index++) {
    const chosen = (e & f) ^ (~e & g);
    const first = (h + (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + chosen + ROUND[index]! + words[index]!) | 0;
    const second = ((turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0];
  }
  [a, b, c, d, e, f, g, h].forEach((word, index) => (state[index]! += word));
}

export function sha256(message: Uint8Array): Uint8Array {
  const padded = new Uint8Array(Math.ceil((message.length + 9) / BLOCK) * BLOCK);
  padded.set(message);
  padded[message.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setBigUint64(padded.length - 8, BigInt(message.length) * 8n);
  const state = Int32Array.from(START);
  for (let at = 0; at < padded.length; at += BLOCK) mix(state, view, at);
  const digest = new DataView(new ArrayBuffer(32));
  state.forEach((word, index) => digest.setInt32(4 * index, word));
  return new Uint8Array(digest.buffer);
}

export function hmac(key: Uint8Array, message: Uint8Array): Uint8Array {
  const block = new Uint8Array(BLOCK);
  block.set(key.length > BLOCK ? sha256(key) : key);
  const around = (byte: number, inner: Uint8Array): Uint8Array =>
    sha256(Uint8Array.from([...block.map((own) => own ^ byte), ...inner]));
  return around(0x5c, around(0x36, message));
}
