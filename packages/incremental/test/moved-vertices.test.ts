import type { Graph, Heuristic } from '@pf/graph';
import { seededRandom } from '@pf/graph';
import { oracleCost } from '@pf/testkit';
import { expect, test } from 'vitest';
import type { Planner } from '../src/index.ts';
import { DStarExtraLite, DStarLite, FringeRetrievingAStar, LPAStar, MovingTargetDStarLite, RepeatedAStar } from '../src/index.ts';

/** Points with roads to those around them. A point can move with its number, as the faces of a mesh do where numbers are used again. */
class Points implements Graph {
  readonly maxDegree = 12;
  version = 0;
  private readonly places: [x: number, y: number][];
  private readonly roads: Map<number, number>[];

  constructor(
    readonly vertexCount: number,
    private readonly random: () => number,
  ) {
    this.places = Array.from({ length: vertexCount }, () => this.anywhere());
    this.roads = this.places.map(() => new Map<number, number>());
    for (let v = 0; v < vertexCount; v++) this.connect(v);
  }

  successors(v: number, to: Uint32Array, cost: Float64Array): number {
    let n = 0;
    for (const [u, length] of this.roads[v]) {
      to[n] = u;
      cost[n++] = length;
    }
    return n;
  }

  predecessors(v: number, to: Uint32Array, cost: Float64Array): number {
    return this.successors(v, to, cost);
  }

  heuristic(): Heuristic {
    return (v, w) => this.distance(v, w);
  }

  /** Moves `v` beside `neighbour` or anywhere; returns the tails of changed roads. */
  move(v: number, neighbour: number): number[] {
    const tails = new Set([v, ...this.roads[v].keys()]);
    for (const u of this.roads[v].keys()) this.roads[u].delete(v);
    this.roads[v].clear();
    const [x, y] = this.places[neighbour];
    this.places[v] = this.random() < 0.6 ? [x + this.random(), y + this.random()] : this.anywhere();
    this.connect(v);
    for (const u of this.roads[v].keys()) tails.add(u);
    this.version++;
    return [...tails];
  }

  private anywhere(): [number, number] {
    return [100 * this.random(), 100 * this.random()];
  }

  private distance(v: number, w: number): number {
    return Math.hypot(this.places[v][0] - this.places[w][0], this.places[v][1] - this.places[w][1]);
  }

  private connect(v: number): void {
    const near = [...this.roads.keys()].filter((u) => u !== v && this.roads[u].size < 7).sort((a, b) => this.distance(a, v) - this.distance(b, v));
    for (const u of near.slice(0, 3)) {
      const cost = this.distance(u, v) * (1 + 0.2 * this.random());
      this.roads[v].set(u, cost);
      this.roads[u].set(v, cost);
    }
  }
}

test('follows vertices that move, also the one where the agent was before', () => {
  const planners = [DStarLite, DStarExtraLite, RepeatedAStar, LPAStar, FringeRetrievingAStar, MovingTargetDStarLite];
  for (let seed = 1; seed <= 300; seed++) {
    const random = seededRandom(seed);
    const points = new Points(60, random);
    const anywhere = (): number => Math.floor(60 * random());
    const pursued: Planner[] = planners.map((Made) => new Made(points));
    const [guide] = pursued;
    const begin = anywhere();
    for (const planner of pursued) planner.begin(begin, 0);
    for (let turn = 0; turn < 15; turn++) {
      for (const planner of pursued) planner.run();
      const before = guide.start;
      const next = guide.next();
      const start = next >= 0 && random() < 0.5 ? next : anywhere();
      for (const planner of pursued) planner.moveTo(start);
      for (const v of [before, anywhere()]) {
        if (v === start || v === 0 || random() < 0.4) continue;
        const tails = points.move(v, start);
        for (const planner of pursued) planner.arcsChanged(tails, tails.length);
      }
      const cost = oracleCost(points, start, 0);
      for (const planner of pursued) {
        planner.run();
        expect(planner.cost, `${planner.constructor.name}, seed ${seed}, turn ${turn}`).toBeCloseTo(cost, 6);
      }
    }
  }
});
