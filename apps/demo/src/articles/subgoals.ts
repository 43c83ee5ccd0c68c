import { NO_VERTEX } from '@pf/graph';
import { greedyStep } from '@pf/graph/kit';
import type { Grid } from '@pf/grid';
import { publishedSubgoalTree } from '@pf/preprocess';
import { GuidedAgent, LrtaStar, LssLrtaStar, SubgoalTreeGuide, TbaStar } from '@pf/realtime';
import { AStar } from '@pf/search';
import { element } from '../element.ts';
import type { Recording } from '../lab/recordings/recording.ts';
import { blank, CLOSED, freeCells } from '../lab/recordings/recording.ts';
import { moving, subgoalTree, walking } from '../lab/recordings/walk-recordings.ts';
import { showFigures } from './article.ts';
import type { Asked, Plan } from './plan.ts';
import { GridFigure, number } from './figure.ts';
import { drawn, generated } from './maps.ts';
import { middles } from './recorders.ts';
import { asLab, bars } from './walks.ts';

const noPath = 'There is no path. Open a wall.';
const bay = drawn(37, 21, [24, 4, 1, 13], [14, 4, 10, 1], [14, 16, 10, 1]);

/** The cost of a cheapest path. */
function cheapest({ grid, start, goal }: Asked): number {
  return new AStar(grid).search(start, goal);
}

const moves = ({ steps }: Recording): number => steps.length;
const lrta = walking((grid, heuristic) => new LrtaStar(grid, { heuristic }));

const depression: Plan = {
  label: 'LRTA* in a bay that is open towards the start. Violet is where it has raised its estimates.',
  rows: bay, start: [8, 10], goal: [31, 10],
  predict: {
    question: 'This agent looks one cell ahead, and raises the estimate of each cell that it leaves. The cheapest path has about 30 moves. How many does the agent need?',
    options: ['about 60', 'about 250', 'more than 500'],
    right: ([recording]) => (moves(recording) < 120 ? 0 : moves(recording) < 500 ? 1 : 2),
  },
  pictures: [{ record: (asked) => lrta(asLab(asked)) }],
  says: ([recording], asked, step) => cheapest(asked) === Infinity ? [noPath] : [
    'After ', number('moves', Math.min(step, moves(recording))), ` of ${moves(recording)} moves. Its path costs `, number('cost', recording.cost), ' in all, the cheapest ', number('cheapest', cheapest(asked)), '.',
  ],
};

const lookahead: Plan = {
  label: 'The same bay, and an agent that looks further ahead.',
  rows: bay, start: [8, 10], goal: [31, 10],
  controls: [{ kind: 'slider', name: 'lookahead', label: 'Expansions for a move', min: 1, max: 100, value: 10 }],
  pictures: [{ record: (asked) => walking((grid, heuristic) => new LssLrtaStar(grid, { heuristic, lookahead: asked.value('lookahead') }))(asLab(asked)) }],
  says: ([recording], asked) => cheapest(asked) === Infinity ? [noPath] : [
    number('moves', moves(recording)), ' moves at a cost of ', number('cost', recording.cost), '; ', number('expanded', recording.steps.at(-1)?.expanded ?? 0), ' expansions in all. A* alone needs ', number('a-star', expansionsOfAStar(asked)), ', all of them before the first move.',
  ],
};

function expansionsOfAStar({ grid, start, goal }: Asked): number {
  const search = new AStar(grid);
  search.search(start, goal);
  return search.counters.expanded;
}

/** The cells of a greedy walk, which ends where no step lowers the estimate. */
function greedy(grid: Grid, start: number, goal: number): readonly number[] {
  const heuristic = grid.heuristic();
  const [to, cost] = [new Uint32Array(grid.maxDegree), new Float64Array(grid.maxDegree)];
  const cells = [start];
  for (let v = start; v !== goal; ) {
    const next = greedyStep(grid, heuristic, v, goal, to, cost);
    if (next === NO_VERTEX || heuristic(next, goal) >= heuristic(v, goal)) break;
    cells.push((v = next));
  }
  return cells;
}

const within: Plan = {
  label: 'Shaded are the cells from which a greedy walk arrives at the goal.',
  rows: generated('caves', 49, 29, 8), start: [20, 25], goal: [31, 13], scrubs: false,
  pictures: [{
    record: ({ grid, start, goal }) => {
      const arrives = freeCells(grid).filter((v) => greedy(grid, v, goal).at(-1) === goal);
      const path = greedy(grid, start, goal);
      return { ...blank, steps: [{ changes: arrives.flatMap((v) => [v, CLOSED]), expanded: arrives.length }], points: middles(grid, path), cost: path.at(-1) === goal ? path.length - 1 : Infinity };
    },
  }],
  says: ([recording], { grid }) => [
    'From ', number('arrives', recording.steps[0].expanded), ' of ', number('cells', grid.terrain.free), ' cells a greedy walk arrives. The one from the start ', recording.cost === Infinity ? element('em', {}, 'gets stuck.') : 'does, too.',
  ],
};

const caves = generated('caves', 49, 29, 8);
const guided = moving(subgoalTree(false));

const tree: Plan = {
  label: 'The subgoal tree of a goal, and an agent that walks down it.',
  rows: caves, start: [3, 5], goal: [44, 24],
  pictures: [{ record: (asked) => guided(asLab(asked)) }],
  says: (recordings, asked) => {
    const [recording] = recordings;
    return cheapest(asked) === Infinity ? [noPath] : ['The tree has ', number('nodes', recording.tree.length / 4), ' subgoals on a map of ', number('cells', asked.grid.terrain.free), ' cells. The walk costs ', number('cost', recording.cost), ', the cheapest ', number('cheapest', cheapest(asked)), '.'];
  },
};

/** The tree of the paper and its rules: first the subgoal that looks nearest, and another at each node of its path. */
const published = moving((grid, heuristic, goal) => {
  const nodes = publishedSubgoalTree(grid, heuristic, goal);
  const agent = new GuidedAgent(grid, new SubgoalTreeGuide(grid, () => nodes, { heuristic, start: 'nearest', change: 'at-any-node' }), { heuristic });
  return { agent, tree: [...nodes.vertices].flatMap((v, i) => middles(grid, [v, nodes.vertices[nodes.parents[i]]])) };
});

const rules: Plan = {
  label: 'Two walks: by the tree and the rules of the paper, and by an optimal tree.',
  rows: bay, start: [20, 10], goal: [29, 8],
  pictures: [
    { title: 'As published', record: (asked) => published(asLab(asked)) },
    { title: 'The optimal tree', record: (asked) => guided(asLab(asked)) },
  ],
  says: ([published, optimal], asked) => cheapest(asked) === Infinity ? [noPath] : [
    'As published: cost ', number('published', published.cost), ' with ', number('published-nodes', published.tree.length / 4), ' subgoals. Optimal: ', number('optimal', optimal.cost), ' with ', number('optimal-nodes', optimal.tree.length / 4), '.',
  ],
};

const agents: readonly (readonly [name: string, id: string, record: (question: ReturnType<typeof asLab>) => Recording])[] = [
  ['LRTA*', 'lrta', lrta],
  ['LSS-LRTA*, lookahead 10', 'lss', walking((grid, heuristic) => new LssLrtaStar(grid, { heuristic, lookahead: 10 }))],
  ['TBA*, 10 expansions', 'tba', walking((grid, heuristic) => new TbaStar(grid, { heuristic, expansions: 10 }))],
  ['subgoals', 'subgoals', guided],
];

const race: () => Plan = () => {
  const list = element('div', { class: 'bars' });
  let results: readonly Recording[] = [];
  return {
    label: 'Four agents on the same path.',
    rows: caves, start: [3, 5], goal: [44, 24], scrubs: false,
    maps: [
      { name: 'caves', rows: caves, start: [3, 5], goal: [44, 24] },
      { name: 'bay', rows: bay, start: [8, 10], goal: [31, 10] },
      { name: 'rooms', rows: generated('rooms', 41, 25, 5), start: [3, 3], goal: [36, 20] },
    ],
    pictures: [{ record: (asked) => { results = agents.map(([, , record]) => record(asLab(asked))); return { ...blank, path: results[3].path, cost: results[3].cost }; } }],
    says: (_, asked) => (cheapest(asked) === Infinity ? [noPath] : ['The cheapest path costs ', number('cheapest', cheapest(asked)), '. Below, what the path of each agent costs.']),
    below: { root: list, draw: () => bars(list, results.map(({ cost }, i) => ({ name: agents[i][0], value: cost, id: agents[i][1] }))) },
  };
};

showFigures({
  depression: (root) => new GridFigure(root, depression),
  lookahead: (root) => new GridFigure(root, lookahead),
  within: (root) => new GridFigure(root, within),
  tree: (root) => new GridFigure(root, tree),
  rules: (root) => new GridFigure(root, rules),
  race: (root) => new GridFigure(root, race()),
});
