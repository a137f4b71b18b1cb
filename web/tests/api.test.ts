import { afterEach, expect, test, vi } from "vitest";

import { refusalOf } from "../src/lib/api";

const answering = (status: number, body: unknown): void => {
  vi.stubGlobal("fetch", () => Promise.resolve(new Response(JSON.stringify(body), { status })));
};

afterEach(() => vi.unstubAllGlobals());

test("a refusal that lasts is told with its reason", async () => {
  answering(404, { code: "no-such-table", message: "there is no such table", fields: {} });
  expect(await refusalOf("/api/tables/x")).toMatchObject({ code: "no-such-table", status: 404 });
});

test.each([
  [200, {}],
  [429, { code: "too-many" }],
  [503, { code: "unavailable" }],
])("what may pass by itself (%i) is no refusal", async (status, body) => {
  answering(status, body);
  expect(await refusalOf("/api/tables/x")).toBeNull();
});

test("a server that cannot be reached has refused nothing", async () => {
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("offline")));
  expect(await refusalOf("/api/tables/x")).toBeNull();
});
