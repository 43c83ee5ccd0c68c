import type { Outline } from '../build/edge-soup.ts';
import type { Faces } from '../faces.ts';
import { distance, shareAlong, squaredDistance, turn } from '../orientation.ts';

/** A point of the ground: a vertex of the mesh, or a future one (−1). */
export interface Spot { readonly x: number; readonly y: number; readonly z: number; vertex: number }

interface Part { readonly loop: readonly number[]; readonly holes: readonly Outline[] }

/** A side of grounds, from the lower-numbered vertex to the other, and the points at which holes split it. */
interface Side {
  readonly a: number;
  readonly b: number;
  readonly holes: Outline[];
  /** Points that are not crossings, as fractions of its length. */
  readonly extra: number[];
  spots: Spot[];
}

/** The points that split the sides of divided grounds, equal for the grounds on both sides. */
export class DividedSides {
  /** By side: its points, if any, as vertices of the mesh. */
  private readonly kept = new Map<number, number[]>();
  /** The directed sides of all divided grounds. */
  private readonly owners = new Set<number>();
  /** The sides that are being divided. */
  private readonly sides = new Map<number, Side>();
  private loops: readonly (readonly number[])[] = [];
  private gone: readonly (readonly number[])[] = [];

  constructor(private readonly faces: Faces, private readonly snap: number) {}

  /** Starts an edit: parts of grounds to be divided, and parts of others that become whole again. */
  begin(parts: readonly Part[], whole: readonly (readonly number[])[]): void {
    const { sides, owners } = this;
    sides.clear();
    this.loops = parts.map(({ loop }) => loop);
    this.gone = whole;
    const own = new Set<number>();
    for (const loop of [...this.loops, ...whole]) loop.forEach((a, i) => own.add(key(a, loop[(i + 1) % loop.length])));
    for (const { loop, holes } of [...parts, ...whole.map((loop) => ({ loop, holes: [] }))]) {
      loop.forEach((v, i) => {
        const w = loop[(i + 1) % loop.length], a = Math.min(v, w), b = Math.max(v, w);
        // The ground beyond keeps its points, since no added or removed hole is near.
        if (owners.has(key(w, v)) && !own.has(key(w, v))) return;
        let side = sides.get(key(a, b));
        if (side === undefined) sides.set(key(a, b), (side = { a, b, holes: [], extra: [], spots: [] }));
        for (const hole of holes) side.holes.push(hole);
      });
    }
  }

  /** Finds the points of all sides. */
  divide(): void {
    const { xs, ys, zs } = this.faces;
    for (const side of this.sides.values()) {
      const { a, b } = side;
      const near = this.snap / distance(xs[b] - xs[a], ys[b] - ys[a]);
      const shares = [...new Set(side.holes)].flatMap((hole) => this.crossings(a, b, hole)).concat(side.extra).sort((s, t) => s - t);
      const apart: number[] = [];
      for (const share of shares) if (share > near && share < 1 - near && !(share - (apart[apart.length - 1] ?? -1) <= near)) apart.push(share);
      side.spots = apart.map((s) => ({ x: xs[a] + s * (xs[b] - xs[a]), y: ys[a] + s * (ys[b] - ys[a]), z: zs[a] + s * (zs[b] - zs[a]), vertex: -1 }));
    }
  }

  /** A loop of vertices including the points of its sides. */
  rimOf(loop: readonly number[], spotOf: (v: number) => Spot): Spot[] {
    return loop.flatMap((v, i) => {
      const w = loop[(i + 1) % loop.length], name = key(Math.min(v, w), Math.max(v, w));
      const spots = this.sides.get(name)?.spots ?? (this.kept.get(name) ?? []).map(spotOf);
      return [spotOf(v), ...(v < w ? spots : [...spots].reverse())];
    });
  }

  /** Whether all points of the pieces that lie on sides of `loop` are known. Adds the others. */
  knowsAll(loop: readonly number[], pieces: readonly (readonly Spot[])[]): boolean {
    const { xs, ys } = this.faces;
    const fresh = new Set(pieces.flat().filter(({ vertex }) => vertex < 0));
    if (fresh.size === 0) return true;
    const own = loop.map((v, i) => this.sides.get(key(Math.min(v, loop[(i + 1) % loop.length]), Math.max(v, loop[(i + 1) % loop.length]))));
    const known = new Set(own.flatMap((side) => side?.spots ?? []));
    let knows = true;
    for (const spot of fresh) {
      if (known.has(spot)) continue;
      for (const side of own) {
        if (side === undefined || squaredDistance(spot.x, spot.y, xs[side.a], ys[side.a], xs[side.b], ys[side.b]) > this.snap ** 2) continue;
        const share = shareAlong(spot.x, spot.y, xs[side.a], ys[side.a], xs[side.b], ys[side.b]);
        if (side.extra.includes(share)) continue;
        side.extra.push(share);
        knows = false;
      }
    }
    return knows;
  }

  /** Stores the points found; `vertexOf` makes vertices of them. */
  keep(vertexOf: (spot: Spot) => number): void {
    const { sides, kept, owners, faces } = this;
    for (const loop of this.gone) loop.forEach((v, i) => owners.delete(key(v, loop[(i + 1) % loop.length])));
    for (const loop of this.loops) loop.forEach((v, i) => owners.add(key(v, loop[(i + 1) % loop.length])));
    for (const [name, { spots }] of sides) {
      const before = kept.get(name) ?? [];
      const vertices = spots.map(vertexOf);
      for (const v of vertices) faces.hold(v);
      for (const v of before) faces.release(v);
      if (vertices.length > 0) kept.set(name, vertices);
      else kept.delete(name);
    }
  }

  /** Where the edges of a hole cross a side, and where its corners lie on it, as fractions from a to b. */
  private crossings(a: number, b: number, { xs: px, ys: py, from, to }: Outline): number[] {
    const { xs, ys } = this.faces;
    const ax = xs[a], ay = ys[a], bx = xs[b], by = ys[b];
    const shares: number[] = [];
    for (let e = 0; e < from.length; e++) {
      const p = from[e], q = to[e];
      if (squaredDistance(px[p], py[p], ax, ay, bx, by) <= this.snap ** 2) shares.push(shareAlong(px[p], py[p], ax, ay, bx, by));
      const onP = turn(ax, ay, bx, by, px[p], py[p]), onQ = turn(ax, ay, bx, by, px[q], py[q]);
      if (onP * onQ >= 0) continue;
      const share = onP / (onP - onQ), x = px[p] + share * (px[q] - px[p]), y = py[p] + share * (py[q] - py[p]);
      if (squaredDistance(x, y, ax, ay, bx, by) <= this.snap ** 2) shares.push(shareAlong(x, y, ax, ay, bx, by));
    }
    return shares;
  }
}

function key(a: number, b: number): number {
  return a * 2 ** 26 + b;
}
