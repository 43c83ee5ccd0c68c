import type { Frontier } from './frontier.ts';

/**
 * Sorts vertices closed by a bucket queue by cost, stably. They are distributed to as many equal cost ranges as there are vertices; then insertion sort finishes
 * (Neubert, "The Flashsort1 Algorithm", Dr. Dobb's Journal, 1998). Labels are scattered in memory, so each is read once. 12 bytes per vertex.
 */
export class CostOrder {
  private readonly costs: Float64Array;
  /** By range: output index of its next vertex. */
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
    // Holds indices into the costs at first, vertices at the end.
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
