import type { Graph, Heuristic } from '@pf/graph';
import { NO_VERTEX } from '@pf/graph';
import { checkRead, nextStamp } from '@pf/graph/kit';
import type { IdealTree } from './ideal-tree.ts';

/**
 * The world in which an agent searches for the ideal tree. Every arc that enters the tree leads to the goal, at the same cost. So an agent that walks to the goal
 * walks to the nearest vertex of the tree. Vertices with an infinite estimate are left out. Memory: 16 bytes a vertex.
 */
export class TreeTarget implements Graph {
  readonly vertexCount: number;
  /** The goal has as many predecessors as there are entries to the tree. */
  readonly maxDegree: number;
  private goal = NO_VERTEX;
  /** Vertices read in this step whose arcs enter the tree, the cost of the cheapest such arc, and by vertex the last step that listed it. */
  private readonly doors: Uint32Array;
  private readonly doorCost: Float64Array;
  private readonly listed: Uint32Array;
  private doorCount = 0;
  private stepNumber = 0;

  constructor(
    private readonly graph: Graph,
    private readonly tree: IdealTree,
    /** Not named `heuristic`, since agents use a property of that name by default. */
    private readonly estimate: Heuristic,
  ) {
    this.vertexCount = graph.vertexCount;
    this.maxDegree = Math.max(graph.maxDegree, graph.vertexCount);
    this.doors = new Uint32Array(graph.vertexCount);
    this.doorCost = new Float64Array(graph.vertexCount);
    this.listed = new Uint32Array(graph.vertexCount);
  }

  begin(goal: number): void {
    this.goal = goal;
    this.beginStep();
  }

  /** Call before each step of the agent. */
  beginStep(): void {
    this.doorCount = 0;
    this.stepNumber = nextStamp(this.listed, this.stepNumber);
  }

  successors(v: number, to: Uint32Array, cost: Float64Array): number {
    const { graph, tree, goal, estimate } = this;
    const n = graph.successors(v, to, cost);
    checkRead(this.vertexCount, v, n, to, cost);
    // The constructor of an agent reads the costs of all arcs.
    if (goal === NO_VERTEX) return n;
    let kept = 0;
    let least = Infinity;
    for (let i = 0; i < n; i++) {
      const u = to[i];
      const isDoor = tree.has(u);
      if (!isDoor && estimate(u, goal) === Infinity) continue;
      if (isDoor) least = Math.min(least, cost[i]);
      to[kept] = isDoor ? goal : u;
      cost[kept++] = cost[i];
    }
    if (least < Infinity) this.list(v, least);
    return kept;
  }

  /** For the goal, only predecessors read in this step: agents read no others. */
  predecessors(v: number, to: Uint32Array, cost: Float64Array): number {
    if (v !== this.goal) return this.graph.predecessors(v, to, cost);
    for (let i = 0; i < this.doorCount; i++) {
      to[i] = this.doors[i];
      cost[i] = this.doorCost[i];
    }
    return this.doorCount;
  }

  private list(v: number, cost: number): void {
    if (this.listed[v] === this.stepNumber) return;
    this.listed[v] = this.stepNumber;
    this.doors[this.doorCount] = v;
    this.doorCost[this.doorCount++] = cost;
  }
}
