// How long things move: not at all for those who asked for stillness.

export function still(): boolean {
  return (
    typeof document === "undefined" ||
    document.documentElement.dataset.motion === "off" ||
    matchMedia("(prefers-reduced-motion: reduce)").matches
  );
}

export function lasting(milliseconds: number): number {
  return still() ? 0 : milliseconds;
}
