import { Grid, seededRandom } from '@pf/grid';
import { largestPart } from '../lab/scenario/read-rows.ts';
import type { ContenderName } from './advice.ts';
import type { Outcome, Query } from './contenders.ts';
import { contenders } from './contenders.ts';
import { contenderNames } from './names.ts';

/** A map as a worker gets it: costs row by row. */
export interface PostedMap {
  readonly width: number;
  readonly height: number;
  readonly costs: Uint8Array;
}

/** What one contender took for a path, on average over the queries. */
export interface Measured {
  readonly contender: ContenderName;
  readonly name: string;
  readonly expanded: number;
  /** The most expansions before one move. */
  readonly most: number;
  readonly microseconds: number;
  readonly cost: number;
  /** Milliseconds to build what it needs for the map. */
  readonly built: number;
}

export const gridOfMap = ({ width, height, costs }: PostedMap): Grid => Grid.fromArray(costs, width, height, { corners: 'never' });

/** Random queries between connected cells of the largest part of a map; for a crowd all with one goal. */
export function queriesOn(grid: Grid, count: number, crowd: boolean): readonly Query[] {
  const cells = largestPart(grid);
  const random = seededRandom(7);
  const any = (): number => cells[Math.floor(random() * cells.length)];
  const goal = any();
  return Array.from({ length: count }, () => ({ start: any(), goal: crowd ? goal : any() }));
}

/** Milliseconds that a round takes at least, by repeating the queries: the clock of a browser is coarse. */
const ROUND = 4;
/** A contender that has not become faster by a twentieth for so many rounds is done; one that takes so many milliseconds, too. */
const STEADY = 6;
const FASTER = 0.95;
const PATIENCE = 1500;

/**
 * Lets all contenders answer the same queries, in turn, round after round, so that whatever else the machine does falls on all of them. It goes on until nobody becomes faster, as code
 * does that is compiled while it runs, and the quickest round of each counts. `notify` gets the results so far after each contender's first round.
 */
export function measure(grid: Grid, names: readonly ContenderName[], queries: readonly Query[], notify: (measured: readonly Measured[]) => void = () => undefined): readonly Measured[] {
  const prepared = names.map((name) => {
    const before = performance.now();
    const run = contenders[name](grid);
    return { name, run, built: performance.now() - before, best: Infinity, spent: 0, steady: 0, repeats: 1, outcome: undefined as Outcome | undefined };
  });
  const results = (): readonly Measured[] => prepared.flatMap(({ name, built, best, outcome }) => outcome === undefined ? [] : [{
    contender: name, name: contenderNames[name], built, microseconds: (1000 * best) / queries.length,
    expanded: outcome.expanded / queries.length, most: outcome.most, cost: outcome.cost / queries.length,
  }]);
  const play = (each: (typeof prepared)[number]): void => {
    const before = performance.now();
    for (let i = 0; i < each.repeats; i++) each.outcome = each.run(queries);
    const took = performance.now() - before;
    const time = took / each.repeats;
    each.spent += took;
    if (took < ROUND) each.repeats *= 2;
    else {
      each.steady = time < FASTER * each.best ? 0 : each.steady + 1;
      each.best = Math.min(each.best, time);
    }
  };
  for (const each of prepared) {
    do play(each); while (each.best === Infinity);
    notify(results());
  }
  for (let going = prepared.filter(({ spent }) => spent < PATIENCE); going.length > 0;) {
    for (const each of going) play(each);
    going = going.filter(({ spent, steady }) => spent < PATIENCE && steady < STEADY);
  }
  return results();
}
