/** As much of a name as fits in so many letters; the number that tells it from others stays. */
export function short(name: string, most: number): string {
  const letters = [...name];
  if (letters.length <= most) return name;
  const number = /\s\d+$/.exec(name)?.[0] ?? "";
  return `${letters.slice(0, most - 1 - number.length).join("").trimEnd()}…${number}`;
}
