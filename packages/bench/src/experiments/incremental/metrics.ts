import { FogOfWar, radius } from '@pf/grid';
import type { GridOptions } from '@pf/grid';
import { navigate } from '@pf/incremental';
import { column } from '../../record/column.ts';
import type { Experiment, Options } from '../../experiment.ts';
import type { Recorder } from '../../record/recorder.ts';
import { experiment } from '../../record/run.ts';
import { stepCost } from '../../episodes/episode.ts';
import { PLANNERS } from '../../episodes/planners.ts';
import type { Candidate } from '../../episodes/planners.ts';
import { worlds } from '../../worlds/worlds.ts';
import type { WorldSource } from '../../worlds/worlds.ts';

const SIZES = {
  tiny: { side: 32, problems: 6, episodes: 2, generated: ['caves', 'rooms of 8', 'random 25%'] },
  quick: { side: 96, problems: 10, episodes: 3, generated: ['caves', 'maze, corridors of 8', 'rooms of 32', 'random 25%'] },
  full: { side: 256, problems: 40, episodes: 4, generated: undefined },
};

const MAPS = ['dao/arena2', 'dao/brc202d', 'bg512/AR0011SR', 'mazes/maze512-8-0', 'rooms/32room_000', 'random/random512-25-0'];
const CONTENDERS: readonly Candidate[] = [PLANNERS.forward, PLANNERS.adaptive, PLANNERS.multipath, PLANNERS.dstarLite, PLANNERS.dstarLiteHeap, PLANNERS.extraLite];
const SIGHT = radius(5);
/** √2 to three digits, in whole numbers. */
const WHOLE: GridOptions = { metric: { straight: 1000, diagonal: 1415 } };
/** The most by which expansions on whole numbers may exceed those on the default metric. */
const MOST = 1.1;

/** Sums of 1 and √2 differ in their last digits, which must not decide ties. */
export const metrics: Experiment = experiment({
  name: 'metrics', title: 'Planners on the default metric and on whole numbers',
  reproduces: 'Episodes in fog, the longest problems of a map, with diagonals of √2 and with costs of 1000 and 1415: the same work on both.',
}, run);

/** The longest episodes of a world, all together: expansions, and episodes with a wrong end or an illegal step. */
function play(source: WorldSource, rules: GridOptions, { make }: Candidate, episodes: number): { readonly expanded: number; readonly wrong: number } {
  const { grid, problems } = source.load(rules);
  let sum = 0;
  let wrong = 0;
  const length = ({ from, to }: (typeof problems)[number]): number => Math.max(Math.abs(grid.x(from) - grid.x(to)), Math.abs(grid.y(from) - grid.y(to)));
  for (const { from, to } of [...problems].sort((a, b) => length(b) - length(a)).slice(0, episodes)) {
    const fog = new FogOfWar(grid);
    let cost = 0;
    let last = '';
    for (const { expanded, status, vertex, next } of navigate(make(fog.known), fog, { start: from, goal: to, sensor: SIGHT })) {
      sum += expanded;
      if (status === 'moving') cost += stepCost(grid, vertex, next);
      last = `${status} ${vertex}`;
    }
    if (last !== `reached ${to}` || !(cost >= 0)) wrong++;
  }
  return { expanded: sum, wrong };
}

function run(record: Recorder, options: Options): void {
  const { side, problems, episodes, generated } = SIZES[options.effort];
  const sources = worlds(options, { side, problems, maps: MAPS, ...(generated === undefined ? {} : { generated }) });
  record.table('planners', 'Expansions of the episodes, all together', {
    map: column.key('map'), planner: column.key('planner'), exact: column.count('1 and √2'), whole: column.count('1000 and 1415'), share: column.ratio('√2 over whole'),
  });
  record.expect(sources.length);
  const rows: { map: string; planner: string; share: number }[] = [];
  let wrong = 0;
  for (const source of sources) {
    record.step(source.name);
    for (const candidate of CONTENDERS) {
      const played = [{}, WHOLE].map((rules) => play(source, rules, candidate, episodes));
      const [exact, whole] = played.map(({ expanded }) => expanded);
      wrong += played[0].wrong + played[1].wrong;
      record.row('planners', { map: source.name, planner: candidate.name, exact, whole, share: exact / whole });
      rows.push({ map: source.name, planner: candidate.name, share: exact / whole });
    }
  }
  for (const { name } of CONTENDERS) {
    const worst = rows.filter(({ planner }) => planner === name).reduce((a, b) => (b.share > a.share ? b : a));
    record.claim({
      name: `${name}: expansions with √2 over those on whole numbers, the worst map`, source: 'target', reference: 1, atMost: MOST, unit: '×', ours: worst.share, remark: worst.map,
    });
  }
  record.claim({ name: 'Episodes with a wrong end or an illegal step', source: 'worlds with a path', reference: 0, atMost: 0, anySize: true, unit: '', ours: wrong });
}
