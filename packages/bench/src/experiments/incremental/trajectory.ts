import { FogOfWar, fourNeighbours, Grid, seededRandom } from '@pf/grid';
import { AdaptiveAStar, RepeatedAStar } from '@pf/incremental';
import type { Planner } from '@pf/incremental';
import { column } from '../../record/column.ts';
import type { Experiment, Options } from '../../experiment.ts';
import type { Recorder } from '../../record/recorder.ts';
import { experiment } from '../../record/run.ts';
import { mean, meanInterval, ratioOfMeans } from '../../measure/statistics.ts';
import { runEpisodes } from '../../episodes/run-episodes.ts';
import { drawMap } from '../../write/picture.ts';
import { PLANNERS } from '../../episodes/planners.ts';
import { drawTask, UNKNOWN } from '../../worlds/unknown-worlds.ts';

const SIZES = {
  tiny: { side: 21, opened: 8, worlds: 5, rounds: 1 }, quick: { side: 101, opened: 100, worlds: 50, rounds: 1 },
  full: { side: 101, opened: 100, worlds: 50, rounds: 15 },
};

const PLANNERS_COMPARED = [
  PLANNERS.forwardLargerG, PLANNERS.forwardSmallerG, PLANNERS.backwardLargerG, PLANNERS.backwardSmallerG, PLANNERS.adaptiveLargerG, PLANNERS.adaptiveSmallerG, PLANNERS.forward, PLANNERS.adaptive, PLANNERS.multipath,
];

/** The first example of the project text: agent at E3, target at E5. */
const EXAMPLE = ['.....', '..#..', '..##.', '..##.', '...#.'];

/** The cells that each search of the worked example expands, and the agent's path. */
function workedExample(make: (known: Grid) => Planner): { readonly searches: number[]; readonly way: string; readonly world: FogOfWar; readonly cells: number[][] } {
  const world = new FogOfWar(Grid.fromRows(EXAMPLE, { movement: 'four' }));
  const { known } = world;
  const planner = make(known);
  const tails = new Uint32Array(known.vertexCount);
  const goal = known.vertex(4, 4);
  const searches: number[] = [];
  const cells = [[2, 4]];
  planner.begin(known.vertex(2, 4), goal);
  while (planner.start !== goal) {
    planner.arcsChanged(tails, world.reveal(planner.start, fourNeighbours, tails));
    const before = planner.counters.expanded;
    planner.run();
    if (planner.counters.expanded > before) searches.push(planner.counters.expanded - before);
    if (planner.cost === Infinity) break;
    planner.moveTo(planner.next());
    cells.push([known.x(planner.start), known.y(planner.start)]);
  }
  return { searches, way: cells.map(([x, y]) => `${'ABCDE'[y]}${x + 1}`).join(' '), world, cells };
}

export const trajectory: Experiment = experiment({
  name: 'trajectory', title: 'Fast trajectory replanning',
  reproduces: 'The project text of S. Koenig: 50 gridworlds of 101×101, both tie rules, and the worked example.',
}, run);

function run(record: Recorder, { seed, effort }: Options): void {
  const { side, opened, worlds, rounds } = SIZES[effort];
  record.table('worlds', 'Until the target is reached', {
    algorithm: column.key('algorithm'), expanded: column.count('expanded cells'), searches: column.count('searches'), moves: column.count('moves'),
    time: column.time('runtime', 'µs'), perSearch: column.figure('a search', 'µs'),
  });
  record.table('example', 'The worked example, expanded cells of its searches', {
    algorithm: column.key('algorithm'), first: column.count('first'), second: column.count('second'), third: column.count('third'),
    way: column.text('trajectory'),
  });
  record.note(`${worlds} worlds of ${side}×${side} cells: mazes by depth-first search, ${opened} blocked cells opened; start and target at random; the agent sees its four neighbours. "Larger g" and "smaller g" are heaps; rows without a tie rule use the queue that is fastest.`);
  record.expect(2);
  record.step(`${worlds} worlds`);
  const random = seededRandom(seed);
  const make = UNKNOWN.maze(side, opened);
  const tasks = Array.from({ length: worlds }, () => drawTask(() => make(random, { movement: 'four' }), random));
  const found = runEpisodes(tasks, { sensor: fourNeighbours, planners: PLANNERS_COMPARED, rounds });
  const of = (name: { readonly name: string }) => found.find((one) => one.name === name.name)!;
  for (const one of found) {
    const time = meanInterval(one.time);
    record.row('worlds', {
      algorithm: one.name, expanded: meanInterval(one.expanded), searches: mean(one.searches), moves: mean(one.moves), time,
      perSearch: time.value / mean(one.searches),
    });
  }
  record.figure({
    kind: 'bars', title: 'Expanded cells, mean', y: { label: 'expanded cells' }, categories: ['Repeated forward', 'Repeated backward', 'Adaptive'],
    series: [
      { name: 'larger g', values: [PLANNERS.forwardLargerG, PLANNERS.backwardLargerG, PLANNERS.adaptiveLargerG].map((name) => mean(of(name).expanded)) },
      { name: 'smaller g', values: [PLANNERS.forwardSmallerG, PLANNERS.backwardSmallerG, PLANNERS.adaptiveSmallerG].map((name) => mean(of(name).expanded)) },
    ],
  });
  record.figure({
    kind: 'scatter', title: 'World by world', x: { label: 'expanded by Repeated A*, larger g' }, y: { label: 'expanded by Adaptive A*, larger g' },
    diagonal: true,
    series: [{ name: 'world', points: of(PLANNERS.forwardLargerG).expanded.map((x, i) => [x, of(PLANNERS.adaptiveLargerG).expanded[i]]) }],
  });

  record.step('the worked example');
  const heuristic = (known: Grid) => ({ heuristic: known.heuristic(), queue: 'larger-g' as const });
  const examples = {
    forward: workedExample((known) => new RepeatedAStar(known, heuristic(known))),
    backward: workedExample((known) => new RepeatedAStar(known, { ...heuristic(known), direction: 'backward' })),
    adaptive: workedExample((known) => new AdaptiveAStar(known, heuristic(known))),
  };
  for (const [algorithm, { searches, way }] of [['Repeated forward A*', examples.forward], ['Repeated backward A*', examples.backward], ['Adaptive A*', examples.adaptive]] as const) {
    record.row('example', { algorithm, first: searches[0], second: searches[1], third: searches[2], way });
  }
  const { world, cells } = examples.adaptive;
  record.figure({
    kind: 'maps', title: 'The worked example',
    panels: [drawMap({ title: `the trajectory: ${examples.adaptive.way}`, width: 5, height: 5, cost: (x, y) => world.truth.cost(x, y), paths: [cells.map(([x, y]) => [x + 0.5, y + 0.5])] })],
  });

  const text = 'the project text';
  const sum = ({ searches }: { searches: number[] }, n: number): number => searches.slice(0, n).reduce((a, b) => a + b, 0);
  const exactly = (name: string, value: number, ours: number): void => record.claim({ name, source: text, reference: value, atLeast: value, atMost: value, anySize: true, unit: '', ours });
  exactly('Worked example, first two searches: Repeated Forward A*', 23, sum(examples.forward, 2));
  exactly('Worked example, first two searches: Adaptive A*', 20, sum(examples.adaptive, 2));
  exactly('Worked example, first two searches: Repeated Backward A*', 17, sum(examples.backward, 2));
  exactly('Worked example: moves', 12, cells.length - 1);
  const over = (a: { readonly name: string }, b: { readonly name: string }) => ratioOfMeans(of(a).expanded, of(b).expanded, seededRandom(seed));
  record.claim({
    name: 'Adaptive A* over Repeated Forward A*, expanded cells', source: text, reference: 1, atMost: 1, anySize: true, unit: '×',
    ours: over(PLANNERS.adaptiveLargerG, PLANNERS.forwardLargerG),
  });
  record.claim({
    name: 'Smaller g over larger g, expanded cells: Repeated Forward A*', source: text, reference: 1, atLeast: 1, unit: '×',
    ours: over(PLANNERS.forwardSmallerG, PLANNERS.forwardLargerG),
  });
  record.claim({
    name: 'Backward over forward, expanded cells: Repeated A*, larger g', source: 'reported', unit: '×',
    ours: over(PLANNERS.backwardLargerG, PLANNERS.forwardLargerG),
  });
  record.claim({
    name: 'Episodes with a wrong end or an illegal step', source: 'worlds with a path', reference: 0, atMost: 0, anySize: true,
    unit: '', ours: found.reduce((n, one) => n + one.wrong, 0),
  });
}
