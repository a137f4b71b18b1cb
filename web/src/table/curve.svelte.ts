// How the points grew: the table looked at now and then, and from when on the winner led for good.

import type { PositionView } from "../lib/api";
import type { TableStore } from "../lib/table.svelte";

interface Scored {
  players?: { score?: { total?: number } }[];
}
export interface Sample {
  steps: number;
  scores: number[];
}

/** Looks at a finished game; more would not be seen in the drawing. */
const LOOKS = 24;
const AT_ONCE = 6;

function scores(moment: PositionView): number[] {
  return ((moment.view as Scored).players ?? []).map((player) => player.score?.total ?? 0);
}
/** Whether a seat is ahead of all others, or level with them. */
function leads(sample: Sample, seat: number): boolean {
  return sample.scores.every((score, other) => other === seat || score <= sample.scores[seat]!);
}

export class Curve {
  samples = $state.raw<Sample[]>([]);
  /** After how many steps the winner was never behind again; null if never behind, or not known. */
  turned = $state<number | null>(null);

  constructor(private readonly table: TableStore) {}

  private async at(steps: number): Promise<Sample> {
    return { steps, scores: scores(await this.table.at(steps)) };
  }

  async look(winner: number | null): Promise<void> {
    const moment = this.table.state?.moment;
    const first = this.table.story.find((step) => step.seat !== null)?.at ?? 0;
    if (!moment || moment.steps <= first) return;
    const looks = Math.min(LOOKS, moment.steps - first);
    const every = (moment.steps - first) / looks;
    const wanted = Array.from({ length: looks }, (_, index) => Math.round(first + index * every));
    const found: Sample[] = [];
    for (let index = 0; index < wanted.length; index += AT_ONCE) {
      found.push(...(await Promise.all(wanted.slice(index, index + AT_ONCE).map((steps) => this.at(steps)))));
    }
    found.push({ steps: moment.steps, scores: scores(moment) });
    this.samples = found;
    if (winner !== null) this.turned = await this.turn(found, winner);
  }

  /** Halve the gap between the last sample behind and the next until the step is found. */
  private async turn(found: Sample[], winner: number): Promise<number | null> {
    const behind = found.findLastIndex((sample) => !leads(sample, winner));
    if (behind < 0 || behind + 1 >= found.length) return null;
    let [low, high] = [found[behind]!.steps, found[behind + 1]!.steps];
    while (high - low > 1) {
      const middle = Math.floor((low + high) / 2);
      if (leads(await this.at(middle), winner)) high = middle;
      else low = middle;
    }
    return high;
  }
}
