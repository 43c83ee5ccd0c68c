/**
 * D* Extra Lite: a search from the goal whose tree is cut where an arc of it became more expensive, and grows again from the rim of the cut.
 *
 * M. Przybylski, B. Putz, "D* Extra Lite: A Dynamic A* with Search-Tree Cutting and Frontier-Gap Repairing", International Journal of
 * Applied Mathematics and Computer Science 27(2), 2017.
 *
 * Departures: buckets hold vertices by the first part of the key only, g + h + k_m, which is all that its end needs: no vertex below
 * the start's matters; an arc that fell, or is new, is followed at once from its tail instead of opening its head again; entries of the queue
 * that are out of date stay in it until they come up or are many; where a lattice says that some moves suffice (`canonicalOrder` of @pf/graph), an
 * expansion makes only these. Then a vertex that is done opens again where a cut has reached what it makes a step to, or where changed
 * moves leave it another step to make: so all steps that suffice have been made, in the world as it is, at any time.
 */
import type { Graph } from '@pf/graph';
import { NO_VERTEX } from '@pf/graph';
import { checkOptions, lastingHeuristic, NO_DIRECTION } from '@pf/graph/kit';
import { GREATEST_EXACT, NO_LATTICE } from '../arcs.ts';
import { PreviousArcs } from '../previous-arcs.ts';
import type { OpenList } from '../open-list.ts';
import { openList } from '../open-list.ts';
import type { PlannerOptions } from '../planner.ts';
import { RoutePlanner } from '../route-planner.ts';
import { nextStamp } from '../stamps.ts';
import { StartHeuristic } from '../start-heuristic.ts';

/** What `visited` says of a vertex of this question beside being in the tree: that it waits in the queue. */
const OPEN = 1;
/** The queue is swept where it holds so many entries for each that counts. */
const MOST_STALE = 4;
/** How far apart the numbers of two questions are: cut off, in the tree, open. */
const QUESTION = 3;

/**
 * D* Extra Lite: the planner for the maps of games and for mazes.
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
export class DStarExtraLite extends RoutePlanner {
  /** The parent in the search tree. */
  protected readonly ahead: Int32Array;
  private open: OpenList;
  /** By vertex: the key of its entry that counts, of those in the queue. */
  private readonly keys: Float64Array | Int32Array;
  private openCount = 0;
  /** The cost to the goal along the tree, or more where a part of the tree has become cheaper. */
  private readonly gValues: Float64Array | Int32Array;
  /** `inTree` or more for what is in the tree, one less for what was cut off, and less than that for what only former questions have met. */
  private readonly visited: Uint32Array;
  private inTree = 1;
  private readonly lastMoves: PreviousArcs;
  /** From the start that keys are computed for. */
  private readonly estimates: StartHeuristic;
  private km = 0;
  /** No path costs more. Beyond that, the next search is anew: keys might soon be too great for 32 bits, or to be exact. Infinity where neither matters. */
  private readonly mostKm: number;
  /** The vertices that one change has cut off. */
  private readonly cut: Uint32Array;
  /** The moves that suffice, by arrival and legal moves; undefined where all are needed. Arrivals are counted from the goal on. */
  private sufficient: Uint8Array | undefined;
  /** Of lattices of eight directions: the direction of the step from the parent; and the steps made since a vertex came into the tree, or more. */
  private readonly arrival: Uint8Array;
  private readonly stepped: Uint8Array;

  constructor(graph: Graph, options: PlannerOptions = {}) {
    checkOptions(options, ['heuristic', 'queue'], 'DStarExtraLite');
    super(graph, { planner: 'D* Extra Lite', positive: false, heap: 'smaller-g' }, options.queue, options.heuristic);
    const n = graph.vertexCount;
    this.open = openList(n, this.order);
    this.lastMoves = new PreviousArcs(this.arcs);
    this.ahead = new Int32Array(n);
    const whole = this.buckets || this.arcs.unit > 1;
    this.mostKm = this.buckets ? this.arcs.greatestOffset() : whole ? GREATEST_EXACT : Infinity;
    const bounded = this.buckets && this.mostKm < Infinity;
    this.gValues = bounded ? new Int32Array(n) : new Float64Array(n);
    this.keys = bounded ? new Int32Array(n) : new Float64Array(n);
    this.estimates = new StartHeuristic(n, options.heuristic ?? lastingHeuristic(graph), { unit: this.arcs.unit, whole, greatest: this.mostKm });
    this.visited = new Uint32Array(n);
    this.cut = new Uint32Array(n);
    this.arrival = new Uint8Array(this.arcs.degree === 8 ? n : 0);
    this.stepped = new Uint8Array(this.arrival.length);
  }

  isOpen(v: number): boolean {
    return this.visited[v] === this.inTree + OPEN;
  }

  /** The cost from `v` to the goal along the tree; Infinity outside it. For drawing. */
  g(v: number): number {
    return this.visited[v] >= this.inTree ? this.gValues[v] / this.arcs.unit : Infinity;
  }

  protected reset(): void {
    this.inTree = nextStamp(this.visited, this.inTree, QUESTION);
    this.open.clear();
    this.openCount = 0;
    this.estimates.startAt(this.start);
    this.km = 0;
    this.lastMoves.begin();
    this.sufficient = this.arcs.lattice?.sufficient;
    this.visit(this.goal, 0, NO_VERTEX);
    if (this.sufficient !== undefined) this.arrival[this.goal] = NO_DIRECTION;
  }

  protected override takeHeap(): void {
    super.takeHeap();
    this.open = openList(this.cut.length, this.order);
    this.estimates.takeReals();
  }

  protected moved(along: boolean): void {
    if (along) this.total = this.gValues[this.start];
  }

  protected changed(tails: ArrayLike<number>, n: number): void {
    // All moves may be needed now, of which most have not been made.
    const incomplete = this.sufficient !== undefined && this.arcs.lattice?.sufficient === undefined;
    if (incomplete || this.km > this.mostKm) {
      this.unsettle();
      this.reset();
      return;
    }
    this.estimates.forget(tails, n);
    this.refocus();
    this.lastMoves.watch();
    this.reopen(this.cutBranches(tails, n));
    const { sufficient } = this;
    for (let i = 0; i < n; i++) {
      // Where moves lead both ways, the head of an arc that fell is among the tails: it makes the step.
      if (sufficient === undefined) this.followLeaving(tails[i]);
      else this.stepAnew(tails[i], sufficient);
    }
  }

  protected search(budget: number): boolean {
    if (this.km > this.mostKm) this.reset();
    const { open, arcs, counters, estimates, gValues: g, keys, lastMoves, ahead, arrival, stepped, sufficient, visited, inTree, start } = this;
    // On a lattice the arcs are read from bytes here, without a call.
    const { to, cost, lattice, lengths, degree } = arcs;
    const { moves, weights } = lattice ?? NO_LATTICE;
    // Where some moves suffice they lead both ways.
    const steps = sufficient !== undefined ? arcs.steps : arcs.backSteps;
    if (open.size > MOST_STALE * (this.openCount + 256)) this.sweep();
    let { km } = this;
    let ofStart = estimates.to(start);
    while (this.openCount > 0) {
      const top = open.peekPriority();
      if (visited[start] >= inTree && top >= g[start] + km + ofStart) break;
      const u = open.peek();
      if (visited[u] !== inTree + OPEN || keys[u] !== top) {
        open.pop();
        continue;
      }
      if (estimates.start !== start) {
        // A start that moved along its way ends above, by the keys that there are; all others want keys of their own.
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
        // Put in for an earlier start: its key was a lower bound. It counts against the budget: there may be very many.
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
        // What `visit` does, inlined: a tenth of the time.
        if (was < inTree - 1) lastMoves.note(v);
        if (was !== inTree + OPEN) {
          visited[v] = inTree + OPEN;
          this.openCount++;
        }
        g[v] = through;
        ahead[v] = u;
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

  /** Computes all later keys for the present start. */
  private refocus(): void {
    if (this.estimates.start !== this.start) this.km += this.estimates.moveTo(this.start);
  }

  /** Hangs `v` into the tree below `parent`. */
  private visit(v: number, g: number, parent: number): void {
    const { visited } = this;
    if (visited[v] < this.inTree - 1) this.lastMoves.note(v);
    this.gValues[v] = g;
    this.ahead[v] = parent;
    this.place(v, this.keyOf(v, g), g);
    this.counters.generated++;
  }

  /** Puts `v` into the queue, or gives it another place. */
  private place(v: number, key: number, g: number): void {
    const { visited, keys, open, inTree } = this;
    this.counters.queueOperations++;
    if (visited[v] !== inTree + OPEN) {
      visited[v] = inTree + OPEN;
      this.openCount++;
    } else if (keys[v] === key) return;
    keys[v] = key;
    open.push(v, key, g);
  }

  /** Cuts the branches that hang on an arc that is gone or more expensive; returns how many vertices it has written to `cut`. */
  private cutBranches(tails: ArrayLike<number>, n: number): number {
    const { arcs, ahead, arrival, cut, stepped, sufficient, visited, inTree } = this;
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
          // Whose arc to `v` is gone hangs on `v` as well, and has to be cut at any rate.
          let child: number;
          if (sufficient !== undefined) {
            const d = 31 - Math.clz32(directions);
            directions ^= 1 << d;
            child = v + steps[d];
            if (arrival[child] !== d) continue;
          } else {
            child = lattice !== undefined ? v + steps[k] : to[k];
            if (ahead[child] !== v) continue;
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

  /** Whether the arc from `u` to its parent is there, and no more expensive than it was. */
  private holds(u: number): boolean {
    const { arcs, ahead, gValues: g } = this;
    const { lattice } = arcs;
    if (lattice !== undefined && !lattice.weighted) return arcs.joins(u, ahead[u]);
    return arcs.between(u, ahead[u]) + g[ahead[u]] <= g[u];
  }

  /** Takes out of the queue what does not count. */
  private sweep(): void {
    const { cut, keys, open, visited, inTree } = this;
    let kept = 0;
    open.keep((v, key) => {
      if (visited[v] !== inTree + OPEN || keys[v] !== key) return false;
      // Once: what was cut off and came back may be there twice.
      visited[v] = inTree;
      cut[kept++] = v;
      return true;
    });
    while (kept > 0) visited[cut[--kept]] = inTree + OPEN;
  }

  private cutOff(v: number): void {
    if (this.visited[v] === this.inTree + OPEN) this.openCount--;
    this.visited[v] = this.inTree - 1;
  }

  /** Opens the vertices around what was cut off, from which it can be reached again. */
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

  /** Opens `v` again where it has a step to make now that it had not with the moves of before. */
  private stepAnew(v: number, sufficient: Uint8Array): void {
    const { arcs, arrival, gValues: g, inTree, lastMoves, visited } = this;
    if (visited[v] < inTree - 1) return;
    const before = lastMoves.noted(v);
    lastMoves.note(v);
    if (visited[v] !== inTree) return;
    const row = arrival[v] << 8;
    if ((sufficient[row | arcs.lattice!.moves[v]] & ~sufficient[row | before]) === 0) return;
    this.place(v, this.keyOf(v, g[v]), g[v]);
    this.unsettle();
  }

  /** Hangs `u` to whichever of its successors is better than its parent now. */
  private followLeaving(u: number): void {
    const { arcs, gValues: g, visited, inTree } = this;
    // What has only lost arcs since it was met can have got no better.
    if (visited[u] >= inTree - 1 && !this.lastMoves.gained(u)) return;
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

  /** The part of a key that counts: what a path through `u` costs. */
  private keyOf(u: number, g: number): number {
    return g + this.km + this.estimates.to(u);
  }
}
