import fc from 'fast-check';
import { oracleCost, oracleDistances, runs } from '@pf/testkit';
import { expect, test } from 'vitest';
import { AStar } from '@pf/search';
import { CostMap, Footprint, latticeHeuristic, makeMotionPrimitives, MapFrame, PoseCheck, StateLattice } from '../../src/index.ts';
import { oracleArcs, robotWorlds, seeded } from '../robot-worlds.ts';

interface Arcs {
  readonly vertexCount: number;
  readonly maxDegree: number;
  successors(v: number, to: Uint32Array, cost: Float64Array): number;
  predecessors(v: number, to: Uint32Array, cost: Float64Array): number;
}

function listed(graph: Arcs, v: number, forward: boolean): string[] {
  const to = new Uint32Array(graph.maxDegree);
  const cost = new Float64Array(graph.maxDegree);
  const n = forward ? graph.successors(v, to, cost) : graph.predecessors(v, to, cost);
  return Array.from({ length: n }, (_, i) => `${to[i]} at ${cost[i]}`).sort();
}

test('the arcs are those of the definition, and the entering arcs are the leaving arcs of the others', () => {
  fc.assert(
    fc.property(robotWorlds(), (world) => {
      const { lattice } = world;
      const expected = oracleArcs(world);
      const entering: string[][] = expected.map(() => []);
      for (const [v, arcs] of expected.entries()) {
        expect(listed(lattice, v, true).join()).toBe(arcs.map(({ to, cost }) => `${to} at ${cost}`).sort().join());
        for (const { to, cost } of arcs) entering[to].push(`${v} at ${cost}`);
      }
      for (const [v, arcs] of entering.entries()) expect(listed(lattice, v, false).join()).toBe(arcs.sort().join());
    }),
    { numRuns: runs(20), seed: 34 },
  );
}, 600_000);

test('both heuristics are consistent, and A* with them agrees with the oracle', () => {
  fc.assert(
    fc.property(robotWorlds(12), fc.nat(), fc.nat(), fc.constantFrom(0, 2, 5, 9), ({ lattice }, a, b, freeRadius) => {
      const start = a % lattice.vertexCount;
      const goal = b % lattice.vertexCount;
      const expected = oracleCost(lattice, start, goal);
      const toGoal = oracleDistances(lattice, goal, { backward: true });
      const to = new Uint32Array(lattice.maxDegree);
      const cost = new Float64Array(lattice.maxDegree);
      for (const heuristic of [lattice.heuristic(), latticeHeuristic(lattice, { freeRadius })]) {
        expect(heuristic(goal, goal)).toBe(0);
        for (let v = 0; v < lattice.vertexCount; v++) {
          const h = heuristic(v, goal);
          if (h > toGoal[v] * (1 + 1e-9)) throw new Error(`from ${v} it costs ${toGoal[v]}, not ${h}`);
          const n = lattice.successors(v, to, cost);
          for (let i = 0; i < n; i++) if (h > (cost[i] + heuristic(to[i], goal)) * (1 + 1e-6)) throw new Error(`the estimate falls by more than ${cost[i]} from ${v} to ${to[i]}`);
        }
        const astar = new AStar(lattice, { heuristic });
        expect(astar.search(start, goal)).toBe(expected);
      }
    }),
    { numRuns: runs(40), seed: 35 },
  );
}, 600_000);

test('the estimate for a fixed goal is between the one for all goals and the truth, whatever the outline and the window', () => {
  fc.assert(
    fc.property(
      fc.constantFrom('differential' as const, 'ackermann' as const), fc.constantFrom(1, 4), fc.constantFrom(1, 5), fc.constantFrom(1, Infinity), fc.double({ min: -4, max: 4, noNaN: true }), fc.integer({ min: 0, max: 12 }), fc.nat(),
      (base, straight, turn, reverse, ahead, freeRadius, a) => {
        const motions = makeMotionPrimitives({ base, resolution: 1, turningRadius: 1, headings: 4, straight, turn, reverse, spin: 20 });
        const lattice = new StateLattice(new CostMap(new MapFrame(24, 18, 1)), motions, { footprint: Footprint.rectangle(9, 0.4, ahead), speed: 0.7 });
        const goal = a % lattice.vertexCount;
        const toGoal = oracleDistances(lattice, goal, { backward: true });
        const [anywhere, fixed] = [lattice.heuristic(), latticeHeuristic(lattice, { freeRadius })];
        for (let v = 0; v < lattice.vertexCount; v++) {
          const h = fixed(v, goal);
          if (!(h >= anywhere(v, goal) && h <= toGoal[v])) throw new Error(`from ${v} it costs ${toGoal[v]}, and ${h} is estimated, ${anywhere(v, goal)} for all goals`);
        }
      },
    ),
    { numRuns: runs(60), seed: 39 },
  );
});

test('the estimate for a fixed goal is never too high for motions that pass far from both their ends', () => {
  const random = seeded(9);
  const upTo = (most: number): number => Math.floor(random() * (most + 1));
  const headings = [0, 1, 2, 3].map((quarter) => (quarter * Math.PI) / 2);
  for (let i = 0; i < runs(100); i++) {
    const primitives = Array.from({ length: 2 + upTo(7) }, () => {
      const [from, to] = [upTo(3), upTo(3)];
      const poses = [{ x: 0, y: 0, heading: headings[from] }, ...Array.from({ length: 1 + upTo(3) }, () => ({ x: upTo(8) - 4, y: upTo(8) - 4, heading: headings[to] }))];
      return { from, to, dx: poses.at(-1)!.x, dy: poses.at(-1)!.y, multiplier: 1 + upTo(3), poses };
    });
    const lattice = new StateLattice(new CostMap(new MapFrame(3 + upTo(19), 3 + upTo(19), 1)), { resolution: 1, headings, primitives });
    const goal = upTo(lattice.vertexCount - 1);
    const estimate = latticeHeuristic(lattice, { freeRadius: upTo(11) });
    for (const [v, cost] of oracleDistances(lattice, goal, { backward: true }).entries()) expect(estimate(v, goal)).toBeLessThanOrEqual(cost);
  }
});

test('an edit reports every vertex whose arcs it changed, and leaves the lattice equal to a new one', () => {
  fc.assert(
    fc.property(robotWorlds(), fc.nat(), ({ map, motions, footprint, lattice }, seed) => {
      const random = seeded(seed);
      const costs = map.costs;
      const before = Array.from({ length: lattice.vertexCount }, (_, v) => listed(lattice, v, true).join());
      const cells = Array.from({ length: 1 + Math.floor(random() * 4) }, () => Math.floor(random() * costs.length));
      for (const cell of cells) costs[cell] = [0, 2, 253, 254][Math.floor(random() * 4)]!;
      const { version } = lattice;
      const tails = new Uint32Array(lattice.vertexCount);
      const n = lattice.costsChanged(cells, cells.length, tails);
      const reported = new Set(tails.subarray(0, n));
      expect(reported.size).toBe(n);
      const fresh = new StateLattice(map, motions, { footprint });
      let differs = false;
      for (let v = 0; v < lattice.vertexCount; v++) {
        const now = listed(lattice, v, true).join();
        expect(now).toBe(listed(fresh, v, true).join());
        if (now === before[v]) continue;
        differs = true;
        expect(reported.has(v)).toBe(true);
      }
      if (differs) expect(lattice.version).not.toBe(version);
    }),
    { numRuns: runs(40), seed: 36 },
  );
}, 600_000);

test('an estimate to the headings of one cell, by turns, searches around it once for each state of the map', () => {
  const motions = makeMotionPrimitives({ base: 'differential', resolution: 1, turningRadius: 1, headings: 4 });
  const lattice = new StateLattice(new CostMap(new MapFrame(30, 30, 1)), motions);
  const { costs } = lattice;
  let expansions = 0;
  Object.defineProperty(lattice, 'costs', { get: () => (expansions++, costs) });
  const estimate = latticeHeuristic(lattice, { freeRadius: 3 });
  const vertices = Array.from({ length: lattice.vertexCount }, (_, v) => v);
  for (const cell of [899, 450, 450]) {
    const goals = [0, 1, 2, 3].map((heading) => 4 * cell + heading);
    expansions = 0;
    const estimates = vertices.map((v) => goals.map((goal) => estimate(v, goal)));
    expect(expansions).toBe(900);
    const each = goals.map(() => latticeHeuristic(lattice, { freeRadius: 3 }));
    expect(estimates).toEqual(vertices.map((v) => goals.map((goal, i) => each[i](v, goal))));
    lattice.map.costs[0] = cell % 250;
    lattice.costsChanged([0], 1);
  }
});

test('an edit reports every change where outlines are checked only from the circumscribed cost on', () => {
  const random = seeded(27);
  const footprint = Footprint.rectangle(0.7, 0.3, 0.1);
  const motions = makeMotionPrimitives({ base: 'differential', resolution: 0.1, turningRadius: 0.3, headings: 8 });
  for (let world = 0; world < runs(20); world++) {
    const draw = (): number => (random() < 0.05 ? 254 : [0, 40, 120][Math.floor(3 * random())]);
    const map = new CostMap(new MapFrame(20, 16, 0.1), Array.from({ length: 320 }, draw), { circumscribed: 100 });
    const lattice = new StateLattice(map, motions, { footprint });
    const tails = new Uint32Array(lattice.vertexCount);
    for (let edit = 0; edit < 4; edit++) {
      const before = Array.from({ length: lattice.vertexCount }, (_, v) => listed(lattice, v, true).join());
      const cells = Array.from({ length: 6 }, () => Math.floor(320 * random()));
      for (const cell of cells) map.costs[cell] = draw();
      // The last is reported later.
      const reported = new Set(tails.subarray(0, lattice.costsChanged(cells, 5, tails)));
      expect(before.findIndex((arcs, v) => arcs !== listed(lattice, v, true).join() && !reported.has(v))).toBe(-1);
      lattice.costsChanged(cells, 6, tails);
    }
  }
});

test('an edit does not report vertices at which another obstacle blocks the robot', () => {
  const map = new CostMap(new MapFrame(40, 40, 0.1));
  map.costs.fill(254, 400, 520);
  const footprint = Footprint.rectangle(0.9, 0.5, 0.2);
  const lattice = new StateLattice(map, makeMotionPrimitives({ base: 'ackermann', resolution: 0.1, turningRadius: 0.5 }), { footprint });
  const check = new PoseCheck(map, footprint);
  const blocked = (): boolean[] => Array.from({ length: lattice.vertexCount }, (_, v) => check.cost(lattice.x(v), lattice.y(v), lattice.poseOf(v).heading) < 0);
  const before = blocked();
  const tails = new Uint32Array(lattice.vertexCount);
  map.costs[14 * 40 + 20] = 254;
  const n = lattice.costsChanged([14 * 40 + 20], 1, tails);
  const after = blocked();
  expect(n).toBeGreaterThan(100);
  expect(tails.subarray(0, n).filter((v) => before[v] && after[v])).toHaveLength(0);
});

/** Gives up to four random cells of a map other costs; returns them. */
function editedCells({ costs }: CostMap, random: () => number): number[] {
  const cells = Array.from({ length: 1 + Math.floor(random() * 4) }, () => Math.floor(random() * costs.length));
  for (const cell of cells) costs[cell] = [0, 2, 253, 254][Math.floor(random() * 4)]!;
  return cells;
}

test('one buffer may serve for the changed cells and for the tails', () => {
  fc.assert(
    fc.property(robotWorlds(6), fc.nat(), ({ map, motions, footprint, lattice }, seed) => {
      const random = seeded(seed);
      const twin = new StateLattice(map, motions, { footprint });
      const cells = editedCells(map, random);
      const tails = new Uint32Array(lattice.vertexCount);
      const n = twin.costsChanged(cells, cells.length, tails);
      const shared = new Uint32Array(lattice.vertexCount);
      shared.set(cells);
      expect(lattice.costsChanged(shared, cells.length, shared)).toBe(n);
      expect([lattice.version, lattice.costs, shared.subarray(0, n)]).toEqual([twin.version, map.costs, tails.subarray(0, n)]);
    }),
    { numRuns: runs(60), seed: 38 },
  );
});

test('a buffer that is too short, or a cell off the map, changes nothing', () => {
  fc.assert(
    fc.property(robotWorlds(6), fc.nat(), ({ map, motions, footprint, lattice }, seed) => {
      const random = seeded(seed);
      const twin = new StateLattice(map, motions, { footprint });
      const cells = editedCells(map, random);
      const expected = new Uint32Array(lattice.vertexCount);
      const n = twin.costsChanged(cells, cells.length, expected);
      const before = lattice.costs.slice();
      if (n > 0) expect(() => lattice.costsChanged(cells, cells.length, new Uint32Array(Math.floor(random() * n)))).toThrow('pass one of up to vertexCount entries');
      expect(() => lattice.costsChanged([...cells, map.costs.length], cells.length + 1, new Uint32Array(lattice.vertexCount))).toThrow('is not on the map');
      expect([lattice.version, lattice.costs]).toEqual([0, before]);
      const tails = new Uint32Array(n);
      expect(lattice.costsChanged(cells, cells.length, tails)).toBe(n);
      expect([lattice.version, lattice.costs, tails]).toEqual([twin.version, twin.costs, expected.subarray(0, n)]);
    }),
    { numRuns: runs(60), seed: 37 },
  );
});

test('a motion is checked between its poses, too: no obstacle is missed by more than half a cell', () => {
  const resolution = 0.05;
  const truck = Footprint.rectangle(4, 0.1);
  // With every corner half a cell nearer, the obstacle must be met neither.
  const inner = Footprint.rectangle(4 - resolution, 0.1 - resolution);
  const motions = makeMotionPrimitives({ base: 'differential', resolution, turningRadius: 0.4, headings: 4 });
  const random = seeded(9);
  let met = 0;
  for (let i = 0; i < runs(40); i++) {
    const map = new CostMap(new MapFrame(90, 90, resolution));
    const [angle, far] = [7 * random(), 38 + 2 * random()];
    map.costs[Math.floor(45.5 + far * Math.sin(angle)) * 90 + Math.floor(45.5 + far * Math.cos(angle))] = 254;
    const lattice = new StateLattice(map, motions, { footprint: truck });
    const check = new PoseCheck(map, inner);
    const v = lattice.vertexAt({ x: 2.275, y: 2.275, heading: 0 });
    const arcs = listed(lattice, v, true).map((arc) => Number(arc.split(' ')[0])).filter((to) => lattice.cellOf(to) === lattice.cellOf(v));
    met += 2 - arcs.length;
    for (const to of arcs) {
      const turned = Math.sin(lattice.poseOf(to).heading) * (Math.PI / 2);
      for (let k = 0; k <= 60; k++) expect(check.cost(2.275, 2.275, (turned * k) / 60)).toBe(0);
    }
  }
  expect(met).toBeGreaterThan(0);
  // From a file with both ends of a motion only.
  const long = { resolution: 0.1, headings: [0], primitives: [{ from: 0, to: 0, dx: 8, dy: 0, multiplier: 1, poses: [{ x: 0, y: 0, heading: 0 }, { x: 0.8, y: 0, heading: 0 }] }] };
  expect(listed(new StateLattice(new CostMap(new MapFrame(9, 1, 0.1), [0, 0, 0, 0, 254, 0, 0, 0, 0]), long), 0, true)).toEqual([]);
});

test('the poses of a path run from its first vertex to its last, without jumps', () => {
  fc.assert(
    fc.property(robotWorlds(12), fc.nat(), fc.nat(), ({ lattice, motions }, a, b) => {
      const [start, goal] = [a % lattice.vertexCount, b % lattice.vertexCount];
      const astar = new AStar(lattice, { heuristic: lattice.heuristic() });
      astar.search(start, goal);
      const out = new Uint32Array(lattice.vertexCount);
      const n = astar.path(out);
      const poses = lattice.poses(out, n);
      if (n === 0) return poses.length === 0;
      for (const [pose, v] of [[poses[0], start], [poses.at(-1)!, goal]] as const) {
        const { x, y, heading } = lattice.poseOf(v);
        expect(Math.hypot(pose.x - x, pose.y - y)).toBeLessThan(1e-9);
        expect(Math.cos(pose.heading - heading)).toBeCloseTo(1, 9);
        expect(lattice.vertexAt(pose)).toBe(v);
      }
      for (let i = 1; i < poses.length; i++) expect(Math.hypot(poses[i].x - poses[i - 1].x, poses[i].y - poses[i - 1].y)).toBeLessThanOrEqual(motions.resolution);
      return true;
    }),
    { numRuns: runs(60), seed: 37 },
  );
}, 600_000);

test('robots of equal outlines and speeds share compiled motions', () => {
  const map = new CostMap(new MapFrame(9, 9, 0.1));
  const motions = makeMotionPrimitives({ base: 'differential', resolution: 0.1, turningRadius: 0.3, headings: 4 });
  const compiledOf = (footprint?: Footprint, speed = 1): unknown => new StateLattice(map, motions, { footprint, speed }).compiled;
  const first = compiledOf(Footprint.rectangle(0.3, 0.2));
  expect(compiledOf(Footprint.rectangle(0.3, 0.2))).toBe(first);
  const others = [compiledOf(Footprint.rectangle(0.3, 0.21)), compiledOf(Footprint.rectangle(0.3, 0.2), 2), compiledOf()];
  expect(new Set([first, ...others]).size).toBe(4);
  // A robot in use is kept, others are forgotten: speeds may be measured.
  const [used, unused] = [compiledOf(undefined, 3), compiledOf(undefined, 4)];
  for (let speed = 5; speed < 50; speed++) {
    compiledOf(undefined, speed);
    expect(compiledOf(undefined, 3)).toBe(used);
  }
  expect(compiledOf(undefined, 4)).not.toBe(unused);
});

test('rejects invalid arguments', () => {
  const motions = makeMotionPrimitives({ base: 'ackermann', resolution: 0.1, turningRadius: 1 });
  const map = new CostMap(new MapFrame(4, 4, 0.1));
  const lattice = new StateLattice(map, motions);
  expect(() => new StateLattice(new CostMap(new MapFrame(4, 4, 0.2)), motions)).toThrow('0.2 m wide');
  expect(() => new StateLattice(map, motions, { speed: 0 })).toThrow('got 0');
  expect(() => new StateLattice(map, motions, { footprnt: undefined, turnrate: 1 } as object)).toThrow("did you mean 'turnRate'");
  expect(() => lattice.costsChanged([99], 1)).toThrow('Cell 99');
  map.costs[5] = 254;
  expect(() => lattice.costsChanged([5], 1, new Uint32Array(1))).toThrow('vertexCount');
  expect(() => lattice.poses([0, 99], 2)).toThrow('No free motion');
  expect(() => lattice.vertexAt({ x: 0, y: NaN, heading: 0 })).toThrow('NaN for y');
  expect(lattice.vertexAt({ x: -1, y: 0, heading: 0 })).toBe(-1);
  // Planners reject it.
  expect(latticeHeuristic(lattice).follows).toBe(true);
  expect(() => latticeHeuristic(lattice, { freeRadius: -1 })).toThrow('got -1');
  expect(() => latticeHeuristic(lattice)(0, -1)).toThrow('goal');
});
