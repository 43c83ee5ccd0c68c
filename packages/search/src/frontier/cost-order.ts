import type { Frontier } from './frontier.ts';

/**
 * Writes vertices by their cost, those of the same cost in the order that they had: what a queue of buckets closed, which is in order but for a bucket.
 * They are dealt out to as many equal parts of the costs as there are vertices, which leaves them in order but for neighbours, and those are put right
 * (Neubert, "The Flashsort1 Algorithm", Dr. Dobb's Journal, 1998). Labels lie far apart in memory, so each is read once. 12 bytes a vertex.
 */
export class CostOrder {
  private readonly costs: Float64Array;
  /** By part, where in the output its next vertex goes. */
  private readonly places: Uint32Array;

  constructor(vertexCount: number) {
    this.costs = new Float64Array(vertexCount);
    this.places = new Uint32Array(vertexCount + 1);
  }

  write(vertices: Uint32Array, n: number, frontier: Frontier, out: Uint32Array): void {
    const { costs, places } = this;
    let farthest = 0;
    let inOrder = true;
    for (let i = 0; i < n; i++) {
      const cost = frontier.cost(vertices[i]);
      costs[i] = cost;
      if (cost >= farthest) farthest = cost;
      else inOrder = false;
    }
    if (inOrder) {
      out.set(vertices.subarray(0, n));
      return;
    }
    const perCost = (n - 1) / farthest;
    places.fill(0, 0, n + 1);
    for (let i = 0; i < n; i++) places[((costs[i] * perCost) | 0) + 1]++;
    for (let part = 1; part < n; part++) places[part] += places[part - 1];
    // Not the vertices yet, but where they stand among the costs.
    for (let i = 0; i < n; i++) out[places[(costs[i] * perCost) | 0]++] = i;
    for (let i = 1; i < n; i++) {
      const at = out[i];
      const cost = costs[at];
      let place = i;
      for (; place > 0 && costs[out[place - 1]] > cost; place--) out[place] = out[place - 1];
      out[place] = at;
    }
    for (let i = 0; i < n; i++) out[i] = vertices[out[i]];
  }
}
