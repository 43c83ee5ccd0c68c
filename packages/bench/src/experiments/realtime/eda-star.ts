/**
 * EDA* — G. Sharon, A. Felner and N. Sturtevant, "Exponential deepening A* for real-time agent-centered search", AAAI 2014. The agent performs a
 * depth-first search within a bound on f, backtracks at dead ends, and multiplies the bound when everything within it was visited. A step expands one
 * vertex.
 *
 * It backtracks along the arcs that it used, so all arcs must lead both ways.
 */
import type { Graph, Heuristic } from '@pf/graph';
import { NO_VERTEX } from '@pf/graph';

/** The factor between successive bounds. */
const GROWTH = 2;
/** Sums of the same costs in another order differ by rounding, which is no improvement. */
const ROUNDING = 1 - 1e-9;

export class EdaStar {
  position = 0;
  status: 'moving' | 'reached' | 'unreachable' = 'reached';
  cost = 0;
  readonly counters = { expanded: 0 };
  private root = 0;
  private goal = 0;
  private bound = 0;
  /** Whether the bound excluded a vertex in this iteration. */
  private wasCut = false;
  private readonly g: Float64Array;
  private readonly parent: Int32Array;
  private readonly visited: Uint32Array;
  private iteration = 0;
  private readonly to: Uint32Array;
  private readonly arcCost: Float64Array;

  constructor(
    private readonly graph: Graph,
    private readonly heuristic: Heuristic,
  ) {
    this.g = new Float64Array(graph.vertexCount);
    this.parent = new Int32Array(graph.vertexCount);
    this.visited = new Uint32Array(graph.vertexCount);
    this.to = new Uint32Array(graph.maxDegree);
    this.arcCost = new Float64Array(graph.maxDegree);
  }

  begin(start: number, goal: number): void {
    this.position = start;
    this.goal = goal;
    this.cost = 0;
    this.counters.expanded = 0;
    this.status = start === goal ? 'reached' : 'moving';
    this.beginIteration(this.heuristic(start, goal));
  }

  arcsChanged(): void {
    // Each step reads the arcs of its vertex. The agent has used the arcs to parents, so they exist.
  }

  step(): number {
    if (this.status !== 'moving') return this.position;
    const { graph, to, arcCost, g, visited, iteration, position, goal, heuristic } = this;
    this.counters.expanded++;
    const n = graph.successors(position, to, arcCost);
    let best = -1;
    let leastF = Infinity;
    for (let i = 0; i < n; i++) {
      const candidate = g[position] + arcCost[i];
      if (visited[to[i]] === iteration && candidate >= g[to[i]] * ROUNDING) continue;
      const f = candidate + heuristic(to[i], goal);
      if (f > this.bound) this.wasCut = true;
      else if (f < leastF) {
        leastF = f;
        best = i;
      }
    }
    if (best >= 0) this.advance(to[best], arcCost[best]);
    else if (position !== this.root) this.goBack(n);
    else if (this.wasCut) this.beginIteration(this.bound * GROWTH);
    else this.status = 'unreachable';
    return this.position;
  }

  private advance(next: number, cost: number): void {
    this.g[next] = this.g[this.position] + cost;
    this.parent[next] = this.position;
    this.visited[next] = this.iteration;
    this.move(next, cost);
  }

  private goBack(n: number): void {
    const back = this.parent[this.position];
    for (let i = 0; i < n; i++) if (this.to[i] === back) return this.move(back, this.arcCost[i]);
    throw new Error(`There is no arc back from ${this.position} to ${back}.`);
  }

  private move(next: number, cost: number): void {
    this.cost += cost;
    this.position = next;
    if (next === this.goal) this.status = 'reached';
  }

  private beginIteration(bound: number): void {
    this.root = this.position;
    this.bound = Math.max(bound, 1) * (1 + 1e-9);
    this.wasCut = false;
    this.iteration++;
    this.g[this.root] = 0;
    this.parent[this.root] = NO_VERTEX;
    this.visited[this.root] = this.iteration;
  }
}
