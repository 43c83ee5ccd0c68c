import { nextStamp } from '@pf/graph/kit';
import type { CostMap } from '../maps/cost-map.ts';
import type { CompiledMotions } from './compiled-motions.ts';

/** What the motions from a heading meet. Cells are columns and rows in turn, from the cell of a vertex. */
interface Reach {
  /** The cells that the centre passes. */
  readonly centres: Int32Array;
  /** Those, and the cells that the footprint sweeps. */
  readonly all: Int32Array;
  /** The cells in every motion, such as those of the outline at the start: their bounds, and their offsets in the map. */
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  readonly shared: Int32Array;
}

/** Finds the vertices of a lattice with a motion that passes or sweeps an edited cell. Leaves out those at which the robot is blocked before and after the edit. */
export class AffectedTails {
  /** Number of tails written since `begin`. */
  count = 0;
  private tails: Uint32Array | undefined;
  /** By vertex: the last edit for which it was written. Allocated by the first edit. */
  private stamps: Uint32Array | undefined;
  private stamp = 0;
  /** By heading. Found by the first edit. */
  private reaches: readonly Reach[] | undefined;

  /** `before`: the costs as last reported. */
  constructor(
    private readonly compiled: CompiledMotions,
    private readonly map: CostMap,
    private readonly before: Uint8Array,
  ) {}

  /** Starts an edit, whose tails are written into `tails`, each once. Without a buffer nothing is written. */
  begin(tails: Uint32Array | undefined): void {
    this.count = 0;
    this.tails = tails;
    if (tails === undefined) return;
    const { headingCount } = this.compiled;
    this.stamps ??= new Uint32Array(this.before.length * headingCount);
    this.stamp = nextStamp(this.stamps, this.stamp);
    this.reaches ??= Array.from({ length: headingCount }, (_, heading) => reachOf(this.compiled, heading, this.map.frame.width));
  }

  /**
   * Call for each changed cell. `flipped`: it became an obstacle or ceased to be one. Motions whose footprint only sweeps the cell change only then.
   */
  add(cell: number, flipped: boolean): void {
    const { tails, stamps, stamp, reaches } = this;
    if (tails === undefined) return;
    const { headingCount } = this.compiled;
    const { width, height } = this.map.frame;
    const x = cell % width;
    const y = (cell - x) / width;
    for (let heading = 0; heading < headingCount; heading++) {
      const reach = reaches![heading];
      const list = flipped ? reach.all : reach.centres;
      for (let k = 0; k < list.length; k += 2) {
        const tx = x - list[k];
        const ty = y - list[k + 1];
        if (tx < 0 || ty < 0 || tx >= width || ty >= height) continue;
        const v = (ty * width + tx) * headingCount + heading;
        if (stamps![v] === stamp) continue;
        stamps![v] = stamp;
        if (this.staysBlocked(tx, ty, reach)) continue;
        if (this.count === tails.length) throw new RangeError(`More tails change than the ${this.count} that the buffer holds: pass one of up to vertexCount entries.`);
        tails[this.count++] = v;
      }
    }
  }

  /** Whether no motion leaves this vertex, neither before the edit nor after it. */
  private staysBlocked(x: number, y: number, { left, top, right, bottom, shared }: Reach): boolean {
    const { before, map } = this;
    const { costs: after, inscribed, circumscribed, obstacle } = map;
    const { width, height } = map.frame;
    const from = y * width + x;
    const own = Math.min(before[from], after[from]);
    // Outlines are not checked below the circumscribed cost.
    if (own >= inscribed || own < circumscribed) return own >= inscribed;
    if (x + left < 0 || y + top < 0 || x + right >= width || y + bottom >= height) return true;
    for (let k = 0; k < shared.length; k++) {
      const cell = from + shared[k];
      if (before[cell] >= obstacle && after[cell] >= obstacle) return true;
    }
    return false;
  }
}

function reachOf(compiled: CompiledMotions, heading: number, width: number): Reach {
  const [first, end] = [compiled.first[heading], compiled.first[heading + 1]];
  const cells: number[] = [];
  // How many motions list a cell. Each lists it once.
  const counts = new Map<number, number>();
  const shared: [x: number, y: number][] = [];
  const collect = (list: Int32Array, firstOf: Int32Array): Int32Array => {
    for (let i = 2 * firstOf[first]; i < 2 * firstOf[end]; i += 2) {
      const [x, y] = [list[i], list[i + 1]];
      const key = y * 65536 + x;
      const count = (counts.get(key) ?? 0) + 1;
      counts.set(key, count);
      if (count === 1) cells.push(x, y);
      if (count === end - first) shared.push([x, y]);
    }
    return Int32Array.from(cells);
  };
  const centres = collect(compiled.centres, compiled.firstCentre);
  const all = collect(compiled.swept, compiled.firstSwept);
  // The ends of an outline meet most obstacles.
  shared.sort((a, b) => Math.hypot(...b) - Math.hypot(...a));
  const bounds = { left: 0, top: 0, right: 0, bottom: 0 };
  for (const [x, y] of shared) {
    bounds.left = Math.min(bounds.left, x);
    bounds.top = Math.min(bounds.top, y);
    bounds.right = Math.max(bounds.right, x);
    bounds.bottom = Math.max(bounds.bottom, y);
  }
  return { centres, all, ...bounds, shared: Int32Array.from(shared, ([x, y]) => y * width + x) };
}
