import { checkGrid, shown } from '@pf/graph/kit';
import type { Grid } from './grid.ts';
import { directionsOf } from './movement.ts';

/** A radius may be rounded down by a few units in the last place. */
const ROUNDING = 1 + 8 * Number.EPSILON;

/** What an agent sees from a cell. */
export interface Sensor {
  /** The maximum number of cells that it writes, with repetitions. The buffer has that size, unless the sensor is `distinct`. */
  readonly most: number;
  /** It writes no cell twice. The buffer then need not be larger than the number of cells of the map, even if `most` is. */
  readonly distinct?: boolean | undefined;
  /** Writes the cells of the map that are visible from `v`, including `v` and walls, to `seen`; returns their number. */
  sense(grid: Grid, v: number, seen: Uint32Array): number;
  /** For a sensor with the same view from every cell: the same cells in the same order, as rows. Rows are faster to read than single cells. */
  rows?(grid: Grid): SensorRows;
}

/** Rows of cells. Each array has one entry a row. */
export interface SensorRows {
  /** The first cell, relative to the agent. */
  readonly dx: Int32Array;
  readonly dy: Int32Array;
  /** The number of cells. */
  readonly length: Int32Array;
}

/** Drops those of the first `n` cells that are beside the rectangle of a `HexMap`; returns how many are left. Throws if the buffer was too short for them. */
export function onMap({ outside }: Grid, seen: Uint32Array, n: number): number {
  if (n > seen.length) throw new RangeError(`A sensor saw ${n} cells, but its buffer holds ${seen.length}. It needs room for the \`most\` of the sensor: all that it ever sees, repetitions included unless it is \`distinct\`.`);
  if (outside === undefined) return n;
  let kept = 0;
  for (let i = 0; i < n; i++) if (outside[seen[i]] !== 1) seen[kept++] = seen[i];
  return kept;
}

/** Sees the cells at these offsets. */
function pattern(xs: readonly number[], ys: readonly number[]): Sensor {
  const dx = Int32Array.from(xs);
  const dy = Int32Array.from(ys);
  const reach = dx.reduce((most, _, i) => Math.max(most, Math.abs(dx[i]), Math.abs(dy[i])), 0);
  return {
    most: dx.length,
    sense(grid, v, seen) {
      checkSensed(grid);
      const { stride, width, height } = grid;
      const x = grid.x(v);
      const y = grid.y(v);
      // Far from the edges, no checks are needed.
      if (x >= reach && y >= reach && x + reach < width && y + reach < height) {
        for (let i = 0; i < dx.length; i++) seen[i] = v + dy[i] * stride + dx[i];
        return onMap(grid, seen, dx.length);
      }
      let n = 0;
      for (let i = 0; i < dx.length; i++) if (grid.contains(x + dx[i], y + dy[i])) seen[n++] = v + dy[i] * stride + dx[i];
      return onMap(grid, seen, n);
    },
  };
}

const { dx, dy } = directionsOf('eight');

/** Sees the cells to the east, south, west and north: the agent of the D* Lite papers. */
export const fourNeighbours: Sensor = pattern([0, ...dx.slice(0, 4)], [0, ...dy.slice(0, 4)]);

/** Sees all eight neighbours. */
export const eightNeighbours: Sensor = pattern([0, ...dx], [0, ...dy]);

/** Sees the six neighbours of a hexagon. */
export const hexNeighbours: Sensor = pattern([0, ...directionsOf('hex').dx], [0, ...directionsOf('hex').dy]);

/** Sees the cells to which the grid's movement leads. */
export const neighbours: Sensor = {
  most: 9,
  sense(grid, v, seen) {
    const around = grid.movement === 'four' ? fourNeighbours : grid.movement === 'eight' ? eightNeighbours : hexNeighbours;
    return around.sense(grid, v, seen);
  },
};

/**
 * Sees every cell within a radius, also through walls. Distances are between centres, or steps on hexagons.
 *
 * @example
 * ```ts
 * import { Grid, radius } from '@pf/grid';
 *
 * const grid = new Grid(9, 9);
 * radius(2).sense(grid, grid.vertex(4, 4), new Uint32Array(13)); // → 13
 * radius(2).sense(grid, grid.vertex(0, 0), new Uint32Array(13)); // → 6
 * ```
 */
export function radius(r: number): Sensor {
  if (typeof r !== 'number' || !(r >= 0 && r <= 4096)) throw new RangeError(`A sensor needs a radius from 0 to 4096, got ${shown(r)}.`);
  // So that a radius such as Math.sqrt(13), whose square is rounded down, reaches the cells at that distance.
  r *= ROUNDING;
  const far = Math.floor(r);
  const square = within(far, (y) => -halfWidth(r, y), (y) => halfWidth(r, y));
  const hexagonal = within(far, (y) => Math.max(-far, -far - y), (y) => Math.min(far, far - y));
  const regionOn = ({ movement }: Grid): typeof square => (movement === 'hex' ? hexagonal : square);
  const sensor: Sensor = { most: Math.max(square.most, hexagonal.most), distinct: true, sense: (grid, v, seen) => regionOn(grid).sense(grid, v, seen) };
  // Not enumerable: a sensor made as { ...radius(3), sense } must not keep the rows of this one.
  return Object.defineProperty(sensor, 'rows', { value: (grid: Grid) => regionOn(grid).rows });
}

/** Half the width of a circle `y` rows from its centre: the greatest integer x with x² + y² ≤ r². */
function halfWidth(r: number, y: number): number {
  // The difference is exact, but its root may be rounded up to a whole number. It is never rounded down below one.
  const x = Math.floor(Math.sqrt(r * r - y * y));
  return x * x + y * y > r * r ? x - 1 : x;
}

/** A convex region of rows, up to `far` rows above and below. */
function within(far: number, first: (y: number) => number, last: (y: number) => number): ReturnType<typeof ofRows> & { readonly rows: SensorRows } {
  const dy = Int32Array.from({ length: 2 * far + 1 }, (_, i) => i - far);
  const rows = { dx: dy.map(first), dy, length: dy.map((y) => last(y) - first(y) + 1) };
  return { ...ofRows(rows), rows };
}

/** The size of the buffer that a sensor needs on maps like `grid`. */
export function roomFor(sensor: Sensor, { width, height }: Grid): number {
  return sensor.distinct === true || sensor.rows !== undefined ? Math.min(sensor.most, width * height) : sensor.most;
}

/** Throws for a graph over a grid, such as a `TorusGrid`, which would look like an empty map. */
function checkSensed(grid: Grid): void {
  if ((grid.cells as Uint8Array | undefined) === undefined) checkGrid(grid, 'A sensor');
}

/** Throws unless `sensor` is a sensor: untyped callers may pass anything. */
export function checkSensor(sensor: Sensor): void {
  if (typeof (sensor as Partial<Sensor> | undefined)?.sense !== 'function') {
    throw new TypeError(`A sensor must be one such as eightNeighbours or radius(3), got ${shown(sensor)}${typeof sensor === 'function' ? ': call it, as radius(3)' : ''}.`);
  }
  if (typeof sensor.most !== 'number' || !(sensor.most >= 0)) throw new RangeError(`The \`most\` of a sensor must be the most cells that it ever sees, got ${shown(sensor.most)}.`);
}

/** Calls a sensor, and checks that it wrote no more than announced. Untyped sensors may return nothing. */
export function senseWithin(sensor: Sensor, grid: Grid, v: number, seen: Uint32Array): number {
  const n = sensor.sense(grid, v, seen);
  if (!Number.isInteger(n) || n < 0) throw new RangeError(`The sense of a sensor must return the number of cells that it wrote, got ${shown(n)}.`);
  if (n > sensor.most) throw new RangeError(`A sensor whose \`most\` is ${sensor.most} saw ${n} cells; \`most\` must be the most that it ever sees.`);
  if (n > seen.length) throw new RangeError(`A sensor that is \`distinct\` saw ${n} cells, but the map has ${seen.length}: it writes one twice.`);
  return n;
}

/** A sensor that sees these rows, clipped to the map, from every cell. */
export function ofRows({ dx, dy, length }: SensorRows): Pick<Sensor, 'most' | 'sense'> {
  return {
    most: length.reduce((sum, cells) => sum + cells, 0),
    sense(grid, v, seen) {
      checkSensed(grid);
      const { stride, width, height } = grid;
      const x = grid.x(v);
      const y = grid.y(v);
      let n = 0;
      for (let i = 0; i < dy.length; i++) {
        if (y + dy[i] < 0 || y + dy[i] >= height) continue;
        const row = v + dy[i] * stride - x;
        const end = Math.min(x + dx[i] + length[i], width);
        for (let column = Math.max(x + dx[i], 0); column < end; column++) seen[n++] = row + column;
      }
      return onMap(grid, seen, n);
    },
  };
}
