import type { Heuristic } from '@pf/graph';
import type { Grid } from '@pf/grid';
import { throwBadEstimate } from './frontier.ts';
import { GridDistance } from '../grid-distance.ts';

export interface LatticeEstimateSettings {
  /** 'none': 0. Of a grid, computed in place: 'grid', its own; 'balanced', half of what that to the targets is more than that to the roots. */
  readonly heuristic: Heuristic | 'grid' | 'balanced' | 'none';
  /** Whether labels are costs from a vertex to the root rather than from the root. */
  readonly backward: boolean;
  /** In keys h counts this many times. */
  readonly weight: number;
}

/**
 * What a lattice frontier estimates: by a function that was given, from one vertex to one target at a time, or in place by a grid's own distance, to
 * the box around all targets at once.
 */
export class LatticeEstimate {
  /** The function that was given; undefined where estimates are distances. */
  readonly callback: Heuristic | undefined;
  readonly balanced: boolean;
  /** All that `distance` is, unless it is balanced. */
  readonly toTargets = new GridDistance();
  private readonly toRoots = new GridDistance();
  private readonly toOne = new GridDistance();
  private readonly one = new Uint32Array(1);
  private targets: ArrayLike<number> = [];
  private readonly stride: number;
  private readonly perStride: number;

  /** Of a lattice that is no grid, `grid` is undefined: then there is a function, or nothing is estimated. `lengths` and `unit` are those of the labels. */
  constructor(
    private readonly grid: Grid | undefined,
    private readonly lengths: Float64Array,
    private readonly unit: number,
    private readonly settings: LatticeEstimateSettings,
  ) {
    const { heuristic } = settings;
    this.callback = typeof heuristic === 'function' ? heuristic : undefined;
    this.balanced = heuristic === 'balanced';
    this.stride = grid?.stride ?? 1;
    this.perStride = 1 / this.stride;
  }

  /** A search begins, on the terrain that there is now. The list of targets is kept. */
  aim(roots: ArrayLike<number>, targets: ArrayLike<number>): void {
    const { grid, lengths, balanced } = this;
    this.targets = targets;
    if (this.settings.heuristic === 'grid' || balanced) this.toTargets.aim(grid!, lengths, targets, this.settings.weight);
    if (balanced) this.toRoots.aim(grid!, lengths, roots);
  }

  /** h as the keys have it where there is no function, in units, from the cell at (x, y). */
  distance(x: number, y: number): number {
    const toTargets = this.toTargets.to(x, y);
    return this.balanced ? (toTargets - this.toRoots.to(x, y)) / 2 : toTargets;
  }

  /** h as the keys have it, to several targets of a grid no more than to the box around them. */
  h(v: number): number {
    const { callback, targets } = this;
    const { backward, weight } = this.settings;
    if (callback === undefined) {
      const y = ((v + 0.5) * this.perStride) | 0;
      return this.distance(v - y * this.stride, y) / this.unit;
    }
    let least = Infinity;
    for (let i = 0; i < targets.length; i++) {
      const h = backward ? callback(targets[i], v) : callback(v, targets[i]);
      if (h < least) least = h;
      else if (Number.isNaN(h)) throwBadEstimate(v, targets[i]);
    }
    return weight * least;
  }

  /** The estimate from `v` to the nearest target, as often as it counts. */
  toNearest(v: number): number {
    const { targets, grid, lengths, toOne, one } = this;
    if (this.settings.heuristic !== 'grid' || targets.length < 2) return this.h(v);
    // The box around several targets serves the keys; anywhere within it, it is as near as can be.
    const y = ((v + 0.5) * this.perStride) | 0;
    let least = Infinity;
    for (let i = 0; i < targets.length; i++) {
      one[0] = targets[i];
      toOne.aim(grid!, lengths, one);
      least = Math.min(least, toOne.to(v - y * this.stride, y));
    }
    return least / this.unit;
  }
}
