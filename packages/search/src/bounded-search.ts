import type { Counters, Signal } from '@pf/graph';
import { checkGrid, checkOptions } from '@pf/graph/kit';
import type { Grid } from '@pf/grid';
import { AStar } from './a-star.ts';
import type { Algorithm, PathSearch } from './find-path.ts';
import { JumpPointSearch, MOST_VERTICES } from './jump-points/jump-point-search.ts';
import { JumpRules, unfitCells, unfitMovement } from './jump-points/jump-rules.ts';
import type { Resumable } from './run-in-slices.ts';

/** Options of `BoundedSearch`. */
export interface BoundedSearchOptions {
  /** The path costs at most this multiple of the optimum: 1 to 1e100. */
  readonly within: number;
}

/** Number of free cells sampled to detect scattered obstacles. */
const SAMPLE = 512;
/** Of the cells, those at which a straight jump would end; and the moves that a cell has. Measured on maps of every kind. */
const SCATTERED = 0.2;
const ROOMY = 4;
/** Below it a weight saves less than jumps do on scattered obstacles. */
const LEAST_WEIGHT = 1.05;

/**
 * Finds a path on a grid within a bound of the cheapest, by the fastest method for the map: jump points where they apply (their path is the
 * cheapest); weighted A* on terrain, hexagons and one-way cells, and among scattered obstacles, where jumps are short.
 *
 * It follows the grid's edits. Memory: that of the searches used so far.
 *
 * @example
 * ```ts
 * import { Grid } from '@pf/grid';
 * import { BoundedSearch } from '@pf/search';
 *
 * const grid = Grid.fromRows(['.....', '.###.', '.....']);
 * const search = new BoundedSearch(grid, { within: 1.2 });
 * search.search(grid.vertex(0, 0), grid.vertex(4, 2)) <= 1.2 * 6; // → true
 * ```
 */
export class BoundedSearch implements PathSearch, Resumable {
  private readonly within: number;
  private readonly rules: JumpRules | undefined;
  private jumps: JumpPointSearch | undefined;
  private weighted: AStar | undefined;
  private used: JumpPointSearch | AStar | undefined;
  /** Whether obstacles are scattered, as of a version of the map. */
  private scattered = false;
  private version = -1;

  constructor(
    private readonly grid: Grid,
    options: BoundedSearchOptions,
  ) {
    checkGrid(grid, 'BoundedSearch');
    checkOptions(options, ['within'], 'BoundedSearch');
    const { within } = options;
    checkBound(within);
    this.within = within;
    if (grid.vertexCount <= MOST_VERTICES && unfitMovement(grid) === undefined) this.rules = new JumpRules(grid);
  }

  /** The cost of the path; Infinity before the first search, and if there is none. */
  get cost(): number {
    return this.used?.cost ?? Infinity;
  }

  /** Of the last search. */
  get counters(): Counters {
    return (this.used ?? this.choose()).counters;
  }

  /** Returns the cost of a path, at most `within` times the optimum; Infinity if there is none. */
  search(start: number, goal: number): number {
    this.begin(start, goal);
    this.run();
    return this.cost;
  }

  /** Begins a search from `start` to `goal`; `run` continues it. */
  begin(start: number, goal: number): void {
    const chosen = this.choose();
    chosen.begin(start, goal);
    this.used = chosen;
  }

  /** Continues for at most `budget` expansions or until `signal` is aborted. Returns whether it is finished; if not, call it again. */
  run(budget = Infinity, signal?: Signal): boolean {
    return this.used?.run(budget, signal) ?? true;
  }

  /** Writes the path from start to goal and returns its number of vertices; 0 if there is no path. */
  path(out: Uint32Array): number {
    return this.used?.path(out) ?? 0;
  }

  /** Whether `v` is open. */
  isOpen(v: number): boolean {
    return this.used?.isOpen(v) ?? false;
  }

  /** Whether `v` is closed: expanded, and not open again. */
  isClosed(v: number): boolean {
    return this.used?.isClosed(v) ?? false;
  }

  private choose(): JumpPointSearch | AStar {
    const { grid, within } = this;
    if (this.rules !== undefined && unfitCells(grid) === undefined && !(within >= LEAST_WEIGHT && this.isScattered(this.rules))) return (this.jumps ??= new JumpPointSearch(grid));
    return (this.weighted ??= new AStar(grid, { weight: within }));
  }

  /** Whether jumps would end soon wherever they began, by a sample of the map. */
  private isScattered(rules: JumpRules): boolean {
    const { grid } = this;
    if (this.version === grid.version) return this.scattered;
    const { cells, moves, vertexCount, offsets } = grid;
    let free = 0;
    let ends = 0;
    let steps = 0;
    // Samples cells at an odd stride, so that the samples spread over all columns of most maps.
    const stride = Math.max(1, Math.floor(vertexCount / (2 * SAMPLE))) | 1;
    for (let v = stride >> 1; v < vertexCount; v += stride) {
      if (cells[v] === 0) continue;
      free++;
      for (let left = moves[v]; left !== 0; left &= left - 1) steps++;
      if (rules.rays.some(({ course }) => ((moves[v - offsets[course]] >> course) & 1) === 1 && rules.stops(moves, v, course))) ends++;
    }
    this.version = grid.version;
    this.scattered = ends > free * SCATTERED && steps > free * ROOMY;
    return this.scattered;
  }
}

function checkBound(bound: number): void {
  if (Number.isFinite(bound) && bound >= 1 && bound <= 1e100) return;
  throw new RangeError(`The bound must be from 1, for the cheapest path, to 1e100, got ${bound}: a path costs at most this multiple of the cheapest.`);
}

const classes = new Map<number, Algorithm>();

/**
 * The algorithm for `findPath` that accepts a path of up to `bound` times the cheapest cost: a `BoundedSearch`.
 *
 * @example
 * ```ts
 * import { Grid } from '@pf/grid';
 * import { findPath, within } from '@pf/search';
 *
 * const grid = Grid.fromRows(['...', '##.', '...']);
 * findPath(grid, { from: [0, 0], to: [0, 2], algorithm: within(1.1) }).arrived; // → true
 * ```
 */
export function within(bound: number): Algorithm {
  checkBound(bound);
  let made = classes.get(bound);
  if (made === undefined) {
    made = class Within extends BoundedSearch {
      constructor(grid: Grid) {
        super(grid, { within: bound });
      }
    };
    // findPath keeps one search for each class that it was given.
    classes.set(bound, made);
  }
  return made;
}
