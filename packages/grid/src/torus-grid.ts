import type { CostRange, Graph, Heuristic, Located, NearLattice } from '@pf/graph';
import { checkBuffer, checkGrid, checkOption, checkOptions, checkVertex } from '@pf/graph/kit';
import type { Grid } from './grid.ts';
import type { HeuristicOptions } from './heuristics.ts';
import { OPEN } from './legal-moves.ts';
import { LinkedComponents } from './linked-components.ts';
import { directionsOf, stepsOver } from './movement.ts';
import type { Sensor } from './sensors.ts';
import { onMap } from './sensors.ts';
import { torusHeuristic } from './torus-heuristic.ts';

/** The edges of a map that are joined. */
export interface TorusOptions {
  /** 'columns': left and right edge. 'rows': top and bottom. Default 'both'. */
  readonly joins?: 'both' | 'columns' | 'rows' | undefined;
}

/**
 * A map with joined edges, as a graph for searches and planners: a step over the right edge leads to the left one. Its vertices are those of the grid, which stores the
 * cells. Corner rules and one-way cells also hold across the edges. On hexagons it joins the edges of a parallelogram; the grid of a `HexMap`, a rectangle, is rejected.
 *
 * `AStar`, `Dijkstra`, planners, dispatchers, `lineOfSight` and `nearestFree` accept it. Searches that need a `Grid`, such as jump point search and `findPath`, do not. `smooth`,
 * `expandPath` and `pointAlong` of `@pf/search` take only paths that cross no joined edge. A
 * `FogOfWar` has no joined edges: its `frontier` ends there, and no sensor sees over them but the `neighbours` of this class. Over the grid of a `UnitGrid`, units
 * wider than a cell cross no joined edge. In a dispatcher they do with a `Footprint`, over a torus whose cells are free where the whole unit fits.
 *
 * @example
 * ```ts
 * import { Grid, TorusGrid } from '@pf/grid';
 * import { AStar } from '@pf/search';
 *
 * const grid = Grid.fromRows(['.#...', '.#...']);
 * const torus = new TorusGrid(grid, { joins: 'columns' });
 * new AStar(torus).search(grid.vertex(0, 0), grid.vertex(4, 0)); // → 1
 * torus.distance(grid.vertex(0, 0), grid.vertex(3, 1)); // → 2
 * ```
 */
export class TorusGrid implements Graph, Located {
  readonly vertexCount: number;
  readonly maxDegree: number;
  /**
   * Writes the two cells between which a step would cross the step from `from` to `to`, and returns how many numbers it wrote: 2, or 0 for a straight step.
   * Planners for many units read it. Undefined without diagonals. On two joined columns or rows, both diagonals between two cells count as one.
   */
  readonly crossings: ((from: number, to: number, out: Int32Array) => number) | undefined;
  /** The edges that are joined. */
  readonly joins: 'both' | 'columns' | 'rows';
  /** The cells at joined edges. */
  readonly nearLattice: NearLattice;
  /** The costs of steps on any terrain. */
  readonly costRange: CostRange;
  /** A sensor for a `FogOfWar` of this map's size: sees a cell and those to which a step leads, also over joined edges. */
  readonly neighbours: Sensor;
  private readonly columns: boolean;
  private readonly rows: boolean;
  private readonly dx: readonly number[];
  private readonly dy: readonly number[];
  private readonly opposite: readonly number[];
  private components: LinkedComponents | undefined;

  constructor(
    /** The map. Edit it as you like. */
    readonly grid: Grid,
    options: TorusOptions = {},
  ) {
    checkGrid(grid, 'TorusGrid');
    if (grid.outside !== undefined) throw new RangeError("A TorusGrid joins the edges of its grid, got that of a HexMap, where blocked cells lie at the edges: take a new Grid with movement 'hex'.");
    checkOptions(options, ['joins'], 'TorusGrid');
    const { joins = 'both' } = options;
    checkOption('joins', joins, ['both', 'columns', 'rows']);
    this.joins = joins;
    this.columns = joins !== 'rows';
    this.rows = joins !== 'columns';
    this.vertexCount = grid.vertexCount;
    this.maxDegree = grid.maxDegree;
    this.crossings = grid.movement === 'eight' ? (from, to, out) => this.crossing(from, to, out) : undefined;
    ({ dx: this.dx, dy: this.dy, opposite: this.opposite } = directionsOf(grid.movement));
    const differs = new Uint8Array(grid.vertexCount);
    const { width, height } = grid;
    if (this.rows) for (let x = 0; x < width; x++) for (const y of [0, height - 1]) differs[grid.vertex(x, y)] = 1;
    if (this.columns) for (let y = 0; y < height; y++) for (const x of [0, width - 1]) differs[grid.vertex(x, y)] = 1;
    const { straight, diagonal } = grid.steps;
    const longest = grid.movement === 'eight' ? diagonal : straight;
    this.costRange = { least: straight, most: 255 * longest, whole: Number.isInteger(straight) && Number.isInteger(longest) };
    this.nearLattice = { lattice: grid, differs, least: straight, most: 255 * longest };
    this.neighbours = { most: grid.maxDegree + 1, sense: (_grid, v, seen) => this.lookAround(v, seen) };
  }

  /** Increases with every edit of the map, also with those that change only arcs across the edges. */
  get version(): number {
    return this.grid.edits;
  }

  /**
   * As `Grid.changedSince`: all cells whose arcs may have changed, also those across the edges. Edits of the grid write no tails across them: report those of this
   * method to agents of @pf/realtime.
   */
  changedSince(version: number, tails: Uint32Array): number {
    checkBuffer(tails);
    const found = new Set<number>();
    let fits = true;
    const remembered = this.grid.editedSince(version, (left, top, width, height) => {
      // To collect what will not fit takes long.
      if (width * height > tails.length) fits = false;
      if (!fits) return;
      for (let y = top - 1; y <= top + height && found.size <= tails.length; y++) {
        for (let x = left - 1; x <= left + width; x++) {
          const v = this.wrapped(x, y);
          if (v >= 0) found.add(v);
        }
      }
    });
    if (!remembered || !fits || found.size > tails.length) return -1;
    let n = 0;
    for (const v of found) tails[n++] = v;
    return n;
  }

  successors(v: number, to: Uint32Array, cost: Float64Array): number {
    return this.nearLattice.differs[v] === 1 ? this.arcsAtEdge(v, to, cost, 1) : this.grid.successors(v, to, cost);
  }

  predecessors(v: number, to: Uint32Array, cost: Float64Array): number {
    return this.nearLattice.differs[v] === 1 ? this.arcsAtEdge(v, to, cost, -1) : this.grid.predecessors(v, to, cost);
  }

  /** As `Grid.heuristic`, by the shorter of the ways around. */
  heuristic(options: HeuristicOptions = {}): Heuristic {
    const { grid, grid: { width, height }, columns, rows } = this;
    const never = 2 * (width + height);
    return torusHeuristic(grid, columns ? width : never, rows ? height : never, options);
  }

  /** As `Grid.distance`, over the edges if that is shorter: the number of steps between two cells on an empty map. */
  distance(a: number, b: number): number {
    checkVertex(this, a, 'start of a distance');
    checkVertex(this, b, 'end of a distance');
    const { grid: { movement, width, height }, columns, rows } = this;
    const across = this.x(b) - this.x(a);
    const down = this.y(b) - this.y(a);
    const around = columns ? across - Math.sign(across) * width : across;
    const over = rows ? down - Math.sign(down) * height : down;
    return Math.min(stepsOver(movement, across, down), stepsOver(movement, around, down), stepsOver(movement, across, over), stepsOver(movement, around, over));
  }

  /**
   * Whether two free cells are connected, without a search: by steps, also over joined edges, whatever their direction. See `Components`, of which this keeps one from the first
   * call on.
   */
  same(a: number, b: number): boolean {
    return (this.components ??= new LinkedComponents(this.grid, { values: () => this.arcsAtEdges() })).same(a, b, this.version);
  }

  /** Whether (x, y) is a cell of the map, counted on past joined edges. */
  contains(x: number, y: number): boolean {
    const { grid: { width, height }, columns, rows } = this;
    return this.grid.contains(columns ? modulo(x, width) : x, rows ? modulo(y, height) : y);
  }

  /**
   * As `Grid.vertex`, with coordinates that count on past joined edges. Throws beyond others.
   *
   * @example
   * ```ts
   * import { Grid, TorusGrid } from '@pf/grid';
   *
   * const torus = new TorusGrid(new Grid(5, 4));
   * torus.x(torus.vertex(-1, 9)); // → 4
   * torus.y(torus.vertex(-1, 9)); // → 1
   * ```
   */
  vertex(x: number, y: number): number {
    const { grid: { width, height }, columns, rows } = this;
    return this.grid.vertex(columns ? modulo(x, width) : x, rows ? modulo(y, height) : y);
  }

  hasVertex(v: number): boolean {
    return this.grid.hasVertex(v);
  }

  x(v: number): number {
    return this.grid.x(v);
  }

  y(v: number): number {
    return this.grid.y(v);
  }

  private lookAround(v: number, seen: Uint32Array): number {
    let n = 0;
    seen[n++] = v;
    for (let d = 0; d < this.maxDegree; d++) {
      const u = this.wrapped(this.grid.x(v) + this.dx[d], this.grid.y(v) + this.dy[d]);
      if (u >= 0 && u !== v) seen[n++] = u;
    }
    return onMap(this.grid, seen, n);
  }

  private *arcsAtEdges(): Iterable<{ from: number; to: number }> {
    const to = new Uint32Array(this.maxDegree);
    const cost = new Float64Array(this.maxDegree);
    const { differs } = this.nearLattice;
    for (let from = differs.indexOf(1); from !== -1; from = differs.indexOf(1, from + 1)) {
      for (let i = this.successors(from, to, cost) - 1; i >= 0; i--) yield { from, to: to[i] };
    }
  }

  /** The arcs that leave a cell at an edge (`sense` 1), or enter it (−1). */
  private arcsAtEdge(v: number, to: Uint32Array, cost: Float64Array, sense: 1 | -1): number {
    const { grid, dx, dy } = this;
    const { cells, lengths } = grid;
    if (cells[v] === 0) return 0;
    const x = grid.x(v);
    const y = grid.y(v);
    let n = 0;
    for (let d = 0; d < this.maxDegree; d++) {
      const u = this.wrapped(x + sense * dx[d], y + sense * dy[d]);
      // On a map of one column, a cell would be its own neighbour.
      if (u < 0 || u === v || cells[u] === 0) continue;
      if (!(sense === 1 ? this.isStep(v, x, y, d, u) : this.isStep(u, grid.x(u), grid.y(u), d, v))) continue;
      to[n] = u;
      cost[n++] = lengths[d] * cells[sense === 1 ? u : v];
    }
    return n;
  }

  private crossing(from: number, to: number, out: Int32Array): number {
    const { grid } = this;
    const across = grid.x(to) - grid.x(from);
    if (across === 0 || grid.y(from) === grid.y(to)) return 0;
    out[0] = from + across;
    out[1] = to - across;
    return 2;
  }

  /** The cell at these coordinates, wrapped around at joined edges; −1 beyond others. */
  private wrapped(x: number, y: number): number {
    const { width, height, stride } = this.grid;
    if (this.columns) x = (x + width) % width;
    if (this.rows) y = (y + height) % height;
    return x >= 0 && y >= 0 && x < width && y < height ? (y + 1) * stride + x + 1 : -1;
  }

  /** Whether the step between two free cells, from `v` in direction `d` to `u`, is legal. */
  private isStep(v: number, x: number, y: number, d: number, u: number): boolean {
    const { cells, sides, movement, corners } = this.grid;
    if (sides !== undefined && (((sides.leave[v] ?? OPEN) >> d) & ((sides.enter[u] ?? OPEN) >> this.opposite[d]) & 1) === 0) return false;
    if (movement === 'hex' || d < 4 || corners === 'always') return true;
    const beside = [this.wrapped(x + this.dx[d], y), this.wrapped(x, y + this.dy[d])].filter((w) => w >= 0 && cells[w] !== 0).length;
    return beside >= (corners === 'never' ? 2 : 1);
  }
}

/** The remainder, 0 or more also for numbers below 0. What is no whole number stays, to be rejected. */
function modulo(n: number, size: number): number {
  return Number.isInteger(n) ? ((n % size) + size) % size : n;
}
