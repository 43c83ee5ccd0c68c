import { checkBoolean, checkOptions, shown } from '@pf/graph/kit';
import { isCost } from './rows.ts';

/** The kind of a unit, without its size. */
export interface UnitOptions {
  /**
   * The cost of a terrain, 1 to 255, for this unit: a whole number from 1 to 255, or 0 if it is blocked. Called once for each terrain on the map.
   * If it throws or returns another value, cells of that terrain are blocked, the rest is updated, and the error is thrown once.
   * An edit of such a cell, or `UnitGrid.update`, calls it again. Default: the cost on the ground.
   */
  readonly costOf?: ((terrain: number) => number) | undefined;
  /**
   * Whether `costOf` is also asked about blocked cells, terrain 0, for a unit that digs or flies. Otherwise these stay blocked. Cells that it may enter are no corners:
   * its path may pass diagonally between two walls, so where it digs its path alone, others may not be able to follow.
   */
  readonly digs?: boolean | undefined;
}

/** In place of a cost: `costOf` failed for this terrain. */
const FAILED = -2;

/** Caches the cost of each terrain for a kind of unit. */
export class TerrainCosts {
  /** Whether `costOf` has failed for a terrain since the whole ground was last read. */
  mustRetry = false;
  /** Whether a terrain that failed has a cost now: its cells are still blocked. */
  hasRecovered = false;
  private readonly costOf: (terrain: number) => number;
  private readonly digs: boolean;
  /** The cost of each terrain; −1 if not yet known. */
  private readonly known = new Int16Array(256);
  /** The terrains for which `costOf` failed, and the errors. */
  private readonly failures: { readonly terrain: number; readonly error: unknown }[] = [];

  constructor(options: UnitOptions) {
    checkOptions(options, ['costOf', 'digs'], 'A unit');
    const { costOf = (terrain) => terrain, digs = false } = options;
    checkBoolean(digs, 'digs');
    if (typeof costOf !== 'function') throw new TypeError(`costOf must be a function that returns the cost of a terrain, 0 to block it, got ${shown(costOf)}.`);
    this.costOf = costOf;
    this.digs = digs;
    this.forget();
  }

  /** Asks `costOf` again for each terrain. */
  forget(): void {
    this.known.fill(-1, this.digs ? 0 : 1);
    this.mustRetry = this.hasRecovered = false;
  }

  /** The cost of a terrain; 0 if `costOf` fails for it, until `check` throws. */
  of(terrain: number): number {
    const cost = this.known[terrain];
    return cost < 0 ? this.compute(terrain) : cost;
  }

  /** Throws the first error of `costOf`, if any. Costs of the terrains that failed are computed again by an edit of such a cell, or by `UnitGrid.update`. */
  check(): void {
    const { failures, known } = this;
    if (failures.length === 0) return;
    const { error } = failures[0];
    for (const { terrain } of failures) known[terrain] = FAILED;
    failures.length = 0;
    this.mustRetry = true;
    throw error;
  }

  private compute(terrain: number): number {
    try {
      const cost = this.costOf(terrain);
      if (!isCost(cost)) throw new RangeError(`costOf returned ${shown(cost)} for the terrain ${terrain}; it must return a whole number from 1 to 255, or 0 to block.`);
      if (this.known[terrain] === FAILED) this.hasRecovered = true;
      return (this.known[terrain] = cost);
    } catch (error) {
      this.failures.push({ terrain, error });
      return (this.known[terrain] = 0);
    }
  }
}
