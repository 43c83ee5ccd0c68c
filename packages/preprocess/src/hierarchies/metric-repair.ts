import { LazyHeap } from '@pf/queues';
import type { ChordalGraph, EdgeArcs } from './chordal-graph.ts';
import { edgeBetween, firstOfSide } from './chordal-graph.ts';
import type { EdgeCosts } from './customise.ts';
import { graphArc, NO_PART } from './unpack.ts';

/**
 * Partial customisation: recomputes only the edges that depend on a change. Edges are numbered by lower end, so the smallest marked edge depends on
 * no other; a heap of edge numbers gives the order. An edge is marked only if a changed detour defined its cost, or is now cheaper.
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

  /** Marks an edge whose arc has a new cost. */
  add(edge: number): void {
    if (this.waiting[edge] === 1) return;
    this.waiting[edge] = 1;
    this.open.push(edge, edge);
  }

  /** Updates all affected edges and returns their number. */
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
    // The parts of the upward and of the downward cost.
    let [up1, up2, down1, down2] = [0, NO_PART, 0, NO_PART];
    let i = firstOfSide(arcs, 2 * edge);
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

  /** Marks the edges above that a detour over the lower end of this edge may have changed. */
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

/** Whether a change of a detour's cost from `before` to `after` can change an edge of this cost. */
function concerns(before: number, after: number, cost: number): boolean {
  return after < cost || (before === cost && after !== before);
}
