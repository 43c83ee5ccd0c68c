import type { Heuristic } from '@pf/graph';
import type { Grid } from '@pf/grid';
import { MOST_ESTIMATED, throwBadEstimate } from './frontier.ts';
import { GridDistance } from '../grid-distance.ts';
import type { Ties } from '../tie-heap.ts';

export interface LatticeEstimateSettings {
  /** 'none': 0. For a grid, computed in place: 'grid', its own; 'balanced', half the difference of its estimates to the targets and to the roots. */
  readonly heuristic: Heuristic | 'grid' | 'balanced' | 'none';
  /** Whether labels are costs from a vertex to the root rather than from the root. */
  readonly backward: boolean;
  /** Factor on h in keys. */
  readonly weight: number;
}

/** Settings of a frontier over a lattice. */
export interface LatticeFrontierSettings extends LatticeEstimateSettings {
  readonly queue: 'heap' | 'buckets';
  /** Buckets take only 'lifo' and 'fifo'. */
  readonly ties: Ties;
  /** Whether a closed vertex reopens for a better label. Without it, keys may fall, and the first closed label of a target counts. */
  readonly reopen: boolean;
  /** Whether no vertex may be opened again: then a heap replaces the buckets if arcs outside of the lattice are shorter than these, or longer than all. */
  readonly once: boolean;
  /** Whether to skip moves that another vertex makes as well, if the map allows it. */
  readonly canonical: boolean;
}

/** Estimates to one target by the user's function, in units, with the signature of `GridDistance`. */
class CalledDistance {
  private target = 0;

  constructor(
    private readonly callback: Heuristic,
    private readonly unit: number,
    private readonly settings: LatticeEstimateSettings,
  ) {}

  aim(target: number): void {
    this.target = target;
  }

  to(_x: number, _y: number, v: number): number {
    const { callback, target, settings } = this;
    const h = settings.backward ? callback(target, v) : callback(v, target);
    if (!(h <= Infinity)) throwBadEstimate(v, target, h);
    return settings.weight * h * this.unit;
  }
}

/** Fills a tree of boxes: 1 around all targets, 2i and 2i + 1 around the halves of those in i, down to single targets. */
function split(boxes: GridDistance[], i: number, grid: Grid, lengths: Float64Array, targets: Uint32Array): GridDistance[] {
  boxes[i] = new GridDistance();
  boxes[i].aim(grid, lengths, targets);
  const half = targets.length >> 1;
  if (half > 0) {
    split(boxes, 2 * i, grid, lengths, targets.subarray(0, half));
    split(boxes, 2 * i + 1, grid, lengths, targets.subarray(half));
  }
  return boxes;
}

/** The distance from the cell at (x, y) to the nearest target in box i, if it is below `least`; else `least`. */
function toNearestIn(boxes: readonly GridDistance[], i: number, x: number, y: number, least: number): number {
  const distance = boxes[i].to(x, y);
  const left = 2 * i;
  if (distance >= least || !(left in boxes)) return Math.min(distance, least);
  const first = boxes[left].to(x, y) < boxes[left + 1].to(x, y) ? left : left + 1;
  return toNearestIn(boxes, first ^ 1, x, y, toNearestIn(boxes, first, x, y, least));
}

/**
 * Estimates of a lattice frontier: by the user's function for each target, or in place by a grid's own distance to
 * the box around all targets.
 */
export class LatticeEstimate {
  /** The user's function, if any. */
  readonly callback: Heuristic | undefined;
  readonly balanced: boolean;
  /** The whole of `distance`, unless it is balanced. */
  readonly toTargets = new GridDistance();
  private readonly called: CalledDistance | undefined;
  private readonly toRoots = new GridDistance();
  /** With several targets of a grid; made when first needed. */
  private boxes: GridDistance[] | undefined;
  private targets: ArrayLike<number> = [];
  /** At the start of the search: the revision of the user's function, or the lowest terrain cost. */
  private revision: number | undefined;
  private readonly stride: number;
  private readonly perStride: number;

  /** `grid` is undefined for other lattices, whose estimates come from a function or are 0. `lengths` and `unit` are those of the labels. */
  constructor(
    private readonly grid: Grid | undefined,
    private readonly lengths: Float64Array,
    private readonly unit: number,
    private readonly settings: LatticeEstimateSettings,
  ) {
    const { heuristic } = settings;
    this.callback = typeof heuristic === 'function' ? heuristic : undefined;
    this.called = this.callback === undefined ? undefined : new CalledDistance(this.callback, unit, settings);
    this.balanced = heuristic === 'balanced';
    this.stride = grid?.stride ?? 1;
    this.perStride = 1 / this.stride;
  }

  /** Starts a search on the current terrain. The list of targets is kept, not copied. */
  aim(roots: ArrayLike<number>, targets: ArrayLike<number>): void {
    const { grid, lengths, balanced } = this;
    this.targets = targets;
    this.boxes = undefined;
    this.called?.aim(targets[0]);
    if (this.settings.heuristic === 'grid' || balanced) this.toTargets.aim(grid!, lengths, targets, this.settings.weight);
    if (balanced) this.toRoots.aim(grid!, lengths, roots);
    this.revision = this.revisionNow;
  }

  /** Whether the estimates are as at the start of the search. */
  get isSame(): boolean {
    return this.revision !== undefined && this.revision === this.revisionNow;
  }

  private get revisionNow(): number | undefined {
    return this.callback === undefined ? (this.grid?.terrain.least ?? 0) : this.callback.revision;
  }

  /** h in keys, in units, from the cell at (x, y), vertex v. Undefined if it takes several calls. */
  get inPlace(): { to(x: number, y: number, v: number): number } | undefined {
    if (this.balanced) return undefined;
    if (this.called === undefined) return this.toTargets;
    return this.targets.length === 1 ? this.called : undefined;
  }

  /** h in keys without a function, in units, from the cell at (x, y). */
  distance(x: number, y: number): number {
    const toTargets = this.toTargets.to(x, y);
    return this.balanced ? (toTargets - this.toRoots.to(x, y)) / 2 : toTargets;
  }

  /** h in keys; with several targets of a grid, to the box around them. */
  h(v: number): number {
    if (this.callback !== undefined) return this.targets.length > MOST_ESTIMATED ? 0 : this.least(v, this.callback);
    const y = ((v + 0.5) * this.perStride) | 0;
    return this.distance(v - y * this.stride, y) / this.unit;
  }

  /** Estimate from `v` to the nearest target, times the weight. */
  toNearest(v: number): number {
    const { callback, targets, grid, lengths } = this;
    if (callback !== undefined) return this.least(v, callback);
    if (this.settings.heuristic !== 'grid' || targets.length < 2) return this.h(v);
    // The box around several targets is for keys only, since every distance inside it is 0.
    const y = ((v + 0.5) * this.perStride) | 0;
    this.boxes ??= split([], 1, grid!, lengths, Uint32Array.from(targets).sort());
    return toNearestIn(this.boxes, 1, v - y * this.stride, y, Infinity) / this.unit;
  }

  private least(v: number, callback: Heuristic): number {
    const { targets } = this;
    const { backward, weight } = this.settings;
    let least = Infinity;
    for (let i = 0; i < targets.length; i++) {
      const h = backward ? callback(targets[i], v) : callback(v, targets[i]);
      if (h < least) least = h;
      else if (!(h <= Infinity)) throwBadEstimate(v, targets[i], h);
    }
    return weight * least;
  }
}
