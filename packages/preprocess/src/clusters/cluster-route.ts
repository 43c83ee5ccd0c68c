import type { Heuristic } from '@pf/graph';
import type { ClusterMap } from './cluster-map.ts';
import type { Square } from './gates.ts';
import { LARGEST_WINDOW } from './window-search.ts';

/** A path of up to this many stops to a goal in the same or a neighbouring cluster is planned as a whole. */
const NEAR = 6;

/**
 * Refines a route through entrances into a path, one stretch at a time. From the end of the last stretch, a cheapest path is planned to the stop a
 * few clusters ahead, and its first part is used.
 *
 * The path is planned within a rectangle around the previous plan and the clusters up to that stop. This contains the previous plan and the next leg
 * of the route, so a path never costs more than its route.
 */
export class ClusterRoute {
  /** Number of stops that a plan spans; half of the plan is replanned. */
  private readonly pace: number;
  /** Number of stops that the first plan spans. */
  private ahead = 0;
  private start = 0;
  /** The entries of clusters, in order, and the goal. */
  private stops: readonly number[] = [];
  /** The last stop of the current plan. */
  private target = -1;
  /** The planned cells from `taken` to before `planned`, without the one where the last stretch ended. */
  private readonly plan = new Uint32Array(LARGEST_WINDOW * LARGEST_WINDOW);
  private taken = 0;
  private planned = 0;
  private position = -1;
  /** Whether the next stretch is planned, but not written yet. */
  private isPlanned = false;

  constructor(
    private readonly map: ClusterMap,
    private readonly lookahead: number,
  ) {
    this.pace = (lookahead + 1) >> 1;
  }

  /** Plans the path if one window covers it, as the first stretch, and returns its cost; otherwise Infinity. */
  begin(start: number, stops: readonly number[], estimate: Heuristic): number {
    this.start = start;
    this.stops = stops;
    this.isPlanned = false;
    this.restart();
    const { map, lookahead } = this;
    const [here, there] = [start, stops[stops.length - 1]].map((v) => map.square(map.clusterOf(v)));
    this.ahead = touch(here, there) ? Math.max(lookahead, NEAR) : lookahead;
    if (stops.length <= this.ahead && start !== stops[0]) {
      const cost = this.extend(start, estimate);
      this.isPlanned = this.target === stops.length - 1;
      if (this.isPlanned) return cost;
    }
    this.ahead = lookahead;
    this.restart();
    return Infinity;
  }

  /** Returns to the start. */
  restart(): void {
    // The first stretch is already planned.
    if (this.isPlanned && this.position === -1) return;
    this.target = -1;
    this.taken = this.planned = 0;
    this.position = -1;
    this.isPlanned = false;
  }

  /** Writes the next stretch; returns its number of cells. */
  next(out: Uint32Array, estimate: Heuristic): number {
    const { stops, plan, start } = this;
    const begins = this.position === -1;
    const position = begins ? start : this.position;
    // If a stretch ended exactly at the next stop, there is nothing to plan up to it.
    if (!this.isPlanned && (position !== stops[stops.length - 1] || this.taken < this.planned)) {
      do this.extend(position, estimate);
      while (this.planned === this.taken && this.target < stops.length - 1);
    }
    // A call with too short a buffer can be repeated.
    this.isPlanned = true;
    // The part of the plan to use: the share of the clusters that are not replanned, or all if it reaches the goal.
    const rest = this.planned - this.taken;
    const share = this.target === stops.length - 1 ? rest : Math.ceil((rest * this.pace) / this.lookahead);
    const length = begins ? 1 + share : share;
    if (length > out.length) throw new RangeError(`The path has ${length} vertices or more, but the buffer holds ${out.length}: pass one of up to vertexCount entries.`);
    if (begins) out[0] = start;
    for (let i = 0, at = length - share; i < share; i++) out[at + i] = plan[this.taken + i];
    this.isPlanned = false;
    this.taken += share;
    this.position = share > 0 ? plan[this.taken - 1] : position;
    return length;
  }

  /** Extends the plan if the next stops fit into a window; otherwise the current plan is used up first. Returns the cost of a new plan. */
  private extend(position: number, estimate: Heuristic): number {
    const { stops, map, plan } = this;
    const { grid, windows } = map;
    let [left, top, right, bottom] = [grid.x(position), grid.y(position), grid.x(position) + 1, grid.y(position) + 1];
    const include = (l: number, t: number, r: number, b: number): void => {
      left = Math.min(left, l);
      top = Math.min(top, t);
      right = Math.max(right, r);
      bottom = Math.max(bottom, b);
    };
    for (let i = this.taken; i < this.planned; i++) include(grid.x(plan[i]), grid.y(plan[i]), grid.x(plan[i]) + 1, grid.y(plan[i]) + 1);
    let target = this.target;
    let window = { left, top, right, bottom };
    const until = Math.min(stops.length - 1, target < 0 ? this.ahead - 1 : target + this.pace);
    while (target < until) {
      const from = target < 0 ? this.start : stops[target];
      const square = map.square(map.clusterOf(from));
      const to = stops[target + 1];
      include(square.left, square.top, square.right, square.bottom);
      include(grid.x(to), grid.y(to), grid.x(to) + 1, grid.y(to) + 1);
      if (right - left > LARGEST_WINDOW || bottom - top > LARGEST_WINDOW) break;
      target++;
      window = { left, top, right, bottom };
    }
    if (target === this.target) return Infinity;
    const cost = windows.search(window, position, stops[target], estimate);
    // The window contains the route, so there is a path.
    if (cost === Infinity) throw new Error('Clusters were loaded whose costs are not those of the grid: build them anew.');
    this.planned = windows.path(stops[target], plan);
    this.taken = 1;
    this.target = target;
    return cost;
  }
}

/** Whether two clusters are the same or neighbours, also across a corner. */
function touch(a: Square, b: Square): boolean {
  return a.left <= b.right && b.left <= a.right && a.top <= b.bottom && b.top <= a.bottom;
}
