/** A world for the oracle; every `Graph` of the packages has these members. */
export interface OracleGraph {
  readonly vertexCount: number;
  readonly maxDegree: number;
  successors(v: number, to: Uint32Array, cost: Float64Array): number;
  predecessors(v: number, to: Uint32Array, cost: Float64Array): number;
}

/**
 * The costs of the cheapest paths from `source` to every vertex (to `source` if `backward`), `Infinity` if there is none: plain Dijkstra with a
 * binary heap of pairs, without decrease. Stops once `until` is settled.
 *
 * Shares no code with the packages and uses only arcs. Simple rather than fast.
 */
export function oracleDistances(graph: OracleGraph, source: number, options: { backward?: boolean; until?: number } = {}): Float64Array {
  const distance = new Float64Array(graph.vertexCount).fill(Infinity);
  const settled = new Uint8Array(graph.vertexCount);
  const to = new Uint32Array(graph.maxDegree);
  const cost = new Float64Array(graph.maxDegree);
  const keys: number[] = [];
  const vertices: number[] = [];

  const push = (key: number, v: number): void => {
    let i = keys.length;
    while (i > 0) {
      const up = (i - 1) >> 1;
      if (keys[up] <= key) break;
      keys[i] = keys[up]!;
      vertices[i] = vertices[up]!;
      i = up;
    }
    keys[i] = key;
    vertices[i] = v;
  };
  const pop = (): number => {
    const top = vertices[0];
    const key = keys.pop()!;
    const v = vertices.pop()!;
    let i = 0;
    while (keys.length > 0) {
      let down = 2 * i + 1;
      if (down >= keys.length) break;
      if (down + 1 < keys.length && keys[down + 1] < keys[down]) down++;
      if (keys[down] >= key) break;
      keys[i] = keys[down]!;
      vertices[i] = vertices[down]!;
      i = down;
    }
    if (keys.length > 0) {
      keys[i] = key;
      vertices[i] = v;
    }
    return top;
  };

  distance[source] = 0;
  push(0, source);
  while (keys.length > 0) {
    const u = pop();
    if (settled[u] === 1) continue;
    settled[u] = 1;
    if (u === options.until) break;
    const n = options.backward === true ? graph.predecessors(u, to, cost) : graph.successors(u, to, cost);
    for (let i = 0; i < n; i++) {
      const v = to[i];
      if (!(cost[i] >= 0)) throw new Error(`The arc between ${u} and ${v} costs ${cost[i]}.`);
      const through = distance[u] + cost[i];
      if (through < distance[v]) {
        distance[v] = through;
        push(through, v);
      }
    }
  }
  return distance;
}

/** The cost of the cheapest path between two vertices, `Infinity` if there is none. */
export function oracleCost(graph: OracleGraph, from: number, to: number): number {
  return oracleDistances(graph, from, { until: to })[to];
}
