import { pathCost } from '@pf/graph';
import type { Grid } from '@pf/grid';
import { AStar, BreadthFirst, Dijkstra, JumpPointSearch } from '@pf/search';
import { element } from '../element.ts';
import type { Recording } from '../lab/recordings/recording.ts';
import { blank, CLOSED, OPEN } from '../lab/recordings/recording.ts';
import { showFigures } from './article.ts';
import type { Asked, Plan } from './plan.ts';
import { GridFigure, number } from './figure.ts';
import { drawn, generated } from './maps.ts';
import { costsTo, drawArrows, expansions, fewer, searched } from './recorders.ts';
import type { Bar } from './walks.ts';
import { bars } from './walks.ts';

const noPath = 'There is no path. Open a wall.';

/** Only the estimate counts, but for ties. */
const GREEDY = 1000;

const dijkstra = (asked: Asked): Recording => searched(asked, new AStar(asked.grid, { heuristic: () => 0 }));
const greedy = (asked: Asked): Recording => searched(asked, new AStar(asked.grid, { weight: GREEDY }));
const aStar = (asked: Asked): Recording => searched(asked, new AStar(asked.grid));
/** Its cost is that of the path, not the number of steps. */
const breadthFirst = (asked: Asked): Recording => {
  const recording = searched(asked, new BreadthFirst(asked.grid));
  return { ...recording, cost: recording.path.length === 0 ? Infinity : pathCost(asked.grid, recording.path, recording.path.length) };
};

/** How many cells are in a state after some steps. */
function count({ steps }: Recording, step: number, state: number): number {
  const states = new Map<number, number>();
  for (const { changes } of steps.slice(0, step)) for (let i = 0; i < changes.length; i += 2) states.set(changes[i], changes[i + 1]);
  return [...states.values()].reduce((sum, each) => sum + Number(each === state), 0);
}

const rings: Plan = {
  label: 'A map with walls, and the rings of a breadth-first search.',
  rows: drawn(41, 23, [14, 3, 1, 9], [14, 14, 1, 9], [28, 0, 1, 15], [20, 17, 9, 1]), start: [6, 11], goal: [36, 5], movement: 'four', opensAt: 0.3,
  pictures: [{ record: breadthFirst }],
  says: ([recording], _, step) => [
    number('closed', count(recording, step, CLOSED)), ' cells expanded, ', number('frontier', count(recording, step, OPEN)), ' in the frontier. ',
    ...(recording.cost === Infinity ? [noPath] : step < recording.steps.length ? [] : ['The path has ', number('steps', recording.path.length - 1), ' steps.']),
  ],
};

const arrows: () => Plan = () => {
  let steps = new Int32Array(0);
  return {
    label: 'A map with an arrow in each cell: the next step towards the goal.',
    rows: generated('caves', 33, 19, 5), start: [3, 13], goal: [28, 4], scrubs: false,
    pictures: [{
      record: ({ grid, start, goal }): Recording => {
        const search = new Dijkstra(grid, { direction: 'backward' });
        search.flood(goal);
        steps = new Int32Array(grid.vertexCount);
        search.firstSteps(steps);
        const out = new Uint32Array(grid.vertexCount);
        return { ...blank, path: [...out.subarray(0, search.path(out, start))], cost: search.distance(start), facts: [['expanded', String(search.counters.expanded)]] };
      },
      over: (context, scale, _, { grid }) => drawArrows(context, scale, grid, steps),
    }],
    says: ([{ cost, facts = [] }]) => [
      'One search from the goal expanded ', number('expanded', Number(facts[0][1])), ' cells: every path is known. ', ...(cost === Infinity ? ['None leads from this start.'] : ['The one from this start costs ', number('cost', cost), '.']),
    ],
  };
};

/** A wide swamp in the middle, whose cells cost 5. */
const marsh = drawn(41, 23, [13, 0, 2, 4]).map((row, y) => [...row].map((cell, x) => (cell === '.' && Math.hypot((x - 20) / 1.4, y - 11) < 7 ? '5' : cell)).join(''));

const swamp: Plan = {
  label: 'A swamp between start and goal.',
  rows: marsh, start: [5, 11], goal: [35, 12],
  pictures: [{ title: 'Breadth-first: fewest steps', record: breadthFirst }, { title: 'Dijkstra: least cost', record: dijkstra }],
  says: ([fewest, least]) => least.cost === Infinity ? [noPath] : [
    'Breadth-first: ', number('fewest-steps', fewest.path.length - 1), ' steps at a cost of ', number('fewest-cost', fewest.cost), '. Dijkstra: ', number('least-steps', least.path.length - 1), ' steps at a cost of ', number('least-cost', least.cost), '.',
  ],
};

const bay: Plan = {
  label: 'A bay between start and goal.',
  rows: drawn(41, 23, [28, 3, 1, 17], [14, 3, 14, 1], [20, 19, 8, 1]), start: [8, 9], goal: [36, 11],
  predict: {
    question: 'One search follows the estimate alone, the other is A*. How much longer is the path of the greedy one here?',
    options: ['not at all', 'by about a tenth', 'by a fifth or more'],
    right: ([hasty, exact]) => { const ratio = hasty.cost / exact.cost; return ratio < 1.001 ? 0 : ratio < 1.17 ? 1 : 2; },
  },
  pictures: [{ title: 'Greedy: the estimate alone', record: greedy }, { title: 'A*: cost so far and estimate', record: aStar }],
  says: ([hasty, exact]) => exact.cost === Infinity ? [noPath] : [
    'Greedy: ', number('greedy', expansions(hasty)), ' cells, a path of ', number('greedy-cost', hasty.cost), '. A*: ', number('a-star', expansions(exact)), ' cells, a path of ', number('a-star-cost', exact.cost), '.',
  ],
};

const weight: Plan = {
  label: 'A search whose estimate the reader makes count less or more.',
  rows: generated('caves', 49, 29, 8), start: [3, 5], goal: [44, 24],
  controls: [{ kind: 'slider', name: 'weight', label: 'Weight of the estimate, in tenths', min: 0, max: 40, value: 10 }],
  pictures: [{
    record: (asked) => {
      const share = asked.value('weight') / 10;
      const heuristic = asked.grid.heuristic();
      return searched(asked, share > 1 ? new AStar(asked.grid, { weight: share }) : new AStar(asked.grid, { heuristic: (v, goal) => share * heuristic(v, goal) }));
    },
  }],
  says: ([recording], asked) => {
    if (recording.cost === Infinity) return [noPath];
    const share = asked.value('weight') / 10;
    const plain = new AStar(asked.grid, { heuristic: () => 0 });
    plain.search(asked.start, asked.goal);
    return [
      `The estimate counts ${share} times. `, number('expanded', expansions(recording)), ' cells (Dijkstra: ', number('dijkstra', plain.counters.expanded), `, ${fewer(plain.counters.expanded, expansions(recording))}), a path of `,
      number('cost', recording.cost), ' (the cheapest: ', number('truth', plain.cost), ').',
    ];
  },
};

const all: () => Plan = () => {
  const list = element('div', { class: 'bars' });
  const searches = [
    ['breadth-first', (grid: Grid) => new BreadthFirst(grid)], ['Dijkstra', (grid: Grid) => new AStar(grid, { heuristic: () => 0 })], ['greedy', (grid: Grid) => new AStar(grid, { weight: GREEDY })],
    ['A*', (grid: Grid) => new AStar(grid)], ['jump points', (grid: Grid) => new JumpPointSearch(grid)],
  ] as const;
  let rows: readonly Bar[] = [];
  return {
    label: 'Five searches with the same start and goal.',
    rows: generated('caves', 49, 29, 8), start: [3, 5], goal: [44, 24], scrubs: false,
    maps: [
      { name: 'caves', rows: generated('caves', 49, 29, 8), start: [3, 5], goal: [44, 24] },
      { name: 'maze', rows: generated('maze', 49, 29, 4), start: [1, 1], goal: [47, 27] },
      { name: 'open field', rows: drawn(49, 29), start: [6, 8], goal: [42, 20] },
    ],
    pictures: [{
      record: ({ grid, start, goal }): Recording => {
        const out = new Uint32Array(grid.vertexCount);
        const cheapest = costsTo(grid, goal)(start);
        let path: readonly number[] = [];
        rows = searches.map(([name, make], i) => {
          const search = make(grid);
          search.search(start, goal);
          path = [...out.subarray(0, search.path(out))];
          const cost = path.length === 0 ? Infinity : pathCost(grid, path, path.length);
          return { name: cost > cheapest + 1e-6 ? `${name}: a path of ${cost.toFixed(1)}` : name, value: search.counters.expanded, id: `count-${i}` };
        });
        // The last of them is exact.
        return { ...blank, path, cost: cheapest };
      },
    }],
    says: ([{ cost }]) => cost === Infinity ? [noPath] : ['The cheapest path costs ', number('cost', cost), '. Below, the cells that each search expands.'],
    below: { root: list, draw: () => bars(list, rows) },
  };
};

showFigures({
  rings: (root) => new GridFigure(root, rings),
  arrows: (root) => new GridFigure(root, arrows()),
  swamp: (root) => new GridFigure(root, swamp),
  greedy: (root) => new GridFigure(root, bay),
  weight: (root) => new GridFigure(root, weight),
  all: (root) => new GridFigure(root, all()),
});
