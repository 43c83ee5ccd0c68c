import { LazyHeap } from '@pf/queues';
import { lowerBound } from '../lower-bound.ts';
import type { ChordalGraph, EdgeArcs } from './chordal-graph.ts';
import { edgeBetween } from './chordal-graph.ts';
import type { EdgeCosts } from './customise.ts';
import { graphArc, NO_PART } from './unpack.ts';

// As many changes may take less work elsewhere, so it is tried again after a pause, which doubles while that fails.
const LEAST_PAUSE = 2;
const MOST_PAUSE = 16;

/**
 * Partial customisation: recomputes only the edges that depend on a change. Edges are numbered by lower end, so the smallest marked edge depends on
 * no other; a heap of edge numbers gives the order. An edge is marked only if a changed detour defined its cost, or is now cheaper.
 */
export class MetricRepair {
  /** The entries of `below` and `above` that the last run looked at, and 8 for each edge. */
  work = 0;
  /** A run with more work gives up, after about the time of customising anew: one entry takes as long as several triangles there. */
  readonly limit: number;
  /** With more edges added, the next `skips` runs give up at once. */
  private most = Infinity;
  private skips = 0;
  /** The skips after the next run that gives up. */
  private pause = LEAST_PAUSE;
  private readonly open = new LazyHeap(64);
  private readonly waiting: Uint8Array;
  /** By rank: where `above` lists its pairs. */
  private readonly firstAbove: Uint32Array;

  constructor(
    private readonly edges: ChordalGraph,
    private readonly arcs: EdgeArcs,
    private readonly costs: Float64Array,
    private readonly up: EdgeCosts,
    private readonly down: EdgeCosts,
  ) {
    this.waiting = new Uint8Array(edges.head.length);
    this.limit = (edges.above.length + 8 * edges.head.length) / 5;
    const { first } = edges;
    this.firstAbove = new Uint32Array(first.length);
    for (let r = 0; r + 1 < first.length; r++) this.firstAbove[r + 1] = this.firstAbove[r] + ((first[r + 1] - first[r]) * (first[r + 1] - first[r] - 1)) / 2;
  }

  /** Marks an edge whose arc has a new cost. */
  add(edge: number): void {
    if (this.waiting[edge] === 1) return;
    this.waiting[edge] = 1;
    this.open.push(edge, edge);
  }

  /** Updates all affected edges and returns their number; −1 if it has given up, after which all edges must be customised anew. */
  run(): number {
    const { open, waiting } = this;
    const { cost: up } = this.up;
    const { cost: down } = this.down;
    const added = open.size;
    let recomputed = 0;
    this.work = 0;
    const isTrial = added > this.most;
    if (isTrial && this.skips > 0) {
      this.skips--;
      return this.giveUp();
    }
    while (open.size > 0) {
      if (this.work > this.limit) {
        if (!isTrial) this.most = added / 2;
        this.skips = this.pause;
        this.pause = Math.min(2 * this.pause, MOST_PAUSE);
        return this.giveUp();
      }
      const edge = open.pop();
      waiting[edge] = 0;
      recomputed++;
      const [oldUp, oldDown] = [up[edge], down[edge]];
      this.recompute(edge);
      if (up[edge] !== oldUp || down[edge] !== oldDown) this.notify(edge, oldUp, oldDown);
    }
    if (isTrial) this.pause = LEAST_PAUSE;
    this.most = Math.max(this.most, added);
    return recomputed;
  }

  private giveUp(): number {
    this.open.clear();
    this.waiting.fill(0);
    return -1;
  }

  private recompute(edge: number): void {
    const { edges, arcs, costs } = this;
    const { cost: up } = this.up;
    const { cost: down } = this.down;
    const { tail, head, firstBelow, below } = edges;
    let climb = Infinity;
    let descent = Infinity;
    // The parts of the upward and of the downward cost.
    let [up1, up2, down1, down2] = [0, NO_PART, 0, NO_PART];
    let i = lowerBound(arcs.arcSide, 2 * edge);
    for (; arcs.arcSide[i] === 2 * edge; i++) {
      if (costs[arcs.arc[i]] >= climb) continue;
      climb = costs[arcs.arc[i]];
      up1 = graphArc(arcs.arc[i]);
    }
    for (; arcs.arcSide[i] === 2 * edge + 1; i++) {
      if (costs[arcs.arc[i]] >= descent) continue;
      descent = costs[arcs.arc[i]];
      down1 = graphArc(arcs.arc[i]);
    }
    const [x, y] = [tail[edge], head[edge]];
    // Detours are listed from the end with fewer edges below it.
    const fromX = firstBelow[x + 1] - firstBelow[x] <= firstBelow[y + 1] - firstBelow[y];
    const [near, far] = fromX ? [x, y] : [y, x];
    let k = firstBelow[near];
    for (; k < firstBelow[near + 1]; k++) {
      const one = below[k];
      const z = tail[one];
      if (z >= x) break;
      const other = edgeBetween(edges, z, far);
      if (other < 0) continue;
      const [toX, toY] = fromX ? [one, other] : [other, one];
      const through = down[toX] + up[toY];
      const back = down[toY] + up[toX];
      if (through < climb) {
        climb = through;
        [up1, up2] = [2 * toX, 2 * toY + 1];
      }
      if (back < descent) {
        descent = back;
        [down1, down2] = [2 * toY, 2 * toX + 1];
      }
    }
    this.work += 8 + k - firstBelow[near];
    up[edge] = climb;
    down[edge] = descent;
    this.up.parts[2 * edge] = up1;
    this.up.parts[2 * edge + 1] = up2;
    this.down.parts[2 * edge] = down1;
    this.down.parts[2 * edge + 1] = down2;
  }

  /** Marks the edges above that a detour over the lower end of this edge may have changed. */
  private notify(edge: number, oldUp: number, oldDown: number): void {
    const { edges, waiting, firstAbove } = this;
    const { cost: up } = this.up;
    const { cost: down } = this.down;
    const { first, head, tail, above } = edges;
    const x = tail[edge];
    const [newUp, newDown] = [up[edge], down[edge]];
    const begin = first[x];
    const end = first[x + 1];
    this.work += end - begin;
    // Where `above` lists the pair of `edge` and `other`.
    let pair = firstAbove[x] + edge - begin - 1;
    for (let other = begin; other < end; other++) {
      if (other === edge) {
        pair++;
        continue;
      }
      const isLower = other < edge;
      const closing = first[head[isLower ? other : edge]] + above[pair];
      pair += isLower ? end - other - 2 : 1;
      if (waiting[closing] === 1) continue;
      const toY = isLower ? up[closing] : down[closing];
      const fromY = isLower ? down[closing] : up[closing];
      const into = down[other];
      const out = up[other];
      if (concerns(into + oldUp, into + newUp, toY) || concerns(oldDown + out, newDown + out, fromY)) this.add(closing);
    }
  }
}

/** Whether a change of a detour's cost from `before` to `after` can change an edge of this cost. */
function concerns(before: number, after: number, cost: number): boolean {
  return after < cost || (before === cost && after !== before);
}
