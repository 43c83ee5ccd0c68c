/**
 * D* Extra Lite: a search from the goal whose tree is cut where an arc became more expensive, and grows again from the border of the cut.
 *
 * M. Przybylski, B. Putz, "D* Extra Lite: A Dynamic A* with Search-Tree Cutting and Frontier-Gap Repairing", International Journal of
 * Applied Mathematics and Computer Science 27(2), 2017.
 *
 * Departures:
 * - Buckets use the first part of the key only, g + h + k_m, which is all that termination needs.
 * - A cheaper or new arc is followed at once from its tail instead of reopening its head.
 * - Stale queue entries stay until they reach the top or become many.
 * - On lattices with a canonical order of moves (`canonicalOrder` of @pf/graph), expansions make only the canonical moves. A closed vertex reopens
 *   if a cut reaches the head of one of its moves, or if changed moves give it another canonical one. So at any time, all canonical moves of
 *   the current world have been made.
 */
import type { Graph } from '@pf/graph';
import { NO_VERTEX } from '@pf/graph';
import { checkOptions } from '@pf/graph/kit';
import { NO_LATTICE } from '../arcs.ts';
import type { PlannerOptions } from '../planner.ts';
import { OPEN, SearchTree } from './search-tree.ts';

/** The queue is swept when it holds this many entries per valid one. */
const MOST_STALE = 4;

/**
 * Repairs its search tree after changes by cutting stale branches. The planner for maps of games and for mazes.
 *
 * @example
 * ```ts
 * import { Grid } from '@pf/grid';
 * import { DStarExtraLite } from '@pf/incremental';
 *
 * const grid = Grid.fromRows(['...', '.#.', '...'], { metric: '5/7' });
 * const planner = new DStarExtraLite(grid, { heuristic: grid.heuristic() });
 * planner.begin(grid.vertex(0, 1), grid.vertex(2, 1));
 * planner.run();
 * planner.cost; // → 20
 * ```
 */
export class DStarExtraLite extends SearchTree {
  constructor(graph: Graph, options: PlannerOptions = {}) {
    checkOptions(options, ['heuristic', 'queue'], 'DStarExtraLite');
    super(graph, options);
  }

  protected changed(tails: ArrayLike<number>, n: number): void {
    // All moves may be needed now. Most were not made before.
    const incomplete = this.sufficient !== undefined && this.arcs.lattice?.sufficient === undefined;
    if (incomplete || this.km > this.mostKm) {
      this.unsettle();
      this.reset();
      return;
    }
    this.estimates.forget(tails, n);
    this.refocus();
    this.previousArcs.watch();
    this.reopen(this.cutBranches(tails, n));
    const { sufficient } = this;
    for (let i = 0; i < n; i++) {
      // If moves lead both ways, the head of a cheaper arc is also among the tails, and makes the move itself.
      if (sufficient === undefined) this.followLeaving(tails[i]);
      else this.stepAnew(tails[i], sufficient);
    }
  }

  protected search(budget: number): boolean {
    if (this.km > this.mostKm) this.reset();
    const { open, arcs, counters, estimates, gValues: g, keys, previousArcs, nextVertex, arrival, stepped, sufficient, visited, inTree, start } = this;
    // On a lattice, arcs are read from bytes here without a call.
    const { to, cost, lattice, lengths, degree } = arcs;
    const { moves, weights } = lattice ?? NO_LATTICE;
    // Canonical moves are used only where all moves lead both ways.
    const steps = sufficient !== undefined ? arcs.steps : arcs.backSteps;
    if (this.buckets && open.size > MOST_STALE * (this.openCount + 256)) this.sweep();
    let { km } = this;
    let ofStart = estimates.to(start);
    while (this.openCount > 0) {
      const top = open.peekPriority();
      if (visited[start] >= inTree && top >= g[start] + km + ofStart) break;
      const u = open.peek();
      if (visited[u] !== inTree + OPEN || keys[u] !== top) {
        // Buckets lose a vertex whose key is a fraction. No report has replaced them by a heap.
        if (top === Infinity) throw new RangeError("A cost has become a fraction without a report: call arcsChanged after each edit, or give D* Extra Lite a heap (queue: 'larger-g').");
        open.pop();
        continue;
      }
      if (estimates.start !== start) {
        // A start that moved along its path was handled above with the existing keys; any other needs new keys.
        this.refocus();
        ({ km } = this);
        ofStart = 0;
        continue;
      }
      if (budget-- <= 0) return false;
      open.pop();
      const gu = g[u];
      const key = gu + km + estimates.to(u);
      if (top < key) {
        // Inserted for an earlier start: its key was a lower bound. It counts against the budget, as there may be many.
        this.place(u, key, gu);
        continue;
      }
      visited[u] = inTree;
      this.openCount--;
      counters.queueOperations++;
      counters.expanded++;
      this.lastExpanded = u;
      const weight = lattice !== undefined && lattice.weighted ? weights[u] : 1;
      const n = lattice !== undefined ? 0 : arcs.entering(u);
      let directions = lattice === undefined ? 0 : sufficient !== undefined ? sufficient[(arrival[u] << 8) | moves[u]] : (1 << degree) - 1;
      if (sufficient !== undefined) stepped[u] |= directions;
      for (let i = 0; i < n || directions !== 0; ) {
        let v: number;
        let through = gu;
        let d = 0;
        if (lattice === undefined) {
          v = to[i];
          through += cost[i++];
        } else {
          d = 31 - Math.clz32(directions & -directions);
          directions &= directions - 1;
          v = u + steps[d];
          if (sufficient === undefined && ((moves[v] >> d) & 1) === 0) continue;
          through += lengths[d] * weight;
        }
        const was = visited[v];
        if (was >= inTree && through >= g[v]) continue;
        // `visit`, inlined: saves a tenth of the time.
        if (was < inTree - 1) previousArcs.note(v);
        if (was !== inTree + OPEN) {
          visited[v] = inTree + OPEN;
          this.openCount++;
        }
        g[v] = through;
        nextVertex[v] = u;
        if (sufficient !== undefined) arrival[v] = d;
        keys[v] = through + km + estimates.to(v);
        open.push(v, keys[v], through);
        counters.generated++;
        counters.queueOperations++;
      }
    }
    this.total = visited[start] >= inTree ? g[start] : Infinity;
    return true;
  }

  /** Cuts the branches below arcs that are gone or more expensive; returns the number of vertices written to `cut`. */
  private cutBranches(tails: ArrayLike<number>, n: number): number {
    const { arcs, nextVertex, arrival, cut, stepped, sufficient, visited, inTree } = this;
    const { to, lattice, degree, steps } = arcs;
    let count = 0;
    for (let i = 0; i < n; i++) {
      const u = tails[i];
      if (visited[u] < inTree || u === this.goal || this.holds(u)) continue;
      this.cutOff(u);
      cut[count++] = u;
      for (let j = count - 1; j < count; j++) {
        const v = cut[j];
        let directions = sufficient !== undefined ? stepped[v] : 0;
        const m = sufficient !== undefined ? 0 : lattice !== undefined ? degree : arcs.entering(v);
        for (let k = 0; k < m || directions !== 0; k++) {
          // Children whose arc to `v` no longer exists must be cut too.
          let child: number;
          if (sufficient !== undefined) {
            const d = 31 - Math.clz32(directions);
            directions ^= 1 << d;
            child = v + steps[d];
            if (arrival[child] !== d) continue;
          } else {
            child = lattice !== undefined ? v + steps[k] : to[k];
            if (nextVertex[child] !== v) continue;
          }
          if (visited[child] < inTree) continue;
          this.cutOff(child);
          cut[count++] = child;
        }
        if (sufficient !== undefined) stepped[v] = 0;
      }
    }
    return count;
  }

  /** Whether the arc from `u` to its parent still exists and costs no more than before. */
  private holds(u: number): boolean {
    const { arcs, nextVertex, gValues: g } = this;
    const { lattice } = arcs;
    if (lattice !== undefined && !lattice.weighted) return arcs.joins(u, nextVertex[u]);
    return arcs.between(u, nextVertex[u]) + g[nextVertex[u]] <= g[u];
  }

  /** Opens the vertices around the cut, from which it can be reached again. */
  private reopen(count: number): void {
    const { arcs, arrival, cut, gValues: g, sufficient, visited, inTree } = this;
    const { to, lattice, degree, steps } = arcs;
    if (count > 0) this.unsettle();
    for (let i = 0; i < count; i++) {
      const u = cut[i];
      const moves = lattice !== undefined ? lattice.moves[u] : 0;
      const n = lattice !== undefined ? degree : arcs.leaving(u);
      for (let j = 0; j < n; j++) {
        if (lattice !== undefined && ((moves >> j) & 1) === 0) continue;
        const v = lattice !== undefined ? u + steps[j] : to[j];
        if (visited[v] !== inTree) continue;
        // Directions two apart are opposite.
        if (sufficient !== undefined && ((sufficient[(arrival[v] << 8) | lattice!.moves[v]] >> (j ^ 2)) & 1) === 0) continue;
        this.place(v, this.keyOf(v, g[v]), g[v]);
      }
    }
  }

  /** Reopens `v` if its changed moves give it a new canonical move. */
  private stepAnew(v: number, sufficient: Uint8Array): void {
    const { arcs, arrival, gValues: g, inTree, previousArcs, visited } = this;
    if (visited[v] < inTree - 1) return;
    const before = previousArcs.noted(v);
    previousArcs.note(v);
    if (visited[v] !== inTree) return;
    const row = arrival[v] << 8;
    if ((sufficient[row | arcs.lattice!.moves[v]] & ~sufficient[row | before]) === 0) return;
    this.place(v, this.keyOf(v, g[v]), g[v]);
    this.unsettle();
  }

  /** Gives `u` the best of its successors as parent, if that lowers its cost. */
  private followLeaving(u: number): void {
    const { arcs, gValues: g, visited, inTree } = this;
    // A vertex that has only lost arcs cannot have become cheaper.
    if (visited[u] >= inTree - 1 && !this.previousArcs.gained(u)) return;
    const { to, cost, lattice, lengths, steps } = arcs;
    const { weights } = lattice ?? NO_LATTICE;
    const weighted = lattice !== undefined && lattice.weighted;
    let least = visited[u] >= inTree ? g[u] : Infinity;
    let head = NO_VERTEX;
    const n = lattice !== undefined ? arcs.degree : arcs.leaving(u);
    const open = lattice !== undefined ? lattice.moves[u] : 0;
    for (let i = 0; i < n; i++) {
      if (lattice !== undefined && ((open >> i) & 1) === 0) continue;
      const v = lattice !== undefined ? u + steps[i] : to[i];
      if (visited[v] < inTree) continue;
      const through = g[v] + (lattice === undefined ? cost[i] : weighted ? lengths[i] * weights[v] : lengths[i]);
      if (through >= least) continue;
      least = through;
      head = v;
    }
    if (head === NO_VERTEX) return;
    this.visit(u, least, head);
    this.unsettle();
  }
}
