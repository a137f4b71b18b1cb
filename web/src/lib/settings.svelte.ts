// What this browser remembers: language, theme, sounds, motion.

export const LANGUAGES = { en: "English", fr: "français", hu: "magyar" } as const;
export type Language = keyof typeof LANGUAGES;
/** Milliseconds for each step of the others' turns. */
export const PACES = { slow: 1800, normal: 950, quick: 450, "at-once": 0 } as const;
export type Pace = keyof typeof PACES;
export const THEMES = ["system", "light", "dusk", "dark", "plain"] as const;
export type Theme = (typeof THEMES)[number];

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
    if (!THEMES.includes(known.theme)) known.theme = usual.theme;
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

/** The theme to show: what was chosen, or what the system asks for. */
export function theme(): Exclude<Theme, "system"> {
  return settings.theme !== "system" ? settings.theme : system.dark ? "dark" : "light";
}

const still = matchMedia("(prefers-reduced-motion: reduce)");
export function moves(): boolean {
  return settings.motion && !still.matches;
}

/** How long a step of the others is shown; at once for those who asked for stillness. */
export function beat(): number {
  return moves() ? PACES[settings.pace] : 0;
}
