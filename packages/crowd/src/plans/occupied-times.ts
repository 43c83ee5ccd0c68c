/** What has no unit. */
const FREE = 0;

/**
 * Who is on each vertex at each step of a plan: one column of steps a vertex, so that a unit that waits or stays is one run of memory. After the last step, all stay where
 * they are.
 *
 * Memory: 2 bytes a vertex and step, 4 with more than 65,534 units.
 */
export class OccupiedTimes {
  /** The number of the unit and 1, or 0, at `v · steps + t`. */
  readonly columns: Uint16Array | Uint32Array;

  constructor(vertexCount: number, readonly steps: number, units: number) {
    const length = vertexCount * steps;
    this.columns = units < 0xffff ? new Uint16Array(length) : new Uint32Array(length);
  }

  /** Puts a unit where its path, a row of `steps` vertices from `first` on, says. */
  add(unit: number, paths: Int32Array, first: number): void {
    this.write(paths, first, unit + 1);
  }

  remove(paths: Int32Array, first: number): void {
    this.write(paths, first, FREE);
  }

  /** The step after the last one at which somebody is on `v`; `steps` if somebody stays. */
  freeFrom(v: number): number {
    const { columns, steps } = this;
    let t = (v + 1) * steps;
    while (t > v * steps && columns[t - 1] === FREE) t--;
    return t - v * steps;
  }

  private write(paths: Int32Array, first: number, value: number): void {
    const { columns, steps } = this;
    for (let t = 0; t < steps; t++) columns[paths[first + t] * steps + t] = value;
  }
}
