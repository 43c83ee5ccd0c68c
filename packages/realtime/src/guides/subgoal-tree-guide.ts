/**
 * Subgoal trees — C. Hernández and J. Baier, "Fast subgoaling for pathfinding via real-time search", ICAPS 2011, Algorithm 3.
 *
 * Departures, each an option whose default gives the better path:
 * - The first subgoal has the lowest estimate + cost to the goal of those that a greedy walk reaches at exactly the estimated cost. The paper takes the one
 *   with the lowest estimate, even behind a long wall, and then has to learn a path around it.
 * - The subgoal changes only when it is reached. In the paper it changes at every node of the tree on the path, which can lead in a circle for ever.
 */
import type { Graph, Heuristic } from '@pf/graph';
import { NO_VERTEX } from '@pf/graph';
import { ArcBuffer, checkHeuristic, checkOption, checkOptions, checkWorld, greedyStep, lastingHeuristic, OctileClimb } from '@pf/graph/kit';
import { LazyHeap } from '@pf/queues';
import { LookaheadLimit } from '../agents/lookahead-limit.ts';
import type { Guide } from '../guide.ts';

/** The subgoals on the paths to one goal. Node 0 is the goal; the parent of a node is the next subgoal. */
export interface SubgoalTree {
  /** The vertex of each node. */
  readonly vertices: ArrayLike<number>;
  /** The parent of each node; that of the goal is 0. */
  readonly parents: ArrayLike<number>;
  /** The first child of each node, and one more entry for the end: the children of node i are `children[i]` to `children[i + 1]` − 1. */
  readonly children: ArrayLike<number>;
  /** The cost from the node to the goal. */
  readonly costs: ArrayLike<number>;
  /** The `fingerprint` of the graph that it was built for. If undefined, it counts as built for the present graph. */
  readonly world?: string | undefined;
}

/** Options of `SubgoalTreeGuide`. The defaults give cheapest paths; the other values are the published rules. */
export interface SubgoalTreeGuideOptions {
  /** The heuristic with which the tree was built. Default: that of the graph. */
  readonly heuristic?: Heuristic | undefined;
  /**
   * The choice of the first subgoal. `cheapest-walk`: of those that a simulated greedy walk reaches, the one on the cheapest path. `nearest-walk`: of those, the
   * one with the least estimate. `nearest`: the one with the least estimate, without a walk (the paper's rule, expensive if a wall lies between).
   * Default 'cheapest-walk', which needs optimal trees: with others, it may find no subgoal although a path exists.
   */
  readonly start?: 'cheapest-walk' | 'nearest-walk' | 'nearest' | undefined;
  /**
   * When the subgoal changes: `at-subgoal`, when it is reached; `at-any-node`, at every node of the tree on the path (the paper's rule, which
   * can lead in circles). Default 'at-subgoal'.
   */
  readonly change?: 'at-subgoal' | 'at-any-node' | undefined;
}

/**
 * Leads an agent along a tree of subgoals to its goal. With optimal trees and the default options, the agent walks a cheapest path and learns nothing, and no
 * path exists if no walk succeeds.
 *
 * @example
 * ```ts
 * import { CompressedGraph } from '@pf/graph';
 * import { SubgoalTreeGuide } from '@pf/realtime';
 *
 * const graph = new CompressedGraph(3, [[0, 1, 1], [1, 2, 1]]);
 * const tree = { vertices: [2], parents: [0], children: [1, 1], costs: [0] };
 * const guide = new SubgoalTreeGuide(graph, () => tree, { heuristic: (v, goal) => Math.abs(goal - v) });
 * guide.begin(0, 2);
 * guide.prepare(Infinity); // → true
 * guide.next(0, -1, 2); // → 2
 * ```
 */
export class SubgoalTreeGuide implements Guide {
  readonly steady: boolean;
  private readonly graph: Graph;
  private readonly treeOf: (goal: number) => SubgoalTree | undefined;
  private readonly heuristic: Heuristic;
  private readonly climb: OctileClimb | undefined;
  private readonly from: NonNullable<SubgoalTreeGuideOptions['start']>;
  /** By vertex: its node, if the node has this vertex. Empty with `at-subgoal`. */
  private readonly nodeAt: Int32Array;
  private readonly arcs: ArcBuffer;
  private readonly candidates = new LazyHeap(256);
  private readonly limit = new LookaheadLimit();
  private tree: SubgoalTree | undefined;
  /** The present node; NO_VERTEX if no node can be reached. */
  private node = NO_VERTEX;
  private start = NO_VERTEX;
  /** The simulated walk: its vertex, the offset to its end, and the cost left to it. */
  private walker = NO_VERTEX;
  private dx = 0;
  private dy = 0;
  private left = 0;
  /** Whether walks are computed from coordinates. */
  private fast = false;

  /** `treeOf(goal)` returns the tree of a goal. If it returns undefined, the agent walks to the goal itself. */
  constructor(graph: Graph, treeOf: (goal: number) => SubgoalTree | undefined, options: SubgoalTreeGuideOptions = {}) {
    checkWorld(graph, 'A guide');
    checkOptions(options, ['heuristic', 'start', 'change'], 'SubgoalTreeGuide');
    const { heuristic = lastingHeuristic(graph), start = 'cheapest-walk', change = 'at-subgoal' } = options;
    checkHeuristic(heuristic);
    checkOption('start', start, ['cheapest-walk', 'nearest-walk', 'nearest']);
    checkOption('change', change, ['at-subgoal', 'at-any-node']);
    this.graph = graph;
    if (typeof treeOf !== 'function') {
      throw new TypeError(`treeOf must be a function that returns the tree of a goal, such as (goal) => trees.tree(goal), got ${typeof treeOf}.`);
    }
    this.treeOf = treeOf;
    this.heuristic = heuristic;
    this.climb = OctileClimb.of(graph, heuristic);
    this.from = start;
    this.steady = change === 'at-subgoal';
    this.nodeAt = new Int32Array(change === 'at-any-node' ? graph.vertexCount : 0);
    this.arcs = new ArcBuffer(graph);
  }

  get world(): string | undefined {
    return this.tree?.world;
  }

  begin(start: number, goal: number): void {
    const tree = this.treeOf(goal);
    if (tree !== undefined && tree.vertices[0] !== goal) {
      throw new Error(`The tree for goal ${goal} leads to ${String(tree.vertices[0])}: node 0 of a tree must be its goal.`);
    }
    this.tree = tree;
    this.start = start;
    this.node = NO_VERTEX;
    this.walker = NO_VERTEX;
    if (tree === undefined) return;
    const { candidates, nodeAt } = this;
    const { vertices } = tree;
    this.fast = this.climb?.holds === true;
    this.limit.begin(start);
    candidates.clear();
    if (this.from === 'cheapest-walk') candidates.push(0, this.estimate(start, goal));
    else {
      for (let node = 0; node < vertices.length; node++) candidates.push(node, this.estimate(start, vertices[node]));
      this.node = candidates.peek();
    }
    if (nodeAt.length > 0) for (let node = 0; node < vertices.length; node++) nodeAt[vertices[node]] = node;
  }

  prepare(budget: number): boolean {
    const { tree, candidates } = this;
    if (tree === undefined || this.from === 'nearest') return true;
    for (let left = budget; candidates.size > 0; left--) {
      if (left <= 0) return false;
      const node = candidates.peek();
      const target = tree.vertices[node];
      if (this.walker !== NO_VERTEX || this.beginWalk(target)) left = this.fast ? this.walkByCoordinates(this.climb!, left) : this.walkByHeuristic(target, left);
      if (this.walker === target) {
        this.node = node;
        return true;
      }
      if (left <= 0) return false;
      this.walker = NO_VERTEX;
      candidates.pop();
      if (this.from === 'cheapest-walk') this.pushChildren(tree, node);
    }
    return true;
  }

  /** Adds the children of a node as candidates. A child's estimate is never below its parent's, so it is enough to add children after their parent. */
  private pushChildren({ vertices, children, costs }: SubgoalTree, node: number): void {
    const { candidates, climb, limit, start } = this;
    const end = children[node + 1];
    for (let child = children[node]; child < end; child++) {
      const w = vertices[child];
      if (this.fast) {
        const dx = climb!.dx(start, w);
        const dy = climb!.dy(start, w);
        // Skips a leaf that the walk cannot reach.
        if (children[child] === children[child + 1] && !limit.allows(climb!, dx, dy)) continue;
        candidates.push(child, climb!.length(dx, dy) + costs[child]);
      } else candidates.push(child, this.heuristic(start, w) + costs[child]);
    }
  }

  private estimate(v: number, w: number): number {
    return this.fast ? this.climb!.distance(v, w) : this.heuristic(v, w);
  }

  /** Begins a simulated walk; returns false if it is known to fail. */
  private beginWalk(target: number): boolean {
    const { start } = this;
    if (this.fast) {
      const climb = this.climb!;
      this.dx = climb.dx(start, target);
      this.dy = climb.dy(start, target);
      if (!this.limit.allows(climb, this.dx, this.dy)) return false;
    } else this.left = this.heuristic(start, target);
    this.walker = start;
    return true;
  }

  /** Continues the walk by coordinates, for at most `budget` arcs; returns the rest of the budget. */
  private walkByCoordinates(climb: OctileClimb, budget: number): number {
    let { walker } = this;
    const wide = Math.abs(this.dx);
    const high = Math.abs(this.dy);
    const along = climb.along(this.dx, this.dy);
    const across = climb.across(this.dx, this.dy);
    const forward = climb.offsets[along];
    const aslant = climb.offsets[across];
    const [straight, diagonal] = [Math.abs(wide - high), Math.min(wide, high)];
    let [straightLeft, diagonalLeft] = [straight, diagonal];
    let left = budget;
    for (; left > 0; left--) {
      if (straightLeft > 0 && climb.allows(walker, along)) {
        walker += forward;
        straightLeft--;
      } else if (diagonalLeft > 0 && climb.allows(walker, across)) {
        walker += aslant;
        diagonalLeft--;
      } else break;
    }
    this.walker = walker;
    this.dx -= (straight - straightLeft) * climb.xOf(along) + (diagonal - diagonalLeft) * climb.xOf(across);
    this.dy -= (straight - straightLeft) * climb.yOf(along) + (diagonal - diagonalLeft) * climb.yOf(across);
    return left;
  }

  /** Continues the walk by the heuristic. It fails when the cost left is below the estimate, since it then cannot arrive at the estimated cost. */
  private walkByHeuristic(target: number, budget: number): number {
    const { to, cost } = this.arcs;
    let left = budget;
    for (; left > 0 && this.walker !== target; left--) {
      const next = greedyStep(this.graph, this.heuristic, this.walker, target, to, cost);
      if (next === NO_VERTEX) break;
      const slack = this.left * 1e-12 + 1e-9;
      this.left -= cost[0];
      this.walker = next;
      if (!(this.heuristic(next, target) <= this.left + slack)) break;
    }
    return left;
  }

  next(at: number, _subgoal: number, goal: number): number {
    const { tree, nodeAt } = this;
    if (tree === undefined) return goal;
    if (this.node === NO_VERTEX) return NO_VERTEX;
    const { vertices, parents } = tree;
    if (vertices[this.node] === at) this.node = parents[this.node];
    else if (nodeAt.length > 0 && vertices[nodeAt[at]] === at) this.node = parents[nodeAt[at]];
    return vertices[this.node];
  }
}
