import { parseArgs } from 'node:util';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { Dispatcher } from '@pf/crowd';
import type { Grid } from '@pf/grid';
import { rooms } from '@pf/grid';
import type { Planner } from '@pf/incremental';
import { AdaptiveAStar, DStarExtraLite, DStarLite, FocussedDStar, MultipathAdaptiveAStar, RepeatedAStar } from '@pf/incremental';
import { AStar } from '@pf/search';
import { oracleCost } from '@pf/testkit';
import { SeededRandom } from './seeded-random.ts';
import { demand } from './player.ts';

const help = `pnpm soak:planners [options]: one game in one process, replanned ten million times. It holds every cost against the oracle now and then, and the
heap after a collection against what it was.

  --replans N     when to end (default 10000000)
  --minutes N     when to end at the latest (default: never)
  --seed S        which game (default 1)`;

/** Allowed change of the heap after the first tenth, in bytes: engine caches, not a leak over a game of this length. */
const SLACK = 2 ** 21;
const LOOKS = 50;

interface Look {
  readonly replans: number;
  readonly heap: number;
  readonly buffers: number;
}

/** Characters that walk to one goal after another through a house whose doors open and close. */
class Game {
  replans = 0;
  frames = 0;
  private readonly seeded: SeededRandom;
  private readonly grid: Grid;
  private readonly free: readonly number[];
  private readonly walls: readonly (readonly [x: number, y: number])[];
  private readonly tails: Uint32Array;
  private readonly planners: readonly Planner[];
  private readonly astar: AStar;
  private readonly dispatcher: Dispatcher;
  private readonly characters: readonly number[];
  private readonly avoiders: Dispatcher;
  private readonly avoiding: readonly number[];

  constructor(seed: number) {
    this.seeded = new SeededRandom(seed);
    const grid = (this.grid = rooms(40, 40, 6, this.seeded.random, { metric: '5/7' }));
    const cells = Array.from({ length: 1600 }, (_, cell) => [cell % 40, Math.floor(cell / 40)] as const);
    this.free = cells.filter(([x, y]) => grid.isFree(x, y)).map(([x, y]) => grid.vertex(x, y));
    this.walls = cells.filter(([x, y]) => grid.isBlocked(x, y));
    this.tails = new Uint32Array(grid.vertexCount);
    const heuristic = grid.heuristic({ least: 1 });
    this.planners = [
      new RepeatedAStar(grid, { heuristic }),
      new AdaptiveAStar(grid, { heuristic }),
      new MultipathAdaptiveAStar(grid, { heuristic }),
      new DStarLite(grid, { heuristic }),
      new DStarExtraLite(grid, { heuristic }),
      new FocussedDStar(grid, { heuristic }),
    ];
    const astar = (this.astar = new AStar(grid));
    this.dispatcher = new Dispatcher(grid, { planner: () => astar, heuristic });
    this.characters = Array.from({ length: 8 }, () => this.dispatcher.add(this.place()));
    this.avoiders = new Dispatcher(grid, { planner: () => astar, heuristic, collisions: 'avoid' });
    this.avoiding = this.free.slice(0, 40).map((v) => this.avoiders.add(v));
    for (const planner of this.planners) planner.begin(this.place(), this.place());
  }

  /** One frame: occasionally a door opens or closes; all characters plan and take a step; those that have arrived get a new goal. */
  frame(): void {
    const { grid, seeded, planners, dispatcher, tails } = this;
    if (this.frames++ % 6 === 0) {
      const [x, y] = seeded.pick(this.walls);
      const n = grid.setBlocked(x, y, grid.isFree(x, y), tails);
      for (const planner of planners) planner.arcsChanged(tails, n);
      dispatcher.arcsChanged(tails, n);
    }
    for (const planner of planners) {
      planner.run();
      this.replans++;
      const next = planner.next();
      if (next !== -1 && this.frames % 200 > 0) planner.moveTo(next);
      else planner.begin(planner.start, this.place());
    }
    const character = seeded.pick(this.characters);
    if (dispatcher.status(character) !== 'walking') dispatcher.order(character, this.place());
    dispatcher.frame({ expansions: 300 });
    const avoider = seeded.pick(this.avoiding);
    if (this.avoiders.status(avoider) !== 'walking') this.avoiders.order(avoider, this.place());
    this.avoiders.frame({ expansions: 300 });
    const stand = new Set(this.avoiding.map((id) => this.avoiders.position(id)));
    demand(stand.size === this.avoiding.length, () => `After ${this.replans} replans two characters that avoid each other are on one cell.`);
  }

  /** Every planner's cost, and a search's, against the oracle: whole costs agree exactly. */
  check(): void {
    for (const planner of this.planners) {
      planner.run();
      const truth = oracleCost(this.grid, planner.start, planner.goal);
      demand(planner.cost === truth, () => `After ${this.replans} replans ${planner.constructor.name} says ${planner.cost}, the oracle ${truth}.`);
      const cost = this.astar.search(planner.start, planner.goal);
      demand(cost === truth, () => `After ${this.replans} replans A* says ${cost}, the oracle ${truth}.`);
    }
  }

  private place(): number {
    return this.seeded.pick(this.free);
  }
}

function main(): number {
  const { values } = parseArgs({
    options: {
      replans: { type: 'string', default: '10000000' },
      minutes: { type: 'string', default: 'Infinity' },
      seed: { type: 'string', default: '1' },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) {
    console.log(help);
    return 0;
  }
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const [replans, minutes] = [Number(values.replans), Number(values.minutes)];
  demand(replans > 0, () => `--replans takes a number above 0, got ${values.replans}.`);
  demand(minutes > 0, () => `--minutes takes a number above 0, got ${values.minutes}.`);
  const seed = Number(values.seed);
  demand(Number.isFinite(seed), () => `--seed takes a number, got ${values.seed}.`);
  const game = new Game(seed);
  const begin = performance.now();
  const looks: Look[] = [];
  const share = (): number => Math.max(game.replans / replans, (performance.now() - begin) / (minutes * 60_000));
  while (share() < 1) {
    for (const due = (looks.length + 1) / LOOKS; share() < due;) for (let i = 0; i < 200 && game.replans < replans; i++) game.frame();
    game.check();
    collect();
    collect();
    const { heapUsed, arrayBuffers } = process.memoryUsage();
    looks.push({ replans: game.replans, heap: heapUsed, buffers: arrayBuffers });
    if (looks.length % 5 === 0) {
      const seconds = ((performance.now() - begin) / 1000).toFixed(0);
      console.log(`${seconds} s: ${game.replans} replans, no drift, heap ${kilobytes(heapUsed)}, buffers ${kilobytes(arrayBuffers)}`);
    }
  }
  const warm = looks.slice(Math.floor(looks.length / 10));
  const heaps = warm.map(({ heap, buffers }) => heap + buffers);
  const growth = heaps[heaps.length - 1] - heaps[0];
  console.log(
    `${game.replans} replans in ${game.frames} frames, ${((performance.now() - begin) / 1000).toFixed(0)} s; ${looks.length} looks, every cost the oracle's; ` +
      `heap and buffers from ${kilobytes(Math.min(...heaps))} to ${kilobytes(Math.max(...heaps))}, ` +
      `at the end ${kilobytes(growth)} more than after the first tenth.`,
  );
  demand(growth < SLACK, () => `The heap has grown by ${growth} bytes since the first tenth.`);
  return 0;
}

function kilobytes(bytes: number): string {
  return `${(bytes / 1024).toFixed(0)} kB`;
}

try {
  process.exitCode = main();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
