import { Dispatcher } from '@pf/crowd';
import type { Graph } from '@pf/graph';
import { checkGraph, CompressedGraph } from '@pf/graph';
import { Clearance, Components, describeGrid, Grid, nearestFree, parseMap, restoreGrid, seededRandom, UnitGrid } from '@pf/grid';
import { createPlanner, DStarExtraLite, DStarLite, LPAStar, MultipathAdaptiveAStar, RepeatedAStar } from '@pf/incremental';
import { NavMesh } from '@pf/navmesh';
import { ContractionHierarchy, CustomizableHierarchy, farthestLandmarks, GoalBounds, Landmarks, PathDatabase } from '@pf/preprocess';
import { car, obstacles, RRT } from '@pf/sampling';
import { AStar, BidirectionalAStar, Dijkstra, DistanceField, findPath, JumpPointSearch, NBAStar } from '@pf/search';
import { RAW } from './misuse.ts';

/** A kind of mistake, and calls that make it. */
interface BadInput {
  readonly kind: string;
  /** 'throws': each call throws a sentence. 'right': each call is handled correctly nevertheless, and returns true. */
  readonly answer: 'throws' | 'right';
  readonly calls: readonly (() => unknown)[];
}

const field = (): NavMesh => NavMesh.fromPolygons({ outlines: [[[0, 0], [4, 0], [4, 4], [0, 4]]] });
const grid = (): Grid => Grid.fromRows(['.....', '.....', '.....', '.....'], { movement: 'four' });
/** A value from a caller without types. */
const loose = (value: unknown): never => value as never;
const searches = [AStar, BidirectionalAStar, NBAStar, JumpPointSearch, Dijkstra];
const planners = [DStarLite, DStarExtraLite, LPAStar, MultipathAdaptiveAStar, RepeatedAStar];

/** A wall across the map, unreported. */
function walled(): { map: Grid; west: number; east: number; build: () => void } {
  const map = grid();
  return { map, west: map.vertex(0, 0), east: map.vertex(4, 3), build: () => void map.setRectangle(2, 0, 1, 4, 0) };
}

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

const isBlocked = (cost: number): boolean => cost === Infinity;

const badInputs: readonly BadInput[] = [
  {
    kind: 'an unreported edit, to an object that keeps answers about the map',
    answer: 'right',
    calls: [
      () => {
        const { map, west, east, build } = walled();
        const components = new Components(map);
        components.same(west, east);
        build();
        return !components.same(west, east) && components.count === 2;
      },
      () => {
        const { map, build } = walled();
        const clearance = new Clearance(map);
        clearance.at(map.vertex(0, 0));
        build();
        return clearance.at(map.vertex(0, 0)) === 2;
      },
      () => {
        const { map, build } = walled();
        const units = new UnitGrid(map, 2);
        findPath(units.grid, { from: [0, 0], to: [3, 2] });
        build();
        return isBlocked(findPath(units.grid, { from: [0, 0], to: [3, 2] }).cost);
      },
      () => {
        const { map, build } = walled();
        findPath(map, { from: [0, 0], to: [4, 3] });
        build();
        return isBlocked(findPath(map, { from: [0, 0], to: [4, 3] }).cost);
      },
      () => {
        const { map, west, east, build } = walled();
        const astar = new AStar(map);
        const dispatcher = new Dispatcher(map, { planner: () => astar });
        const unit = dispatcher.add(west);
        dispatcher.order(unit, east);
        dispatcher.frame({ expansions: 1000 });
        build();
        for (let i = 0; i < 20; i++) dispatcher.frame({ expansions: 1000 });
        return map.x(dispatcher.position(unit)) < 2 && dispatcher.status(unit) === 'unreachable';
      },
      ...searches.map((Search) => () => {
        const { map, west, east, build } = walled();
        const search = new Search(map);
        search.search(west, east);
        build();
        return isBlocked(search.search(west, east));
      }),
      ...planners.map((Planner) => () => {
        const { map, west, east, build } = walled();
        const planner = new Planner(map);
        planner.begin(west, east);
        planner.run();
        build();
        planner.run();
        return isBlocked(planner.cost);
      }),
    ],
  },
  {
    kind: 'a report without tails, after an edit',
    answer: 'right',
    calls: planners.map((Planner) => () => {
      const { map, west, east, build } = walled();
      const planner = new Planner(map);
      planner.begin(west, east);
      planner.run();
      build();
      planner.arcsChanged(new Uint32Array(9), 0);
      planner.run();
      return isBlocked(planner.cost);
    }),
  },
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
    calls: ownGraphs.flatMap((graph) => [() => { checkGraph(graph); }, () => new Landmarks(graph, [0]), () => PathDatabase.build(graph), () => ContractionHierarchy.build(graph), () => CustomizableHierarchy.build(graph)]),
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
  {
    kind: 'a start or goal that is blocked, or cannot be reached',
    answer: 'right',
    calls: [
      () => findPath(Grid.fromRows(['#..']), { from: [0, 0], to: [2, 0] }).reason === 'start-blocked',
      () => findPath(Grid.fromRows(['..#']), { from: [0, 0], to: [2, 0] }).reason === 'goal-blocked',
      () => findPath(Grid.fromRows(['.#.']), { from: [0, 0], to: [2, 0] }).reason === 'no-path',
      ...searches.map((Search) => () => {
        const map = Grid.fromRows(['.#.'], { movement: 'four' });
        const search = new Search(map);
        return isBlocked(search.search(map.vertex(0, 0), map.vertex(2, 0))) && search.path(new Uint32Array(map.vertexCount)) === 0;
      }),
    ],
  },
  {
    kind: 'an artifact of a map that was edited since, or of another map',
    answer: 'throws',
    calls: [
      () => {
        const map = grid();
        const landmarks = new Landmarks(map, farthestLandmarks(map, 2));
        map.setBlocked(2, 1, true);
        return landmarks.save();
      },
      () => {
        const map = grid();
        const saved = new Landmarks(map, farthestLandmarks(map, 2)).save();
        map.setBlocked(2, 1, true);
        return Landmarks.load(map, saved);
      },
      () => {
        const map = new Grid(6, 5);
        const saved = GoalBounds.build(map).save();
        map.setBlocked(2, 1, true);
        return GoalBounds.load(map, saved);
      },
      () => {
        const mesh = field();
        const landmarks = new Landmarks(mesh, [0]);
        mesh.cut([[1, 1], [2, 1], [2, 2], [1, 2]]);
        return landmarks.save();
      },
      () => {
        const mesh = field();
        const saved = new Landmarks(mesh, [0]).save();
        // The same mesh takes them.
        Landmarks.load(field(), saved);
        mesh.cut([[1, 1], [2, 1], [2, 2], [1, 2]]);
        return Landmarks.load(mesh, saved);
      },
      () => Landmarks.load(grid(), loose(new ArrayBuffer(3))),
      () => Landmarks.load(grid(), loose('tables')),
    ],
  },
  {
    kind: 'a search that is called within its own graph or heuristic',
    answer: 'throws',
    calls: [
      () => {
        const map = grid();
        const astar: AStar = new AStar(map, { heuristic: () => astar.search(map.vertex(0, 0), map.vertex(1, 1)) });
        return astar.search(map.vertex(0, 0), map.vertex(4, 3));
      },
      () => {
        const map = grid();
        const planner: LPAStar = new LPAStar(map, { heuristic: () => (planner.run() ? 0 : 0) });
        planner.begin(map.vertex(0, 0), map.vertex(4, 3));
        return planner.run();
      },
    ],
  },
];

/** Results by kind: how many calls were tried, how many were accepted silently (or wrongly), and how many ended in an error of the engine. */
export function tryBadInputs(): { readonly kind: string; readonly answer: string; readonly tried: number; readonly silent: readonly string[]; readonly raw: readonly string[] }[] {
  return badInputs.map(({ kind, answer, calls }) => {
    const silent: string[] = [];
    const raw: string[] = [];
    calls.forEach((call, i) => {
      try {
        const result = call();
        if (answer === 'throws' || result !== true) silent.push(`call ${i}: ${String(call)}`);
      } catch (error) {
        const message = error instanceof Error ? error.message : String(error);
        if (answer === 'right' || RAW.test(message)) raw.push(`call ${i}: ${message} ${String(call)}`);
      }
    });
    return { kind, answer, tried: calls.length, silent, raw };
  });
}

/** The table of docs/trust.md. */
export function badInputTable(): string {
  const rows = tryBadInputs().map(({ kind, answer, tried, silent, raw }) => `| ${kind} | ${tried} | ${answer === 'throws' ? 'throws a sentence' : 'a right answer'} | ${silent.length} | ${raw.length} |`);
  return ['| what | tried | answer | silent or wrong | error of the engine |', '| --- | ---: | --- | ---: | ---: |', ...rows].join('\n');
}
