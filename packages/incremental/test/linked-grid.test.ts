import type { GridLink } from '@pf/grid';
import { Grid, LinkedGrid, seededRandom } from '@pf/grid';
import { oracleDistances, runs } from '@pf/testkit';
import { expect, test } from 'vitest';
import { DStarLite } from '../src/index.ts';
import { planners } from './planners.ts';

test.each(Object.entries(planners))('%s follows links that are added and removed', (_name, make) => {
  let followed = 0;
  for (let seed = 1; seed <= runs(20); seed++) {
    const random = seededRandom(seed);
    const whole = (n: number): number => Math.floor(n * random());
    const [width, height] = [3 + whole(8), 3 + whole(6)];
    const grid = Grid.fromArray(Array.from({ length: width * height }, () => (random() < 0.25 ? 0 : 1 + whole(2))), width, height, { movement: 'four' });
    const world = new LinkedGrid(grid, { linksPerCell: 40 });
    const cell = (): number => grid.vertex(whole(width), whole(height));
    const tails = new Uint32Array(world.vertexCount);
    const posts = [cell(), cell(), cell()];
    const planner = make(world, world.heuristic({ least: 1 }));
    let at = cell();
    let goal = cell();
    planner.begin(at, goal);
    for (let round = 0; round < 30; round++) {
      const { version } = world;
      for (let edits = whole(3); edits >= 0; edits--) {
        const kind = random();
        const [from, to] = [posts[whole(3)], random() < 0.8 ? posts[whole(3)] : cell()];
        if (kind < 0.4 && from !== to && world.links.size < 30) world.addLink({ from, to, cost: 1 + whole(6), oneWay: random() < 0.4 });
        else if (kind < 0.7 && world.links.size > 0) world.removeLink([...world.links.keys()][whole(world.links.size)]);
        else grid.setCost(whole(width), whole(height), whole(4));
      }
      if (world.changedSince(version, tails) > 0) followed++;
      if (random() < 0.4) planner.moveTo((at = cell()));
      if (random() < 0.2) planner.goalMovedTo((goal = cell()));
      planner.run();
      expect([seed, round, planner.cost]).toEqual([seed, round, grid.cells[at] === 0 ? planner.cost : oracleDistances(world, at)[goal]]);
    }
  }
  expect(followed).toBeGreaterThan(100);
});

/** Two floors of 60 × 60 cells with ten stairs, and planners from one to the other. */
function building(make: (world: LinkedGrid) => DStarLite): { readonly world: LinkedGrid; readonly planner: DStarLite; readonly stair: (x: number) => GridLink } {
  const grid = new Grid(60, 122, { movement: 'four' });
  grid.setRectangle(0, 60, 60, 2, 0);
  const world = new LinkedGrid(grid);
  const at = (x: number, y: number, floor: number): number => grid.vertex(x, y + 62 * floor);
  for (let x = 0; x < 60; x += 6) world.addLink({ from: at(x, 30, 0), to: at(x, 30, 1), cost: 2 });
  const stair = (x: number): GridLink => ({ from: at(x, 3, 0), to: at(x, 3, 1), cost: 2 });
  world.addLink(stair(55));
  const planner = make(world);
  planner.begin(at(2, 2, 0), at(50, 50, 1));
  planner.run();
  return { world, planner, stair };
}

test.each<[string, (world: LinkedGrid) => DStarLite, number]>([
  ['that is taken away and put back', (world) => new DStarLite(world), 0],
  ['at ever new cells, with a heuristic that does not count on their places', (world) => {
    const walk = world.grid.heuristic({ least: 1 });
    return new DStarLite(world, { heuristic: (v, goal) => Math.min(walk(v, goal), 2) });
  }, 1],
])('a link %s, far from the path, is followed with few expansions', (_name, make, step) => {
  const { world, planner, stair } = building(make);
  const { counters: { expanded }, cost } = planner;
  for (let frame = 0; frame < 20; frame++) {
    if (frame % 2 === 0) world.removeLink([...world.links.keys()].at(-1)!);
    else world.addLink(stair(55 - step * frame));
    planner.run();
    expect(planner.cost).toBe(cost);
  }
  expect(planner.counters.expanded - expanded).toBeLessThan(500);
});
