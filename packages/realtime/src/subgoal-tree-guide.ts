/**
 * Subgoal trees — J. Baier and C. Hernández, "Subgoaling LRTA*", 2011, Algorithm 3.
 *
 * Departures, each an option whose default is the better way: the first subgoal is the cheapest by estimate + cost from there to which a greedy
 * walk leads at exactly the estimated cost (the paper takes the nearest by estimate, which causes most of its 11% above the
 * optimum); and the aim changes only where the pursued subgoal is reached (the paper changes it at any node of the tree
 * that is passed, which can go round in a circle for ever).
 */
import type { Graph, Heuristic } from '@pf/graph';
import { greedyStep, NO_VERTEX } from '@pf/graph';
import { LazyHeap } from '@pf/queues';
import { ArcBuffer, zero } from './agent.ts';
import type { Guide } from './guide.ts';

/** The subgoals on the way to one goal. Node 0 is the goal; the parent of a node is what to pursue once it is reached. */
export interface SubgoalTree {
  /** The vertex of each node. */
  readonly vertices: ArrayLike<number>;
  /** The node to pursue next; the goal's own parent is 0. */
  readonly parents: ArrayLike<number>;
  /** The cost from the node to the goal. */
  readonly costs: ArrayLike<number>;
}

/** How `SubgoalTreeGuide` uses a tree. The defaults lead along cheapest paths; the others are the published rules. */
export interface SubgoalTreeGuideOptions {
  /** The one that the tree was built with. Default: 0 everywhere. */
  readonly heuristic?: Heuristic;
  /**
   * How the first subgoal is found: `walks` takes the cheapest that a greedy walk in thought reaches, `nearest` the one of least estimate
   * (the paper's rule; dearer paths, no walks). Default 'walks'.
   */
  readonly start?: 'walks' | 'nearest';
  /**
   * Where the aim changes: `at-subgoal` when the pursued one is reached, `at-any-node` of the tree that is passed (the paper's rule, which
   * can go round in circles). Default 'at-subgoal'.
   */
  readonly change?: 'at-subgoal' | 'at-any-node';
}

/**
 * Leads an agent down a tree of subgoals. With trees of the optimal kind and its own defaults, the agent walks a cheapest path and
 * learns nothing; if no walk succeeds there, no path exists.
 *
 * @example
 * ```ts
 * import { CompressedGraph } from '@pf/graph';
 * import { SubgoalTreeGuide } from '@pf/realtime';
 *
 * const graph = new CompressedGraph(3, [[0, 1, 1], [1, 2, 1]]);
 * const guide = new SubgoalTreeGuide(graph, () => ({ vertices: [2], parents: [0], costs: [0] }), { heuristic: (v, goal) => Math.abs(goal - v) });
 * guide.begin(0, 2);
 * guide.prepare(Infinity); // → true
 * guide.next(0, -1, 2); // → 2
 * ```
 */
export class SubgoalTreeGuide implements Guide {
  private readonly graph: Graph;
  private readonly treeOf: (goal: number) => SubgoalTree | undefined;
  private readonly heuristic: Heuristic;
  private readonly walks: boolean;
  private readonly anyNode: boolean;
  private readonly arcs: ArcBuffer;
  private readonly candidates = new LazyHeap();
  private tree: SubgoalTree | undefined;
  /** The node being pursued; NO_VERTEX where none can be reached. */
  private node = NO_VERTEX;
  private start = NO_VERTEX;
  /** The walk under way: where it stands and how much it may still cost. */
  private walker = NO_VERTEX;
  private left = 0;

  /** `treeOf(goal)` gives the tree of a goal; undefined where there is none, and the goal itself is pursued. */
  constructor(graph: Graph, treeOf: (goal: number) => SubgoalTree | undefined, options: SubgoalTreeGuideOptions = {}) {
    const { heuristic = zero, start = 'walks', change = 'at-subgoal' } = options;
    this.graph = graph;
    this.treeOf = treeOf;
    this.heuristic = heuristic;
    this.walks = start === 'walks';
    this.anyNode = change === 'at-any-node';
    this.arcs = new ArcBuffer(graph);
  }

  begin(start: number, goal: number): void {
    const tree = this.treeOf(goal);
    this.tree = tree;
    this.start = start;
    this.node = NO_VERTEX;
    this.walker = NO_VERTEX;
    if (tree === undefined) return;
    if (tree.vertices[0] !== goal) throw new Error(`The tree given for goal ${goal} leads to ${String(tree.vertices[0])}: node 0 of a tree is its goal.`);
    this.candidates.clear();
    for (let node = 0; node < tree.vertices.length; node++) {
      const h = this.heuristic(start, tree.vertices[node]);
      this.candidates.push(node, this.walks ? h + tree.costs[node] : h);
    }
  }

  prepare(budget: number): boolean {
    const { tree, candidates } = this;
    if (tree === undefined || this.node !== NO_VERTEX) return true;
    if (!this.walks) {
      this.node = candidates.peek();
      return true;
    }
    for (let left = budget; candidates.size > 0; ) {
      const node = candidates.peek();
      const target = tree.vertices[node];
      if (this.walker === NO_VERTEX) {
        this.walker = this.start;
        this.left = this.heuristic(this.start, target);
      }
      while (this.walker !== target) {
        if (left-- <= 0) return false;
        if (!this.walkOn(target)) break;
      }
      if (this.walker === target) {
        this.node = node;
        return true;
      }
      this.walker = NO_VERTEX;
      candidates.pop();
    }
    return true;
  }

  /** One arc of the walk; false where it strays from the estimate and so cannot arrive at that cost. */
  private walkOn(target: number): boolean {
    const { to, cost } = this.arcs;
    const next = greedyStep(this.graph, this.heuristic, this.walker, target, to, cost);
    if (next === NO_VERTEX) return false;
    const slack = this.left * 1e-12 + 1e-9;
    this.left -= cost[0];
    this.walker = next;
    return this.heuristic(next, target) <= this.left + slack;
  }

  next(at: number, _aim: number, goal: number): number {
    const { tree } = this;
    if (tree === undefined) return goal;
    if (this.node === NO_VERTEX) return NO_VERTEX;
    if (this.anyNode) {
      const passed = this.nodeAt(at);
      if (passed !== NO_VERTEX) this.node = tree.parents[passed];
    } else if (tree.vertices[this.node] === at) this.node = tree.parents[this.node];
    return tree.vertices[this.node];
  }

  /** Which node lies at a vertex: a look through the tree, which has a few hundred nodes. */
  private nodeAt(v: number): number {
    const { vertices } = this.tree!;
    for (let node = 0; node < vertices.length; node++) if (vertices[node] === v) return node;
    return NO_VERTEX;
  }
}
