import type { Grid } from '@pf/grid';
import { eightNeighbours, FogOfWar, fourNeighbours, Grid as GridOf } from '@pf/grid';
import type { Planner } from '@pf/incremental';
import { navigate } from '@pf/incremental';
import { element } from '../element.ts';
import type { Question } from '../lab/recordings/recording.ts';
import type { Asked } from './plan.ts';

/** The same query as in the lab, for an agent that walks. */
export function asLab({ grid, start, goal, looks }: Asked): Question {
  return { grid, first: grid, start, goal, landmarks: [], edits: [], longer: 0, patience: 0, looks, table: () => { throw new Error('No figure of an article walks by a table.'); } };
}

/** The cost and work of a walk from start to goal through unknown terrain. */
export interface Walk {
  readonly expanded: number;
  readonly searches: number;
  readonly moves: number;
  readonly arrived: boolean;
  readonly milliseconds: number;
}

/** Walks from start to goal, seeing the neighbours of a cell only. */
export function walked({ grid, start, goal }: Asked, make: (known: Grid) => Planner): Walk {
  const { width, height, movement, corners } = grid;
  // Whole numbers, as small as they can be.
  const options = { movement, corners, ...(movement === 'eight' && { metric: '70/99' as const }) };
  const world = new FogOfWar(GridOf.fromArray(grid.toArray(), width, height, options), new GridOf(width, height, options));
  const planner = make(world.known);
  const before = performance.now();
  let [expanded, searches, moves, status] = [0, 0, 0, 'moving'];
  for (const step of navigate(planner, world, { start, goal, sensor: movement === 'four' ? fourNeighbours : eightNeighbours })) {
    expanded += step.expanded;
    if (step.replanned) searches++;
    moves++;
    status = step.status;
  }
  return { expanded, searches, moves: moves - 1, arrived: status === 'reached', milliseconds: performance.now() - before };
}

export interface Bar {
  readonly name: string;
  readonly value: number;
  /** By which a test reads it. */
  readonly id: string;
}

/** Numbers beside each other, with bars as long as they are large. */
export function bars(list: HTMLElement, rows: readonly Bar[]): void {
  const most = Math.max(1, ...rows.map(({ value }) => value));
  list.replaceChildren(...rows.map(({ name, value, id }) => element('div', {},
    element('span', {}, name),
    element('span', { class: 'bar-line', style: `--share:${value / most}` }),
    element('b', { 'data-number': id }, value.toLocaleString('en', { maximumFractionDigits: 2 })))));
}
