/**
 * Generalized Fringe-Retrieving A*. The next search starts from the part of the last search tree below the agent, with the open list that an
 * A* search from there would have.
 *
 * X. Sun, W. Yeoh, S. Koenig, "Generalized Fringe-Retrieving A*: Faster Moving Target Search on State Lattices", AAMAS 2010. On grids: X. Sun,
 * W. Yeoh, S. Koenig, "Efficient Incremental Search for Moving Target Search", IJCAI 2009 (FRA*).
 *
 * Departures:
 * - Costs may change. A branch whose first arc became more expensive is removed as if it were not below the agent. After a cheaper arc, so is
 *   everything farther from the root than the head of that arc.
 * - One pass over the closed vertices in the order of their expansion finds the branches that stay.
 * - On lattices with a canonical order of moves, only the canonical moves of the branches that stay are made, and all of the new root's.
 */
import type { Graph } from '@pf/graph';
import { NO_VERTEX } from '@pf/graph';
import { checkOptions } from '@pf/graph/kit';
import { MARKS, ON_ROUTE } from '../adaptive/repeated-a-star.ts';
import type { PlannerOptions } from '../planner.ts';
import { PreviousArcs } from '../previous-arcs.ts';
import { PRECISION, ROUNDING } from '../route-planner.ts';
import { FringeTree } from './fringe-tree.ts';

/**
 * Pursues a moving goal. The next search keeps the part of the last search tree below the agent. A goal that moves within that part needs no search.
 *
 * To find that part, it goes through the whole tree, 8 vertices for the budget of one expansion. If the agent moves or an edit concerns the tree before that is done, the rest is
 * done at once. For a small budget in each frame, take `AdaptiveAStar`.
 *
 * @example
 * ```ts
 * import { Grid } from '@pf/grid';
 * import { FringeRetrievingAStar } from '@pf/incremental';
 *
 * const grid = new Grid(9, 1, { movement: 'four' });
 * const planner = new FringeRetrievingAStar(grid);
 * planner.begin(grid.vertex(0, 0), grid.vertex(7, 0));
 * planner.run();
 * planner.counters.expanded; // → 7
 *
 * planner.moveTo(planner.next());
 * planner.goalMovedTo(grid.vertex(6, 0));
 * planner.run();
 * [planner.cost, planner.counters.expanded]; // → [5, 7]
 * ```
 */
export class FringeRetrievingAStar extends FringeTree {
  private readonly previousArcs: PreviousArcs;

  constructor(graph: Graph, options: PlannerOptions = {}) {
    checkOptions(options, ['heuristic', 'queue'], 'FringeRetrievingAStar');
    super(graph, options);
    this.previousArcs = new PreviousArcs(this.arcs);
  }

  /** Cost from the root of the search tree to `v`; Infinity if it is not in the tree. For drawing. */
  override g(v: number): number {
    return super.g(v) - (this.root === NO_VERTEX ? 0 : this.gValues[this.root] / this.arcs.unit);
  }

  protected override reset(): void {
    super.reset();
    this.forgetTree();
    this.previousArcs.begin();
    this.previousArcs.noteAll();
  }

  protected override moved(along: boolean, from: number): void {
    if (this.isRetrieving) this.retrieve(Infinity);
    super.moved(along, from);
  }

  protected override goalMoved(): void {
    this.searching = false;
  }

  protected override changed(tails: ArrayLike<number>, n: number): void {
    this.searching = false;
    this.previousArcs.watch();
    const { nextVertex, arcs, changedTails, gValues: g, isChanged, mark, stamp } = this;
    let isNew = false;
    for (let i = 0; i < n; i++) {
      const u = tails[i];
      // In a mesh with cuts, the same number may now be another face.
      this.epochs[u] = 0;
      const gained = this.previousArcs.gained(u);
      // What follows needs a whole tree. It has the new costs already, so that open vertices may have got theirs through these arcs.
      if (this.isRetrieving && (gained || stamp[u] >= mark - MARKS)) {
        this.retrieve(Infinity);
        this.searching = false;
        isNew = true;
      }
      // Estimates from a root that is now another face bound nothing.
      if (u === this.root && arcs.lattice === undefined) this.root = NO_VERTEX;
      if (this.root === NO_VERTEX) {
        this.unsettle();
        continue;
      }
      if (this.reached(u) && isChanged[u] === 0) {
        isChanged[u] = 1;
        changedTails[this.changedCount++] = u;
      }
      if (gained) this.followGains(u, isNew);
      if (this.settled && stamp[u] === mark + ON_ROUTE && g[u] + arcs.between(u, nextVertex[u]) > g[nextVertex[u]] + this.slack(g[u])) this.unsettle();
    }
  }

  protected override search(budget: number): boolean {
    if (!this.searching) {
      if (!this.isRetrieving) {
        if (this.holdsPath()) return this.finish(this.goal, budget);
        this.beginRetrieval();
      }
      budget = this.retrieve(budget);
      if (budget < 0) return false;
      // The goal may have moved into the tree meanwhile.
      if (this.holdsPath()) return this.finish(this.goal, budget);
    }
    return super.search(budget);
  }

  protected override beginSearch(): void {
    this.forgetTree();
    super.beginSearch();
    this.root = this.start;
  }

  protected override finish(via: number, budget: number): boolean {
    const { gValues: g, goal, start } = this;
    this.searching = false;
    if (via === NO_VERTEX) return super.finish(via, budget);
    this.found = g[goal];
    this.total = g[goal] - g[start];
    // The sum of the moves so far has become so large that rounding hides the rest.
    if (!this.exact && g[start] > 0 && g[goal] * ROUNDING > PRECISION * this.total) {
      this.forgetTree();
      return this.search(budget);
    }
    this.lastGoal = goal;
    this.layRoute(goal);
    return true;
  }

  /** Lowers `limit` to the lowest cost that new or cheaper arcs out of `u` have lowered. Drops a path that may no longer be the cheapest. */
  private followGains(u: number, isNew: boolean): void {
    const { arcs, gValues: g, goal, mark, root, stamp } = this;
    const closed = this.reached(u);
    const from = closed ? g[u] : g[root] + this.estimateOf(root, u);
    const n = arcs.leaving(u);
    for (let i = 0; i < n; i++) {
      const v = arcs.to[i];
      const through = from + arcs.cost[i];
      if (closed && (isNew ? this.reached(v) : stamp[v] >= mark) && through >= g[v] - this.slack(through)) continue;
      if (through < this.limit) this.limit = through;
      if (this.settled && through + this.estimateOf(v, goal) < this.found) this.unsettle();
    }
  }

  /** Whether the tree has a cheapest path from the start to the goal. */
  private holdsPath(): boolean {
    const { goal, gValues: g, isChanged, lastGoal, limit, parent, root, start } = this;
    if (root === NO_VERTEX || !this.reached(start) || !(this.reached(goal) || goal === lastGoal) || g[goal] > limit) return false;
    for (let v = goal; v !== start; v = parent[v]) {
      if (v === root || (isChanged[parent[v]] === 1 && !this.holdsArc(v))) return false;
    }
    return true;
  }
}
