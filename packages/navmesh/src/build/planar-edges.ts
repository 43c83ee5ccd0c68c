/**
 * Makes a soup planar: afterwards edges meet only at common ends. Points closer than `snap` are merged, an edge that passes a point within half of
 * that is bent through it, and crossing edges are cut. Repeated for changed edges until nothing changes (iterated snap rounding: Halperin & Packer,
 * Computational Geometry 23, 2002; here with the given points instead of a lattice).
 */
import { EdgeGrid } from './edge-grid.ts';
import { squaredDistance, turn } from '../orientation.ts';
import type { EdgeSoup } from './edge-soup.ts';

/** Limit of rounds. Inputs of the fuzz tests need at most 6. */
const ROUNDS = 64;

export interface Planar {
  readonly xs: number[];
  readonly ys: number[];
  readonly from: readonly number[];
  readonly to: readonly number[];
  /** By edge: the rings whose inside begins or ends there, each once; never empty. */
  readonly rings: readonly (readonly number[])[];
  /** By point of the soup: the point that replaces it. */
  readonly became: readonly number[];
}

export function planarEdges(soup: EdgeSoup, snap: number): Planar {
  const work = new Arrangement(soup, snap);
  for (let round = 0; work.dirty; round++) {
    if (round === ROUNDS) throw new Error(`The outlines cannot be separated within ${snap}: pass a larger snap.`);
    work.split();
  }
  return work.result();
}

class Arrangement {
  readonly xs: number[] = [];
  readonly ys: number[] = [];
  readonly became: number[] = [];
  dirty = true;
  private from: number[] = [];
  private to: number[] = [];
  private rings: number[][] = [];
  /** By edge: whether it is new, so that its crossings are unknown. */
  private fresh: boolean[] = [];
  private readonly places = new Map<number, number[]>();
  /** Edges by their ends, to avoid duplicates. */
  private byEnds = new Map<number, number>();

  constructor(soup: EdgeSoup, private readonly snap: number) {
    for (let i = 0; i < soup.xs.length; i++) this.became.push(this.place(soup.xs[i], soup.ys[i]));
    for (let e = 0; e < soup.from.length; e++) this.addEdge(this.became[soup.from[e]], this.became[soup.to[e]], [soup.ring[e]], true);
  }

  /** The point at (x, y): an existing one within `snap`, or a new one. */
  private place(x: number, y: number): number {
    // Cells of two snaps, so that everything within one snap is in this cell or its neighbours. Distant cells may share a key.
    const size = 2 * this.snap;
    const cellX = Math.floor(x / size), cellY = Math.floor(y / size);
    for (let dx = -1; dx <= 1; dx++) {
      for (let dy = -1; dy <= 1; dy++) {
        for (const i of this.places.get(key(cellX + dx, cellY + dy)) ?? []) {
          if ((this.xs[i] - x) ** 2 + (this.ys[i] - y) ** 2 <= this.snap * this.snap) return i;
        }
      }
    }
    this.xs.push(x);
    this.ys.push(y);
    const id = this.xs.length - 1;
    const cell = this.places.get(key(cellX, cellY));
    if (cell === undefined) this.places.set(key(cellX, cellY), [id]);
    else cell.push(id);
    return id;
  }

  private addEdge(a: number, b: number, rings: readonly number[], fresh: boolean): void {
    if (a === b) return;
    const ends = a < b ? a * 2 ** 26 + b : b * 2 ** 26 + a;
    const known = this.byEnds.get(ends);
    if (known !== undefined) {
      // A ring that passes an edge twice has the same side on both sides of it.
      for (const ring of rings) {
        const at = this.rings[known].indexOf(ring);
        if (at < 0) this.rings[known].push(ring);
        else this.rings[known].splice(at, 1);
      }
      return;
    }
    this.byEnds.set(ends, this.from.length);
    this.from.push(a);
    this.to.push(b);
    this.rings.push([...rings]);
    this.fresh.push(fresh);
  }

  /** Cuts fresh edges where they meet others. */
  split(): void {
    const cuts = new Map<number, Set<number>>();
    const cut = (edge: number, point: number): void => {
      if (point === this.from[edge] || point === this.to[edge]) return;
      const points = cuts.get(edge);
      if (points === undefined) cuts.set(edge, new Set([point]));
      else points.add(point);
    };
    const known = this.xs.length;
    const cells = new EdgeGrid(this.xs, this.ys, this.from, this.to, this.snap);
    for (let cell = 0; cell < cells.count; cell++) {
      const edges = cells.edges(cell);
      const points = cells.points(cell);
      for (let i = 0; i < edges.length; i++) {
        const e = edges[i];
        for (const p of points) if (this.passes(e, p)) cut(e, p);
        for (let j = 0; j < i; j++) {
          const f = edges[j];
          if (!this.fresh[e] && !this.fresh[f]) continue;
          const point = this.crossing(e, f);
          if (point < 0) continue;
          cut(e, point);
          cut(f, point);
        }
      }
    }
    // New points can lie beside edges that were not cut there; those are checked again.
    this.dirty = cuts.size > 0 || this.xs.length > known;
    if (this.dirty) this.apply(cuts);
  }

  private passes(e: number, p: number): boolean {
    const a = this.from[e], b = this.to[e];
    if (p === a || p === b) return false;
    const { xs, ys } = this;
    // Half the snap. With more, two points more than a snap apart could each be near the other's edge and bend it for ever.
    return squaredDistance(xs[p], ys[p], xs[a], ys[a], xs[b], ys[b]) <= (this.snap / 2) ** 2;
  }

  /** The crossing of two edges, inside both; −1 if there is none. */
  private crossing(e: number, f: number): number {
    const a = this.from[e], b = this.to[e], c = this.from[f], d = this.to[f];
    if (a === c || a === d || b === c || b === d) return -1;
    const { xs, ys } = this;
    const ax = xs[a], ay = ys[a], bx = xs[b], by = ys[b], cx = xs[c], cy = ys[c], dx = xs[d], dy = ys[d];
    if (Math.max(ax, bx) < Math.min(cx, dx) || Math.max(cx, dx) < Math.min(ax, bx) || Math.max(ay, by) < Math.min(cy, dy) || Math.max(cy, dy) < Math.min(ay, by)) return -1;
    const onC = turn(ax, ay, bx, by, cx, cy), onD = turn(ax, ay, bx, by, dx, dy);
    if (!((onC > 0 && onD < 0) || (onC < 0 && onD > 0))) return -1;
    const onA = turn(cx, cy, dx, dy, ax, ay), onB = turn(cx, cy, dx, dy, bx, by);
    if (!((onA > 0 && onB < 0) || (onA < 0 && onB > 0))) return -1;
    const t = onC / (onC - onD);
    return this.place(cx + t * (dx - cx), cy + t * (dy - cy));
  }

  private apply(cuts: ReadonlyMap<number, ReadonlySet<number>>): void {
    const { from, to, rings, xs, ys } = this;
    this.from = [];
    this.to = [];
    this.rings = [];
    this.fresh = [];
    this.byEnds = new Map();
    for (let e = 0; e < from.length; e++) {
      const points = cuts.get(e);
      if (points === undefined) {
        this.addEdge(from[e], to[e], rings[e], false);
        continue;
      }
      const dx = xs[to[e]] - xs[from[e]], dy = ys[to[e]] - ys[from[e]];
      const along = (p: number): number => (xs[p] - xs[from[e]]) * dx + (ys[p] - ys[from[e]]) * dy;
      let last = from[e];
      for (const p of [...points].sort((p, q) => along(p) - along(q))) {
        this.addEdge(last, p, rings[e], true);
        last = p;
      }
      this.addEdge(last, to[e], rings[e], true);
    }
  }

  result(): Planar {
    const kept = this.from.map((_, e) => e).filter((e) => this.rings[e].length > 0);
    return {
      xs: this.xs, ys: this.ys, became: this.became,
      from: kept.map((e) => this.from[e]), to: kept.map((e) => this.to[e]), rings: kept.map((e) => this.rings[e]),
    };
  }
}

function key(x: number, y: number): number {
  return x * 73856093 + y * 19349663;
}
