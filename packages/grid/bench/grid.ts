import type { GridOptions } from '@pf/grid';
import { Clearance, Components, FogOfWar, formatMap, fourNeighbours, Grid, maze, parseMap, randomObstacles, seededRandom } from '@pf/grid';

// Measures how fast a grid gives its arcs, is built, read and edited. Each figure is the best of several rounds after warm-up, beside the median.
// The median is near the best on an idle machine. Cases are interleaved, so that a slow moment affects all of them.

const SIZE = 1024;
const ROUNDS = 15;

interface Case {
  readonly name: string;
  readonly unit: string;
  /** Runs once, and returns how much it did. */
  readonly run: () => number;
  /** What to print of that and the milliseconds that it took. */
  readonly figure: (done: number, ms: number) => number;
  /** −1 where more is better, 1 where less is. */
  readonly best: -1 | 1;
}

const rate = { figure: (done: number, ms: number): number => done / ms / 1000, best: -1 } as const;
const time = { figure: (_: number, ms: number): number => ms, best: 1 } as const;

function sweep(name: string, grid: Grid, which: 'successors' | 'predecessors' = 'successors'): Case {
  const to = new Uint32Array(grid.maxDegree);
  const cost = new Float64Array(grid.maxDegree);
  const run =
    which === 'successors'
      ? (): number => {
          for (let v = 0; v < grid.vertexCount; v++) grid.successors(v, to, cost);
          return grid.terrain.free;
        }
      : (): number => {
          for (let v = 0; v < grid.vertexCount; v++) grid.predecessors(v, to, cost);
          return grid.terrain.free;
        };
  return { name: `${which}, ${name}`, unit: 'million expansions a second', run, ...rate };
}

function terrainOf(options: GridOptions): Grid {
  const random = seededRandom(1);
  return Grid.fromArray(Array.from({ length: SIZE * SIZE }, () => 1 + Math.floor(random() * 9)), SIZE, SIZE, options);
}

/** Cells at random change and change back, so that the map stays what it is. */
function edits(name: string, repair: (x: number, y: number, tails: Uint32Array, n: number) => void): Case {
  const tails = new Uint32Array(9);
  const random = seededRandom(3);
  const places = Uint16Array.from({ length: 50_000 }, () => Math.floor(random() * SIZE));
  const run = (): number => {
    for (let i = 0; i < places.length; i += 2) {
      for (let twice = 0; twice < 2; twice++) {
        const [x, y] = [places[i], places[i + 1]];
        repair(x, y, tails, obstacles.setBlocked(x, y, obstacles.isFree(x, y), tails));
      }
    }
    return places.length;
  };
  return { name, unit: 'million edits a second', run, ...rate };
}

function heuristicCase(): Case {
  const grid = new Grid(SIZE, SIZE);
  const h = grid.heuristic();
  const goal = grid.vertex(700, 300);
  let sum = 0;
  const run = (): number => {
    for (let v = 0; v < grid.vertexCount; v++) sum += h(v, goal);
    return sum > 0 ? grid.vertexCount : 0;
  };
  return { name: 'the octile heuristic', unit: 'million calls a second', run, ...rate };
}

function revealCase(): Case {
  const truth = maze(SIZE, SIZE, seededRandom(4));
  const tails = new Uint32Array(45);
  const run = (): number => {
    const fog = new FogOfWar(truth);
    for (let i = 0; i < 100_000; i++) fog.reveal(truth.vertex(1 + ((i * 7) % 1000), 1 + ((i * 13) % 1000)), fourNeighbours, tails);
    return 100_000;
  };
  return { name: 'fog of war, looks at four neighbours', unit: 'million a second', run, ...rate };
}

const text = formatMap(randomObstacles(SIZE, SIZE, 0.25, seededRandom(5)));
const obstacles = randomObstacles(SIZE, SIZE, 0.25, seededRandom(6));

const components = new Components(obstacles);
const clearance = new Clearance(obstacles);

const cases: Case[] = [
  sweep('eight, open', new Grid(SIZE, SIZE)),
  sweep('eight, open', new Grid(SIZE, SIZE), 'predecessors'),
  sweep('four, open', new Grid(SIZE, SIZE, { movement: 'four' })),
  sweep('hex, open', new Grid(SIZE, SIZE, { movement: 'hex' })),
  sweep('eight, a quarter blocked', obstacles),
  sweep('eight, terrain', terrainOf({})),
  heuristicCase(),
  edits('setBlocked', () => undefined),
  edits('setBlocked, components repaired', () => components.count),
  edits('setBlocked, clearance repaired', () => clearance.at(0)),
  revealCase(),
  { name: `parseMap, ${SIZE} × ${SIZE}`, unit: 'ms', run: () => parseMap(text).width, ...time },
  { name: 'new Grid, 512 × 512', unit: 'ms', run: () => new Grid(512, 512).width, ...time },
  { name: 'Components, all anew', unit: 'ms', run: () => new Components(obstacles).count, ...time },
  { name: 'Clearance, all anew', unit: 'ms', run: () => new Clearance(obstacles).at(0), ...time },
];

const figures = cases.map((): number[] => []);
for (let round = -3; round < ROUNDS; round++) {
  for (const [i, { run, figure }] of cases.entries()) {
    const begin = performance.now();
    const done = run();
    const ms = performance.now() - begin;
    if (round >= 0) figures[i].push(figure(done, ms));
  }
}

/** Heap taken an expansion. Looked at now and then, so that the collector can hide little of it. */
function bytesTaken(grid: Grid): number {
  const to = new Uint32Array(grid.maxDegree);
  const cost = new Float64Array(grid.maxDegree);
  let taken = 0;
  let before = process.memoryUsage().heapUsed;
  for (let v = 0; v < grid.vertexCount; v++) {
    grid.successors(v, to, cost);
    if ((v & 0x7fff) !== 0) continue;
    const now = process.memoryUsage().heapUsed;
    taken += Math.max(0, now - before);
    before = process.memoryUsage().heapUsed;
  }
  return taken / grid.vertexCount;
}
const open = new Grid(SIZE, SIZE);
const taken = Math.min(...Array.from({ length: 5 }, () => bytesTaken(open)));

for (const [i, { name, unit, best }] of cases.entries()) {
  const sorted = figures[i].sort((a, b) => (a - b) * best);
  const [top, middle] = [sorted[0], sorted[ROUNDS >> 1]].map((figure) => figure.toPrecision(3));
  console.log(`${name.padEnd(38)} ${top.padStart(7)} ${unit} (median ${middle})`);
}
console.log(`${'successors, eight, open: heap'.padEnd(38)} ${taken.toFixed(2).padStart(7)} bytes an expansion (a number kept would be 12 or more)`);
