// Passkeys, by the browser's own reading and writing of WebAuthn's documents.

import { get, post, type Me, type Schemas } from "./api";

/** Return whether this browser, at this address, can have passkeys. */
export function hasPasskeys(): boolean {
  return isSecureContext && "PublicKeyCredential" in window && "parseCreationOptionsFromJSON" in PublicKeyCredential;
}

type Options = Schemas["PasskeyOptions"];

/** Make a passkey and let the server know it; return false if the person has changed their mind. */
export async function addPasskey(): Promise<boolean> {
  const { options } = await post<Options>("/api/me/passkeys/options");
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(
    options as unknown as PublicKeyCredentialCreationOptionsJSON,
  );
  const made = await asked(navigator.credentials.create({ publicKey }));
  if (made) await post("/api/me/passkeys", { credential: made.toJSON() as object });
  return made !== null;
}

/** Sign in by a passkey; return null if the person has changed their mind. */
export async function signInByPasskey(merge: boolean): Promise<Me | null> {
  const { options } = await post<Options>("/api/sign-in/passkey/options");
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(
    options as unknown as PublicKeyCredentialRequestOptionsJSON,
  );
  const used = await asked(navigator.credentials.get({ publicKey }));
  return used && (await post<Me>("/api/sign-in/passkey", { credential: used.toJSON() as object, merge }));
}

/** Return the answer of the browser's own dialogue, or null if it was closed. */
async function asked(answer: Promise<Credential | null>): Promise<PublicKeyCredential | null> {
  try {
    return (await answer) as PublicKeyCredential | null;
  } catch (error) {
    if (error instanceof DOMException && ["NotAllowedError", "AbortError"].includes(error.name)) return null;
    throw error;
  }
}

export const signInWays = (): Promise<Schemas["SignInWays"]> => get("/api/me/sign-in");
