/**
 * Subgoal trees — C. Hernández and J. Baier, "Fast subgoaling for pathfinding via real-time search", ICAPS 2011, Algorithm 2, in a
 * variant that is optimal by construction.
 *
 * A vertex takes the subgoal of a neighbour on a cheapest path to the goal if the estimate to that subgoal is exact and a greedy walk
 * reaches it. If no neighbour qualifies, one of them becomes a subgoal. So an agent that walks greedily from
 * subgoal to subgoal follows a cheapest path and never learns.
 *
 * Departures: the greedy walk is part of the test, with the agent's tie-breaking (`greedyStep`). The test is made when a vertex
 * is closed, over all its neighbours on cheapest paths, which keeps the trees small. `publishedSubgoalTree` is the paper's version.
 */
import type { Graph, Heuristic } from '@pf/graph';
import { NO_VERTEX } from '@pf/graph';
import { checkVertex, lastingHeuristic, OctileClimb } from '@pf/graph/kit';
import { followsCanonicalOrder } from '../canonical-flood.ts';
import type { GoalDistances } from './goal-distances.ts';
import { GeneralDistances } from './goal-distances.ts';
import { OctileDistances } from './octile-distances.ts';

/** The subgoals of one goal: node 0 is the goal, and a node's parent is the next subgoal. */
export interface SubgoalTree {
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
 * costs so small that they vanish in the rounding of the distance to the goal.
 *
 * @example
 * ```ts
 * import { Grid } from '@pf/grid';
 * import { SubgoalTreeBuilder } from '@pf/preprocess';
 *
 * const grid = Grid.fromRows(['...', '.#.', '...'], { movement: 'four' });
 * const builder = new SubgoalTreeBuilder(grid);
 * const tree = builder.build(grid.vertex(2, 1));
 * // From the cell west of the wall the way leads round a corner, which is the one subgoal.
 * tree.vertices.length; // → 2
 * ```
 */
export class SubgoalTreeBuilder {
  private readonly graph: Graph;
  private readonly heuristic: Heuristic;
  private ground: GoalDistances;
  private readonly climb: OctileClimb | undefined;
  private octile: OctileDistances | undefined;
  private general: GeneralDistances | undefined;
  /** Subgoal by vertex. */
  private readonly sub: Int32Array;
  /** By vertex: its node in the tree, if it has one. */
  private readonly node: Int32Array;

  constructor(graph: Graph, heuristic: Heuristic = lastingHeuristic(graph)) {
    this.graph = graph;
    this.heuristic = heuristic;
    this.climb = OctileClimb.of(graph, heuristic);
    this.ground = this.fitting();
    this.sub = new Int32Array(graph.vertexCount).fill(NO_VERTEX);
    this.node = new Int32Array(graph.vertexCount).fill(NO_VERTEX);
  }

  build(goal: number): SubgoalTree {
    checkVertex(this.graph, goal, 'goal');
    const { sub, node } = this;
    const vertices = [goal];
    const parents = [0];
    sub[goal] = goal;
    node[goal] = 0;
    this.ground = this.fitting();
    try {
      this.ground.run(goal, sub, (v) => {
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
    return arrange(vertices, parents, this.heuristic);
  }

  /** Distances that fit the current graph: edits may add or remove terrain and one-way cells. */
  private fitting(): GoalDistances {
    const { graph, heuristic, climb } = this;
    if (climb?.holds === true && followsCanonicalOrder(graph) && OctileDistances.fits(graph)) return (this.octile ??= new OctileDistances(graph, climb));
    return (this.general ??= new GeneralDistances(graph, heuristic));
  }

  /** Subgoal of a vertex: a neighbour's if it works, else a neighbour that is one, else the first neighbour, which becomes one. */
  private choose(v: number): number {
    const { ground, sub, node } = this;
    let neighbour = NO_VERTEX;
    for (let i = 0, p = ground.parent(v, 0); p !== NO_VERTEX; p = ground.parent(v, ++i)) {
      if (this.leads(v, sub[p])) return sub[p];
      if (neighbour === NO_VERTEX || (node[neighbour] === NO_VERTEX && node[p] !== NO_VERTEX)) {
        if (this.leads(v, p)) neighbour = p;
      }
    }
    if (neighbour === NO_VERTEX) throw this.noSubgoal(v);
    return neighbour;
  }

  /** The error for a vertex that can have no subgoal. */
  private noSubgoal(v: number): Error {
    if (this.ground.parent(v, 0) === NO_VERTEX) {
      return new Error(`The arcs with which the cheapest ways from ${v} begin cost nothing, or so little that it is lost in the rounding of the whole: subgoal trees need a world whose costs lie closer together.`);
    }
    const needs = 'subgoal trees need a world where it is, such as a grid without terrain costs whose diagonals cost less than two straight steps';
    return new Error(`The estimate between ${v} and the neighbours on its cheapest ways is not the cost of the arcs: ${needs}.`);
  }

  /** Whether a greedy walk from `v` reaches `subgoal` at the cheapest cost. */
  private leads(v: number, subgoal: number): boolean {
    const { ground, sub } = this;
    if (!ground.isExact(v, subgoal)) return false;
    // What pursues the same subgoal has been found to arrive. Steps lead to vertices that come before in the order, whose subgoals are known.
    let w = ground.step(v, subgoal);
    while (w !== subgoal && w !== NO_VERTEX && sub[w] !== subgoal) w = ground.step(w, subgoal);
    return w !== NO_VERTEX;
  }
}

/** A tree of nodes in any order but for the goal, which comes first, level by level; `between` is what it costs from a node to its parent. */
export function arrange(vertices: ArrayLike<number>, parents: ArrayLike<number>, between: (vertex: number, parent: number) => number): SubgoalTree {
  const count = vertices.length;
  // The nodes as they are given, in the order of their parents, and where those of each parent begin.
  const begin = new Int32Array(count + 2);
  for (let node = 1; node < count; node++) begin[parents[node] + 2]++;
  for (let node = 2; node < begin.length; node++) begin[node] += begin[node - 1];
  const byParent = new Int32Array(count);
  for (let node = 1; node < count; node++) byParent[begin[parents[node] + 1]++] = node;
  const given = new Int32Array(count);
  const tree = { vertices: new Int32Array(count), parents: new Int32Array(count), children: new Int32Array(count + 1), costs: new Float64Array(count) };
  tree.vertices[0] = vertices[0];
  let next = 1;
  for (let node = 0; node < count; node++) {
    tree.children[node] = next;
    const v = tree.vertices[node];
    const end = begin[given[node] + 1];
    for (let i = begin[given[node]]; i < end; i++, next++) {
      given[next] = byParent[i];
      tree.vertices[next] = vertices[byParent[i]];
      tree.parents[next] = node;
      tree.costs[next] = tree.costs[node] + between(tree.vertices[next], v);
    }
  }
  tree.children[count] = next;
  return tree;
}
