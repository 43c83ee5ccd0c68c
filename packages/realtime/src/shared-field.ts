/**
 * Dijkstra's algorithm backwards from one goal, stopped as soon as everybody who asked is settled and resumed when somebody else asks: the
 * characters that share a goal share its work, each walking down the same tree.
 */
import type { Graph } from '@pf/graph';
import { NO_VERTEX } from '@pf/graph';
import { BinaryHeap } from '@pf/queues';
import { ArcBuffer } from './agent.ts';

/** The tree of cheapest ways to one goal, as far as it has grown: 36 bytes a vertex. */
export class SharedField {
  /** The goal whose tree this is; NO_VERTEX before the first. */
  goal = NO_VERTEX;
  /** True from a change of what the tree has reached until the field is begun again. */
  stale = false;
  /** How many characters follow it. */
  users = 0;
  private readonly graph: Graph;
  private readonly arcs: ArcBuffer;
  private readonly open: BinaryHeap;
  private readonly g: Float64Array;
  private readonly towards: Int32Array;
  private readonly reached: Uint32Array;
  private generation = 0;

  constructor(graph: Graph) {
    this.graph = graph;
    this.arcs = new ArcBuffer(graph);
    this.open = new BinaryHeap(graph.vertexCount);
    this.g = new Float64Array(graph.vertexCount);
    this.towards = new Int32Array(graph.vertexCount);
    this.reached = new Uint32Array(graph.vertexCount);
  }

  begin(goal: number): void {
    this.goal = goal;
    this.stale = false;
    this.generation++;
    this.open.clear();
    this.reach(goal, 0, NO_VERTEX);
  }

  /** Grows until `v` is settled or nothing is left to settle; returns how many vertices it expanded, `budget` at most. */
  growTo(v: number, budget: number): number {
    const { graph, open, g, reached, generation } = this;
    const { to, cost } = this.arcs;
    let expansions = 0;
    while (expansions < budget && open.size > 0 && !this.knows(v)) {
      const u = open.pop();
      expansions++;
      const n = graph.predecessors(u, to, cost);
      for (let i = 0; i < n; i++) {
        const candidate = g[u] + cost[i];
        if (reached[to[i]] !== generation || candidate < g[to[i]]) this.reach(to[i], candidate, u);
      }
    }
    return expansions;
  }

  /** Whether it has grown as far as it can. */
  get isWhole(): boolean {
    return this.open.size === 0;
  }

  /** Whether it is certain how to get from `v` to the goal, or that there is no way. */
  knows(v: number): boolean {
    return this.isWhole || (this.reached[v] === this.generation && !this.open.has(v));
  }

  /** The next vertex on the way from `v`, once that is known; NO_VERTEX at the goal and where there is no way. */
  next(v: number): number {
    return this.reached[v] === this.generation ? this.towards[v] : NO_VERTEX;
  }

  /** A change at a vertex that the tree has reached makes the whole stale. */
  arcsChanged(tails: ArrayLike<number>, n: number): void {
    for (let i = 0; i < n && !this.stale; i++) this.stale = this.reached[tails[i]] === this.generation;
    // Where the field had grown as far as it could, any change may open a way into it.
    if (n > 0 && this.isWhole) this.stale = true;
  }

  private reach(v: number, g: number, towards: number): void {
    this.reached[v] = this.generation;
    this.g[v] = g;
    this.towards[v] = towards;
    this.open.update(v, g);
  }
}
