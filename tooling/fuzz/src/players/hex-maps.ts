import { describeHexMap, HexMap, restoreHexMap } from '@pf/grid';
import { AStar } from '@pf/search';
import type { WorldArc } from '@pf/testkit';
import { oracleDistances } from '@pf/testkit';
import type { Player } from '../player.ts';
import { agree, demand, list } from '../player.ts';
import { SeededRandom } from '../seeded-random.ts';
import { Rows } from '../stage.ts';
import { arcsOf } from './grid.ts';
import { MOST_CELLS } from './unit-sizes.ts';
import { changedTails } from './unit-fog.ts';

const LAYOUTS = ['odd-r', 'even-r', 'odd-q', 'even-q'] as const;
const SIDE = Math.sqrt(3);
/** Hexagons around the map that lines and points may touch. */
const MARGIN = 2;

interface Hexagon {
  readonly column: number;
  readonly row: number;
  /** Its centre, where a side is one long. */
  readonly x: number;
  readonly y: number;
  /** −1 off the map. */
  readonly v: number;
}

/** The hexagons of a map and around it, by their centres alone: neighbours are √3 apart. */
function hexagonsOf(map: HexMap): { readonly all: readonly Hexagon[]; readonly around: ReadonlyMap<Hexagon, readonly Hexagon[]> } {
  const { width, height, layout } = map;
  const shift = (line: number): number => (Math.abs(line % 2) === (layout.startsWith('odd') ? 1 : 0) ? 0.5 : 0) - (layout.startsWith('odd') ? 0 : 0.5);
  const all: Hexagon[] = [];
  for (let row = -MARGIN; row < height + MARGIN; row++) {
    for (let column = -MARGIN; column < width + MARGIN; column++) {
      const [x, y] = layout.endsWith('r') ? [SIDE * (column + shift(row)), 1.5 * row] : [1.5 * column, SIDE * (row + shift(column))];
      all.push({ column, row, x, y, v: column >= 0 && row >= 0 && column < width && row < height ? map.vertex(column, row) : -1 });
    }
  }
  const areNeighbours = (a: Hexagon, b: Hexagon): boolean => Math.abs(Math.hypot(a.x - b.x, a.y - b.y) - SIDE) < 1e-6;
  return { all, around: new Map(all.map((a) => [a, all.filter((b) => areNeighbours(a, b))])) };
}

/** The cells of the world as a rectangle of hexagons, in one of the four layouts, which takes over its edits. */
const hexMaps: Player = {
  name: 'rectangles of hexagons',
  join({ grid }, tally) {
    if (grid === undefined || grid.width * grid.height > MOST_CELLS) return undefined;
    const map = new HexMap(grid.width, grid.height, LAYOUTS[(grid.width + 3 * grid.height) % 4]);
    const { all, around } = hexagonsOf(map);
    const inside = all.filter(({ v }) => v >= 0);
    const byVertex = new Map(inside.map((hexagon) => [hexagon.v, hexagon]));
    const astar = new AStar(map.grid);
    const tails = new Uint32Array(map.grid.vertexCount);
    const costs = new Map(inside.map((hexagon) => [hexagon, 1]));
    const modelOf = (): Rows => {
      const arcs = inside.flatMap((a): WorldArc[] => around.get(a)!.filter((b) => b.v >= 0 && costs.get(a)! > 0 && costs.get(b)! > 0).map((b) => [a.v, b.v, costs.get(b)!]));
      return new Rows(map.grid.vertexCount, arcs);
    };
    let model = modelOf();
    return {
      query({ start, goal, n }) {
        tally.queries++;
        const seeded = new SeededRandom(n + 257 * start + 65_537 * goal);
        for (const hexagon of inside) {
          const { column, row } = hexagon, cost = grid.cost(column, row);
          if (cost === costs.get(hexagon)) continue;
          const count = cost === 0 ? map.setBlocked(column, row, true, tails) : map.setCost(column, row, cost, tails);
          costs.set(hexagon, cost);
          const before = model;
          model = modelOf();
          const [told, right] = [list(tails.slice(0, count).sort((a, b) => a - b)), list(changedTails(before, model))];
          demand(told === right, () => `Hexagon ${column}, ${row} now costs ${cost}, which changes arcs of ${right}, but ${told} are reported.`);
        }
        const [a, b] = [start, goal].map((v) => byVertex.get(map.vertex(grid.x(v), grid.y(v)))!);
        demand(arcsOf(map.grid).join() === arcsOf(model).join(), () => `The arcs of a map of hexagons are not those of neighbours in ${map.layout}.`);
        const [cost, least] = [astar.search(a.v, b.v), oracleDistances(model, a.v)[b.v]];
        demand(agree({ whole: true }, cost, least), () => `From ${a.v} to ${b.v} over hexagons the path costs ${least}, but A* found ${cost}.`);
        const copy = n % 8 > 1 ? map : restoreHexMap(describeHexMap(map, n % 2 === 0 ? 'bytes' : 'numbers'));
        demand(copy === map || (copy.layout === map.layout && arcsOf(copy.grid).join() === arcsOf(map.grid).join()), () => 'A restored map of hexagons has other arcs.');

        // Rings and ranges, step by step from the middle, whatever lies between.
        const steps = new Map([[a, 0]]);
        for (const [hexagon, distance] of steps) for (const next of around.get(hexagon)!) if (!steps.has(next)) steps.set(next, distance + 1);
        const reach = seeded.int(5), sorted = (vertices: readonly number[]): string => list([...vertices].sort((u, w) => u - w));
        const within = (holds: (distance: number) => boolean): string => sorted(inside.filter((hexagon) => holds(steps.get(hexagon)!)).map(({ v }) => v));
        const ring = map.ring(a.v, reach);
        demand(map.distance(a.v, b.v) === steps.get(b), () => `From ${a.v} to ${b.v} it is ${steps.get(b)} steps, but ${map.distance(a.v, b.v)} are reported.`);
        demand(sorted(map.range(a.v, reach)) === within((distance) => distance <= reach), () => `Within ${reach} of ${a.v} are ${within((distance) => distance <= reach)}, but range gives ${list(map.range(a.v, reach))}.`);
        demand(sorted(ring) === within((distance) => distance === reach), () => `The ring ${reach} around ${a.v} is ${within((distance) => distance === reach)}, but ${list(ring)} was given.`);
        const isRound = ring.length < 6 * reach || reach === 0 || ring.every((v, i) => around.get(byVertex.get(v)!)!.includes(byVertex.get(ring[(i + 1) % ring.length])!));
        demand(isRound, () => `The ring ${reach} around ${a.v} is out of order: ${list(ring)}.`);

        // Lines and points by the nearest centres.
        const nearest = (x: number, y: number, slack: number): Hexagon[] => {
          const away = all.map((hexagon) => Math.hypot(hexagon.x - x, hexagon.y - y)), nearestAway = Math.min(...away);
          return all.filter((_, i) => away[i] <= nearestAway + slack);
        };
        const line = map.line(a.v, b.v), length = steps.get(b)!;
        let at = 0;
        for (let i = 0; i <= length; i++) {
          const t = length === 0 ? 0 : i / length, candidates = nearest(a.x + t * (b.x - a.x), a.y + t * (b.y - a.y), 1e-4);
          if (candidates.some(({ v }) => v === line[at])) at++;
          else demand(candidates.some(({ v }) => v < 0), () => `The line from ${a.v} to ${b.v} misses ${candidates.map(({ v }) => v).join(' or ')}: ${list(line)}.`);
        }
        demand(at === line.length, () => `The line from ${a.v} to ${b.v} has other hexagons: ${list(line)}.`);
        const size = seeded.pick([1, 0.5, 20, 17.3]), pixel = map.toPixel(a.v, size);
        demand(Math.hypot(pixel.x - size * a.x, pixel.y - size * a.y) < 1e-9 * size * (1 + Math.hypot(a.x, a.y)), () => `The centre of ${a.v} is reported at (${pixel.x}, ${pixel.y}).`);
        for (let tries = 0; tries < 5; tries++) {
          const centre = seeded.pick(inside), [x, y] = [centre.x + 3 * seeded.random() - 1.5, centre.y + 3 * seeded.random() - 1.5];
          const [under, ...others] = nearest(x, y, 1e-6);
          if (others.length > 0) continue;
          demand(map.fromPixel(size * x, size * y, size) === under.v, () => `At (${x}, ${y}) is hexagon ${under.v}, but ${map.fromPixel(size * x, size * y, size)} is reported.`);
        }
      },
    };
  },
};

export const hexMapPlayers: readonly Player[] = [hexMaps];
