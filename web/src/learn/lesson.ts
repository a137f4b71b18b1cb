// A lesson: a recorded game with what the teacher says before some of its steps.

const records = import.meta.glob<string>("../../../src/rondel/games/*/lessons/first.rondel", {
  query: "?raw",
  import: "default",
});

export interface Lesson {
  record: string;
  /** Names by seat; the learner's is empty. */
  names: string[];
  steps: string[];
  /** What the teacher says before each step, and after the last. */
  said: (string | null)[];
}

const SAY = "# say: ";

export function readLesson(record: string): Lesson {
  const lesson: Lesson = { record, names: [], steps: [], said: [] };
  const [header, ...body] = record.split("\n\n");
  for (const line of header!.split("\n")) {
    if (line.startsWith("seat:")) lesson.names.push(line.slice(5).trim());
  }
  let say: string | null = null;
  for (const line of body.join("\n").split("\n")) {
    if (line.startsWith(SAY)) say = line.slice(SAY.length);
    else if (line !== "" && !line.startsWith("#")) {
      lesson.steps.push(line);
      lesson.said.push(say);
      say = null;
    }
  }
  lesson.said.push(say);
  return lesson;
}

function file(game: string): string | undefined {
  return Object.keys(records).find((name) => name.includes(`/games/${game}/`));
}

/** Whether a game has a lesson. */
export function isTaught(game: string): boolean {
  return file(game) !== undefined;
}

export async function lesson(game: string): Promise<Lesson | null> {
  const path = file(game);
  return path === undefined ? null : readLesson(await records[path]!());
}

// The tables on which lessons are replayed; the lobby does not list them.

const PLACE = "rondel lessons";
type Kept = Record<string, { table: string; record: string }>;

function kept(): Kept {
  try {
    return JSON.parse(localStorage.getItem(PLACE) ?? "{}") as Kept;
  } catch {
    return {};
  }
}

/** A short name for a record, to notice that it has changed. */
function mark(record: string): string {
  let sum = 0;
  for (const letter of record) sum = (sum * 31 + letter.codePointAt(0)!) % 4294967291;
  return sum.toString(36);
}

export function lessonTables(): Set<string> {
  return new Set(Object.values(kept()).map((one) => one.table));
}

export function knownTable(game: string, record: string): string | null {
  const found = kept()[game];
  return found?.record === mark(record) ? found.table : null;
}

export function keepTable(game: string, record: string, table: string): void {
  localStorage.setItem(PLACE, JSON.stringify({ ...kept(), [game]: { table, record: mark(record) } }));
}
