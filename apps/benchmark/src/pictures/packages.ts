import { Steering } from '@pf/crowd';
import { caves, Grid, rooms, seededRandom } from '@pf/grid';
import { NavMesh, Polyanya } from '@pf/navmesh';
import { GoalBounds } from '@pf/preprocess';
import { CostMap, Footprint, HybridAStar, MapFrame } from '@pf/robots';
import type { Pose } from '@pf/robots';
import { box, obstacles, RRT } from '@pf/sampling';
import { AStar } from '@pf/search';
import { cells, discs, lines, moved, svg, text } from './svg.ts';

const WIDTH = 640;
const MARGIN = 12;
const COLUMNS = 77;
const ROWS = 26;
const SIZE = 8;

/** Caves whose largest part contains both corners. */
function cavesBetween(seed: number, columns: number, rows: number, from: readonly [number, number], to: readonly [number, number]): Grid {
  for (let k = seed; ; k++) {
    const grid = caves(columns, rows, seededRandom(k), { ratio: 0.42, rounds: 4 });
    if (!grid.isFree(...from) || !grid.isFree(...to)) continue;
    if (new AStar(grid).search(grid.vertex(...from), grid.vertex(...to)) < Infinity) return grid;
  }
}

function pathOn(grid: Grid, search: AStar, size: number): number[][] {
  const out = new Uint32Array(grid.vertexCount);
  return Array.from(out.subarray(0, search.path(out)), (v) => [(grid.x(v) + 0.5) * size, (grid.y(v) + 0.5) * size]);
}

/** Walls, rough terrain that the path avoids, and the path. */
export function gridPicture(): string {
  const [from, to] = [[2, 3], [COLUMNS - 3, ROWS - 4]] as const;
  const plain = cavesBetween(7, COLUMNS, ROWS, from, to);
  const isRough = (x: number, y: number): boolean => [[22, 12], [44, 9], [58, 18]].some(([cx, cy]) => (x - cx) ** 2 / 2 + (y - cy) ** 2 < 26);
  const costs = Array.from({ length: COLUMNS * ROWS }, (_, i) => {
    const [x, y] = [i % COLUMNS, Math.floor(i / COLUMNS)];
    return plain.isFree(x, y) ? (isRough(x, y) ? 5 : 1) : 0;
  });
  const grid = Grid.fromArray(costs, COLUMNS, ROWS);
  const search = new AStar(grid);
  search.search(grid.vertex(...from), grid.vertex(...to));
  const map = [
    cells('rough', COLUMNS, ROWS, SIZE, (x, y) => grid.cost(x, y) > 1), cells('wall', COLUMNS, ROWS, SIZE, (x, y) => grid.cost(x, y) === 0),
    lines('path', [pathOn(grid, search, SIZE)]),
  ];
  return svg('A tile map with walls, with rough terrain, and the cheapest path across it', WIDTH, ROWS * SIZE + 2 * MARGIN, [moved(MARGIN, MARGIN, map)]);
}

/** The polygons of a map, and the shortest path across them. */
export function navmeshPicture(): string {
  const [from, to] = [[2, 3], [COLUMNS - 3, ROWS - 4]] as const;
  const grid = cavesBetween(7, COLUMNS, ROWS, from, to);
  const mesh = NavMesh.fromGrid(grid);
  const polyanya = new Polyanya(mesh);
  polyanya.search(from[0] + 0.5, from[1] + 0.5, to[0] + 0.5, to[1] + 0.5);
  const out = new Float64Array(2 * polyanya.pathLength);
  polyanya.path(out);
  const path = Array.from({ length: polyanya.pathLength }, (_, i) => [out[2 * i] * SIZE, out[2 * i + 1] * SIZE]);
  const sides = Array.from({ length: mesh.vertexCount }, (_, face) => mesh.outlineOf(face)).flatMap((outline) => outline.map(([x, y], i) => [x, y, ...outline[(i + 1) % outline.length]]));
  // Each side belongs to two faces and is drawn once.
  const once = sides.filter(([ax, ay, bx, by]) => ax < bx || (ax === bx && ay < by));
  const map = [
    cells('wall', COLUMNS, ROWS, SIZE, (x, y) => !grid.isFree(x, y)),
    lines('edge', once.map(([ax, ay, bx, by]) => [[ax * SIZE, ay * SIZE], [bx * SIZE, by * SIZE]])), lines('path', [path]),
  ];
  return svg(`${mesh.faceCount} polygons, and the shortest path across them`, WIDTH, ROWS * SIZE + 2 * MARGIN, [moved(MARGIN, MARGIN, map)]);
}

/** A tree of samples around two walls, and the path in it. */
export function samplingPicture(): string {
  const scale = 10;
  const [width, height] = [61.6, 21];
  const walls = [[17, 0, 19, 14], [40, 7, 42, 21]];
  const space = obstacles({ min: [0, 0], max: [width, height] }, walls.map(([x1, y1, x2, y2]) => box([x1, y1], [x2, y2])));
  const rrt = new RRT(space, { random: seededRandom(5), step: 2, star: true });
  rrt.search([3, 3], [58, 18], 1500);
  const { tree } = rrt;
  const at = (v: number): number[] => [tree.points[2 * v] * scale, tree.points[2 * v + 1] * scale];
  const out = new Float64Array(2 * rrt.pathLength);
  rrt.path(out);
  const map = [
    lines('tree', Array.from({ length: tree.size }, (_, v) => v).filter((v) => tree.parent[v] >= 0).map((v) => [at(tree.parent[v]), at(v)])),
    ...walls.map(([x1, y1, x2, y2]) => `<rect class="wall" x="${x1 * scale}" y="${y1 * scale}" width="${(x2 - x1) * scale}" height="${(y2 - y1) * scale}"/>`),
    lines('path', [Array.from({ length: rrt.pathLength }, (_, i) => [out[2 * i] * scale, out[2 * i + 1] * scale])]),
  ];
  return svg(`A tree of RRT* with ${tree.size} nodes, and its path round two walls`, WIDTH, height * scale + 2 * MARGIN, [moved(MARGIN, MARGIN, map)]);
}

/** The same query by A*, and by A* with goal bounds: what each expands. */
export function preprocessPicture(): string {
  const [columns, rows, size] = [50, 30, 6];
  const [from, to] = [[2, rows - 4], [columns - 3, 3]] as const;
  const grid = rooms(columns, rows, 9, seededRandom(4));
  const [start, goal] = [grid.vertex(...from), grid.vertex(...to)];
  const view = GoalBounds.build(grid).view();
  view.goal = goal;
  const panels = [{ name: 'A*', search: new AStar(grid) }, { name: 'A* with goal bounds', search: new AStar(view, { heuristic: grid.heuristic() }) }].map(({ name, search }, k) => {
    search.search(start, goal);
    return moved(MARGIN + k * (columns * size + 16), MARGIN, [
      cells('seen', columns, rows, size, (x, y) => search.isClosed(grid.vertex(x, y))), cells('wall', columns, rows, size, (x, y) => !grid.isFree(x, y)),
      lines('path', [pathOn(grid, search, size)]), text(`${name}: ${search.counters.expanded} cells expanded`, 0, rows * size + 18),
    ]);
  });
  return svg('What A* expands, and what A* with goal bounds does', WIDTH, rows * size + 2 * MARGIN + 22, panels);
}

/** Units that change places across a circle, and two groups that cross: where they went, and where they are half way. */
export function crowdPicture(): string {
  const [side, scale] = [30, 10];
  const circle = Array.from({ length: 16 }, (_, i) => {
    const [x, y] = [12.5 * Math.cos((i * Math.PI) / 8), 12.5 * Math.sin((i * Math.PI) / 8)];
    return [15 + x, 15 + y, 15 - x, 15 - y];
  });
  const crossing = Array.from({ length: 16 }, (_, i) => {
    const [along, across] = [2 + 3 * (i % 2), 9 + 4 * (Math.floor(i / 2) % 4)];
    return i < 8 ? [along, across, 23 + along, across] : [across, along, across, 23 + along];
  });
  const panels = [{ trips: circle, half: 100 }, { trips: crossing, half: 70 }].map(({ trips, half }, k) => {
    const steering = new Steering();
    for (const [x, y, goalX, goalY] of trips) steering.seek(steering.add({ x, y, radius: 0.6, speed: 1.5 }), goalX, goalY);
    const positions = Array.from({ length: 300 }, () => {
      steering.step(0.1);
      return trips.map((_, i) => [steering.x[i] * scale, steering.y[i] * scale]);
    });
    return moved(MARGIN + k * (side * scale + 16), MARGIN, [
      lines('edge', trips.map(([x, y], i) => [[x * scale, y * scale], ...positions.filter((_, step) => step % 4 === 3).map((all) => all[i])])),
      discs('ours', 0.6 * scale, positions[half]),
    ]);
  });
  return svg('Units that change places across a circle, and two groups that cross', WIDTH, side * scale + 2 * MARGIN, panels);
}

/** A car that parks between two others: its outline along the path, and the path of its rear axle. */
export function robotsPicture(): string {
  const [columns, rows, cell, scale] = [96, 40, 0.25, 25.6];
  const map = new CostMap(new MapFrame(columns, rows, cell));
  const isParked = (x: number, y: number): boolean => y >= 30 && (x < 34 || x >= 58);
  for (let y = 0; y < rows; y++) for (let x = 0; x < columns; x++) if (isParked(x, y)) map.costs[y * columns + x] = 254;
  const footprint = Footprint.rectangle(4, 1.8, 1.3);
  const car = new HybridAStar(map, { turningRadius: 4, footprint });
  car.search({ x: 2.5, y: 2, heading: 0.2 }, { x: 10.1, y: 8.8, heading: 0 });
  const poses = car.poses(0.1);
  const outline = ({ x, y, heading }: Pose): number[][] => {
    const [cos, sin] = [Math.cos(heading), Math.sin(heading)];
    const corners = footprint.corners.map((corner) => [(x + cos * corner.x - sin * corner.y) * scale, (y + sin * corner.x + cos * corner.y) * scale]);
    return [...corners, corners[0]];
  };
  return svg('A car that parks between two others, forwards and backwards', WIDTH, Math.round(rows * cell * scale) + 2 * MARGIN, [moved(MARGIN, MARGIN, [
    cells('wall', columns, rows, cell * scale, isParked),
    lines('outline', [...poses.filter((_, i) => i % 12 === 0), poses[poses.length - 1]].map(outline)),
    lines('path', [poses.map(({ x, y }) => [x * scale, y * scale])]),
  ])]);
}
