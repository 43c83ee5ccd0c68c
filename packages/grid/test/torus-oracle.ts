import { Grid, seededRandom, TorusGrid } from '../src/index.ts';

const HEX = [[1, 0], [0, 1], [-1, 1], [-1, 0], [0, -1], [1, -1]];
const SQUARE = [[1, 0], [0, 1], [-1, 0], [0, -1], [1, 1], [-1, 1], [-1, -1], [1, -1]];

/** A random torus of up to 12 × 9 cells, with terrain and, in every second round, one-way cells. */
export function randomTorus(round: number): { torus: TorusGrid; whole: (below: number) => number } {
  const random = seededRandom(round + 1);
  const whole = (below: number): number => Math.floor(random() * below);
  const [width, height] = round % 5 === 0 ? [1 + whole(3), 1 + whole(3)] : [1 + whole(12), 1 + whole(9)];
  const share = random() * 0.5;
  const costs = Array.from({ length: width * height }, () => (random() < share ? 0 : 1 + whole(3) * whole(2)));
  const grid = Grid.fromArray(costs, width, height, {
    movement: (['four', 'eight', 'hex', 'eight'] as const)[round % 4],
    corners: (['never', 'one', 'always'] as const)[whole(3)],
    metric: (['exact', '5/7', { straight: 1, diagonal: 3 }] as const)[whole(3)],
  });
  if (whole(2) === 0) for (let i = whole(10); i > 0; i--) grid.setSides(whole(width), whole(height), { enter: whole(256), leave: whole(256) });
  return { torus: new TorusGrid(grid, { joins: (['both', 'columns', 'rows'] as const)[whole(3)] }), whole };
}

/** The cells of a map, row by row. */
export function cellsOf({ width, height }: Grid): [number, number][] {
  return Array.from({ length: width * height }, (_, i) => [i % width, Math.floor(i / width)]);
}

/** The number at these coordinates, row by row, counted on past joined edges; −1 beyond others. Shares no code with the package. */
export function wrapped({ joins, grid: { width, height } }: TorusGrid, x: number, y: number): number {
  while (joins !== 'rows' && x < 0) x += width;
  while (joins !== 'rows' && x >= width) x -= width;
  while (joins !== 'columns' && y < 0) y += height;
  while (joins !== 'columns' && y >= height) y -= height;
  return x < 0 || y < 0 || x >= width || y >= height ? -1 : y * width + x;
}

/** All arcs, by cells row by row, from the costs and sides of the grid alone. */
export function arcsOf(torus: TorusGrid): { from: number; to: number; cost: number }[] {
  const { grid } = torus;
  const { movement, corners, steps, sides, stride, width } = grid;
  const costs = grid.toArray();
  const free = (x: number, y: number): boolean => (costs[wrapped(torus, x, y)] ?? 0) > 0;
  const vertex = (cell: number): number => (Math.floor(cell / width) + 1) * stride + (cell % width) + 1;
  const directions = movement === 'hex' ? HEX : movement === 'four' ? SQUARE.slice(0, 4) : SQUARE;
  const arcs: { from: number; to: number; cost: number }[] = [];
  for (const [x, y] of cellsOf(grid)) {
    for (const [d, [dx, dy]] of directions.entries()) {
      const [from, to] = [wrapped(torus, x, y), wrapped(torus, x + dx, y + dy)];
      if (to === from || !free(x, y) || !free(x + dx, y + dy)) continue;
      const isDiagonal = movement === 'eight' && dx !== 0 && dy !== 0;
      const beside = Number(free(x + dx, y)) + Number(free(x, y + dy));
      if (isDiagonal && corners !== 'always' && beside < (corners === 'never' ? 2 : 1)) continue;
      const back = directions.findIndex(([bx, by]) => bx === -dx && by === -dy);
      if (sides !== undefined && (((sides.leave[vertex(from)] >> d) & 1) === 0 || ((sides.enter[vertex(to)] >> back) & 1) === 0)) continue;
      arcs.push({ from, to, cost: (isDiagonal ? steps.diagonal : steps.straight) * costs[to] });
    }
  }
  return arcs;
}

/** The costs of cheapest paths from a cell to all, by Dijkstra's algorithm without a queue. */
export function costsFrom(torus: TorusGrid, start: number): number[] {
  const { width, height } = torus.grid;
  const arcs = arcsOf(torus);
  const costs = Array.from({ length: width * height }, (_, v) => (v === start ? 0 : Infinity));
  const closed = new Set<number>();
  for (;;) {
    let next = -1;
    for (let v = 0; v < costs.length; v++) if (!closed.has(v) && costs[v] < (costs[next] ?? Infinity)) next = v;
    if (next === -1) return costs;
    closed.add(next);
    for (const { from, to, cost } of arcs) if (from === next) costs[to] = Math.min(costs[to], costs[from] + cost);
  }
}
