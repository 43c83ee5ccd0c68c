import { Grid, nearestFree, seededRandom, UnitGrid } from '@pf/grid';
import { AStar } from '@pf/search';
import { expect, test } from 'vitest';
import { Dispatcher } from '../../src/index.ts';

/** Soldiers of one cell and joined tanks of 2 × 2, some thirty frames after their orders. */
function battle(seed: number): { ground: Grid; soldiers: Dispatcher; tanks: Dispatcher; large: UnitGrid; men: number[]; vehicles: number[] } {
  const random = seededRandom(seed);
  const ground = new Grid(12, 9);
  for (let i = 0; i < 12; i++) ground.setBlocked(Math.floor(random() * 12), Math.floor(random() * 9), true);
  const large = new UnitGrid(ground, 2);
  const soldiers = new Dispatcher(ground, { planner: () => new AStar(ground), collisions: 'avoid' });
  const tanks = soldiers.join(large.grid, { planner: () => new AStar(large.grid), footprint: large });
  const fill = (army: Dispatcher, grid: Grid, count: number): number[] => {
    const units: number[] = [];
    for (let i = 0; i < count; i++) {
      const near = grid.vertex(Math.floor(random() * 11), Math.floor(random() * 8));
      const v = nearestFree(grid, near, (u) => !army.isTaken(u));
      if (v < 0) continue;
      units.push(army.add(v));
      army.order(units.at(-1)!, nearestFree(grid, grid.vertex(Math.floor(random() * 11), Math.floor(random() * 8))));
    }
    return units;
  };
  const vehicles = fill(tanks, large.grid, 4);
  const men = fill(soldiers, ground, 10);
  for (let frame = 0; frame < 30; frame++) soldiers.frame({ expansions: 1000 });
  soldiers.remove(men.shift()!);
  return { ground, soldiers, tanks, large, men, vehicles };
}

test('unitsAt names the unit that covers a vertex; isTaken says whether add and place throw: 40 random battles of two sizes', () => {
  for (let seed = 1; seed <= 40; seed++) {
    const { ground, soldiers, tanks, large, men, vehicles } = battle(seed);
    const covered = (v: number): number[] => [v, v + 1, v + ground.stride, v + ground.stride + 1];
    for (let y = 0; y < ground.height - 1; y++) {
      for (let x = 0; x < ground.width - 1; x++) {
        const v = ground.vertex(x, y);
        const manHere = men.filter((unit) => soldiers.position(unit) === v);
        const tankHere = vehicles.filter((unit) => covered(tanks.position(unit)).includes(v));
        expect([soldiers.unitsAt(v), tanks.unitsAt(v)]).toEqual([manHere, tankHere]);
        expect(soldiers.isTaken(v)).toBe(manHere.length + tankHere.length > 0);
        const inTheWay = (self?: number): boolean => men.some((unit) => covered(v).includes(soldiers.position(unit)))
          || vehicles.some((unit) => unit !== self && covered(tanks.position(unit)).some((u) => covered(v).includes(u)));
        expect([tanks.isTaken(v), tanks.isTaken(v, vehicles[0])]).toEqual([inTheWay(), inTheWay(vehicles[0])]);
        if (tanks.isTaken(v)) expect(() => tanks.add(v)).toThrow('is taken by');
        else tanks.remove(tanks.add(v));
      }
    }
    expect(() => soldiers.isTaken(-1)).toThrow('The position must be');
    expect(() => soldiers.unitsAt(-1)).toThrow('The vertex must be');
    expect(() => tanks.isTaken(large.grid.vertex(11, 8))).toThrow('reaches beyond the map');
  }
});

test('units that pass through each other are all named, and take no vertex', () => {
  const grid = new Grid(3, 1);
  const crowd = new Dispatcher(grid, { planner: () => new AStar(grid) });
  const units = [crowd.add(grid.vertex(1, 0)), crowd.add(grid.vertex(1, 0))];
  expect([crowd.unitsAt(grid.vertex(1, 0)), crowd.unitsAt(grid.vertex(0, 0)), crowd.isTaken(grid.vertex(1, 0))]).toEqual([units, [], false]);
});
