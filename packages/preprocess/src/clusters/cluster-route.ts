import type { Heuristic } from '@pf/graph';
import type { ClusterMap } from './cluster-map.ts';
import { LARGEST_WINDOW } from './window-search.ts';

/**
 * A route through the entrances of clusters, and the path that it becomes, a stretch at a time: from where the last stretch ended a cheapest path is found to the stop some clusters
 * ahead, within a rectangle that holds what was planned before and the clusters up to there, and its first part is taken. What was planned before, and the
 * leg of the route that follows it, lie in that rectangle: so no path costs more than its route.
 */
export class ClusterRoute {
  /** How many stops a stretch leads past: of what lies ahead, half is planned anew. */
  private readonly pace: number;
  private start = 0;
  /** The entries of clusters, in order, and the goal. */
  private stops: readonly number[] = [];
  /** Up to which stop is planned. */
  private target = -1;
  /** The cells that are planned and not yet taken, without that where the last stretch ended: from `taken` to before `planned`. */
  private readonly plan = new Uint32Array(LARGEST_WINDOW * LARGEST_WINDOW);
  private taken = 0;
  private planned = 0;
  private position = -1;

  constructor(
    private readonly map: ClusterMap,
    private readonly lookahead: number,
  ) {
    this.pace = (lookahead + 1) >> 1;
  }

  begin(start: number, stops: readonly number[]): void {
    this.start = start;
    this.stops = stops;
    this.restart();
  }

  /** Goes back to the start. */
  restart(): void {
    this.target = -1;
    this.taken = this.planned = 0;
    this.position = -1;
  }

  /** Writes the next stretch; returns how many cells. */
  next(out: Uint32Array, estimate: Heuristic): number {
    const { stops, plan, start } = this;
    const begins = this.position === -1;
    if (begins) this.position = start;
    if (this.position === stops[stops.length - 1] && this.taken === this.planned) return begins ? put(plan.fill(start, 0, 1), 0, 1, out, 0) : 0;
    let length = begins ? put(plan.fill(start, 0, 1), 0, 1, out, 0) : 0;
    // Where a stretch ended at the very stop that follows, there is nothing to plan up to it.
    do this.extend(estimate);
    while (this.planned === this.taken && this.target < stops.length - 1);
    if (this.planned === this.taken) return length;
    // The first part of what is planned, as many clusters' share of it as are planned anew each time; all where the goal is in sight.
    const rest = this.planned - this.taken;
    const share = this.target === stops.length - 1 ? rest : Math.ceil((rest * this.pace) / this.lookahead);
    length = put(plan, this.taken, share, out, length);
    this.taken += share;
    this.position = plan[this.taken - 1];
    return length;
  }

  /** Plans further, if the next stops fit into a window: else what is planned is to be taken first. */
  private extend(estimate: Heuristic): void {
    const { stops, map, plan, position } = this;
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
    const until = Math.min(stops.length - 1, target < 0 ? this.lookahead - 1 : target + this.pace);
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
    if (target === this.target) return;
    windows.search(window, position, stops[target], estimate);
    this.planned = windows.path(stops[target], plan);
    this.taken = 1;
    this.target = target;
  }
}

/** Copies `n` entries from index `first` on to index `at`; returns the index after them. */
function put(from: Uint32Array, first: number, n: number, out: Uint32Array, at: number): number {
  if (at + n > out.length) throw new RangeError(`The path has ${at + n} vertices or more, but the buffer holds ${out.length}: pass one of up to vertexCount entries.`);
  for (let i = 0; i < n; i++) out[at + i] = from[first + i];
  return at + n;
}
