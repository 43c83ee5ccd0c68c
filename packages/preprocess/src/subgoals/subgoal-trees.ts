/**
 * Subgoal trees — C. Hernández and J. Baier, "Fast subgoaling for pathfinding via real-time search", ICAPS 2011, Algorithm 2, in a
 * variant that is optimal by construction.
 *
 * A vertex takes the subgoal of a neighbour on a cheapest path to the goal, if it can: the estimate to that subgoal is exact, and a greedy
 * walk reaches it. If no neighbour has such a subgoal, one of them becomes one. So an agent that walks greedily from
 * subgoal to subgoal follows a cheapest path and never learns.
 *
 * Departures: the greedy walk is part of the test, with the agent's tie-breaking (`greedyStep`). The test is made when a vertex
 * is closed, over all its neighbours on cheapest paths, which keeps the trees small. `publishedSubgoalTree` is the paper's version.
 */
import type { Graph, Heuristic } from '@pf/graph';
import { fingerprint, NO_VERTEX } from '@pf/graph';
import { checkFit, checkVertex, checkWorld, isLive, lastingHeuristic, OctileClimb } from '@pf/graph/kit';
import type { BuiltFor } from '../artifact/world-fingerprint.ts';
import { followsCanonicalOrder } from '../canonical-flood.ts';
import type { GoalDistances } from './goal-distances.ts';
import { GeneralDistances } from './goal-distances.ts';
import { OctileDistances } from './octile-distances.ts';

/** The subgoals of one goal: node 0 is the goal, and a node's parent is the next subgoal. */
export interface SubgoalTree extends BuiltFor {
  /** The vertex of each node; node 0 is the goal. */
  readonly vertices: Int32Array;
  /** The next subgoal after each node; the goal's own parent is 0. */
  readonly parents: Int32Array;
  /** The children of node i are the nodes from `children[i]` up to but not including `children[i + 1]`. */
  readonly children: Int32Array;
  /** The cost from each node to the goal. */
  readonly costs: Float64Array;
}

/**
 * Builds subgoal trees for one goal at a time, on the current graph, with the graph's own or another heuristic.
 *
 * The estimate between neighbours must equal the cost of the arc, as on grids without terrain costs whose diagonals cost less than two straight steps. Throws for
 * costs so small that rounding of the distance to the goal hides them.
 *
 * @example
 * ```ts
 * import { Grid } from '@pf/grid';
 * import { SubgoalTreeBuilder } from '@pf/preprocess';
 *
 * const grid = Grid.fromRows(['...', '.#.', '...'], { movement: 'four' });
 * const builder = new SubgoalTreeBuilder(grid);
 * const tree = builder.build(grid.vertex(2, 1));
 * // The path from the cell west of the wall leads around a corner, the only subgoal.
 * tree.vertices.length; // → 2
 * ```
 */
export class SubgoalTreeBuilder {
  private readonly graph: Graph;
  private readonly heuristic: Heuristic;
  private readonly degree: number;
  private distances: GoalDistances;
  private readonly climb: OctileClimb | undefined;
  private octile: OctileDistances | undefined;
  private general: GeneralDistances | undefined;
  /** Subgoal by vertex. */
  private readonly sub: Int32Array;
  /** By vertex: its node in the tree, if it has one. */
  private readonly node: Int32Array;
  /** The graph's fingerprint and the version that it is of. */
  private world = '';
  private version: number | undefined;

  constructor(graph: Graph, heuristic: Heuristic = lastingHeuristic(graph)) {
    checkWorld(graph, 'SubgoalTreeBuilder');
    this.graph = graph;
    this.heuristic = heuristic;
    this.degree = graph.maxDegree;
    this.climb = OctileClimb.of(graph, heuristic);
    this.distances = this.fitting();
    this.sub = new Int32Array(graph.vertexCount).fill(NO_VERTEX);
    this.node = new Int32Array(graph.vertexCount).fill(NO_VERTEX);
  }

  build(goal: number): SubgoalTree {
    checkFit(this.graph, 'builder of subgoal trees', this.sub.length, this.degree);
    checkVertex(this.graph, goal, 'goal');
    const { sub, node } = this;
    const vertices = [goal];
    const parents = [0];
    sub[goal] = goal;
    node[goal] = 0;
    this.distances = this.fitting();
    try {
      this.distances.run(goal, sub, (v) => {
        const chosen = this.choose(v);
        if (node[chosen] === NO_VERTEX) {
          node[chosen] = vertices.push(chosen) - 1;
          parents.push(node[sub[chosen]]);
        }
        return chosen;
      });
    } finally {
      for (const v of vertices) node[v] = NO_VERTEX;
    }
    return { ...arrange(vertices, parents, this.heuristic), world: this.fingerprint() };
  }

  /** The graph's fingerprint, computed once for each version; for each tree if the graph is a view whose arcs may change without one. */
  private fingerprint(): string {
    const { graph, version } = this;
    if (version === undefined || version !== graph.version || isLive(graph)) this.world = fingerprint(graph);
    this.version = graph.version;
    return this.world;
  }

  /** Distances that fit the current graph: edits may add or remove terrain and one-way cells. */
  private fitting(): GoalDistances {
    const { graph, heuristic, climb } = this;
    if (climb?.holds === true && followsCanonicalOrder(graph) && OctileDistances.fits(graph)) return (this.octile ??= new OctileDistances(graph, climb));
    return (this.general ??= new GeneralDistances(graph, heuristic));
  }

  /** Subgoal of a vertex: a neighbour's if that works; else a neighbour that is a subgoal; else the first neighbour, which becomes one. */
  private choose(v: number): number {
    const { distances, sub, node } = this;
    let neighbour = NO_VERTEX;
    for (let i = 0, p = distances.parent(v, 0); p !== NO_VERTEX; p = distances.parent(v, ++i)) {
      if (this.leads(v, sub[p])) return sub[p];
      if (neighbour === NO_VERTEX || (node[neighbour] === NO_VERTEX && node[p] !== NO_VERTEX)) {
        if (this.leads(v, p)) neighbour = p;
      }
    }
    if (neighbour === NO_VERTEX) throw this.noSubgoal(v);
    return neighbour;
  }

  /** The error for a vertex that cannot have a subgoal. */
  private noSubgoal(v: number): Error {
    if (this.distances.parent(v, 0) === NO_VERTEX) {
      return new Error(`The first arcs of the cheapest paths from ${v} cost nothing, or too little to change the rounded cost of the path: subgoal trees need arc costs of similar size.`);
    }
    const needs = 'subgoal trees need a world where it is, such as a grid without terrain costs whose diagonals cost less than two straight steps';
    return new Error(`The estimate between ${v} and the neighbours on its cheapest paths is not the cost of the arcs: ${needs}.`);
  }

  /** Whether a greedy walk from `v` reaches `subgoal` at the cheapest cost. */
  private leads(v: number, subgoal: number): boolean {
    const { distances, sub } = this;
    if (!distances.isExact(v, subgoal)) return false;
    // A vertex with the same subgoal is known to reach it. Every step leads to a vertex that was closed earlier, whose subgoal is known.
    let w = distances.step(v, subgoal);
    while (w !== subgoal && w !== NO_VERTEX && sub[w] !== subgoal) w = distances.step(w, subgoal);
    return w !== NO_VERTEX;
  }
}

/** Arranges nodes level by level. The goal comes first; the others may have any order. `between` returns the cost from a node to its parent. */
export function arrange(vertices: ArrayLike<number>, parents: ArrayLike<number>, between: (vertex: number, parent: number) => number): SubgoalTree {
  const count = vertices.length;
  // The nodes sorted by parent, and where the children of each parent begin.
  const begin = new Int32Array(count + 2);
  for (let node = 1; node < count; node++) begin[parents[node] + 2]++;
  for (let node = 2; node < begin.length; node++) begin[node] += begin[node - 1];
  const byParent = new Int32Array(count);
  for (let node = 1; node < count; node++) byParent[begin[parents[node] + 1]++] = node;
  const original = new Int32Array(count);
  const tree = { vertices: new Int32Array(count), parents: new Int32Array(count), children: new Int32Array(count + 1), costs: new Float64Array(count) };
  tree.vertices[0] = vertices[0];
  let next = 1;
  for (let node = 0; node < count; node++) {
    tree.children[node] = next;
    const v = tree.vertices[node];
    const end = begin[original[node] + 1];
    for (let i = begin[original[node]]; i < end; i++, next++) {
      original[next] = byParent[i];
      tree.vertices[next] = vertices[byParent[i]];
      tree.parents[next] = node;
      tree.costs[next] = tree.costs[node] + between(tree.vertices[next], v);
    }
  }
  tree.children[count] = next;
  return tree;
}
