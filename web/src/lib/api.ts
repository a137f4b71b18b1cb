// Talking to the server: typed requests, one error shape.

import type { components } from "./openapi";

export type Schemas = components["schemas"];
export type AdminStatus = Schemas["AdminStatus"];
export type Pruned = Schemas["Pruned"];
export type Quotas = Schemas["Quotas"];
export type Action = Schemas["Action"];
export type GameTexts = Schemas["GameTexts"];
export type Hint = Schemas["Hint"];
export type Made = Schemas["Made"];
export type Me = Schemas["Me"];
export type SocketMessage = Schemas["SocketMessage"];
export type PositionView = Schemas["PositionView"];
export type Patch = Schemas["Patch"];
export type NewTable = Schemas["NewTable"];
export type Offer = Schemas["Offer"];
export type Draw = Schemas["Draw"];
export type Invitation = Schemas["Invitation"];
export type Links = Schemas["Links"];
export type Replay = Schemas["Replay"];
export type Review = Schemas["Review"];
export type ReviewState = Schemas["ReviewState"];
export type ReviewTurn = Schemas["ReviewTurn"];
export type SeatInfo = Schemas["SeatInfo"];
export type SocketRequest = Schemas["SocketRequest"];
export type StoryPage = Schemas["StoryPage"];
export type TableEvent = Schemas["TableEvent"];
export type TableInfo = Schemas["TableInfo"];
export type TablePage = Schemas["TablePage"];
export type TableState = Schemas["TableState"];
export type NarratedStep = Schemas["NarratedStep"];
export type Preview = Schemas["Preview"];
export type PuzzleList = Schemas["PuzzleList"];
export type PuzzleStart = Schemas["PuzzleStart"];
export type PuzzleTried = Schemas["PuzzleTried"];
export type Daily = Schemas["Daily"];
export type DailyBegun = Schemas["DailyBegun"];

export class ApiError extends Error {
  constructor(
    readonly code: string,
    message: string,
    readonly fields: Record<string, unknown>,
    readonly status: number,
  ) {
    super(message);
  }
}

export async function ask<T>(method: string, path: string, body?: unknown): Promise<T> {
  let answer: Response;
  try {
    answer = await fetch(path, {
      method,
      headers: body === undefined ? {} : { "content-type": "application/json" },
      body: body === undefined ? null : JSON.stringify(body),
    });
  } catch {
    throw new ApiError("offline", "no connection", {}, 0);
  }
  if (answer.status === 204) return null as T;
  if (answer.ok) return (await answer.json()) as T;
  const problem = (await answer.json().catch(() => ({}))) as Partial<ApiError>;
  throw new ApiError(
    problem.code ?? "failed",
    problem.message ?? answer.statusText,
    problem.fields ?? {},
    answer.status,
  );
}

export const get = <T>(path: string): Promise<T> => ask<T>("GET", path);
export const post = <T>(path: string, body: unknown = {}): Promise<T> => ask<T>("POST", path, body);
export const command = (table: string, sent: Schemas["Command"]): Promise<Schemas["CommandResult"]> =>
  post(`/api/tables/${table}/commands`, sent);
export const put = <T>(path: string, body: unknown): Promise<T> => ask<T>("PUT", path, body);

/** Return why the server refuses a path for good; null if it answers, or if the refusal may pass. */
export async function refusalOf(path: string): Promise<ApiError | null> {
  try {
    await get(path);
    return null;
  } catch (error) {
    const lasts = error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 429;
    return lasts ? error : null;
  }
}
