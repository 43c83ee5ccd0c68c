import { LazyHeap } from '@pf/queues';
import type { ChordalGraph, EdgeArcs } from './chordal-graph.ts';
import { edgeBetween } from './chordal-graph.ts';
import type { EdgeCosts } from './customise.ts';
import { graphArc, NO_PART } from './unpack.ts';

/**
 * Partial customisation: recomputes the edges that depend on what has changed, and no others. Edges are numbered by their lower ends, so that the one with the
 * smallest number depends on none of the others: a heap of numbers is the order of work. An edge is looked at only if a detour that changed was what it cost,
 * or has become cheaper than that.
 */
export class MetricRepair {
  private readonly open = new LazyHeap(64);
  private readonly waiting: Uint8Array;

  constructor(
    private readonly edges: ChordalGraph,
    private readonly arcs: EdgeArcs,
    private readonly costs: Float64Array,
    private readonly up: EdgeCosts,
    private readonly down: EdgeCosts,
  ) {
    this.waiting = new Uint8Array(edges.head.length);
  }

  /** An arc that lies on this edge has got another cost. */
  add(edge: number): void {
    if (this.waiting[edge] === 1) return;
    this.waiting[edge] = 1;
    this.open.push(edge, edge);
  }

  /** Brings all edges up to date; returns how many were recomputed. */
  run(): number {
    const { open, waiting } = this;
    const { cost: up } = this.up;
    const { cost: down } = this.down;
    let recomputed = 0;
    while (open.size > 0) {
      const edge = open.pop();
      waiting[edge] = 0;
      recomputed++;
      const [oldUp, oldDown] = [up[edge], down[edge]];
      this.recompute(edge);
      if (up[edge] !== oldUp || down[edge] !== oldDown) this.notify(edge, oldUp, oldDown);
    }
    return recomputed;
  }

  private recompute(edge: number): void {
    const { edges, arcs, costs } = this;
    const { cost: up } = this.up;
    const { cost: down } = this.down;
    const { tail, head, firstBelow, below } = edges;
    let climb = Infinity;
    let descent = Infinity;
    // Both parts of what it costs to climb, and to descend.
    let [up1, up2, down1, down2] = [0, NO_PART, 0, NO_PART];
    for (let i = arcs.first[2 * edge]; i < arcs.first[2 * edge + 1]; i++) {
      if (costs[arcs.arc[i]] >= climb) continue;
      climb = costs[arcs.arc[i]];
      up1 = graphArc(arcs.arc[i]);
    }
    for (let i = arcs.first[2 * edge + 1]; i < arcs.first[2 * edge + 2]; i++) {
      if (costs[arcs.arc[i]] >= descent) continue;
      descent = costs[arcs.arc[i]];
      down1 = graphArc(arcs.arc[i]);
    }
    const [x, y] = [tail[edge], head[edge]];
    // From the end with fewer edges below it the detours are looked for.
    const fromX = firstBelow[x + 1] - firstBelow[x] <= firstBelow[y + 1] - firstBelow[y];
    const [near, far] = fromX ? [x, y] : [y, x];
    for (let k = firstBelow[near]; k < firstBelow[near + 1]; k++) {
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
    up[edge] = climb;
    down[edge] = descent;
    this.up.parts.set([up1, up2], 2 * edge);
    this.down.parts.set([down1, down2], 2 * edge);
  }

  /** Adds the edges above that a detour over the lower end of this one may have changed. */
  private notify(edge: number, oldUp: number, oldDown: number): void {
    const { edges, waiting } = this;
    const { cost: up } = this.up;
    const { cost: down } = this.down;
    const { first, head, tail } = edges;
    const x = tail[edge];
    const y = head[edge];
    const [newUp, newDown] = [up[edge], down[edge]];
    for (let other = first[x]; other < first[x + 1]; other++) {
      if (other === edge) continue;
      const w = head[other];
      const above = w < y ? edgeBetween(edges, w, y) : edgeBetween(edges, y, w);
      if (waiting[above] === 1) continue;
      const toY = w < y ? up[above] : down[above];
      const fromY = w < y ? down[above] : up[above];
      const into = down[other];
      const out = up[other];
      if (concerns(into + oldUp, into + newUp, toY) || concerns(oldDown + out, newDown + out, fromY)) this.add(above);
    }
  }
}

/** Whether a detour that cost `before` and costs `after` matters to an edge at this cost. */
function concerns(before: number, after: number, cost: number): boolean {
  return after < cost || (before === cost && after !== before);
}
