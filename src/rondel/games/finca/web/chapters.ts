// Which chapter of the rules is about a duty or a step.

export const CHAPTERS: Readonly<Record<string, number>> = {
  place: 1,
  turn: 2,
  move: 3,
  fill: 4,
  cart: 4,
  done: 4,
  land: 5,
  gust: 5,
  wind: 5,
  stop: 5,
  large: 5,
  less: 5,
  end: 8,
  over: 8,
};
