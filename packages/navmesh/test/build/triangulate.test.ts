import { runs } from '@pf/testkit';
import { incircle } from 'robust-predicates';
import { expect, test } from 'vitest';
import { turn } from '../../src/orientation.ts';
import { next, previous, Triangulation } from '../../src/build/triangulate.ts';
import { seeded } from '../worlds.ts';

/** Points on a small lattice or in tight clusters, and edges between them that neither cross nor pass over a point. */
class Planar {
  readonly xs: number[] = [];
  readonly ys: number[] = [];
  readonly from: number[] = [];
  readonly to: number[] = [];

  constructor(seed: number) {
    const random = seeded(seed);
    const int = (n: number): number => Math.floor(n * random());
    const size = 3 + int(9), points = new Set<string>();
    for (let i = 4 + int(50); i > 0; i--) {
      // Nearer to each other than delaunator distinguishes.
      const [x, y] = [int(size), int(size)].map((at) => at + (seed % 4 === 0 && at < 8 ? int(3) * 2 ** -50 : 0));
      if (points.has(`${x} ${y}`)) continue;
      points.add(`${x} ${y}`);
      this.xs.push(x);
      this.ys.push(y);
    }
    for (let i = 0; i < 40; i++) {
      const a = int(this.xs.length), b = int(this.xs.length);
      if (a === b || this.meets(a, b)) continue;
      this.from.push(a);
      this.to.push(b);
    }
  }

  side(a: number, b: number, c: number): number {
    return Math.sign(turn(this.xs[a], this.ys[a], this.xs[b], this.ys[b], this.xs[c], this.ys[c]));
  }

  private meets(a: number, b: number): boolean {
    const within = (p: number): boolean => p !== a && p !== b && this.side(a, b, p) === 0 && [this.xs, this.ys].every((at) => (at[p] - at[a]) * (at[p] - at[b]) <= 0);
    return this.xs.some((_, p) => within(p)) || this.from.some((c, e) => {
      const d = this.to[e];
      return (c === a && d === b) || (c === b && d === a) || (this.side(a, b, c) * this.side(a, b, d) < 0 && this.side(c, d, a) * this.side(c, d, b) < 0);
    });
  }
}

test('a triangulation has every point and every edge, covers the hull, and is Delaunay except at the edges', () => {
  let flipped = 0;
  for (let seed = 0; seed < Math.max(40, runs(100)); seed++) {
    const planar = new Planar(seed), { xs, ys, from, to } = planar, says = `seed ${seed}`;
    const { corners, twins, constraints } = new Triangulation(xs, ys, from, to);
    const isLine = xs.every((_, p) => planar.side(0, 1, p) === 0);
    if (isLine) {
      expect(corners.length, says).toBe(0);
      continue;
    }
    const rim: number[] = [], marked = new Map<number, number>();
    let area = 0;
    for (let e = 0; e < corners.length; e++) {
      const a = corners[e], b = corners[next(e)], apex = corners[previous(e)], t = twins[e];
      expect(planar.side(a, b, apex), says).toBe(1);
      area += xs[a] * ys[b] - xs[b] * ys[a];
      if (constraints[e] >= 0) marked.set(constraints[e], (marked.get(constraints[e]) ?? 0) + (t < 0 ? 2 : 1));
      if (constraints[e] >= 0) expect([[a, b], [b, a]], says).toContainEqual([from[constraints[e]], to[constraints[e]]]);
      if (t < 0) {
        rim.push(e);
        continue;
      }
      expect([corners[t], corners[next(t)], twins[t], constraints[t]], says).toEqual([b, a, e, constraints[e]]);
      const other = corners[previous(t)];
      if (constraints[e] < 0) expect(incircle(xs[a], ys[a], xs[b], ys[b], xs[apex], ys[apex], xs[other], ys[other]), says).toBeLessThanOrEqual(seed % 4 === 0 ? 1e-12 : 0);
      else if (incircle(xs[a], ys[a], xs[b], ys[b], xs[apex], ys[apex], xs[other], ys[other]) > 0) flipped++;
    }
    expect([...marked].sort(([a], [b]) => a - b), says).toEqual(from.map((_, c) => [c, 2]));
    expect(new Set(corners).size, says).toBe(xs.length);
    // The sides without a neighbour are the hull, and its area is the sum of the triangles.
    let hull = 0;
    for (const e of rim) {
      const a = corners[e], b = corners[next(e)];
      expect(xs.every((_, p) => planar.side(a, b, p) >= 0), says).toBe(true);
      hull += xs[a] * ys[b] - xs[b] * ys[a];
    }
    expect(area, says).toBeCloseTo(hull, 6);
  }
  expect(flipped).toBeGreaterThan(20);
});
