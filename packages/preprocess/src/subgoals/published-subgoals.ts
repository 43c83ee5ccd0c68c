/**
 * Subgoal trees as published — C. Hernández and J. Baier, "Fast subgoaling for pathfinding via real-time search", ICAPS 2011, Algorithm 2. For
 * comparison; `SubgoalTreeBuilder` builds optimal trees.
 *
 * Interpretation of lines 17 to 20: when s, being expanded, improves s' and g_sub(s) + c differs from h(s', Sub(s)), s becomes a subgoal, a child of
 * the old Sub(s), and Sub(s) = s from then on. Departures: Sub(s) ≠ s is tested; by default, comparisons of sums allow for rounding.
 */
import type { Graph, Heuristic } from '@pf/graph';
import { NO_VERTEX } from '@pf/graph';
import { checkHeuristic, checkOption, checkOptions, checkVertex, checkWorld } from '@pf/graph/kit';
import { BinaryHeap } from '@pf/queues';
import { builtFor } from '../artifact/world-fingerprint.ts';
import type { SubgoalTree } from './subgoal-trees.ts';
import { arrange } from './subgoal-trees.ts';
import { addsUp } from './goal-distances.ts';

/** Options of `publishedSubgoalTree`. */
export interface PublishedTreeOptions {
  /**
   * How costs are compared with estimates. `rounded`: differences by rounding are ignored. `exact`: they count, as the paper says, which gives trees of many more
   * nodes if costs are fractions. Default 'rounded'.
   */
  readonly sums?: 'rounded' | 'exact' | undefined;
}

/**
 * Builds the tree of one goal by the published algorithm.
 *
 * @example
 * ```ts
 * import { Grid } from '@pf/grid';
 * import { publishedSubgoalTree } from '@pf/preprocess';
 *
 * const grid = Grid.fromRows(['...', '.#.', '...'], { movement: 'four' });
 * publishedSubgoalTree(grid, grid.heuristic(), grid.vertex(2, 1)).vertices[0] === grid.vertex(2, 1); // → true
 * ```
 */
export function publishedSubgoalTree(graph: Graph, heuristic: Heuristic, goal: number, options: PublishedTreeOptions = {}): SubgoalTree {
  checkWorld(graph, 'publishedSubgoalTree');
  checkOptions(options, ['sums'], 'publishedSubgoalTree');
  const { sums = 'rounded' } = options;
  checkOption('sums', sums, ['rounded', 'exact']);
  const isSum: typeof addsUp = sums === 'exact' ? (part, rest, whole) => part + rest === whole : addsUp;
  checkHeuristic(heuristic);
  checkVertex(graph, goal, 'goal');
  const n = graph.vertexCount;
  const g = new Float64Array(n).fill(Infinity);
  const gSub = new Float64Array(n);
  const sub = new Int32Array(n).fill(NO_VERTEX);
  const parent = new Int32Array(n).fill(NO_VERTEX);
  const arc = new Float64Array(n);
  const node = new Int32Array(n).fill(NO_VERTEX);
  const open = new BinaryHeap(n);
  const to = new Uint32Array(graph.maxDegree);
  const cost = new Float64Array(graph.maxDegree);
  const vertices = [goal];
  const parents = [0];
  g[goal] = 0;
  sub[goal] = goal;
  node[goal] = 0;
  open.push(goal, 0);
  while (open.size > 0) {
    const s = open.pop();
    if (s !== goal) {
      sub[s] = sub[parent[s]];
      gSub[s] = gSub[parent[s]] + arc[s];
    }
    const arcs = graph.predecessors(s, to, cost);
    for (let i = 0; i < arcs; i++) {
      const next = to[i];
      if (g[next] <= g[s] + cost[i]) continue;
      g[next] = g[s] + cost[i];
      parent[next] = s;
      arc[next] = cost[i];
      if (sub[s] !== s && !isSum(cost[i], gSub[s], heuristic(next, sub[s]))) {
        node[s] = vertices.push(s) - 1;
        parents.push(node[sub[s]]);
        sub[s] = s;
        gSub[s] = 0;
      }
      open.update(next, g[next]);
    }
  }
  return builtFor(graph, arrange(vertices, parents, (v, next) => g[v] - g[next]));
}
