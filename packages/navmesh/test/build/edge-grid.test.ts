import { runs } from '@pf/testkit';
import { expect, test } from 'vitest';
import { EdgeGrid } from '../../src/build/edge-grid.ts';
import { seeded } from '../worlds.ts';

/** Edges of a few lengths in a town, and some far away or all around it. */
class Crowd {
  readonly xs: number[] = [];
  readonly ys: number[] = [];
  readonly from: number[] = [];
  readonly to: number[] = [];
  private readonly random: () => number;

  constructor(seed: number, edges: number, afar: number) {
    this.random = seeded(seed);
    for (let e = 0; e < edges; e++) {
      const [x, y] = [this.coordinate(20), this.coordinate(20)];
      this.add(x, y, x + this.coordinate(3) - 1.5, y + this.coordinate(3) - 1.5);
    }
    for (const [ax, ay, bx, by] of [[20, 20, afar, 20], [afar, 20, afar, afar], [-afar, -3, afar, 17], [5, -afar, 5, afar]]) if (afar > 0) this.add(ax, ay, bx, by);
  }

  /** Mostly halves, so that edges are horizontal or vertical and points lie on the borders of cells. */
  private coordinate(size: number): number {
    const at = size * this.random();
    return this.random() < 0.5 ? Math.round(2 * at) / 2 : at;
  }

  private add(ax: number, ay: number, bx: number, by: number): void {
    this.from.push(this.xs.push(ax) - 1);
    this.ys.push(ay);
    this.to.push(this.xs.push(bx) - 1);
    this.ys.push(by);
  }

  near(p: number, e: number): number {
    const { xs, ys, from, to } = this;
    const [ax, ay] = [xs[from[e]], ys[from[e]]];
    const [dx, dy] = [xs[to[e]] - ax, ys[to[e]] - ay];
    const t = dx === 0 && dy === 0 ? 0 : Math.max(0, Math.min(1, ((xs[p] - ax) * dx + (ys[p] - ay) * dy) / (dx * dx + dy * dy)));
    return Math.hypot(ax + t * dx - xs[p], ay + t * dy - ys[p]);
  }

  cross(e: number, f: number): boolean {
    const { xs, ys, from, to } = this;
    const side = (a: number, b: number, c: number): number => Math.sign((xs[b] - xs[a]) * (ys[c] - ys[a]) - (ys[b] - ys[a]) * (xs[c] - xs[a]));
    return side(from[e], to[e], from[f]) * side(from[e], to[e], to[f]) < 0 && side(from[f], to[f], from[e]) * side(from[f], to[f], to[e]) < 0;
  }
}

test('edges that meet share a cell, also where a part of the world is crowded', () => {
  for (let seed = 0; seed < runs(40); seed++) {
    const crowd = new Crowd(seed, 200, [0, 100, 1e6][seed % 3]);
    const margin = [0.01, 0.2][seed % 2];
    const cells = new EdgeGrid(crowd.xs, crowd.ys, crowd.from, crowd.to, margin);
    const meetings = new Set<string>();
    for (let cell = 0; cell < cells.count; cell++) {
      for (const e of cells.edges(cell)) {
        for (const f of cells.edges(cell)) meetings.add(`${e} crosses ${f}`);
        for (const p of cells.points(cell)) meetings.add(`${e} passes ${p}`);
      }
    }
    let crossings = 0;
    crowd.from.forEach((_, e) => {
      crowd.from.forEach((__, f) => {
        if (!crowd.cross(e, f)) return;
        crossings++;
        if (!meetings.has(`${e} crosses ${f}`)) throw new Error(`seed ${seed}: edges ${e} and ${f} cross, and share no cell.`);
      });
      crowd.xs.forEach((__, p) => {
        if (crowd.near(p, e) <= margin && !meetings.has(`${e} passes ${p}`)) throw new Error(`seed ${seed}: edge ${e} passes point ${p}, and they share no cell.`);
      });
    });
    expect(crossings).toBeGreaterThan(50);
  }
});

test('a hole that reaches far away does not put a whole town into one cell', () => {
  const comparisons = (afar: number): number => {
    const crowd = new Crowd(1, 4000, afar);
    const cells = new EdgeGrid(crowd.xs, crowd.ys, crowd.from, crowd.to, 1e-6);
    let sum = 0;
    for (let cell = 0; cell < cells.count; cell++) sum += cells.edges(cell).length * (cells.edges(cell).length + cells.points(cell).length);
    return sum;
  };
  const near = comparisons(0);
  for (const afar of [100, 1e4, 1e7]) expect(comparisons(afar) / near, `${afar} away`).toBeLessThan(4);
});
