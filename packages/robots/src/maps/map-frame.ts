import { checkBuffer, shown } from '@pf/graph/kit';
import { somePolygonCell } from './polygon-cells.ts';

/** A position and heading: metres and radians, counter-clockwise from the x axis. */
export interface Pose {
  readonly x: number;
  readonly y: number;
  readonly heading: number;
}

/**
 * The position of a map in the world: converts between metres and cells.
 *
 * Cells are numbered row by row from the corner at the origin: `row * width + column`, with rows along y. This is the order of
 * `nav_msgs/OccupancyGrid` and of SBPL; image rows are in reverse order.
 *
 * @example
 * ```ts
 * import { MapFrame } from '@pf/robots';
 *
 * const frame = new MapFrame(40, 20, 0.05, { x: -1, y: -0.5, heading: 0 });
 * const cell = frame.cellAt(0.02, 0.02);
 * [cell % 40, Math.floor(cell / 40)]; // → [20, 10]
 * frame.xOf(cell); // ≈ 0.025
 * frame.cellAt(5, 0); // → -1
 * ```
 */
export class MapFrame {
  private readonly cosine: number;
  private readonly sine: number;

  /** `resolution` is the side of a cell in metres, `origin` the outer corner of cell 0 and the direction of the rows. */
  constructor(
    readonly width: number,
    readonly height: number,
    readonly resolution: number,
    readonly origin: Pose = { x: 0, y: 0, heading: 0 },
  ) {
    for (const [name, size] of [['width', width], ['height', height]] as const) {
      if (!(Number.isInteger(size) && size > 0)) throw new RangeError(`The ${name} of a map must be a whole number of cells above 0, got ${shown(size)}.`);
    }
    if (width * height > 2 ** 31) throw new RangeError(`A map of ${width} × ${height} cells is too large: cells are numbered in 31 bits.`);
    if (!(Number.isFinite(resolution) && resolution > 0)) throw new RangeError(`The resolution of a map, the side of a cell in metres, must be above 0, got ${shown(resolution)}.`);
    checkPose(origin, 'origin');
    this.cosine = Math.cos(origin.heading);
    this.sine = Math.sin(origin.heading);
  }

  /** Number of cells. */
  get cellCount(): number {
    return this.width * this.height;
  }

  /** The cell that contains a point in metres; −1 outside the map. */
  cellAt(x: number, y: number): number {
    if (!Number.isFinite(x) || !Number.isFinite(y)) throw new RangeError(`A point must be two finite numbers of metres, x and y, got ${shown(x)} and ${shown(y)}.`);
    const column = Math.floor(this.column(x, y));
    const row = Math.floor(this.row(x, y));
    return column >= 0 && row >= 0 && column < this.width && row < this.height ? row * this.width + column : -1;
  }

  /**
   * Writes the cells that a simple polygon overlaps, each once, and returns their number. The part outside the map is left out. As many entries as
   * the map has cells always suffice. If the buffer is too short, the call throws and writes nothing.
   *
   * @example
   * ```ts
   * import { CostMap, MapFrame } from '@pf/robots';
   *
   * const map = new CostMap(new MapFrame(8, 8, 0.5));
   * const cells = new Uint32Array(64);
   * const n = map.frame.cellsIn([{ x: 1, y: 1 }, { x: 2.2, y: 1 }, { x: 1, y: 2 }], cells);
   * for (let i = 0; i < n; i++) map.costs[cells[i]] = 254; // then lattice.costsChanged(cells, n, tails)
   * n; // → 5
   * ```
   */
  cellsIn(corners: readonly { readonly x: number; readonly y: number }[], cells: Uint32Array): number {
    const given: unknown = corners;
    if (!(Array.isArray(given) && given.length >= 3)) throw new RangeError(`A polygon is a list of 3 corners { x, y } or more, got ${shown(corners)}.`);
    checkBuffer(cells);
    const { width, height } = this;
    const own = corners.map((corner) => {
      if (!Number.isFinite((corner as typeof corner | null)?.x) || !Number.isFinite(corner.y)) throw new RangeError(`The corners of a polygon must be { x, y } in metres, got ${shown(corner)}.`);
      return { x: this.column(corner.x, corner.y), y: this.row(corner.x, corner.y) };
    });
    const found = new Set<number>();
    somePolygonCell(own, 0, width - 1, height - 1, (column, row) => {
      found.add(row * width + column);
      return false;
    });
    if (found.size > cells.length) throw new RangeError(`The polygon overlaps ${found.size} cells, but the buffer has ${cells.length} entries: pass a longer one.`);
    cells.set([...found]);
    return found.size;
  }

  /** Position of a point along the rows, in cells: the centre of the first column is 0.5. */
  column(x: number, y: number): number {
    const { origin, cosine, sine, resolution } = this;
    return ((x - origin.x) * cosine + (y - origin.y) * sine) / resolution;
  }

  /** Position of a point across the rows, in cells: the centre of the first row is 0.5. */
  row(x: number, y: number): number {
    const { origin, cosine, sine, resolution } = this;
    return ((y - origin.y) * cosine - (x - origin.x) * sine) / resolution;
  }

  /** x in metres of a point given in cells along and across the rows. */
  x(column: number, row: number): number {
    return this.origin.x + (column * this.cosine - row * this.sine) * this.resolution;
  }

  /** y in metres of that point. */
  y(column: number, row: number): number {
    return this.origin.y + (column * this.sine + row * this.cosine) * this.resolution;
  }

  /** x in metres of the centre of a cell. */
  xOf(cell: number): number {
    const column = cell % this.width;
    return this.x(column + 0.5, (cell - column) / this.width + 0.5);
  }

  /** y in metres of the centre of a cell. */
  yOf(cell: number): number {
    const column = cell % this.width;
    return this.y(column + 0.5, (cell - column) / this.width + 0.5);
  }
}

/** Throws unless a pose is three finite numbers; `role` names it in the message. */
export function checkPose(pose: Pose, role: string): void {
  if (typeof pose !== 'object' || (pose as Pose | null) === null) throw new TypeError(`The ${role} must be { x, y, heading } in metres and radians, got ${shown(pose)}.`);
  for (const name of ['x', 'y', 'heading'] as const) {
    if (!Number.isFinite(pose[name])) throw new RangeError(`The ${role} must be { x, y, heading } with finite numbers, got ${shown(pose[name])} for ${name}.`);
  }
}
