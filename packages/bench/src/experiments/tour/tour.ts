import type { Experiment, Options } from '../../experiment.ts';
import { column } from '../../record/column.ts';
import type { Recorder } from '../../record/recorder.ts';
import { experiment } from '../../record/run.ts';
import { combineRatios, mean } from '../../measure/statistics.ts';
import type { Estimate } from '../../measure/statistics.ts';
import { timesFaster } from '../../measure/measure.ts';
import { worlds } from '../../worlds/worlds.ts';
import type { WorldChoice } from '../../worlds/worlds.ts';
import type { Answer } from './answer.ts';
import { moveCrowd } from './crowd-question.ts';
import { exploreInFog } from './fog-question.ts';
import { answerOn, fastestPeer, gridPanels, measureGrid, NAMES } from './grid-questions.ts';
import type { OnGrid } from './grid-questions.ts';
import { crossMesh } from './mesh-question.ts';

const SIZES = {
  tiny: { side: 48, problems: 4, seconds: 0.02, episodes: 2, meshSeconds: 0.02, characters: 8, frames: 10 },
  quick: { side: 512, problems: 6, seconds: 2, episodes: 2, meshSeconds: 1, characters: 1000, frames: 120 },
  full: { side: 512, problems: 100, seconds: 16, episodes: 20, meshSeconds: 8, characters: 1000, frames: 600 },
};
const CAVES = 'fine caves';
const ROOMS = 'rooms of 32';
const LABYRINTH = 'maze, corridors of 8';

export const tour: Experiment = experiment({
  name: 'tour', title: 'The first minute',
  reproduces: 'A handful of questions on worlds like those of games, each with a picture, beside the libraries of npm.',
}, run);

async function run(record: Recorder, options: Options): Promise<void> {
  const { side, problems, seconds, episodes, meshSeconds, characters, frames } = SIZES[options.effort];
  record.table('answers', 'A query, its path included', {
    question: column.key('question'), ours: column.text('by'), time: column.time('time', 'µs'), beside: column.text('beside it'),
    besideTime: column.time('its time', 'µs'), faster: column.ratio('as fast'),
  });
  record.table('all', 'All searches', {
    world: column.key('world'), search: column.key('search'), time: column.time('time', 'µs'), expanded: column.count('expanded'),
    answers: column.text('answers'), setUp: column.figure('set-up', 'ms'),
  });
  for (const { name, version } of options.peers?.grids ?? []) record.version(name.split(' ')[0], version);
  for (const { name, version } of options.peers?.meshes ?? []) record.version(name, version);
  record.note('On grids, the fastest library of npm whose answers are all right stands beside each search, and each search has a thread of its own. On the navmesh it is the fastest one without a wrong path; its paths may be longer. Times are medians of a query. Pictures: cells in the order in which they were looked at, from violet to yellow.');
  record.expect(5);
  const add = ({ question, ours, time, beside, besideTime, faster }: Answer): void => {
    record.row('answers', { question, ours, time, beside: beside ?? '–', besideTime: besideTime ?? null, faster: faster ?? null });
  };

  const choice: WorldChoice = { side, problems, generated: [CAVES, LABYRINTH, ROOMS] };
  const [caves, labyrinth, rooms] = worlds({ seed: options.seed, effort: options.effort }, choice);
  record.step(`A path through caves of ${side}² cells`);
  const inCaves = await measureGrid(caves, choice, { seconds }, options);
  add(answerOn(inCaves, `Caves of ${side}² cells: a path, by A*`, NAMES.astar, 'A*'));
  add(answerOn(inCaves, 'The same, by jump points', NAMES.jps, 'JPS'));
  record.figure({ kind: 'maps', title: `A path through caves of ${side}² cells`, panels: gridPanels(inCaves, [NAMES.astar, NAMES.jps]) });

  record.step(`A path through ${side}² cells of rooms`);
  const inRooms = await measureGrid(rooms, choice, { seconds }, options);
  add(answerOn(inRooms, `Rooms of ${side}² cells: a path`, NAMES.jps));
  record.figure({ kind: 'maps', title: `A path through ${side}² cells of rooms`, panels: gridPanels(inRooms, [NAMES.astar, NAMES.jps]) });
  const measured = [inCaves, inRooms];
  const row = (world: string, search: string, time: Estimate, expanded: number | null, wrong: number, setUp: number): void => {
    record.row('all', { world, search, time, expanded, answers: wrong === 0 ? 'all right' : `${wrong} of ${problems} wrong`, setUp });
  };
  for (const { world, rankings } of measured) {
    for (const { name, timing, expanded, wrong, buildSeconds } of rankings) row(world.name, name, timing.time, expanded, wrong, 1000 * buildSeconds);
  }

  record.step('A labyrinth in fog of war');
  // Whole-number costs, so that buckets can be used.
  const unknown = labyrinth.load({ metric: '5/7' });
  const fog = exploreInFog({ ...unknown, problems: unknown.problems.slice(0, episodes) }, options.effort === 'full' ? 3 : 1, options.seed);
  add(fog.answer);
  record.step('A navigation mesh');
  const mesh = await crossMesh(inRooms.world, options.peers?.meshes ?? [], meshSeconds, (name, reason) => record.note(`${name} is left out on the navmesh: ${reason}`));
  add(mesh.answer);
  for (const { name, timing, wrong, build } of mesh.rankings) row(`${inRooms.world.name}, as a navmesh`, name, timing.time, null, wrong, build);
  record.step(`${characters} characters`);
  const crowd = moveCrowd(inCaves.world, characters, frames, options.seed);
  add(crowd.answer);
  record.figure({ kind: 'maps', title: 'In fog of war, across polygons, and in a crowd', panels: [fog.panel, mesh.panel, crowd.panel] });

  claim(record, measured, fog.all, mesh.rankings[0].wrong + crowd.wrong);
  record.claim({ name: 'p99 of a frame over its budget', source: 'target', atMost: 10, judgedBy: 'squad', unit: '%', ours: crowd.overrun });
}

/** Values of papers and targets for these figures; the experiments named there judge them. */
function claim(record: Recorder, measured: readonly OnGrid[], episodes: ReturnType<typeof exploreInFog>['all'], others: number): void {
  const [multipath, , dstarLite] = episodes;
  const over = (slow: (on: OnGrid) => string | undefined, fast: string) => {
    const pairs = measured.flatMap((on) => {
      const [a, b] = [slow(on), fast].map((name) => on.rankings.find((ranking) => ranking.name === name));
      return a === undefined || b === undefined ? [] : [timesFaster(a.timing, b.timing)];
    });
    return pairs.length === 0 ? null : combineRatios(pairs);
  };
  const judgedBy = 'peers';
  record.claim({ name: 'A* against PathFinding.js A*', source: 'target', atLeast: 20, judgedBy, unit: '×', ours: over(() => 'PathFinding.js A*', NAMES.astar) });
  record.claim({ name: 'JPS against PathFinding.js JPS', source: 'target', atLeast: 50, judgedBy, unit: '×', ours: over(() => 'PathFinding.js JPS', NAMES.jps) });
  record.claim({ name: 'JPS against A* here', source: 'target', atLeast: 10, judgedBy, unit: '×', ours: over(() => NAMES.astar, NAMES.jps) });
  record.claim({ name: 'JPS against the fastest library of npm', source: 'reported', unit: '×', ours: over((on) => fastestPeer(on)?.name, NAMES.jps) });
  record.claim({
    name: 'MPAA* against D* Lite with buckets, a labyrinth in fog', source: 'Hernández, Baier & Asín 2014, game maps', reference: 1.35, judgedBy: 'freespace', unit: '×',
    ours: mean(dstarLite.time) / mean(multipath.time),
  });
  const wrong = measured.reduce((sum, { rankings }) => sum + rankings.filter(({ name }) => Object.values(NAMES).includes(name)).reduce((n, one) => n + one.wrong, 0), 0);
  const lost = episodes.reduce((n, one) => n + one.wrong, 0);
  record.claim({ name: 'Wrong answers of ours', source: 'a textbook A* that shares no code; steps and lines over cells', reference: 0, atMost: 0, anySize: true, unit: '', ours: wrong + lost + others });
}
