import { describe, expect, test } from 'vitest';
import type { ContractGrid, ContractSearch, Digraph, OracleGraph, World, WorldArc } from '../src/index.ts';
import { optimalSearchContract, worldArcs, worldCost, worldSteps } from '../src/index.ts';
import { clauses } from '../src/optimal-search-contract.ts';

/** A graph from a list of arcs. */
class ListGraph implements OracleGraph {
  arcs: readonly WorldArc[];
  constructor(
    readonly vertexCount: number,
    arcs: readonly WorldArc[],
  ) {
    this.arcs = arcs;
  }
  get maxDegree(): number {
    return Math.max(8, this.arcs.length);
  }
  successors(v: number, to: Uint32Array, cost: Float64Array): number {
    return this.write(0, v, to, cost);
  }
  predecessors(v: number, to: Uint32Array, cost: Float64Array): number {
    return this.write(1, v, to, cost);
  }
  private write(from: 0 | 1, v: number, to: Uint32Array, cost: Float64Array): number {
    const mine = this.arcs.filter((arc) => arc[from] === v);
    mine.forEach((arc, i) => {
      to[i] = arc[1 - from];
      cost[i] = arc[2];
    });
    return mine.length;
  }
}

class ListGrid extends ListGraph implements ContractGrid {
  constructor(private world: World) {
    super(world.width * world.height, worldArcs(world));
  }
  vertex(x: number, y: number): number {
    return y * this.world.width + x;
  }
  x(v: number): number {
    return v % this.world.width;
  }
  y(v: number): number {
    return Math.floor(v / this.world.width);
  }
  isFree(x: number, y: number): boolean {
    return worldCost(this.world, x, y) > 0;
  }
  setCost(x: number, y: number, cost: number): void {
    const rows = this.world.rows.map((row, j) => (j === y ? row.slice(0, x) + (cost === 0 ? '#' : String(cost)) + row.slice(x + 1) : row));
    this.world = { ...this.world, rows };
    this.arcs = worldArcs(this.world);
  }
  heuristic(): (v: number, goal: number) => number {
    const { straight } = worldSteps(this.world);
    return (v, goal) => (Math.max(Math.abs(this.x(v) - this.x(goal)), Math.abs(this.y(v) - this.y(goal))) * straight) / 2;
  }
}

/** A simple correct A*: a linear scan for the lowest f. `flaw` selects a fault. */
class ScanSearch implements ContractSearch {
  counters = { expanded: 0, generated: 0, reopened: 0, queueOperations: 0 };
  private readonly g: number[];
  private readonly parent: number[];
  private readonly arcs: readonly WorldArc[];
  private end = -1;
  private cost = Infinity;

  constructor(
    private readonly graph: ListGraph,
    private readonly h: (v: number, goal: number) => number,
    private readonly flaw?: Flaw,
  ) {
    this.g = Array<number>(graph.vertexCount).fill(Infinity);
    this.parent = Array<number>(graph.vertexCount).fill(-1);
    this.arcs = graph.arcs;
  }

  search(start: number, goal: number): number {
    const { graph, h, g, parent, counters, flaw } = this;
    for (const v of [start, goal]) {
      if (flaw === 'takes any vertex' || (Number.isInteger(v) && v >= 0 && v < graph.vertexCount)) continue;
      throw new RangeError(flaw === 'omits the value' ? 'No.' : `${v} is no vertex.`);
    }
    if (flaw !== 'counters add up') Object.assign(counters, { expanded: 0, generated: 0, reopened: 0, queueOperations: 0 });
    if (flaw !== 'keeps old labels') g.fill(Infinity);
    parent.fill(-1);
    this.end = flaw === 'gives the last path again' ? this.end : -1;
    this.cost = Infinity;
    const open = new Set([start]);
    g[start] = 0;
    while (open.size > 0) {
      const weight = flaw === 'overrates the estimate' ? 5 : 1;
      const v = [...open].reduce((best, u) => (g[u] + weight * h(u, goal) < g[best] + weight * h(best, goal) ? u : best));
      open.delete(v);
      if (v === goal) {
        this.end = v;
        this.cost = flaw === 'forgets the last step' && parent[v] !== -1 ? g[parent[v]] : g[v];
        return this.cost;
      }
      counters.expanded += flaw === 'counts halves' ? 0.5 : 1;
      const arcs = flaw === 'remembers the map' ? this.arcs : graph.arcs;
      for (const [from, to, cost] of arcs) {
        if (from !== v || g[v] + cost >= g[to]) continue;
        g[to] = g[v] + cost;
        parent[to] = v;
        open.add(to);
        counters.generated++;
      }
    }
    return flaw === 'gives −1 without a path' ? -1 : Infinity;
  }

  path(out: Uint32Array): number {
    const vertices: number[] = [];
    for (let v = this.end; v !== -1; v = this.parent[v]) vertices.push(v);
    if (this.flaw !== 'goes from goal to start') vertices.reverse();
    if (this.flaw === 'leaves out the start' && vertices.length > 1) vertices.shift();
    if (this.flaw === 'skips a cell' && vertices.length > 2) vertices.splice(1, 1);
    out.set(vertices);
    return vertices.length;
  }
}

const flaws = [
  'overrates the estimate', 'keeps old labels', 'gives the last path again', 'forgets the last step', 'remembers the map', 'gives −1 without a path',
  'goes from goal to start', 'leaves out the start', 'skips a cell', 'counts halves', 'counters add up', 'takes any vertex', 'omits the value',
] as const;
type Flaw = (typeof flaws)[number];

const subjects = { grid: (world: World): ListGrid => new ListGrid(world), graph: ({ vertexCount, arcs }: Digraph): ListGraph => new ListGraph(vertexCount, arcs), worlds: { maxSize: 6, sides: true }, runs: 100 };

optimalSearchContract('a plain search', (graph: ListGraph, h) => new ScanSearch(graph, h), subjects);

describe('the contract of optimal searches detects a search that', () => {
  for (const flaw of flaws) {
    test(flaw, () => {
      const broken = Object.values(clauses((graph: ListGraph, h) => new ScanSearch(graph, h, flaw), subjects)).filter((check) => {
        try {
          check();
        } catch {
          return true;
        }
        return false;
      });
      expect(broken.length).toBeGreaterThan(0);
    });
  }

  test('is wrong, and shows the world with start and goal', () => {
    const { 'on worlds of every kind': check } = clauses((graph: ListGraph, h) => new ScanSearch(graph, h, 'leaves out the start'), subjects);
    try {
      check();
      expect.unreachable();
    } catch (error) {
      const report = error as Error;
      expect(report.message).toContain('seed: 1959');
      expect((report.cause as Error).message).toMatch(/wrong ends\n(2×1|1×2), .*\n(ST|TS|S\nT|T\nS)$/);
    }
  });
});
