import { CompressedGraph } from '@pf/graph';
import type { Arc } from '@pf/graph';
import { Grid, seededRandom } from '@pf/grid';
import { drawProblems } from './worlds.ts';
import type { ProblemSet, World } from './worlds.ts';

/** The same map with terrain: patches of eight by eight cells that cost 1 to 9. */
export function withTerrain(world: World, seed: number): World {
  const { width, height, movement, corners, metric } = world.grid;
  const random = seededRandom(seed);
  const across = Math.ceil(width / 8);
  const patch = Uint8Array.from({ length: across * Math.ceil(height / 8) }, () => 1 + Math.floor(random() * 9));
  const costs = Array.from({ length: width * height }, (_, i) => {
    const [x, y] = [i % width, Math.floor(i / width)];
    return world.grid.isFree(x, y) ? patch[(y >> 3) * across + (x >> 3)] : 0;
  });
  const grid = Grid.fromArray(costs, width, height, { movement, corners, metric });
  return { ...world, name: `${world.name}, terrain`, grid, graph: grid, heuristic: grid.heuristic() };
}

/** The same map for searches without a heuristic. */
export function withoutHeuristic(world: World): ProblemSet {
  return { name: `${world.name}, no estimate`, graph: world.graph, heuristic: () => 0, problems: world.problems };
}

/**
 * A road network: crossings scattered around the points of a square lattice, with four fifths of the roads between neighbours. The cost of
 * a road is one to three times its length, drawn at random; with `directions`, once for each direction. The estimate is the straight line.
 */
export function roads(side: number, seed: number, problems: number, directions: boolean): ProblemSet {
  const random = seededRandom(seed);
  const place = Float64Array.from({ length: 2 * side * side }, (_, i) => (i % 2 === 0 ? (i >> 1) % side : Math.floor((i >> 1) / side)) + 0.8 * (random() - 0.5));
  const distance = (u: number, v: number): number => Math.hypot(place[2 * u] - place[2 * v], place[2 * u + 1] - place[2 * v + 1]);
  const arcs: Arc[] = [];
  for (let v = 0; v < side * side; v++) {
    for (const u of [v % side < side - 1 ? v + 1 : -1, v + side < side * side ? v + side : -1]) {
      if (u < 0 || random() < 0.2) continue;
      const slow = 1 + 2 * random();
      const back = directions ? 1 + 2 * random() : slow;
      arcs.push([v, u, distance(v, u) * slow], [u, v, distance(v, u) * back]);
    }
  }
  const graph = new CompressedGraph(side * side, arcs, { coordinates: place });
  return {
  name: `roads ${side}²${directions ? ', another speed in each direction' : ''}`, graph, heuristic: distance, problems: drawProblems(graph, problems, random),
};
}
