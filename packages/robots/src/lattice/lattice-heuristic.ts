/**
 * The maximum of two consistent estimates: the cost for the robot's centre among obstacles, whatever its heading, and the cost of its motions without
 * obstacles. M. Likhachev, D. Ferguson, "Planning Long Dynamically Feasible Maneuvers for Autonomous Vehicles", International Journal of Robotics
 * Research 28(8), 2009.
 *
 * Departure: the first uses the motions of the lattice with headings ignored instead of steps to eight neighbours, which overestimate by up to 8%.
 */
import type { Heuristic } from '@pf/graph';
import { checkOptions, checkVertex, shown } from '@pf/graph/kit';
import { Dijkstra } from '@pf/search';
import { CostMap } from '../maps/cost-map.ts';
import { MapFrame } from '../maps/map-frame.ts';
import { CentreGraph } from './centre-graph.ts';
import type { StateLattice } from './state-lattice.ts';
import { checkHas } from '../checks.ts';

/** Options of `latticeHeuristic`. */
export interface LatticeHeuristicOptions {
  /** Radius, in cells, of the table of distances without obstacles; 0 omits it. Default 32. */
  readonly freeRadius?: number | undefined;
}

/** The search among obstacles runs in slices of this many expansions. */
const SLICE = 512;

/**
 * An estimate for searches to a fixed goal: consistent, and close where obstacles or headings matter.
 *
 * It searches backwards from the goal, on demand, and starts over for another goal or after an edit. It returns Infinity if not even the
 * centre can reach the goal. Valid only until the next edit: planners reject it, since they keep estimates. Their default is `lattice.heuristic()`.
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
  checkHas(lattice, ['compiled', 'motions', 'map'], 'latticeHeuristic', 'a StateLattice');
  checkOptions(options, ['freeRadius'], 'latticeHeuristic');
  const { freeRadius = 32 } = options;
  if (!(Number.isInteger(freeRadius) && freeRadius >= 0 && freeRadius <= 1000)) throw new RangeError(`The option freeRadius is a whole number of cells from 0 to 1000, got ${shown(freeRadius)}.`);
  const { headingCount } = lattice.compiled;
  const { width } = lattice.map.frame;
  const around = new Dijkstra(new CentreGraph(lattice), { direction: 'backward' });
  const free = freeRadius === 0 ? undefined : new FreeDistances(lattice, freeRadius);
  let goal = -1;
  let version = -1;
  let exhausted = false;
  let goalX = 0;
  let goalY = 0;
  let table: Float32Array | undefined;
  const begin = (anew: number): void => {
    checkVertex(lattice, anew, 'goal');
    goal = anew;
    version = lattice.version;
    exhausted = false;
    const cell = lattice.cellOf(goal);
    goalX = cell % width;
    goalY = (cell - goalX) / width;
    around.begin(cell);
    table = free?.toHeading(goal % headingCount);
  };
  const heuristic: Heuristic = (v, to) => {
    if (to !== goal || lattice.version !== version) begin(to);
    const heading = v % headingCount;
    const cell = (v - heading) / headingCount;
    while (!exhausted && !around.isClosed(cell)) exhausted = around.run(SLICE);
    const among = around.distance(cell);
    if (table === undefined) return among;
    const x = cell % width;
    return Math.max(among, free!.read(table, x - goalX, (cell - x) / width - goalY, heading));
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
  /** By heading of the goal. */
  private readonly tables: (Float32Array | undefined)[] = [];
  /** By heading of the goal: the lower bound for everything farther. */
  private readonly caps = new Map<Float32Array, number>();
  private readonly reach: number;

  constructor(
    lattice: StateLattice,
    private readonly radius: number,
  ) {
    this.size = 2 * radius + 1;
    const { frame } = lattice.map;
    this.window = lattice.withMap(new CostMap(new MapFrame(this.size, this.size, frame.resolution), undefined, { circumscribed: 1 }));
    this.search = new Dijkstra(this.window, { direction: 'backward' });
    const { compiled } = lattice;
    let reach = 1;
    for (let i = 0; i < compiled.box.length; i++) reach = Math.max(reach, Math.abs(compiled.box[i]));
    this.reach = reach;
  }

  toHeading(heading: number): Float32Array {
    const { size, window, search, reach } = this;
    const known = this.tables[heading];
    if (known !== undefined) return known;
    const { headingCount } = window.compiled;
    const middle = this.radius * size + this.radius;
    search.flood(middle * headingCount + heading);
    const table = new Float32Array(window.vertexCount);
    let cap = Infinity;
    for (let v = 0; v < table.length; v++) {
      const distance = search.distance(v);
      // Rounded to 32 bits and slightly lowered, so never too high.
      table[v] = distance * (1 - 2 ** -22);
      const cell = window.cellOf(v);
      const x = cell % size;
      const y = (cell - x) / size;
      if (Math.min(x, y, size - 1 - x, size - 1 - y) < reach) cap = Math.min(cap, table[v]);
    }
    for (let v = 0; v < table.length; v++) if (table[v] > cap) table[v] = cap;
    this.tables[heading] = table;
    this.caps.set(table, cap);
    return table;
  }

  read(table: Float32Array, dx: number, dy: number, heading: number): number {
    const { radius, size } = this;
    if (dx < -radius || dx > radius || dy < -radius || dy > radius) return this.caps.get(table)!;
    return table[((dy + radius) * size + dx + radius) * this.window.compiled.headingCount + heading];
  }
}
