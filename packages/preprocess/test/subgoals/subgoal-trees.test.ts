import { avoiding, CompressedGraph, fingerprint, NO_VERTEX, RoadMap } from '@pf/graph';
import { greedyStep, OctileClimb } from '@pf/graph/kit';
import type { Graph, Heuristic } from '@pf/graph';
import { caves, Grid, randomObstacles, rooms, seededRandom } from '@pf/grid';
import { oracleDistances, rulesOf, runs, verticesOf, worlds } from '@pf/testkit';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Section, SubgoalTree } from '../../src/index.ts';
import { assembleParts, buildCaseBase, buildPartition, decodeArtifact, encodeArtifact, partBuilder, publishedSubgoalTree, SubgoalTreeBuilder, SubgoalTrees } from '../../src/index.ts';
import { OctileDistances } from '../../src/subgoals/octile-distances.ts';

/** The end and the cost of greedy steps from `v` to `target`; Infinity if they miss it. */
function walk(graph: Graph, heuristic: Heuristic, v: number, target: number): number {
  const to = new Uint32Array(graph.maxDegree);
  const cost = new Float64Array(graph.maxDegree);
  let sum = 0;
  for (let steps = 0; v !== target; steps++) {
    if (steps > graph.vertexCount) return Infinity;
    v = greedyStep(graph, heuristic, v, target, to, cost);
    if (v === NO_VERTEX) return Infinity;
    sum += cost[0];
  }
  return sum;
}

function check(graph: Graph, heuristic: Heuristic, tree: SubgoalTree, goal: number): void {
  const truth = oracleDistances(graph, goal, { backward: true });
  expect(tree.vertices[0]).toBe(goal);
  expect(tree.world).toBe(fingerprint(graph));
  // All but the goal are children of one node each, stored side by side.
  const childrenOf = (node: number): number[] => Array.from({ length: tree.children[node + 1] - tree.children[node] }, (_, i) => tree.children[node] + i);
  const families = [...tree.vertices.keys()].map(childrenOf);
  expect(families.flat()).toEqual([...tree.vertices.keys()].slice(1));
  families.forEach((children, node) => children.forEach((child) => expect(tree.parents[child]).toBe(node)));
  tree.vertices.forEach((v, node) => {
    expect(tree.costs[node]).toBeCloseTo(truth[v], 6);
    if (node === 0) return;
    const parent = tree.vertices[tree.parents[node]];
    expect(tree.parents[node]).toBeLessThan(node);
    expect(walk(graph, heuristic, v, parent)).toBeCloseTo(truth[v] - truth[parent], 6);
  });
  // From everywhere some node is reached by greedy steps on a cheapest path.
  for (let v = 0; v < graph.vertexCount; v++) {
    if (truth[v] === Infinity) continue;
    const near = (cost: number, node: number): boolean => Math.abs(cost + truth[node] - truth[v]) < 1e-6;
    const serves = [...tree.vertices].some((node) => near(heuristic(v, node), node) && near(walk(graph, heuristic, v, node), node));
    expect(serves, `a subgoal for ${v} on the path to ${goal}`).toBe(true);
  }
}

test('every vertex has a subgoal that greedy steps reach, and so on to the goal, on a cheapest path', () => {
  fc.assert(
    fc.property(worlds({ maxSize: 9, terrain: false, metrics: ['exact', '5/7', '70/99', { straight: 2, diagonal: 3 }] }), fc.nat(), (world, pick) => {
      const grid = Grid.fromRows(world.rows, rulesOf(world));
      const goal = grid.vertex(pick % grid.width, (pick >> 4) % grid.height);
      const heuristic = grid.heuristic();
      check(grid, heuristic, new SubgoalTreeBuilder(grid, heuristic).build(goal), goal);
    }),
    { numRuns: runs(300), seed: 6 },
  );
});

test('the fast builder for uniform grids gives trees as good as the general one', () => {
  fc.assert(
    fc.property(worlds({ maxSize: 12, movements: ['eight'], metrics: ['exact'], terrain: false }), fc.nat(), (world, pick) => {
      const grid = Grid.fromRows(world.rows, rulesOf(world));
      const goal = grid.vertex(pick % grid.width, (pick >> 4) % grid.height);
      const heuristic = grid.heuristic();
      check(grid, heuristic, new SubgoalTreeBuilder(grid, heuristic).build(goal), goal);
    }),
    { numRuns: runs(150), seed: 7 },
  );
});

test.each([
  ['rooms, corners never', rooms(20, 14, 5, seededRandom(1)), 'never', [4355, 4390, 17208]],
  ['rooms, corners always', rooms(20, 14, 5, seededRandom(1)), 'always', [3507, 3508, 21540]],
  ['obstacles, corners never', randomObstacles(16, 16, 0.25, seededRandom(1)), 'never', [6924, 6952, 19008]],
  ['obstacles, corners one', randomObstacles(16, 16, 0.25, seededRandom(1)), 'one', [3789, 3796, 19548]],
  ['obstacles, corners always', randomObstacles(16, 16, 0.25, seededRandom(1)), 'always', [4181, 4218, 31176]],
  ['a corridor', new Grid(130, 3), 'never', [390, 390, 88]],
] as const)('numbers of nodes by the fast and the general builder, and of bytes: %s', (_name, map, corners, sizes) => {
  const grid = Grid.fromRows(map.toRows(), { corners });
  const heuristic = grid.heuristic();
  const free = [...grid.cells.keys()].filter((v) => grid.cells[v] !== 0);
  const nodes = (estimate: Heuristic): number => {
    const builder = new SubgoalTreeBuilder(grid, estimate);
    return free.reduce((sum, goal) => sum + builder.build(goal).vertices.length, 0);
  };
  expect([nodes(heuristic), nodes((v, goal) => heuristic(v, goal)), SubgoalTrees.build(grid).byteLength]).toEqual(sizes);
});

test('grids with terrain costs are rejected on one thread as on several, also where trees would fit', () => {
  for (const rows of [['.5.'], ['22']]) {
    expect(() => SubgoalTrees.build(Grid.fromRows(rows))).toThrow('The subgoal trees of all goals are built for grids without terrain costs, and this world has some');
  }
});

test('worlds where the estimate between neighbours is not the cost of the arc are rejected', () => {
  const grid = Grid.fromRows(['.3.']);
  expect(() => new SubgoalTreeBuilder(grid, grid.heuristic()).build(grid.vertex(1, 0))).toThrow(/need a world where it is/);
});

/** A grid with a road of some length from one of its cells to a separate vertex, which comes last. */
function withRoad(grid: Grid, door: number, far: number): { readonly graph: Graph; readonly estimate: Heuristic } {
  const apart = grid.vertexCount;
  const h = grid.heuristic();
  const arcs: [number, number, number][] = [[door, apart, far], [apart, door, far]];
  const to = new Uint32Array(grid.maxDegree);
  const cost = new Float64Array(grid.maxDegree);
  for (let v = 0; v < apart; v++) for (let i = grid.successors(v, to, cost) - 1; i >= 0; i--) arcs.push([v, to[i], cost[i]]);
  const estimate = (v: number, goal: number): number => (v === goal ? 0 : v === apart ? far + h(door, goal) : goal === apart ? far + h(v, door) : h(v, goal));
  return { graph: new CompressedGraph(apart + 1, arcs), estimate };
}

test('one road much longer than all others changes nothing in a tree, and one that makes them vanish in rounding is rejected', () => {
  const grid = Grid.fromRows(['...', '.#.', '##.', '..#'], { corners: 'always' });
  for (const door of [grid.vertex(0, 0), grid.vertex(0, 1)]) {
    for (const goal of [grid.vertexCount, door, grid.vertex(0, 3)]) {
      const treesBy = (far: number): unknown => {
        const { graph, estimate } = withRoad(grid, door, far);
        const both = [new SubgoalTreeBuilder(graph, estimate).build(goal), publishedSubgoalTree(graph, estimate, goal)];
        return both.map(({ vertices, parents }) => [vertices, parents]);
      };
      const usual = treesBy(10);
      for (const far of [1e8, 1e9, 1e10, 1e12]) expect(treesBy(far), `a road of ${far}`).toEqual(usual);
    }
    const small = Grid.fromRows(grid.toRows(), { corners: 'always', metric: { straight: 1e-5, diagonal: 1.4e-5 } });
    const { graph, estimate } = withRoad(small, door, 1e12);
    const builder = new SubgoalTreeBuilder(graph, estimate);
    expect(() => builder.build(grid.vertexCount)).toThrow(/too little to change the rounded cost/);
    expect(builder.build(door).vertices.length).toBe(3);
  }
});

test('a metric of very small steps gives the trees of one of large steps', () => {
  const treesOf = (k: number): unknown => {
    const grid = Grid.fromRows(['...', '.#.', '##.', '..#'], { corners: 'always', metric: { straight: k, diagonal: 1.4 * k } });
    const builder = new SubgoalTreeBuilder(grid, grid.heuristic());
    const free = [...grid.cells.keys()].filter((v) => grid.cells[v] !== 0);
    const all = free.map((goal) => builder.build(goal));
    const shared = SubgoalTrees.build(grid);
    for (const tree of all) expect(linksOf(shared.tree(tree.vertices[0]))).toEqual(linksOf(tree));
    const published = free.map((goal) => publishedSubgoalTree(grid, grid.heuristic(), goal));
    return [...all, ...published].map(({ vertices, parents }) => [vertices, parents]);
  };
  const usual = treesOf(1);
  for (const k of [1e-8, 1e-9, 1e-10, 1e-100, 1e90]) expect(treesOf(k), `steps of ${k}`).toEqual(usual);
});

test('compared exactly, rounding makes published trees larger, but only where costs are fractions', () => {
  const sizes = (metric: 'exact' | '5/7'): number[] => {
    const grid = caves(40, 40, seededRandom(3), { metric });
    const goal = verticesOf(grid).find((v) => grid.moves[v] !== 0)!;
    return (['rounded', 'exact'] as const).map((sums) => publishedSubgoalTree(grid, grid.heuristic(), goal, { sums }).vertices.length);
  };
  const [rounded, exact] = sizes('exact');
  expect(exact).toBeGreaterThan(2 * rounded);
  const [whole, same] = sizes('5/7');
  expect(same).toBe(whole);
  expect(() => publishedSubgoalTree(new Grid(2, 2), () => 0, 5, { sums: 'some' as never })).toThrow(/sums must be/);
});

test('all trees of a grid are rejected before the first if its diagonals may be shortcuts that the estimate ignores', () => {
  const rows = ['#.#', '.#.', '##.', '...', '##.', '.##', '..#'];
  const steep = { straight: 1, diagonal: 3 };
  const grid = Grid.fromRows(rows, { corners: 'always', metric: steep });
  const message = "of a grid with corners 'always' need diagonals that cost less than two straight steps, got 3 and 1";
  expect(() => SubgoalTrees.build(grid)).toThrow(message);
  expect(() => partBuilder(grid, 'subgoal-trees')).toThrow(message);
  const goals = [...grid.cells.keys()].filter((v) => grid.cells[v] !== 0);
  const builder = new SubgoalTreeBuilder(grid, grid.heuristic());
  expect(() => goals.forEach((goal) => builder.build(goal))).toThrow(/whose diagonals cost less than two straight steps/);
  const closed = Grid.fromRows(rows, { metric: { straight: 1, diagonal: 2 } });
  closed.setSides(2, 2, { leave: 1 });
  expect(() => SubgoalTrees.build(closed)).toThrow(/with one-way sides need diagonals that cost less than two straight steps, got 2 and 1/);
});

test('if two straight steps lead around every corner, diagonals may cost as much as they, or more', () => {
  fc.assert(
    fc.property(worlds({ maxSize: 8, terrain: false, movements: ['eight'], metrics: [2, 3].map((diagonal) => ({ straight: 1, diagonal })) }), (world) => {
      fc.pre(world.corners !== 'always' || (world.metric as { readonly diagonal: number }).diagonal === 2);
      const grid = Grid.fromRows(world.rows, rulesOf(world));
      const heuristic = grid.heuristic();
      const trees = SubgoalTrees.build(grid);
      for (let goal = 0; goal < grid.vertexCount; goal++) if (grid.cells[goal] !== 0) check(grid, heuristic, trees.tree(goal), goal);
    }),
    { numRuns: runs(60), seed: 10 },
  );
});

test('each tree of a view has the fingerprint of the view as it was at the build, also without a new version', () => {
  const grid = Grid.fromRows(['.....', '.....', '.....']);
  let isOpen = false;
  const view = avoiding(grid, (v) => grid.x(v) === 2 && !isOpen);
  const builder = new SubgoalTreeBuilder(view);
  for (isOpen of [false, true, false]) check(view, grid.heuristic(), builder.build(grid.vertex(4, 1)), grid.vertex(4, 1));
});

test('a builder uses the present world, with later terrain and without earlier one-way cells', () => {
  const grid = new Grid(5, 3);
  const heuristic = grid.heuristic();
  const builder = new SubgoalTreeBuilder(grid, heuristic);
  const goal = grid.vertex(4, 1);
  const checkNow = (): void => check(grid, heuristic, builder.build(goal), goal);
  checkNow();
  grid.setRectangle(1, 0, 1, 2, 9);
  checkNow();
  grid.setRectangle(1, 0, 1, 2, 1);
  checkNow();
  for (let y = 0; y < 2; y++) grid.setSides(2, y, { leave: grid.mask('west') });
  checkNow();
});

test.each([
  ['a new place', ['a', 'new', 3], 'The graph has 4 vertices, but had 3 when this builder of subgoal trees was made: make a new builder of subgoal trees.'],
  ['more roads at a place', ['b', 'a', 3], 'The graph has up to 2 arcs at a vertex, but had up to 1 when this builder of subgoal trees was made: make a new builder of subgoal trees.'],
] as const)('a road map with %s needs a new builder', (_, [from, to, cost], error) => {
  const roads = new RoadMap();
  roads.addRoad('a', 'b', 3);
  roads.addRoad('b', 'c', 4);
  const along = [0, 3, 7, -3];
  const builder = new SubgoalTreeBuilder(roads, (v, goal) => Math.abs(along[v] - along[goal]));
  expect(builder.build(roads.vertex('c')).vertices.length).toBeGreaterThan(0);
  roads.addRoad(from, to, cost);
  expect(() => builder.build(roads.vertex('c'))).toThrow(error);
});

test('a rejected goal leaves nothing behind', () => {
  const grid = Grid.fromRows(['.5..', '..#.', '#...'], { movement: 'four' });
  const builder = new SubgoalTreeBuilder(grid, grid.heuristic());
  expect(() => builder.build(grid.vertex(2, 0))).toThrow(/need a world where it is/);
  const goal = grid.vertex(3, 1);
  expect(linksOf(builder.build(goal))).toEqual(linksOf(new SubgoalTreeBuilder(grid, grid.heuristic()).build(goal)));

  const plain = new Grid(6, 6);
  const climb = OctileClimb.of(plain, plain.heuristic())!;
  const [used, fresh] = [0, 1].map(() => new OctileDistances(plain, climb));
  const stopAtFirst = (): never => {
    throw new Error('enough');
  };
  expect(() => used.run(plain.vertex(2, 2), new Int32Array(plain.vertexCount), stopAtFirst)).toThrow('enough');
  // Cells left in the ring would make it run without end.
  const subgoals = [used, fresh].map((ground) => {
    const sub = new Int32Array(plain.vertexCount);
    ground.run(plain.vertex(4, 1), sub, (v) => ground.parent(v, 0));
    return sub;
  });
  expect(subgoals[0]).toEqual(subgoals[1]);
});

test('a builder can be reused, and a graph without an estimate gets a node for all but the last steps', () => {
  const line = new CompressedGraph(4, [[0, 1, 1], [1, 2, 1], [2, 3, 1]], { directed: false });
  const builder = new SubgoalTreeBuilder(line, (v, goal) => Math.abs(v - goal));
  expect([...builder.build(3).vertices]).toEqual([3]);
  expect([...builder.build(0).vertices]).toEqual([0]);
});

test('the published trees hold cheapest paths, and each of their subgoals is exact for its parent', () => {
  fc.assert(
    fc.property(worlds({ maxSize: 9, terrain: false, metrics: ['exact', '5/7'] }), fc.nat(), (world, pick) => {
      const grid = Grid.fromRows(world.rows, rulesOf(world));
      const goal = grid.vertex(pick % grid.width, (pick >> 4) % grid.height);
      const heuristic = grid.heuristic();
      const truth = oracleDistances(grid, goal, { backward: true });
      const tree = publishedSubgoalTree(grid, heuristic, goal);
      tree.vertices.forEach((v, node) => {
        expect(tree.costs[node]).toBeCloseTo(truth[v], 6);
        if (node > 0) expect(heuristic(v, tree.vertices[tree.parents[node]]) + tree.costs[tree.parents[node]]).toBeCloseTo(truth[v], 6);
      });
    }),
    { numRuns: runs(150), seed: 8 },
  );
});

/** Each subgoal with its parent and its cost to the last bit. */
function linksOf({ vertices, parents, costs }: SubgoalTree): Map<number, [number, number]> {
  return new Map([...vertices].map((v, i) => [v, [vertices[parents[i]], costs[i]]]));
}

test('trees with shared storage, saved, built in parts and loaded, equal those of the builder', () => {
  fc.assert(
    fc.property(worlds({ maxSize: 12, terrain: false, metrics: ['exact', '5/7'] }), fc.nat(), (world, cut) => {
      const grid = Grid.fromRows(world.rows, rulesOf(world));
      const saved = SubgoalTrees.build(grid).save();
      const size = 1 + (cut % grid.vertexCount);
      const build = partBuilder(grid, 'subgoal-trees');
      const starts = Array.from({ length: Math.ceil(grid.vertexCount / size) }, (_, i) => i * size);
      expect(assembleParts(grid, 'subgoal-trees', starts, starts.map((from) => build(from, Math.min(from + size, grid.vertexCount))))).toEqual(saved);
      const trees = SubgoalTrees.load(grid, saved);
      const builder = new SubgoalTreeBuilder(grid, grid.heuristic());
      for (const goal of [...grid.cells.keys()].filter((v) => grid.cells[v] !== 0)) {
        const tree = trees.tree(goal);
        expect(tree.vertices[0]).toBe(goal);
        expect(linksOf(tree)).toEqual(linksOf(builder.build(goal)));
        expect(trees.tree(goal)).toBe(tree);
      }
      // The tree of an unreachable goal has only the goal.
      const wall = [...grid.cells.keys()].find((v) => grid.hasVertex(v) && grid.cells[v] === 0);
      if (wall !== undefined) expect([...trees.tree(wall).vertices]).toEqual([wall]);
    }),
    { numRuns: runs(60), seed: 9 },
  );
});

test('trees with shared storage take a fifth of the bytes or less, and check their world', () => {
  const grid = rooms(64, 64, 7, seededRandom(1));
  const trees = SubgoalTrees.build(grid);
  let apart = 0;
  for (let goal = 0; goal < grid.vertexCount; goal++) if (grid.cells[goal] !== 0) apart += 16 * trees.tree(goal).vertices.length;
  expect(5 * trees.byteLength).toBeLessThan(apart);
  expect(() => SubgoalTrees.load(new Grid(64, 64), trees.save())).toThrow(/built for the world/);
});

test('trees with invalid sections are rejected', () => {
  const grid = Grid.fromRows(['....', '.##.', '....']);
  const digits = fingerprint(grid);
  const forge = (...sections: Section[]): SubgoalTrees => SubgoalTrees.load(grid, encodeArtifact('subgoal-trees', digits, sections));
  const [first, vertices, parents, goals] = decodeArtifact(SubgoalTrees.build(grid).save(), 'subgoal-trees', digits);
  expect(() => forge()).toThrow(/has 4 sections, this one has 0/);
  expect(() => forge(first, vertices, parents, goals.slice(1) as Section)).toThrow(/"goals" .* entries instead of/);
  expect(() => forge(first, vertices, Int32Array.from(parents, () => -1), goals)).toThrow(/"parents" .* holds -1/);
  const goal = grid.vertex(3, 2);
  // Each subgoal its own parent; and all of them below one that is not in the tree.
  expect(() => forge(first, vertices, vertices, goals).tree(goal)).toThrow(/lead in a circle/);
  expect(() => forge(first, vertices, Int32Array.from(parents, () => grid.vertex(1, 1)), goals).tree(goal)).toThrow(/is not in the tree/);
});

test('on larger worlds, too, the fast builder gives each vertex a subgoal that greedy steps reach', () => {
  // Two with obstacles, and two where a run is as long as the world.
  const worlds = [randomObstacles(30, 30, 0.25, seededRandom(1)), randomObstacles(30, 30, 0.1, seededRandom(2)), new Grid(130, 3), new Grid(2, 130)];
  for (const grid of worlds) {
    const heuristic = grid.heuristic();
    const builder = new SubgoalTreeBuilder(grid, heuristic);
    const free = [...grid.cells.keys()].filter((v) => grid.cells[v] !== 0);
    for (let i = 0; i < 2; i++) check(grid, heuristic, builder.build(free[(i * 997) % free.length]), free[(i * 997) % free.length]);
  }
});

test('builders use the heuristic of the graph by default, as do the guides that read their results', () => {
  const grid = caves(30, 30, seededRandom(4));
  const heuristic = grid.heuristic({ least: 1 });
  const goal = [...grid.cells.keys()].filter((v) => grid.cells[v] !== 0)[100];
  expect(new SubgoalTreeBuilder(grid).build(goal)).toEqual(new SubgoalTreeBuilder(grid, heuristic).build(goal));
  const cases = (given: { heuristic?: Heuristic }): unknown => buildCaseBase(grid, { ...given, cases: 9, random: seededRandom(1) });
  expect(cases({})).toEqual(cases({ heuristic }));
  expect(buildPartition(grid)).toEqual(buildPartition(grid, { heuristic }));
  // Another heuristic gives another result.
  const blind = { heuristic: () => 0 };
  expect(buildPartition(grid)).not.toEqual(buildPartition(grid, blind));
  expect(cases({})).not.toEqual(cases(blind));
});
