import type { Graph } from '@pf/graph';
import { shown } from '@pf/graph/kit';

/** Throws for `new Type(world)`, which JavaScript allows. `part` is an argument of the constructor that only `build` and `load` pass. */
export function checkBuilt(part: unknown, type: string): void {
  if (part === undefined || part === null) throw new TypeError(`Call ${type}.build, or ${type}.load for what was saved, not new ${type}.`);
}

/** Throws unless a part has the vertices from `from` up to but not including `to`. */
export function checkPart({ vertexCount }: Graph, from: number, to: number): void {
  if (Number.isInteger(from) && Number.isInteger(to) && from >= 0 && from <= to && to <= vertexCount) return;
  throw new RangeError(`A part has the vertices from one number up to another, from 0 to ${vertexCount}, got ${shown(from)} to ${shown(to)}.`);
}
