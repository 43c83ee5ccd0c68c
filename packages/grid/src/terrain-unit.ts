import { shown } from '@pf/graph/kit';
import type { GridOptions } from './grid-options.ts';
import { stepCosts } from './metric.ts';
import { isCost } from './rows.ts';

/** Fits costs below 1 and above 255 into the bytes of a map. */
export interface TerrainUnit {
  /**
   * The cost that the number 1 on the map means: 0.5 for costs from 0.5 to 127.5, 10 for costs from 10 to 2550. Every cost must be a multiple of it. Costs of paths and
   * heuristics are in your units; terrain in `cost`, `setCost` and other methods is in numbers of the map. Default 1.
   */
  readonly terrainUnit?: number | undefined;
}

/** The rules of a map with such a unit: the costs of its steps are multiplied by it. */
export function rulesInUnits(rules: GridOptions, unit: number | undefined): GridOptions {
  if (unit === undefined || unit === 1) return rules;
  if (!(typeof unit === 'number' && unit > 0 && unit < Infinity)) throw new RangeError(`The terrainUnit must be above 0, got ${shown(unit)}.`);
  const { straight, diagonal } = stepCosts(rules.metric ?? 'exact');
  return { ...rules, metric: { straight: straight * unit, diagonal: diagonal * unit } };
}

/** Converts the cost of cell `i` to a whole number of units. Throws if it is not a multiple; the message has `what` the cell is, and the `hint` if the cost is no number. */
export function inUnits(cost: unknown, unit: number, i: number, width: number, what: () => string, hint = ''): number {
  const units = typeof cost === 'number' ? cost / unit : NaN;
  const whole = Math.round(units);
  // Tolerance, since 0.3 is not exactly three times 0.1.
  if (isCost(whole) && Math.abs(units - whole) <= 1e-9 * whole && (whole > 0 || cost === 0)) return whole;
  const [times, remedy] = unit === 1 ? ['', ' For other costs give a terrainUnit.'] : [` times the terrainUnit ${unit}`, ''];
  throw new RangeError(`The ${what()} at (${i % width}, ${Math.floor(i / width)}) costs ${shown(cost)}; it must be a whole number from 0 (blocked) to 255${times}.${typeof cost === 'number' ? remedy : hint}`);
}
