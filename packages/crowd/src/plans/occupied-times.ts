import type { Occupancy } from '../time/occupancy.ts';
import { FOREVER } from '../time/occupancy.ts';

/** No unit. */
const FREE = 0;

/**
 * The unit on each vertex at each step of a plan. Each vertex has a column of steps, so that a waiting unit occupies adjacent entries. After the last step, all units stay
 * where they are.
 *
 * Memory: 2 bytes a vertex and step, 4 with more than 65,534 units.
 */
export class OccupiedTimes implements Occupancy {
  /** The number of the unit plus 1, or 0 for none, at `v · steps + t`. */
  readonly columns: Uint16Array | Uint32Array;

  constructor(vertexCount: number, readonly steps: number, units: number) {
    const length = vertexCount * steps;
    this.columns = units < 0xffff ? new Uint16Array(length) : new Uint32Array(length);
  }

  /** Adds the path of a unit: `steps` vertices from index `first` on. */
  add(unit: number, paths: Int32Array, first: number): void {
    this.write(paths, first, unit + 1);
  }

  remove(paths: Int32Array, first: number): void {
    this.write(paths, first, FREE);
  }

  nextFree(v: number, t: number): number {
    const { columns, steps } = this;
    const end = (v + 1) * steps;
    let at = v * steps + t;
    while (at < end && columns[at] !== FREE) at++;
    return at < end ? at - v * steps : FOREVER;
  }

  freeUntil(v: number, t: number, latest: number): number {
    const { columns, steps } = this;
    const last = v * steps + latest;
    let at = v * steps + t;
    while (at < last && columns[at + 1] === FREE) at++;
    return at - v * steps;
  }

  freeFrom(v: number): number {
    const { columns, steps } = this;
    let t = (v + 1) * steps;
    if (columns[t - 1] !== FREE) return FOREVER;
    while (t > v * steps && columns[t - 1] === FREE) t--;
    return t - v * steps;
  }

  isStep(u: number, v: number, t: number): boolean {
    const { columns, steps } = this;
    const before = columns[u * steps + t - 1];
    return before !== FREE && columns[v * steps + t] === before;
  }

  private write(paths: Int32Array, first: number, value: number): void {
    const { columns, steps } = this;
    for (let t = 0; t < steps; t++) columns[paths[first + t] * steps + t] = value;
  }
}
