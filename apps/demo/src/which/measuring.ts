import { Components, Grid, seededRandom } from '@pf/grid';
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
  const components = new Components(grid);
  const free = [...grid.cells.keys()].filter((v) => grid.cells[v] !== 0);
  const largest = free.reduce((most, v) => Math.max(most, components.size(v)), 0);
  const cells = free.filter((v) => components.size(v) === largest);
  const random = seededRandom(7);
  const any = (): number => cells[Math.floor(random() * cells.length)];
  const goal = any();
  return Array.from({ length: count }, () => ({ start: any(), goal: crowd ? goal : any() }));
}

/** Milliseconds that each contender is timed for, and the rounds it gets at least and at most. */
const PATIENCE = 300;
const FEW = 6;
const MANY = 40;
/** A round that takes so many milliseconds is not repeated. */
const LONG = 1500;

/**
 * Lets all contenders answer the same queries, in turn, round after round, so that whatever else the machine does falls on all of them. The first round is not
 * timed, unless it is a long one, and the quickest of the others counts. `notify` gets the results so far after each contender's first round.
 */
export function measure(grid: Grid, names: readonly ContenderName[], queries: readonly Query[], notify: (measured: readonly Measured[]) => void = () => undefined): readonly Measured[] {
  const prepared = names.map((name) => {
    const before = performance.now();
    const run = contenders[name](grid);
    return { name, run, built: performance.now() - before, best: Infinity, spent: 0, outcome: undefined as Outcome | undefined };
  });
  const results = (): readonly Measured[] => prepared.flatMap(({ name, built, best, outcome }) => outcome === undefined ? [] : [{
    contender: name, name: contenderNames[name], built, microseconds: (1000 * best) / queries.length,
    expanded: outcome.expanded / queries.length, most: outcome.most, cost: outcome.cost / queries.length,
  }]);
  for (const each of prepared) {
    const before = performance.now();
    each.outcome = each.run(queries);
    each.best = performance.now() - before;
    notify(results());
  }
  // The first round ran code that was not compiled yet.
  const repeated = prepared.filter(({ best }) => best < LONG);
  for (const each of repeated) each.best = Infinity;
  for (let round = 0; round < MANY; round++) {
    const going = repeated.filter(({ spent }) => round < FEW || spent < PATIENCE);
    if (going.length === 0) break;
    for (const each of going) {
      const before = performance.now();
      each.run(queries);
      const took = performance.now() - before;
      each.best = Math.min(each.best, took);
      each.spent += took;
    }
  }
  return results();
}
