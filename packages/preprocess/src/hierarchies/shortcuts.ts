import { grown } from '@pf/graph/kit';
import { LazyHeap } from '@pf/queues';
import type { RemainingGraph } from './remaining-graph.ts';

/**
 * Finds the shortcuts that contracting a vertex requires: one for each pair of neighbours, unless a witness search finds another path that is no
 * longer. The witness search settles a limited number of vertices. A missed witness causes a superfluous shortcut, never a wrong answer.
 */
export class ShortcutFinder {
  /** The number of shortcuts found. By shortcut: the entries of its ends in the row of the vertex, and its cost. */
  count = 0;
  from: Uint32Array = new Uint32Array(64);
  to: Uint32Array = new Uint32Array(64);
  cost: Float64Array = new Float64Array(64);
  private readonly distance: Float64Array;
  /** By vertex: the highest cost of a witness; −1 if it is not a target. */
  private readonly allowed: Float64Array;
  private readonly touched: Uint32Array;
  private readonly open = new LazyHeap(256);

  constructor(private readonly graph: RemainingGraph) {
    const { length } = graph.first;
    this.distance = new Float64Array(length).fill(Infinity);
    this.allowed = new Float64Array(length).fill(-1);
    this.touched = new Uint32Array(length);
  }

  /** Finds the shortcuts for contracting `x`. Each witness search settles at most `limit` vertices. */
  find(x: number, limit: number): void {
    const { graph, allowed } = this;
    const { head, forth, back, symmetric } = graph;
    const begin = graph.first[x];
    const end = begin + graph.degree[x];
    this.count = 0;
    for (let i = begin; i < end; i++) {
      const toX = back[i];
      if (toX === Infinity) continue;
      let targets = 0;
      let most = 0;
      for (let j = symmetric ? i + 1 : begin; j < end; j++) {
        if (j === i || forth[j] === Infinity) continue;
        const through = toX + forth[j];
        allowed[head[j]] = through;
        targets++;
        if (through > most) most = through;
      }
      if (targets === 0) continue;
      this.search(head[i], x, most, targets, limit);
      for (let j = symmetric ? i + 1 : begin; j < end; j++) {
        const w = head[j];
        if (j === i || forth[j] === Infinity) continue;
        if (allowed[w] >= 0) this.push(i, j, allowed[w]);
        allowed[w] = -1;
      }
    }
  }

  /** Dijkstra's algorithm from `source` without `x`. Ends when every target has a witness or the rest costs more than `most`. */
  private search(source: number, x: number, most: number, targets: number, limit: number): void {
    const { graph, open, distance, allowed, touched } = this;
    const { first, degree, head, forth } = graph;
    let reached = 1;
    touched[0] = source;
    distance[source] = 0;
    open.push(source, 0);
    let missing = targets;
    for (let settled = 0; open.size > 0 && missing > 0 && settled < limit; ) {
      const key = open.peekKey();
      if (key > most) break;
      const v = open.pop();
      if (key > distance[v]) continue;
      settled++;
      for (let i = first[v], end = i + degree[v]; i < end; i++) {
        const w = head[i];
        const through = key + forth[i];
        if (through > most || through >= distance[w] || w === x) continue;
        if (distance[w] === Infinity) touched[reached++] = w;
        distance[w] = through;
        if (through <= allowed[w]) {
          allowed[w] = -1;
          if (--missing === 0) break;
        }
        open.push(w, through);
      }
    }
    open.clear();
    for (let i = 0; i < reached; i++) distance[touched[i]] = Infinity;
  }

  private push(i: number, j: number, cost: number): void {
    const n = this.count++;
    if (n === this.from.length) {
      this.from = grown(this.from);
      this.to = grown(this.to);
      this.cost = grown(this.cost);
    }
    this.from[n] = i;
    this.to[n] = j;
    this.cost[n] = cost;
  }
}
