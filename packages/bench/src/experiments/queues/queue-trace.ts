import { BinaryHeap } from '@pf/queues';

/** The operations of a search on its queue. An id with a key is a push, or a decrease if the id is queued. −1 is a pop. */
export interface Trace {
  readonly ids: Int32Array;
  readonly keys: Float64Array;
  /** Number of ids. Each is pushed once and popped once. */
  readonly size: number;
}

/** Calls `reach` with every successor of `v` and its cost. */
type Arcs = (v: number, reach: (u: number, cost: number) => void) => void;

/** A square world. `whole`: four neighbours, entering a cell costs 1 to 9. `real`: eight neighbours, and diagonal steps cost √2 times as much. */
export function squareWorld(side: number, costs: 'whole' | 'real', random: () => number): Arcs {
  const terrain = Float64Array.from({ length: side * side }, () => 1 + Math.floor(random() * 9));
  const steps = [[1, 0], [0, 1], [-1, 0], [0, -1], [1, 1], [-1, 1], [-1, -1], [1, -1]].slice(0, costs === 'whole' ? 4 : 8);
  return (v, reach) => {
    const x = v % side;
    const y = (v - x) / side;
    for (const [dx, dy] of steps) {
      if (x + dx < 0 || x + dx >= side || y + dy < 0 || y + dy >= side) continue;
      const u = v + dy * side + dx;
      reach(u, terrain[u] * (dx !== 0 && dy !== 0 ? Math.SQRT2 : 1));
    }
  };
}

/** A random graph: eight arcs from each vertex, at whole costs from 1 to 200. Up to half of the vertices are queued at once. */
export function randomGraph(size: number, random: () => number): Arcs {
  const heads = Int32Array.from({ length: 8 * size }, () => Math.floor(random() * size));
  const costs = Uint8Array.from(heads, () => 1 + Math.floor(random() * 200));
  return (v, reach) => {
    for (let i = 8 * v; i < 8 * v + 8; i++) reach(heads[i], costs[i]);
  };
}

/**
 * Records the queue operations of Dijkstra's algorithm from vertex 0 of `size`. Queues with other tie-breaking can replay it, since no key is ever
 * decreased below the last popped.
 */
export function shortestPathTrace(size: number, arcs: Arcs): Trace {
  const g = new Float64Array(size).fill(Infinity);
  const open = new BinaryHeap(size);
  const ids: number[] = [];
  const keys: number[] = [];
  const reach = (v: number, key: number): void => {
    g[v] = key;
    open.update(v, key);
    ids.push(v);
    keys.push(key);
  };
  reach(0, 0);
  while (open.size > 0) {
    const v = open.pop();
    ids.push(-1);
    keys.push(0);
    arcs(v, (u, cost) => {
      if (g[v] + cost < g[u]) reach(u, g[v] + cost);
    });
  }
  return { ids: Int32Array.from(ids), keys: Float64Array.from(keys), size };
}
