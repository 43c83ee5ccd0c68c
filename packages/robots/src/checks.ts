import { checkList, checkOptions, shown } from '@pf/graph/kit';

/** Throws unless `given` is an object with these properties. `instanceof` would reject objects of another copy of the package. */
export function checkHas(given: unknown, names: readonly string[], caller: string, wanted: string): void {
  if (typeof given === 'object' && given !== null && names.every((name) => name in given)) return;
  throw new TypeError(`${caller} takes ${wanted}, got ${shown(given)}.`);
}

export function checkFrame(frame: unknown, caller: string): void {
  checkHas(frame, ['width', 'height', 'resolution', 'cellCount'], caller, 'a frame, new MapFrame(width, height, resolution)');
}

export function checkMap(map: unknown, caller: string): void {
  checkHas(map, ['frame', 'costs', 'obstacle'], caller, 'a cost map, such as new InflatedMap(grid, options)');
}

export function checkOccupancy(grid: unknown, caller: string): void {
  checkHas(grid, ['frame', 'values'], caller, 'an OccupancyGrid, such as parseMap(yaml, picture)');
}

/** Throws unless `footprint` is one, or undefined, and lies within the radius for which the map was inflated. */
export function checkFootprint(footprint: { readonly circumscribedRadius: number } | undefined, map: object, caller: string): void {
  if (footprint === undefined) return;
  checkHas(footprint, ['corners', 'circumscribedRadius'], caller, 'a Footprint, such as Footprint.rectangle(length, width)');
  const { circumscribedRadius = Infinity } = map as { circumscribedRadius?: number };
  if (footprint.circumscribedRadius > circumscribedRadius + 1e-9) throw new RangeError(`The footprint needs a map with a circumscribedRadius of ${shown(footprint.circumscribedRadius)} or more, got ${shown(circumscribedRadius)}.`);
}

export function checkMotions(motions: unknown, caller: string): void {
  checkHas(motions, ['resolution', 'headings', 'primitives'], caller, 'motion primitives, such as makeMotionPrimitives(options)');
}

/** As `checkOptions`, for options of which some are required. */
export function checkGiven(given: unknown, names: readonly string[], where: string): void {
  checkOptions(given ?? null, names, where);
}

export function checkText(text: unknown, what: string): void {
  if (typeof text !== 'string') throw new TypeError(`${what} must be a text, got ${shown(text)}.`);
}

/** Throws unless `n` is a whole number up to the length of a list. */
export function checkCount(list: ArrayLike<number>, n: number, what: string): void {
  checkList(list, what);
  if (!(Number.isInteger(n) && n >= 0 && n <= list.length)) throw new RangeError(`The number of ${what} must be a whole number from 0 to ${list.length}, the entries given, got ${shown(n)}.`);
}

/** Throws unless a length or distance is above 0 and finite. */
export function checkLength(length: number, what: string): void {
  if (!(typeof length === 'number' && length > 0 && length < Infinity)) throw new RangeError(`The ${what} must be above 0, in metres, got ${shown(length)}.`);
}

/** Throws unless a step between poses is above 0. It may be Infinity: then only the ends of pieces are poses. */
export function checkStep(step: number): void {
  if (!(typeof step === 'number' && step > 0)) throw new RangeError(`The step between poses must be above 0, in metres, got ${shown(step)}.`);
}
