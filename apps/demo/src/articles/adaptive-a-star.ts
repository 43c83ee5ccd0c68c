import { Grid } from '@pf/grid';
import type { Planner } from '@pf/incremental';
import { AdaptiveAStar, MultipathAdaptiveAStar, RepeatedAStar } from '@pf/incremental';
import { AStar } from '@pf/search';
import { element } from '../element.ts';
import type { Recording } from '../lab/recordings/recording.ts';
import { blank, freeCells } from '../lab/recordings/recording.ts';
import { foggy } from '../lab/recordings/walk-recordings.ts';
import { showFigures } from './article.ts';
import type { Asked, Plan } from './plan.ts';
import { GridFigure, number } from './figure.ts';
import { drawn, generated } from './maps.ts';
import { costsTo, expansions, fewer, searched, writeCells } from './recorders.ts';
import { asLab, bars, walked } from './walks.ts';

const noPath = 'There is no path. Open a wall.';
const noWalk = 'The agent finds out that there is no path. Open a wall.';

/** The map in whole numbers, as planners take it: 70 is a straight step. */
const UNIT = 70;
const wholeGrid = (grid: Grid): Grid => Grid.fromRows(grid.toRows(), { movement: grid.movement, corners: grid.corners, metric: '70/99' });

/** The estimates that a search from `start` learns: from each closed cell, the goal costs at least the whole path minus the g of the cell. */
function learnedFrom(grid: Grid, start: number, goal: number): { readonly h: Float64Array; readonly expanded: number; readonly closed: readonly number[] } {
  const heuristic = grid.heuristic();
  const search = new AStar(grid);
  const cost = search.search(start, goal);
  const h = Float64Array.from(grid.cells, (_, v) => (grid.cells[v] === 0 ? 0 : heuristic(v, goal)));
  const closed = freeCells(grid).filter((v) => search.isClosed(v));
  if (cost < Infinity) for (const v of closed) h[v] = Math.max(h[v], cost - search.g(v));
  return { h, expanded: search.counters.expanded, closed };
}

const bay = drawn(37, 21, [24, 3, 1, 15], [12, 3, 12, 1], [12, 17, 12, 1]);

const learn: Plan = {
  label: 'A bay between start and goal. Hatched is what the first search expanded; blue what a second one does with what was learned.',
  rows: bay, start: [14, 10], goal: [32, 10],
  predict: {
    question: 'A* has answered this question once, and raised the estimates of all cells that it expanded (hatched). It is asked the same again. How many of them does it expand?',
    options: ['all of them', 'about half', 'only those of the path'],
    right: ([recording]) => { const share = expansions(recording) / Number(recording.facts?.[1][1]); return share > 0.75 ? 0 : share > 0.2 ? 1 : 2; },
  },
  pictures: [{
    record: (asked): Recording => {
      const { original, goal } = asked;
      const grid = wholeGrid(asked.grid);
      const { h, expanded } = learnedFrom(grid, original.vertex(14, 10), goal);
      const plain = new AStar(grid);
      plain.search(asked.start, goal);
      const recording = searched(asked, new AStar(grid, { heuristic: (v) => h[v] }), { before: freeCells(grid).filter((v) => plain.isClosed(v)), facts: [['plain', String(plain.counters.expanded)], ['first', String(expanded)]] });
      return { ...recording, unit: UNIT };
    },
  }],
  says: ([recording]) => recording.cost === Infinity ? [noPath] : [
    'From this start, A* expands ', number('plain', Number(recording.facts![0][1])), ' cells; with what the first search learned, ', number('learned', expansions(recording)), `: ${fewer(Number(recording.facts![0][1]), expansions(recording))}.`,
  ],
};

type Kind = new (known: Grid, options: { readonly heuristic: ReturnType<Grid['heuristic']>; readonly queue: 'larger-g' }) => Planner;
const example = ['.....', '..#..', '..##.', '..##.', '...#.'];

/** The expansions of each search of a walk. */
function searches(recording: Recording): readonly number[] {
  const counts: number[] = [];
  let [before, tally] = [0, 0];
  for (const step of recording.steps) {
    if (step.tally !== tally) counts.push(step.expanded - before);
    [before, tally] = [step.expanded, step.tally ?? 0];
  }
  return counts;
}

const walkOf = (Planner: Kind) => (asked: Asked): Recording => foggy((known, heuristic) => new Planner(known as Grid, { heuristic, queue: 'larger-g' }))(asLab(asked));
const estimates: NonNullable<Plan['pictures'][number]['over']> = (context, scale, playback, asked) => {
  const at = playback.recording.labels.indexOf('h');
  const { grid, goal } = asked;
  const heuristic = grid.heuristic();
  writeCells(context, scale, playback, asked, (v) => [String(Math.round(at >= 0 && playback.values[at][v] < Infinity ? playback.values[at][v] / UNIT : heuristic(v, goal)))]);
};

const worked: Plan = {
  label: 'The worked example of the course: five by five cells, a wall that the agent does not know.',
  rows: example, start: [2, 4], goal: [4, 4], movement: 'four',
  pictures: [{ title: 'A*, each time from scratch', record: walkOf(RepeatedAStar), over: estimates }, { title: 'Adaptive A*', record: walkOf(AdaptiveAStar), over: estimates }],
  says: ([scratch, adaptive]) => scratch.cost === Infinity ? [noWalk] : [
    'Expansions of its searches: ', number('scratch', searches(scratch).join(' + ')), ' from scratch, ', number('adaptive', searches(adaptive).join(' + ')), ' with learning: ',
    number('scratch-sum', expansions(scratch)), ' and ', number('adaptive-sum', expansions(adaptive)), '.',
  ],
};

const walk: Plan = {
  label: 'A walk through a maze, twice.',
  rows: generated('maze', 37, 23, 3), start: [1, 1], goal: [35, 21],
  pictures: [{ title: 'A*, each time from scratch', record: walkOf(RepeatedAStar) }, { title: 'Adaptive A*', record: walkOf(AdaptiveAStar) }],
  says: ([scratch, adaptive], _, step) => scratch.cost === Infinity ? [noWalk] : [
    'By now ', number('scratch', expansions(scratch, step)), ' expansions from scratch, ', number('adaptive', expansions(adaptive, step)), ` with learning: ${fewer(expansions(scratch, step), expansions(adaptive, step))}.`,
  ],
};

const opened: Plan = {
  label: 'A map whose wall the reader opens after a search has learned from it.',
  rows: drawn(37, 21, [18, 2, 1, 19], [6, 10, 12, 1]), start: [14, 18], goal: [23, 18],
  controls: [{ kind: 'switch', name: 'repair', label: 'Lower the estimates after each edit', on: false }],
  pictures: [{
    record: (asked): Recording => {
      const { original, grid, start, goal } = asked;
      if (!asked.isOn('repair')) {
        const now = wholeGrid(grid);
        const { h } = learnedFrom(wholeGrid(original), start, goal);
        return { ...searched(asked, new AStar(now, { heuristic: (v) => h[v] })), unit: UNIT };
      }
      // The planner learns on the map as it was, and is notified of the edits.
      const known = wholeGrid(original);
      const planner = new AdaptiveAStar(known, { heuristic: known.heuristic() });
      planner.begin(start, goal);
      planner.run();
      const tails = new Uint32Array(known.vertexCount);
      grid.cells.forEach((cost, v) => { if (cost !== known.cells[v]) planner.arcsChanged(tails, known.setCost(known.x(v), known.y(v), cost, tails)); });
      const before = planner.counters.expanded;
      planner.run();
      const out = new Uint32Array(known.vertexCount);
      const path = [...out.subarray(0, planner.path(out))];
      return { ...searched(asked, new AStar(wholeGrid(grid), { heuristic: (v) => planner.learned(v) })), path, cost: planner.cost, facts: [['expanded', String(planner.counters.expanded - before)]], unit: UNIT };
    },
  }],
  says: ([{ cost }], { grid, start, goal }) => {
    const truth = costsTo(wholeGrid(grid), goal)(start);
    if (truth === Infinity) return [noPath];
    return ['The path found costs ', number('cost', cost / UNIT), ', the cheapest ', number('truth', truth / UNIT), '. ', ...(cost > truth ? [element('em', {}, 'What was learned is too much now: the shortcut was missed.')] : ['The path is a cheapest one.'])];
  },
};

const kinds: readonly (readonly [name: string, id: string, make: (known: Grid) => Planner])[] = [
  ['forward, smaller g first', 'forward-smaller', (known) => new RepeatedAStar(known, { heuristic: known.heuristic(), queue: 'smaller-g' })],
  ['forward, larger g first', 'forward-larger', (known) => new RepeatedAStar(known, { heuristic: known.heuristic(), queue: 'larger-g' })],
  ['backward, larger g first', 'backward-larger', (known) => new RepeatedAStar(known, { heuristic: known.heuristic(), queue: 'larger-g', direction: 'backward' })],
  ['Adaptive A*, larger g first', 'adaptive', (known) => new AdaptiveAStar(known, { heuristic: known.heuristic(), queue: 'larger-g' })],
  ['MPAA*', 'mpaa', (known) => new MultipathAdaptiveAStar(known, { heuristic: known.heuristic() })],
];

const details: () => Plan = () => {
  const list = element('div', { class: 'bars' });
  let walks: ReturnType<typeof walked>[] = [];
  return {
    label: 'Five algorithms that plan again, on the same walk.',
    rows: generated('maze', 41, 25, 7), start: [1, 1], goal: [39, 23], movement: 'four', scrubs: false,
    maps: [
      { name: 'maze', rows: generated('maze', 41, 25, 7), start: [1, 1], goal: [39, 23] },
      { name: 'rooms', rows: generated('rooms', 41, 25, 4), start: [2, 2], goal: [37, 22] },
      { name: 'open field with a bay', rows: drawn(41, 25, [28, 4, 1, 17], [12, 4, 16, 1], [12, 20, 16, 1]), start: [14, 12], goal: [37, 12] },
    ],
    predict: {
      question: 'When two cells have the same f, A* can take the one with the smaller g first, or the one with the larger g. Which choice expands more cells?',
      options: ['the smaller g', 'the larger g', 'no difference'],
      right: () => (walks[0].expanded > walks[1].expanded ? 0 : walks[0].expanded < walks[1].expanded ? 1 : 2),
    },
    pictures: [{ record: (asked) => { walks = kinds.map(([, , make]) => walked(asked, make)); return blank; } }],
    says: () => walks[0].arrived ? [number('searches', walks[1].searches), ' searches on a walk of ', number('moves', walks[1].moves), ' moves. Below, the expansions of all of them.'] : [noWalk],
    below: { root: list, draw: () => bars(list, walks.map(({ expanded }, i) => ({ name: kinds[i][0], value: expanded, id: kinds[i][1] }))) },
  };
};

showFigures({
  learn: (root) => new GridFigure(root, learn),
  worked: (root) => new GridFigure(root, worked),
  walk: (root) => new GridFigure(root, walk),
  opened: (root) => new GridFigure(root, opened),
  details: (root) => new GridFigure(root, details()),
});
