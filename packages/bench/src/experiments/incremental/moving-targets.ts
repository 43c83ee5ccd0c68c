import { eightNeighbours, seededRandom } from '@pf/grid';
import type { Grid, GridOptions } from '@pf/grid';
import type { Planner } from '@pf/incremental';
import { AStar } from '@pf/search';
import { PLANNERS } from '../../episodes/planners.ts';
import type { Candidate } from '../../episodes/planners.ts';
import { drawPursuit, Hunter } from '../../episodes/pursuit.ts';
import type { Pursuit } from '../../episodes/pursuit.ts';
import type { Experiment, Options } from '../../experiment.ts';
import { measure } from '../../measure/measure.ts';
import { threadClock } from '../../measure/thread-clock.ts';
import { combineRatios, mean, ratioOfMeans } from '../../measure/statistics.ts';
import type { Estimate } from '../../measure/statistics.ts';
import { column } from '../../record/column.ts';
import type { Recorder } from '../../record/recorder.ts';
import { experiment } from '../../record/run.ts';
import { drawTask, UNKNOWN } from '../../worlds/unknown-worlds.ts';
import { worlds } from '../../worlds/worlds.ts';

const SIZES = {
  tiny: { side: 31, games: 1, pursuits: 2, rounds: 1 }, quick: { side: 101, games: 2, pursuits: 6, rounds: 3 }, full: { side: 201, games: 6, pursuits: 20, rounds: 1 },
};
const MAPS = ['dao/arena2', 'dao/den312d', 'dao/lak303d', 'dao/brc202d', 'bg512/AR0011SR', 'sc1/WarpGates'];

const COMPARED: readonly Candidate[] = [
  PLANNERS.forward, PLANNERS.adaptive, PLANNERS.multipath, PLANNERS.dstarLite, PLANNERS.extraLite, PLANNERS.fringeRetrieving, PLANNERS.movingTarget, PLANNERS.movingTargetBasic,
];

type Setting = 'known' | 'changing' | 'unknown';

/** The measurements of a planner in a world, by pursuit. */
interface Pursued {
  readonly expanded: number[];
  readonly searches: number[];
  readonly moves: number[];
  /** Microseconds of a pursuit. */
  readonly time: Float64Array;
}

export const movingTargets: Experiment = experiment({
  name: 'moving-targets', title: 'Moving targets',
  reproduces: 'GFRA* and MT-D* Lite against repeated A* and Generalized Adaptive A* (Sun, Yeoh & Koenig, AAMAS 2010, twice).',
}, run);

function run(record: Recorder, options: Options): void {
  const { side, games, pursuits, rounds } = SIZES[options.effort];
  const rules: GridOptions = { movement: 'eight', metric: '70/99' };
  const made: readonly { readonly name: string; readonly make: (random: () => number) => Grid }[] = [
    { name: `maze ${side}, opened`, make: (random) => UNKNOWN.maze(side, Math.round((750 * side * side) / 201 / 201))(random, rules) },
    { name: `random 25%, ${side}`, make: (random) => UNKNOWN.random(side, 0.25)(random, rules) },
    { name: `rooms of 12, ${side}`, make: (random) => UNKNOWN.rooms(side, 12)(random, rules) },
    ...worlds(options, { side: Math.max(48, side), problems: 1, maps: MAPS, generated: ['caves', 'fine caves'] }).slice(0, games).map((source) => ({ name: source.name, make: () => source.load(rules).grid })),
  ];
  record.table('pursuits', 'Until the target is caught', {
    setting: column.key('setting'), world: column.key('world'), planner: column.key('planner'), perMove: column.time('a move', 'µs'),
    speed: column.ratio('as fast as GAA*'), expanded: column.count('expanded a move'), searches: column.count('searches a move'), moves: column.count('moves'),
  });
  record.note(`${pursuits} pursuits a world. The time of a move is the mean over the pursuits. The target follows cheapest paths to random goals and pauses in every tenth move; the hunter plans before each of its moves. Known: nothing changes. Changing: after every tenth move one cell in five hundred closes if it is free, and as many open. Unknown: the hunter sees its eight neighbours, and the target.`);
  const settings: readonly Setting[] = ['known', 'changing', 'unknown'];
  record.expect(settings.length * made.length);
  const found = new Map<Setting, ReadonlyMap<string, Pursued>[]>();
  let wrong = 0;
  for (const setting of settings) {
    const rows: ReadonlyMap<string, Pursued>[] = [];
    for (const [k, { name, make }] of made.entries()) {
      record.step(`${setting}: ${name}`);
      const random = seededRandom(options.seed * 100 + k);
      const drawn = Array.from({ length: pursuits }, () => {
        const { truth, start, goal } = drawTask(() => make(random), random);
        return drawPursuit(truth, start, goal, setting === 'changing' ? Math.round((truth.width * truth.height) / 500) : 0, random);
      });
      const hunted = hunt(drawn, setting, rounds);
      wrong += hunted.wrong;
      rows.push(hunted.all);
      const base = hunted.all.get(PLANNERS.adaptive.name)!;
      for (const [planner, one] of hunted.all) {
        const moves = mean(one.moves);
        record.row('pursuits', {
          setting, world: name, planner, perMove: mean(perMove(one)), speed: ratioOfMeans(perMove(base), perMove(one), seededRandom(options.seed)),
          expanded: mean(one.expanded) / moves, searches: mean(one.searches) / moves, moves,
        });
      }
    }
    found.set(setting, rows);
  }
  const names = COMPARED.map(({ name }) => name);
  for (const setting of settings) {
    record.figure({
      kind: 'bars', title: `Time a move (µs), ${setting}`, y: { label: 'µs', log: true }, categories: made.map(({ name }) => name),
      series: names.map((name) => ({ name, values: found.get(setting)!.map((row) => mean(perMove(row.get(name)!))) })),
    });
  }

  const faster = (fast: Candidate, slow: Candidate, setting: Setting): Estimate =>
    combineRatios(found.get(setting)!.map((row) => ratioOfMeans(perMove(row.get(slow.name)!), perMove(row.get(fast.name)!), seededRandom(options.seed))));
  const fewer = (few: Candidate, many: Candidate, setting: Setting): Estimate =>
    combineRatios(found.get(setting)!.map((row) => ratioOfMeans(expansions(row.get(few.name)!), expansions(row.get(many.name)!), seededRandom(options.seed))));
  const [gfra, mt, basic, gaa] = [PLANNERS.fringeRetrieving, PLANNERS.movingTarget, PLANNERS.movingTargetBasic, PLANNERS.adaptive];
  const [ofGfra, ofMt] = ['Sun, Yeoh & Koenig 2010 (GFRA*)', 'Sun, Yeoh & Koenig 2010 (MT-D* Lite)'];
  record.claim({ name: 'GFRA* against repeated A*, known worlds', source: ofGfra, reference: 1, atLeast: 1, unit: '×', ours: faster(gfra, PLANNERS.forward, 'known') });
  record.claim({ name: 'GFRA* over repeated A*, expansions: known worlds', source: ofGfra, reference: 1, atMost: 1, unit: '×', ours: fewer(gfra, PLANNERS.forward, 'known') });
  record.claim({ name: 'MT-D* Lite against Generalized Adaptive A*, changing worlds', source: ofMt, reference: 3, atLeast: 1, unit: '×', ours: faster(mt, gaa, 'changing') });
  record.claim({ name: 'MT-D* Lite against its basic form, changing worlds', source: ofMt, reference: 1, atLeast: 1, unit: '×', ours: faster(mt, basic, 'changing') });
  for (const setting of settings) {
    record.claim({ name: `GFRA* against Generalized Adaptive A*, ${setting} worlds`, source: 'reported', unit: '×', ours: faster(gfra, gaa, setting) });
    record.claim({ name: `MT-D* Lite against GFRA*, ${setting} worlds`, source: 'reported', unit: '×', ours: faster(mt, gfra, setting) });
  }
  record.claim({ name: 'Wrong answers', source: 'A* on the known map after every move', reference: 0, atMost: 0, anySize: true, unit: '', ours: wrong });
  for (const setting of settings) {
    const wins = made.map(({ name }, k) => ({ name, best: names.map((planner) => ({ planner, time: mean(perMove(found.get(setting)![k].get(planner)!)) })).sort((a, b) => a.time - b.time)[0].planner }));
    record.note(`Fastest, ${setting}: ${wins.map(({ name, best }) => `${best} (${name})`).join('; ')}.`);
  }
}

const perMove = ({ time, moves }: Pursued): number[] => moves.map((n, i) => time[i] / n);
const expansions = ({ expanded, moves }: Pursued): number[] => moves.map((n, i) => expanded[i] / n);

/** Runs every planner in all pursuits: once to count and check every plan, then timed in interleaved rounds. */
function hunt(drawn: readonly Pursuit[], setting: Setting, rounds: number): { readonly all: ReadonlyMap<string, Pursued>; readonly wrong: number } {
  let wrong = 0;
  const hunters = COMPARED.map(({ make }) => new Hunter(drawn[0].truth, make, setting === 'unknown' ? eightNeighbours : undefined));
  const counted = hunters.map((hunter) => {
    const oracle = new AStar(hunter.known);
    const check = (planner: Planner): void => {
      if (planner.cost !== oracle.search(planner.start, planner.goal)) wrong++;
    };
    return drawn.map((pursuit) => {
      hunter.enter(pursuit);
      return { ...hunter.run(check) };
    });
  });
  const timings = measure(hunters.map((hunter, k) => ({ name: COMPARED[k].name, before: (i) => hunter.enter(drawn[i]), run: () => void hunter.run() })), {
    queries: drawn.length, seconds: 0, warmed: true, minimumRounds: rounds, maximumRounds: rounds, clock: threadClock().exact,
  });
  const all = new Map(counted.map((each, k) => [
    COMPARED[k].name,
    { expanded: each.map(({ expanded }) => expanded), searches: each.map(({ searches }) => searches), moves: each.map(({ moves }) => moves), time: timings[k].queries },
  ]));
  return { all, wrong };
}
