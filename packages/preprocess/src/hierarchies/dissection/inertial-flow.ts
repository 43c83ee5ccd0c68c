/**
 * Balanced cuts: A. Schild, C. Sommer, "On Balanced Separators in Road Networks" (inertial flow), SEA 2015. Vertices are sorted along a line. The
 * first are sources of a flow, the last its sinks, and the minimum cut is taken. Of several lines, the one with the smallest separator for its
 * balance wins.
 *
 * Departure: without coordinates, or if all are alike, hop counts replace them: the difference of the hops from two distant vertices, and of those
 * from two others far from both.
 */
import { MaxFlow, SINK, SOURCE } from './max-flow.ts';
import type { Part } from './part.ts';
import { selectSmallest } from './select.ts';

/** Lines: x, y and both diagonals. */
const DIRECTIONS = [[1, 0], [0, 1], [1, 1], [1, -1]] as const;
/** The fraction of vertices that are sources; as many are sinks. */
const SHARE = 0.25;

/** Finds separators of parts: vertices whose removal splits the part into two sides. */
export class InertialFlow {
  /** By vertex of the part, after a cut: its side 0 or 1, or 2 for the separator. */
  readonly side: Uint8Array;
  private readonly trial: Uint8Array;
  private readonly x: Float64Array;
  private readonly y: Float64Array;
  private readonly key: Float64Array;
  private readonly items: Uint32Array;
  private readonly flow: MaxFlow;

  constructor(
    private readonly part: Part,
    vertexCount: number,
    private readonly coordinates: Float64Array | undefined,
  ) {
    this.side = new Uint8Array(vertexCount);
    this.trial = new Uint8Array(vertexCount);
    this.x = new Float64Array(vertexCount);
    this.y = new Float64Array(vertexCount);
    this.key = new Float64Array(vertexCount);
    this.items = new Uint32Array(vertexCount);
    this.flow = new MaxFlow(part, vertexCount);
  }

  /** Looks for a separator of the connected part order[from] …. Returns whether one with two non-empty sides was found. */
  cut(order: Uint32Array, from: number): boolean {
    const { count } = this.part;
    if (!this.placeByCoordinates(order, from)) this.placeByHops();
    let best = Infinity;
    for (const [dx, dy] of DIRECTIONS) {
      this.chooseEnds(dx, dy, Math.max(1, Math.floor(SHARE * count)));
      // A larger flow could not win even at the best balance.
      const limit = Math.ceil(best * (count / 2));
      if (this.flow.run(limit) >= limit) continue;
      best = this.tryCut(this.flow.nearSource, best);
      best = this.tryCut(this.flow.nearSink, best);
    }
    return best < Infinity;
  }

  private chooseEnds(dx: number, dy: number, ends: number): void {
    const { x, y, key, items, flow } = this;
    const { count } = this.part;
    for (let v = 0; v < count; v++) {
      key[v] = dx * x[v] + dy * y[v];
      items[v] = v;
    }
    flow.terminal.fill(0, 0, count);
    selectSmallest(items, count, key, ends);
    for (let i = 0; i < ends; i++) flow.terminal[items[i]] = SOURCE;
    for (let v = 0; v < count; v++) key[v] = -key[v];
    selectSmallest(items, count, key, ends);
    for (let i = 0; i < ends; i++) if (flow.terminal[items[i]] === 0) flow.terminal[items[i]] = SINK;
  }

  /** Takes the ends of cut edges on either side as the separator. Keeps it if it is better than `best`; returns the best. */
  private tryCut(inside: Uint8Array, best: number): number {
    const { trial, side } = this;
    const { count, first, head } = this.part;
    for (const separated of [0, 1]) {
      const sizes = [0, 0, 0];
      for (let v = 0; v < count; v++) {
        let own: number = inside[v];
        if (own === separated) {
          for (let a = first[v]; a < first[v + 1]; a++) {
            if (inside[head[a]] === own) continue;
            own = 2;
            break;
          }
        }
        trial[v] = own;
        sizes[own]++;
      }
      const score = sizes[2] / Math.min(sizes[0], sizes[1]);
      if (!(score < best)) continue;
      best = score;
      side.set(trial.subarray(0, count));
    }
    return best;
  }

  /** Returns false if there are no coordinates, or all are alike. */
  private placeByCoordinates(order: Uint32Array, from: number): boolean {
    const { part, x, y, coordinates } = this;
    if (coordinates === undefined) return false;
    let differ = false;
    for (let v = 0; v < part.count; v++) {
      x[v] = coordinates[2 * order[from + v]];
      y[v] = coordinates[2 * order[from + v] + 1];
      differ ||= x[v] !== x[0] || y[v] !== y[0];
    }
    return differ;
  }

  private placeByHops(): void {
    const { part, x, y, key } = this;
    const { count, level, queue } = part;
    const farthest = (): number => queue[count - 1];
    part.flood(0);
    const a = farthest();
    part.flood(a);
    for (let v = 0; v < count; v++) key[v] = x[v] = level[v];
    const b = farthest();
    part.flood(b);
    let c = 0;
    for (let v = 0; v < count; v++) {
      key[v] = Math.min(key[v], level[v]);
      x[v] -= level[v];
      if (key[v] > key[c]) c = v;
    }
    part.flood(c);
    for (let v = 0; v < count; v++) y[v] = level[v];
    part.flood(farthest());
    for (let v = 0; v < count; v++) y[v] -= level[v];
  }
}
