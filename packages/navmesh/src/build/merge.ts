/**
 * Merges triangles into convex faces: removes edges, longest first, whose two faces form a convex one of at most `sides` sides (after Hertel &
 * Mehlhorn, FCT 1983, who take the edges in any order). Corners may be straight, so a room is one face however many doors its walls have.
 */
import { turn } from '../orientation.ts';
import { next, previous } from './triangulate.ts';

interface MergeOptions {
  /** Maximum number of sides of a face. */
  readonly sides: number;
  /** Corners that must stay. */
  readonly kept?: ReadonlySet<number> | undefined;
  /** Additional condition: whether the triangles of two faces may form one face. */
  readonly ground?: Ground | undefined;
}

/** Keeps apart triangles that would form a convex face, because of heights or areas. */
export interface Ground {
  /** Whether other triangles may join those of a face that began with triangle `t`. */
  fits(t: number, own: readonly number[], others: readonly number[]): boolean;
}

/** Faces as lists of corners, counter-clockwise; and by face one of its triangles. */
export function mergeTriangles(
  xs: ArrayLike<number>, ys: ArrayLike<number>, corners: Int32Array, twins: Int32Array, { sides, kept = new Set(), ground }: MergeOptions,
): { loops: number[][]; seeds: number[] } {
  const merging = new Merging(xs, ys, corners, twins, kept, ground);
  if (sides > 3) merging.merge(sides);
  return merging.result();
}

class Merging {
  /** By half-edge: the next and the previous one around its face. */
  private readonly after: Int32Array;
  private readonly before: Int32Array;
  /** By triangle: its face, as a union-find forest. By face: its number of sides. */
  private readonly face: Int32Array;
  private readonly size: Int32Array;
  private readonly removed: Uint8Array;
  /** By face: its triangles, if it has several. */
  private readonly triangles = new Map<number, number[]>();

  constructor(private readonly xs: ArrayLike<number>, private readonly ys: ArrayLike<number>, private readonly corners: Int32Array, private readonly twins: Int32Array, private readonly kept: ReadonlySet<number>, private readonly ground: Ground | undefined) {
    const n = corners.length;
    this.after = Int32Array.from({ length: n }, (_, e) => next(e));
    this.before = Int32Array.from({ length: n }, (_, e) => previous(e));
    this.face = Int32Array.from({ length: n / 3 }, (_, t) => t);
    this.size = new Int32Array(n / 3).fill(3);
    this.removed = new Uint8Array(n);
  }

  merge(sides: number): void {
    const { xs, ys, corners, twins, removed } = this;
    const length = Float64Array.from(corners, (a, e) => (xs[a] - xs[corners[next(e)]]) ** 2 + (ys[a] - ys[corners[next(e)]]) ** 2);
    const inner = Int32Array.from({ length: corners.length }, (_, e) => e).filter((e) => twins[e] > e);
    for (const e of inner.sort((a, b) => length[b] - length[a])) if (removed[e] === 0) this.tryToRemove(e, sides);
  }

  /** The current faces, without straight corners at which no other face ends. */
  result(): { loops: number[][]; seeds: number[] } {
    const { corners, after, removed } = this;
    const loops: number[][] = [], seeds: number[] = [];
    for (let first = 0; first < corners.length; first++) {
      if (removed[first] === 1) continue;
      const loop: number[] = [];
      for (let e = first; removed[e] === 0; e = after[e]) {
        if (!this.isIdle(e)) loop.push(corners[e]);
        removed[e] = 1;
      }
      loops.push(this.ground === undefined ? loop : this.fromApex(loop));
      seeds.push(this.faceOf(first));
    }
    return { loops, seeds };
  }

  /** Removes an edge, and all others that its two faces share next to it, if the result is convex. */
  private tryToRemove(edge: number, sides: number): void {
    const { after, before, twins, face, size, removed } = this;
    const f = this.faceOf(edge), g = this.faceOf(twins[edge]);
    if (f === g) return;
    let first = edge, last = edge, shared = 1;
    for (; twins[after[last]] === before[twins[last]]; shared++) last = after[last];
    for (; twins[before[first]] === after[twins[first]]; shared++) first = before[first];
    const merged = size[f] + size[g] - 2 * shared;
    if (merged > sides) return;
    const intoG = after[twins[first]], outOfG = before[twins[last]];
    const intoF = after[last], outOfF = before[first];
    if (this.bend(outOfF, intoG) < 0 || this.bend(outOfG, intoF) < 0) return;
    if (this.ground !== undefined && !(this.hasApex([...this.chain(intoG, outOfG), ...this.chain(intoF, outOfF)]) && this.join(f, g, this.ground))) return;
    for (let e = first; ; e = after[e]) {
      removed[e] = removed[twins[e]] = 1;
      if (e === last) break;
    }
    after[outOfF] = intoG;
    before[intoG] = outOfF;
    after[outOfG] = intoF;
    before[intoF] = outOfG;
    face[g] = f;
    size[f] = merged;
  }

  /** The half-edges of a face from one to another. */
  private chain(first: number, last: number): number[] {
    const edges = [first];
    for (let e = first; e !== last;) edges.push(e = this.after[e]);
    return edges;
  }

  /** Whether a corner of a ring has no straight neighbour, so that all triangles of its fan have an area. */
  private hasApex(ring: readonly number[]): boolean {
    const isReal = ring.map((e, i) => this.bend(ring[(i + ring.length - 1) % ring.length], e) > 0);
    return isReal.some((_, i) => isReal[(i + 1) % ring.length] && isReal[(i + ring.length - 1) % ring.length]);
  }

  /** A loop of corners that begins with a valid apex of its fan. */
  private fromApex(loop: readonly number[]): number[] {
    const { xs, ys } = this, n = loop.length;
    const area = (a: number, b: number, c: number): number => turn(xs[a], ys[a], xs[b], ys[b], xs[c], ys[c]);
    // The smaller of the triangles at the two ends of the fan. Only these can have no area.
    const least = loop.map((a, i) => Math.min(area(a, loop[(i + 1) % n], loop[(i + 2) % n]), area(a, loop[(i + n - 2) % n], loop[(i + n - 1) % n])));
    const first = least.indexOf(Math.max(...least));
    return [...loop.slice(first), ...loop.slice(0, first)];
  }

  /** Whether two faces may be merged; the result is called f. */
  private join(f: number, g: number, ground: Ground): boolean {
    const ofF = this.triangles.get(f) ?? [f], ofG = this.triangles.get(g) ?? [g];
    if (!ground.fits(f, ofF, ofG)) return false;
    this.triangles.set(f, [...ofF, ...ofG]);
    this.triangles.delete(g);
    return true;
  }

  /** Whether the corner at which `e` begins can be removed: both sides there lie in a line, and have the same neighbour or are walls. */
  private isIdle(e: number): boolean {
    const { before, twins } = this;
    if (this.kept.has(this.corners[e])) return false;
    const arriving = twins[before[e]], leaving = twins[e];
    if (arriving < 0 || leaving < 0) return arriving < 0 && leaving < 0 && this.bend(before[e], e) === 0;
    return this.faceOf(arriving) === this.faceOf(leaving);
  }

  private faceOf(e: number): number {
    const { face } = this;
    let f = Math.floor(e / 3);
    while (face[f] !== f) f = face[f] = face[face[f]];
    return f;
  }

  /** The turn of a face from side `e` to side `f`. */
  private bend(e: number, f: number): number {
    const { xs, ys, corners } = this;
    const a = corners[e], b = corners[f], c = corners[next(f)];
    return turn(xs[a], ys[a], xs[b], ys[b], xs[c], ys[c]);
  }
}
