import type { Graph, Heuristic } from '@pf/graph';
import { NO_VERTEX } from '@pf/graph';
import { ArcBuffer, nextStamp } from '@pf/graph/kit';
import { ROUNDING } from '../agent.ts';
import { checkEstimate } from '../learned-heuristic.ts';

/**
 * The tree that FRIT follows: each vertex points to the neighbour through which the goal seems nearest. Pointers are set when they are first read, and removed with their
 * arc. A vertex is in the tree if its pointers lead to the goal. Memory: 12 bytes a vertex.
 */
export class IdealTree {
  private readonly next: Int32Array;
  /** By vertex: the episode that its pointer belongs to. */
  private readonly stamp: Uint32Array;
  private episode = 0;
  /** By vertex: `inside` or `outside` if that is known; lower numbers are out of date. */
  private readonly mark: Uint32Array;
  private numbers = 2;
  private inside = 1;
  private outside = 2;
  private readonly arcs: ArcBuffer;
  private goal = NO_VERTEX;

  constructor(
    graph: Graph,
    private readonly heuristic: Heuristic,
  ) {
    this.next = new Int32Array(graph.vertexCount);
    this.stamp = new Uint32Array(graph.vertexCount);
    this.mark = new Uint32Array(graph.vertexCount);
    this.arcs = new ArcBuffer(graph);
  }

  begin(goal: number): void {
    this.goal = goal;
    this.episode = nextStamp(this.stamp, this.episode);
    this.changed();
  }

  /** The vertex that `v` points to; NO_VERTEX if there is none. */
  parent(v: number): number {
    if (this.stamp[v] !== this.episode) {
      this.stamp[v] = this.episode;
      this.next[v] = this.nearest(v);
    }
    return this.next[v];
  }

  /** Whether the pointers lead from `v` to the goal. Follows those that were not followed since the tree last changed. */
  has(v: number): boolean {
    if (this.goal === NO_VERTEX) return false;
    const { mark, inside, outside } = this;
    let end = v;
    // Marked as outside while the walk lasts, so that a circle ends it.
    while (end !== NO_VERTEX && end !== this.goal && mark[end] !== inside && mark[end] !== outside) {
      mark[end] = outside;
      end = this.parent(end);
    }
    if (end === NO_VERTEX || (end !== this.goal && mark[end] === outside)) return false;
    for (let u = v; u !== end; u = this.next[u]) mark[u] = inside;
    return true;
  }

  /** Points `v`, which is outside, to `u`. Call `changed` after the last vertex of a path points into the tree. */
  connect(v: number, u: number): void {
    this.stamp[v] = this.episode;
    this.next[v] = u;
  }

  /** Forgets which vertices are inside or outside. */
  changed(): void {
    this.outside = this.number();
    this.inside = this.number();
  }

  /** Drops the pointer of `v`. Vertices outside stay outside. */
  cut(v: number): void {
    this.stamp[v] = this.episode;
    this.next[v] = NO_VERTEX;
    this.inside = this.number();
  }

  /** Drops pointers whose arcs no longer exist; returns whether there were any. */
  arcsChanged(tails: ArrayLike<number>, n: number): boolean {
    let cut = false;
    for (let i = 0; i < n; i++) {
      const v = tails[i];
      if (this.stamp[v] !== this.episode || this.next[v] === NO_VERTEX || this.arcs.costOf(v, this.next[v]) < Infinity) continue;
      this.cut(v);
      cut = true;
    }
    return cut;
  }

  /** The neighbour with the least sum of arc and estimate; ties are broken by the smaller estimate. */
  private nearest(v: number): number {
    const { heuristic, goal, arcs } = this;
    const { to, cost } = arcs;
    let best = NO_VERTEX;
    let least = Infinity;
    let leastH = Infinity;
    const n = arcs.leaving(v);
    for (let i = 0; i < n; i++) {
      const h = to[i] === goal ? 0 : heuristic(to[i], goal);
      checkEstimate(h, to[i], goal);
      const f = cost[i] + h;
      if (f === Infinity || f > least * ROUNDING || (f * ROUNDING >= least && h >= leastH)) continue;
      best = to[i];
      least = f;
      leastH = h;
    }
    return best;
  }

  private number(): number {
    return (this.numbers = nextStamp(this.mark, this.numbers));
  }
}
