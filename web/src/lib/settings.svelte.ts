// What this browser remembers: language, theme, sounds, motion.

export const LANGUAGES = { en: "English", fr: "français", hu: "magyar" } as const;
export type Language = keyof typeof LANGUAGES;
export type Theme = "light" | "dark" | "system";

interface Remembered {
  language: Language;
  theme: Theme;
  sounds: boolean;
  motion: boolean;
}

function first(): Language {
  const wanted = navigator.languages.map((tag) => tag.slice(0, 2));
  return (wanted.find((tag) => tag in LANGUAGES) ?? "en") as Language;
}

function read(): Remembered {
  const usual: Remembered = { language: first(), theme: "system", sounds: false, motion: true };
  try {
    const kept = JSON.parse(localStorage.getItem("rondel") ?? "{}") as Partial<Remembered>;
    const known = { ...usual, ...kept };
    return known.language in LANGUAGES ? known : { ...known, language: usual.language };
  } catch {
    return usual;
  }
}

export const settings = $state(read());

export function remember(change: Partial<Remembered>): void {
  Object.assign(settings, change);
  localStorage.setItem("rondel", JSON.stringify(settings));
}

const dark = matchMedia("(prefers-color-scheme: dark)");
const system = $state({ dark: dark.matches });
dark.addEventListener("change", (event) => (system.dark = event.matches));

export function isDark(): boolean {
  return settings.theme === "system" ? system.dark : settings.theme === "dark";
}

const still = matchMedia("(prefers-reduced-motion: reduce)");
export function moves(): boolean {
  return settings.motion && !still.matches;
}
