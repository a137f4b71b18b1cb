// Addresses that others can come to: a page visited on the server's own machine knows itself by a
// name that means something else everywhere else.

import { get, type Offer } from "./api";

export interface InviteOrigin {
  origin: string;
  /** Whether nobody but this very machine gets there. */
  alone: boolean;
}

const LOCAL = /^(localhost|.*\.localhost|127\.[\d.]+|\[::1\])$/;

export async function inviteOrigin(): Promise<InviteOrigin> {
  if (!LOCAL.test(location.hostname)) return { origin: location.origin, alone: false };
  const address = await get<Offer>("/api/offer").then((offer) => offer.address, () => "");
  return { origin: address || location.origin, alone: address === "" };
}

export async function inviteUrl(path: string): Promise<string> {
  return new URL(path, (await inviteOrigin()).origin).href;
}
