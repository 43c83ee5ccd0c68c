import type { Pose } from '../maps/map-frame.ts';
import type { Footprint } from './footprint.ts';
import type { MotionPrimitive, MotionPrimitives } from './motion-primitives.ts';
import { angleBetween } from './motion-primitives.ts';

/**
 * Motion primitives in arrays, sorted by initial heading, with the cells that each passes and sweeps.
 *
 * Cells are column and row offsets from the start of the motion.
 *
 * @example
 * ```ts
 * import { CostMap, makeMotionPrimitives, MapFrame, StateLattice } from '@pf/robots';
 *
 * const motions = makeMotionPrimitives({ base: 'ackermann', resolution: 0.1, turningRadius: 1 });
 * const { compiled } = new StateLattice(new CostMap(new MapFrame(9, 9, 0.1)), motions);
 * compiled.headingCount; // → 16
 * compiled.first[1] - compiled.first[0]; // → 12
 * ```
 */
export class CompiledMotions {
  readonly count: number;
  readonly headingCount: number;
  /** By motion. */
  readonly from: Int32Array;
  readonly to: Int32Array;
  readonly dx: Int32Array;
  readonly dy: Int32Array;
  /** Milliseconds, times the multiplier of the motion. */
  readonly time: Float64Array;
  /** By heading, with one extra entry: its first motion. */
  readonly first: Int32Array;
  /** The motions sorted by final heading, and each heading's first entry in that list. */
  readonly ending: Int32Array;
  readonly firstEnding: Int32Array;
  /** The cells that the centre passes, both ends included, and the other cells that the footprint sweeps: column and row of each in turn. */
  readonly centres: Int32Array;
  readonly swept: Int32Array;
  /** By motion, with one extra entry: its first cell in these lists. */
  readonly firstCentre: Int32Array;
  readonly firstSwept: Int32Array;
  /** By motion: lowest column, lowest row, highest column and highest row of all its cells. */
  readonly box: Int32Array;
  /** The index of each motion in the caller's list. */
  readonly index: Int32Array;

  /** The compiled motions of a robot, in metres and radians a second, shared by lattices of equal robots. */
  static of(motions: MotionPrimitives, footprint: Footprint | undefined, speed: number, turnRate: number): CompiledMotions {
    const known = compiledOf.get(motions) ?? new Map<string, CompiledMotions>();
    compiledOf.set(motions, known);
    const key = [speed, turnRate, ...(footprint?.corners ?? []).flatMap(({ x, y }) => [x, y])].join(' ');
    const compiled = known.get(key) ?? new CompiledMotions(motions, footprint, speed, turnRate);
    known.delete(key);
    known.set(key, compiled);
    if (known.size > CACHED) known.delete(known.keys().next().value!);
    return compiled;
  }

  private constructor(motions: MotionPrimitives, footprint: Footprint | undefined, speed: number, turnRate: number) {
    const { headings, primitives, resolution } = motions;
    const order = primitives.map((_, i) => i).sort((a, b) => primitives[a].from - primitives[b].from || a - b);
    const n = order.length;
    this.count = n;
    this.headingCount = headings.length;
    this.index = Int32Array.from(order);
    this.from = Int32Array.from(order, (i) => primitives[i].from);
    this.to = Int32Array.from(order, (i) => primitives[i].to);
    this.dx = Int32Array.from(order, (i) => primitives[i].dx);
    this.dy = Int32Array.from(order, (i) => primitives[i].dy);
    this.time = Float64Array.from(order, (i) => timeOf(primitives[i], headings, speed, turnRate));
    this.first = firsts(this.from, headings.length);
    this.ending = Int32Array.from(this.to.keys()).sort((a, b) => this.to[a] - this.to[b] || a - b);
    this.firstEnding = firsts(this.to, headings.length);
    this.firstCentre = new Int32Array(n + 1);
    this.firstSwept = new Int32Array(n + 1);
    this.box = new Int32Array(4 * n);
    const centres: number[] = [];
    const swept: number[] = [];
    for (let p = 0; p < n; p++) {
      const { poses, dx, dy } = primitives[order[p]];
      const passed = new CellList(centres);
      passed.add(0, 0);
      passed.add(dx, dy);
      for (const { x, y } of refine(poses, 0, resolution)) passed.add(Math.floor(x / resolution + 0.5 + 1e-9), Math.floor(y / resolution + 0.5 + 1e-9));
      const covered = new CellList(swept, passed);
      if (footprint !== undefined) {
        for (const { x, y, heading } of refine(poses, footprint.circumscribedRadius, resolution)) {
          footprint.cover({ x: x / resolution + 0.5, y: y / resolution + 0.5, heading }, resolution, (column, row) => covered.add(column, row));
        }
      }
      this.firstCentre[p + 1] = centres.length / 2;
      this.firstSwept[p + 1] = swept.length / 2;
      this.box.set([Math.min(passed.left, covered.left), Math.min(passed.bottom, covered.bottom), Math.max(passed.right, covered.right), Math.max(passed.top, covered.top)], 4 * p);
    }
    this.centres = Int32Array.from(centres);
    this.swept = Int32Array.from(swept);
  }
}

function timeOf({ from, to, multiplier, poses }: MotionPrimitive, headings: readonly number[], speed: number, turnRate: number): number {
  let length = 0;
  for (let k = 1; k < poses.length; k++) length += Math.hypot(poses[k].x - poses[k - 1].x, poses[k].y - poses[k - 1].y);
  const seconds = Math.max(length / speed, angleBetween(headings[from], headings[to]) / turnRate);
  // Rounded up, except for rounding errors just above a whole number.
  return Math.max(1, Math.ceil(1000 * seconds - 1e-6)) * multiplier;
}

/** Adds poses between those of a motion. From one to the next, no point within `radius` of the centre moves farther than `step`. */
function refine(poses: readonly Pose[], radius: number, step: number): Pose[] {
  return poses.flatMap((end, k) => {
    if (k === 0) return end;
    const { x, y, heading } = poses[k - 1];
    const turned = Math.atan2(Math.sin(end.heading - heading), Math.cos(end.heading - heading));
    const n = Math.ceil((Math.hypot(end.x - x, end.y - y) + radius * Math.abs(turned)) / step - 1e-9);
    const between = Array.from({ length: Math.max(0, n - 1) }, (_, i) => (i + 1) / n);
    return [...between.map((part) => ({ x: x + (end.x - x) * part, y: y + (end.y - y) * part, heading: heading + turned * part })), end];
  });
}

/** Cache by motions, and by speeds and corners, of the latest robots. Compiling takes longer than everything else in a lattice of a small map. */
const compiledOf = new WeakMap<MotionPrimitives, Map<string, CompiledMotions>>();
/** A robot with a measured speed would fill a cache without limit. */
const CACHED = 16;

/** Appends cells to a list of columns and rows, without duplicates and cells of another list. */
class CellList {
  left = 0;
  bottom = 0;
  right = 0;
  top = 0;
  private readonly keys = new Set<number>();

  constructor(
    private readonly list: number[],
    private readonly other?: CellList,
  ) {}

  add(column: number, row: number): void {
    const key = row * 65536 + column;
    if (this.keys.has(key) || this.other?.keys.has(key) === true) return;
    this.keys.add(key);
    this.list.push(column, row);
    this.left = Math.min(this.left, column);
    this.right = Math.max(this.right, column);
    this.bottom = Math.min(this.bottom, row);
    this.top = Math.max(this.top, row);
  }
}

/** By value, with one extra entry: how many of `values` are smaller. */
function firsts(values: Int32Array, count: number): Int32Array {
  const first = new Int32Array(count + 1);
  for (const value of values) first[value + 1]++;
  for (let i = 0; i < count; i++) first[i + 1] += first[i];
  return first;
}
