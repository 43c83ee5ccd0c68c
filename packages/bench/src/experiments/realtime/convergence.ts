import type { Grid } from '@pf/grid';
import type { RealTimeAgent } from '@pf/realtime';
import { FLrtaStar, LrtaStar, LssLrtaStar } from '@pf/realtime';
import { AStar } from '@pf/search';
import { column } from '../../record/column.ts';
import type { Experiment, Options } from '../../experiment.ts';
import type { Recorder } from '../../record/recorder.ts';
import { experiment } from '../../record/run.ts';
import { mean } from '../../measure/statistics.ts';
import { worlds } from '../../worlds/worlds.ts';
import type { Problem, World } from '../../worlds/worlds.ts';

const SIZES = {
  tiny: { side: 24, problems: 3, generated: ['caves', 'rooms of 8'] },
  quick: { side: 64, problems: 12, generated: ['caves', 'maze, corridors of 8', 'rooms of 32', 'random 25%'] },
  full: { side: 128, problems: 40, generated: undefined },
};

const MAPS = [
  'dao/arena2', 'dao/den312d', 'dao/lak303d', 'dao/brc202d', 'dao/orz103d', 'bg512/AR0011SR', 'mazes/maze512-8-0', 'rooms/32room_000', 'random/random512-25-0',
];

/** The optimal costs of trips: above the first, up to the second. */
const SHORTEST = 5;
const LONGEST = 60;
/** Rows of a set that are examined for short enough trips. */
const ROWS = 4000;
const MOST_TRIPS = 5000;

/** HOG2, built from source: cost of all trips over the optimum, on nine maps of these kinds, each with 40 problems of optimal cost up to 60. */
const HOG2 = { lss: 12.85, f: 7.06 };
/** Allowed excess over HOG2, which ran other rows of the same sets. */
const TOLERANCE = 1.03;

/** Agents that avoid depressions need not converge to a cheapest path, and are left out. */
const AGENTS: readonly (readonly [name: string, make: (grid: Grid) => RealTimeAgent])[] = [
  ['LRTA*', (grid) => new LrtaStar(grid)],
  ['LSS-LRTA*(10)', (grid) => new LssLrtaStar(grid, { lookahead: 10 })],
  ['RTAA*(10)', (grid) => new LssLrtaStar(grid, { lookahead: 10, update: 'adaptive' })],
  ['f-LRTA*(10)', (grid) => new FLrtaStar(grid, { lookahead: 10 })],
  ['f-LRTA*(100)', (grid) => new FLrtaStar(grid, { lookahead: 100 })],
];

interface Trips {
  /** Costs over the optimum: of the first trip, and of all trips until two in a row were optimal. */
  readonly first: number;
  readonly all: number;
  readonly count: number;
}

/** Repeats a trip. Undefined if it does not converge, which is an error. */
function converge(agent: RealTimeAgent, { from, to }: Problem, least: number): Trips | undefined {
  let first = 0;
  let all = 0;
  let optimal = 0;
  for (let count = 1; count <= MOST_TRIPS; count++) {
    agent.begin(from, to);
    while (agent.status === 'moving') agent.step();
    if (agent.status !== 'reached') return undefined;
    if (count === 1) first = agent.cost / least;
    all += agent.cost / least;
    optimal = agent.cost <= least * (1 + 1e-9) ? optimal + 1 : 0;
    if (optimal === 2) return { first, all, count };
  }
  return undefined;
}

/** The short problems of a world, evenly spread. */
function shortOnes({ problems }: World, optimum: readonly number[], n: number): [Problem, number][] {
  const short = problems.map((problem, i): [Problem, number] => [problem, optimum[i]]).filter(([, least]) => least > SHORTEST && least <= LONGEST);
  return short.length <= n ? short : Array.from({ length: n }, (_, i) => short[Math.floor((i * short.length) / n)]);
}

export const convergence: Experiment = experiment({
  name: 'convergence', title: 'Trips until an agent finds a cheapest path',
  reproduces: 'LRTA* (Korf 1990), LSS-LRTA* (Koenig & Sun 2009), RTAA* (Koenig & Likhachev 2006), f-LRTA* (Sturtevant & Bulitko 2011).',
}, run);

function run(record: Recorder, options: Options): void {
  const { side, problems, generated } = SIZES[options.effort];
  const rows = options.maps === undefined ? 4 * problems : ROWS;
  const sources = worlds(options, { side, problems: rows, maps: MAPS, ...(generated === undefined ? {} : { generated }) });
  record.table('trips', 'Repeated trips, costs over the optimum', {
    map: column.key('map'), agent: column.key('agent'), first: column.cost('first trip'), all: column.cost('all trips'), count: column.count('trips'),
  });
  record.expect(sources.length);
  const overall = AGENTS.map((): number[] => []);
  let [tried, failed] = [0, 0];
  for (const source of sources) {
    record.step(source.name);
    const world = source.load();
    const search = new AStar(world.grid);
    const short = shortOnes(world, world.problems.map(({ from, to }) => search.search(from, to)), problems);
    for (const [i, [name, make]] of AGENTS.entries()) {
      const trips = short.map(([problem, least]) => converge(make(world.grid), problem, least));
      const settled = trips.filter((one) => one !== undefined);
      tried += trips.length;
      failed += trips.length - settled.length;
      if (settled.length === 0) continue;
      overall[i].push(...settled.map(({ all }) => all));
      record.row('trips', { map: world.name, agent: name, first: mean(settled.map((one) => one.first)), all: mean(settled.map((one) => one.all)), count: mean(settled.map((one) => one.count)) });
    }
  }
  record.claim({
    name: 'Wrong: trips that never converge to a cheapest path', source: 'the papers', reference: 0, atMost: 0, anySize: true, unit: '', ours: tried === 0 ? null : failed,
    ...(tried === 0 ? { lacks: `needs problems with a cost of ${SHORTEST} to ${LONGEST}` } : {}),
  });
  for (const [i, [name]] of AGENTS.entries()) {
    if (overall[i].length === 0) continue;
    const reference = name === 'LSS-LRTA*(10)' ? HOG2.lss : name === 'f-LRTA*(10)' ? HOG2.f : undefined;
    const judged = reference !== undefined && options.maps !== undefined;
    record.claim({
      name: `${name}: cost of all trips until convergence, over the optimum`, source: reference === undefined ? 'reported' : 'HOG2', unit: '×', ours: mean(overall[i]),
      ...(reference === undefined ? {} : { reference }), ...(judged ? { atMost: reference * TOLERANCE } : {}),
    });
  }
}
