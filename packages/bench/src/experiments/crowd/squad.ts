import type { Grid } from '@pf/grid';
import { eightNeighbours, FogOfWar, Grid as GridOf, radius, seededRandom } from '@pf/grid';
import { DStarLite, MultipathAdaptiveAStar } from '@pf/incremental';
import type { RoutePlanner } from '@pf/crowd';
import { Dispatcher } from '@pf/crowd';
import { AStar, JumpPointSearch } from '@pf/search';
import { stepCost } from '../../episodes/episode.ts';
import { column } from '../../record/column.ts';
import type { Experiment, Options } from '../../experiment.ts';
import type { Recorder } from '../../record/recorder.ts';
import { experiment } from '../../record/run.ts';
import { mean, quantile } from '../../measure/statistics.ts';
import { threadClock } from '../../measure/thread-clock.ts';
import { drawProblems, worlds } from '../../worlds/worlds.ts';

const SIZES = {
  tiny: { side: 40, characters: 6, frames: 10, own: 3, games: 1 },
  quick: { side: 256, characters: 400, frames: 150, own: 24, games: 1 },
  full: { side: 512, characters: 1000, frames: 600, own: 60, games: 12 },
};
const BUDGET = 2;

interface System {
  readonly name: string;
  /** Fewer units, because each needs the memory of its own planner. */
  readonly own: boolean;
  readonly shareFrom: number;
  readonly collisions?: 'avoid';
  readonly budget?: number;
  readonly planner: (known: Grid) => () => RoutePlanner;
}

const systems: readonly System[] = [
  { name: 'A*', own: false, shareFrom: Infinity, planner: (known) => always(new AStar(known)) },
  { name: 'A*, shared goals', own: false, shareFrom: 3, planner: (known) => always(new AStar(known)) },
  { name: 'jump points', own: false, shareFrom: Infinity, planner: jumpPoints },
  { name: 'jump points, shared goals', own: false, shareFrom: 3, planner: jumpPoints },
  { name: 'jump points, shared goals, 4 ms', own: false, shareFrom: 3, budget: 4, planner: jumpPoints },
  { name: 'the same, avoiding each other', own: false, shareFrom: 3, budget: 4, collisions: 'avoid', planner: jumpPoints },
  { name: 'MPAA*, one each', own: true, shareFrom: Infinity, planner: (known) => () => new MultipathAdaptiveAStar(known, { heuristic: known.heuristic() }) },
  { name: 'D* Lite, buckets, one each', own: true, shareFrom: Infinity, planner: (known) => () => new DStarLite(known, { heuristic: known.heuristic(), queue: 'buckets' }) },
  { name: 'D* Lite, heap, one each', own: true, shareFrom: Infinity, planner: (known) => () => new DStarLite(known, { heuristic: known.heuristic(), queue: 'larger-g' }) },
];

function always(planner: RoutePlanner): () => RoutePlanner {
  return () => planner;
}

function jumpPoints(known: Grid): () => RoutePlanner {
  const search = new JumpPointSearch(known);
  // Reads the map at its first query: before the game begins, not in its first frame.
  search.search(known.vertex(0, 0), known.vertex(0, 0));
  return always(search);
}

interface Run {
  readonly planned: number;
  readonly moved: number;
  readonly expanded: number;
  readonly arrived: number;
  /** Illegal steps, orders that end elsewhere than at their goal, and collisions of units that avoid each other. */
  readonly wrong: number;
  /** Milliseconds of each frame. */
  readonly spent: readonly number[];
}

/** Means per frame over all games. */
interface Summary {
  readonly planned: number;
  readonly moved: number;
  readonly expanded: number;
  /** In 3600 frames, a minute of a game. */
  readonly arrived: number;
  readonly time: number;
  /** The 99th percentile over the budget, in percent of it. */
  readonly overrun: number;
}

/** Plays a number of frames under one fog of war. Each unit has its own goal or one of a few shared ones, and gets a new one on arrival. */
function play(truth: Grid, system: System, characters: number, frames: number, seed: number): Run {
  const fog = new FogOfWar(truth, new GridOf(truth.width, truth.height, { metric: '70/99' }));
  const { known } = fog;
  const random = seededRandom(seed);
  const make = system.planner(known);
  const dispatcher = new Dispatcher(known, { planner: () => (system.own ? touched(make(), known) : make()), heuristic: known.heuristic(), shareFrom: system.shareFrom, collisions: system.collisions });
  // Starts are distinct.
  const starts = new Set<number>();
  const problems = drawProblems(truth, 2 * characters, random).filter(({ from }) => starts.size < characters && starts.size < starts.add(from).size);
  const places = problems.map(({ from }) => from);
  const anywhere = drawProblems(truth, 10 * characters, random).map(({ to }) => to);
  const meetingPoints = anywhere.slice(0, 4);
  const goalOf = (): number => pick(random() < 0.5 ? meetingPoints : anywhere, random);
  const tails = new Uint32Array(truth.vertexCount);
  const sensor = radius(4);
  const ids = problems.map(({ from }) => dispatcher.add(from));
  for (const place of places) fog.reveal(place, eightNeighbours, tails);
  const goals = ids.map(goalOf);
  for (const [i, id] of ids.entries()) dispatcher.order(id, goals[i]);
  const clock = threadClock();
  let [planned, moved, expanded, arrived, wrong] = [0, 0, 0, 0, 0];
  const budget = budgetOf(system);
  const spent: number[] = [];
  for (let frame = 0; frame < frames; frame++) {
    const begin = clock.exact();
    const report = dispatcher.frame({ milliseconds: budget, now: () => clock.quick() });
    spent.push(clock.exact() - begin);
    planned += report.planned;
    moved += report.moved;
    expanded += report.expanded;
    const before = [...places];
    ids.forEach((id, i) => {
      const at = dispatcher.position(id);
      if (at !== places[i]) {
        if (!(stepCost(truth, places[i], at) >= 0)) wrong++;
        places[i] = at;
        // The dispatcher finds the edits by itself in its next frame, where they are timed.
        fog.reveal(at, sensor, tails);
      }
      const status = dispatcher.status(id);
      if (status === 'idle') arrived++;
      // A unit that avoids others may have been pushed off the goal at which it was before.
      if (status === 'idle' && at !== goals[i] && before[i] !== goals[i]) wrong++;
      if (status === 'idle' || status === 'unreachable') dispatcher.order(id, goals[i] = goalOf());
    });
    if (system.collisions === 'avoid') wrong += collisionsOf(before, places);
  }
  return { planned: planned / frames, moved: moved / frames, expanded: expanded / frames, arrived: (3600 * arrived) / frames, wrong, spent };
}

/** Units on a cell that another has too, and units that exchange their cells. */
function collisionsOf(before: readonly number[], after: readonly number[]): number {
  const unitAt = new Map(before.map((place, i) => [place, i]));
  const exchanged = after.filter((place, i) => place !== before[i] && after[unitAt.get(place) ?? i] === before[i]);
  return after.length - new Set(after).size + exchanged.length;
}

function budgetOf({ budget = BUDGET }: System): number {
  return budget;
}

/** A planner that has searched the whole map once, forwards and backwards, so that its memory is paged in before the game begins. */
function touched(planner: RoutePlanner, known: Grid): RoutePlanner {
  const [nowhere, somewhere] = [known.vertex(0, 0), known.vertex(known.width >> 1, known.height >> 1)];
  for (const [start, goal] of [[nowhere, somewhere], [somewhere, nowhere]]) {
    planner.begin(start, goal);
    while (!planner.run(1_000_000));
  }
  return planner;
}

function pick(from: readonly number[], random: () => number): number {
  return from[Math.floor(random() * from.length)];
}

export const squad: Experiment = experiment({
  name: 'squad', title: 'A thousand units',
  reproduces: 'Many units under one fog of war, planned within 2 ms a frame.',
}, run);

function run(record: Recorder, options: Options): void {
  const { side, characters, frames, own, games } = SIZES[options.effort];
  const [source] = worlds(options, { side, problems: 1, maps: ['wc3maps512/battleground'], generated: ['caves'] });
  const { grid, name } = source.load();
  record.table('planners', `Means per frame of ${BUDGET} ms, unless stated otherwise, on ${name}`, {
    planner: column.key('planner'), characters: column.count('characters'), planned: column.figure('paths planned'),
    moved: column.figure('moves'), arrived: column.figure('arrivals a minute'), expanded: column.figure('expanded'), time: column.time('frame', 'ms'),
    overrun: column.figure('p99 over the budget', '%'),
  });
  record.note('One fog of war for all; each unit sees 4 cells far. Half of the orders go to one of four meeting points, half to random cells; a unit that arrives gets a new order. Incremental planners are one a unit, so there are fewer units; each has searched the map once before the game begins.');
  record.note('A frame is all that units do: repairs after edits of the fog, planning and moves. It is in processor time, without other programs. What the fog itself does is not counted.');
  record.expect(systems.length);
  const runs = new Map<string, Summary>();
  let wrong = 0;
  for (const system of systems) {
    record.step(system.name);
    const count = system.own ? own : characters;
    play(grid, system, count, Math.ceil(frames / 10), options.seed);
    // With a time budget no two games are equal.
    const played = Array.from({ length: games }, (_, i) => play(grid, system, count, frames, options.seed + i));
    wrong += played.reduce((sum, game) => sum + game.wrong, 0);
    const spent = played.flatMap((game) => game.spent);
    const means = { planned: mean(played.map((game) => game.planned)), moved: mean(played.map((game) => game.moved)), expanded: mean(played.map((game) => game.expanded)), arrived: mean(played.map((game) => game.arrived)) };
    const summary = { ...means, time: mean(spent), overrun: 100 * (quantile(spent, 0.99) / budgetOf(system) - 1) };
    runs.set(system.name, summary);
    record.row('planners', { planner: system.name, characters: count, ...summary });
  }
  const of = (key: string): Summary => runs.get(key)!;
  const buckets = of('D* Lite, buckets, one each');
  const heap = of('D* Lite, heap, one each');
  record.claim({
    name: 'Paths that D* Lite plans a millisecond, buckets over heap', source: 'Likhachev & Koenig 2006', reference: 2, atLeast: 2, unit: '×',
    ours: buckets.planned / buckets.time / (heap.planned / heap.time),
  });
  record.claim({
    name: 'p99 of a frame over the budget, the worst of all planners', source: 'target', reference: 10, atMost: 10, unit: '%',
    ours: Math.max(...[...runs.values()].map(({ overrun }) => overrun)),
  });
  const avoiding = of('the same, avoiding each other');
  record.claim({ name: 'p99 of a frame over the budget of 4 ms, avoiding each other', source: 'target', reference: 10, atMost: 10, unit: '%', ours: avoiding.overrun });
  record.claim({
    name: 'Arrivals a minute of those who avoid each other, of those who pass', source: 'reported', unit: '%',
    ours: (100 * avoiding.arrived) / of('jump points, shared goals, 4 ms').arrived,
  });
  record.claim({ name: 'Wrong: steps, ends of orders, and collisions of those who avoid each other', source: 'the definition of a step', reference: 0, atMost: 0, anySize: true, unit: '', ours: wrong });
  record.claim({ name: 'Moves a frame, jump points with shared goals', source: 'reported', unit: '', ours: of('jump points, shared goals').moved });
}
