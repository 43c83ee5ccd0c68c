import { nextStamp } from '@pf/graph/kit';
import type { CompiledMotions } from './compiled-motions.ts';

/** Finds the vertices of a lattice with a motion that passes or sweeps a given cell. */
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

  constructor(
    private readonly compiled: CompiledMotions,
    private readonly width: number,
    private readonly height: number,
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
    this.stamps ??= new Uint32Array(this.width * this.height * this.compiled.headingCount);
    this.stamp = nextStamp(this.stamps, this.stamp);
  }

  /**
   * Call for each changed cell. `flipped`: it became an obstacle or ceased to be one. Motions whose footprint only sweeps the cell change only then.
   */
  add(cell: number, flipped: boolean): void {
    const { tails, stamps, stamp, width, height } = this;
    if (tails === undefined) return;
    const { headingCount } = this.compiled;
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
        if (this.count === tails.length) throw new RangeError(`More tails change than the ${this.count} that the buffer holds: pass one of up to vertexCount entries.`);
        tails[this.count++] = v;
      }
    }
  }
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
