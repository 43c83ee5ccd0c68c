/** The members of `FieldGraph` that paths need. */
interface Cells {
  cost(x: number, y: number): number;
}

/**
 * The lowest cost from a corner through the cell of cost `across` to the far edge. That edge runs from the neighbour along the cell's side, with cost `near` to the goal,
 * to the opposite corner, with cost `far`. Along the side, the path may use the cost `beside` of the adjacent cell.
 */
export function interpolated(across: number, beside: number, near: number, far: number): number {
  const edge = Math.min(across, beside);
  if (edge === Infinity) return Infinity;
  if (near <= far) return edge + near;
  if (across === Infinity) return near === Infinity ? Infinity : beside + near;
  const gain = near - far;
  if (gain <= edge) {
    // Straight to the best point of the far edge.
    if (gain >= across * Math.SQRT1_2) return across * Math.SQRT2 + far;
    return near + Math.sqrt(across * across - gain * gain);
  }
  if (edge >= across * Math.SQRT1_2) return across * Math.SQRT2 + far;
  // Along the edge, and then to the opposite corner.
  return edge + Math.sqrt(across * across - edge * edge) + far;
}

/**
 * The next point of the cheapest path from a corner or a point on an edge: a corner, or a point on another edge of the cells around. `at` gives the cost from a corner to the goal.
 * Undefined if there is no path.
 */
export function crossing(field: Cells, x: number, y: number, at: (x: number, y: number) => number): [x: number, y: number] | undefined {
  let least = Infinity;
  let found: [number, number] | undefined;
  const offer = (cost: number, px: number, py: number): void => {
    if (cost >= least) return;
    least = cost;
    found = [px, py];
  };
  const columns = Number.isInteger(x) ? [x - 1, x] : [Math.floor(x)];
  const rows = Number.isInteger(y) ? [y - 1, y] : [Math.floor(y)];
  for (const cy of rows) {
    for (const cx of columns) {
      const cost = field.cost(cx, cy);
      if (cost === Infinity) continue;
      for (const [ax, ay, bx, by] of [[0, 0, 1, 0], [0, 1, 1, 1], [0, 0, 0, 1], [1, 0, 1, 1]]) {
        const a = at(cx + ax, cy + ay);
        const b = at(cx + bx, cy + by);
        const point = (s: number): [number, number] => [cx + ax + s * (bx - ax), cy + ay + s * (by - ay)];
        const price = (s: number): number => {
          const [px, py] = point(s);
          return cost * Math.sqrt((px - x) * (px - x) + (py - y) * (py - y)) + (s === 0 ? a : s === 1 ? b : (1 - s) * a + s * b);
        };
        for (const s of [0, 1]) if (point(s)[0] !== x || point(s)[1] !== y) offer(price(s), ...point(s));
        if (ax === bx ? x === cx + ax : y === cy + ay) {
          if (!Number.isInteger(x) || !Number.isInteger(y)) continue;
          // From a corner along the edge, at the cost of the cell beside it, and then straight to the corner diagonally across.
          const [dx, dy] = [2 * (cx - x) + 1, 2 * (cy - y) + 1];
          const beside = ax === bx ? field.cost(cx - dx, cy) : field.cost(cx, cy - dy);
          const rise = Math.sqrt(cost * cost - beside * beside);
          const s = 1 - beside / rise;
          if (s > 1e-9 && s < 1) offer(beside + rise + at(x + dx, y + dy), ax === bx ? x : x + s * dx, ax === bx ? y + s * dy : y);
          continue;
        }
        if (a === Infinity || b === Infinity) continue;
        let [low, high] = [0, 1];
        for (let i = 0; i < 60; i++) {
          const [p, q] = [low + (high - low) / 3, high - (high - low) / 3];
          if (price(p) <= price(q)) high = q;
          else low = p;
        }
        const s = (low + high) / 2;
        if (s > 1e-6 && s < 1 - 1e-6) offer(price(s), ...point(s));
      }
    }
  }
  return found;
}
