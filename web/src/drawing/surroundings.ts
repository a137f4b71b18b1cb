// What the client expects around it and an engine without a browser has not: as little as will do.

const bare = globalThis as unknown as Record<string, unknown>;

const PLURALS: Record<string, (count: number) => string> = {
  en: (count) => (count === 1 ? "one" : "other"),
  fr: (count) => (Math.abs(count) < 2 ? "one" : "other"),
  hu: (count) => (count === 1 ? "one" : "other"),
};

bare.Intl ??= {
  PluralRules: class {
    private readonly language: string;
    constructor(languages: string | readonly string[]) {
      this.language = [languages].flat()[0]!.slice(0, 2);
    }
    select(count: number): string {
      return (PLURALS[this.language] ?? PLURALS.en!)(count);
    }
  },
  NumberFormat: class {
    format(count: number): string {
      return String(count);
    }
  },
};
bare.navigator ??= { languages: [] };
bare.matchMedia ??= () => ({ matches: false, addEventListener: () => undefined });
bare.localStorage ??= { getItem: () => null, setItem: () => undefined };
