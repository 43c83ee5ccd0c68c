/**
 * Moving Target D* Lite: D* Lite from the agent to its goal. When the agent has moved, the search keeps the part of the tree below it.
 *
 * X. Sun, W. Yeoh, S. Koenig, "Moving Target D* Lite", AAMAS 2010.
 *
 * Departures: those of lifelong-search.ts. The tree is pruned when the next search needs it, not after every move of the agent. No pruning is needed if the
 * tree has a path to the new position of the goal.
 */
import type { Graph } from '@pf/graph';
import { NO_VERTEX } from '@pf/graph';
import { checkOption, checkOptions } from '@pf/graph/kit';
import { INFINITE_COST } from '../arcs.ts';
import { LifelongSearch, UPKEEP } from '../lifelong/lifelong-search.ts';
import type { PlannerOptions } from '../planner.ts';
import { PRECISION, ROUNDING } from '../route-planner.ts';
import { ChildLists } from './child-lists.ts';

/** Instead of a parent: the vertex is being deleted. */
const DELETED = -2;

/** Options of `MovingTargetDStarLite`: heuristic, queue, and how the tree is pruned. */
export interface MovingTargetDStarLiteOptions extends PlannerOptions {
  /**
   * What happens to the part of the tree that is not below the agent: `optimized` deletes it before the next search, `basic` lets the search find out that its
   * costs are too low; `g` and `rhs` are too low there until then. Default optimized.
   */
  readonly deletion?: 'basic' | 'optimized' | undefined;
}

/**
 * Pursues a moving goal while the world changes.
 *
 * @example
 * ```ts
 * import { Grid } from '@pf/grid';
 * import { MovingTargetDStarLite } from '@pf/incremental';
 *
 * const grid = Grid.fromRows(['.....', '.....', '.....'], { movement: 'four' });
 * const planner = new MovingTargetDStarLite(grid);
 * planner.begin(grid.vertex(0, 1), grid.vertex(4, 1));
 * planner.run();
 * planner.moveTo(planner.next());
 * planner.goalMovedTo(grid.vertex(4, 0));
 * grid.setBlocked(3, 0, true);
 * planner.run();
 * planner.cost; // → 4
 * ```
 */
export class MovingTargetDStarLite extends LifelongSearch {
  private readonly optimized: boolean;
  /** Vertices to delete. The first `cut` have lost their labels and their children, the first `renewed` are labelled again. */
  private readonly list: Uint32Array;
  private listed = 0;
  private cut = 0;
  private renewed = 0;
  /** For graphs that are not lattices: an edit looks here for heads of arcs that no longer exist. */
  private readonly children: ChildLists | undefined;

  constructor(graph: Graph, options: MovingTargetDStarLiteOptions = {}) {
    checkOptions(options, ['heuristic', 'queue', 'deletion'], 'MovingTargetDStarLite');
    const { deletion = 'optimized' } = options;
    checkOption('deletion', deletion, ['basic', 'optimized']);
    super(graph, options, { planner: 'Moving Target D* Lite', weight: 1, lazyKeys: true, optimized: true, forward: true });
    this.optimized = deletion === 'optimized';
    this.list = new Uint32Array(graph.vertexCount);
    this.children = this.arcs.lattice === undefined ? new ChildLists(graph.vertexCount) : undefined;
  }

  protected override reset(): void {
    this.children?.clear();
    this.listed = this.cut = this.renewed = 0;
    super.reset();
    this.previousArcs.noteAll();
  }

  protected override moved(along: boolean, from: number): void {
    const { goal, labels: { rhs }, start, whole } = this;
    if (along) this.total = this.rest(from, rhs[goal] - rhs[start], whole ? 0 : rhs[goal] * ROUNDING);
  }

  protected override goalMoved(): void {
    this.setTarget(this.goal);
  }

  protected override changed(tails: ArrayLike<number>, n: number): void {
    this.unsettle();
    this.newSearch();
    if (this.listed === 0) this.setRoot();
    this.previousArcs.watch();
    this.estimates.forget(tails, n);
    const { arcs, arcs: { lattice, degree, steps }, children, previousArcs } = this;
    for (let i = 0; i < n; i++) {
      const u = tails[i];
      if (children !== undefined) {
        // A face at another position has another key.
        this.renew(u);
        for (let j = arcs.leaving(u) - 1; j >= 0; j--) this.renew(arcs.to[j]);
        // Heads of arcs that no longer exist.
        let v = children.first[u];
        while (v !== NO_VERTEX) {
          const next = children.next[v];
          this.renew(v);
          v = next;
        }
        continue;
      }
      const before = previousArcs.noted(u);
      const differing = previousArcs.gained(u) ? -1 : before ^ lattice!.moves[u];
      for (let d = 0; d < degree; d++) if (((differing >> d) & 1) === 1) this.renew(u + steps[d]);
    }
  }

  /** Computes rhs after an edit. What is being deleted gets its new rhs after that. */
  private renew(v: number): void {
    if (this.labels.nextVertex[v] !== DELETED || !this.labels.has(v)) this.lookAhead(v);
  }

  protected override enqueue(u: number): void {
    this.children?.move(u, this.labels.nextVertex[u]);
    super.enqueue(u);
  }

  protected override search(budget: number): boolean {
    let left = this.prune(budget);
    if (left >= 0 && this.root !== this.start && (this.searching || !this.holdsPath())) {
      this.setRoot();
      left = this.prune(left);
    }
    if (left < 0) return false;
    const { counters, counters: { expanded } } = this;
    if (!super.search(left)) return false;
    if (!this.isHidden()) return true;
    this.unsettle();
    this.reset();
    return super.search(left - (counters.expanded - expanded));
  }

  protected override costAhead(): number {
    const { nextVertex, goal, labels, start } = this;
    if (labels.rhs[goal] === labels.infinity) return Infinity;
    for (let v = goal, left = nextVertex.length; v !== start; v = labels.nextVertex[v]) {
      // A cycle arises only from unreported changes.
      if (left-- === 0) return NaN;
      nextVertex[labels.nextVertex[v]] = v;
    }
    return labels.rhs[goal] - labels.rhs[start];
  }

  /** Whether the pointers form a cycle, or the moves made so far have become so expensive that rounding hides the rest of the path. */
  private isHidden(): boolean {
    const { goal, labels: { rhs }, start, total, whole } = this;
    return Number.isNaN(total) || (!whole && rhs[start] > 0 && rhs[goal] * ROUNDING > PRECISION * total);
  }

  /** Whether the tree of the last search has a cheapest path from the start to the goal. */
  private holdsPath(): boolean {
    const { goal, labels, labels: { nextVertex, g, rhs }, root, start } = this;
    if (rhs[goal] === labels.infinity || rhs[goal] > g[goal] || !this.isFinal(this.open.topRank())) return false;
    // Pointers of inconsistent vertices may form cycles.
    for (let v = goal, left = nextVertex.length; v !== start; v = nextVertex[v]) if (v === root || left-- === 0 || (v !== goal && g[v] !== rhs[v])) return false;
    return g[start] === rhs[start];
  }

  /** Makes the start the root of the tree. Its rhs stays and is added to all others. */
  private setRoot(): void {
    const { labels, labels: { nextVertex, g, rhs }, root, start } = this;
    if (root === start) return;
    if (!labels.has(start) || g[start] !== rhs[start] || g[start] === labels.infinity || g[start] > (this.greatest < Infinity ? INFINITE_COST - 1 - this.greatest : Infinity)) {
      return this.reset();
    }
    this.root = start;
    nextVertex[start] = NO_VERTEX;
    this.children?.move(start, NO_VERTEX);
    this.open.remove(start);
    if (!this.optimized) return this.lookAhead(root);
    nextVertex[root] = DELETED;
    this.list[0] = root;
    this.listed = 1;
  }

  /** Continues to delete the branches below the listed vertices. Returns the rest of the budget, or −1 if it is used up before. */
  private prune(budget: number): number {
    if (this.listed === 0) return budget;
    const { arcs, arcs: { degree, lattice, steps }, children, labels, labels: { nextVertex, g, rhs }, list, open } = this;
    let left = UPKEEP * budget;
    for (; this.cut < this.listed; this.cut++) {
      if (left-- <= 0) return -1;
      const u = list[this.cut];
      const m = lattice === undefined ? arcs.leaving(u) : degree;
      for (let j = 0; j < m; j++) {
        const v = lattice === undefined ? arcs.to[j] : u + steps[j];
        if (!labels.has(v) || nextVertex[v] !== u) continue;
        nextVertex[v] = DELETED;
        children?.move(v, NO_VERTEX);
        list[this.listed++] = v;
      }
      g[u] = labels.infinity;
      rhs[u] = labels.infinity;
      if (open.remove(u)) this.counters.queueOperations++;
    }
    for (; this.renewed < this.listed; this.renewed++) {
      if (left-- <= 0) return -1;
      nextVertex[list[this.renewed]] = NO_VERTEX;
      this.lookAhead(list[this.renewed]);
    }
    this.listed = this.cut = this.renewed = 0;
    return Math.floor(left / UPKEEP);
  }
}
