import type { Graph, Heuristic } from '@pf/graph';

/**
 * The textbook A*: a binary heap, arrays that are cleared for each query, a vertex in the heap once for each improvement. The baseline for claims of
 * papers. It shares no code with the packages, so it also checks their answers.
 *
 * @example
 * ```ts
 * import { TextbookAStar } from '@pf/bench';
 * import { Grid } from '@pf/grid';
 *
 * const grid = Grid.fromRows(['...', '.#.', '...']);
 * const search = new TextbookAStar(grid, grid.heuristic());
 * search.search(grid.vertex(0, 0), grid.vertex(2, 2)); // → 4
 * search.expanded > 2; // → true
 * ```
 */
export class TextbookAStar {
  expanded = 0;
  readonly g: Float64Array;
  readonly parent: Int32Array;
  readonly #graph: Graph;
  readonly #h: Heuristic;
  readonly #closed: Uint8Array;
  readonly #to: Uint32Array;
  readonly #cost: Float64Array;
  #ids: number[] = [];
  #keys: number[] = [];

  constructor(graph: Graph, h: Heuristic) {
    this.#graph = graph;
    this.#h = h;
    this.g = new Float64Array(graph.vertexCount).fill(Infinity);
    this.parent = new Int32Array(graph.vertexCount).fill(-1);
    this.#closed = new Uint8Array(graph.vertexCount);
    this.#to = new Uint32Array(graph.maxDegree);
    this.#cost = new Float64Array(graph.maxDegree);
  }

  /** The cost of the cheapest path by a consistent heuristic; Infinity if there is none. */
  search(start: number, goal: number): number {
    const { g, parent } = this;
    const [graph, h, closed, to, cost] = [this.#graph, this.#h, this.#closed, this.#to, this.#cost];
    g.fill(Infinity);
    parent.fill(-1);
    closed.fill(0);
    this.#ids = [];
    this.#keys = [];
    this.expanded = 0;
    g[start] = 0;
    this.#push(start, h(start, goal));
    while (this.#ids.length > 0) {
      const v = this.#pop();
      if (v === goal) return g[v];
      if (closed[v] === 1) continue;
      closed[v] = 1;
      this.expanded++;
      const n = graph.successors(v, to, cost);
      for (let i = 0; i < n; i++) {
        const next = g[v] + cost[i];
        if (next >= g[to[i]]) continue;
        g[to[i]] = next;
        parent[to[i]] = v;
        this.#push(to[i], next + h(to[i], goal));
      }
    }
    return Infinity;
  }

  /** The vertices of the last path, from start to goal; none if there is no path. */
  path(goal: number): number[] {
    if (this.g[goal] === Infinity) return [];
    const path = [];
    for (let v = goal; v !== -1; v = this.parent[v]) path.push(v);
    return path.reverse();
  }

  #push(id: number, key: number): void {
    const [ids, keys] = [this.#ids, this.#keys];
    let i = ids.length;
    ids.push(id);
    keys.push(key);
    while (i > 0) {
      const up = (i - 1) >> 1;
      if (keys[up] <= key) break;
      ids[i] = ids[up];
      keys[i] = keys[up];
      i = up;
    }
    ids[i] = id;
    keys[i] = key;
  }

  #pop(): number {
    const [ids, keys] = [this.#ids, this.#keys];
    const top = ids[0];
    const id = ids.pop()!;
    const key = keys.pop()!;
    const n = ids.length;
    if (n === 0) return top;
    let i = 0;
    for (;;) {
      let down = 2 * i + 1;
      if (down >= n) break;
      if (down + 1 < n && keys[down + 1] < keys[down]) down++;
      if (keys[down] >= key) break;
      ids[i] = ids[down];
      keys[i] = keys[down];
      i = down;
    }
    ids[i] = id;
    keys[i] = key;
    return top;
  }
}
