import * as crowds from '@pf/crowd';
import * as planners from '@pf/incremental';
import * as built from '@pf/preprocess';
import { UnitGrid } from '@pf/grid';
import * as queues from '@pf/queues';
import * as agents from '@pf/realtime';
import * as searches from '@pf/search';
import { aGraph, aGrid, aPlainGrid, graph, grid, plain } from './calls-of-worlds.ts';
import type { Call, Kind } from './kinds.ts';
import { buffer, choice, flag, func, given, list, looseNumber, maybe, number, options, signed, text, vertex, whole, world } from './kinds.ts';

type Make = (...args: never[]) => unknown;

const v = (x: number, y: number): number => grid().vertex(x, y);
const [start, goal] = [vertex(v(0, 0)), vertex(v(3, 2))];
const ends = [start, goal];
const heuristic = maybe(func(() => 0));
const look = buffer(() => new Uint32Array(99));
const cell = { right: () => ({ x: 0, y: 0 }), wrong: [undefined, null, {}, 'text', NaN, 7, { x: 0.5, y: 0 }, { x: 99, y: 0 }] };
const cellsOfPath = { right: () => [{ x: 0, y: 0 }, { x: 3, y: 3 }], wrong: [undefined, null, {}, 'text', NaN, 7, [null], [{}], [{ x: 'a', y: 0 }]] };
const goals = list(() => [v(3, 2)], [-1], [0.5], [1e9]);
const random = (): number => 0.5;
const queue = maybe(choice('heap'));

/** A class over a graph, and its search for a path. */
function search(name: string, make: (g: never, o: never) => unknown, world: Kind, kinds?: Readonly<Record<string, Kind>>): readonly Call[] {
  const made = (): { search(s: number, t: number): number; begin(s: number, t: number): void; run(b: number): boolean; path(o: never): number } => make(plain() as never, undefined as never) as never;
  return [
    { name: `new ${name}`, call: make, kinds: kinds === undefined ? [world] : [world, options(kinds)] },
    { name: `${name}.search`, call: (s: number, t: number) => made().search(s, t), kinds: ends },
    { name: `${name}.begin`, call: (s: number, t: number) => { made().begin(s, t); }, kinds: ends },
    { name: `${name}.run`, call: (b: number) => { const it = made(); it.begin(v(0, 0), v(3, 2)); return it.run(b); }, kinds: [maybe(number(5, -1))] },
    { name: `${name}.path`, call: (out: never) => { const it = made(); it.search(v(0, 0), v(3, 2)); return it.path(out); }, kinds: [look] },
  ];
}

const dijkstra = (): searches.Dijkstra => new searches.Dijkstra(grid());
const field = (): searches.DistanceField => { const it = new searches.DistanceField(grid()); it.update(v(0, 0)); return it; };

const searchCalls: readonly Call[] = [
  ...search('AStar', (g: never, o: never) => new searches.AStar(g, o), aGraph, { heuristic, weight: maybe(number(1, 0)), reopen: maybe(flag), nearest: maybe(flag), everyArc: maybe(flag), direction: maybe(choice('forward')), queue, ties: maybe(choice('larger-g')) }),
  ...search('Dijkstra', (g: never, o: never) => new searches.Dijkstra(g, o), aGraph, { direction: maybe(choice('forward')) }).filter(({ name }) => name !== 'Dijkstra.begin' && name !== 'Dijkstra.run'),
  ...search('BreadthFirst', (g: never) => new searches.BreadthFirst(g), aGraph).filter(({ name }) => name !== 'BreadthFirst.begin'),
  ...search('BidirectionalAStar', (g: never, o: never) => new searches.BidirectionalAStar(g, o), aGraph, { heuristic }),
  ...search('NBAStar', (g: never, o: never) => new searches.NBAStar(g, o), aGraph, { heuristic }),
  ...search('BidirectionalDijkstra', (g: never) => new searches.BidirectionalDijkstra(g), aGraph),
  ...search('JumpPointSearch', (g: never, o: never) => new searches.JumpPointSearch(g, o), aPlainGrid, {}),
  ...search('LazyThetaStar', (g: never) => new searches.LazyThetaStar(g), aPlainGrid),
  { name: 'AStar.searchNearest', call: (s: number, t: never) => new searches.AStar(grid()).searchNearest(s, t), kinds: [start, goals] },
  { name: 'Dijkstra.flood', call: (s: never, r: never) => dijkstra().flood(s, r), kinds: [goals, maybe(number(2, -1))] },
  { name: 'Dijkstra.nearest', call: (s: never, f: never, r: never) => dijkstra().nearest(s, f, r), kinds: [goals, func(() => false), maybe(number(5, -1))] },
  { name: 'Dijkstra.searchMany', call: (s: never, t: never) => dijkstra().searchMany(s, t), kinds: [goals, goals] },
  { name: 'Dijkstra.reached', call: (out: never) => { const it = dijkstra(); it.flood(v(0, 0)); return it.reached(out); }, kinds: [look] },
  { name: 'Dijkstra.distances', call: (out: never) => { const it = dijkstra(); it.flood(v(0, 0)); it.distances(out); }, kinds: [signed(() => new Float64Array(99))] },
  { name: 'Dijkstra.firstSteps', call: (out: never) => { const it = dijkstra(); it.flood(v(0, 0)); it.firstSteps(out); }, kinds: [signed(() => new Int32Array(99))] },
  { name: 'new DistanceField', call: (g: never, o: never) => new searches.DistanceField(g, o), kinds: [aGraph, options({ direction: maybe(choice('forward')) })] },
  { name: 'DistanceField.update', call: (s: never, c: never, r: never) => { field().update(s, c, r); }, kinds: [goals, maybe(list(() => [1], [])), maybe(number(4, -1))] },
  { name: 'DistanceField.relax', call: (l: never) => { field().relax(l); }, kinds: [list(() => new Float64Array(30), [1])] },
  { name: 'DistanceField.beginRelax', call: (l: never) => { field().beginRelax(l); }, kinds: [list(() => new Float64Array(30), [1])] },
  { name: 'DistanceField.next', call: (u: number, f: never) => field().next(u, f), kinds: [vertex(v(1, 0)), maybe(func(() => false))] },
  { name: 'DistanceField.within', call: (d: number, out: never) => field().within(d, out), kinds: [number(1), look] },
  { name: 'findPath', call: (g: never, o: never) => searches.findPath(g, o), kinds: [aGrid, given({ from: cell, to: { right: cell.right, wrong: [...cell.wrong, [null], [{}], []] }, algorithm: maybe(func(searches.Dijkstra as never)), nearest: maybe(flag), shape: maybe(choice('steps')), avoid: maybe({ right: () => [], wrong: [null, {}, 'text', 7, [null], [{}]] }) })] },
  { name: 'findRoute', call: (g: never, o: never) => searches.findRoute(g, o), kinds: [world(() => graph()), given({ from: vertex(0), to: { ...vertex(2), wrong: [...vertex(2).wrong, [null], []] }, avoid: maybe({ right: () => [], wrong: [null, {}, 'text', 7, [null], () => undefined] }), nearest: maybe(flag), heuristic })] },
  { name: 'findPlan', call: (o: never) => searches.findPlan(o), kinds: [given({ start: { right: () => 0, wrong: [undefined, null, {}, [], NaN] }, steps: func((n: number) => [{ action: 'on', to: n + 1 }]), isGoal: func((n: number) => n === 3), key: maybe(func(String)), estimate: heuristic, limit: maybe(whole(9, 0)), maxCost: maybe(number(9, -1)) })] },
  { name: 'new PlanSearch', call: (o: never) => new searches.PlanSearch(o), kinds: [given({ start: { right: () => 0, wrong: [undefined, null, {}, [], NaN] }, steps: func((n: number) => [{ action: 'on', to: n + 1 }]), isGoal: func((n: number) => n === 3), key: maybe(func(String)), estimate: heuristic, limit: maybe(whole(9, 0)), maxCost: maybe(number(9, -1)) })] },
  { name: 'new AlternativeRoutes', call: (g: never, o: never) => new searches.AlternativeRoutes(g, o), kinds: [aGraph, options({ apart: maybe(number(2, -1)), maxRoutes: maybe(whole(2, 0)), overlap: maybe(number(0.5, -1)), stretch: maybe(number(1.4, -1)) })] },
  { name: 'AlternativeRoutes.search', call: (s: number, t: number) => new searches.AlternativeRoutes(grid()).search(s, t), kinds: ends },
  { name: 'AlternativeRoutes.begin', call: (s: number, t: number) => { new searches.AlternativeRoutes(grid()).begin(s, t); }, kinds: ends },
  { name: 'AlternativeRoutes.run', call: (b: number) => { const it = new searches.AlternativeRoutes(grid()); it.begin(v(0, 0), v(3, 2)); return it.run(b); }, kinds: [maybe(number(5, -1))] },
  { name: 'new DisjointPaths', call: (g: never, o: never) => new searches.DisjointPaths(g, o), kinds: [aGraph, options({ count: maybe(whole(2, 0)) })] },
  { name: 'DisjointPaths.search', call: (s: number, t: number) => new searches.DisjointPaths(grid()).search(s, t), kinds: ends },
  { name: 'DisjointPaths.begin', call: (s: number, t: number) => { new searches.DisjointPaths(grid()).begin(s, t); }, kinds: ends },
  { name: 'DisjointPaths.run', call: (b: number) => { const it = new searches.DisjointPaths(grid()); it.begin(v(0, 0), v(3, 2)); return it.run(b); }, kinds: [maybe(number(5, -1))] },
  { name: 'DisjointPaths.path', call: (i: number, out: never) => { const it = new searches.DisjointPaths(grid()); it.search(v(0, 0), v(3, 2)); return it.path(i, out); }, kinds: [whole(1, -1, 2), look] },
  { name: 'new KShortestPaths', call: (g: never) => new searches.KShortestPaths(g), kinds: [aGraph] },
  { name: 'new ARAStar', call: (g: never, o: never) => new searches.ARAStar(g, o), kinds: [aGraph, options({ heuristic, weight: maybe(number(2, 0)), step: maybe(number(0.5, 0)) })] },
  { name: 'KShortestPaths.begin', call: (s: number, t: number) => { new searches.KShortestPaths(grid()).begin(s, t); }, kinds: ends },
  { name: 'compressPath', call: (p: never) => searches.compressPath(p), kinds: [cellsOfPath] },
  { name: 'expandPath', call: (p: never) => searches.expandPath(p), kinds: [cellsOfPath] },
  { name: 'cellsOfLine', call: (a: never, b: never) => searches.cellsOfLine(a, b), kinds: [{ ...cell, wrong: cell.wrong.slice(0, 6) }, { ...cell, wrong: cell.wrong.slice(0, 6) }] },
  { name: 'pointAlong', call: (p: never, d: number) => searches.pointAlong(p, d), kinds: [cellsOfPath, number(1)] },
  ...([['smooth', searches.smooth], ['straighten', searches.straighten]] as const).map(([name, tool]) => ({ name, call: (g: never, p: never, n: number, out: never) => tool(g, p, n, out), kinds: [aGrid, list(() => [v(0, 0)]), whole(1, -1), look] })),
  { name: 'turns', call: (g: never, p: never, n: never) => searches.turns(g, p, n), kinds: [aGrid, list(() => [v(0, 0)]), maybe(whole(1, -1))] },
];

function planner(name: string, make: Make, kinds: Readonly<Record<string, Kind>>): readonly Call[] {
  const made = (): planners.Planner => make(grid() as never, { heuristic: () => 0 } as never) as planners.Planner;
  const begun = (): planners.Planner => { const it = made(); it.begin(v(0, 0), v(3, 2)); it.run(); return it; };
  return [
    { name: `new ${name}`, call: make, kinds: [aGraph, options(kinds)] },
    { name: `${name}.begin`, call: (s: number, t: number) => { made().begin(s, t); }, kinds: ends },
    { name: `${name}.run`, call: (b: number) => begun().run(b), kinds: [maybe(number(5, -1))] },
    { name: `${name}.moveTo`, call: (u: number) => { begun().moveTo(u); }, kinds: [vertex(v(1, 0))] },
    { name: `${name}.goalMovedTo`, call: (u: number) => { begun().goalMovedTo(u); }, kinds: [vertex(v(1, 0))] },
    { name: `${name}.arcsChanged`, call: (t: never, n: number) => { begun().arcsChanged(t, n); }, kinds: [list(() => [v(0, 0)]), whole(1, -1, 9)] },
    { name: `${name}.path`, call: (out: never) => begun().path(out), kinds: [look] },
  ];
}

const ofPlanners = { heuristic, queue: maybe(choice('larger-g')) };
const plannerCalls: readonly Call[] = [
  ...planner('AdaptiveAStar', (g: never, o: never) => new planners.AdaptiveAStar(g, o), { ...ofPlanners, falling: maybe(choice('repair')) }),
  ...planner('MultipathAdaptiveAStar', (g: never, o: never) => new planners.MultipathAdaptiveAStar(g, o), { ...ofPlanners, falling: maybe(choice('repair')) }),
  ...planner('RepeatedAStar', (g: never, o: never) => new planners.RepeatedAStar(g, o), { ...ofPlanners, direction: maybe(choice('forward')) }),
  ...planner('DStarExtraLite', (g: never, o: never) => new planners.DStarExtraLite(g, o), ofPlanners),
  ...planner('DStarLite', (g: never, o: never) => new planners.DStarLite(g, o), { ...ofPlanners, variant: maybe(choice('km')) }),
  ...planner('FocussedDStar', (g: never, o: never) => new planners.FocussedDStar(g, o), { heuristic }),
  ...planner('LPAStar', (g: never, o: never) => new planners.LPAStar(g, o), { ...ofPlanners, weight: maybe(number(1, 0)) }).filter(({ name }) => !name.includes('goalMovedTo') && !name.includes('moveTo')),
  ...planner('ADStar', (g: never, o: never) => new planners.ADStar(g, o), { ...ofPlanners, weight: maybe(number(2, 0.5)), step: maybe(number(0.5, 0)) }),
  { name: 'createPlanner', call: (g: never, o: never) => planners.createPlanner(g, o), kinds: [aGraph, options({ heuristic, world: maybe(choice('game')) })] },
  { name: 'navigate', call: (p: never, w: never, e: never) => planners.navigate(p, w, e).next(), kinds: [world(() => new planners.RepeatedAStar(grid())), world(() => ({ reveal: () => 0 })), given({ start, goal, sensor: { right: () => 1, wrong: [] }, budget: maybe(number(5, 0)) })] },
];

function agent(name: string, make: Make, kinds: Readonly<Record<string, Kind>>): readonly Call[] {
  const made = (): agents.RealTimeAgent => make(grid() as never, undefined as never) as agents.RealTimeAgent;
  return [
    { name: `new ${name}`, call: make, kinds: [aGraph, options({ heuristic, costBound: maybe(number(9, -1)), ...kinds })] },
    { name: `${name}.begin`, call: (s: number, t: number) => { made().begin(s, t); }, kinds: ends },
    { name: `${name}.arcsChanged`, call: (t: never, n: number) => { const it = made(); it.begin(v(0, 0), v(3, 2)); it.arcsChanged(t, n); }, kinds: [list(() => [v(0, 0)]), whole(1, -1, 9)] },
  ];
}

const partition = (): built.Partition => built.buildPartition(grid());
const cases = (): built.CaseBase => built.buildCaseBase(grid(), { cases: 2, random });
const tree = (): built.SubgoalTree | undefined => undefined;
const aPartition = world(partition);
const cutoff = maybe(number(20, -1));
const agentCalls: readonly Call[] = [
  ...agent('LrtaStar', (g: never, o: never) => new agents.LrtaStar(g, o), { k: maybe(whole(1, 0)) }),
  ...agent('FLrtaStar', (g: never, o: never) => new agents.FLrtaStar(g, o), { lookahead: maybe(whole(5, 0)), weight: maybe(number(2, 0)) }),
  ...agent('LssLrtaStar', (g: never, o: never) => new agents.LssLrtaStar(g, o), { avoidDepressions: maybe(flag), lookahead: maybe(whole(5, 0)), update: maybe(choice('dijkstra')), weight: maybe(number(2, 0)) }),
  ...agent('Frit', (g: never, o: never) => new agents.Frit(g, o), { reconnect: maybe(func(() => new agents.LrtaStar(grid()))) }),
  ...agent('TbaStar', (g: never, o: never) => new agents.TbaStar(g, o), { expansions: maybe(whole(5, 0)), traces: maybe(whole(5, 0)) }),
  { name: 'new CaseGuide', call: (g: never, c: never, o: never) => new agents.CaseGuide(g, c, o), kinds: [aGrid, world(cases), options({ candidates: maybe(whole(3, 0)), cutoff, heuristic })] },
  { name: 'new CliqueGuide', call: (t: never) => new agents.CliqueGuide(t), kinds: [world(() => built.buildRegionTable(grid(), 1))] },
  { name: 'new PartitionGuide', call: (g: never, p: never, o: never) => new agents.PartitionGuide(g, p, o), kinds: [aGrid, aPartition, options({ cutoff, heuristic })] },
  { name: 'new SubgoalTreeGuide', call: (g: never, t: never, o: never) => new agents.SubgoalTreeGuide(g, t, o), kinds: [aGraph, func(tree), options({ heuristic, change: maybe(choice('at-subgoal')), start: maybe(choice('nearest')) })] },
  { name: 'new GuidedAgent', call: (g: never, guide: never, o: never) => new agents.GuidedAgent(g, guide, o), kinds: [aGrid, world(() => new agents.PartitionGuide(grid(), partition())), options({ heuristic, costBound: maybe(number(9, -1)), patience: maybe(number(3, -1)), preparation: maybe(number(3, 0)) })] },
];

const dispatcher = (map = grid()): crowds.Dispatcher => new crowds.Dispatcher(map, { planner: () => new searches.AStar(map) });
const avoiding = (): crowds.Dispatcher => new crowds.Dispatcher(graph(), { planner: () => new searches.AStar(graph()), collisions: 'avoid' });
const withOne = (): crowds.Dispatcher => { const it = dispatcher(); it.add(v(0, 0)); return it; };
const units = list(() => [v(0, 0)], [-1], [0.5], [1e9]);
const ofSteps = { crossings: maybe(func(() => 0)), distances: maybe(world(() => new crowds.DistanceTables(shared))), memory: maybe(number(1e6, -1)), seed: maybe(whole(1)) };
const budget = { right: () => ({ expansions: 5 }), wrong: [undefined, null, {}, 'text', 7, { expansions: -1 }, { expansions: NaN }, { milliseconds: NaN }, { expansion: 5 }] };
function plans(name: string, make: Make, kinds: Readonly<Record<string, Kind>>): readonly Call[] {
  return [
    { name: `new ${name}`, call: make, kinds: [world(() => shared), options(kinds)] },
    { name: `${name}.begin`, call: (s: never, t: never) => { (make(grid() as never, undefined as never) as crowds.PIBT).begin(s, t); }, kinds: [units, list(() => [v(3, 2)], [-1], [0.5], [1e9])] },
  ];
}
const crowdCalls: readonly Call[] = [
  { name: 'new Dispatcher', call: (g: never, o: never) => new crowds.Dispatcher(g, o), kinds: [aGraph, given({ planner: func(() => new searches.AStar(graph())), heuristic, shareFrom: maybe(whole(3, 0)), fields: maybe(number(4, -1)), collisions: maybe(choice('pass')) })] },
  { name: 'Dispatcher.join', call: (g: never, o: never) => avoiding().join(g, o), kinds: [aGraph, given({ planner: func(() => new searches.AStar(graph())), footprint: { right: () => new UnitGrid(grid(), 2), wrong: [null, {}, 'text', NaN, 7], optional: true } })] },
  { name: 'Dispatcher.add', call: (at: number) => dispatcher().add(at), kinds: [vertex(v(0, 0))] },
  { name: 'Dispatcher.order', call: (c: number, at: number) => { withOne().order(c, at); }, kinds: [vertex(0), goal] },
  { name: 'Dispatcher.follow', call: (c: number, p: never) => withOne().follow(c, p), kinds: [vertex(0), list(() => [v(0, 0), v(1, 0)])] },
  { name: 'Dispatcher.place', call: (c: number, at: number) => { withOne().place(c, at); }, kinds: [vertex(0), goal] },
  ...(['cancel', 'remove', 'position', 'goal', 'status'] as const).map((name) => ({ name: `Dispatcher.${name}`, call: (c: number) => withOne()[name](c), kinds: [vertex(0)] })),
  { name: 'Dispatcher.hold', call: (c: number, n: number) => { withOne().hold(c, n); }, kinds: [vertex(0), number(1, -1)] },
  { name: 'Dispatcher.path', call: (c: number, out: never) => withOne().path(c, out), kinds: [vertex(0), look] },
  { name: 'Dispatcher.spread', call: (c: never, at: number) => { withOne().spread(c, at); }, kinds: [list(() => [0], [7]), goal] },
  { name: 'Dispatcher.frame', call: (b: never) => withOne().frame(b), kinds: [budget] },
  { name: 'Dispatcher.plan', call: (b: never) => withOne().plan(b), kinds: [budget] },
  { name: 'Dispatcher.arcsChanged', call: (t: never, n: number) => { withOne().arcsChanged(t, n); }, kinds: [list(() => [v(0, 0)]), whole(1, -1, 9)] },
  { name: 'new DistanceTables', call: (g: never, o: never) => new crowds.DistanceTables(g, o), kinds: [aGraph, options({ memory: maybe(number(1e6, -1)) })] },
  ...plans('LaCAM', (g: never, o: never) => new crowds.LaCAM(g, o), { ...ofSteps, objective: maybe(choice('makespan')) }),
  { name: 'PIBT.hold', call: (c: number, n: number) => { const one = new crowds.PIBT(grid()); one.begin([v(0, 0)], [v(1, 0)]); one.hold(c, n); }, kinds: [vertex(0), number(1, -1)] },
  ...plans('PIBT', (g: never, o: never) => new crowds.PIBT(g, o), ofSteps),
  ...plans('RealTimeLaCAM', (g: never, o: never) => new crowds.RealTimeLaCAM(g, o), ofSteps),
  { name: 'new Reservations', call: (g: never) => new crowds.Reservations(g), kinds: [aGraph] },
  { name: 'Reservations.add', call: (p: never, t: never, o: never) => new crowds.Reservations(grid()).add(p, t, o), kinds: [list(() => [v(0, 0)], [-1]), maybe(whole(0, -1)), options({ length: maybe(whole(1, -1, 9)), stays: maybe(flag) })] },
  { name: 'Reservations.block', call: (u: number, a: number, b: never) => new crowds.Reservations(grid()).block(u, a, b), kinds: [start, whole(0, -1), maybe(number(1, -1))] },
  { name: 'Reservations.isFree', call: (u: number, at: number) => new crowds.Reservations(grid()).isFree(u, at), kinds: [start, whole(0, -1, 2 ** 29)] },
  { name: 'new SafeIntervalSearch', call: (g: never, r: never, o: never) => new crowds.SafeIntervalSearch(g, r, o), kinds: [world(() => shared), world(() => new crowds.Reservations(shared)), options({ crossings: ofSteps.crossings, distances: ofSteps.distances, window: maybe(whole(9, 0)) })] },
  { name: 'SafeIntervalSearch.search', call: (s: number, t: number, at: never) => new crowds.SafeIntervalSearch(shared, new crowds.Reservations(shared)).search(s, t, at), kinds: [...ends, maybe(whole(0, -1))] },
  { name: 'new Steering', call: (o: never) => new crowds.Steering(o), kinds: [options({ horizon: maybe(number(2, 0)), neighbours: maybe(whole(5, -1)), range: maybe(number(5, -1)) })] },
  { name: 'Steering.add', call: (u: never) => new crowds.Steering().add(u), kinds: [given({ x: number(0), y: number(0), radius: number(1, -1), speed: number(1, -1), priority: maybe(number(1)), layers: maybe(whole(1, 2 ** 32)), avoids: maybe(whole(1, 2 ** 32)) })] },
  { name: 'Steering.setWalls', call: (l: never) => { new crowds.Steering().setWalls(l); }, kinds: [list(() => [0, 0, 1, 1], [1])] },
  { name: 'Steering.step', call: (dt: number) => { new crowds.Steering().step(dt); }, kinds: [number(0.1, -1)] },
  { name: 'gridWalls', call: (w: number, h: number, f: never) => crowds.gridWalls(w, h, f), kinds: [whole(2, -1), whole(2, -1), func(() => false)] },
  { name: 'assignGoals', call: (c: never, n: number) => crowds.assignGoals(c, n), kinds: [list(() => [1], [NaN]), whole(1, -1, 2)] },
  { name: 'new PlanFollower', call: (g: never, p: never, n: number, o: never) => new crowds.PlanFollower(g, p, n, o), kinds: [aGrid, list(() => [v(0, 0)], [-1], [0.5]), whole(1, -1, 2), options({ crossings: maybe(func(() => 0)) })] },
  { name: 'PlanFollower.step', call: (late: never) => new crowds.PlanFollower(grid(), [v(0, 0)], 1).step(late), kinds: [maybe(func(() => false))] },
  { name: 'PlanFollower.position', call: (c: number) => new crowds.PlanFollower(grid(), [v(0, 0)], 1).position(c), kinds: [whole(0, -1, 1)] },
  { name: 'sumOfCosts', call: (p: never, g: never) => crowds.sumOfCosts(p, g), kinds: [list(() => [v(0, 0)]), list(() => [v(0, 0)])] },
  { name: 'validatePlan', call: (g: never, p: never, s: never, t: never, o: never) => crowds.validatePlan(g, p, s, t, o), kinds: [aGrid, list(() => [v(0, 0)]), units, list(() => [v(0, 0)]), options({ crossings: maybe(func(() => 0)), partial: maybe(flag) })] },
];
const shared = grid();

const progress = { onProgress: maybe(func(() => 0)) };
/** A typed array of goal bounds. */
const boxes = (of: (bounds: built.GoalBounds) => unknown): Kind => ({ right: () => of(built.GoalBounds.build(grid())), wrong: [undefined, null, {}, 'text', NaN, 7] });
const costs = list(() => new Float64Array(graph().arcCount).fill(1), [1], [-1, 1]);
/** The first vertex of a part, and the one after its last. */
const part: readonly Kind[] = [whole(0, -1, 3.5, 1e6), whole(2, -1, 1e6)];
const fastMap = (): built.FastMap => built.FastMap.build(graph(), { random });
const buildCalls: readonly Call[] = [
  { name: 'buildPartition', call: (g: never, o: never) => built.buildPartition(g, o), kinds: [aGraph, options({ cutoff, heuristic, reach: maybe(whole(1, 0)), ...progress })] },
  { name: 'buildCaseBase', call: (g: never, o: never) => built.buildCaseBase(g, o), kinds: [aGraph, given({ cases: whole(1, -1), random: func(random), cutoff, heuristic, ...progress })] },
  { name: 'buildRegionTable', call: (g: never, n: number, o: never) => built.buildRegionTable(g, n, o), kinds: [aGraph, whole(1, -1), options(progress)] },
  { name: 'savePartition', call: (g: never, p: never) => built.savePartition(g, p), kinds: [aGraph, aPartition] },
  { name: 'saveCaseBase', call: (g: never, p: never) => built.saveCaseBase(g, p), kinds: [aGraph, world(cases)] },
  { name: 'loadPartition', call: (g: never, b: never) => built.loadPartition(g, b), kinds: [aGrid, world(() => built.savePartition(grid(), partition()))] },
  { name: 'new Landmarks', call: (g: never, l: never, o: never) => new built.Landmarks(g, l, o), kinds: [aGraph, list(() => [0], [-1], [0.5], [1e9]), options({ directed: maybe(flag), precision: maybe(choice('exact')) })] },
  { name: 'Landmarks.load', call: (g: never, b: never) => built.Landmarks.load(g, b), kinds: [aGraph, world(() => new built.Landmarks(graph(), [0]).save())] },
  { name: 'Landmarks.heuristic', call: (o: never) => new built.Landmarks(grid(), [v(0, 0)]).heuristic(o), kinds: [options({ base: heuristic, infinite: maybe(flag) })] },
  { name: 'strongComponents', call: (g: never) => built.strongComponents(g), kinds: [aGraph] },
  { name: 'farthestLandmarks', call: (g: never, n: number, s: never) => built.farthestLandmarks(g, n, s), kinds: [aGraph, maybe(whole(1, -1)), maybe(vertex(0))] },
  ...(['avoidLandmarks', 'coveringLandmarks', 'randomLandmarks'] as const).map((name) => ({ name, call: (g: never, n: number, f: never) => built[name](g, n, f), kinds: [aGraph, { ...whole(1, -1), optional: false, wrong: whole(1, -1).wrong.slice(1) }, func(random)] })),
  { name: 'centroidLandmark', call: (g: never, l: never) => built.centroidLandmark(g, l), kinds: [aGrid, list(() => [v(0, 0)], [-1])] },
  { name: 'reportEstimates', call: (g: never, h: never, s: never, t: never) => built.reportEstimates(g, h, s, t), kinds: [aGrid, func(() => 0), units, units] },
  { name: 'GoalBounds.build', call: (g: never) => built.GoalBounds.build(g), kinds: [aGrid] },
  { name: 'GoalBounds.load', call: (g: never, b: never) => built.GoalBounds.load(g, b), kinds: [aGrid, world(() => built.GoalBounds.build(grid()).save())] },
  { name: 'new GoalBounds', call: (g: never, f: never, b: never) => new built.GoalBounds(g, f, b), kinds: [aGrid, boxes(({ firstArc }) => firstArc), boxes((whole) => whole.boxes)] },
  { name: 'new BoundedView', call: (b: never) => new built.BoundedView(b), kinds: [world(() => built.GoalBounds.build(grid()))] },
  { name: 'PathDatabase.build', call: (g: never, o: never) => built.PathDatabase.build(g, o), kinds: [aGraph, options({ rows: maybe(choice('all')) })] },
  { name: 'PathDatabase.firstMove', call: (s: number, t: number) => built.PathDatabase.build(grid()).firstMove(s, t), kinds: ends },
  { name: 'PathDatabase.path', call: (s: number, t: number, out: never) => built.PathDatabase.build(grid()).path(s, t, out), kinds: [...ends, look] },
  { name: 'ContractionHierarchy.build', call: (g: never, o: never) => built.ContractionHierarchy.build(g, o), kinds: [aGraph, options(progress)] },
  { name: 'ContractionHierarchy.heuristic', call: (o: never) => built.ContractionHierarchy.build(graph()).heuristic(o), kinds: [options({ infinite: maybe(flag) })] },
  { name: 'CustomizableHierarchy.build', call: (g: never, o: never) => built.CustomizableHierarchy.build(g, o), kinds: [aGraph, options({ order: maybe(list(() => [0, 1, 2], [0])), ...progress })] },
  { name: 'new CustomMetric', call: (h: never, c: never) => new built.CustomMetric(h, c), kinds: [world(() => built.CustomizableHierarchy.build(graph())), maybe(costs)] },
  { name: 'CustomMetric.setCosts', call: (a: never, c: never, n: never) => built.CustomizableHierarchy.build(graph()).customise(costs.right() as number[]).setCosts(a, c, n), kinds: [list(() => [1], [-1]), list(() => [1], [-1]), maybe(whole(1, -1, 2))] },
  { name: 'CustomMetric.arc', call: (a: number, b: number) => built.CustomizableHierarchy.build(graph()).customise().arc(a, b), kinds: [vertex(0), vertex(1)] },
  { name: 'new HierarchyQuery', call: (h: never) => new built.HierarchyQuery(h), kinds: [world(() => built.ContractionHierarchy.build(graph()))] },
  { name: 'new EliminationQuery', call: (h: never) => new built.EliminationQuery(h), kinds: [world(() => built.CustomizableHierarchy.build(graph()).customise())] },
  { name: 'EliminationQuery.beginBetween', call: (s: never, c: never, t: never, d: never) => { new built.EliminationQuery(built.CustomizableHierarchy.build(graph()).customise()).beginBetween(s, c, t, d); }, kinds: [list(() => [0], [-1]), list(() => [1], [-1]), list(() => [1], [-1]), list(() => [1], [-1])] },
  { name: 'new HierarchySweep', call: (h: never, o: never) => new built.HierarchySweep(h, o), kinds: [world(() => built.ContractionHierarchy.build(graph())), options({ direction: maybe(choice('forward')) })] },
  { name: 'new TargetBuckets', call: (h: never, l: never) => new built.TargetBuckets(h, l), kinds: [world(() => built.ContractionHierarchy.build(graph())), list(() => [0], [-1])] },
  { name: 'TargetBuckets.costs', call: (v: number, out: never) => new built.TargetBuckets(built.ContractionHierarchy.build(graph()), [0]).costs(v, out), kinds: [vertex(0), maybe(signed(() => new Float64Array(9)))] },
  { name: 'HierarchySweep.distances', call: (out: never) => { new built.HierarchySweep(built.ContractionHierarchy.build(graph())).distances(out); }, kinds: [signed(() => new Float64Array(99))] },
  { name: 'costMatrix into a buffer', call: (out: never) => built.costMatrix(built.ContractionHierarchy.build(graph()), [0], [1], out), kinds: [maybe(signed(() => new Float64Array(1)))] },
  { name: 'costMatrix', call: (h: never, a: never, b: never) => built.costMatrix(h, a, b), kinds: [world(() => built.ContractionHierarchy.build(graph())), list(() => [0], [-1]), list(() => [0], [-1])] },
  { name: 'new ClusterMap', call: (g: never, o: never) => new built.ClusterMap(g, o), kinds: [aGrid, options({ side: maybe(whole(4, 0)), entrance: maybe(whole(6, -1)) })] },
  { name: 'ClusterMap.load', call: (g: never, b: never) => built.ClusterMap.load(g, b), kinds: [aGrid, world(() => new built.ClusterMap(grid()).save())] },
  { name: 'new ClusterSearch', call: (m: never) => new built.ClusterSearch(m), kinds: [world(() => new built.ClusterMap(grid()))] },
  { name: 'CornerHierarchy.build', call: (g: never, o: never) => built.CornerHierarchy.build(g, o), kinds: [aPlainGrid, options(progress)] },
  { name: 'new CornerSearch', call: (h: never) => new built.CornerSearch(h), kinds: [world(() => built.CornerHierarchy.build(plain()))] },
  { name: 'new CornerGraph', call: (g: never) => new built.CornerGraph(g), kinds: [aPlainGrid] },
  { name: 'new JumpTable', call: (g: never, o: never) => new built.JumpTable(g, o), kinds: [aPlainGrid, options({})] },
  { name: 'jumpPoints', call: (g: never) => built.jumpPoints(g), kinds: [{ ...aPlainGrid, wrong: [...aPlainGrid.wrong, graph()] }] },
  { name: 'SubgoalTrees.build', call: (g: never) => built.SubgoalTrees.build(g), kinds: [aPlainGrid] },
  { name: 'describeWorld', call: (g: never) => built.describeWorld(g), kinds: [aGrid] },
  { name: 'restoreWorld', call: (d: never) => built.restoreWorld(d), kinds: [world(() => built.describeWorld(grid()))] },
  { name: 'FastMap.build', call: (g: never, o: never) => built.FastMap.build(g, o), kinds: [aGraph, given({ random: func(random), dimensions: maybe(whole(2, 0, 65)) })] },
  { name: 'FastMap.heuristic', call: (o: never) => fastMap().heuristic(o), kinds: [options({ base: heuristic })] },
  { name: 'FastMap.arcsChanged', call: (t: never, n: number) => fastMap().arcsChanged(t, n), kinds: [list(() => [0], [-1]), whole(1, -1)] },
  { name: 'FastMap.load', call: (g: never, b: never) => built.FastMap.load(g, b), kinds: [aGraph, world(() => fastMap().save())] },
  { name: 'Landmarks.arcsChanged', call: (t: never, n: number) => new built.Landmarks(graph(), [0]).arcsChanged(t, n), kinds: [list(() => [0], [-1]), whole(1, -1)] },
  { name: 'Landmarks.activate', call: (s: number, t: number, n: number) => { new built.Landmarks(graph(), [0]).activate(s, t, n); }, kinds: [vertex(0), vertex(1), whole(1, -1)] },
  { name: 'Landmarks.move', call: (l: number, t: number) => { new built.Landmarks(graph(), [0]).move(l, t); }, kinds: [whole(0, -1, 1), vertex(1)] },
  { name: 'Landmarks.bound', call: (l: number) => new built.Landmarks(graph(), [0]).bound(0, 1, l), kinds: [whole(0, -1, 1)] },
  { name: 'new AdaptivePlacement', call: (l: never, o: never) => new built.AdaptivePlacement(l, o), kinds: [world(() => new built.Landmarks(graph(), [0])), given({ interval: number(5, 0) })] },
  { name: 'coveringLandmarks with a base', call: (b: never) => built.coveringLandmarks(grid(), 1, random, b), kinds: [heuristic] },
  { name: 'PathDatabase.load', call: (g: never, b: never) => built.PathDatabase.load(g, b), kinds: [aGraph, world(() => built.PathDatabase.build(graph()).save())] },
  { name: 'new PathRowBuilder', call: (g: never, o: never) => new built.PathRowBuilder(g, o), kinds: [aGraph, options({ rows: maybe(choice('all')) })] },
  { name: 'new GoalBoundsBuilder', call: (g: never) => new built.GoalBoundsBuilder(g), kinds: [aGrid] },
  { name: 'GoalBoundsBuilder.allocate', call: (a: number, b: number) => new built.GoalBoundsBuilder(grid()).allocate(a, b), kinds: part },
  { name: 'GoalBoundsBuilder.build', call: (a: number, b: number, out: never) => { new built.GoalBoundsBuilder(grid()).build(a, b, out); }, kinds: [...part, buffer(() => new Float64Array(99))] },
  { name: 'PathRowBuilder.build', call: (a: number, b: number) => new built.PathRowBuilder(graph()).build(a, b), kinds: part },
  { name: 'a part of subgoal trees', call: (a: number, b: number) => built.partBuilder(plain(), 'subgoal-trees')(a, b), kinds: part },
  { name: 'isBuiltWhole', call: (k: never) => built.isBuiltWhole(k), kinds: [{ ...choice('paths'), wrong: [undefined, ...choice('paths').wrong] }] },
  { name: 'partBuilder', call: (g: never, k: never) => built.partBuilder(g, k), kinds: [aGraph, { ...choice('paths'), wrong: [undefined, ...choice('paths').wrong] }] },
  { name: 'SubgoalTrees.load', call: (g: never, b: never) => built.SubgoalTrees.load(g, b), kinds: [aPlainGrid, world(() => built.SubgoalTrees.build(plain()).save())] },
  { name: 'new SubgoalTreeBuilder', call: (g: never, h: never) => new built.SubgoalTreeBuilder(g, h), kinds: [aGrid, heuristic] },
  { name: 'publishedSubgoalTree', call: (g: never, h: never, t: number, o: never) => built.publishedSubgoalTree(g, h, t, o), kinds: [aGraph, func(() => 0), vertex(0), options({ sums: maybe(choice('exact')) })] },
  { name: 'saveRegionTable', call: (g: never, t: never) => built.saveRegionTable(g, t), kinds: [aGraph, world(() => built.buildRegionTable(graph(), 1))] },
  { name: 'PathDatabase.assemble', call: (g: never, r: never) => built.PathDatabase.assemble(g, r), kinds: [aGraph, { right: () => [new built.PathRowBuilder(graph()).build(0, 3)], wrong: [undefined, null, {}, 'text', 7, [null], [{}]] }] },
  { name: 'SubgoalTrees.assemble', call: (g: never, s: never, p: never) => built.SubgoalTrees.assemble(g, s, p), kinds: [aPlainGrid, list(() => [0]), { right: () => [new Uint32Array(0)], wrong: [undefined, null, {}, 'text', 7, [null], [{}], [7]] }] },
  { name: 'assembleParts', call: (g: never, s: never, p: never) => built.assembleParts(g, 'paths', s, p), kinds: [aGraph, list(() => [0], [1]), { right: () => [built.partBuilder(graph(), 'paths')(0, 3)], wrong: [undefined, null, {}, 'text', 7, [null], [{}]] }] },
  { name: 'ContractionHierarchy.load', call: (g: never, b: never) => built.ContractionHierarchy.load(g, b), kinds: [aGraph, world(() => built.ContractionHierarchy.build(graph()).save())] },
  { name: 'CustomizableHierarchy.load', call: (g: never, b: never) => built.CustomizableHierarchy.load(g, b), kinds: [aGraph, world(() => built.CustomizableHierarchy.build(graph()).save())] },
  { name: 'encodeArtifact', call: (k: never, s: never) => built.encodeArtifact(k, '0123456789abcdef', s), kinds: [text('kind'), { right: () => [Uint8Array.of(1)], wrong: [undefined, null, {}, 'text', 7, [null], [[7]]] }] },
];

/** Ids and keys come from hot loops: of the values that JavaScript converts to numbers, queues accept '0' and null. */
const id = { ...vertex(3), wrong: vertex(3).wrong.filter((value) => value !== '0') };
const key = { ...looseNumber(1), wrong: looseNumber(1).wrong.filter((value) => value !== null) };
const queueCalls: readonly Call[] = [
  { name: 'new BinaryHeap', call: (n: number, o: never) => new queues.BinaryHeap(n, o), kinds: [whole(9, -1), options({ ties: maybe(choice('lifo')) })] },
  { name: 'new BucketQueue', call: (n: number, o: never) => new queues.BucketQueue(n, o), kinds: [whole(9, -1), options({ ties: maybe(choice('fifo')), maxBuckets: maybe(whole(9, 0)) })] },
  { name: 'new TupleHeap', call: (n: number, a: never) => new queues.TupleHeap(n, a), kinds: [whole(9, -1), whole(2, 4)] },
  { name: 'new LazyHeap', call: (n: never) => new queues.LazyHeap(n), kinds: [maybe(whole(9, -1))] },
  { name: 'new MonotoneQueue', call: (n: never) => new queues.MonotoneQueue(n), kinds: [maybe(whole(9, -1))] },
  { name: 'BinaryHeap.push', call: (i: number, k: number) => { new queues.BinaryHeap(9).push(i, k); }, kinds: [id, key] },
  { name: 'BucketQueue.push', call: (i: number, k: number) => { new queues.BucketQueue(9).push(i, k); }, kinds: [id, { ...key, wrong: [...key.wrong, 0.5] }] },
  { name: 'TupleHeap.push', call: (i: number, a: number, b: number) => { new queues.TupleHeap(9, 2).push(i, a, b); }, kinds: [id, key, key] },
  { name: 'LazyHeap.push', call: (i: number, k: number) => { new queues.LazyHeap().push(i, k); }, kinds: [{ ...id, wrong: id.wrong.slice(0, 6) }, key] },
];

export const searchCallsAndMore: readonly Call[] = [...searchCalls, ...plannerCalls, ...agentCalls, ...crowdCalls, ...buildCalls, ...queueCalls];
