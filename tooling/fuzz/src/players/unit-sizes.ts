import { pathCost } from '@pf/graph';
import type { Grid } from '@pf/grid';
import { UnitGrid } from '@pf/grid';
import { DStarLite } from '@pf/incremental';
import { ClusterMap, ClusterSearch } from '@pf/preprocess';
import { AStar } from '@pf/search';
import type { World } from '@pf/testkit';
import { mostByClusters, oracleDistances, worldArcs } from '@pf/testkit';
import type { Player } from '../player.ts';
import { agree, checkPath, demand } from '../player.ts';
import { Rows } from '../stage.ts';
import { arcsOf } from './grid.ts';

export const MOST_CELLS = 150;

/** What the ground costs this kind of unit: as it is; by terrain, some of it impassable; the reverse of what is drawn. */
export const KINDS: readonly { readonly costOf?: (terrain: number) => number; readonly digs?: boolean }[] = [
  {},
  // Walls would be free, but are not asked about.
  { costOf: (terrain) => (terrain % 3 === 2 ? 0 : Math.max(1, terrain)) },
  { costOf: (terrain) => (terrain === 0 ? 1 : terrain === 1 ? 0 : 10 - terrain), digs: true },
];

/** What a terrain costs such a unit. */
export const costFor = ({ costOf, digs }: (typeof KINDS)[number], terrain: number): number => (terrain === 0 && digs !== true ? 0 : (costOf?.(terrain) ?? terrain));

/** The cells under a unit, relative to its position. */
export function under(size: number, isHex: boolean): (readonly [number, number])[] {
  const all = Array.from({ length: 2 * size - 1 }, (_, i) => i + 1 - size);
  const cells = all.flatMap((y) => all.map((x) => [x, y] as const));
  return isHex ? cells.filter(([x, y]) => Math.max(Math.abs(x), Math.abs(y), Math.abs(x + y)) < size) : cells.filter(([x, y]) => x >= 0 && y >= 0);
}

/** The world of a unit, by its definition: a position is free if all cells under the unit are, at the highest of their costs, and has the sides that all of these have. */
export function worldOfUnit(grid: Grid, size: number, costOf: (terrain: number) => number, sides: World['sides'] = []): World {
  const { width, height, movement, corners, steps } = grid;
  const cells = under(size, movement === 'hex');
  const costs = (x: number, y: number): number[] => cells.map(([dx, dy]) => (grid.contains(x + dx, y + dy) ? costOf(grid.cost(x + dx, y + dy)) : 0));
  const symbol = (list: readonly number[]): string => (list.includes(0) ? '#' : String(Math.max(...list)));
  const rows = Array.from({ length: height }, (_, y) => Array.from({ length: width }, (_x, x) => symbol(costs(x, y))).join(''));
  const together = Array.from({ length: width * height }, (_, cell) => {
    const [x, y] = [cell % width, Math.floor(cell / width)];
    const below = sides.filter((one) => cells.some(([dx, dy]) => one.x === x + dx && one.y === y + dy));
    return { x, y, enter: below.reduce((open, { enter }) => open & enter, 255), leave: below.reduce((open, { leave }) => open & leave, 255) };
  });
  return { width, height, rows, movement, corners, metric: steps, sides: together.filter(({ enter, leave }) => enter < 255 || leave < 255), seed: 0 };
}

function sidesOf(grid: Grid): World['sides'] {
  const { sides } = grid;
  if (sides === undefined) return [];
  return [...grid.cells.keys()].filter((v) => grid.hasVertex(v)).map((v) => ({ x: grid.x(v), y: grid.y(v), enter: sides.enter[v], leave: sides.leave[v] }));
}

/** Maps of units of one to three cells a side, with costs of their own, that follow the ground: their arcs, a search and a planner over each. */
const unitSizes: Player = {
  name: 'maps of large units and of units with their own costs',
  join(stage, tally) {
    const { grid } = stage;
    if (grid === undefined || grid.width * grid.height > MOST_CELLS) return undefined;
    const sizes = { side: 8, entrance: 1 + (grid.height % 8) };
    const kinds = [1, 2, 3].map((size, i) => {
      const kind = KINDS[(i + grid.width) % KINDS.length];
      const units = new UnitGrid(grid, size, kind);
      // Read once: it follows the ground.
      const map = units.grid;
      return { size, costOf: (terrain: number) => costFor(kind, terrain), units, map, search: new AStar(map), clusters: new ClusterSearch(new ClusterMap(map, sizes)), planner: new DStarLite(map), begun: false };
    });
    const out = new Uint32Array(grid.vertexCount);
    return {
      query(query) {
        const { start, goal, anew, n } = query;
        const kind = kinds[n % kinds.length];
        const { size, costOf, units, map, search, clusters, planner } = kind;
        tally.queries += 3;
        const number = (cell: number): number => map.vertex(cell % grid.width, Math.floor(cell / grid.width));
        const model = new Rows(map.vertexCount, worldArcs(worldOfUnit(grid, size, costOf, sidesOf(grid))).map(([from, to, cost]) => [number(from), number(to), cost] as const));
        const cells = units.dx.map((x, i) => `${x} ${units.dy[i]}`).sort();
        demand(cells.join() === under(size, grid.movement === 'hex').map(([x, y]) => `${x} ${y}`).sort().join(), () => `Under a unit of size ${size} are the cells ${cells.join(', ')}.`);
        demand(arcsOf(map).join() === arcsOf(model).join(), () => `The map of a unit of size ${size} is ${map.toRows().join(' / ')}, on the ground ${grid.toRows().join(' / ')}.`);
        const expected = oracleDistances(model, start)[goal];
        const cost = search.search(start, goal);
        checkPath(stage, { ...query, model, cost: expected }, cost, out.subarray(0, search.path(out)));
        const route = clusters.search(start, goal);
        const most = mostByClusters(model, oracleDistances(model, goal, { backward: true }), start, map, sizes);
        demand(route >= expected * (1 - 1e-9) && route <= most * (1 + 1e-9), () => `For a unit of size ${size} the path from ${start} to ${goal} costs ${expected}, with detours to the entrances of clusters at most ${most}, but the route ${route}.`);
        const walked = out.subarray(0, clusters.path(out));
        checkPath(stage, { ...query, model, cost: pathCost(map, walked) }, pathCost(map, walked), walked);
        if (anew || !kind.begun) planner.begin(start, goal);
        planner.moveTo(start);
        planner.goalMovedTo(goal);
        kind.begun = true;
        planner.run();
        demand(agree(stage, planner.cost, expected), () => `For a unit of size ${size} the path from ${start} to ${goal} costs ${expected}, but D* Lite found ${planner.cost}.`);
      },
    };
  },
};

export const unitSizePlayers: readonly Player[] = [unitSizes];
