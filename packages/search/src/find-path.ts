import { avoiding } from '@pf/graph';
import { checkBoolean, checkGrid, checkOptions, remedyFor, shown } from '@pf/graph/kit';
import type { Grid } from '@pf/grid';
import { AStar } from './a-star.ts';
import type { PathShape } from './any-angle/path-shape.ts';
import { squaredLength } from './any-angle/squared-length.ts';
import { compressPath } from './path-tools.ts';

/** A cell by column and row. */
export interface Cell {
  readonly x: number;
  readonly y: number;
}

/** A cell as { x, y } or as [x, y]. */
export type CellLike = Cell | readonly [x: number, y: number];

/** The methods of a search over a grid that `findPath` needs. */
export interface PathSearch {
  /** The cost of a path between two vertices; Infinity if there is none. */
  search(start: number, goal: number): number;
  /** Writes that path, start first, and returns its number of vertices. */
  path(out: Uint32Array): number;
}

/** The class of a search for `findPath`: `AStar`, `JumpPointSearch`, `Dijkstra`, `BidirectionalAStar`, `NBAStar`, `LazyThetaStar`, or your own. */
export type Algorithm = new (grid: Grid) => PathSearch;

/** Options of `findPath`. */
export interface FindPathOptions {
  /** Start cell. */
  readonly from: CellLike;
  /** Goal cell; of several, the cheapest to reach. */
  readonly to: CellLike | readonly CellLike[];
  /**
   * Cells besides blocked ones that this path must not enter, such as other units: a list, or a function of x and y. The map is not edited, and diagonal
   * steps past an avoided cell stay legal. On the map of a large unit, a cell is a position: pass a function that asks `UnitGrid.covers`. Cannot be combined with a function as `shape`.
   */
  readonly avoid?: readonly CellLike[] | ((x: number, y: number) => boolean) | undefined;
  /**
   * Class of the search. Default `AStar`, the only one for several goals, `nearest` and `avoid`. On large square grids without terrain `JumpPointSearch` is
   * several times as fast; `within(1)` chooses by the map. `BreadthFirst` counts steps, whatever they cost. Bundles contain only the searches that you import.
   * Define a class of your own once: each has a search, made on its first call.
   */
  readonly algorithm?: Algorithm | undefined;
  /**
   * If `to` is blocked or out of reach, find a path to the nearest reachable cell (of several goals: nearest to any). With `avoid` and more than a hundred goals
   * it takes many times as long: then search without `nearest` first. Default false.
   */
  readonly nearest?: boolean | undefined;
  /**
   * 'steps' returns every cell of the path, 'corners' only the ends and the turns. The function `straighten` returns every cell, at the same cost with fewer
   * turns; `smooth` only cells connected by straight lines. Default 'steps'.
   */
  readonly shape?: 'steps' | 'corners' | PathShape | undefined;
}

/** A path as plain objects. */
export interface FoundPath {
  /**
   * Cost of the path; Infinity if there is none. Steps have the costs of the grid. Straight lines (`smooth`, `LazyThetaStar`)
   * cost their length between centres in cells, times the cost of a straight step, times the terrain cost of the cells that they enter. With
   * the metric 'exact', a smooth path costs no more than its steps. A path that is not the cheapest, as of `within(1.5)`, may become cheaper by `straighten`: this is
   * its cost before.
   */
  readonly cost: number;
  /** From start to end, both included; empty if there is no path. */
  readonly cells: Cell[];
  /** Whether the path ends at a goal: false with `nearest` if none could be reached. */
  readonly arrived: boolean;
  /** Why it did not arrive: the start is blocked, all goals are, or no path connects them. Absent if it arrived. */
  readonly reason?: 'start-blocked' | 'goal-blocked' | 'no-path';
}

/** Searches kept for a grid: they follow its edits, and a second query allocates only its answer. */
class Searches {
  readonly buffer: Uint32Array;
  private readonly made = new WeakMap<Algorithm, PathSearch>();
  /** By `nearest`, then the same on the map without the avoided cells. */
  private readonly aStars: (AStar | undefined)[] = [];
  /** The cells that the current query avoids. */
  avoid: ((v: number) => boolean) | undefined;

  constructor(private readonly grid: Grid) {
    this.buffer = new Uint32Array(grid.vertexCount);
  }

  of(algorithm: Algorithm): PathSearch {
    let search = this.made.get(algorithm);
    if (search === undefined) {
      search = new algorithm(this.grid);
      if (!('search' in search && 'path' in search)) throwNoSearch(algorithm);
      this.made.set(algorithm, search);
    }
    return search;
  }

  aStar(nearest: boolean, avoid: ((v: number) => boolean) | undefined): AStar {
    const { grid } = this;
    this.avoid = avoid;
    return (this.aStars[Number(nearest) + (avoid === undefined ? 0 : 2)] ??= new AStar(avoid === undefined ? grid : avoiding(grid, (v) => this.avoid!(v)), { nearest }));
  }
}

const searchesOf = new WeakMap<Grid, Searches>();

/**
 * Finds the cheapest path between two cells of a grid. Follows edits of the grid; later calls for the same grid reuse its search.
 *
 * @example
 * ```ts
 * import { Grid } from '@pf/grid';
 * import { findPath } from '@pf/search';
 *
 * const grid = Grid.fromRows(['...', '##.', '...']);
 * const { cost, cells } = findPath(grid, { from: { x: 0, y: 0 }, to: { x: 0, y: 2 } });
 * cost; // → 6
 * cells[3]; // → { x: 2, y: 1 }
 * ```
 */
export function findPath(grid: Grid, options: FindPathOptions): FoundPath {
  checkGrid(grid, 'findPath');
  if (((options as FindPathOptions | null | undefined) ?? undefined) === undefined || 'x' in Object(options)) throw new TypeError('findPath needs from and to: findPath(grid, { from: { x, y }, to: { x, y } }).');
  checkNames(options);
  checkOptions(options, ['from', 'to', 'algorithm', 'nearest', 'shape', 'avoid'], 'findPath');
  const { from, to, algorithm = AStar, nearest = false, shape = 'steps', avoid } = options;
  checkNamed(algorithm, shape);
  checkBoolean(nearest, 'nearest');
  const start = vertexOf(grid, from, 'from');
  const goals = isList(to) ? to.map((cell) => vertexOf(grid, cell, 'to')) : [vertexOf(grid, to, 'to')];
  if (avoid !== undefined && typeof shape === 'function') throw new RangeError("With avoid the shape is 'steps' or 'corners', got a function.");
  if (algorithm !== AStar && (nearest || goals.length !== 1 || avoid !== undefined)) {
    throw new RangeError('Several goals, nearest and avoid work only with AStar: omit algorithm.');
  }
  let searches = searchesOf.get(grid);
  if (searches === undefined) {
    searches = new Searches(grid);
    searchesOf.set(grid, searches);
  }
  const out = searches.buffer;
  let cost: number;
  let length: number;
  let arrived: boolean;
  if (algorithm === AStar) {
    const outer = searches.avoid;
    const search = searches.aStar(nearest, avoid === undefined ? avoid : avoidance(grid, avoid));
    try {
      cost = search.searchNearest(start, goals);
    } finally {
      // This call may be nested in the function of another, which continues with its own cells.
      searches.avoid = outer;
    }
    length = search.path(out);
    arrived = goals.includes(search.end);
  } else {
    const search = searches.of(algorithm);
    cost = search.search(start, goals[0]);
    length = search.path(out);
    arrived = cost < Infinity;
  }
  if (typeof shape === 'function' && isInSteps(grid, out, length)) {
    // The shape may call findPath for the same grid: that call must not get this buffer.
    searchesOf.delete(grid);
    length = shape(grid, out, length, out);
    searchesOf.set(grid, searches);
    if (shape.lines === true && length > 0) cost = costOfLines(grid, out, length);
  }
  if (!(length >= 0 && length <= out.length)) throw new RangeError(`A shape, or path(out) of an algorithm, must return how many cells it wrote, got ${shown(length)}.`);
  const cells = Array.from(out.subarray(0, length), (v) => ({ x: grid.x(v), y: grid.y(v) }));
  const found = { cost, cells: shape === 'corners' ? compressPath(cells) : cells, arrived };
  if (arrived) return found;
  const { cells: costs } = grid;
  return { ...found, reason: costs[start] === 0 ? 'start-blocked' : goals.every((v) => costs[v] === 0) ? 'goal-blocked' : 'no-path' };
}

/** Names of start and goal in other libraries, for error messages. */
const OTHER_NAMES = { from: /^(start|source|origin)$/, to: /^(end|goal|target|destination|finish)$/ };

function checkNames(options: object): void {
  for (const name of Object.keys(options)) {
    for (const [own, others] of Object.entries(OTHER_NAMES)) if (others.test(name)) throw new TypeError(`findPath has no option '${name}': did you mean '${own}'?`);
  }
}

function throwNoSearch(algorithm: unknown): never {
  throw new TypeError(`algorithm is the class of a search, such as JumpPointSearch, got ${shown(algorithm)}.`);
}

function checkNamed(algorithm: unknown, shape: unknown): void {
  // An arrow function has no prototype.
  if (typeof algorithm !== 'function' || (algorithm.prototype as unknown) === undefined) throwNoSearch(algorithm);
  if (typeof shape === 'function' || shape === 'steps' || shape === 'corners') return;
  throw new TypeError(`shape is 'steps', 'corners' or a function, such as smooth or straighten, got ${shown(shape)}.`);
}

function avoidance(grid: Grid, avoid: readonly CellLike[] | ((x: number, y: number) => boolean)): (v: number) => boolean {
  if (typeof avoid === 'function') return (v) => avoid(grid.x(v), grid.y(v));
  if (!Array.isArray(avoid)) throw new TypeError(`avoid is a list of cells or a function of x and y, got ${shown(avoid)}.`);
  const vertices = new Set(avoid.map((cell: CellLike) => vertexOf(grid, cell, 'avoid')));
  return (v) => vertices.has(v);
}

/** Whether it is a list of cells, not a cell as [x, y]. */
function isList(to: CellLike | readonly CellLike[]): to is readonly CellLike[] {
  return Array.isArray(to) && to.length > 0 && typeof (to as readonly unknown[])[0] !== 'number';
}

/** Whether a path consists of single steps, unlike straight lines. */
function isInSteps(grid: Grid, path: Uint32Array, length: number): boolean {
  for (let i = 1; i < length; i++) if (grid.distance(path[i - 1], path[i]) !== 1) return false;
  return true;
}

function costOfLines(grid: Grid, points: Uint32Array, length: number): number {
  let cost = 0;
  for (let i = 1; i < length; i++) cost += Math.sqrt(squaredLength(grid, points[i - 1], points[i])) * grid.cells[points[i]];
  return cost * grid.steps.straight;
}

function vertexOf(grid: Grid, cell: CellLike | null | undefined, role: string): number {
  if (typeof cell !== 'object' || cell === null || !('x' in cell || (cell as readonly number[]).length === 2)) {
    throw new RangeError(`The cell given as ${role} must be { x, y } or [x, y], got ${Array.isArray(cell) ? `${cell.length} numbers` : shown(cell)}${typeof cell === 'number' ? '; for a vertex take grid.x(v) and grid.y(v)' : ''}.`);
  }
  const [x, y] = 'x' in cell ? [cell.x, cell.y] : cell;
  if (!Number.isInteger(x) || !Number.isInteger(y)) throw new RangeError(`The cell (${shown(x)}, ${shown(y)}) given as ${role} must have whole numbers${remedyFor(x) || remedyFor(y)}.`);
  if (grid.contains(x, y)) return grid.vertex(x, y);
  throw new RangeError(`The cell (${x}, ${y}) given as ${role} is not on the map, whose cells are (0, 0) to (${grid.width - 1}, ${grid.height - 1}).`);
}
