import { afterEach, expect, test, vi } from "vitest";
import { inviteOrigin, inviteUrl } from "../src/lib/invite-url";

function visit(page: string, address: string | null): void {
  vi.stubGlobal("location", new URL(page));
  const offer = address === null ? new Response("{}", { status: 503 }) : Response.json({ address });
  vi.stubGlobal("fetch", () => Promise.resolve(offer));
}
afterEach(() => vi.unstubAllGlobals());

test("the host on the server's machine invites to the address that friends can reach", async () => {
  for (const name of ["localhost", "127.0.0.1", "rondel.localhost", "[::1]"]) {
    visit(`http://${name}:8000/t/a`, "http://rondel.house:8000");
    expect(await inviteUrl("/t/a/b")).toBe("http://rondel.house:8000/t/a/b");
  }
});

test("without such an address the host is told that nobody can come", async () => {
  visit("http://localhost:8000/", "");
  expect(await inviteOrigin()).toEqual({ origin: "http://localhost:8000", alone: true });
  visit("http://localhost:8000/", null);
  expect(await inviteOrigin()).toEqual({ origin: "http://localhost:8000", alone: true });
});

test("whoever came by a name of the network invites by the same", async () => {
  visit("http://rondel.house:8000/", "http://other.house");
  expect(await inviteOrigin()).toEqual({ origin: "http://rondel.house:8000", alone: false });
});
