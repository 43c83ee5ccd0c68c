/**
 * The maximum of two consistent estimates: the cost for the robot's centre among obstacles, whatever its heading, and the cost of its motions without
 * obstacles. M. Likhachev, D. Ferguson, "Planning Long Dynamically Feasible Maneuvers for Autonomous Vehicles", International Journal of Robotics
 * Research 28(8), 2009. The lattice's own estimate is a third, for the turns of a robot that is far from the goal.
 *
 * Departure: the first uses the motions of the lattice with headings ignored instead of steps to eight neighbours, which overestimate by up to 8%.
 */
import type { Heuristic } from '@pf/graph';
import { checkOptions, checkVertex, shown } from '@pf/graph/kit';
import { Dijkstra } from '@pf/search';
import { CostMap } from '../maps/cost-map.ts';
import { MapFrame } from '../maps/map-frame.ts';
import { CentreGraph } from './centre-graph.ts';
import { StateLattice } from './state-lattice.ts';
import { checkHas } from '../checks.ts';

/** Options of `latticeHeuristic`. */
export interface LatticeHeuristicOptions {
  /**
   * Radius, in cells, of the table of distances without obstacles; 0 omits it. A larger table saves expansions, and takes longer to build for each
   * heading of a goal. Default 32.
   */
  readonly freeRadius?: number | undefined;
}

/** The search among obstacles runs in slices of this many expansions. */
const SLICE = 512;

/**
 * An estimate for searches to a fixed goal: consistent, and close where obstacles or headings matter.
 *
 * It searches backwards from the goal, on demand, and starts over for a goal in another cell or after an edit. It returns Infinity if not even the
 * centre can reach the goal. The first estimate runs that search from the goal to the start in one go, outside the budget of `run`: within a frame take
 * `lattice.heuristic()` on large maps. Valid only until the next edit: planners reject it, since they keep estimates. Their default is `lattice.heuristic()`.
 *
 * Goals in several cells, as in `searchNearest`, would start it over at each call: take one estimate for each `lattice.cellOf(goal)`. Backward and
 * bidirectional searches estimate to many vertices: for them take `lattice.heuristic()`.
 *
 * @example
 * ```ts
 * import { CostMap, latticeHeuristic, makeMotionPrimitives, MapFrame, StateLattice } from '@pf/robots';
 * import { AStar } from '@pf/search';
 *
 * const motions = makeMotionPrimitives({ base: 'ackermann', resolution: 0.1, turningRadius: 1 });
 * const lattice = new StateLattice(new CostMap(new MapFrame(60, 60, 0.1)), motions);
 * const astar = new AStar(lattice, { heuristic: latticeHeuristic(lattice) });
 * const cost = astar.search(lattice.vertexAt({ x: 3, y: 1, heading: 0 }), lattice.vertexAt({ x: 3, y: 4, heading: Math.PI }));
 * cost < Infinity; // → true
 * ```
 */
export function latticeHeuristic(lattice: StateLattice, options: LatticeHeuristicOptions = {}): Heuristic {
  checkHas(lattice, ['options', 'motions', 'map'], 'latticeHeuristic', 'a StateLattice');
  checkOptions(options, ['freeRadius'], 'latticeHeuristic');
  const { freeRadius = 32 } = options;
  if (!(Number.isInteger(freeRadius) && freeRadius >= 0 && freeRadius <= 1000)) throw new RangeError(`The option freeRadius is a whole number of cells from 0 to 1000, got ${shown(freeRadius)}.`);
  const { headingCount } = lattice.compiled;
  const { width } = lattice.map.frame;
  const anywhere = lattice.heuristic();
  const around = new Dijkstra(new CentreGraph(lattice), { direction: 'backward' });
  const free = freeRadius === 0 ? undefined : new FreeDistances(lattice, freeRadius);
  let goal = -1;
  let goalCell = -1;
  let version = -1;
  let exhausted = false;
  let goalX = 0;
  let goalY = 0;
  let table: Float64Array | undefined;
  const begin = (anew: number): void => {
    checkVertex(lattice, anew, 'goal');
    goal = anew;
    table = free?.toHeading(goal % headingCount);
    const cell = lattice.cellOf(goal);
    if (cell === goalCell && lattice.version === version) return;
    goalCell = cell;
    version = lattice.version;
    exhausted = false;
    goalX = cell % width;
    goalY = (cell - goalX) / width;
    around.begin(cell);
  };
  const heuristic: Heuristic = (v, to) => {
    if (to !== goal || lattice.version !== version) begin(to);
    const heading = v % headingCount;
    const cell = (v - heading) / headingCount;
    while (!exhausted && !around.isClosed(cell)) exhausted = around.run(SLICE);
    const estimate = Math.max(around.distance(cell), anywhere(v, to));
    if (table === undefined) return estimate;
    const x = cell % width;
    return Math.max(estimate, free!.read(table, x - goalX, (cell - x) / width - goalY, heading));
  };
  return Object.assign(heuristic, { follows: true });
}

/**
 * Distances to the middle of a window without obstacles, by cell and heading. Only those below the lowest cost of leaving the window are stored,
 * since a detour outside costs at least that much.
 */
class FreeDistances {
  private readonly size: number;
  private readonly window: StateLattice;
  private readonly search: Dijkstra;
  /** By heading of the goal. The last entry of each is the lower bound for everything farther. */
  private readonly tables: (Float64Array | undefined)[] = [];
  /** The cells between the end of a motion and the farthest cell that it passes. */
  private readonly reach: number;

  constructor(
    lattice: StateLattice,
    private readonly radius: number,
  ) {
    this.size = 2 * radius + 1;
    const { map, motions, options } = lattice;
    // Without obstacles the footprint does not matter.
    this.window = new StateLattice(new CostMap(new MapFrame(this.size, this.size, map.frame.resolution)), motions, { ...options, footprint: undefined });
    this.search = new Dijkstra(this.window, { direction: 'backward' });
    const { dx, dy, box } = this.window.compiled;
    this.reach = dx.reduce((most, x, p) => Math.max(most, x - box[4 * p], dy[p] - box[4 * p + 1], box[4 * p + 2] - x, box[4 * p + 3] - dy[p]), 0);
  }

  toHeading(heading: number): Float64Array {
    const { size, window, search, reach } = this;
    const known = this.tables[heading];
    if (known !== undefined) return known;
    const { headingCount } = window.compiled;
    const middle = this.radius * size + this.radius;
    search.flood(middle * headingCount + heading);
    const table = new Float64Array(window.vertexCount + 1).fill(Infinity);
    let cap = Infinity;
    for (let v = 0; v < window.vertexCount; v++) {
      table[v] = search.distance(v);
      const cell = window.cellOf(v);
      const x = cell % size;
      const y = (cell - x) / size;
      if (Math.min(x, y, size - 1 - x, size - 1 - y) < reach) cap = Math.min(cap, table[v]);
    }
    for (let v = 0; v < table.length; v++) if (table[v] > cap) table[v] = cap;
    this.tables[heading] = table;
    return table;
  }

  read(table: Float64Array, dx: number, dy: number, heading: number): number {
    const { radius, size } = this;
    if (dx < -radius || dx > radius || dy < -radius || dy > radius) return table[table.length - 1];
    return table[((dy + radius) * size + dx + radius) * this.window.compiled.headingCount + heading];
  }
}
