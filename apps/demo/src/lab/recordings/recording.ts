import { fingerprint } from '@pf/graph';
import type { Grid } from '@pf/grid';
import type { Edit, Place } from '../scenario/scenario.ts';
import type { TableSource } from './tables.ts';

/** State of a cell, or of a face of a mesh, at a step. */
export const NOTHING = 0;
export const OPEN = 1;
export const CLOSED = 2;

/** The input of an algorithm. */
export interface Question {
  /** The map with all that was painted, for those that plan on the whole of it at once. */
  readonly grid: Grid;
  readonly start: number;
  readonly goal: number;
  readonly landmarks: readonly Place[];
  /** The map as it was at first, for those that walk: for them the edits come as they go. */
  readonly first: Grid;
  readonly edits: readonly Edit[];
  /** By how many percent the path of weighted A* may be longer than the cheapest. */
  readonly longer: number;
  /** Where those that know all pairs in advance have their tables from. */
  readonly table: TableSource;
  /** Milliseconds for which it may be repeated to measure its time. */
  readonly patience: number;
  /** How many looks at cells a recording may take. Default: LOOKS. */
  readonly looks?: number;
}

/** What a step changed. All lists are flat: a cell and its new state, a cell and its value, x and y in cells. */
export interface Step {
  readonly changes: readonly number[];
  readonly expanded: number;
  /** Where the character stands; undefined if there is none. */
  readonly agent?: number;
  /** Where the goal is, if it moves. */
  readonly goal?: number;
  /** Cells that have become known. */
  readonly known?: readonly number[];
  /** Cells that were painted, each with its new cost. */
  readonly painted?: readonly number[];
  /** The path that is planned now. */
  readonly planned?: ArrayLike<number>;
  /** A cell, then one number for each of the recording's labels. */
  readonly values?: readonly number[];
  /** Faces of the mesh and their new states. */
  readonly faces?: readonly number[];
  /** The whole tree as it is now: from x, y to x, y. */
  readonly edges?: ArrayLike<number>;
  /** Where all units are, x and y of each, the first team before the second. */
  readonly units?: ArrayLike<number>;
  /** How far it has counted what the recording names as `tallied`. */
  readonly tally?: number;
  /** The best path so far, for those that find better and better ones, as points, and its cost. */
  readonly points?: readonly number[];
  readonly cost?: number;
  /** The interval visible from a root: the root, and both ends of the interval. */
  readonly cone?: readonly [number, number, number, number, number, number];
  /** The two sides of a funnel, as points. */
  readonly funnel?: readonly [readonly number[], readonly number[]];
}

/** Estimates of the cost to the goal, by vertex, beside the true cost. */
export interface Estimates {
  readonly truth: Float64Array;
  readonly plain: Float64Array;
  /** Better ones, where the algorithm has them from the start; those that learn show what they have learned so far. */
  readonly better?: Float64Array;
}

/** A number of this run beside that of the natural alternative. */
export interface Comparison {
  readonly than: string;
  readonly before: number;
  readonly after: number;
  readonly what: string;
}

/** All that an algorithm did, so that one can go forwards and back in it. */
export interface Recording {
  readonly steps: readonly Step[];
  /** The expansions that each step of a search makes. Default: 1. */
  readonly budget?: number;
  /** The cells of the final path; empty if there is none. */
  readonly path: readonly number[];
  /** Or its points, for ways that do not keep to cells: x and y in turn, a cell's centre at .5. */
  readonly points?: readonly number[];
  readonly cost: number;
  /** The meaning of an infinite cost, if it is not that there is no path. */
  readonly noWay?: string;
  /** Of the whole search, or of a step where a character walks. */
  readonly milliseconds: number;
  /** What this run needs said besides what its algorithm always shows. */
  readonly note: string;
  readonly comparison?: Comparison | undefined;
  /** The unit of `expanded`, if it is not expansions. */
  readonly counted?: string;
  /** Further counters by step. */
  readonly tallied?: string;
  /** Figures of its own, which hold for all of it. */
  readonly facts?: readonly (readonly [name: string, value: string])[];
  /** The names of the values that are kept for cells, such as g and rhs, and what counts as 1 in them. */
  readonly labels: readonly string[];
  readonly unit: number;
  /** Whether the first label is an estimate that rises: cells are shaded by how much. */
  readonly heights: boolean;
  /** For the goal, or for the cell where it is at a step, if it moves. */
  readonly estimates?: (goal?: number) => Estimates;
  /** Whether lines rise from the units to where they will be. */
  readonly rising?: boolean;
  /** In fog: the map is shown as it is known. */
  readonly fog: boolean;
  readonly landmarks: readonly number[];
  /** Cells that would have been explored without what makes this algorithm better. */
  readonly before: readonly number[];
  /** By vertex: boxes to draw at the cell under the pointer. */
  readonly boxesOf?: (v: number) => readonly (readonly [x0: number, y0: number, x1: number, y1: number])[];
  /** A tree that was there in advance: from x, y to x, y. */
  readonly tree: readonly number[];
  /** The outlines of faces. */
  readonly mesh: readonly (readonly number[])[];
}

export const blank: Recording = {
  steps: [], path: [], cost: Infinity, milliseconds: 0, note: '', labels: [], unit: 1, heights: false, fog: false,
  landmarks: [], before: [], tree: [], mesh: [],
};

/** A search that can be run step by step, as all of @pf/search can. */
export interface SteppedSearch {
  begin(start: number, goal: number): void;
  run(budget: number): boolean;
  search(start: number, goal: number): number;
  isOpen(v: number): boolean;
  isClosed(v: number): boolean;
  path(out: Uint32Array): number;
  readonly cost: number;
  readonly counters: { readonly expanded: number };
}

/** A walk that takes longer is not shown to its end. */
export const LONGEST = 20_000;
/** Looks at cells that a recording may cost: below a tenth of a second. */
const LOOKS = 2e7;

/** Decides in which steps all cells are read, if the number of steps is not known in advance: in each at first, then less and less often. */
export class Glances {
  private every = 1;
  private missed = 0;
  private taken = 0;
  /** So many of each: the pause has doubled six times when there have been LONGEST of a long walk. */
  private readonly many: number;

  constructor(cells: number, looks = LOOKS) {
    this.many = Math.max(1, Math.floor(looks / 6 / cells));
  }

  /** Whether to look now, when something may have changed or nothing has; the last time, at whatever has been missed. */
  due(changed: boolean, last: boolean): boolean {
    if (changed) this.missed++;
    if (this.missed === 0 || (!last && this.missed < this.every)) return false;
    this.missed = 0;
    if (++this.taken % this.many === 0) this.every *= 2;
    return true;
  }
}

export function freeCells(grid: Grid): readonly number[] {
  return [...grid.cells.keys()].filter((v) => grid.cells[v] !== 0);
}

/** Most searches can say what they know of the cost to a cell. */
function saysCosts(search: object): search is { g(v: number): number } {
  return 'g' in search && typeof search.g === 'function';
}

/** Keeps what was built last, and of which map: a new start or goal, or a second algorithm, needs no other. */
export function keptFor<T>(build: (grid: Grid) => T): (grid: Grid) => T {
  let last: { readonly of: string; readonly built: T } | undefined;
  return (grid) => {
    const of = fingerprint(grid);
    if (last?.of !== of) last = { of, built: build(grid) };
    return last.built;
  };
}

/** Runs a search with a budget of one, and looks after each expansion at what has become open and closed; after a few, where that would cost more than `looks` at cells. */
export function recordSearch(grid: Grid, search: SteppedSearch, start: number, goal: number, looks = LOOKS): Pick<Recording, 'steps' | 'budget' | 'path' | 'cost' | 'labels'> {
  const places = freeCells(grid);
  const state = new Uint8Array(grid.vertexCount);
  const costTo = saysCosts(search) ? (v: number) => search.g(v) : undefined;
  const g = new Float64Array(grid.vertexCount).fill(Infinity);
  const steps: Step[] = [];
  search.search(start, goal);
  const budget = Math.max(1, Math.ceil((search.counters.expanded * places.length) / looks));
  search.begin(start, goal);
  for (let done = false; !done; ) {
    done = search.run(budget);
    const changes: number[] = [];
    const values: number[] = [];
    for (const v of places) {
      const now = search.isClosed(v) ? CLOSED : search.isOpen(v) ? OPEN : NOTHING;
      if (now !== state[v]) changes.push(v, (state[v] = now));
      if (now === NOTHING || costTo === undefined) continue;
      const cost = costTo(v);
      if (cost !== g[v]) values.push(v, (g[v] = cost));
    }
    steps.push({ changes, values, expanded: search.counters.expanded });
  }
  const out = new Uint32Array(grid.vertexCount);
  return { steps, budget, path: [...out.subarray(0, search.path(out))], cost: search.cost, labels: costTo === undefined ? [] : ['g'] };
}

/** Milliseconds of a batch of queries between two readings of the clock, which is coarse in browsers. */
const BATCH = 2;
/** Minimum number of batches, unless they take LONG milliseconds. */
const FEW = 3;
const LONG = 100;

/**
 * The time of one query without recording, in the fastest of several batches. The first batches run code that the browser has not compiled yet,
 * and other programs may disturb any of them.
 */
export function timed(ask: () => void, patience: number): number {
  const begin = performance.now();
  let least = Infinity;
  let [now, size, batches] = [begin, 1, 0];
  while (batches === 0 || now - begin < (batches < FEW ? LONG : patience)) {
    const before = now;
    for (let i = 0; i < size; i++) ask();
    now = performance.now();
    if (now - before < BATCH) size *= 2;
    else {
      least = Math.min(least, (now - before) / size);
      batches++;
    }
  }
  return least;
}
