import type { CompressedGraph, Heuristic } from '@pf/graph';
import { pathCost } from '@pf/graph';
import { seededRandom } from '@pf/grid';
import { ContractionHierarchy, costMatrix, CustomizableHierarchy, EliminationQuery, farthestLandmarks, HierarchyQuery, HierarchySweep, Landmarks } from '@pf/preprocess';
import { AStar, Dijkstra, NBAStar } from '@pf/search';
import type { Experiment, Options } from '../../experiment.ts';
import type { PathSearch } from '../../measure/comparison.ts';
import { measure, timesFaster } from '../../measure/measure.ts';
import { arrayBytes } from '../../measure/memory.ts';
import type { Timing } from '../../measure/measure.ts';
import { NATIVE_ROADS } from '../../measure/native-times.ts';
import { mean, quantile } from '../../measure/statistics.ts';
import { threadClock } from '../../measure/thread-clock.ts';
import { column } from '../../record/column.ts';
import type { Recorder } from '../../record/recorder.ts';
import { experiment } from '../../record/run.ts';
import type { RoadNetwork, RoadSource } from '../../worlds/road-networks.ts';
import { roadNetworks } from '../../worlds/road-networks.ts';

const SIZES = {
  tiny: { side: 16, problems: 12, shared: 3, seconds: 0.02, changes: 20, traffic: 3, landmarks: 4 },
  quick: { side: 120, problems: 200, shared: 10, seconds: 4, changes: 200, traffic: 10, landmarks: 16 },
  full: { side: 400, problems: 1000, shared: 100, seconds: 40, changes: 1000, traffic: 1000, landmarks: 16 },
};
/** Processor time, without that of other programs. */
const CLOCK = threadClock().quick;
/** The highest rise of a fifth of the costs: light traffic, heavy traffic, jams. */
const RISES = [0.1, 0.25, 1];
/** Microseconds of A* with landmarks for a distance on rome when the target of hierarchies was set. */
const LANDMARKS_THEN = 4400;
type Size = (typeof SIZES)[keyof typeof SIZES];

interface RoadContender {
  readonly name: string;
  readonly query: PathSearch;
  /** Seconds. */
  readonly build: number;
  readonly bytes: number;
}

/** The answers of a contender and their times. */
interface Answered extends RoadContender {
  /** The mean over all pairs. */
  readonly expanded: number;
  readonly errors: number;
  readonly answers: string;
  readonly distance: Timing;
  readonly path: Timing;
}

export const roads: Experiment = experiment({
  name: 'roads', title: 'Road networks',
  reproduces: 'Contraction hierarchies (Geisberger et al. 2008, 2012), customizable ones (Dibbelt, Strasser & Wagner 2014), CH-Potentials (Strasser & Zeitz 2021), beside A*, landmarks and RoutingKit.',
}, run);

function run(record: Recorder, options: Options): void {
  const size = SIZES[options.effort];
  const sources = roadNetworks(options, size.side);
  record.table('queries', `A query, the first ${size.shared} pairs`, {
    network: column.key('network'), search: column.key('search'), distance: column.time('distance', 'µs'), path: column.time('with its path', 'µs'),
    expanded: column.count('expanded'), build: column.figure('build', 's'), bytes: column.bytes('bytes'), answers: column.text('answers'),
  });
  record.table('hierarchies', `A query of a hierarchy, ${size.problems} pairs`, {
    network: column.key('network'), hierarchy: column.key('hierarchy'), distance: column.time('distance', 'µs'), path: column.time('with its path', 'µs'),
    expanded: column.count('expanded'), answers: column.text('answers'),
  });
  record.table('customisation', 'New costs', {
    network: column.key('network'), what: column.key('what'), time: column.figure('time', 'ms'),
  });
  record.table('many', 'From one to many', { network: column.key('network'), what: column.key('what'), time: column.figure('time', 'ms') });
  record.table('traffic', 'After a fifth of the costs rose, each by a random share up to the given one', {
    network: column.key('network'), rise: column.key('rise'), search: column.key('search'), heuristic: column.key('heuristic'), expanded: column.count('expanded'), answers: column.text('answers'),
  });
  record.expect(sources.length);
  let wrong = 0;
  const left: string[] = [];
  for (const source of sources) {
    record.step(source.name);
    const network = loaded(source, size.problems, left);
    if (network !== undefined) wrong += measureNetwork(record, options, network, size);
  }
  if (left.length === sources.length) throw new Error(`No network can be measured. ${left.join(' ')}`);
  for (const sentence of left) record.note(`Left out: ${sentence}`);
  record.claim({ name: 'Wrong answers', source: 'Dijkstra, and the costs of paths arc by arc', reference: 0, atMost: 0, anySize: true, unit: '', ours: wrong });
}

/** The network, or undefined if its files cannot be used: `left` then says why. */
function loaded(source: RoadSource, problems: number, left: string[]): RoadNetwork | undefined {
  try {
    return source.load(problems);
  } catch (error) {
    left.push((error as Error).message);
    return undefined;
  }
}

function measureNetwork(record: Recorder, options: Options, network: RoadNetwork, size: Size): number {
  const { name, graph, roads: plain, problems } = network;
  record.note(`${name}: ${graph.vertexCount} vertices, ${graph.arcCount} arcs, ${problems.length} pairs at random; all searches answer the first ${size.shared}, with traffic the first ${size.traffic}.`);
  const { coordinates, leastRate } = plain;
  const estimate: Heuristic = (v, goal) => leastRate * Math.hypot(coordinates[2 * v] - coordinates[2 * goal], coordinates[2 * v + 1] - coordinates[2 * goal + 1]);
  const timed = <T>(make: () => T): { made: T; seconds: number } => {
    const begin = process.cpuUsage();
    const made = make();
    return { made, seconds: process.cpuUsage(begin).user / 1e6 };
  };
  const contraction = timed(() => ContractionHierarchy.build(graph));
  const customizable = timed(() => CustomizableHierarchy.build(graph));
  const landmarks = timed(() => new Landmarks(graph, farthestLandmarks(graph, size.landmarks)));
  const metric = customizable.made.customise(plain.costs);
  const truth = costsOf(graph, problems);

  const hierarchies: RoadContender[] = [
    { name: 'contraction hierarchy', query: new HierarchyQuery(contraction.made), build: contraction.seconds, bytes: contraction.made.byteLength },
    {
      name: 'customizable hierarchy', query: new EliminationQuery(metric), build: customizable.seconds,
      bytes: customizable.made.byteLength + arrayBytes({ up: metric.up.cost, down: metric.down.cost, a: metric.up.parts, b: metric.down.parts, costs: metric.costs }),
    },
  ];
  const found = answered(network, truth, [
    ...hierarchies,
    { name: `A*, ${size.landmarks} landmarks`, query: new AStar(graph, { heuristic: landmarks.made.heuristic({ base: estimate }) }), build: landmarks.seconds, bytes: landmarks.made.byteLength },
    { name: 'NBA*', query: new NBAStar(graph, { heuristic: estimate }), build: 0, bytes: 0 },
    { name: 'A*', query: new AStar(graph, { heuristic: estimate }), build: 0, bytes: 0 },
    { name: 'Dijkstra', query: new Dijkstra(graph), build: 0, bytes: 0 },
  ], size.shared, 0.4 * size.seconds);
  for (const { name: search, build, bytes, distance, path, expanded, answers } of found) {
    record.row('queries', { network: name, search, distance: distance.time, path: path.time, expanded, build, bytes, answers });
  }
  const native = NATIVE_ROADS[name];
  const byHierarchies = answered(network, truth, hierarchies, problems.length, 0.4 * size.seconds);
  for (const { name: hierarchy, distance, path, expanded, answers } of byHierarchies) {
    record.row('hierarchies', { network: name, hierarchy, distance: distance.time, path: path.time, expanded, answers });
  }
  const [contracted, customized] = byHierarchies;
  let wrong = [...found, ...byHierarchies].reduce((sum, one) => sum + one.errors, 0);
  const changes = measureChanges(record, network, customizable.made, size, options.seed);
  measureMany(record, network, contraction.made);
  // Last, because with graphs of objects in memory each garbage collection takes seconds.
  for (const peer of options.peers?.roads ?? []) {
    record.version(peer.name, peer.version);
    const made = timed(() => peer.load(plain));
    const sample = problems.slice(0, size.shared);
    const errors = sample.filter(({ from, to }, i) => !near(from === to ? 0 : pathCost(graph, made.made.vertices(made.made.search(from, to))), truth[i])).length;
    const [timing] = measure([{ name: peer.name, run: (i) => void made.made.search(sample[i].from, sample[i].to) }], { queries: sample.length, seconds: 0.1 * size.seconds, clock: CLOCK });
    record.row('queries', { network: name, search: peer.name, distance: null, path: timing.time, expanded: null, build: made.seconds, bytes: null, answers: verdict(errors, sample.length) });
  }

  const traffic = measureTraffic(record, network, contraction.made, customizable.made, estimate, size, options.seed);
  wrong += traffic.wrong;
  for (const [what, unit, ours, reference] of [
    ['contraction hierarchy, build', 's', contraction.seconds, native?.build],
    ['contraction hierarchy, a distance', 'µs', contracted.distance.time, native?.distance],
    ['contraction hierarchy, a path', 'µs', contracted.path.time, native?.path],
    ['customizable hierarchy, customisation', 'ms', changes.all, native?.customise],
    ['customizable hierarchy, a distance', 'µs', customized.distance.time, native?.customDistance],
    ['customizable hierarchy, a path', 'µs', customized.path.time, native?.customPath],
  ] as const) {
    record.claim({ name: `${name}: ${what}`, source: reference === undefined ? 'reported' : 'RoutingKit, native, a single run, target within 2.5×', unit, ours, ...(reference === undefined ? {} : { reference, atMost: 2.5 * reference }) });
  }
  record.claim({ name: `${name}: a single changed arc, mean`, source: 'target', atMost: 1, unit: 'ms', ours: changes.one });
  const whole = options.effort === 'full';
  const [faster] = found.slice(0, hierarchies.length).sort((a, b) => a.distance.time.value - b.distance.time.value);
  record.claim({ name: `${name}: A* with landmarks over the faster hierarchy, a distance`, source: 'reported', unit: '×', ours: timesFaster(found[hierarchies.length].distance, faster.distance) });
  // The target was set against the time of A* with landmarks at that time.
  if (name === 'rome') record.claim({ name: 'rome: A* with landmarks in its first version, 4.4 ms, over the faster hierarchy', source: 'target', atLeast: 100, unit: '×', ours: LANDMARKS_THEN / faster.distance.time.value });
  const target = whole ? { source: 'target', atLeast: 20 } : { source: 'reported' };
  RISES.forEach((rise, i) => {
    const { forward, bothEnds } = traffic.fewer[i];
    const what = `${name}: expansions of A* over those with the heuristic of the old costs, a fifth of the arcs up to ${100 * rise}% more expensive`;
    record.claim({ name: `${what}, A*`, source: 'reported', unit: '×', ours: forward });
    record.claim({ name: `${what}, NBA*`, ...(rise > 0.25 ? { source: 'reported' } : target), unit: '×', ours: bothEnds });
  });
  record.claim({ name: `${name}: the same with the heuristic of a metric that follows, up to ${100 * RISES[RISES.length - 1]}%`, ...target, unit: '×', ours: traffic.following });
  return wrong;
}

/** Checks all answers to the first `count` pairs; then times the distance alone, and in other rounds the distance with its path. */
function answered({ graph, problems }: RoadNetwork, truth: readonly number[], contenders: readonly RoadContender[], count: number, seconds: number): Answered[] {
  const sample = problems.slice(0, count);
  const out = new Uint32Array(graph.vertexCount);
  const checked = contenders.map((contender) => {
    const { query } = contender;
    let expanded = 0;
    let errors = 0;
    sample.forEach(({ from, to }, i) => {
      const cost = query.search(from, to);
      expanded += query.counters.expanded;
      const length = query.path(out);
      if (!near(cost, truth[i]) || (cost < Infinity && !near(pathCost(graph, out, length), cost))) errors++;
    });
    return { ...contender, expanded: expanded / count, errors, answers: verdict(errors, count) };
  });
  const measuring = { queries: count, seconds: seconds / 2, clock: CLOCK };
  const distances = measure(contenders.map(({ name, query }) => ({ name, run: (i) => void query.search(sample[i].from, sample[i].to) })), measuring);
  const paths = measure(contenders.map(({ name, query }) => ({ name, run: (i) => void (query.search(sample[i].from, sample[i].to), query.path(out)) })), measuring);
  return checked.map((one, k) => ({ ...one, distance: distances[k], path: paths[k] }));
}

function verdict(errors: number, count: number): string {
  return errors === 0 ? 'all right' : `${errors} of ${count} wrong`;
}

/** Milliseconds to customise all costs, and the mean for a single arc. */
function measureChanges(record: Recorder, { name, roads: plain }: RoadNetwork, hierarchy: CustomizableHierarchy, { changes }: Size, seed: number): { all: number; one: number } {
  const random = seededRandom(seed);
  const metric = hierarchy.customise(plain.costs);
  const all: number[] = [];
  for (let i = 0; i < 15; i++) {
    const begin = process.cpuUsage();
    metric.customise(plain.costs);
    all.push(process.cpuUsage(begin).user / 1000);
  }
  const single: number[] = [];
  for (let i = 0; i < 2 * changes; i++) {
    const arc = Math.floor(random() * plain.costs.length);
    const cost = plain.costs[arc] * (0.5 + 3 * random());
    const begin = CLOCK();
    metric.setCosts([arc], [cost]);
    if (i >= changes) single.push(CLOCK() - begin);
  }
  const found = { all: quantile(all, 0.5), one: mean(single) };
  for (const [what, time] of [['all arcs', found.all], ['one arc, mean', found.one], ['one arc, median', quantile(single, 0.5)], ['one arc, 95th percentile', quantile(single, 0.95)]] as const) {
    record.row('customisation', { network: name, what, time });
  }
  return found;
}

function measureMany(record: Recorder, { name, graph, problems }: RoadNetwork, hierarchy: ContractionHierarchy): void {
  const ends = problems.slice(0, 100);
  const [sources, targets] = [ends.map(({ from }) => from), ends.map(({ to }) => to)];
  const time = (run: () => void): number => {
    run();
    const begin = process.cpuUsage();
    for (let i = 0; i < 3; i++) run();
    return process.cpuUsage(begin).user / 3000;
  };
  const sweep = new HierarchySweep(hierarchy);
  const dijkstra = new Dijkstra(graph);
  record.row('many', { network: name, what: `a table of ${ends.length} × ${ends.length}`, time: time(() => void costMatrix(hierarchy, sources, targets)) });
  record.row('many', { network: name, what: 'one to all, by a sweep', time: time(() => void sweep.flood(sources[0])) });
  record.row('many', { network: name, what: 'one to all, by Dijkstra', time: time(() => void dijkstra.flood(sources[0])) });
}

/** How many times fewer expansions searches need with the heuristic of the old costs, by rise, and with that of a metric that follows the costs. */
function measureTraffic(record: Recorder, { name, graph, problems, roads: plain }: RoadNetwork, contraction: ContractionHierarchy, customizable: CustomizableHierarchy, estimate: Heuristic, size: Size, seed: number): { fewer: { forward: number; bothEnds: number }[]; following: number; wrong: number } {
  const sample = problems.slice(0, size.traffic);
  const metric = customizable.customise();
  let wrong = 0;
  const expansions = (rise: string, label: string, heuristic: Heuristic, truth: readonly number[], search: AStar | NBAStar = new AStar(graph, { heuristic })): number => {
    let expanded = 0;
    let errors = 0;
    sample.forEach(({ from, to }, i) => {
      if (!near(search.search(from, to), truth[i])) errors++;
      expanded += search.counters.expanded;
    });
    wrong += errors;
    record.row('traffic', { network: name, rise, search: search instanceof AStar ? 'A*' : 'NBA*', heuristic: label, expanded: expanded / sample.length, answers: errors === 0 ? 'all right' : `${errors} wrong` });
    return expanded;
  };
  // Infinity where there is no path: otherwise A* expands everything reachable first, with any heuristic.
  const before = contraction.heuristic({ infinite: true });
  let following = NaN;
  const fewer = RISES.map((rise) => {
    const random = seededRandom(seed + 1);
    for (let arc = 0; arc < plain.costs.length; arc++) {
      if (random() < 0.2) graph.setCost(plain.tails[arc], plain.heads[arc], Math.max(plain.costs[arc], Math.round(plain.costs[arc] * (1 + rise * random()))));
    }
    const truth = costsOf(graph, sample);
    const label = `${100 * rise}%`;
    const plainly = expansions(label, 'straight distance', estimate, truth);
    const informed = expansions(label, 'contraction hierarchy, costs before', before, truth);
    const fromBothEnds = expansions(label, 'contraction hierarchy, costs before', before, truth, new NBAStar(graph, { heuristic: before }));
    following = plainly / expansions(label, 'metric that follows the costs', metric.heuristic({ infinite: true }), truth);
    return { forward: plainly / informed, bothEnds: plainly / fromBothEnds };
  });
  return { fewer, following, wrong };
}

function costsOf(graph: CompressedGraph, problems: RoadNetwork['problems']): number[] {
  const dijkstra = new Dijkstra(graph);
  return problems.map(({ from, to }) => dijkstra.search(from, to));
}

function near(a: number, b: number): boolean {
  return a === b || Math.abs(a - b) <= 1e-9 * (1 + b);
}
