import type { OracleGraph } from './oracle.ts';

/** A map of cells: where each vertex of a model lies. */
interface Cells {
  x(v: number): number;
  y(v: number): number;
  vertex(x: number, y: number): number;
  contains(x: number, y: number): boolean;
}

/** Square clusters, and the longest run of border cells with one entrance. */
interface Clusters {
  readonly side: number;
  readonly entrance: number;
}

/**
 * The most that a route through the entrances of clusters may cost, by one cheapest path, on which `toGoal` falls. Where it crosses a border, the route crosses by an entrance of
 * the same run of border cells. That takes at most `entrance` − 1 cells along one side, a step across, and as many cells back along the other. A diagonal step
 * across may be replaced by two straight ones.
 */
export function mostByClusters(model: OracleGraph, toGoal: Float64Array, start: number, grid: Cells, { side, entrance }: Clusters): number {
  const heads = new Uint32Array(model.maxDegree);
  const costs = new Float64Array(model.maxDegree);
  const costOfStep = (from: number, to: number): number => {
    for (let i = model.successors(from, heads, costs) - 1; i >= 0; i--) if (heads[i] === to) return costs[i];
    return Infinity;
  };
  const clusterOf = (x: number, y: number): string => (grid.contains(x, y) ? `${Math.floor(x / side)} ${Math.floor(y / side)}` : 'none');
  const step = (x: number, y: number, dx: number, dy: number): number =>
    grid.contains(x, y) && grid.contains(x + dx, y + dy) ? costOfStep(grid.vertex(x, y), grid.vertex(x + dx, y + dy)) : Infinity;

  /** The most that replaces a straight step to another cluster. */
  const across = (x: number, y: number, dx: number, dy: number): number => {
    let most = step(x, y, dx, dy);
    for (const sign of [-1, 1]) {
      const [alongX, alongY] = [sign * Math.abs(dy), sign * Math.abs(dx)];
      let detour = 0;
      for (let k = 1; k < entrance; k++) {
        const [fromX, fromY] = [x + (k - 1) * alongX, y + (k - 1) * alongY];
        const [toX, toY] = [fromX + alongX, fromY + alongY];
        if (clusterOf(toX, toY) !== clusterOf(x, y) || clusterOf(toX + dx, toY + dy) !== clusterOf(x + dx, y + dy)) break;
        // Runs have steps along them in both directions, on both sides.
        detour += step(fromX, fromY, alongX, alongY) + step(toX + dx, toY + dy, -alongX, -alongY);
        const legal = detour + step(toX, toY, dx, dy) + step(toX, toY, -alongX, -alongY) + step(fromX + dx, fromY + dy, alongX, alongY) < Infinity;
        if (!legal) break;
        most = Math.max(most, detour + step(toX, toY, dx, dy));
      }
    }
    return most;
  };
  const straight = (x: number, y: number, dx: number, dy: number): number =>
    clusterOf(x, y) === clusterOf(x + dx, y + dy) || step(x, y, dx, dy) === Infinity ? step(x, y, dx, dy) : across(x, y, dx, dy);
  const most = (x: number, y: number, dx: number, dy: number): number => {
    if (dx === 0 || dy === 0 || clusterOf(x, y) === clusterOf(x + dx, y + dy)) return straight(x, y, dx, dy);
    const replaced = Math.min(straight(x, y, dx, 0) + straight(x + dx, y, 0, dy), straight(x, y, 0, dy) + straight(x, y + dy, dx, 0));
    // If no two straight steps replace it, it is an entrance of its own.
    return replaced < Infinity ? replaced : step(x, y, dx, dy);
  };

  let sum = 0;
  for (let v = start; toGoal[v] > 0; ) {
    let next = v;
    let least = Infinity;
    for (let i = model.successors(v, heads, costs) - 1; i >= 0; i--) if (costs[i] + toGoal[heads[i]] < least) [next, least] = [heads[i], costs[i] + toGoal[heads[i]]];
    if (least === Infinity) return Infinity;
    sum += most(grid.x(v), grid.y(v), grid.x(next) - grid.x(v), grid.y(next) - grid.y(v));
    v = next;
  }
  return sum;
}
