import { seededRandom } from '@pf/grid';
import type { Pose } from '@pf/robots';
import { CostMap, curvePoses, latticeHeuristic, makeMotionPrimitives, MapFrame, reedsShepp, reedsSheppLength, StateLattice } from '@pf/robots';
import { ARAStar, AStar, Dijkstra } from '@pf/search';
import { column } from '../../record/column.ts';
import type { Experiment, Options } from '../../experiment.ts';
import type { Recorder } from '../../record/recorder.ts';
import { experiment } from '../../record/run.ts';
import { shortestByWords } from './reeds-shepp-words.ts';
import { rosWorlds } from './ros-worlds.ts';
import type { RobotWorld } from './sbpl-worlds.ts';
import { sbplWorlds } from './sbpl-worlds.ts';
import { drawTruth, drive, driving } from './unknown-worlds.ts';

const SIZES = {
  tiny: { side: 40, worlds: 1, pairs: 1000, unknown: 4, mapSide: 40 },
  quick: { side: 120, worlds: 3, pairs: 100_000, unknown: 60, mapSide: 160 },
  full: { side: 200, worlds: 6, pairs: 1_000_000, unknown: 1000, mapSide: 600 },
};
/** The world and motions of the PR2, for the claims on time. */
const CUBICLE = 'cubicle-25mm-inflated-env, pr2';
/** The initial weight, as in the examples of SBPL. */
const WEIGHT = 5;
const STEP = 1;

export const robots: Experiment = experiment({
  name: 'robots', title: 'Robots with headings',
  reproduces: 'ARA* on state lattices (Likhachev, Gordon & Thrun 2003; Likhachev & Ferguson 2009), Reeds–Shepp curves (1990), AD* and D* Lite in unknown worlds (2005).',
}, run);

function run(record: Recorder, options: Options): void {
  const { pairs, unknown, mapSide } = SIZES[options.effort];
  record.table('lattices', 'State lattices: ARA*, from its first path to the cheapest', {
    world: column.key('world'), states: column.count('states'), first: column.figure('first path', 's'), bound: column.ratio('its bound'), firstExpanded: column.count('expanded'),
    best: column.figure('cheapest', 's'), bestExpanded: column.count('all expanded'), scratch: column.count('expanded from scratch'), cost: column.cost('cost'), dijkstra: column.cost('Dijkstra'),
  });
  record.table('bounds', 'Bound and cost over expansions', {
    world: column.key('world'), weight: column.key('weight'), bound: column.ratio('bound'), cost: column.cost('cost'), expanded: column.count('expanded'), seconds: column.figure('time', 's'), scratch: column.count('weighted A* from scratch'),
  });
  record.table('unknown', 'Robots with a range scanner in unknown worlds', {
    planner: column.key('planner'), worlds: column.count('worlds'), reached: column.gain('reached'), unreachable: column.count('proved unreachable'), stops: column.count('stops before the unseen'), touched: column.count('touched'),
    motions: column.count('motions'), expanded: column.count('expanded'),
  });
  const given = options.robots === undefined ? [] : [sbplWorlds(options.robots), rosWorlds(options.robots, mapSide)];
  for (const sentence of given.flatMap(({ left }) => left)) record.note(`Left out: ${sentence}`);
  const read = given.flatMap((kind) => kind.worlds);
  if (options.robots !== undefined && read.length === 0) record.note(`There is no world in ${options.robots} that can be used: worlds are .cfg files of SBPL with .mprim files, and maps of ROS, .yaml files with .pgm pictures.`);
  const worlds = [...read, ...generated(options)];
  record.note(`ARA* begins at weight ${WEIGHT}, which falls by ${STEP}. Times include building the estimate; those of the first path begin with a lattice that is built. "From scratch": weighted A* once for each weight.`);
  record.note('Robots scan 1.5 m far with 720 beams from their centre, at each pose of a motion. Unseen cells count as free for planning. Their footprint is 0.35 × 0.25 m, and they stop before a cell that they have not seen to be free.');
  record.expect(worlds.length + driving.length + 1);

  let differing = 0;
  let beyond = 0;
  let together = 0;
  let apart = 0;
  let cubicle: { first: number; best: number } | undefined;
  for (const world of worlds) {
    record.step(world.name);
    const found = measureLattice(record, world);
    if (found.differs) differing++;
    beyond += found.beyond;
    together += found.expanded;
    apart += found.scratch;
    if (world.name === CUBICLE) cubicle = found;
  }
  record.claim({ name: 'state lattices: cheapest paths that differ from Dijkstra', source: 'ARA* at bound 1', atMost: 0, unit: '', ours: differing, anySize: true });
  record.claim({ name: 'state lattices: paths beyond their bound', source: 'Likhachev, Gordon & Thrun 2003', atMost: 0, unit: '', ours: beyond, anySize: true });
  record.claim({ name: 'ARA* over weighted A* from scratch at each weight, expansions', source: 'Likhachev, Gordon & Thrun 2003', atMost: 1, unit: '×', ours: together / apart });
  const lacks = cubicle === undefined ? { lacks: 'the worlds of SBPL, beside the checkout' } : {};
  record.claim({ name: 'cubicle world: first path', source: 'target', atMost: 1, unit: 's', ours: cubicle?.first ?? null, ...lacks });
  record.claim({ name: 'cubicle world: cheapest path', source: 'target', atMost: 10, unit: 's', ours: cubicle?.best ?? null, ...lacks });

  record.step('Reeds–Shepp curves');
  record.claim({ name: `Reeds–Shepp: faults in ${pairs} random pairs`, source: 'as short as the best of all words solved by brute force, at least the straight distance, equal in both directions, ends within 1e-9', atMost: 0, unit: '', ours: curveFaults(pairs, options.seed), anySize: true });

  for (const name of driving) {
    record.step(`${name} in unknown worlds`);
    let [worldCount, reached, unreachable, stops, touched, wrong, motions, expanded] = [0, 0, 0, 0, 0, 0, 0, 0];
    for (let seed = 1; worldCount < unknown; seed++) {
      const end = drive(name, drawTruth(options.seed * 100_003 + seed), options.seed * 100_003 + seed);
      if (end === undefined) continue;
      worldCount++;
      if (end.end === 'reached') reached++;
      if (end.end === 'unreachable') unreachable++;
      if (!end.right) wrong++;
      stops += end.stops;
      touched += end.touched;
      motions += end.steps;
      expanded += end.expanded;
    }
    record.row('unknown', { planner: name, worlds: worldCount, reached, unreachable, stops, touched, motions, expanded });
    record.claim({ name: `${name} in unknown worlds: neither reached nor proved unreachable`, source: 'a search over the true world', atMost: 0, unit: '', ours: wrong, anySize: true });
    record.claim({ name: `${name} in unknown worlds: poses that touch an obstacle`, source: 'the true world', atMost: 0, unit: '', ours: touched, anySize: true });
  }
}

/** Improves to the cheapest path, and checks every earlier path against it. */
function measureLattice(record: Recorder, world: RobotWorld): { differs: boolean; beyond: number; expanded: number; scratch: number; first: number; best: number } {
  const lattice = new StateLattice(world.map, world.motions, { speed: world.speed, turnRate: world.turnRate });
  const [start, goal] = [lattice.vertexAt(world.start), lattice.vertexAt(world.goal)];
  const began = performance.now();
  const heuristic = latticeHeuristic(lattice);
  const search = new ARAStar(lattice, { heuristic, weight: WEIGHT, step: STEP });
  search.search(start, goal);
  const seconds = (): number => (performance.now() - began) / 1000;
  const first = { seconds: seconds(), bound: search.bound, expanded: search.counters.expanded };
  const passes = [{ weight: search.weight, bound: search.bound, cost: search.cost, expanded: search.counters.expanded, seconds: first.seconds }];
  // A budget of one expansion begins the next pass; the rest of it is a run.
  for (let done = search.improve(1); ; done = search.improve(1)) {
    if (!done) search.run();
    const last = passes[passes.length - 1];
    if (search.weight !== last.weight) passes.push({ weight: search.weight, bound: search.bound, cost: search.cost, expanded: search.counters.expanded, seconds: seconds() });
    if (done || search.bound === 1) break;
  }
  const best = { seconds: seconds(), expanded: search.counters.expanded, cost: search.cost };
  const truth = new Dijkstra(lattice).search(start, goal);
  let scratch = 0;
  let beyond = 0;
  for (const pass of passes) {
    const astar = new AStar(lattice, { heuristic, weight: pass.weight });
    astar.search(start, goal);
    scratch += astar.counters.expanded;
    if (pass.cost > pass.bound * truth * (1 + 1e-9)) beyond++;
    record.row('bounds', { world: world.name, weight: pass.weight.toFixed(2), bound: pass.bound, cost: pass.cost, expanded: pass.expanded, seconds: pass.seconds, scratch: astar.counters.expanded });
  }
  record.row('lattices', {
    world: world.name, states: lattice.vertexCount, first: first.seconds, bound: first.bound, firstExpanded: first.expanded, best: best.seconds, bestExpanded: best.expanded, scratch, cost: best.cost, dijkstra: truth,
  });
  return { differs: best.cost !== truth && !(Math.abs(best.cost - truth) <= 1e-9 * truth), beyond, expanded: best.expanded, scratch, first: first.seconds, best: best.seconds };
}

/** Rooms with doors and scattered boxes, for a car. */
function generated({ effort, seed }: Options): RobotWorld[] {
  const { side, worlds } = SIZES[effort];
  const motions = makeMotionPrimitives({ base: 'ackermann', resolution: 0.1, turningRadius: 0.5 });
  return Array.from({ length: worlds }, (_, i) => {
    const random = seededRandom(seed + i);
    const frame = new MapFrame(side, side, 0.1);
    const map = new CostMap(frame);
    for (let wall = 20; wall < side - 10; wall += 20) {
      const door = 8 + Math.floor(random() * (side - 16));
      for (let y = 0; y < side; y++) if (Math.abs(y - door) > 4) map.costs[y * side + wall] = 254;
    }
    for (let box = 0; box < side; box++) {
      const [x, y] = [Math.floor(random() * (side - 3)), Math.floor(random() * (side - 3))];
      if (Math.min(x + y, 2 * side - x - y) < 30) continue;
      for (let k = 0; k < 9; k++) map.costs[(y + Math.floor(k / 3)) * side + x + (k % 3)] = 100;
    }
    const far = side / 10 - 0.75;
    return { name: `rooms ${i + 1}`, map, motions, start: { x: 0.75, y: 0.75, heading: 0 }, goal: { x: far, y: far, heading: Math.PI / 2 }, speed: 1, turnRate: 1 };
  });
}

/** The number of random pairs whose curve breaks a rule. */
function curveFaults(pairs: number, seed: number): number {
  const random = seededRandom(seed);
  const pose = (spread: number): Pose => ({ x: spread * (random() - 0.5), y: spread * (random() - 0.5), heading: 2 * Math.PI * random() });
  let faults = 0;
  for (let i = 0; i < pairs; i++) {
    const spread = 10 ** (2 * random());
    const [from, to] = [pose(spread), pose(spread)];
    const curve = reedsShepp(from, to, 1);
    const end = curvePoses(from, curve, Infinity).at(-1)!;
    const off = Math.max(Math.abs(end.x - to.x), Math.abs(end.y - to.y), 2 * Math.abs(Math.sin((end.heading - to.heading) / 2)));
    const straight = Math.hypot(to.x - from.x, to.y - from.y);
    if (off > 1e-9 || curve.length < straight - 1e-9 || Math.abs(curve.length - reedsSheppLength(to, from, 1)) > 1e-9 || Math.abs(curve.length - shortestByWords(from, to)) > 1e-9) faults++;
  }
  return faults;
}
