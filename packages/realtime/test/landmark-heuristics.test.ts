import type { Heuristic } from '@pf/graph';
import { Grid, seededRandom } from '@pf/grid';
import type { Planner } from '@pf/incremental';
import { AdaptiveAStar, DStarExtraLite, DStarLite, FocussedDStar, LPAStar, MultipathAdaptiveAStar, RepeatedAStar } from '@pf/incremental';
import type { LandmarkHeuristicOptions } from '@pf/preprocess';
import { Landmarks } from '@pf/preprocess';
import type { World } from '@pf/testkit';
import { oracleDistances, rulesOf, runs, wholeMetrics, worlds } from '@pf/testkit';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { LearningAgent } from '../src/index.ts';
import { LrtaStar, LssLrtaStar, TbaStar } from '../src/index.ts';

/** A world with landmarks, and walls that come and go in it. */
class Site {
  readonly grid: Grid;
  readonly landmarks: Landmarks;
  readonly tails: Uint32Array;
  private readonly random: () => number;

  constructor(world: World, seed: number) {
    this.grid = Grid.fromRows(world.rows, rulesOf(world));
    for (const { x, y, ...sides } of world.sides) this.grid.setSides(x, y, sides);
    this.random = seededRandom(seed);
    this.landmarks = new Landmarks(this.grid, Array.from({ length: 1 + this.below(4) }, () => this.cell()));
    this.tails = new Uint32Array(this.grid.vertexCount);
  }

  /** Alone every second time, otherwise joined with the heuristic of the grid. */
  heuristic(options: LandmarkHeuristicOptions = {}): Heuristic {
    return this.landmarks.heuristic(this.below(2) === 0 ? options : { ...options, base: this.grid.heuristic({ least: 1 }) });
  }

  below(n: number): number {
    return Math.floor(this.random() * n);
  }

  cell(): number {
    return this.grid.vertex(this.below(this.grid.width), this.below(this.grid.height));
  }

  /** Blocks or frees a random cell, if one fits; returns the number of tails of changed arcs. */
  turn(blocked: boolean): number {
    const { grid, tails } = this;
    let [x, y] = [0, 0];
    for (let attempt = 0; attempt < 9 && grid.isBlocked(x, y) === blocked; attempt++) [x, y] = [this.below(grid.width), this.below(grid.height)];
    return grid.setBlocked(x, y, blocked, tails);
  }

  truth(start: number, goal: number): number {
    return oracleDistances(this.grid, goal, { backward: true })[start];
  }
}

const planners: readonly [name: string, make: (grid: Grid, heuristic: Heuristic) => Planner, metrics?: readonly World['metric'][]][] = [
  ['LPA*', (grid, heuristic) => new LPAStar(grid, { heuristic })],
  ['D* Lite', (grid, heuristic) => new DStarLite(grid, { heuristic })],
  ['D* Lite, as first published', (grid, heuristic) => new DStarLite(grid, { heuristic, variant: 'basic' })],
  ['D* Lite, smaller g', (grid, heuristic) => new DStarLite(grid, { heuristic, queue: 'smaller-g' })],
  ['D* Lite, buckets', (grid, heuristic) => new DStarLite(grid, { heuristic, queue: 'buckets' }), wholeMetrics],
  ['D* Extra Lite', (grid, heuristic) => new DStarExtraLite(grid, { heuristic })],
  ['Focussed D*', (grid, heuristic) => new FocussedDStar(grid, { heuristic })],
  ['Repeated A*', (grid, heuristic) => new RepeatedAStar(grid, { heuristic })],
  ['Repeated A*, backward', (grid, heuristic) => new RepeatedAStar(grid, { heuristic, direction: 'backward' })],
  ['Generalized Adaptive A*', (grid, heuristic) => new AdaptiveAStar(grid, { heuristic })],
  ['MPGAA*', (grid, heuristic) => new MultipathAdaptiveAStar(grid, { heuristic })],
];

describe('landmarks serve planners', () => {
  test.each(planners)('%s finds cheapest paths while the start moves and walls come and go', (_name, make, metrics) => {
    fc.assert(
      fc.property(worlds({ maxSize: 9, sides: true, ...(metrics === undefined ? {} : { metrics }) }), fc.nat(), (world, seed) => {
        const site = new Site(world, seed);
        const { grid, landmarks, tails } = site;
        const planner = make(grid, site.heuristic());
        planner.begin(site.cell(), site.cell());
        for (let turn = 0; turn < 8; turn++) {
          // Walls come while it plans: the tables need no report.
          for (let i = site.below(3); i > 0; i--) {
            planner.run(site.below(6));
            planner.arcsChanged(tails, site.turn(true));
          }
          if (site.below(2) === 0) {
            const n = site.turn(false);
            if (landmarks.arcsChanged(tails, n)) planner.begin(planner.start, planner.goal);
            else planner.arcsChanged(tails, n);
          }
          expect(planner.run()).toBe(true);
          expect(planner.cost).toBeCloseTo(site.truth(planner.start, planner.goal), 6);
          const next = planner.next();
          if (next >= 0) planner.moveTo(site.below(5) === 0 ? site.cell() : next);
          if (site.below(8) === 0) planner.goalMovedTo(site.cell());
        }
      }),
      { numRuns: runs(120), seed: 21 },
    );
  });
});

const agents: readonly [name: string, make: (grid: Grid, heuristic: Heuristic) => LearningAgent][] = [
  ['LRTA*', (grid, heuristic) => new LrtaStar(grid, { heuristic })],
  ['LRTA*(k)', (grid, heuristic) => new LrtaStar(grid, { heuristic, k: 5 })],
  ['LSS-LRTA*', (grid, heuristic) => new LssLrtaStar(grid, { heuristic, lookahead: 4 })],
  ['daLSS-LRTA*', (grid, heuristic) => new LssLrtaStar(grid, { heuristic, lookahead: 4, avoidDepressions: true })],
  ['TBA*', (grid, heuristic) => new TbaStar(grid, { heuristic, expansions: 3 })],
];

describe('landmarks serve agents', () => {
  test.each(agents)('%s arrives if it can while walls come and go, on repeated trips to the same goal, and no estimate is too high', (_name, make) => {
    let fell = 0;
    fc.assert(
      fc.property(worlds({ maxSize: 8 }), fc.boolean(), fc.nat(), (world, infinite, seed) => {
        const site = new Site(world, seed);
        const { grid, landmarks, tails } = site;
        const agent = make(grid, site.heuristic({ infinite }));
        const goal = site.cell();
        const open = (): void => {
          const n = site.turn(false);
          agent.arcsChanged(tails, n);
          if (!landmarks.arcsChanged(tails, n)) return;
          agent.forget();
          fell++;
        };
        for (let episode = 0; episode < 4; episode++) {
          agent.begin(site.cell(), goal);
          for (let step = 0; agent.status === 'moving'; step++) {
            agent.step();
            if (step < 20 && site.below(4) === 0) agent.arcsChanged(tails, site.turn(true));
            if (agent.status === 'moving' && step < 20 && site.below(6) === 0) open();
          }
          // On these grids arcs lead in both directions, so that no step is a trap.
          if (agent.status === 'reached') expect(agent.position).toBe(goal);
          else expect(site.truth(agent.position, goal)).toBe(Infinity);
          const truth = oracleDistances(grid, goal, { backward: true });
          for (let v = 0; v < grid.vertexCount; v++) if (grid.cells[v] !== 0) expect(agent.h(v)).toBeLessThanOrEqual(truth[v] + 1e-9);
          open();
        }
      }),
      { numRuns: runs(120), seed: 22 },
    );
    expect(fell).toBeGreaterThan(runs(120) / 4);
  });
});
