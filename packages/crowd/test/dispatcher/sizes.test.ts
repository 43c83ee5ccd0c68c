import { avoiding, CompressedGraph, withCosts } from '@pf/graph';
import { Components, Grid, nearestFree, seededRandom, UnitGrid } from '@pf/grid';
import type { Movement } from '@pf/grid';
import { AStar } from '@pf/search';
import { runs } from '@pf/testkit';
import { describe, expect, test } from 'vitest';
import { Dispatcher } from '../../src/index.ts';
import type { Body } from './check-moves.ts';
import { faultOfBodies, faultOfMoves } from './check-moves.ts';
import type { RoutePlanner } from '../../src/index.ts';
import { restarting } from './scene.ts';

interface Kind extends Body {
  readonly units: UnitGrid;
  readonly army: Dispatcher;
}
interface Placed {
  readonly kind: Kind;
  readonly id: number;
  goal: number;
}

/** A dispatcher for each size over one ground; the first one leads. */
function armies(ground: Grid, sizes: readonly number[], shareFrom = 3, planner = (grid: Grid): RoutePlanner => new AStar(grid)): Kind[] {
  const kinds: Kind[] = [];
  for (const size of sizes) {
    const units = new UnitGrid(ground, size);
    const astar = planner(units.grid);
    const options = { planner: () => astar, shareFrom, footprint: units };
    const army = kinds.length === 0 ? new Dispatcher(units.grid, { ...options, collisions: 'avoid' }) : kinds[0].army.join(units.grid, options);
    kinds.push({ units, army, grid: units.grid, dx: units.dx, dy: units.dy });
  }
  return kinds;
}

const namesOf = ({ grid, dx, dy }: Body, v: number): string[] => dx.map((x, i) => `${grid.x(v) + x},${grid.y(v) + dy[i]}`);

/** Adds units at random until they cover a share of the ground. */
function scatter(ground: Grid, kinds: readonly Kind[], share: number, random: () => number): Placed[] {
  const covered = new Set<string>();
  const placed: Placed[] = [];
  const free = ground.cells.reduce((n, cost) => n + Number(cost !== 0), 0);
  for (let attempt = 0; attempt < 400 && covered.size < share * free; attempt++) {
    const kind = kinds[Math.floor(random() * kinds.length)];
    const v = ground.vertex(Math.floor(random() * ground.width), Math.floor(random() * ground.height));
    if (kind.grid.cells[v] === 0) continue;
    const cells = namesOf(kind, v);
    if (cells.some((cell) => covered.has(cell))) {
      expect(() => kind.army.add(v)).toThrow(/is taken by (unit \d|a unit of a joined)/);
      continue;
    }
    for (const cell of cells) covered.add(cell);
    placed.push({ kind, id: kind.army.add(v), goal: v });
  }
  return placed;
}

const positions = (all: readonly Placed[]): number[] => all.map(({ kind, id }) => kind.army.position(id));
const isDone = ({ kind, id }: Placed): boolean => ['idle', 'unreachable'].includes(kind.army.status(id));

function sendAll(all: readonly Placed[], random: () => number): void {
  for (const unit of all) {
    const { grid, army } = unit.kind;
    const parts = new Components(grid);
    for (let attempt = 0; attempt < 50; attempt++) {
      const goal = grid.vertex(Math.floor(random() * grid.width), Math.floor(random() * grid.height));
      if (!parts.same(army.position(unit.id), goal)) continue;
      unit.goal = goal;
      army.order(unit.id, goal);
      break;
    }
  }
}

describe('units of several sizes', () => {
  test('all arrive on open ground, and no two ever cover a cell or exchange cells', () => {
    let moved = 0;
    // In the last two, units once pushed each other to and fro for ever.
    for (const world of [...Array.from({ length: runs(120) }, (_, i) => i), 471, 3378]) {
      const random = seededRandom(world + 1);
      const movement: Movement = (['four', 'eight', 'hex'] as const)[world % 3];
      const size = 12 + Math.floor(6 * random());
      const ground = new Grid(size, size, { movement });
      const sizes = [[1, 2], [2, 1, 3], [2], [3, 2]][Math.floor(4 * random())].filter((k) => movement !== 'hex' || k < 3);
      const kinds = armies(ground, sizes, random() < 0.5 ? 2 : Infinity);
      const all = scatter(ground, kinds, 0.2, random);
      sendAll(all, random);
      const bodies = all.map(({ kind }) => kind);
      let before = positions(all);
      for (let frame = 0; frame < 3000 && !all.every(isDone); frame++) {
        moved += kinds[0].army.frame({ expansions: 300 }).moved;
        const after = positions(all);
        expect(faultOfBodies(bodies, before, after), `world ${world}, frame ${frame}`).toBeUndefined();
        before = after;
      }
      expect(all.map(({ kind, id }) => kind.army.status(id)), `world ${world}, ${movement}, sizes ${sizes.join()}`).toEqual(all.map(() => 'idle'));
    }
    expect(moved).toBeGreaterThan(runs(120) * 100);
  });

  test('edits, orders, removals, holds and portals on rubble: no conflict, and the same moves twice', () => {
    for (let world = 0; world < runs(60); world++) {
      const play = (check: boolean): number[][] => {
        const random = seededRandom(1000 + world);
        const below = (n: number): number => Math.floor(n * random());
        const ground = new Grid(14, 14, { movement: world % 2 === 0 ? 'eight' : 'four' });
        for (let i = 0; i < 20; i++) ground.setBlocked(below(14), below(14), true);
        const kinds = armies(ground, [1, 2, 3], 2);
        const all = scatter(ground, kinds, 0.25, random);
        const history: number[][] = [positions(all)];
        for (let frame = 0; frame < 150; frame++) {
          if (below(10) === 0) sendAll(all, random);
          const covered = new Set(all.flatMap(({ kind, id }) => namesOf(kind, kind.army.position(id))));
          const [x, y] = [below(14), below(14)];
          if (below(3) === 0 && !covered.has(`${x},${y}`)) ground.setBlocked(x, y, below(2) === 0);
          const { kind, id } = all[below(all.length)];
          if (below(20) === 0) kind.army.hold(id, 4);
          const v = ground.vertex(below(14), below(14));
          const taken = new Set(all.filter((other) => other.kind !== kind || other.id !== id).flatMap((other) => namesOf(other.kind, other.kind.army.position(other.id))));
          if (below(30) === 0 && kind.grid.cells[v] !== 0 && !namesOf(kind, v).some((cell) => taken.has(cell))) kind.army.place(id, v);
          if (below(60) === 0 && all.length > 3) {
            const [gone] = all.splice(below(all.length), 1);
            gone.kind.army.remove(gone.id);
          }
          const before = positions(all);
          kinds[0].army.plan({ expansions: 100 });
          kinds[0].army.move();
          const after = positions(all);
          if (check) expect(faultOfBodies(all.map((unit) => unit.kind), before, after), `world ${world}, frame ${frame}`).toBeUndefined();
          history.push(after);
        }
        return history;
      };
      expect(play(true)).toEqual(play(false));
    }
  });

  test('a footprint of one cell gives the moves of no footprint', () => {
    for (let world = 0; world < runs(20); world++) {
      const random = seededRandom(world + 50);
      const ground = new Grid(10, 10);
      const units = new UnitGrid(ground, 1);
      const make = (grid: Grid, footprint?: UnitGrid): Dispatcher => {
        const astar = new AStar(grid);
        return new Dispatcher(grid, { planner: () => astar, collisions: 'avoid', footprint });
      };
      const [plain, other] = [make(ground), make(units.grid, units)];
      const ids = Array.from({ length: 20 }, (_, i) => [plain.add(ground.vertex(i % 10, 4 * Math.floor(i / 10))), other.add(ground.vertex(i % 10, 4 * Math.floor(i / 10)))]);
      for (const [a, b] of ids) {
        const goal = ground.vertex(Math.floor(10 * random()), Math.floor(10 * random()));
        plain.order(a, goal);
        other.order(b, goal);
      }
      let before = ids.map(([a]) => plain.position(a));
      for (let frame = 0; frame < 60; frame++) {
        plain.frame({ expansions: 500 });
        other.frame({ expansions: 500 });
        const after = ids.map(([a]) => plain.position(a));
        expect(faultOfMoves(ground, before, after)).toBeUndefined();
        expect(ids.map(([, b]) => other.position(b))).toEqual(after);
        before = after;
      }
    }
  });

  test('resting units of one cell step aside for a large one, and return', () => {
    const ground = Grid.fromRows(['.'.repeat(22), '.'.repeat(22), ...Array.from({ length: 3 }, () => `${'#'.repeat(14)}........`)]);
    const [soldiers, tanks] = armies(ground, [1, 2]);
    const posts = [5, 6, 7, 8].map((x) => ground.vertex(x, x % 2));
    const ids = posts.map((v) => soldiers.army.add(v));
    const tank = tanks.army.add(ground.vertex(0, 0));
    tanks.army.order(tank, ground.vertex(19, 3));
    for (let frame = 0; frame < 200; frame++) soldiers.army.frame({ expansions: 1000 });
    expect(tanks.army.position(tank)).toBe(ground.vertex(19, 3));
    expect(ids.map((id) => soldiers.army.position(id))).toEqual(posts);
  });

  test('a large unit pushes a column before it, two abreast', () => {
    const ground = new Grid(22, 2);
    const [soldiers, tanks] = armies(ground, [1, 2]);
    for (const x of [5, 6, 7, 8]) for (const y of [0, 1]) soldiers.army.add(ground.vertex(x, y));
    const tank = tanks.army.add(ground.vertex(0, 0));
    tanks.army.order(tank, ground.vertex(16, 0));
    for (let frame = 0; frame < 30; frame++) soldiers.army.frame({ expansions: 1000 });
    expect(tanks.army.position(tank)).toBe(ground.vertex(16, 0));
  });

  test('a unit pushes a column of up to 256', () => {
    for (const [column, moved] of [[200, 201], [300, 0]]) {
      const ground = Grid.fromRows([`.${'.'.repeat(column)}.`, '#'.repeat(column + 2), `..${'#'.repeat(column)}`, `..${'#'.repeat(column)}`], { movement: 'four' });
      const [soldiers, tanks] = armies(ground, [1, 2]);
      tanks.army.add(ground.vertex(0, 2));
      for (let x = 0; x <= column; x++) soldiers.army.add(ground.vertex(x, 0));
      soldiers.army.order(0, ground.vertex(column + 1, 0));
      soldiers.army.plan({ expansions: 1e5 });
      expect(soldiers.army.move()).toBe(moved);
    }
  });

  test('a large unit clears the whole path of the one that it lets pass', () => {
    const ground = Grid.fromRows(['############', '............', '............', '#####..#####', '#####..#####']);
    const [soldiers, tanks] = armies(ground, [1, 2]);
    tanks.army.add(ground.vertex(5, 1));
    const [one, two] = [1, 2].map((y) => soldiers.army.add(ground.vertex(0, y)));
    soldiers.army.order(one, ground.vertex(11, 1));
    soldiers.army.order(two, ground.vertex(11, 2));
    for (let frame = 0; frame < 60; frame++) soldiers.army.frame({ expansions: 1000 });
    expect([one, two].map((id) => soldiers.army.status(id))).toEqual(['idle', 'idle']);
  });

  test('a large unit makes room for a small one in a corridor', () => {
    const ground = Grid.fromRows(['############', '............', '............', '#####..#####', '#####..#####']);
    const [soldiers, tanks] = armies(ground, [1, 2]);
    const tank = tanks.army.add(ground.vertex(4, 1));
    const soldier = soldiers.army.add(ground.vertex(0, 1));
    soldiers.army.order(soldier, ground.vertex(11, 1));
    for (let frame = 0; frame < 300; frame++) soldiers.army.frame({ expansions: 1000 });
    expect(soldiers.army.status(soldier)).toBe('idle');
    expect(soldiers.army.position(soldier)).toBe(ground.vertex(11, 1));
    expect(tanks.army.position(tank)).toBe(ground.vertex(4, 1));
  });

  test('a group of large units spreads over positions that do not overlap', () => {
    const ground = new Grid(20, 20);
    const [tanks, soldiers] = armies(ground, [2, 1]);
    soldiers.army.add(ground.vertex(15, 15));
    const ids = [0, 2, 4, 6].flatMap((x) => [0, 2].map((y) => tanks.army.add(ground.vertex(x, y))));
    tanks.army.spread(ids, ground.vertex(14, 14));
    tanks.army.plan({ expansions: 1e6 });
    const out = new Uint32Array(ground.vertexCount);
    const goals = ids.map((id) => out[tanks.army.path(id, out) - 1]);
    expect(new Set([...goals.flatMap((goal) => namesOf(tanks, goal)), '15,15']).size).toBe(33);
    for (let frame = 0; frame < 200; frame++) tanks.army.frame({ expansions: 1000 });
    const cells = ids.flatMap((id) => namesOf(tanks, tanks.army.position(id)));
    expect(ids.map((id) => tanks.army.status(id))).toEqual(ids.map(() => 'idle'));
    expect(new Set([...cells, '15,15']).size).toBe(33);
    for (const id of ids) expect(ground.x(tanks.army.position(id))).toBeGreaterThanOrEqual(9);
  });

  test('the budget is shared: requests of both are answered in turn', () => {
    const ground = new Grid(30, 30);
    const [soldiers, tanks] = armies(ground, [1, 2], Infinity);
    const a = Array.from({ length: 5 }, (_, i) => soldiers.army.add(ground.vertex(0, i)));
    const b = Array.from({ length: 5 }, (_, i) => tanks.army.add(ground.vertex(4, 3 * i)));
    for (const id of a) soldiers.army.order(id, ground.vertex(29, 29));
    for (const id of b) tanks.army.order(id, ground.vertex(20, 20));
    const report = soldiers.army.plan({ expansions: 150 });
    expect(report.expanded).toBeLessThanOrEqual(150);
    expect(report.planned).toBeLessThan(10);
    const walking = (army: Dispatcher, ids: readonly number[]): number => ids.filter((id) => army.status(id) === 'walking').length;
    expect(Math.abs(walking(soldiers.army, a) - walking(tanks.army, b))).toBeLessThanOrEqual(1);
    for (let frame = 0; frame < 20; frame++) soldiers.army.plan({ expansions: 1000 });
    expect(walking(soldiers.army, a) + walking(tanks.army, b)).toBe(10);
  });

  test('parts take turns across frames: a search that edits restart again and again does not keep the others waiting', () => {
    const ground = new Grid(100, 100);
    const [soldiers, tanks] = armies(ground, [1, 2]);
    // The goal of the soldier is walled in. To find that no path leads there takes 20 frames, and an edit comes in each.
    ground.setRectangle(70, 70, 25, 25, 0);
    ground.setRectangle(71, 71, 23, 23, 1);
    const soldier = soldiers.army.add(ground.vertex(20, 20));
    const ids = [0, 1, 2].map((i) => tanks.army.add(ground.vertex(40, 10 * i)));
    soldiers.army.order(soldier, ground.vertex(92, 92));
    for (const id of ids) tanks.army.order(id, ground.vertex(50, 50 + id));
    for (let frame = 0; frame < 4; frame++) {
      ground.setBlocked(0, 99, frame % 2 === 0);
      soldiers.army.plan({ expansions: 500 });
    }
    expect(soldiers.army.status(soldier)).toBe('waiting');
    expect(ids.map((id) => tanks.army.status(id))).toEqual(ids.map(() => 'walking'));
  });

  test('a part whose flow field still grows plans for its other units in its turns too', () => {
    const ground = new Grid(30, 30);
    ground.setRectangle(15, 0, 1, 29, 0);
    const [soldiers, tanks] = armies(ground, [1, 2], 3, (grid) => restarting(new AStar(grid)));
    const crowd = Array.from({ length: 30 }, (_, y) => soldiers.army.add(ground.vertex(0, y)));
    for (const id of crowd) soldiers.army.order(id, ground.vertex(29, 0));
    while (soldiers.army.status(crowd[0]) === 'waiting') soldiers.army.plan({ expansions: 50 });
    for (const id of crowd.slice(3)) soldiers.army.cancel(id);
    const late = soldiers.army.add(ground.vertex(5, 5));
    soldiers.army.order(late, ground.vertex(8, 5));
    // The tank searches the whole map in vain, again after each edit.
    const tank = tanks.army.add(ground.vertex(5, 20));
    tanks.army.order(tank, ground.vertex(20, 20));
    for (let frame = 0; frame < 10; frame++) {
      ground.setBlocked(29, 29, frame % 2 === 0);
      soldiers.army.plan({ expansions: 50 });
    }
    expect([soldiers.army.status(late), tanks.army.status(tank)]).toEqual(['walking', 'waiting']);
  });

  test('units whose graph has more neighbours join others, and none cross', () => {
    let diagonal = 0;
    for (let seed = 1; seed <= runs(20); seed++) {
      const random = seededRandom(seed);
      const kinds: Kind[] = [];
      for (const movement of ['four', 'eight'] as const) {
        const units = new UnitGrid(new Grid(9, 9, { movement }), 1);
        const astar = new AStar(units.grid);
        const army = kinds.length === 0 ? new Dispatcher(units.grid, { planner: () => astar, collisions: 'avoid' }) : kinds[0].army.join(units.grid, { planner: () => astar });
        kinds.push({ units, army, grid: units.grid, dx: units.dx, dy: units.dy });
      }
      const all = scatter(kinds[0].units.ground, kinds, 0.6, random);
      for (let frame = 0; frame < 120; frame++) {
        if (frame % 30 === 0) sendAll(all, random);
        const before = positions(all);
        kinds[0].army.frame({ expansions: 5000 });
        const after = positions(all);
        expect([seed, frame, faultOfMoves(kinds[1].grid, before, after)]).toEqual([seed, frame, undefined]);
        const steps = kinds.map((own) => all.filter(({ kind }, i) => kind === own && ![0, 1, kind.grid.stride].includes(Math.abs(after[i] - before[i]))));
        expect(steps[0]).toEqual([]);
        diagonal += steps[1].length;
      }
    }
    expect(diagonal).toBeGreaterThan(runs(1000));
  });

  test('rejects invalid arguments', () => {
    const ground = new Grid(8, 8);
    const large = new UnitGrid(ground, 3);
    const astar = new AStar(ground);
    const planner = (): AStar => astar;
    expect(() => new Dispatcher(large.grid, { planner, footprint: large })).toThrow("A footprint needs collisions: 'avoid'");
    expect(() => new Dispatcher(ground, { planner, collisions: 'avoid', footprint: 3 as never })).toThrow('footprint must be a UnitGrid of @pf/grid, or { ground, dx, dy } as the type Footprint has them, got 3');
    for (const [dx, dy] of [[[], []], [[0, 1], [0]], [0, 0]]) expect(() => new Dispatcher(ground, { planner, collisions: 'avoid', footprint: { ground, dx, dy } as never })).toThrow('footprint must be a UnitGrid');
    expect(() => new Dispatcher(ground, { planner }).join(large.grid, { planner })).toThrow("Only dispatchers with collisions: 'avoid' can be joined");
    const army = new Dispatcher(ground, { planner, collisions: 'avoid' });
    expect(() => army.join(new Grid(9, 9), { planner })).toThrow('Joined dispatchers need grids of one map, of 8 × 8 squares, got 9 × 9 squares.');
    expect(() => army.join(new CompressedGraph(9, []), { planner })).toThrow('Joined dispatchers need graphs with the same vertices, 100, got one with 9.');
    for (const [graph, footprint] of [[large.grid, new UnitGrid(ground, 2)], [ground, large]] as const) expect(() => army.join(graph, { planner, footprint })).toThrow('The footprint is of another graph');
    army.join(withCosts(large.grid, (_tail, _head, cost) => cost), { planner, footprint: large });
    // A vertex of one is another place in the other, though their numbers agree.
    const wide = new Dispatcher(new Grid(8, 4), { planner, collisions: 'avoid' });
    expect(() => wide.join(new Grid(4, 8), { planner })).toThrow('of 8 × 4 squares, got 4 × 8 squares.');
    const hexagons = new Grid(8, 4, { movement: 'hex' });
    for (const view of [hexagons, avoiding(hexagons, () => false)]) expect(() => wide.join(view, { planner })).toThrow('of 8 × 4 squares, got 8 × 4 hexagons.');
    wide.join(new Grid(8, 4, { movement: 'four' }), { planner });
    const tanks = army.join(large.grid, { planner: () => new AStar(large.grid), footprint: large });
    for (const call of [() => tanks.frame({ expansions: 1 }), () => tanks.plan({ expansions: 1 }), () => tanks.move()]) expect(call).toThrow('has joined another one, whose frame, plan and move include it');
    expect(() => tanks.add(ground.vertex(6, 0))).toThrow('reaches beyond the map');
    army.add(ground.vertex(2, 2));
    expect(() => tanks.add(ground.vertex(0, 0))).toThrow('is taken by a unit of a joined dispatcher');
    const tank = tanks.add(nearestFree(large.grid, ground.vertex(3, 3)));
    expect(() => army.add(tanks.position(tank) + 1)).toThrow('is taken by a unit of a joined dispatcher');
  });

  test('a planner that throws in a joined dispatcher is named, and the others move on', () => {
    const ground = new Grid(12, 12);
    const large = new UnitGrid(ground, 2);
    const astar = new AStar(ground);
    const soldiers = new Dispatcher(ground, { planner: () => astar, collisions: 'avoid' });
    const broken = { begin: () => {}, run: () => { throw new Error('no fuel'); }, path: () => 0, counters: { expanded: 0 } };
    const tanks = soldiers.join(large.grid, { planner: () => broken, footprint: large });
    const tank = tanks.add(ground.vertex(5, 5));
    const soldier = soldiers.add(ground.vertex(0, 0));
    soldiers.order(soldier, ground.vertex(3, 0));
    tanks.order(tank, ground.vertex(9, 9));
    expect(() => soldiers.frame({ expansions: 500 })).toThrow(/No path could be planned for unit 0, .*: no fuel/);
    expect(tanks.status(tank)).toBe('unreachable');
    for (let frame = 0; frame < 5; frame++) soldiers.frame({ expansions: 500 });
    expect(soldiers.status(soldier)).toBe('idle');
  });
});

test('a unit in front of a large one that others push in vain walks on', () => {
  const ground = Grid.fromRows(['#....', '#...#', '#.###', '#.###'], { movement: 'four' });
  const large = new UnitGrid(ground, 2);
  const small = new Dispatcher(ground, { planner: () => new AStar(ground), collisions: 'avoid' });
  const tanks = small.join(large.grid, { planner: () => new AStar(large.grid), footprint: large });
  tanks.add(ground.vertex(2, 0));
  const [behind, before] = [4, 1].map((x) => small.add(ground.vertex(x, 0)));
  small.order(behind, ground.vertex(1, 0));
  small.order(before, ground.vertex(1, 3));
  for (let frame = 0; frame < 10; frame++) small.frame({ expansions: 1000 });
  expect(small.position(before)).toBe(ground.vertex(1, 3));
});
