import type { Graph, Heuristic } from '@pf/graph';
import { CompressedGraph } from '@pf/graph';
import { Grid, randomObstacles, seededRandom } from '@pf/grid';
import type { SubgoalTree } from '@pf/preprocess';
import { buildCaseBase, buildPartition, buildRegionTable, publishedSubgoalTree, SubgoalTreeBuilder } from '@pf/preprocess';
import type { ContractArena } from '@pf/testkit';
import { oracleDistances, runs, worlds } from '@pf/testkit';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { CaseGuideOptions, Guide, SubgoalTreeGuideOptions } from '../../src/index.ts';
import { CaseGuide, CliqueGuide, GuidedAgent, LrtaStar, LssLrtaStar, PartitionGuide, SubgoalTreeGuide, TbaStar } from '../../src/index.ts';
import { arenaOf } from '../arena.ts';
import { endOf } from './end-of.ts';

const graphOf = (arena: ContractArena): Graph => arena.graph;
const uniform = { terrain: false, metrics: ['exact', '5/7', '70/99'] as const };

describe('an agent that follows a published tree', () => {
  // Found by walking 6,000 episodes on worlds of this kind: 11 of them never end.
  const grid = Grid.fromRows([
    '.#..............', '.....#.#.#...##.', '....#.#..#......', '.....#..#.##....', '.......##...#...', '..#.####..#.....', '.#......##.#....', '..#.##..#.......',
    '..#.#.#....#.#..', '..##..#......#..', '...###..#....#.#', '...#........#...', '..#.......#.#..#', '...#.........#.#', '.#.#..###...#...', '......##.#...#..',
  ], { movement: 'four' });
  const heuristic = grid.heuristic();
  const [start, goal] = [218, 28];
  const optimum = oracleDistances(grid, start)[goal];

  const agentOf = (tree: SubgoalTree, options: SubgoalTreeGuideOptions, patience?: number): GuidedAgent =>
    new GuidedAgent(grid, new SubgoalTreeGuide(grid, () => tree, { heuristic, ...options }), { heuristic, ...(patience === undefined ? {} : { patience }) });

  /** Number of moves to the goal; Infinity after 100,000, long after estimates have stopped rising. */
  function moves(agent: GuidedAgent): number {
    agent.begin(start, goal);
    let count = 0;
    for (; agent.status === 'moving' && count < 100_000; count++) agent.step();
    return agent.status === 'reached' ? count : Infinity;
  }

  const published = publishedSubgoalTree(grid, heuristic, goal);
  const literal = { start: 'nearest', change: 'at-any-node' } as const;

  test('circles without end under the exact rules of Algorithm 3', () => {
    const agent = agentOf(published, literal, Infinity);
    expect(moves(agent)).toBe(Infinity);
    // The circle itself: the same vertices with the same subgoals, and nothing learned.
    const state = (): string => `${agent.position} ${agent.subgoal} ${agent.learnedCount}`;
    const circle = Array.from({ length: 50 }, () => (agent.step(), state()));
    expect(circle.slice(1)).toContain(circle[0]);
  });

  test('arrives if it changes its subgoal only at the subgoal, and if its patience ends', () => {
    expect(moves(agentOf(published, { ...literal, change: 'at-subgoal' }, Infinity))).toBeLessThan(3 * grid.vertexCount);
    const patient = agentOf(published, literal);
    expect(moves(patient)).toBeLessThan(3 * grid.vertexCount);
    expect(patient.position).toBe(goal);
  });

  test('arrives at the least cost and learns nothing on an optimal tree', () => {
    const agent = agentOf(new SubgoalTreeBuilder(grid, heuristic).build(goal), {}, Infinity);
    expect(moves(agent)).toBe(optimum);
    expect([agent.cost, agent.learnedCount]).toEqual([optimum, 0]);
  });
});

test('moves and walks by coordinates are those by the heuristic', () => {
  fc.assert(
    fc.property(worlds({ maxSize: 12, movements: ['eight'], ...uniform }), fc.array(fc.tuple(fc.nat(), fc.nat()), { minLength: 1, maxLength: 4 }), fc.boolean(), (world, pairs, optimal) => {
      const { graph: grid, heuristic, cells } = arenaOf(world);
      if (cells.length === 0) return;
      const builder = new SubgoalTreeBuilder(grid, heuristic);
      const treeOf = (goal: number): SubgoalTree => (optimal ? builder.build(goal) : publishedSubgoalTree(grid, heuristic, goal));
      // Wrapped, it no longer has octile parameters.
      const wrapped: Heuristic = (v, goal) => heuristic(v, goal);
      const options: SubgoalTreeGuideOptions = optimal ? {} : { start: 'nearest-walk', change: 'at-any-node' };
      const [fast, slow] = [heuristic, wrapped].map((h) => new GuidedAgent(grid, new SubgoalTreeGuide(grid, treeOf, { heuristic: h, ...options }), { heuristic: h }));
      for (const [a, b] of pairs) {
        const [start, goal] = [cells[a % cells.length], cells[b % cells.length]];
        fast.begin(start, goal);
        slow.begin(start, goal);
        for (let steps = 0; slow.status === 'moving' && steps < 5000; steps++) expect(fast.step()).toBe(slow.step());
        expect([fast.status, fast.learnedCount, fast.counters.expanded, fast.counters.generated]).toEqual([slow.status, slow.learnedCount, slow.counters.expanded, slow.counters.generated]);
        expect(fast.cost).toBeCloseTo(slow.cost, 6);
      }
    }),
    { numRuns: runs(150), seed: 20 },
  );
});

test('a steady guide gives the same result if it is called before every move', () => {
  fc.assert(
    fc.property(worlds({ maxSize: 12, ...uniform }), fc.nat(), fc.nat(), (world, a, b) => {
      const arena = arenaOf(world);
      const { heuristic, cells } = arena;
      const graph = graphOf(arena);
      if (cells.length < 2) return;
      const [start, goal] = [cells[a % cells.length], cells[b % cells.length]];
      const builder = new SubgoalTreeBuilder(graph, heuristic);
      const cases = buildCaseBase(graph, { heuristic, cases: 10, random: seededRandom(5) });
      const partition = buildPartition(graph, { heuristic });
      const guides: readonly (() => Guide)[] = [
        () => new SubgoalTreeGuide(graph, (vertex) => builder.build(vertex), { heuristic }),
        () => new CaseGuide(graph, cases, { heuristic }),
        () => new PartitionGuide(graph, partition, { heuristic }),
      ];
      for (const make of guides) {
        const guide = make();
        expect(guide.steady).toBe(true);
        const unsteady: Guide = { begin: (from, to) => guide.begin(from, to), prepare: (budget) => guide.prepare(budget), next: (at, subgoal, to) => guide.next(at, subgoal, to) };
        const [one, other] = [make(), unsteady].map((it) => new GuidedAgent(graph, it, { heuristic }));
        one.begin(start, goal);
        other.begin(start, goal);
        for (let steps = 0; other.status === 'moving' && steps < 5000; steps++) expect(one.step()).toBe(other.step());
        expect([one.status, one.cost]).toEqual([other.status, other.cost]);
      }
    }),
    { numRuns: runs(60), seed: 21 },
  );
});

test('terrain that comes and goes during a walk keeps moves by coordinates correct', () => {
  const grid = new Grid(20, 5);
  const tails = new Uint32Array(grid.vertexCount);
  const agent = new GuidedAgent(grid, new SubgoalTreeGuide(grid, () => undefined));
  agent.begin(grid.vertex(0, 0), grid.vertex(12, 4));
  agent.step();
  agent.arcsChanged(tails, grid.setCost(19, 0, 3, tails));
  for (let steps = 0; steps < 4; steps++) agent.step();
  agent.arcsChanged(tails, grid.setCost(19, 0, 1, tails));
  while (agent.status === 'moving') agent.step();
  expect(agent.cost).toBeCloseTo(oracleDistances(grid, grid.vertex(0, 0))[grid.vertex(12, 4)], 9);
});

describe.each<[string, (grid: Grid) => Guide]>([
  ['subgoal trees', (grid) => {
    const builder = new SubgoalTreeBuilder(grid.clone(), grid.heuristic());
    return new SubgoalTreeGuide(grid, (goal) => builder.build(goal));
  }],
  ['case bases', (grid) => new CaseGuide(grid, buildCaseBase(grid, { heuristic: grid.heuristic(), cases: 10, random: seededRandom(5) }))],
  ['regions', (grid) => new CliqueGuide(buildRegionTable(grid, 1))],
  ['partitions', (grid) => new PartitionGuide(grid, buildPartition(grid, { heuristic: grid.heuristic() }))],
])('data of %s for a world that has changed since', (_name, guideOf) => {
  test('proves nothing about paths from a cell that was a wall, or to one', () => {
    const grid = Grid.fromRows(['..#..', '..#..', '.....']);
    const agents = [new GuidedAgent(grid, guideOf(grid)), new GuidedAgent(grid, guideOf(grid), { pursuit: new LrtaStar(grid) })];
    const tails = new Uint32Array(grid.vertexCount);
    const [freed, corner] = [grid.vertex(2, 0), grid.vertex(4, 2)];
    const n = grid.setBlocked(2, 0, false, tails);
    for (const agent of agents) {
      agent.arcsChanged(tails, n);
      for (const [start, goal] of [[freed, corner], [corner, freed]]) {
        agent.begin(start, goal);
        expect([endOf(agent), agent.position]).toEqual(['reached', goal]);
      }
    }
  });

  test('may lead to a cell that has become a wall since: any pursuing agent still reaches the goal', () => {
    for (const pursuitOf of [() => undefined, (grid: Grid) => new LrtaStar(grid), (grid: Grid) => new LssLrtaStar(grid), (grid: Grid) => new TbaStar(grid)]) {
      const grid = Grid.fromRows(['.......', '.......', '.#####.', '.......']);
      const pursuit = pursuitOf(grid);
      // With unlimited patience the agent leaves its guide only because of what it meets.
      const agent = new GuidedAgent(grid, guideOf(grid), { patience: Infinity, ...(pursuit === undefined ? {} : { pursuit }) });
      const tails = new Uint32Array(grid.vertexCount);
      const goal = grid.vertex(3, 0);
      agent.begin(grid.vertex(4, 3), goal);
      do agent.step();
      while (agent.position === agent.subgoal);
      expect(agent.subgoal).not.toBe(goal);
      agent.arcsChanged(tails, grid.setBlocked(grid.x(agent.subgoal), grid.y(agent.subgoal), true, tails));
      expect([endOf(agent), agent.position]).toEqual(['reached', goal]);
    }
  });
});

test('a guide that reports an unreachable goal is trusted while the world has not changed', () => {
  const grid = Grid.fromRows(['..#..', '..#..', '..#..']);
  const agent = new GuidedAgent(grid, new CliqueGuide(buildRegionTable(grid, 1)));
  const tails = new Uint32Array(grid.vertexCount);
  const steps = (): number => {
    agent.begin(grid.vertex(0, 0), grid.vertex(4, 0));
    let count = 0;
    for (; agent.status === 'moving'; count++) agent.step();
    expect(agent.status).toBe('unreachable');
    return count;
  };
  expect(steps()).toBe(1);
  agent.arcsChanged(tails, 0);
  expect(steps()).toBe(1);
  agent.arcsChanged(tails, grid.setBlocked(1, 1, true, tails));
  expect(steps()).toBeGreaterThan(1);
});

describe.each([
  ['a region table of one level', (graph: Graph) => new CliqueGuide(buildRegionTable(graph, 1))],
  ['a region table of three levels', (graph: Graph) => new CliqueGuide(buildRegionTable(graph, 3))],
  ['a partition', (graph: Graph) => new PartitionGuide(graph, buildPartition(graph, { heuristic: () => 0 }), { heuristic: () => 0 })],
])('on one-way roads %s', (_name, guideOf) => {
  const roads = fc.integer({ min: 2, max: 12 }).chain((vertices) =>
    fc.tuple(
      fc.constant(vertices),
      fc.array(fc.tuple(fc.nat(vertices - 1), fc.nat(vertices - 1), fc.integer({ min: 1, max: 9 })), { minLength: 1, maxLength: 3 * vertices }),
    ));

  test('leads from subgoal to subgoal to the goal, never in a circle', () => {
    fc.assert(
      fc.property(roads, ([vertices, arcs]) => {
        const graph = new CompressedGraph(vertices, arcs);
        const guide = guideOf(graph);
        for (let start = 0; start < vertices; start++) {
          const distances = oracleDistances(graph, start);
          for (let goal = 0; goal < vertices; goal++) {
            if (goal === start || distances[goal] === Infinity) continue;
            guide.begin(start, goal);
            while (!guide.prepare(1));
            let [at, subgoals] = [start, 0];
            for (let subgoal = -1; at !== goal && subgoals <= 3 * vertices; subgoals++) at = subgoal = guide.next(at, subgoal, goal);
            expect(at).toBe(goal);
          }
        }
      }),
      { numRuns: runs(200), seed: 1 },
    );
  });

  test('reports exactly the unreachable goals', () => {
    fc.assert(
      fc.property(roads, ([vertices, arcs]) => {
        const graph = new CompressedGraph(vertices, arcs);
        const guide = guideOf(graph);
        for (let start = 0; start < vertices; start++) {
          const distances = oracleDistances(graph, start);
          for (let goal = 0; goal < vertices; goal++) {
            if (goal === start) continue;
            guide.begin(start, goal);
            while (!guide.prepare(1));
            const subgoal = guide.next(start, -1, goal);
            expect([goal, subgoal === -1]).toEqual([goal, distances[goal] === Infinity]);
            if (subgoal !== -1) expect(distances[subgoal]).toBeLessThan(Infinity);
          }
        }
      }),
      { numRuns: runs(200), seed: 1 },
    );
  });
});

test('a subgoal in another region stays, whatever regions the path crosses', () => {
  const guide = new CliqueGuide({ regionCount: 3, region: [0, 1, 2, 2], subgoal: [-1, 1, 2, 0, -1, 0, 0, 1, -1] });
  expect([guide.next(0, -1, 3), guide.next(1, 2, 3), guide.next(2, 2, 3)]).toEqual([2, 2, 3]);
});

test('a partition climbed in slices gives the result of a single climb', () => {
  const grid = new Grid(300, 3);
  const heuristic: Heuristic = grid.heuristic();
  const guide = new PartitionGuide(grid, buildPartition(grid, { heuristic, cutoff: 300 }), { heuristic, cutoff: 300 });
  const [start, goal] = [grid.vertex(0, 0), grid.vertex(299, 0)];
  guide.begin(start, goal);
  let pieces = 1;
  for (; !guide.prepare(10); pieces++);
  expect([pieces, guide.next(start, -1, goal)]).toEqual([30, goal]);
});

test('rejects an invalid cutoff', () => {
  const grid = new Grid(3, 3);
  expect(() => buildPartition(grid, { heuristic: grid.heuristic(), cutoff: NaN })).toThrow('cutoff must be at least 0, got NaN');
});

test('a case guide climbs in slices: no step exceeds its limit, and the case is that of a single climb', () => {
  const grid = new Grid(1000, 3);
  let expanded = 0;
  const { heuristic: own, successors } = { heuristic: grid.heuristic(), successors: grid.successors.bind(grid) };
  // A wrapped heuristic has no octile parameters, so every step of a climb reads the graph.
  const heuristic: Heuristic = (v, goal) => own(v, goal);
  const cases = buildCaseBase(grid, { cases: 50, heuristic, random: seededRandom(4) });
  grid.successors = (v, to, cost) => (expanded++, successors(v, to, cost));
  const [start, goal] = [grid.vertex(500, 0), grid.vertex(700, 2)];
  const agent = new GuidedAgent(grid, new CaseGuide(grid, cases, { heuristic }), { heuristic, preparation: 1 });
  agent.begin(start, goal);
  while (agent.subgoal === -1) {
    expanded = 0;
    agent.step();
    expect(expanded).toBeLessThanOrEqual(2);
  }
  for (const estimate of [heuristic, own]) {
    const whole = new CaseGuide(grid, cases, { heuristic: estimate });
    whole.begin(start, goal);
    expect(whole.prepare(Infinity)).toBe(true);
    expect(agent.subgoal).toBe(whole.next(start, -1, goal));
  }
  expect(agent.subgoal).not.toBe(goal);
});

test('a subgoal tree searched in slices, by coordinates or not, gives the result of a single search', () => {
  const random = seededRandom(6);
  for (const share of [0.05, 0.3]) {
    const grid = randomObstacles(25, 25, share, random);
    const own = grid.heuristic();
    const builder = new SubgoalTreeBuilder(grid, own);
    const free = [...grid.cells.keys()].filter((v) => grid.cells[v] !== 0);
    for (let i = 0; i < 30; i++) {
      const [from, goal] = [0, 1].map(() => free[Math.floor(random() * free.length)]);
      const tree = builder.build(goal);
      for (const start of ['cheapest-walk', 'nearest-walk', 'nearest'] as const) {
        for (const heuristic of [own, (v: number, to: number) => own(v, to)]) {
          const subgoals = [Infinity, 7, 1].map((budget) => {
            const guide = new SubgoalTreeGuide(grid, () => tree, { heuristic, start });
            guide.begin(from, goal);
            while (!guide.prepare(budget));
            return guide.next(from, -1, goal);
          });
          expect(new Set(subgoals).size, `from ${from} to ${goal} by '${start}': ${subgoals.join()}`).toBe(1);
        }
      }
    }
  }
});

test.each(['four', 'eight'] as const)('each rule for the first subgoal of a tree takes its own, and without a tree the goal (%s directions)', (movement) => {
  const grid = Grid.fromRows(['..........', '....#.....', '....#.....', '.#..#.....', '....#.....', '....#.....'], { movement });
  const at = (x: number, y: number): number => grid.vertex(x, y);
  const [start, goal, other] = [at(0, 2), at(9, 2), at(9, 5)];
  // The first is on a blocked cell, the second is the nearest by a walk, and the third is on the path.
  const tree = { vertices: [goal, at(1, 3), at(0, 5), at(3, 0)], parents: [0, 0, 0, 0], children: [1, 4, 4, 4, 4], costs: [0, 9, 20, 8] };
  for (const [rule, first] of [['nearest', 1], ['nearest-walk', 2], ['cheapest-walk', 3]] as const) {
    for (const change of ['at-subgoal', 'at-any-node'] as const) {
      const guide = new SubgoalTreeGuide(grid, (vertex) => (vertex === goal ? tree : undefined), { start: rule, change });
      guide.begin(start, goal);
      while (!guide.prepare(1));
      expect([guide.next(start, -1, goal), guide.next(tree.vertices[first], tree.vertices[first], goal)]).toEqual([tree.vertices[first], goal]);
      guide.begin(start, goal);
      guide.begin(start, other);
      expect([guide.prepare(1), guide.next(start, -1, other)]).toEqual([true, other]);
      guide.begin(start, goal);
      while (!guide.prepare(Infinity));
      // The path to the first passes another node: only one of the rules changes the subgoal there.
      const passed = first === 2 ? 3 : 2;
      expect([guide.steady, guide.next(tree.vertices[passed], tree.vertices[first], goal)]).toEqual(change === 'at-subgoal' ? [true, tree.vertices[first]] : [false, goal]);
    }
  }
});

test('of the candidate cases the most similar one with both climbs within the cutoff is taken', () => {
  const grid = Grid.fromRows(['.'.repeat(20), '#'.repeat(20), '.'.repeat(20)]);
  const at = (x: number, y = 0): number => grid.vertex(x, y);
  const cases = { starts: [at(19), at(5), at(2), at(5, 2)], goals: [at(0), at(15), at(18), at(19)], first: [0, 0, 1, 2, 3], subgoals: [at(10), at(9), at(12)] };
  /** The subgoals, one after another, as x. */
  const subgoals = (start: number, goal: number, options: CaseGuideOptions = {}): number[] => {
    const guide = new CaseGuide(grid, cases, options);
    guide.begin(at(start), at(goal));
    while (!guide.prepare(1));
    const taken: number[] = [];
    for (let [v, subgoal] = [at(start), -1]; v !== at(goal); v = subgoal) taken.push(grid.x((subgoal = guide.next(v, subgoal, at(goal)))));
    return taken;
  };
  expect(subgoals(1, 19)).toEqual([2, 9, 18, 19]);
  for (const candidates of [1, 2]) expect(subgoals(1, 19, { candidates })).toEqual([2, 9, 18, 19]);
  expect(subgoals(2, 18)).toEqual([9, 18]);
  for (const candidates of [1, 10]) expect(subgoals(18, 1, { candidates })).toEqual([19, 0, 1]);
  // More than there are: all of them.
  expect(subgoals(18, 1, { candidates: Number.MAX_SAFE_INTEGER })).toEqual([19, 0, 1]);
  // The worse of its two ends gives the similarity of a case.
  expect(subgoals(3, 13)).toEqual([5, 10, 15, 13]);
  // The last is the most similar, but begins behind a wall.
  expect(subgoals(6, 19)).toEqual([5, 10, 15, 19]);
  expect(subgoals(6, 19, { candidates: 1 })).toEqual([19]);
  expect(subgoals(6, 19, { candidates: 2 })).toEqual([5, 10, 15, 19]);
  expect(subgoals(6, 19, { cutoff: 4 })).toEqual([5, 10, 15, 19]);
  expect(subgoals(6, 19, { cutoff: 3 })).toEqual([19]);
});

test('rejects data of guides whose parts do not fit together', () => {
  const grid = new Grid(3, 1);
  const cases = { starts: [1], goals: [2], first: [0, 0], subgoals: [] };
  expect(() => new CaseGuide(grid, { ...cases, goals: [] })).toThrow('needs as many goals and one more entry in first, got 0 and 2');
  expect(() => new CaseGuide(grid, { ...cases, first: [0] })).toThrow('got 1 and 1');
  expect(() => new CliqueGuide({ regionCount: 2, region: [0, 1, 1], subgoal: [0, 1, 2] })).toThrow('2 regions need 4 subgoals, one for each ordered pair, got 3');
  const partition = { partCount: 2, part: [0, 0, 1], seeds: [0, 2], leg: [-1, 0, -1], first: [0, 1], subgoals: [2] };
  expect(() => new PartitionGuide(grid, partition)).toThrow('2 parts need 4 legs, one for each ordered pair, got 3');
});

test('a partition leads by the seed of the start, leg by leg, and past the last seed where that can be climbed', () => {
  const grid = new Grid(10, 1);
  const part = (from: number, to: number): number => [[-1, 0, 0], [-1, -1, 1], [-1, -1, -1]][from][to];
  const at = (x: number): number => grid.vertex(x, 0);
  const partition = {
    partCount: 3, part: Array.from({ length: grid.vertexCount }, (_, v) => (grid.cells[v] === 0 || grid.x(v) === 9 ? -1 : Math.floor(grid.x(v) / 3))), seeds: [1, 4, 7].map(at),
    leg: [0, 1, 2].flatMap((from) => [0, 1, 2].map((to) => part(from, to))), first: [0, 2, 4], subgoals: [3, 4, 6, 7].map(at),
  };
  const guide = new PartitionGuide(grid, partition, { cutoff: 2 });
  const subgoals = (start: number, goal: number): number[] => {
    guide.begin(at(start), at(goal));
    guide.prepare(Infinity);
    const taken: number[] = [];
    for (let [v, subgoal] = [at(start), -1]; v !== at(goal); v = subgoal) {
      subgoal = guide.next(v, subgoal, at(goal));
      // It stays until it is reached.
      if (v + 1 < subgoal) expect(guide.next(v + 1, subgoal, at(goal))).toBe(subgoal);
      taken.push(grid.x(subgoal));
    }
    return taken;
  };
  expect(subgoals(0, 8)).toEqual([1, 3, 4, 6, 8]);
  expect(subgoals(4, 8)).toEqual([6, 8]);
  expect(subgoals(3, 5)).toEqual([5]);
  // No leg leads back to the first part, and the last cell is in none.
  for (const [start, goal] of [[8, 0], [7, 0], [6, 9], [9, 6]]) {
    guide.begin(at(start), at(goal));
    guide.prepare(Infinity);
    expect(guide.next(at(start), -1, at(goal)), `from ${start} to ${goal}`).toBe(-1);
  }
});

test('a partition whose legs lead nowhere sends its agent directly to the goal', () => {
  const graph = new CompressedGraph(3, [[0, 1, 1], [1, 2, 1]]);
  const guide = new PartitionGuide(graph, { partCount: 2, part: [0, 0, 1], seeds: [0, 2], leg: [-1, 0, -1, -1], first: [0, 1], subgoals: [0] });
  guide.begin(0, 2);
  guide.prepare(Infinity);
  expect(guide.next(0, -1, 2)).toBe(2);
});

test.each([0, -1, 1.5, NaN])('rejects %d candidates', (candidates) => {
  const cases = { starts: [], goals: [], first: [0], subgoals: [] };
  expect(() => new CaseGuide(new Grid(2, 1), cases, { candidates })).toThrow(`candidates must be a whole number of at least 1, got ${candidates}`);
});
