// Drawing a position without a browser: the boards' own components, as one SVG.

import type { Component } from "svelte";
import { render } from "svelte/server";
import type { PictureProps } from "../games/definition";
import { bundled } from "../lib/bundles";
import type { Language } from "../lib/settings.svelte";
import { Words } from "../lib/words.svelte";
import Card from "./Card.svelte";
import { forgotten, piece } from "./kept";
import { Resolver, type Theme } from "./resolve";

interface Wanted {
  game: string;
  view: never;
  names: string[];
  language: Language;
  theme: Theme;
  /** How wide, in pixels; the height follows. */
  width: number;
  /** What stands above the table, if anything. */
  card?: { title: string; question: string } | null;
}

const pictures = import.meta.glob<{ default: Component<PictureProps<never>> }>("../../../src/rondel/games/*/web/Picture.svelte", { eager: true });
const sheets = import.meta.glob<string>(["../theme.css", "../../../src/rondel/games/*/web/*.css"], { eager: true, query: "?raw", import: "default" });
const files = import.meta.glob<string>(
  ["../words/*.ftl", "../../../src/rondel/games/*/web/words/*.ftl", "../../../src/rondel/i18n/*.ftl", "../../../src/rondel/games/*/words/*.ftl"],
  { eager: true, query: "?raw", import: "default" },
);

const spoken = new Map<string, Words>();
function words(game: string, language: Language): Words {
  const name = `${game} ${language}`;
  let found = spoken.get(name);
  if (!found) {
    const wanted = (path: string): boolean =>
      path.endsWith(`/${language}.ftl`) && (!path.includes("/games/") || path.includes(`/games/${game}/`));
    const texts = Object.entries(files).filter(([path]) => wanted(path));
    const bundle = bundled(language, texts.map(([, text]) => text));
    spoken.set(name, (found = new Words(language, bundle)));
  }
  return found;
}

const resolver = new Resolver((number) => {
  const { component, props } = piece(number);
  return rendered(component, props);
});
for (const [path, sheet] of Object.entries(sheets)) resolver.add(sheet, path);

/** The games that have a picture. */
export function games(): string {
  return JSON.stringify(Object.keys(pictures).map((path) => path.split("/").at(-3)!));
}

/** A sentence of the client's, for pages that draw by themselves. */
export function say(game: string, language: Language, key: string): string {
  return words(game, language).say(key);
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
}

/** A component's markup; its styles are known from then on. */
function rendered<Props extends object>(component: Component<Props>, props: Props): string {
  const { head, body } = render(component as Component, { props });
  for (const [, name, sheet] of head.matchAll(/<style id="([^"]*)">([\s\S]*?)<\/style>/g)) resolver.add(sheet!, name);
  // An engine may hand out a text it has not put together yet.
  return [body].join("");
}

export function draw(request: string): string {
  const { game, view, names, language, theme, width, card } = JSON.parse(request) as Wanted;
  const said = words(game, language);
  const { default: picture } = pictures[`../../../src/rondel/games/${game}/web/Picture.svelte`]!;
  if (forgotten()) resolver.forget();
  const table = { view, names, words: said };
  const markup = card ? rendered(Card, { picture, ...table, ...card }) : rendered(picture, table);
  const drawn = resolver.resolve(markup, theme);
  const [, across, down] = /viewBox="0 0 ([\d.]+) ([\d.]+)"/.exec(drawn)!;
  const height = Math.round((width * Number(down)) / Number(across));
  const label = escaped(said.say("game-title"));
  const scheme = theme === "auto" ? ' style="color-scheme:light dark"' : "";
  return drawn.replace(
    "<svg",
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" role="img" aria-label="${label}"${scheme}`,
  );
}
