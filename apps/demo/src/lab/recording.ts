import type { Grid } from '@pf/grid';

/** What a cell shows at some moment. */
export const NOTHING = 0;
export const OPEN = 1;
export const CLOSED = 2;

/** What a step changed. */
export interface Step {
  /** Cells and their new states, in turn. */
  readonly changes: readonly number[];
  /** Where the agent stands; undefined where there is none. */
  readonly agent?: number;
  /** Cells that have become known, and the way that is planned now. */
  readonly known?: readonly number[];
  readonly way?: readonly number[];
  /** Tree edges that are there from now on: x, y, x, y … in cells. */
  readonly edges?: ArrayLike<number>;
  /** Values that were written: cell and value, in turn. */
  readonly values?: readonly number[];
  readonly expanded: number;
}

/** All that an algorithm did, so that one can go forwards and back in it. */
export interface Recording {
  readonly steps: readonly Step[];
  /** The cells of the way in the end; empty where there is none. */
  readonly path: readonly number[];
  /** Or its points, for ways that do not keep to cells: x and y in turn, a cell's centre at .5. */
  readonly points?: readonly number[];
  readonly cost: number;
  readonly milliseconds: number;
  /** In fog: the map is shown as it is known. */
  readonly fog: boolean;
  readonly landmarks: readonly number[];
  /** By vertex: what to say of it under the pointer, in the end. */
  readonly about?: (v: number) => string;
  /** By vertex: boxes to draw at the cell under the pointer. */
  readonly boxesOf?: (v: number) => readonly (readonly [x0: number, y0: number, x1: number, y1: number])[];
  readonly note: string;
}

/** A search that can be run step by step, as all of @pf/search can. */
export interface SteppedSearch {
  begin(start: number, goal: number): void;
  run(budget: number): boolean;
  isOpen(v: number): boolean;
  isClosed(v: number): boolean;
  path(out: Uint32Array): number;
  readonly cost: number;
  readonly counters: { readonly expanded: number };
}

const LONGEST = 20_000;

/** Runs a search with a budget of one, and looks after each expansion at what has become open and closed. */
export function recordSearch(grid: Grid, search: SteppedSearch, start: number, goal: number): Pick<Recording, 'steps' | 'path' | 'cost'> {
  const state = new Uint8Array(grid.vertexCount);
  const places = [...grid.cells.keys()].filter((v) => grid.cells[v] !== 0);
  const steps: Step[] = [];
  search.begin(start, goal);
  for (let done = false; !done && steps.length < LONGEST; ) {
    done = search.run(1);
    const changes: number[] = [];
    for (const v of places) {
      const now = search.isClosed(v) ? CLOSED : search.isOpen(v) ? OPEN : NOTHING;
      if (now === state[v]) continue;
      state[v] = now;
      changes.push(v, now);
    }
    steps.push({ changes, expanded: search.counters.expanded });
  }
  const out = new Uint32Array(grid.vertexCount);
  return { steps, path: [...out.subarray(0, search.path(out))], cost: search.cost };
}

/** How long one question takes without anybody looking. A browser's clock is coarse, so many are asked between two looks at it. */
export function timed(ask: () => void): number {
  ask();
  const begin = performance.now();
  let asked = 0;
  do {
    for (let i = 0; i < 4; i++, asked++) ask();
  } while (performance.now() - begin < 12);
  return (performance.now() - begin) / asked;
}
