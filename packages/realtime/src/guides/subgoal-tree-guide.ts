/**
 * Subgoal trees — C. Hernández and J. Baier, "Fast subgoaling for pathfinding via real-time search", ICAPS 2011, Algorithm 3.
 *
 * Departures, each an option whose default is the better path: the first subgoal is the cheapest by estimate + cost from there to which a greedy
 * walk leads at exactly the estimated cost (the paper takes the nearest by estimate, even where a long wall lies between, and
 * then learns its way around the wall); and the aim changes only where the pursued subgoal is reached (the paper
 * changes it at any node of the tree that is passed, which can go round in a circle for ever).
 */
import type { Graph, Heuristic } from '@pf/graph';
import { NO_VERTEX } from '@pf/graph';
import { ArcBuffer, checkOption, greedyStep, lastingHeuristic, OctileClimb } from '@pf/graph/kit';
import { LazyHeap } from '@pf/queues';
import { LookaheadLimit } from '../agents/lookahead-limit.ts';
import type { Guide } from '../guide.ts';

/** The subgoals on the path to one goal. Node 0 is the goal; the parent of a node is what to pursue once it is reached. */
export interface SubgoalTree {
  /** The vertex of each node. */
  readonly vertices: ArrayLike<number>;
  /** The node to pursue next; the goal's own parent is 0. */
  readonly parents: ArrayLike<number>;
  /** Where the children of each node begin, and as one more entry where the last ones end: those of node i are `children[i]` up to `children[i + 1]`. */
  readonly children: ArrayLike<number>;
  /** The cost from the node to the goal. */
  readonly costs: ArrayLike<number>;
}

/** How `SubgoalTreeGuide` uses a tree. The defaults lead along cheapest paths; the others are the published rules. */
export interface SubgoalTreeGuideOptions {
  /** The one that the tree was built with. Default: the graph's own. */
  readonly heuristic?: Heuristic | undefined;
  /**
   * How the first subgoal is found. Of those that a greedy walk in thought reaches, `cheapest-walk` takes the one on the cheapest path and
   * `nearest-walk` the one of least estimate; `nearest` takes the latter without a walk (the paper's rule: expensive where a wall lies between).
   * Default 'cheapest-walk', which needs trees of the optimal kind: in others, it may find none where there is a path.
   */
  readonly start?: 'cheapest-walk' | 'nearest-walk' | 'nearest' | undefined;
  /**
   * Where the aim changes: `at-subgoal` when the pursued one is reached, `at-any-node` of the tree that is passed (the paper's rule, which
   * can go round in circles). Default 'at-subgoal'.
   */
  readonly change?: 'at-subgoal' | 'at-any-node' | undefined;
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
  /** By vertex: the node that lies there if the tree agrees; empty where only the pursued subgoal matters. */
  private readonly nodeAt: Int32Array;
  private readonly arcs: ArcBuffer;
  private readonly candidates = new LazyHeap(256);
  private readonly outlook = new LookaheadLimit();
  private tree: SubgoalTree | undefined;
  /** The node being pursued; NO_VERTEX where none can be reached. */
  private node = NO_VERTEX;
  private start = NO_VERTEX;
  /** The walk under way: where it stands, how far it still is, and how much it may still cost. */
  private walker = NO_VERTEX;
  private dx = 0;
  private dy = 0;
  private left = 0;
  /** Whether the walk is decided by coordinates. */
  private fast = false;

  /** `treeOf(goal)` gives the tree of a goal; undefined if there is none, and the goal itself is pursued. */
  constructor(graph: Graph, treeOf: (goal: number) => SubgoalTree | undefined, options: SubgoalTreeGuideOptions = {}) {
    const { heuristic = lastingHeuristic(graph), start = 'cheapest-walk', change = 'at-subgoal' } = options;
    checkOption('start', start, ['cheapest-walk', 'nearest-walk', 'nearest']);
    checkOption('change', change, ['at-subgoal', 'at-any-node']);
    this.graph = graph;
    if (typeof treeOf !== 'function') {
      throw new TypeError(`A guide asks a function for the tree of a goal, such as (goal) => trees.tree(goal), got ${typeof treeOf}.`);
    }
    this.treeOf = treeOf;
    this.heuristic = heuristic;
    this.climb = OctileClimb.of(graph, heuristic);
    this.from = start;
    this.steady = change === 'at-subgoal';
    this.nodeAt = new Int32Array(change === 'at-any-node' ? graph.vertexCount : 0);
    this.arcs = new ArcBuffer(graph);
  }

  begin(start: number, goal: number): void {
    const tree = this.treeOf(goal);
    if (tree !== undefined && tree.vertices[0] !== goal) {
      throw new Error(`The tree given for goal ${goal} leads to ${String(tree.vertices[0])}: node 0 of a tree is its goal.`);
    }
    this.tree = tree;
    this.start = start;
    this.node = NO_VERTEX;
    this.walker = NO_VERTEX;
    if (tree === undefined) return;
    const { candidates, nodeAt } = this;
    const { vertices } = tree;
    this.fast = this.climb?.holds === true;
    this.outlook.begin(start);
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
      if (this.walker !== NO_VERTEX || this.setsOut(target)) left = this.fast ? this.glideOn(this.climb!, left) : this.walkOn(target, left);
      if (this.walker === target) {
        this.node = node;
        return true;
      }
      if (left <= 0) return false;
      this.walker = NO_VERTEX;
      candidates.pop();
      if (this.from === 'cheapest-walk') this.branchOut(tree, node);
    }
    return true;
  }

  /** From no node is the estimated way shorter than from the one that it hangs on, so that this one is looked at first. */
  private branchOut({ vertices, children, costs }: SubgoalTree, node: number): void {
    const { candidates, climb, outlook, start } = this;
    const end = children[node + 1];
    for (let child = children[node]; child < end; child++) {
      const w = vertices[child];
      if (this.fast) {
        const dx = climb!.dx(start, w);
        const dy = climb!.dy(start, w);
        // A twig's end out of reach is of no use.
        if (children[child] === children[child + 1] && !outlook.admits(climb!, dx, dy)) continue;
        candidates.push(child, climb!.length(dx, dy) + costs[child]);
      } else candidates.push(child, this.heuristic(start, w) + costs[child]);
    }
  }

  private estimate(v: number, w: number): number {
    return this.fast ? this.climb!.distance(v, w) : this.heuristic(v, w);
  }

  /** Begins a walk, unless it is seen from the start that it comes to nothing. */
  private setsOut(target: number): boolean {
    const { start } = this;
    if (this.fast) {
      const climb = this.climb!;
      this.dx = climb.dx(start, target);
      this.dy = climb.dy(start, target);
      if (!this.outlook.admits(climb, this.dx, this.dy)) return false;
    } else this.left = this.heuristic(start, target);
    this.walker = start;
    return true;
  }

  /** The walk as far as it goes by coordinates, `budget` arcs at most; returns what is left of them. */
  private glideOn(climb: OctileClimb, budget: number): number {
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

  /** The same where steps must be asked for. The walk ends where it strays from the estimate and so cannot arrive at that cost. */
  private walkOn(target: number, budget: number): number {
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

  next(at: number, _aim: number, goal: number): number {
    const { tree, nodeAt } = this;
    if (tree === undefined) return goal;
    if (this.node === NO_VERTEX) return NO_VERTEX;
    const { vertices, parents } = tree;
    if (vertices[this.node] === at) this.node = parents[this.node];
    else if (nodeAt.length > 0 && vertices[nodeAt[at]] === at) this.node = parents[nodeAt[at]];
    return vertices[this.node];
  }
}
