// What this browser remembers: language, theme, sounds, motion.

export const LANGUAGES = { en: "English", fr: "français", hu: "magyar" } as const;
export type Language = keyof typeof LANGUAGES;
/** Milliseconds for each step of the others' turns. */
export const PACES = { slow: 1800, normal: 950, quick: 450, "at-once": 0 } as const;
export type Pace = keyof typeof PACES;
export type Theme = "light" | "dark" | "system";

interface Remembered {
  language: Language;
  theme: Theme;
  sounds: boolean;
  motion: boolean;
  pace: Pace;
}

function first(): Language {
  const wanted = navigator.languages.map((tag) => tag.slice(0, 2));
  return (wanted.find((tag) => tag in LANGUAGES) ?? "en") as Language;
}

function read(): Remembered {
  const usual: Remembered = { language: first(), theme: "system", sounds: false, motion: true, pace: "normal" };
  try {
    const kept = JSON.parse(localStorage.getItem("rondel") ?? "{}") as Partial<Remembered>;
    const known = { ...usual, ...kept };
    if (!(known.pace in PACES)) known.pace = usual.pace;
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

/** How long a step of the others is shown; at once for those who asked for stillness. */
export function beat(): number {
  return moves() ? PACES[settings.pace] : 0;
}
