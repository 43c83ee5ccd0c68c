import { nextStamp } from '@pf/graph/kit';
import type { CostMap } from '../maps/cost-map.ts';
import type { CompiledMotions } from './compiled-motions.ts';

/** Cells relative to that of a vertex: their bounds, and their offsets in the map. */
interface SharedCells {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  readonly offsets: Int32Array;
}

/** Finds the vertices of a lattice with a motion that passes or sweeps a given cell, without those at which the robot is blocked before and after the edit. */
export class AffectedTails {
  /** Number of tails written since `begin`. */
  count = 0;
  private tails: Uint32Array | undefined;
  /** By vertex: the last edit for which it was written. Allocated by the first edit. */
  private stamps: Uint32Array | undefined;
  private stamp = 0;
  /** By heading: columns and rows in turn. */
  private readonly centres: readonly Int32Array[];
  private readonly all: readonly Int32Array[];
  /** By heading: the cells in all motions, such as those of the outline at the start. Allocated by the first edit. */
  private shared: readonly SharedCells[] | undefined;

  /** `before`: the costs as last reported. */
  constructor(
    private readonly compiled: CompiledMotions,
    private readonly map: CostMap,
    private readonly before: Uint8Array,
  ) {
    const centres = [compiled.centres, compiled.firstCentre] as const;
    const headings = Array.from({ length: compiled.headingCount }, (_, heading) => heading);
    this.centres = headings.map((heading) => reach(compiled, heading, [centres]));
    this.all = headings.map((heading) => reach(compiled, heading, [centres, [compiled.swept, compiled.firstSwept]]));
  }

  /** Starts an edit, whose tails are written into `tails`, each once. Without a buffer nothing is written. */
  begin(tails: Uint32Array | undefined): void {
    this.count = 0;
    this.tails = tails;
    if (tails === undefined) return;
    this.stamps ??= new Uint32Array(this.before.length * this.compiled.headingCount);
    this.stamp = nextStamp(this.stamps, this.stamp);
    this.shared ??= this.all.map((_, heading) => sharedCells(this.compiled, heading, this.map.frame.width));
  }

  /**
   * Call for each changed cell. `flipped`: it became an obstacle or ceased to be one. Motions whose footprint only sweeps the cell change only then.
   */
  add(cell: number, flipped: boolean): void {
    const { tails, stamps, stamp } = this;
    if (tails === undefined) return;
    const { headingCount } = this.compiled;
    const { width, height } = this.map.frame;
    const x = cell % width;
    const y = (cell - x) / width;
    for (let heading = 0; heading < headingCount; heading++) {
      const list = (flipped ? this.all : this.centres)[heading];
      for (let k = 0; k < list.length; k += 2) {
        const tx = x - list[k];
        const ty = y - list[k + 1];
        if (tx < 0 || ty < 0 || tx >= width || ty >= height) continue;
        const v = (ty * width + tx) * headingCount + heading;
        if (stamps![v] === stamp) continue;
        stamps![v] = stamp;
        if (this.staysBlocked(tx, ty, heading)) continue;
        if (this.count === tails.length) throw new RangeError(`More tails change than the ${this.count} that the buffer holds: pass one of up to vertexCount entries.`);
        tails[this.count++] = v;
      }
    }
  }

  /** Whether no motion leaves this vertex, neither before the edit nor after it. */
  private staysBlocked(x: number, y: number, heading: number): boolean {
    const { before, map } = this;
    const { costs: after, inscribed, circumscribed, obstacle } = map;
    const { width, height } = map.frame;
    const from = y * width + x;
    const own = Math.min(before[from], after[from]);
    // Outlines are not checked below the circumscribed cost.
    if (own >= inscribed || own < circumscribed) return own >= inscribed;
    const { left, top, right, bottom, offsets } = this.shared![heading];
    if (x + left < 0 || y + top < 0 || x + right >= width || y + bottom >= height) return true;
    for (let k = 0; k < offsets.length; k++) {
      const cell = from + offsets[k];
      if (before[cell] >= obstacle && after[cell] >= obstacle) return true;
    }
    return false;
  }
}

/** The cells that all motions from a heading pass or sweep. Each motion lists a cell once. */
function sharedCells(compiled: CompiledMotions, heading: number, width: number): SharedCells {
  const motions = compiled.first[heading + 1] - compiled.first[heading];
  const counts = new Map<number, number>();
  const cells: [x: number, y: number][] = [];
  for (const [list, first] of [[compiled.centres, compiled.firstCentre], [compiled.swept, compiled.firstSwept]] as const) {
    for (let i = 2 * first[compiled.first[heading]]; i < 2 * first[compiled.first[heading + 1]]; i += 2) {
      const key = list[i + 1] * 65536 + list[i];
      const count = (counts.get(key) ?? 0) + 1;
      counts.set(key, count);
      if (count === motions) cells.push([list[i], list[i + 1]]);
    }
  }
  // The ends of an outline meet most obstacles.
  cells.sort((a, b) => Math.hypot(...b) - Math.hypot(...a));
  const bounds = { left: 0, top: 0, right: 0, bottom: 0 };
  for (const [x, y] of cells) {
    bounds.left = Math.min(bounds.left, x);
    bounds.top = Math.min(bounds.top, y);
    bounds.right = Math.max(bounds.right, x);
    bounds.bottom = Math.max(bounds.bottom, y);
  }
  return { ...bounds, offsets: Int32Array.from(cells, ([x, y]) => y * width + x) };
}

/** The distinct cells in these lists, of all motions from a heading. */
function reach(compiled: CompiledMotions, heading: number, lists: readonly (readonly [cells: Int32Array, first: Int32Array])[]): Int32Array {
  const met = new Set<number>();
  const cells: number[] = [];
  for (const [list, first] of lists) {
    for (let i = 2 * first[compiled.first[heading]]; i < 2 * first[compiled.first[heading + 1]]; i += 2) {
      const key = list[i + 1] * 65536 + list[i];
      if (met.has(key)) continue;
      met.add(key);
      cells.push(list[i], list[i + 1]);
    }
  }
  return Int32Array.from(cells);
}
