import { avoiding } from '@pf/graph';
import { checkOption, checkOptions, shown } from '@pf/graph/kit';
import type { Grid } from '@pf/grid';
import { AStar } from './a-star.ts';
import { BidirectionalAStar, BidirectionalDijkstra } from './bidirectional/bidirectional.ts';
import { checkGrid } from './check-grid.ts';
import { Dijkstra } from './dijkstra.ts';
import { JumpPointSearch, MOST_VERTICES } from './jump-points/jump-point-search.ts';
import { unfitCells, unfitMovement } from './jump-points/jump-rules.ts';
import { LazyThetaStar } from './any-angle/lazy-theta-star.ts';
import { compressPath } from './path-tools.ts';
import { squaredLength } from './any-angle/squared-length.ts';
import { NBAStar } from './bidirectional/nba-star.ts';
import { smooth } from './any-angle/smooth.ts';
import { straighten } from './any-angle/straighten.ts';

/** A cell by its place on the map. */
export interface Cell {
  readonly x: number;
  readonly y: number;
}

/** A cell as { x, y } or as [x, y]. */
export type CellLike = Cell | readonly [x: number, y: number];

/** The searches that `findPath` can use. All but 'any-angle' give cheapest paths along the arcs; that one gives ways in straight lines. */
export type Algorithm = 'a-star' | 'jump-points' | 'dijkstra' | 'bidirectional-a-star' | 'bidirectional-dijkstra' | 'nba-star' | 'any-angle';

const ALGORITHMS: readonly Algorithm[] = ['a-star', 'jump-points', 'dijkstra', 'bidirectional-a-star', 'bidirectional-dijkstra', 'nba-star', 'any-angle'];

/** Options of `findPath`: from where to where, and if you like by which search and in what shape. */
export interface FindPathOptions {
  /** Where the path begins. */
  readonly from: CellLike;
  /** Where to; of several cells the cheapest to reach. */
  readonly to: CellLike | readonly CellLike[];
  /**
   * Cells that this path must not enter, beside those that are blocked: other units, danger. A list, or a function of x and y. The map is not edited, and diagonal
   * steps past an avoided cell stay legal. With the shapes 'steps' and 'corners' only.
   */
  readonly avoid?: readonly CellLike[] | ((x: number, y: number) => boolean) | undefined;
  /** Default: 'jump-points' to one cell of a square map without terrain and one-way cells, else 'a-star'. */
  readonly algorithm?: Algorithm | undefined;
  /** Where `to` is blocked or cannot be reached, lead to the nearest cell that can; of several, to what is nearest to any. Default false. */
  readonly nearest?: boolean | undefined;
  /**
   * 'steps' gives every cell of the path, 'corners' those where it turns, with its two ends; 'fewest-turns' every cell, at the same cost with fewer turns; 'smooth' only the cells between which to walk
   * in straight lines, which are drawn over ground of one cost and through open sides only (`smooth`). Default 'steps'.
   */
  readonly shape?: 'steps' | 'corners' | 'fewest-turns' | 'smooth' | undefined;
}

/** A path as plain objects: what it costs and the cells that it leads over. */
export interface FoundPath {
  /**
   * What the path costs; Infinity if there is none. Steps cost what the grid says. Straight lines, those of the shape 'smooth' and of 'any-angle',
   * cost their length from centre to centre, in cells whatever the metric, times the terrain cost of the cells that they enter: with
   * the metric 'exact' a smooth path costs no more than its steps did.
   */
  readonly cost: number;
  /** From start to end, both included; empty where there is no path. */
  readonly cells: Cell[];
  /** Whether the path ends where it was to: false with `nearest` where that could not be reached. */
  readonly arrived: boolean;
  /** Why it did not arrive: the start is blocked, all goals are, or there is no way between them. Left out where it arrived. */
  readonly reason?: 'start-blocked' | 'goal-blocked' | 'no-way';
}

/** What one-shot searches have in common. */
interface Search {
  search(start: number, goal: number): number;
  path(out: Uint32Array): number;
}

/** The searches made for a grid so far: they follow its edits, and a second question allocates only its answer. */
class Searches {
  readonly buffer: Uint32Array;
  private readonly made = new Map<Algorithm, Search>();
  private nearestAStar: AStar | undefined;
  private readonly roundAbout: (AStar | undefined)[] = [];
  private avoid: (v: number) => boolean = () => false;

  constructor(private readonly grid: Grid) {
    this.buffer = new Uint32Array(grid.vertexCount);
  }

  of(algorithm: Algorithm): Search {
    let search = this.made.get(algorithm);
    if (search === undefined) {
      search = create(this.grid, algorithm);
      this.made.set(algorithm, search);
    }
    return search;
  }

  aStar(nearest: boolean): AStar {
    if (!nearest) return this.of('a-star') as AStar;
    this.nearestAStar ??= new AStar(this.grid, { nearest });
    return this.nearestAStar;
  }

  /** A* on the map without what this question avoids. */
  avoiding(avoid: (v: number) => boolean, nearest: boolean): AStar {
    this.avoid = avoid;
    return (this.roundAbout[Number(nearest)] ??= new AStar(avoiding(this.grid, (v) => this.avoid(v)), { nearest }));
  }
}

const searchesOf = new WeakMap<Grid, Searches>();

/**
 * The cheapest path between two cells of a grid, for a person's first minute. It chooses the search by itself, and keeps it for the
 * next question about the same grid; edits of the grid are followed.
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
  if ((options as FindPathOptions | undefined) === undefined) throw new TypeError('findPath needs to know where: findPath(grid, { from: { x, y }, to: { x, y } }).');
  checkNames(options);
  checkOptions(options, ['from', 'to', 'algorithm', 'nearest', 'shape', 'avoid'], 'findPath');
  if (options.algorithm !== undefined) checkOption('algorithm', options.algorithm, ALGORITHMS);
  const { from, to, nearest = false, shape = 'steps', avoid } = options;
  checkOption('shape', shape, ['steps', 'corners', 'fewest-turns', 'smooth']);
  const start = vertexOf(grid, from, 'from');
  const goals = isList(to) ? to.map((cell) => vertexOf(grid, cell, 'to')) : [vertexOf(grid, to, 'to')];
  if (avoid !== undefined && shape !== 'steps' && shape !== 'corners') throw new RangeError(`With avoid the shape is 'steps' or 'corners', got '${shape}', which could lead through what is avoided.`);
  let searches = searchesOf.get(grid);
  if (searches === undefined) {
    searches = new Searches(grid);
    searchesOf.set(grid, searches);
  }
  const algorithm = choose(grid, options, goals.length);
  const out = searches.buffer;
  let cost: number;
  let length: number;
  let arrived: boolean;
  if (algorithm === 'a-star') {
    const search = avoid === undefined ? searches.aStar(nearest) : searches.avoiding(avoidance(grid, avoid), nearest);
    cost = search.searchNearest(start, goals);
    length = search.path(out);
    arrived = goals.includes(search.end);
  } else {
    const search = searches.of(algorithm);
    cost = search.search(start, goals[0]);
    length = search.path(out);
    arrived = cost < Infinity;
  }
  if (algorithm !== 'any-angle') {
    if (shape === 'fewest-turns') length = straighten(grid, out, length, out);
    if (shape === 'smooth' && length > 0) {
      length = smooth(grid, out, length, out);
      cost = costOfLines(grid, out, length);
    }
  }
  const cells = Array.from(out.subarray(0, length), (v) => ({ x: grid.x(v), y: grid.y(v) }));
  const found = { cost, cells: shape === 'corners' ? compressPath(cells) : cells, arrived };
  if (arrived) return found;
  const blocked = (v: number): boolean => grid.cells[v] === 0;
  return { ...found, reason: blocked(start) ? 'start-blocked' : goals.length > 0 && goals.every(blocked) ? 'goal-blocked' : 'no-way' };
}

/** What other libraries call the ends. */
const OTHER_NAMES: Readonly<Record<string, string>> = { start: 'from', source: 'from', origin: 'from', end: 'to', goal: 'to', target: 'to', destination: 'to', finish: 'to' };

function checkNames(options: object): void {
  for (const name of Object.keys(options)) {
    if (Object.hasOwn(OTHER_NAMES, name)) throw new TypeError(`findPath has no option '${name}': did you mean '${OTHER_NAMES[name]}'? findPath(grid, { from: { x, y }, to: { x, y } }).`);
  }
}

function avoidance(grid: Grid, avoid: readonly CellLike[] | ((x: number, y: number) => boolean)): (v: number) => boolean {
  if (typeof avoid === 'function') return (v) => avoid(grid.x(v), grid.y(v));
  if (!Array.isArray(avoid)) throw new TypeError(`avoid is a list of cells or a function of x and y, got ${shown(avoid)}.`);
  const vertices = new Set(avoid.map((cell: CellLike) => vertexOf(grid, cell, 'avoid')));
  return (v) => vertices.has(v);
}

/** Whether it is a list of cells, and not one cell as [x, y]. */
function isList(to: CellLike | readonly CellLike[]): to is readonly CellLike[] {
  return Array.isArray(to) && typeof (to as readonly unknown[])[0] !== 'number';
}

function costOfLines(grid: Grid, points: Uint32Array, length: number): number {
  let cost = 0;
  for (let i = 1; i < length; i++) cost += Math.sqrt(squaredLength(grid, points[i - 1], points[i])) * grid.cells[points[i]];
  return cost;
}

function choose(grid: Grid, { algorithm, nearest = false, avoid }: FindPathOptions, goals: number): Algorithm {
  if (algorithm === undefined) {
    const jumps = grid.vertexCount <= MOST_VERTICES && unfitMovement(grid) === undefined && unfitCells(grid) === undefined;
    return jumps && !nearest && avoid === undefined && goals === 1 ? 'jump-points' : 'a-star';
  }
  if (algorithm !== 'a-star' && (nearest || goals !== 1 || avoid !== undefined)) {
    throw new RangeError(`Several goals, the nearest to one, and ways round what is to be avoided are found by 'a-star' only, not by '${algorithm}': leave out algorithm.`);
  }
  return algorithm;
}

function create(grid: Grid, algorithm: Algorithm): Search {
  switch (algorithm) {
    case 'a-star':
      return new AStar(grid);
    case 'jump-points':
      return new JumpPointSearch(grid);
    case 'dijkstra':
      return new Dijkstra(grid);
    case 'bidirectional-a-star':
      return new BidirectionalAStar(grid);
    case 'bidirectional-dijkstra':
      return new BidirectionalDijkstra(grid);
    case 'nba-star':
      return new NBAStar(grid);
    case 'any-angle':
      return new LazyThetaStar(grid);
  }
}

function vertexOf(grid: Grid, cell: CellLike | null | undefined, role: string): number {
  if (typeof cell !== 'object' || cell === null) throw new RangeError(`The cell given as ${role} must be { x, y } or [x, y], got ${shown(cell)}.`);
  const [x, y] = 'x' in cell ? [cell.x, cell.y] : cell;
  if (grid.contains(x, y)) return grid.vertex(x, y);
  if (!Number.isInteger(x) || !Number.isInteger(y)) throw new RangeError(`The cell (${x}, ${y}) given as ${role} must have whole numbers: round where a point lies within a cell.`);
  throw new RangeError(`The cell (${x}, ${y}) given as ${role} is not on the map, whose cells are (0, 0) to (${grid.width - 1}, ${grid.height - 1}).`);
}
