// Looking words up in the very Fluent files the command line uses.

import type { FluentBundle } from "@fluent/bundle";
import { get, ApiError, type GameTexts } from "./api";
import { bundled } from "./bundles";
import { settings, type Language } from "./settings.svelte";

export type Told = number | string | Player | Phrase | Phrase[];
export interface Player {
  type: "player";
  seat: number;
}
export interface Phrase {
  type: "phrase";
  key: string;
  args?: Record<string, Told>;
}

const files = import.meta.glob<string>(
  [
    "../words/*.ftl",
    "../../../src/rondel/games/*/web/words/*.ftl",
    "../../../src/rondel/i18n/*.ftl",
    "../../../src/rondel/games/*/words/*.ftl",
    "../../../src/rondel/games/*/lessons/*.ftl",
  ],
  { query: "?raw", import: "default" },
);

/** What a game brings that this client was not built with: the server has it. */
export function texts(game: string, language: Language): Promise<GameTexts> {
  return get<GameTexts>(`/api/games/${game}/texts?language=${language}`);
}

/** The catalogues of a language: what all games share, the browser's own, a game's own, its board's. */
async function read(language: Language, game: string | null, taught: boolean): Promise<string[]> {
  const folders = ["/rondel/i18n/", "../words/"];
  if (game !== null) folders.push(`/rondel/games/${game}/words/`, `/rondel/games/${game}/web/words/`);
  if (game !== null && taught) folders.push(`/games/${game}/lessons/`);
  const paths = folders.map((folder) =>
    Object.keys(files).find((name) => name.endsWith(`${folder}${language}.ftl`)),
  );
  const found = await Promise.all(paths.filter((path) => path !== undefined).map((path) => files[path]!()));
  if (game !== null && !paths[2]) found.push((await texts(game, language)).words);
  return found;
}

export class Words {
  constructor(
    readonly language: Language,
    private readonly bundle: FluentBundle,
  ) {}

  has(key: string): boolean {
    return this.bundle.hasMessage(key);
  }

  say(key: string, args: Record<string, number | string> = {}): string {
    const message = this.bundle.getMessage(key);
    if (!message?.value) return `⟦${key}⟧`;
    return this.bundle.formatPattern(message.value, args, []);
  }

  tell(phrase: Phrase, names: readonly string[] = []): string {
    const args: Record<string, number | string> = {};
    for (const [name, value] of Object.entries(phrase.args ?? {})) {
      args[name] = this.told(value, names);
    }
    return this.say(phrase.key, args);
  }

  private told(value: Told, names: readonly string[]): number | string {
    if (typeof value !== "object") return value;
    if (Array.isArray(value)) return this.join(value.map((part) => this.tell(part, names)));
    return value.type === "player" ? this.player(value.seat, names) : this.tell(value, names);
  }

  player(seat: number, names: readonly string[] = []): string {
    return names[seat] || this.say("seat", { seat: seat + 1 });
  }

  /** Whatever went wrong as a sentence, with what the server names as wrong in words too. */
  explain(error: unknown): string {
    if (!(error instanceof ApiError)) return this.say("web-failed");
    if (error.code === "offline") return this.say("web-connection-lost");
    if (error.code === "click-lost") return this.say("web-click-lost");
    // The rule that forbids it says more than that it is forbidden.
    if (error.fields["reason"]) return this.tell(error.fields["reason"] as Phrase);
    const key = `error-${error.code}`;
    if (!this.has(key)) return this.say("web-failed");
    const told = Object.entries(error.fields).map(([name, value]) => [name, this.named(value)] as const);
    return this.say(key, Object.fromEntries(told));
  }

  /** Everything that the server names as wrong, one by one. */
  problems(error: unknown): string[] {
    const named = error instanceof ApiError ? error.fields["problems"] : [];
    return Array.isArray(named) ? named.map((part) => String(this.named(part))) : [];
  }

  private named(value: unknown): number | string {
    if (Array.isArray(value)) return value.map((part) => this.named(part)).join(", ");
    if (typeof value === "number") return value;
    if (typeof value === "object" && value !== null) return this.tell(value as Phrase);
    const problem = `problem-${String(value)}`;
    return this.has(problem) ? this.say(problem) : String(value);
  }

  join(parts: readonly string[]): string {
    if (parts.length === 0) return this.say("list-none");
    if (parts.length === 1) return parts[0]!;
    return this.say("list-and", { first: parts.slice(0, -1).join(", "), last: parts.at(-1)! });
  }
}

const known = new Map<string, Promise<Words>>();

async function load(language: Language, game: string | null, taught: boolean): Promise<Words> {
  return new Words(language, bundled(language, await read(language, game, taught)));
}

/** The words of a language; with a game its own too, and a teacher's when it is taught. */
export function words(
  game: string | null = null,
  language = settings.language,
  taught = false,
): Promise<Words> {
  const name = `${language} ${game ?? ""} ${taught}`;
  let found = known.get(name);
  if (!found) {
    known.set(name, (found = load(language, game, taught)));
    // Who could not be asked is asked again.
    found.catch(() => known.delete(name));
  }
  return found;
}

let shared = $state.raw<Words | null>(null);

export async function loadSharedWords(language: Language): Promise<void> {
  shared = await words(null, language);
}
export const hasSharedWords = (): boolean => shared !== null;
/** Return the words of all pages in the viewer's language. They are loaded before any page opens. */
export function sharedWords(): Words {
  if (shared === null) throw new Error("the words are not loaded yet");
  return shared;
}
