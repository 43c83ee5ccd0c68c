import type { Grid } from '@pf/grid';
import { findPath, NavMesh, Polyanya } from '@pf/navmesh';
import { VisibilityGraph } from '@pf/testkit';
import { SeededRandom } from '../seeded-random.ts';
import type { Player } from '../player.ts';
import { demand } from '../player.ts';
import { cellsOf } from './any-angle.ts';

const MOST_CELLS = 70;
const HEIGHT = 10;

interface Door {
  readonly from: readonly [x: number, y: number, floor: number];
  readonly to: readonly [x: number, y: number, floor: number];
  readonly cost: number;
  readonly oneWay: boolean;
  isOpen: boolean;
}

/**
 * The cells of a grid on two floors, the upper one mirrored, as one mesh of squares, joined by links that open and close. At some corners of cells both
 * floors are bent to one point, where no path leads from one to the other.
 */
class House {
  readonly mesh: NavMesh;
  readonly doors: readonly Door[];
  private readonly floors: readonly VisibilityGraph[];

  constructor(grid: Grid, seed: number) {
    const { width, height } = grid;
    const isFree = [(x: number, y: number) => grid.isFree(x, y), (x: number, y: number) => grid.isFree(width - 1 - x, y)];
    const vertices: number[][] = [];
    const polygons: number[][] = [];
    const free: [number, number, number][] = [];
    const seeded = new SeededRandom(seed), touches = seeded.int(3);
    // Two cells apart, so that no sides become one.
    const corner = (x: number, y: number, floor: number): number[] => [x, y, x % 2 === 1 && y % 2 === 1 && (x + y) % 3 < touches ? HEIGHT / 2 : floor * HEIGHT];
    for (const floor of [0, 1]) {
      for (let y = 0; y < height; y++) {
        for (let x = 0; x < width; x++) {
          if (!isFree[floor](x, y)) continue;
          free.push([x + 0.5, y + 0.5, floor]);
          const first = vertices.push(corner(x, y, floor), corner(x + 1, y, floor), corner(x + 1, y + 1, floor), corner(x, y + 1, floor)) - 4;
          polygons.push([first, first + 1, first + 2, first + 3]);
        }
      }
    }
    this.doors = free.length === 0 ? [] : seeded.list(seeded.int(5), () => ({ from: seeded.pick(free), to: seeded.pick(free), cost: seeded.int(8), oneWay: seeded.chance(0.4), isOpen: seeded.chance(0.8) }));
    const links = this.doors.map(({ from, to, cost, oneWay, isOpen }) => ({ from: placeOf(from), to: placeOf(to), cost, oneWay, isOpen }));
    this.mesh = NavMesh.fromSurface({ vertices, polygons, links });
    this.floors = [0, 1].map((floor) => new VisibilityGraph(cellsOf(floor === 0 ? grid : mirrored(grid))));
  }

  /** By the ends of the doors as vertices: straight stretches from the visibility graphs, doors at their cost. */
  distance(from: readonly number[], to: readonly number[]): number {
    const points = [from, to, ...this.doors.flatMap((door) => [door.from, door.to])];
    const costs = points.map((_, i) => (i === 0 ? 0 : Infinity));
    const arc = (a: number, b: number): number => {
      const straight = points[a][2] === points[b][2] ? this.floors[points[a][2]].distance(points[a][0], points[a][1], points[b][0], points[b][1]) : Infinity;
      if (a < 2 || b < 2 || a >> 1 !== b >> 1) return straight;
      const door = this.doors[(a >> 1) - 1];
      return door.isOpen && (a < b || !door.oneWay) ? Math.min(straight, door.cost) : straight;
    };
    const arcs = points.map((_, a) => points.map((_, b) => (a === b ? 0 : arc(a, b))));
    for (let round = 0; round < points.length; round++) {
      for (const [a, row] of arcs.entries()) for (const [b, length] of row.entries()) costs[b] = Math.min(costs[b], costs[a] + length);
    }
    return costs[1];
  }
}

function placeOf([x, y, floor]: readonly number[]): { x: number; y: number; z: number } {
  return { x, y, z: floor * HEIGHT };
}

function mirrored(grid: Grid): Grid {
  const { width, height, isBlocked } = { width: grid.width, height: grid.height, isBlocked: (x: number, y: number) => grid.isBlocked(grid.width - 1 - x, y) };
  return { width, height, isBlocked } as unknown as Grid;
}

const floors: Player = {
  name: 'floors and links',
  join({ grid }, tally) {
    if (grid === undefined || grid.movement === 'hex' || grid.width * grid.height > MOST_CELLS) return undefined;
    let house: House | undefined;
    return {
      changed: () => void (house = undefined),
      query({ start, goal, n }) {
        if (grid.terrain.free === 0) return;
        if (n % 4 !== 0) return;
        tally.queries++;
        house ??= new House(grid, n);
        const { mesh, doors } = house;
        if (doors.length > 0 && n % 3 === 0) {
          const id = Math.floor(n / 12) % doors.length;
          doors[id].isOpen = !doors[id].isOpen;
          mesh.setLink(id, doors[id].isOpen, new Uint32Array(mesh.vertexCount));
        }
        const from = [grid.x(start) + 0.25, grid.y(start) + 0.625, (n >> 2) & 1] as const;
        const to = [grid.x(goal) + 0.5, grid.y(goal) + 0.125, (n >> 3) & 1] as const;
        const isOn = ([x, y, floor]: readonly number[]): boolean => grid.isFree(floor === 0 ? Math.floor(x) : grid.width - 1 - Math.floor(x), Math.floor(y));
        // Over a place that is not on its floor, another floor would be taken.
        if (!isOn(from) || !isOn(to)) return;
        const truth = house.distance(from, to);
        const what = `From (${from.join(', ')}) to (${to.join(', ')}) with the doors ${JSON.stringify(doors)}`;
        const polyanya = new Polyanya(mesh);
        const cost = polyanya.search(from[0], from[1], to[0], to[1], from[2] * HEIGHT, to[2] * HEIGHT);
        demand(near(cost, truth), () => `${what} the oracle finds ${truth}, Polyanya ${cost}.`);
        const found = findPath(mesh, { from: placeOf(from), to: placeOf(to) });
        demand(near(found.cost, truth) && found.arrived === truth < Infinity, () => `${what} the oracle finds ${truth}, findPath ${found.cost}.`);
        let length = 0;
        found.points.forEach((point, i) => {
          if (i === 0) return;
          const before = found.points[i - 1];
          length += before.link === undefined ? Math.hypot(point.x - before.x, point.y - before.y) : doors[before.link].cost;
        });
        demand(truth === Infinity || near(length, truth), () => `${what} the path costs ${truth}, but its points ${JSON.stringify(found.points)} are ${length} long.`);
      },
    };
  },
};

function near(a: number, b: number): boolean {
  return a === b || Math.abs(a - b) < 1e-7;
}

export const floorPlayers: readonly Player[] = [floors];
