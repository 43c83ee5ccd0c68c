/**
 * Cheapest ways to one goal: the characters that share a goal share its work, each walking down the same tree. LPA* (S. Koenig,
 * M. Likhachev, D. Furcy, "Lifelong Planning A*", Artificial Intelligence 155, 2004) from the goal and without an estimate: it grows
 * as Dijkstra's algorithm does, and where arcs change it mends what hangs on them, and no more.
 *
 * A whole field costs far more than one way, and pays where many are asked for. It grows at once where those who share the goal would spend
 * more, going by the mean of the ways planned so far, and is mended from then on; before, since nobody knows how many there will be, it may work for
 * a small part of what is spent on ways to its goal that are planned without it.
 * What is not mended yet can be followed all the same as long as the costs fall: it is as good as a way that was planned before the change.
 */
import type { Graph } from '@pf/graph';
import { NO_VERTEX } from '@pf/graph';
import { ArcBuffer } from '@pf/graph/kit';
import { BinaryHeap } from '@pf/queues';

/** What an expansion takes, in expansions of a search: it goes in all directions, and a search on a grid knows short cuts. */
export const PRICE = 8;
/** What is spent elsewhere for one expansion here. */
const TITHE = 64;

/** The tree of cheapest ways to one goal, as far as it has grown: 40 bytes a vertex. Arcs must cost more than 0. */
export class FlowField {
  /** The goal whose tree this is; NO_VERTEX before the first. */
  goal = NO_VERTEX;
  /** How many characters follow it. */
  users = 0;
  /** Expansions that it may still spend. */
  private credit = 0;
  private isGranted = false;
  private spentElsewhere = 0;
  private ways = 0;
  private readonly graph: Graph;
  private readonly entering: ArcBuffer;
  private readonly leaving: ArcBuffer;
  /** Where the two costs below differ, by the lesser of them. */
  private readonly open: BinaryHeap;
  /** The cost to the goal as last expanded, and as the successors now have it; `towards` is the successor that gives the latter. */
  private readonly settled: Float64Array;
  private readonly ahead: Float64Array;
  private readonly towards: Int32Array;
  /** All three are kept of this goal where this is its generation. */
  private readonly reached: Uint32Array;
  private generation = 0;

  constructor(graph: Graph) {
    const n = graph.vertexCount;
    this.graph = graph;
    this.entering = new ArcBuffer(graph);
    this.leaving = new ArcBuffer(graph);
    this.open = new BinaryHeap(n);
    this.settled = new Float64Array(n);
    this.ahead = new Float64Array(n);
    this.towards = new Int32Array(n);
    this.reached = new Uint32Array(n);
  }

  begin(goal: number): void {
    this.goal = goal;
    this.generation++;
    this.credit = 0;
    this.isGranted = false;
    this.spentElsewhere = 0;
    this.ways = 0;
    this.open.clear();
    this.touch(goal);
    this.ahead[goal] = 0;
    this.place(goal);
  }

  /** A way to the goal has been planned without it in `expansions`, one of `asked` that share the goal. */
  missed(expansions: number, asked: number): void {
    this.credit += expansions / TITHE;
    this.spentElsewhere += expansions;
    this.ways++;
    if (this.isGranted || (this.spentElsewhere / this.ways) * asked < PRICE * this.graph.vertexCount) return;
    this.isGranted = true;
    this.credit += this.graph.vertexCount;
  }

  /** Whether there is something to mend or to settle, and it may. */
  get isDue(): boolean {
    return this.credit >= 1 && this.open.size > 0;
  }

  /** Mends what has changed, nearest first, and grows; returns how many vertices it expanded, `budget` at most. */
  work(budget: number): number {
    let expansions = 0;
    for (; expansions < budget && this.isDue; expansions++) {
      this.credit--;
      this.expand();
    }
    return expansions;
  }

  /** Whether it is certain that no way leads from `v` to the goal. */
  excludes(v: number): boolean {
    return this.open.size === 0 && (this.reached[v] !== this.generation || this.settled[v] === Infinity);
  }

  /** The next vertex on the way from `v`; NO_VERTEX where none is known. */
  next(v: number): number {
    const { settled, towards } = this;
    if (this.reached[v] !== this.generation || towards[v] === NO_VERTEX) return NO_VERTEX;
    // Where they do not fall, what is not mended yet could lead in a circle.
    return settled[towards[v]] < settled[v] && settled[v] < Infinity ? towards[v] : NO_VERTEX;
  }

  /** The cost from `v` to the goal as last settled; Infinity where it is not known. */
  costFrom(v: number): number {
    return this.reached[v] === this.generation ? this.settled[v] : Infinity;
  }

  arcsChanged(tails: ArrayLike<number>, n: number): void {
    for (let i = 0; i < n; i++) this.lookAhead(tails[i]);
    // Those who follow it miss nothing, however much shorter their ways have become: what was worth growing is mended, which takes no vertex more than twice.
    if (this.isGranted && this.open.size > 0) this.credit = Math.max(this.credit, 2 * this.graph.vertexCount);
  }

  private expand(): void {
    const { open, settled, ahead, towards, reached, generation } = this;
    const { to, cost } = this.entering;
    const u = open.pop();
    const nearer = ahead[u] < settled[u];
    settled[u] = nearer ? ahead[u] : Infinity;
    if (!nearer) this.place(u);
    const n = this.graph.predecessors(u, to, cost);
    for (let i = 0; i < n; i++) {
      const v = to[i];
      if (!nearer) {
        if (reached[v] === generation && towards[v] === u) this.lookAhead(v);
        continue;
      }
      if (reached[v] !== generation) this.touch(v);
      const through = settled[u] + cost[i];
      if (through >= ahead[v]) continue;
      ahead[v] = through;
      towards[v] = u;
      this.place(v);
    }
  }

  /** Computes anew which successor leads from `v` to the goal at the least cost. */
  private lookAhead(v: number): void {
    if (v === this.goal) return;
    const { settled, reached, generation } = this;
    const { to, cost } = this.leaving;
    const n = this.graph.successors(v, to, cost);
    let least = Infinity;
    let best = NO_VERTEX;
    for (let i = 0; i < n; i++) {
      if (reached[to[i]] !== generation || settled[to[i]] + cost[i] >= least) continue;
      least = settled[to[i]] + cost[i];
      best = to[i];
    }
    if (reached[v] !== generation) {
      if (best === NO_VERTEX) return;
      this.touch(v);
    }
    this.ahead[v] = least;
    this.towards[v] = best;
    this.place(v);
  }

  private touch(v: number): void {
    this.reached[v] = this.generation;
    this.settled[v] = Infinity;
    this.ahead[v] = Infinity;
    this.towards[v] = NO_VERTEX;
  }

  /** Into the queue where the two costs differ, out of it where they agree. */
  private place(v: number): void {
    const { open, settled, ahead } = this;
    if (settled[v] === ahead[v]) open.remove(v);
    else open.update(v, Math.min(settled[v], ahead[v]));
  }
}
