import type { Graph, Located } from '@pf/graph';
import { CompressedGraph } from '@pf/graph';
import { Grid, seededRandom } from '@pf/grid';
import { describe, expect, test } from 'vitest';
import {
  AdaptivePlacement, assembleParts, avoidLandmarks, buildCaseBase, centroidLandmark, ContractionHierarchy, CornerHierarchy, coveringLandmarks, CustomizableHierarchy, encodeArtifact, FastMap, GoalBounds, Landmarks, partBuilder, PathDatabase,
  randomLandmarks, SubgoalTrees,
} from '../src/index.ts';

const grid = new Grid(6, 6);

describe('sources of random numbers', () => {
  const users: Readonly<Record<string, (random: () => number) => unknown>> = {
    randomLandmarks: (random) => randomLandmarks(grid, 2, random),
    avoidLandmarks: (random) => avoidLandmarks(grid, 2, random),
    coveringLandmarks: (random) => coveringLandmarks(grid, 2, random),
    'FastMap.build': (random) => FastMap.build(grid, { random }),
    buildCaseBase: (random) => buildCaseBase(grid, { cases: 2, random }),
  };

  test.each(Object.keys(users))('%s rejects numbers that are not from 0 to below 1', (name) => {
    for (const wrong of [1, -0.1, NaN, Infinity, undefined, null, '0.5']) {
      expect(() => users[name](() => wrong as number)).toThrow(`random must give numbers from 0 to below 1, got ${typeof wrong === 'string' ? `'${wrong}'` : wrong}.`);
    }
  });

  test('randomLandmarks ends if the numbers do not differ, and finds every vertex if they do', () => {
    expect(() => randomLandmarks(grid, 2, () => 0.5)).toThrow('random must give numbers from 0 to below 1, different ones');
    for (let seed = 0; seed < 200; seed++) expect(new Set(randomLandmarks(grid, 36, seededRandom(seed))).size).toBe(36);
  });

  test('buildCaseBase ends if no drawn goal can be reached', () => {
    const oneWay = new CompressedGraph(3, [[0, 1, 1], [0, 2, 1]]);
    let draws = 0;
    expect(() => buildCaseBase(oneWay, { cases: 1, heuristic: () => 0, random: () => (draws++ % 2 === 0 ? 0.9 : 0) })).toThrow('different ones');
    expect(buildCaseBase(oneWay, { cases: 50, heuristic: () => 0, random: seededRandom(1) }).starts).toHaveLength(50);
  });
});

describe('landmarks', () => {
  test('directed: false is rejected for a graph with one-way arcs, or with arcs of two costs', () => {
    for (const arcs of [[[0, 1, 6]], [[0, 1, 6], [1, 0, 5]]] as const) {
      expect(() => new Landmarks(new CompressedGraph(2, arcs), [0], { directed: false })).toThrow('directed is false, but some arcs have no reverse arc of the same cost');
    }
    // Two equal arcs in one direction, and one in the other.
    const roads = new CompressedGraph(3, [[0, 1, 6], [0, 1, 6], [1, 0, 6], [1, 2, 1], [2, 1, 1]]);
    expect(new Landmarks(roads, [0], { directed: false }).bound(2, 0, 0)).toBe(7);
    expect(new Landmarks(grid, [grid.vertex(0, 0)], { directed: false }).bound(grid.vertex(5, 0), grid.vertex(0, 0), 0)).toBe(5);
  });

  test('activate rejects counts that are none, and vertices off the graph', () => {
    const [start, goal] = [grid.vertex(0, 0), grid.vertex(5, 0)];
    const landmarks = new Landmarks(grid, [start, goal]);
    for (const count of [NaN, -1, 1.5, '2']) expect(() => landmarks.activate(start, goal, count as number)).toThrow('The number of active landmarks must be a whole number of 0 or more');
    expect(() => landmarks.activate(-1, goal, 1)).toThrow('start');
    expect(() => landmarks.activate(start, grid.vertexCount, 1)).toThrow('goal');
    expect(landmarks.heuristic()(start, goal)).toBe(5);
    landmarks.activate(start, goal, Infinity);
    expect(landmarks.heuristic()(start, goal)).toBe(5);
  });

  test('coveringLandmarks rejects a base that is no heuristic', () => {
    expect(() => coveringLandmarks(grid, 2, seededRandom(1), 'octile' as never)).toThrow("A heuristic is a function of a vertex and the goal, such as grid.heuristic() or () => 0: got 'octile'.");
  });

  test('reuse rejects what is no search, and a heuristic of two vertices', () => {
    const start = grid.vertex(0, 0);
    const landmarks = new Landmarks(grid, [start]);
    for (const search of [undefined, null, {}, { cost: 3 }, { cost: 'far', g: () => 0 }]) expect(() => { landmarks.reuse(0, start, search as never); }).toThrow('from a search with cost and g(v), such as an AStar');
    const search = { cost: 3, g: () => 0 };
    expect(() => { landmarks.reuse(0, start, search, grid.heuristic() as never); }).toThrow('pass (v) => heuristic(v, goal)');
    expect(() => { landmarks.reuse(0, start, search, 'octile' as never); }).toThrow("estimate must be a function, got 'octile'.");
    expect(landmarks.heuristic()(start, grid.vertex(5, 0))).toBe(5);
  });

  test('centroidLandmark needs goals', () => {
    expect(() => centroidLandmark(grid, [])).toThrow('A centroid needs at least one goal, got none.');
    for (const goal of [-1, grid.vertexCount, 0.5]) expect(() => centroidLandmark(grid, [grid.vertex(0, 0), goal])).toThrow(`The goal must be a whole number from 0 to ${grid.vertexCount - 1}`);
  });

  test('AdaptivePlacement checks its arguments', () => {
    const landmarks = new Landmarks(grid, [grid.vertex(0, 0)]);
    expect(() => new (AdaptivePlacement as unknown as new () => unknown)()).toThrow('AdaptivePlacement moves Landmarks, got undefined.');
    expect(() => new AdaptivePlacement(landmarks, undefined as never)).toThrow('interval must be above 0');
    expect(() => new AdaptivePlacement(landmarks, { intervall: 5 } as never)).toThrow("did you mean 'interval'?");
    const placement = new AdaptivePlacement(landmarks, { interval: 5 });
    for (const expanded of [undefined, NaN, -1, '9']) expect(() => placement.searched(grid.vertex(5, 0), expanded as number)).toThrow('must be a number of 0 or more');
    for (const goal of [undefined, -1, grid.vertexCount]) expect(() => placement.searched(goal as number, 9)).toThrow('goal');
    expect(placement.searched(grid.vertex(5, 0), 4)).toBe(false);
  });
});

test('GoalBounds.build rejects a list to keep of the wrong length', () => {
  expect(() => GoalBounds.build(grid, new Uint8Array(2))).toThrow(`keep must have an entry for each of the ${grid.vertexCount} vertices, such as a new Uint8Array(graph.vertexCount), got 2.`);
  for (const keep of [null, 5, {}]) expect(() => GoalBounds.build(grid, keep as never)).toThrow('keep must have an entry');
});

describe('what was built', () => {
  test('GoalBounds.load rejects a graph without coordinates', () => {
    const nowhere: Graph = { vertexCount: 1, maxDegree: 0, successors: () => 0, predecessors: () => 0 };
    expect(() => GoalBounds.load(nowhere as Graph & Located, GoalBounds.build(grid).save())).toThrow('Goal bounds are boxes around vertices, but this graph has no coordinates');
  });

  test('PathDatabase.assemble rejects rows that are none', () => {
    for (const wrong of [undefined, null, {}, 'text']) expect(() => PathDatabase.assemble(grid, wrong as never)).toThrow('PathDatabase.assemble takes a list of rows, as PathRowBuilder builds them, got');
    for (const wrong of [undefined, {}, { lengths: [1], runs: [1] }]) expect(() => PathDatabase.assemble(grid, [wrong as never])).toThrow('PathDatabase.assemble takes what was built, with typed arrays lengths, runs, got');
  });

  test('encodeArtifact rejects sections that are none', () => {
    const encode = (sections: unknown): unknown => encodeArtifact('kind', '0123456789abcdef', sections as never);
    for (const wrong of [undefined, null, {}, 'text', Uint8Array.of(1)]) expect(() => encode(wrong)).toThrow('The sections of an artifact are a list of typed arrays, got');
    for (const wrong of [undefined, {}, [1, 2], 'text']) expect(() => encode([wrong])).toThrow('An artifact holds typed arrays of numbers, got [object');
  });

  test('hierarchies are loaded for a graph only', () => {
    const saved = new ArrayBuffer(64);
    expect(() => ContractionHierarchy.load(undefined as never, saved)).toThrow('takes a graph, such as a Grid or a CompressedGraph, got undefined.');
    expect(() => CustomizableHierarchy.load(undefined as never, saved)).toThrow('takes a graph, such as a Grid or a CompressedGraph, got undefined.');
  });

  test.each(['goal-bounds', 'paths', 'subgoal-trees'] as const)('assembleParts takes parts of %s as files give them, and rejects what is none', (kind) => {
    const [half, end] = [grid.vertexCount >> 1, grid.vertexCount];
    const build = partBuilder(grid, kind);
    const parts = [build(0, half), build(half, end)];
    const read = parts.map((part) => Buffer.from(part)) as unknown as ArrayBuffer[];
    expect(assembleParts(grid, kind, [0, half], read)).toEqual(assembleParts(grid, kind, [0, half], parts));
    for (const wrong of [undefined, {}, 'text']) {
      expect(() => assembleParts(grid, kind, [0], wrong as never)).toThrow('assembleParts takes a list of parts, as partBuilder builds them, got');
      expect(() => assembleParts(grid, kind, [0], [wrong as never])).toThrow('An artifact is loaded from its bytes');
      expect(() => assembleParts(grid, kind, wrong as never, parts)).toThrow('The first vertices of parts must be a list of numbers, got');
    }
  });
});

test.each(Object.entries({ GoalBounds, PathDatabase, SubgoalTrees, CornerHierarchy, ContractionHierarchy, CustomizableHierarchy }))('new %s instead of build throws', (name, type) => {
  const Built = type as unknown as new (world: Grid) => unknown;
  expect(() => new Built(grid)).toThrow(`Call ${name}.build, or ${name}.load for what was saved, not new ${name}.`);
});
