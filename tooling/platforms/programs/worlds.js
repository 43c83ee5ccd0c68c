import { CompressedGraph } from '@pf/graph';
import { caves, maze, randomObstacles, rooms, seededRandom } from '@pf/grid';

/** Grids of every movement rule, some with terrain: `[name, grid]`. */
export function grids(size = 40) {
  const random = seededRandom(20);
  const terrain = randomObstacles(size, size, 0.2, random);
  for (let i = 0; i < size * size; i++) if (terrain.cells[i] !== 0 && random() < 0.4) terrain.setCost(i % size, Math.floor(i / size), 1 + Math.floor(random() * 9));
  return [
    ['maze', maze(size + 1, size + 1, random, { movement: 'four' })],
    ['rooms', rooms(size, size, 7, random, { metric: '5/7' })],
    ['caves', caves(size, size, random, { corners: 'one' })],
    ['hexagons', randomObstacles(size, size, 0.25, random, { movement: 'hex' })],
    ['terrain', terrain],
  ];
}

/** Pairs of free vertices, if the graph has `hasVertex`. */
export function pairs(graph, count, seed = 5) {
  const random = seededRandom(seed);
  const vertex = () => {
    for (;;) {
      const v = Math.floor(random() * graph.vertexCount);
      if (graph.hasVertex?.(v) !== false && (graph.isFree === undefined || graph.isFree(graph.x(v), graph.y(v)))) return v;
    }
  };
  return Array.from({ length: count }, () => [vertex(), vertex()]);
}

/** A network of two-way roads between the crossings of a bent lattice. */
export function roads(side = 14) {
  const random = seededRandom(9);
  const arcs = [];
  const coordinates = [];
  for (let v = 0; v < side * side; v++) {
    coordinates.push((v % side) * 10 + Math.floor(random() * 5), Math.floor(v / side) * 10 + Math.floor(random() * 5));
    for (const [u, there] of [[v + 1, v % side < side - 1], [v + side, v < side * (side - 1)]]) {
      if (there && random() < 0.85) arcs.push([v, u, 5 + Math.floor(random() * 20)]);
    }
  }
  return new CompressedGraph(side * side, arcs, { coordinates, directed: false });
}

/** The path of a search, without what lies behind it. */
export function pathOf(search, graph) {
  const out = new Uint32Array(graph.vertexCount + 1);
  return out.subarray(0, search.path(out));
}

/** Blocks and frees `count` cells, one edit after the other: `edit(tails, n)` is called after each. */
export function edits(grid, count, seed, edit) {
  const random = seededRandom(seed);
  const tails = new Uint32Array(grid.vertexCount);
  for (let i = 0; i < count; i++) {
    const [x, y] = [Math.floor(random() * grid.width), Math.floor(random() * grid.height)];
    edit(tails, grid.setBlocked(x, y, !grid.isBlocked(x, y), tails));
  }
}
