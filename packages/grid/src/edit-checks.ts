import { checkOptions, shown } from '@pf/graph/kit';
import { isCost } from './rows.ts';

/** Throws unless `sides` are options of `setSides`. */
export function checkSides(sides: unknown): void {
  if (sides === undefined) throw new TypeError("setSides takes 'open' or { enter, leave }, got undefined.");
  checkOptions(sides, ['enter', 'leave'], 'setSides');
}

/** Throws unless `mask` fits into the byte of a cell. */
export function checkMask(mask: unknown): void {
  if (!isCost(mask as number)) throw new RangeError(`A mask of sides must be a whole number from 0 to 255, got ${shown(mask)}; take grid.mask('east', 'west').`);
}
