import type { Grid } from '@pf/grid';
import { eightNeighbours, FogOfWar } from '@pf/grid';
import { Frit, LssLrtaStar, TbaStar } from '@pf/realtime';
import { AStar } from '@pf/search';
import { stepCost } from '../../episodes/episode.ts';
import { column } from '../../record/column.ts';
import type { Experiment, Options } from '../../experiment.ts';
import type { Recorder } from '../../record/recorder.ts';
import { experiment } from '../../record/run.ts';
import { mean } from '../../measure/statistics.ts';
import { worlds } from '../../worlds/worlds.ts';
import type { Problem, World } from '../../worlds/worlds.ts';
import { Bug2 } from './bug2.ts';
import { EdaStar } from './eda-star.ts';

const SIZES = {
  tiny: { side: 24, problems: 2, generated: ['caves', 'rooms of 8'], lookaheads: [1, 10], longest: 20_000 },
  quick: { side: 64, problems: 2, generated: ['caves', 'maze, corridors of 8', 'rooms of 32'], lookaheads: [1, 10, 100], longest: 5000 },
  full: { side: 128, problems: 5, generated: undefined, lookaheads: [1, 10, 100, 1000], longest: 50_000 },
};

/** The kinds of maps of the paper on FRIT: Dragon Age, StarCraft, mazes; and rooms. */
const MAPS = ['dao/brc202d', 'dao/ost000a', 'bg512/AR0011SR', 'sc1/WarpGates', 'mazes/maze512-8-0', 'rooms/32room_000'];

/** The interface of an agent in this experiment. */
interface Walker {
  begin(start: number, goal: number): void;
  arcsChanged(tails: Uint32Array, n: number): void;
  step(): number;
  readonly position: number;
  readonly status: 'moving' | 'reached' | 'unreachable';
  readonly cost: number;
  readonly counters: { readonly expanded: number };
}

interface Entrant {
  readonly name: string;
  readonly make: (grid: Grid, lookahead: number) => Walker;
  /** Its work for a step is constant, so it is measured at the smallest lookahead only. */
  readonly fixed?: boolean;
}

const adaptive = { update: 'adaptive' } as const;
const careful = { avoidDepressions: true } as const;
const WEIGHT = 8;

const AGENTS = {
  lss: { name: 'LSS-LRTA*', make: (grid, lookahead) => new LssLrtaStar(grid, { lookahead }) },
  wlss: { name: `wLSS-LRTA*, weight ${WEIGHT}`, make: (grid, lookahead) => new LssLrtaStar(grid, { lookahead, weight: WEIGHT }) },
  dalss: { name: 'daLSS-LRTA*', make: (grid, lookahead) => new LssLrtaStar(grid, { lookahead, ...careful }) },
  rtaa: { name: 'RTAA*', make: (grid, lookahead) => new LssLrtaStar(grid, { lookahead, ...adaptive }) },
  dartaa: { name: 'daRTAA*', make: (grid, lookahead) => new LssLrtaStar(grid, { lookahead, ...adaptive, ...careful }) },
  tba: { name: 'TBA*, TBAA*', make: (grid, expansions) => new TbaStar(grid, { expansions }) },
  fritRtaa: { name: 'FRIT(RTAA*)', make: (grid, lookahead) => new Frit(grid, { reconnect: (world) => new LssLrtaStar(world, { lookahead, ...adaptive }) }) },
  fritDartaa: { name: 'FRIT(daRTAA*)', make: (grid, lookahead) => new Frit(grid, { reconnect: (world) => new LssLrtaStar(world, { lookahead, ...adaptive, ...careful }) }) },
  fritWlss: { name: 'FRIT(wLSS-LRTA*)', make: (grid, lookahead) => new Frit(grid, { reconnect: (world) => new LssLrtaStar(world, { lookahead, weight: WEIGHT }) }) },
  fritBfs: { name: 'FRIT(BFS)', make: (grid, expansions) => new Frit(grid, { reconnect: (world) => new TbaStar(world, { expansions }) }) },
  eda: { name: 'EDA*', make: (grid) => new EdaStar(grid, grid.heuristic({ least: 1 })), fixed: true },
  bug: { name: 'Bug2', make: (grid) => new Bug2(grid), fixed: true },
} satisfies Record<string, Entrant>;
type AgentKey = keyof typeof AGENTS;

interface Walk {
  readonly cost: number;
  readonly steps: number;
  readonly expanded: number;
  readonly microseconds: number;
  readonly end: 'reached' | 'stopped' | 'wrong';
}

/** One episode, on a known or an unknown map. Sensing is not timed. */
function walk(truth: Grid, make: (grid: Grid) => Walker, { from, to }: Problem, isKnown: boolean, longest: number): Walk {
  const fog = isKnown ? undefined : new FogOfWar(truth);
  const agent = make(fog?.known ?? truth);
  const tails = new Uint32Array(fog === undefined ? 0 : truth.vertexCount);
  let steps = 0;
  let milliseconds = 0;
  let isLegal = true;
  agent.begin(from, to);
  for (; agent.status === 'moving' && steps < longest; steps++) {
    const seen = fog?.reveal(agent.position, eightNeighbours, tails) ?? 0;
    const before = agent.position;
    const clock = performance.now();
    if (seen > 0) agent.arcsChanged(tails, seen);
    const after = agent.step();
    milliseconds += performance.now() - clock;
    isLegal &&= after === before || stepCost(truth, before, after) >= 0;
  }
  const hasArrived = agent.status === 'reached' && agent.position === to;
  const end = !isLegal ? 'wrong' : hasArrived ? 'reached' : agent.status === 'moving' ? 'stopped' : 'wrong';
  return { cost: agent.cost, steps, expanded: agent.counters.expanded, microseconds: 1000 * milliseconds, end };
}

export const realtime: Experiment = experiment({
  name: 'realtime', title: 'Agents with a small budget for each step',
  reproduces: 'FRIT (Rivera, Illanes, Baier & Hernández 2014), wLSS-LRTA* (Rivera, Baier & Hernández 2015), EDA* (Sharon, Felner & Sturtevant 2014).',
}, run);

/** By agent and lookahead, on unknown maps: costs over the optimum. */
type Costs = Map<string, number[]>;
const keyOf = (agent: AgentKey, lookahead: number): string => `${agent} ${lookahead}`;

function run(record: Recorder, options: Options): void {
  const { side, problems, generated, lookaheads, longest } = SIZES[options.effort];
  const sources = worlds(options, { side, problems, maps: MAPS, ...(generated === undefined ? {} : { generated }) });
  record.table('agents', 'Mean cost of an episode over the least, and the work of a step; stopped episodes count with what they cost until then', {
    map: column.key('map'), known: column.key('the map is'), lookahead: column.key('lookahead'), agent: column.key('agent'),
    cost: column.cost('cost', '×'), steps: column.count('steps'), work: column.figure('expanded a step'), time: column.time('a step', 'µs'), stopped: column.count('stopped'),
  });
  record.expect(sources.length);
  const costs: Costs = new Map();
  let wrong = 0;
  for (const source of sources) {
    record.step(source.name);
    const world = source.load();
    for (const isKnown of [false, true]) for (const lookahead of lookaheads) wrong += measure(record, world, isKnown, lookahead, longest, lookahead === lookaheads[0], costs);
  }
  record.claim({ name: 'Wrong: episodes that end elsewhere than at the goal, or with a move that is not legal', source: 'the papers', reference: 0, atMost: 0, anySize: true, unit: '', ours: wrong });
  claims(record, options, costs, lookaheads);
}

/** All agents on one map at one lookahead; returns the number of wrong episodes. */
function measure(record: Recorder, { name, grid, problems }: World, isKnown: boolean, lookahead: number, longest: number, withFixed: boolean, costs: Costs): number {
  const search = new AStar(grid);
  const trips = problems.map((problem) => ({ problem, least: search.search(problem.from, problem.to) })).filter(({ least }) => least > 0 && least < Infinity);
  let wrong = 0;
  for (const [key, agent] of Object.entries(AGENTS) as [AgentKey, Entrant][]) {
    if (agent.fixed === true && !withFixed) continue;
    const walks = trips.map(({ problem }) => walk(grid, (known) => agent.make(known, lookahead), problem, isKnown, longest));
    const ratios = walks.map(({ cost }, i) => cost / trips[i].least);
    const steps = walks.reduce((sum, one) => sum + one.steps, 0);
    wrong += walks.filter(({ end }) => end === 'wrong').length;
    if (!isKnown) costs.set(keyOf(key, lookahead), [...(costs.get(keyOf(key, lookahead)) ?? []), ...ratios]);
    record.row('agents', {
      map: name, known: isKnown ? 'known' : 'unknown', lookahead: agent.fixed === true ? '1' : String(lookahead), agent: agent.name, cost: mean(ratios),
      steps: mean(walks.map((one) => one.steps)), work: walks.reduce((sum, one) => sum + one.expanded, 0) / steps,
      time: walks.reduce((sum, one) => sum + one.microseconds, 0) / steps, stopped: walks.filter(({ end }) => end === 'stopped').length,
    });
  }
  return wrong;
}

function claims(record: Recorder, { maps }: Options, costs: Costs, lookaheads: readonly number[]): void {
  const ratio = (agent: AgentKey, other: AgentKey, lookahead: number): number => mean(costs.get(keyOf(other, lookahead)) ?? []) / mean(costs.get(keyOf(agent, lookahead)) ?? []);
  const judged = maps === undefined ? { lacks: 'a folder of maps' } : {};
  for (const lookahead of lookaheads) {
    const isTight = lookahead <= 10;
    const of = { source: 'Rivera et al. 2014', unit: '×', ...judged } as const;
    const at = `lookahead ${lookahead}, unknown maps`;
    record.claim({ ...of, name: `RTAA* over FRIT(BFS): cost, ${at}`, source: 'reported', ours: ratio('fritBfs', 'rtaa', lookahead) });
    record.claim({ ...of, name: `RTAA* over FRIT(RTAA*): cost, ${at}`, ...(isTight ? { reference: 10, atLeast: 10 } : {}), ours: ratio('fritRtaa', 'rtaa', lookahead) });
    record.claim({ ...of, name: `daRTAA* over FRIT(daRTAA*): cost, ${at}`, reference: 2, atLeast: 1 / 0.7, ours: ratio('fritDartaa', 'dartaa', lookahead) });
    record.claim({ ...of, name: `daRTAA* over FRIT(BFS): cost, ${at}`, source: 'reported', ours: ratio('fritBfs', 'dartaa', lookahead) });
    record.claim({ ...of, name: `LSS-LRTA* over wLSS-LRTA*: cost, ${at}`, source: 'reported', ours: ratio('wlss', 'lss', lookahead) });
  }
}
