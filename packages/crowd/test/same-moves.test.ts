/**
 * The same calls give the same moves on every machine, as the documents of these classes say: digests of seeded runs. A difference is a change of an algorithm: look at
 * it, then update the snapshots.
 */
import { CompressedGraph } from '@pf/graph';
import { Grid, maze, randomObstacles, seededRandom, UnitGrid } from '@pf/grid';
import { AStar } from '@pf/search';
import { expect, test } from 'vitest';
import { Dispatcher, gridWalls, LaCAM, PIBT, RealTimeLaCAM, Reservations, SafeIntervalSearch, Steering } from '../src/index.ts';
import type { Crowd } from './plans/crowds.ts';
import { crowdOn } from './plans/crowds.ts';

/** A digest of all bits of some numbers, and their count. */
class Digest {
  private hash = 0x811c9dc5;
  private count = 0;
  private readonly bytes = new DataView(new ArrayBuffer(8));

  add(...lists: ArrayLike<number>[]): void {
    for (const list of lists) {
      for (let k = 0; k < list.length; k++) {
        this.bytes.setFloat64(0, list[k]);
        for (let i = 0; i < 8; i++) this.hash = Math.imul(this.hash ^ this.bytes.getUint8(i), 0x01000193);
        this.count++;
      }
    }
  }

  toString(): string {
    return `${this.count} numbers, ${(this.hash >>> 0).toString(16)}`;
  }
}

function crowdIn(grid: Grid, units: number, seed: number): Crowd {
  return crowdOn(grid, [...grid.cells.keys()].filter((v) => grid.cells[v] !== 0), units, seed);
}

/** A corridor with bays, rooms and dead ends. */
const corridors = Grid.fromRows(['..........#...', '##.###.##.#.#.', '.........#..#.', '.##.###.#..##.', '.#....#...#...', '.####.#.#.#.##', '......#.#.....'], { movement: 'four' });
const loose = randomObstacles(14, 12, 0.12, seededRandom(2), { corners: 'always' });
const oneWay = new CompressedGraph(24, Array.from({ length: 60 }, (_, i) => [i % 24, (i * 7 + Math.floor(i / 24) * 5 + 1) % 24, 1] as const));
const worlds: readonly [string, Crowd][] = [
  ['corridors', crowdIn(corridors, 9, 5)],
  ['a maze', crowdIn(maze(13, 13, seededRandom(4), { movement: 'four', opened: 8 }), 12, 6)],
  ['rubble with crossings', crowdIn(loose, 50, 7)],
  ['hexagons', crowdIn(randomObstacles(10, 10, 0.2, seededRandom(8), { movement: 'hex' }), 45, 8)],
  ['one-way arcs', crowdOn(oneWay, Array.from({ length: 24 }, (_, v) => v), 9, 9)],
];

test('PIBT', () => {
  const digests = worlds.map(([name, { graph, starts, goals }]) => {
    const digest = new Digest();
    const at = new Uint32Array(starts.length);
    const pibt = new PIBT(graph, { seed: 3 });
    pibt.begin(starts, goals);
    for (let step = 0; step < 60; step++) {
      digest.add([pibt.step(), pibt.positions(at), pibt.distance(step % starts.length)], at);
      if (step % 20 === 19) for (const unit of [1, 4]) pibt.setGoal(unit, starts[unit]);
    }
    return [name, String(digest)];
  });
  expect(digests).toMatchInlineSnapshot(`
    [
      [
        "corridors",
        "720 numbers, eda8b367",
      ],
      [
        "a maze",
        "900 numbers, da269b7",
      ],
      [
        "rubble with crossings",
        "3180 numbers, b04147a",
      ],
      [
        "hexagons",
        "2880 numbers, fbdfe729",
      ],
      [
        "one-way arcs",
        "720 numbers, f11d0990",
      ],
    ]
  `);
});

test('LaCAM, its improved plans, and LaCAM in real time', () => {
  const digests = worlds.map(([name, { graph, starts, goals }]) => {
    const digest = new Digest();
    for (const objective of ['sum-of-costs', 'makespan'] as const) {
      for (const units of [4, starts.length]) {
        const lacam = new LaCAM(graph, { objective, seed: 2 });
        lacam.begin(starts.slice(0, units), goals.slice(0, units));
        while (!lacam.run(400) && lacam.bytes < 2e7);
        digest.add([lacam.cost, lacam.makespan]);
        if (lacam.cost === Infinity) continue;
        const plan = new Uint32Array(2e4);
        for (const budget of [100, 400, 900]) {
          digest.add([Number(lacam.improve(budget)), lacam.cost, lacam.makespan, lacam.bound, lacam.bytes], plan.subarray(0, units * lacam.plan(plan)));
        }
      }
    }
    if (graph === oneWay) return [name, String(digest)];
    const steady = new RealTimeLaCAM(graph, { seed: 5 });
    steady.begin(starts, goals);
    const at = new Uint32Array(starts.length);
    for (let step = 0; step < 40; step++) digest.add([steady.step(8), steady.positions(at)], at);
    return [name, String(digest)];
  });
  expect(digests).toMatchInlineSnapshot(`
    [
      [
        "corridors",
        "2338 numbers, 24db320d",
      ],
      [
        "a maze",
        "4348 numbers, c8ca3cbf",
      ],
      [
        "rubble with crossings",
        "6714 numbers, 9468a035",
      ],
      [
        "hexagons",
        "7789 numbers, 110a4e14",
      ],
      [
        "one-way arcs",
        "740 numbers, 11f4772b",
      ],
    ]
  `);
});

test('SafeIntervalSearch', () => {
  const digests = worlds.map(([name, { graph, starts, goals }]) => {
    const digest = new Digest();
    const reservations = new Reservations(graph);
    for (const window of [undefined, 6]) {
      const search = new SafeIntervalSearch(graph, reservations, { window });
      const out = new Uint32Array(500);
      starts.forEach((start, i) => {
        const cost = search.search(start, goals[i], i % 5);
        const path = out.subarray(0, search.path(out));
        digest.add([cost, search.counters.expanded, search.counters.generated], path);
        if (cost < Infinity && i % 3 > 0) reservations.add(path, i % 5, { stays: i % 2 === 0 });
        if (i % 8 === 7) reservations.forgetBefore(i);
      });
    }
    return [name, String(digest)];
  });
  expect(digests).toMatchInlineSnapshot(`
    [
      [
        "corridors",
        "255 numbers, 6618dade",
      ],
      [
        "a maze",
        "502 numbers, b838ece7",
      ],
      [
        "rubble with crossings",
        "1024 numbers, 47339e21",
      ],
      [
        "hexagons",
        "951 numbers, 6efb7427",
      ],
      [
        "one-way arcs",
        "154 numbers, 915a8ee6",
      ],
    ]
  `);
});

test('Dispatcher, with units of several sizes, orders, groups, edits, holds and removals', () => {
  const digests = (['pass', 'avoid'] as const).flatMap((collisions) => (['four', 'eight', 'hex'] as const).map((movement) => {
    const random = seededRandom(11);
    const below = (n: number): number => Math.floor(random() * n);
    const ground = randomObstacles(16, 14, 0.14, random, { movement, corners: movement === 'eight' ? 'always' : 'never' });
    const astar = new AStar(ground);
    const soldiers = new Dispatcher(ground, { planner: () => astar, collisions, heuristic: ground.heuristic(), shareFrom: 4, fields: 1 });
    const armies: [Dispatcher, Grid, number[]][] = [[soldiers, ground, []]];
    if (collisions === 'avoid') {
      const large = new UnitGrid(ground, 2);
      const tanks = new AStar(large.grid);
      armies.push([soldiers.join(large.grid, { planner: () => tanks, footprint: large }), large.grid, []]);
    }
    const draw = (grid: Grid): number => {
      for (;;) {
        const v = grid.vertex(below(16), below(14));
        if (grid.cells[v] !== 0) return v;
      }
    };
    for (const [army, grid, ids] of armies.toReversed()) {
      for (let i = 0; i < (grid === ground ? 26 : 3); i++) {
        try {
          ids.push(army.add(draw(grid)));
        } catch (error) {
          expect(String(error)).toContain('is taken');
        }
      }
    }
    const digest = new Digest();
    for (let frame = 0; frame < 120; frame++) {
      const [army, grid, ids] = armies[below(armies.length)];
      if (frame % 30 === 0) for (const [army, grid, ids] of armies) ids.forEach((id, i) => { if (i % 4 > 0) army.order(id, draw(grid)); });
      if (frame % 40 === 20) army.spread(ids.slice(0, 6), draw(grid));
      if (frame % 25 === 5) for (const id of ids.slice(0, 5)) army.order(id, ids.length > 9 ? army.position(ids[9]) : draw(grid));
      if (frame % 7 === 3) army.hold(ids[below(ids.length)], 3);
      if (frame % 50 === 45) army.cancel(ids[0]);
      if (frame === 70) soldiers.remove(armies[0][2].pop()!);
      const [x, y] = [below(16), below(14)];
      const isUsed = armies.some(([army, grid, ids]) => ids.some((id) => Math.abs(grid.x(army.position(id)) - x) < 2 && Math.abs(grid.y(army.position(id)) - y) < 2));
      if (frame % 6 === 1 && !isUsed) ground.setBlocked(x, y, ground.isFree(x, y));
      const { expanded, planned, moved, waiting } = soldiers.frame({ expansions: 90 });
      digest.add([expanded, planned, moved, waiting], ...armies.map(([army, , ids]) => ids.map((id) => army.position(id))));
    }
    return `${collisions}, ${movement}: ${String(digest)}`;
  }));
  expect(digests).toMatchInlineSnapshot(`
    [
      "pass, four: 3550 numbers, d2e7538",
      "pass, eight: 3550 numbers, 7c8917cb",
      "pass, hex: 3550 numbers, 105b47cb",
      "avoid, four: 3550 numbers, 7c49aa8e",
      "avoid, eight: 3550 numbers, 41b1104e",
      "avoid, hex: 3430 numbers, b2fff6c4",
    ]
  `);
});

test('Dispatcher, with units that avoid each other along a flow field', () => {
  const digests = (['four', 'eight'] as const).map((movement) => {
    const random = seededRandom(17);
    const grid = randomObstacles(18, 14, 0.1, random, { movement });
    const free = [...grid.cells.keys()].filter((v) => grid.cells[v] !== 0);
    for (const v of free) grid.setCost(grid.x(v), grid.y(v), 3);
    const astar = new AStar(grid, { heuristic: () => 0 });
    const dispatcher = new Dispatcher(grid, { planner: () => astar, collisions: 'avoid', shareFrom: 2, fields: 1 });
    const ids = Array.from({ length: 30 }, (_, i) => dispatcher.add(free[4 * i]));
    const digest = new Digest();
    for (let frame = 0; frame < 80; frame++) {
      if (frame % 40 === 0) for (const id of ids) dispatcher.order(id, free[free.length - 5 - frame]);
      const { expanded, planned, moved, waiting } = dispatcher.frame({ expansions: 90 });
      digest.add([expanded, planned, moved, waiting], ids.map((id) => dispatcher.position(id)));
    }
    return `${movement}: ${String(digest)}`;
  });
  expect(digests).toMatchInlineSnapshot(`
    [
      "four: 2720 numbers, 56a7ac63",
      "eight: 2720 numbers, 8ac8b9e7",
    ]
  `);
});

test('Steering, through doors, in a jam, among units of other sizes, priorities and layers', () => {
  const digests = [0, 1, 2].map((scene) => {
    const steering = new Steering({ neighbours: [10, 4, 10][scene], range: [5, 3, 5][scene] });
    const rows = ['..........', '..........', '....##....', '#.######.#', '..........', '....#.....', '..........'];
    steering.setWalls(gridWalls(10, 7, (x, y) => rows[y][x] === '#'));
    const random = seededRandom(20 + scene);
    for (let i = 0; i < 22; i++) {
      const [x, y] = [0.5 + (i % 10), i < 10 ? 0.5 : i < 20 ? 6.5 : 4.5];
      steering.add({ x, y, radius: scene === 0 ? 0.35 : 0.15 + 0.25 * random(), speed: 0.8 + random(), ...(scene === 1 ? { priority: i % 3, layers: 1 + (i % 2), avoids: i % 5 === 0 ? 1 : -1 } : {}) });
    }
    const digest = new Digest();
    for (let step = 0; step < 110; step++) {
      for (let i = 0; i < 22; i++) {
        if ((scene === 2 && i % 4 === 0) || (i === 3 && step > 50 && step <= 60)) continue;
        if (i % 7 === 6) steering.prefer(i, 0.5 - (i % 2), -0.6);
        else if (step % 10 === 0) steering.seek(i, 9.5 - (i % 10), i < 10 ? 6.3 : 0.7);
      }
      if (step === 50) steering.remove(3);
      if (step === 60) steering.add({ x: 5.5, y: 1.5, radius: 0.3, speed: 1 });
      if (step === 70) steering.place(5, 5.2, 4.6);
      steering.step(0.1);
      digest.add(steering.x.subarray(0, steering.count), steering.y.subarray(0, steering.count), steering.vx.subarray(0, steering.count));
    }
    return String(digest);
  });
  expect(digests).toMatchInlineSnapshot(`
    [
      "7260 numbers, 77f44dc",
      "7260 numbers, c8ad654d",
      "7260 numbers, 813de4eb",
    ]
  `);
});
