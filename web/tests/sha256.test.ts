import { createHash, createHmac } from "node:crypto";
import { expect, test } from "vitest";
import { hmac, sha256 } from "../src/lib/sha256";

// Texts of every length around the edges of a block, and then some.
const messages = [...Array(200).keys()].map((size) => Uint8Array.from({ length: size }, (_, at) => (7 * at + size) & 255));

test("a digest is what everybody else's is", () => {
  for (const message of messages) {
    expect(Buffer.from(sha256(message)).toString("hex")).toBe(createHash("sha256").update(message).digest("hex"));
  }
});

test("so is what a key signs, however long the key", () => {
  for (const key of messages) {
    const message = messages[199 - key.length]!;
    expect(Buffer.from(hmac(key, message)).toString("hex")).toBe(createHmac("sha256", key).update(message).digest("hex"));
  }
});
