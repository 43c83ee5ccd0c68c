import { Dispatcher } from '@pf/crowd';
import type { Graph } from '@pf/graph';
import { checkGraph, CompressedGraph, NO_VERTEX } from '@pf/graph';
import { Components, describeGrid, Grid, nearestFree, parseMap, restoreGrid, seededRandom } from '@pf/grid';
import { createPlanner, DStarLite, LPAStar } from '@pf/incremental';
import { NavMesh } from '@pf/navmesh';
import { ContractionHierarchy, CustomizableHierarchy, GoalBounds, Landmarks, PathDatabase } from '@pf/preprocess';
import { car, obstacles, RRT } from '@pf/sampling';
import { AStar, Dijkstra, DistanceField, findPath, findPlan, JumpPointSearch } from '@pf/search';
import { grid, loose, planners, searches } from './bad-input-kind.ts';
import type { BadInput } from './bad-input-kind.ts';
import { illegalArcs } from './illegal-arcs.ts';

function graphOf(successors: Graph['successors']): Graph {
  return { vertexCount: 3, maxDegree: 2, successors, predecessors: () => 0 };
}

const ownGraphs: readonly Graph[] = [
  graphOf((v, to, cost) => ((to[0] = (v + 1) % 3), (cost[0] = -1), 1)),
  graphOf((_, to, cost) => ((to[0] = 7), (cost[0] = 1), 1)),
  graphOf(loose(() => undefined)),
  graphOf((_, to, cost) => ((to[0] = 0), (cost[0] = NaN), 1)),
  graphOf(() => 3),
];

/** Calls with a wrong argument. */
export const badArguments: readonly BadInput[] = [
  {
    kind: 'an option that is misspelt',
    answer: 'throws',
    calls: [
      () => new Grid(5, 4, loose({ movment: 'four' })),
      () => Grid.fromRows(['..'], loose({ legends: {} })),
      () => findPath(grid(), loose({ from: [0, 0], to: [1, 1], nearst: true })),
      () => findPath(grid(), loose({ start: [0, 0], goal: [1, 1] })),
      () => new AStar(grid(), loose({ wieght: 2 })),
      () => new JumpPointSearch(grid(), loose({ weight: 2 })),
      () => new Dijkstra(grid(), loose({ directon: 'backward' })),
      () => createPlanner(grid(), loose({ algorithm: 'd-star-lite' })),
      () => new Dispatcher(grid(), loose({ planer: () => undefined })),
      () => new Landmarks(grid(), [7], loose({ precison: 8 })),
      () => new RRT(obstacles({ min: [0, 0], max: [1, 1] }, []), loose({ random: seededRandom(1), steps: 1 })),
    ],
  },
  {
    kind: 'options of another type, or a value that is none of the choices',
    answer: 'throws',
    calls: [
      () => new Grid(5, 4, loose('four')),
      () => new Grid(5, 4, loose({ movement: 'six' })),
      () => new Grid(5, 4, loose({ corners: true })),
      () => new Grid(5, 4, loose(null)),
      () => new AStar(grid(), loose({ queue: 'fast' })),
      () => new AStar(grid(), loose({ weight: '2' })),
      () => findPath(grid(), loose({ from: [0, 0], to: [1, 1], algorithm: 'astar' })),
      () => findPath(grid(), loose({ from: [0, 0], to: [1, 1], shape: 'nice' })),
      () => new Landmarks(grid(), loose(8)),
      () => grid().mask(loose('up')),
    ],
  },
  {
    kind: 'what is no vertex',
    answer: 'throws',
    calls: [-1, 0.5, NaN, 1e9, '7', undefined, 0, 6].flatMap((v) => [
      ...searches.map((Search) => () => new Search(grid()).search(grid().vertex(0, 0), loose(v))),
      () => new Dispatcher(grid(), { planner: () => new AStar(grid()) }).add(loose(v)),
      () => { new DStarLite(grid()).begin(loose(v), 8); },
      () => { new DistanceField(grid()).update(loose(v)); },
    ]),
  },
  {
    kind: 'a cell outside the map',
    answer: 'throws',
    calls: [[-1, 0], [5, 0], [0, 4], [0.5, 0], ['1', 0], [NaN, 0]].flatMap(([x, y]) => [
      () => grid().vertex(loose(x), loose(y)),
      () => grid().setBlocked(loose(x), loose(y), true),
      () => grid().setCost(loose(x), loose(y), 3),
      () => findPath(grid(), { from: [0, 0], to: loose([x, y]) }),
      () => findPath(grid(), { from: loose({ x, y }), to: [0, 0] }),
    ]),
  },
  {
    kind: 'a position in pixels, or text, in place of a cell; NO_VERTEX in place of a vertex',
    answer: 'throws',
    calls: [
      ...[[33.4, 40.2], [NaN, 0], ['3', '1'], [grid().vertex(1, 1), undefined], [{ x: 1, y: 1 }, undefined]].flatMap(([x, y]) => (['isFree', 'isBlocked', 'cost', 'costBelow', 'contains', 'vertex'] as const).map((name) => () => grid()[name](loose(x), loose(y)))),
      () => grid().x(NO_VERTEX),
      () => grid().y(NO_VERTEX),
      () => findPath(grid(), { from: loose(grid().vertex(0, 0)), to: [1, 1] }),
    ],
  },
  {
    kind: 'a call in the form of another function, or of another library',
    answer: 'throws',
    calls: [
      ...['diagonal', 'allowDiagonal', 'diagonals', 'diagonalMovement', 'neighbors', 'neighbours'].flatMap((name) => [() => new Grid(5, 4, loose({ [name]: true })), () => findPath(grid(), loose({ from: [0, 0], to: [1, 1], [name]: true }))]),
      () => new Grid(loose(['..', '..']), loose(undefined)),
      () => new Grid(loose([[1, 0]]), loose(undefined)),
      () => Grid.fromArray(loose(['..#', '...'])),
      () => Grid.fromArray([[0, 1]], loose((tile: number) => 1 - tile)),
      () => Grid.fromArray(loose([1, 0]), loose({ width: 2, height: 1 })),
      () => (findPath as (...given: unknown[]) => unknown)(grid(), { x: 0, y: 0 }, { x: 1, y: 1 }),
      () => (findPath as (...given: unknown[]) => unknown)(grid(), [0, 0], [1, 1]),
      () => findPath(grid(), { from: [0, 0], to: [] }),
      () => findPath(grid(), { from: [0, 0], to: [4, 3], avoid: loose(() => undefined) }),
      () => findPlan(loose({ start: 0, steps: () => [], isGoal: () => true, heuristic: () => 0 })),
      () => findPath(loose(Promise.resolve(grid())), { from: [0, 0], to: [1, 1] }),
      () => new AStar(loose(Promise.resolve(grid()))),
    ],
  },
  {
    kind: 'a heuristic of (dx, dy), as PathFinding.js has them',
    answer: 'throws',
    calls: [(dx: number, dy: number) => dx + dy, (dx: number, dy: number) => Math.max(dx, dy), (dx: number, dy: number) => Math.hypot(dx, dy), () => 1].flatMap((heuristic) => [
      () => new AStar(grid(), { heuristic }).search(grid().vertex(0, 0), grid().vertex(4, 3)),
      () => {
        const planner = new LPAStar(grid(), { heuristic });
        planner.begin(grid().vertex(0, 0), grid().vertex(4, 3));
        planner.run();
      },
    ]),
  },
  {
    kind: 'terrain that is no whole number from 0 to 255',
    answer: 'throws',
    calls: [-1, 256, 0.5, NaN, Infinity, '3', undefined, null].flatMap((cost) => [
      () => Grid.fromArray([[1, loose(cost)]]),
      () => grid().setCost(1, 1, loose(cost)),
      () => grid().setRectangle(1, 1, 2, 2, loose(cost)),
      () => Grid.fromArray([['a', 'b']], { costOf: () => loose(cost) }),
    ]),
  },
  {
    kind: 'arcs of a road network that are none',
    answer: 'throws',
    calls: [[0, 9, 1], [0, 1, -1], [0, 1, NaN], [0, 1, '3'], [0, 1], [-1, 1, 1], [0.5, 1, 1], { from: 0, to: 1, cost: 1 }, 'ab', null].map((arc) => () => new CompressedGraph(3, [loose(arc)])),
  },
  {
    kind: 'a graph of one\'s own that breaks the contract',
    answer: 'throws',
    calls: ownGraphs.flatMap((graph) => [() => { checkGraph(graph); }, () => new Landmarks(graph, [0]), () => PathDatabase.build(graph), () => ContractionHierarchy.build(graph), () => CustomizableHierarchy.build(graph)]).concat(illegalArcs),
  },
  {
    kind: 'a buffer of the wrong type, or too short',
    answer: 'throws',
    calls: [new Uint8Array(99), [], new Uint32Array(1), undefined, null].flatMap((out) =>
      searches.map((Search) => () => {
        const search = new Search(grid());
        search.search(grid().vertex(0, 0), grid().vertex(4, 3));
        return search.path(loose(out));
      }),
    ),
  },
  {
    kind: 'nothing, or something else, where a world is wanted',
    answer: 'throws',
    calls: [undefined, null, {}, 'map', 7, structuredClone({ ...grid() })].flatMap((world) => [
      ...searches.map((Search) => () => new Search(loose(world))),
      ...planners.map((Planner) => () => new Planner(loose(world))),
      () => findPath(loose(world), { from: [0, 0], to: [1, 1] }),
      () => new Dispatcher(loose(world), { planner: () => loose(undefined) }),
      () => new Landmarks(loose(world), [0]),
      () => GoalBounds.build(loose(world)),
      () => new Components(loose(world)),
      () => nearestFree(loose(world), 0),
      () => new RRT(loose(world), { random: seededRandom(1) }),
    ]),
  },
  {
    kind: 'nothing where options or lists are needed',
    answer: 'throws',
    calls: [
      () => findPath(grid(), loose(undefined)),
      () => findPath(grid(), loose({})),
      () => new CompressedGraph(3, loose(undefined)),
      () => new Dispatcher(grid(), loose(undefined)),
      () => obstacles({ min: [0, 0], max: [1, 1] }, loose(undefined)),
      () => obstacles(loose(undefined), []),
      () => NavMesh.fromPolygons(loose(undefined)),
      () => car(loose(undefined)),
      () => Grid.fromRows(loose(undefined)),
      () => Grid.fromArray(loose(undefined)),
      () => parseMap(loose(undefined)),
    ],
  },
  {
    kind: 'a map that is damaged: rows of several lengths, an unknown character, no cells',
    answer: 'throws',
    calls: [
      () => Grid.fromRows(['..', '...']),
      () => Grid.fromRows(['.?']),
      () => Grid.fromRows([]),
      () => Grid.fromArray([[1, 1], [1]]),
      () => Grid.fromArray([1, 1, 1], 2, 2),
      () => new Grid(0, 4),
      () => new Grid(-1, 4),
      () => new Grid(2.5, 4),
      () => parseMap('type octile\nheight 2\nwidth 2\nmap\n..\n'),
      () => restoreGrid({ ...describeGrid(grid()), width: 9 }),
      () => restoreGrid(loose(JSON.parse(JSON.stringify({ ...describeGrid(grid(), 'numbers'), movement: 'six' })))),
    ],
  },
];
