import { checkOptions, shown } from '@pf/graph/kit';
import { isCost } from './rows.ts';

/** What kind of unit it is, beside its size. */
export interface UnitOptions {
  /**
   * What a terrain of the ground, from 0 to 255, costs this unit: a whole number from 1 to 255, or 0 where it cannot go. It is asked once for each terrain that
   * there is. One that it refuses later on, by an error or another number, is blocked as long as it does: all else is followed, and then it throws. Default:
   * what the ground says.
   */
  readonly costOf?: ((terrain: number) => number) | undefined;
}

/** What each terrain costs a kind of unit, asked for once. */
export class TerrainPrices {
  /** Whether `costOf` has refused a terrain since the whole ground was last looked at. */
  doubtful = false;
  private readonly costOf: (terrain: number) => number;
  /** What each terrain costs, as far as it was asked for: −1 where not. */
  private readonly known = new Int16Array(256).fill(-1);
  /** What it refused, and how. */
  private readonly refused: { readonly terrain: number; readonly error: unknown }[] = [];

  constructor(options: UnitOptions) {
    checkOptions(options, ['costOf'], 'A unit');
    const { costOf = (terrain) => terrain } = options;
    if (typeof costOf !== 'function') throw new TypeError(`costOf is a function of a terrain that gives its cost, 0 to block it, got ${shown(costOf)}.`);
    this.costOf = costOf;
  }

  /** The cost of a terrain, 0 for one that is refused, until `check` throws. */
  of(terrain: number): number {
    const cost = this.known[terrain];
    return cost < 0 ? this.ask(terrain) : cost;
  }

  /** Throws what `costOf` refused first. It is asked again when a place over such terrain is looked at next, or by `UnitGrid.update`. */
  check(): void {
    const { refused, known } = this;
    if (refused.length === 0) return;
    const { error } = refused[0];
    for (const { terrain } of refused) known[terrain] = -1;
    refused.length = 0;
    this.doubtful = true;
    throw error;
  }

  private ask(terrain: number): number {
    try {
      const cost = this.costOf(terrain);
      if (!isCost(cost)) throw new RangeError(`costOf gives ${shown(cost)} for the terrain ${terrain}; what it costs is a whole number from 1 to 255, or 0 to block.`);
      return (this.known[terrain] = cost);
    } catch (error) {
      this.refused.push({ terrain, error });
      return (this.known[terrain] = 0);
    }
  }
}
