/**
 * The larger of two estimates, each consistent: what the centre of the robot has to pass between obstacles whatever its heading, and what its motions take
 * without obstacles. M. Likhachev, D. Ferguson, "Planning Long Dynamically Feasible Maneuvers for Autonomous Vehicles", International Journal of Robotics
 * Research 28(8), 2009.
 *
 * Departure: the first one moves by the motions of the lattice with their headings left out, not from cell to cell, so that it never
 * estimates too much: steps to eight neighbours are up to 8% longer than the straight line.
 */
import type { Heuristic } from '@pf/graph';
import { checkOptions, checkVertex, shown } from '@pf/graph/kit';
import { Dijkstra } from '@pf/search';
import { CostMap } from '../maps/cost-map.ts';
import { MapFrame } from '../maps/map-frame.ts';
import { CentreGraph } from './centre-graph.ts';
import type { StateLattice } from './state-lattice.ts';

/** Options of `latticeHeuristic`. */
export interface LatticeHeuristicOptions {
  /** How many cells around the goal the distances without obstacles are computed for; 0 leaves them out. Default 32. */
  readonly freeRadius?: number | undefined;
}

/** How far the search among obstacles goes on at a time, beyond what was asked. */
const SLICE = 512;

/**
 * The estimate for searches from any vertex to a goal that stays: consistent, and close where obstacles or headings matter.
 *
 * It searches from the goal backwards, as far as it is asked, and begins anew for another goal or after an edit. Where the goal cannot be reached even
 * by the centre alone, it estimates Infinity. For a planner whose map changes take `lattice.heuristic()`: this one is right only until the next edit.
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
  return (v, to) => {
    if (to !== goal || lattice.version !== version) begin(to);
    const heading = v % headingCount;
    const cell = (v - heading) / headingCount;
    while (!exhausted && !around.isClosed(cell)) exhausted = around.run(SLICE);
    const among = around.distance(cell);
    if (table === undefined) return among;
    const x = cell % width;
    return Math.max(among, free!.read(table, x - goalX, (cell - x) / width - goalY, heading));
  };
}

/** Distances to the middle of a window without obstacles, by cell and heading: those below what it may cost to leave the window, which no detour outside can beat. */
class FreeDistances {
  private readonly size: number;
  private readonly window: StateLattice;
  private readonly search: Dijkstra;
  /** By heading of the goal. */
  private readonly tables: (Float32Array | undefined)[] = [];
  /** By heading of the goal: what is known of all that is farther. */
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
      // Rounded to 32 bits, and a little less: never more than it was.
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
