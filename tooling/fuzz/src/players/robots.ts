import type { Grid } from '@pf/grid';
import { ADStar, DStarLite } from '@pf/incremental';
import type { MotionPrimitives, Pose } from '@pf/robots';
import { CostMap, curvePoses, dubins, HybridAStar, latticeHeuristic, makeMotionPrimitives, MapFrame, reedsShepp, reedsSheppLength, StateLattice } from '@pf/robots';
import { AStar } from '@pf/search';
import { oracleDistances } from '@pf/testkit';
import type { Player } from '../player.ts';
import { costOfStep, demand } from '../player.ts';
import { SeededRandom } from '../seeded-random.ts';
import { Rows } from '../stage.ts';

const MOST_CELLS = 30;
const BASES = ['differential', 'ackermann', 'omnidirectional'] as const;
const motionsOf = new Map<number, MotionPrimitives>();

function motions(kind: number): MotionPrimitives {
  const known = motionsOf.get(kind) ?? makeMotionPrimitives({ base: BASES[kind % 3], headings: kind % 2 === 0 ? 4 : 8, resolution: 1, turningRadius: 1, straight: 2 });
  motionsOf.set(kind, known);
  return known;
}

/** The cost of a cell for a robot: blocked cells are obstacles, terrain costs more. */
function costOf(grid: Grid, cell: number): number {
  const [x, y] = [cell % grid.width, Math.floor(cell / grid.width)];
  return grid.isBlocked(x, y) ? 254 : grid.cost(x, y) - 1;
}

/** The arcs of a lattice for a robot that is a point, by its definition: every pose of every motion against the cells. */
function arcsOf(grid: Grid, { headings, primitives, resolution }: MotionPrimitives): (readonly [number, number, number])[] {
  const arcs: (readonly [number, number, number])[] = [];
  for (const { from, to, dx, dy, multiplier, poses } of primitives) {
    let length = 0;
    for (let k = 1; k < poses.length; k++) length += Math.sqrt((poses[k].x - poses[k - 1].x) ** 2 + (poses[k].y - poses[k - 1].y) ** 2);
    const turned = Math.acos(Math.min(1, Math.max(-1, Math.cos(headings[to] - headings[from]))));
    const time = Math.max(1, Math.ceil(Math.round(1e9 * Math.max(length, turned / (Math.PI / 2))) / 1e6)) * multiplier;
    const passed = [[0, 0], [dx, dy], ...poses.map(({ x, y }) => [Math.floor(x / resolution + 0.5 + 1e-9), Math.floor(y / resolution + 0.5 + 1e-9)])];
    const distinct = passed.filter(([x, y], i) => passed.findIndex((other) => other[0] === x && other[1] === y) === i);
    for (let y = 0; y < grid.height; y++) {
      for (let x = 0; x < grid.width; x++) {
        let worst = 0;
        for (const [px, py] of distinct) {
          const isInside = x + px >= 0 && y + py >= 0 && x + px < grid.width && y + py < grid.height;
          worst = Math.max(worst, isInside ? costOf(grid, (y + py) * grid.width + x + px) : 255);
        }
        const cell = y * grid.width + x;
        if (worst < 253) arcs.push([cell * headings.length + from, (cell + dy * grid.width + dx) * headings.length + to, time * (1 + worst)]);
      }
    }
  }
  return arcs;
}

const lattice: Player = {
  name: 'state lattice',
  join({ grid }, tally) {
    if (grid === undefined || grid.movement === 'hex' || grid.width * grid.height > MOST_CELLS) return undefined;
    const { width, height } = grid;
    const made = motions((width + 3 * height) % 6);
    const map = new CostMap(new MapFrame(width, height, 1), Array.from({ length: width * height }, (_, cell) => costOf(grid, cell)));
    const graph = new StateLattice(map, made);
    const count = made.headings.length;
    const [astar, anytime, planner] = [new AStar(graph), new ADStar(graph, { weight: 2 }), new DStarLite(graph)];
    const out = new Uint32Array(graph.vertexCount);
    const tails = new Uint32Array(graph.vertexCount);
    let model: Rows | undefined;
    let begun = false;
    return {
      changed() {
        const cells: number[] = [];
        for (let cell = 0; cell < width * height; cell++) {
          if (map.costs[cell] === costOf(grid, cell)) continue;
          map.costs[cell] = costOf(grid, cell);
          cells.push(cell);
        }
        const n = graph.costsChanged(cells, cells.length, tails);
        for (const each of [anytime, planner]) each.arcsChanged(tails, n);
        model = undefined;
      },
      query({ start, goal, anew, n }) {
        if (n % 4 !== 0) return;
        tally.queries += 3;
        model ??= new Rows(graph.vertexCount, arcsOf(grid, made));
        const truth = model;
        const vertex = (v: number, heading: number): number => (grid.y(v) * width + grid.x(v)) * count + (heading % count);
        // The two lowest bits of n are always 0 here.
        const [from, to] = [vertex(start, n >> 2), vertex(goal, n >> 5)];
        const toGoal = oracleDistances(truth, to, { backward: true });
        const hold = (who: string, cost: number, path: Uint32Array, expected = toGoal[from]): void => {
          demand(cost === expected, () => `${who}: from ${from} to ${to} the motions cost ${expected}, but ${cost} was reported.`);
          let walked = path.length === 0 ? Infinity : 0;
          for (let i = 1; i < path.length; i++) walked += costOfStep(truth, path[i - 1], path[i]);
          demand(walked === cost && (path.length === 0 || (path[0] === from && path[path.length - 1] === to)), () => `${who}: the path ${path.join(' ')} from ${from} to ${to} costs ${walked}, but ${cost} was reported.`);
        };
        hold('A*', astar.search(from, to), out.subarray(0, astar.path(out)));
        for (const [who, estimate] of n % 16 !== 0 ? [] : ([['the estimate of the lattice', graph.heuristic()], ['latticeHeuristic', latticeHeuristic(graph, { freeRadius: (n >> 4) % 6 })]] as const)) {
          toGoal.forEach((cost, v) => demand(estimate(v, to) <= cost + 1e-9, () => `From ${v} to ${to} the motions cost ${cost}, and ${who} says ${estimate(v, to)}.`));
        }
        for (const [who, each] of [['D* Lite', planner], ['AD*', anytime]] as const) {
          if (anew || !begun || n % 5 === 0) each.begin(from, to);
          else {
            each.moveTo(from);
            each.goalMovedTo(to);
          }
          while (!each.run(1 + (n % 30)));
          if (each === anytime) anytime.improve();
          hold(who, each.cost, out.subarray(0, each.path(out)));
        }
        begun = true;
      },
    };
  },
};

const RESOLUTION = 0.5;
const TURN = 0.6;

/** Drives of a car that is a point: exact ends, no obstacle, no sharper turn than it can make, never shorter than the shortest curve. */
const car: Player = {
  name: 'Hybrid A*',
  join({ grid }, tally) {
    if (grid === undefined || grid.movement === 'hex' || grid.width * grid.height > 200) return undefined;
    const { width, height } = grid;
    return {
      query({ start, goal, n }) {
        if (n % 16 !== 0) return;
        tally.queries++;
        const frame = new MapFrame(width, height, RESOLUTION);
        const map = new CostMap(frame, Array.from({ length: width * height }, (_, cell) => costOf(grid, cell)));
        const seeded = new SeededRandom(n);
        const pose = (v: number): Pose => ({ x: (grid.x(v) + 0.1 + 0.8 * seeded.random()) * RESOLUTION, y: (grid.y(v) + 0.1 + 0.8 * seeded.random()) * RESOLUTION, heading: 7 * seeded.random() - 3 });
        const [from, to] = [pose(start), pose(goal)];
        const reverse = n % 32 === 0 ? 2 : Infinity;
        const drive = new HybridAStar(map, { turningRadius: TURN, reverse });
        drive.begin(from, to);
        const finished = drive.run(500);
        const { cost, curve } = drive;
        const poses = drive.poses(0.04);
        // It checks a pose every half cell: in between, a drive may cut the corner of a cell by a quarter.
        const cut = RESOLUTION / 4 + 1e-6;
        const isFree = ({ x, y }: Pose, by = cut): boolean => [-by, by].some((dx) => [-by, by].some((dy) => {
          const [column, row] = [Math.floor((x + dx) / RESOLUTION), Math.floor((y + dy) / RESOLUTION)];
          return column >= 0 && row >= 0 && column < width && row < height && !grid.isBlocked(column, row);
        }));
        const what = `From ${JSON.stringify(from)} to ${JSON.stringify(to)}`;
        demand((cost < Infinity) === poses.length > 0 && (cost === Infinity || finished), () => `${what} the drive costs ${cost}, and ${poses.length} poses are given.`);
        if (!isFree(from, 1e-9) || !isFree(to, 1e-9)) demand(cost === Infinity, () => `${what} a drive is found, though an end is blocked.`);
        if (curve === undefined || cost === Infinity) return;
        const last = poses[poses.length - 1];
        demand(distance(poses[0], from) + distance(last, to) < 1e-6 && Math.cos(last.heading - to.heading) > 1 - 1e-9, () => `${what} the drive goes from ${JSON.stringify(poses[0])} to ${JSON.stringify(last)}.`);
        poses.forEach((each, i) => {
          demand(isFree(each), () => `${what} the drive meets an obstacle at ${JSON.stringify(each)}.`);
          if (i > 0) demand(Math.abs(each.heading - poses[i - 1].heading) * TURN <= distance(each, poses[i - 1]) * 1.001 + 1e-9, () => `${what} the drive turns too sharply at ${JSON.stringify(each)}.`);
        });
        demand(curve.length >= distance(from, to) - 1e-9 && cost >= curve.length - 1e-9, () => `${what} the drive is ${curve.length} long and costs ${cost}.`);
        if (reverse === Infinity) demand(curve.segments.every(({ length }) => length >= 0), () => `${what} the drive reverses.`);
      },
    };
  },
};

function distance(a: { readonly x: number; readonly y: number }, b: { readonly x: number; readonly y: number }): number {
  return Math.hypot(a.x - b.x, a.y - b.y);
}

/** Dubins and Reeds–Shepp: the ends by integration, the bounds, and the symmetries that lengths have. */
const curves: Player = {
  name: 'curves',
  join(_, tally) {
    return {
      query({ start, goal, n }) {
        if (n % 4 !== 0) return;
        tally.queries++;
        const seeded = new SeededRandom(n * 65_537 + start * 257 + goal);
        const whole = seeded.chance(0.3);
        const pose = (): Pose => ({ x: whole ? seeded.int(4) : 6 * seeded.random(), y: whole ? seeded.int(4) : 6 * seeded.random(), heading: whole ? (seeded.int(8) * Math.PI) / 4 : 7 * seeded.random() });
        const [a, b, radius] = [pose(), pose(), 0.5 + seeded.int(3)];
        const what = `From ${JSON.stringify(a)} to ${JSON.stringify(b)} with radius ${radius}`;
        const [forward, both] = [dubins(a, b, radius), reedsShepp(a, b, radius)];
        demand(both.length <= forward.length + 1e-9 && both.length >= distance(a, b) - 1e-9, () => `${what} a car that reverses needs ${both.length}, one that does not ${forward.length}, the straight line ${distance(a, b)}.`);
        const back = reedsSheppLength(b, a, radius);
        demand(Math.abs(back - both.length) < 1e-7, () => `${what} Reeds–Shepp is ${both.length} long, and ${back} in the other direction.`);
        for (const [name, curve] of [['Dubins', forward], ['Reeds–Shepp', both]] as const) {
          let [x, y, heading] = [a.x, a.y, a.heading];
          for (const { length, turn } of curve.segments) {
            const steps = Math.ceil(Math.abs(length) / 0.02);
            for (let i = 0; i < steps; i++) {
              const turned = (turn * length) / steps / radius;
              x += (Math.cos(heading + turned / 2) * length) / steps;
              y += (Math.sin(heading + turned / 2) * length) / steps;
              heading += turned;
            }
          }
          demand(distance({ x, y }, b) < 1e-3 && Math.cos(heading - b.heading) > 1 - 1e-6, () => `${what} ${name} ends at (${x}, ${y}) with heading ${heading}.`);
          const sum = curve.segments.reduce((all, { length }) => all + Math.abs(length), 0);
          demand(Math.abs(sum - curve.length) < 1e-9, () => `${what} the parts of ${name} are ${sum} long, and it is reported as ${curve.length}.`);
          const last = curvePoses(a, curve, 0.3).at(-1)!;
          demand(distance(last, b) < 1e-6, () => `${what} the poses of ${name} end at ${JSON.stringify(last)}.`);
        }
      },
    };
  },
};

export const robotPlayers: readonly Player[] = [lattice, car, curves];
