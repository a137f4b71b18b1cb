// Catalogues of messages put together, with what a language's grammar needs.

import { FluentBundle, FluentNone, FluentResource, type FluentFunction } from "@fluent/bundle";
import { article } from "./hungarian";
import type { Language } from "./settings.svelte";

const ARTICLE: FluentFunction = ([following]) => {
  const value = following?.valueOf();
  return typeof value === "number" || typeof value === "string" ? article(value) : new FluentNone("ARTICLE()");
};

/** The messages of these catalogues, later ones before earlier ones. */
export function bundled(language: Language, texts: readonly string[]): FluentBundle {
  const bundle = new FluentBundle(language, { functions: { ARTICLE }, useIsolating: false });
  for (const text of texts) bundle.addResource(new FluentResource(text), { allowOverrides: true });
  return bundle;
}
