import type { Counters, Signal } from '@pf/graph';
import { checkBegun, checkGrid, checkOptions, shown } from '@pf/graph/kit';
import type { Grid } from '@pf/grid';
import { AStar } from './a-star.ts';
import type { Algorithm, PathSearch } from './find-path.ts';
import { JumpPointSearch, MOST_VERTICES } from './jump-points/jump-point-search.ts';
import { TerrainJumps } from './jump-points/terrain-jumps.ts';
import { JumpRules, unfitCells, unfitMovement } from './jump-points/jump-rules.ts';
import type { Resumable } from './run-in-slices.ts';

/** Options of `BoundedSearch`. */
export interface BoundedSearchOptions {
  /** The path costs at most this multiple of the optimum: 1 to 1e100. */
  readonly within: number;
}

/** Number of cells sampled to classify a map. */
const SAMPLE = 512;
/** Limits in the sample, measured on maps of every kind: the fraction of cells at which a straight jump would end; the average number of moves of a cell. */
const SCATTERED = 0.2;
const ROOMY = 4;
/** Among scattered obstacles, a weight below this saves less than jumps do. */
const LEAST_WEIGHT = 1.05;
/** Terrain lies in patches if at least this fraction of cells costs the same as the cell to the east. */
const PATCHES = 1 / 3;
/** On terrain in patches, jumps save more than a weight below the first number if at most the second, a fraction of the cells, is the cheapest. */
const ON_PATCHES = [[1.5, 0.75], [2.5, 0.25]];

/**
 * Finds a path on a grid within a bound of the cheapest, by the fastest method for the map:
 *
 * - Jump points where they apply. The path is then the cheapest.
 * - Jump points on terrain (`TerrainJumps`) if terrain lies in patches and at most 75% of it is the cheapest, for bounds below 1.5; for bounds below 2.5
 *   if at most 25% is. The path is then the cheapest too.
 * - Weighted A* otherwise: on hexagons, among scattered obstacles, if almost every cell has another cost, and for larger bounds on terrain.
 *
 * Bounds below 1.05 take jump points also among scattered obstacles, where A* can be faster, and on all terrain in patches. With a bound of 1 the path is
 * the cheapest.
 *
 * It follows the grid's edits. The constructor makes the search for the present map; the first query after an edit that needs another one, such as the first terrain, makes that,
 * which takes longer than a frame on large maps. Memory: that of the searches made so far.
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
  /** As in the other searches: set it to false after `begin`, and an edit makes `run` start over only if its method cannot go on. */
  followsEdits = true;
  private readonly within: number;
  private readonly rules: JumpRules | undefined;
  private jumps: JumpPointSearch | undefined;
  private terrainJumps: JumpPointSearch | undefined;
  private weighted: AStar | undefined;
  private used: JumpPointSearch | AStar | undefined;
  /** For a version of the map: whether obstacles are scattered, whether terrain lies in patches, and the fraction of cells that are the cheapest. */
  private scattered = false;
  private patches = false;
  private cheapest = 0;
  private version = -1;
  /** The query, the version of the map for which its search was chosen, and whether it is finished. */
  private start = 0;
  private goal = 0;
  private chosenAt = -1;
  private finished = true;

  constructor(
    private readonly grid: Grid,
    options: BoundedSearchOptions,
  ) {
    checkGrid(grid, 'BoundedSearch');
    checkOptions(options, ['within'], 'BoundedSearch');
    if ((options as BoundedSearchOptions | undefined) === undefined) throw new TypeError('BoundedSearch needs a bound: new BoundedSearch(grid, { within: 1.2 }).');
    const { within } = options;
    checkBound(within);
    this.within = within;
    if (grid.vertexCount <= MOST_VERTICES && unfitMovement(grid) === undefined) this.rules = new JumpRules(grid);
    this.choose();
  }

  /** The cost of the path; Infinity before the first search, and if there is none. */
  get cost(): number {
    return this.used?.cost ?? Infinity;
  }

  /** The counters of the last search. */
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
    this.start = start;
    this.goal = goal;
    this.chosenAt = this.grid.version;
    this.followsEdits = true;
    this.finished = false;
  }

  /**
   * Continues for at most `budget` expansions or until `signal` is aborted. Returns whether it is finished; if not, call it again. After an edit of the grid
   * in the meantime it starts over, with another method if the map now needs one, unless `followsEdits` is false.
   */
  run(budget = Infinity, signal?: Signal): boolean {
    checkBegun(this.used !== undefined, 'search');
    const { followsEdits, grid } = this;
    // Jump points cannot go on over terrain that did not exist before.
    const startsOver = followsEdits || (this.used === this.jumps && unfitCells(grid) !== undefined);
    if (!this.finished && this.chosenAt !== grid.version && startsOver) this.beginAnew();
    this.followsEdits = this.used!.followsEdits = followsEdits;
    this.finished = this.used!.run(budget, signal);
    return this.finished;
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

  /** Begins the query with the search that now fits the map; the counters keep counting. */
  private beginAnew(): void {
    const { expanded, generated, reopened, queueOperations } = this.counters;
    this.begin(this.start, this.goal);
    const { counters } = this;
    counters.expanded += expanded;
    counters.generated += generated;
    counters.reopened += reopened;
    counters.queueOperations += queueOperations;
  }

  private choose(): JumpPointSearch | AStar {
    const { grid, within, rules } = this;
    if (rules !== undefined) {
      const exact = within < LEAST_WEIGHT;
      const fits = unfitCells(grid) === undefined;
      if (!exact || !fits) this.survey(rules);
      if (fits && (exact || !this.scattered)) return (this.jumps ??= new JumpPointSearch(grid));
      if (!fits && this.patches && (exact || (!this.scattered && ON_PATCHES.some(([bound, most]) => within < bound && this.cheapest <= most)))) {
        return (this.terrainJumps ??= new JumpPointSearch(grid, { locator: new TerrainJumps(grid) }));
      }
    }
    return (this.weighted ??= new AStar(grid, { weight: within }));
  }

  /** Estimates from a sample of the map whether jumps would usually be short, and how terrain is distributed. */
  private survey(rules: JumpRules): void {
    const { grid } = this;
    if (this.version === grid.version) return;
    const { cells, moves, vertexCount, offsets } = grid;
    const { least } = grid.terrain;
    let free = 0;
    let ends = 0;
    let steps = 0;
    let even = 0;
    let cheap = 0;
    // Samples cells at an odd stride, so that the samples spread over all columns of most maps.
    const stride = Math.max(1, Math.floor(vertexCount / (2 * SAMPLE))) | 1;
    for (let v = stride >> 1; v < vertexCount; v += stride) {
      if (cells[v] === 0) continue;
      free++;
      if (cells[v] === least) cheap++;
      if (cells[v + 1] === cells[v] || cells[v + 1] === 0) even++;
      for (let left = moves[v]; left !== 0; left &= left - 1) steps++;
      if (rules.rays.some(({ course }) => ((moves[v - offsets[course]] >> course) & 1) === 1 && rules.stops(moves, v, course))) ends++;
    }
    this.version = grid.version;
    this.scattered = ends > free * SCATTERED && steps > free * ROOMY;
    this.patches = even >= free * PATCHES;
    this.cheapest = free === 0 ? 1 : cheap / free;
  }
}

function checkBound(bound: number): void {
  if (Number.isFinite(bound) && bound >= 1 && bound <= 1e100) return;
  throw new RangeError(`The bound must be from 1, for the cheapest path, to 1e100, got ${shown(bound)}: a path costs at most this multiple of the cheapest.`);
}

const MOST_CLASSES = 8;
const classes = new Map<number, Algorithm>();

/**
 * The algorithm for `findPath` that accepts a path of up to `bound` times the cheapest cost: a `BoundedSearch`. `findPath` keeps one for each of the last eight
 * bounds; another one begins with a scan of the map, so round a bound that varies to a few values.
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
  const made = classes.get(bound) ?? class Within extends BoundedSearch {
    constructor(grid: Grid) {
      super(grid, { within: bound });
    }
  };
  // findPath keeps a search for each class that is still in use. A bound that varies must not keep more and more of them: the longest unused is dropped.
  classes.delete(bound);
  classes.set(bound, made);
  if (classes.size > MOST_CLASSES) classes.delete([...classes.keys()][0]);
  return made;
}
