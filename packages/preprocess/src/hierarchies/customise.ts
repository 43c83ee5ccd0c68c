import type { ChordalGraph, EdgeArcs } from './chordal-graph.ts';
import type { ArcParts } from './unpack.ts';
import { graphArc, NO_PART } from './unpack.ts';

/** The costs of a metric's edges in one direction, and their parts. */
export interface EdgeCosts {
  /** By edge: its cost, Infinity if there is no path. */
  readonly cost: Float64Array;
  /** The parts of each edge: its cheapest arc, or a detour over a lower vertex. Undefined where the cost is Infinity. */
  readonly parts: ArcParts;
}

/** Arcs whose costs are read at once. */
const BLOCK = 4096;

/**
 * Basic customisation (Dibbelt, Strasser & Wagner), in slices: gives each edge the cost of its cheapest arc, and lowers it to that of its detours over vertices
 * below both its ends. Triangles are processed by lowest vertex, lowest first, so that the parts of a detour are final.
 */
export class Customisation {
  /** The next arc; the next lowest vertex, and its first entry of `above`. */
  private arc = 0;
  private rank = 0;
  private pair = 0;
  private readonly block = new Float64Array(BLOCK);

  constructor(
    private readonly edges: ChordalGraph,
    private readonly arcs: EdgeArcs,
    private readonly costs: Float64Array,
    private readonly up: EdgeCosts,
    private readonly down: EdgeCosts,
  ) {}

  get isFinished(): boolean {
    return this.rank >= this.edges.first.length - 1;
  }

  begin(): void {
    this.up.cost.fill(Infinity);
    this.down.cost.fill(Infinity);
    this.arc = this.rank = this.pair = 0;
  }

  /** Takes arcs and triangles until `budget` is reached; returns whether it is finished. */
  run(budget = Infinity): boolean {
    if (this.isFinished) return true;
    const { arc } = this.arcs;
    let left = budget;
    for (; this.arc < arc.length && left > 0; left -= BLOCK) this.takeArcs(this.arc, (this.arc = Math.min(this.arc + BLOCK, arc.length)));
    if (left > 0) this.relaxTriangles(this.pair + left);
    return this.isFinished;
  }

  private takeArcs(begin: number, end: number): void {
    const { block, costs, arcs: { arc, arcSide }, up: { cost: up, parts: upParts }, down: { cost: down, parts: downParts } } = this;
    // Random reads come first, in a loop of their own, so that they overlap.
    for (let i = begin; i < end; i++) block[i - begin] = costs[arc[i]];
    for (let i = begin; i < end; i++) {
      const side = arcSide[i];
      const isUp = (side & 1) === 0;
      const cost = isUp ? up : down;
      const e = side >>> 1;
      if (block[i - begin] >= cost[e]) continue;
      cost[e] = block[i - begin];
      const parts = isUp ? upParts : downParts;
      parts[2 * e] = graphArc(arc[i]);
      parts[2 * e + 1] = NO_PART;
    }
  }

  /** Goes on until it has passed this entry of `above`. */
  private relaxTriangles(until: number): void {
    const { edges: { first, head, above }, up: { cost: up, parts: upParts }, down: { cost: down, parts: downParts } } = this;
    let n = this.pair;
    let r = this.rank;
    for (; r + 1 < first.length && n < until; r++) {
      const end = first[r + 1];
      for (let one = first[r]; one < end; one++) {
        const fromOne = down[one];
        const toOne = up[one];
        const row = first[head[one]];
        for (let other = one + 1; other < end; other++) {
          const e = row + above[n++];
          const climb = fromOne + up[other];
          const descent = down[other] + toOne;
          if (climb < up[e]) {
            up[e] = climb;
            upParts[2 * e] = 2 * one;
            upParts[2 * e + 1] = 2 * other + 1;
          }
          if (descent < down[e]) {
            down[e] = descent;
            downParts[2 * e] = 2 * other;
            downParts[2 * e + 1] = 2 * one + 1;
          }
        }
      }
    }
    this.pair = n;
    this.rank = r;
  }
}
