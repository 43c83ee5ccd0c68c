import { Grid, seededRandom } from '@pf/grid';
import { farthestLandmarks, Landmarks, randomLandmarks } from '@pf/preprocess';
import { AStar } from '@pf/search';
import { element } from '../element.ts';
import type { Recording } from '../lab/recordings/recording.ts';
import { blank, freeCells } from '../lab/recordings/recording.ts';
import { estimatesOf } from '../lab/recordings/search-recordings.ts';
import { Scatter } from '../lab/views/scatter.ts';
import { palette } from '../palette.ts';
import { showFigures } from './article.ts';
import type { Asked, Plan } from './plan.ts';
import { GridFigure, number } from './figure.ts';
import { drawn, generated, halls, wallWithDoor } from './maps.ts';
import { costsTo, dashed, expansions, fewer, middles, searched } from './recorders.ts';

/** A* with the geometric estimate alone. */
const plain = (asked: Asked): Recording => searched(asked, new AStar(asked.grid));

/** The cells that A* expands without help, which the picture hatches. */
function unaided({ grid, start, goal }: Asked): { readonly expanded: number; readonly cells: readonly number[] } {
  const search = new AStar(grid);
  search.search(start, goal);
  return { expanded: search.counters.expanded, cells: freeCells(grid).filter((v) => search.isClosed(v)) };
}

function helped(asked: Asked, tables: Landmarks): Recording {
  const heuristic = tables.heuristic({ base: asked.grid.heuristic() });
  const { expanded, cells } = unaided(asked);
  return searched(asked, new AStar(asked.grid, { heuristic }), {
    landmarks: [...tables.vertices], before: cells, facts: [['without', String(expanded)]], estimates: estimatesOf(asked.grid, asked.goal, heuristic),
  });
}

const without = ({ facts = [] }: Recording): number => Number(facts[0]?.[1] ?? 0);
const noPath = 'There is no path. Open a wall.';

/** "A* expands 400 cells; with … 40: 10 times fewer." */
function compared(recording: Recording, help: string): readonly (string | Node)[] {
  const [before, after] = [without(recording), expansions(recording)];
  return recording.cost === Infinity ? [noPath] : ['A* alone expands ', number('before', before), ' cells, ', help, ' ', number('after', after), `: ${fewer(before, after)}.`];
}

const straightLine: Plan = {
  label: 'A map with a wall between start and goal, and the cells that A* expands.',
  rows: wallWithDoor, start: [11, 5], goal: [29, 5],
  pictures: [{ record: plain }],
  says: ([recording], { grid, start, goal }) => recording.cost === Infinity ? [noPath] : [
    'The straight line says ', number('estimate', grid.heuristic()(start, goal)), ', the path costs ', number('cost', recording.cost), '. A* expands ', number('expanded', expansions(recording)), ' cells.',
  ],
};

const perfect: Plan = {
  label: 'The same map, with an estimate that the reader chooses.',
  rows: wallWithDoor, start: [11, 5], goal: [29, 5],
  controls: [{ kind: 'switch', name: 'perfect', label: 'A perfect estimate: the true cost to the goal', on: false }],
  pictures: [{
    record: (asked) => {
      // In whole numbers: sums with √2 differ in the last digit, by which A* would choose among equal paths.
      const { movement, corners } = asked.grid;
      const grid = Grid.fromRows(asked.grid.toRows(), { movement, corners, metric: '70/99' });
      const truth = costsTo(grid, asked.goal);
      return asked.isOn('perfect') ? searched(asked, new AStar(grid, { heuristic: (v) => truth(v) })) : plain(asked);
    },
  }],
  predict: {
    question: 'Suppose that the estimate is exact: it knows the true cost from every cell to this goal. How many cells does A* then expand?',
    options: ['about half', 'about a tenth', 'only those of the path'],
    right: () => 2,
  },
  says: ([recording], asked) => recording.cost === Infinity ? [noPath] : [
    `With ${asked.isOn('perfect') ? 'the perfect estimate' : 'the straight line'}, A* expands `, number('expanded', expansions(recording)), ' cells for a path of ', number('path', recording.path.length), '.',
  ],
};

/** The cheapest path between two cells. */
function pathOf({ grid }: Asked, from: number, to: number): { readonly cost: number; readonly cells: readonly number[] } {
  const search = new AStar(grid);
  const cost = search.search(from, to);
  const out = new Uint32Array(grid.vertexCount);
  return { cost, cells: [...out.subarray(0, search.path(out))] };
}

const triangle: Plan = {
  label: 'Three cells: start, goal and a landmark, and the cheapest paths between them.',
  rows: halls, start: [5, 22], goal: [30, 21], landmarks: [[45, 25]], scrubs: false,
  pictures: [{
    record: (asked) => {
      const { start, goal, landmarks: [landmark] } = asked;
      const [direct, near, far] = [pathOf(asked, start, goal), pathOf(asked, landmark, goal), pathOf(asked, landmark, start)];
      return { ...blank, path: direct.cells, cost: direct.cost, facts: [['near', String(near.cost)], ['far', String(far.cost)]] };
    },
    over: (context, scale, _, asked) => {
      const { grid, start, goal, landmarks: [landmark] } = asked;
      for (const [to, colour] of [[start, 'start'], [goal, 'goal']] as const) {
        dashed(context, scale, middles(grid, pathOf(asked, landmark, to).cells), palette()[colour]);
      }
    },
  }],
  says: ([{ cost, facts = [] }], { grid, start, goal }) => {
    const [near, far] = facts.map(([, value]) => Number(value));
    const bound = Math.abs(far - near);
    if (!(bound < Infinity)) return ['The landmark cannot be reached.'];
    const line = grid.heuristic()(start, goal);
    return [
      'From the landmark to the start ', number('far', far), ', to the goal ', number('near', near), '. So start to goal costs at least ', number('bound', bound), '. It costs ', number('cost', cost),
      `, and the straight line says ${line.toFixed(1)}: `, bound > cost - 0.01 ? 'the landmark is exact.' : bound > line + 0.01 ? 'the landmark knows more.' : 'here, the landmark is no help.',
    ];
  },
};

const one: Plan = {
  label: 'A* with one landmark; hatched is what A* expands without it.',
  rows: halls, start: [5, 22], goal: [30, 21], landmarks: [[16, 20]],
  predict: {
    question: 'You may place one landmark on this map. Where does it save most?',
    options: ['half-way, in the middle of the path', 'in the corner beyond the goal', 'in the corner behind the start'],
    // Tried, all three of them.
    right: (_, asked) => {
      const counts = [[16, 20], [46, 25], [0, 28]].map(([x, y]) => expansions(helped(asked, new Landmarks(asked.grid, [asked.grid.vertex(x, y)]))));
      return counts.indexOf(Math.min(...counts));
    },
  },
  pictures: [{ record: (asked) => helped(asked, new Landmarks(asked.grid, asked.landmarks)) }],
  says: ([recording]) => compared(recording, 'with this landmark'),
};

const town = generated('rooms', 61, 41, 3);

const many: Plan = {
  label: 'A* with several landmarks, placed by a rule.',
  rows: town, start: [3, 3], goal: [57, 37],
  controls: [
    { kind: 'slider', name: 'count', label: 'Landmarks', min: 0, max: 16, value: 4 },
    { kind: 'list', name: 'rule', label: 'Placed', options: [['farthest', 'far from one another'], ['random', 'at random']], value: 'farthest' },
  ],
  pictures: [{
    record: (asked) => {
      const { grid } = asked;
      const count = asked.value('count');
      const vertices = asked.chosen('rule') === 'random' ? randomLandmarks(grid, count, seededRandom(11)) : farthestLandmarks(grid, count, asked.original.vertex(3, 3));
      return helped(asked, new Landmarks(grid, vertices));
    },
  }],
  says: ([recording], asked) => [...compared(recording, `with ${asked.value('count')} landmarks`), ' The tables take ', number('bytes', recording.landmarks.length * 8), ' bytes a cell.'],
};

/** A plot beside the map, below it. */
function scatterBelow(): NonNullable<Plan['below']> {
  const canvas = element('canvas', { role: 'img', 'aria-label': 'Estimates plotted against true costs, a dot for each cell' });
  const scatter = new Scatter(canvas);
  return { root: element('div', { class: 'below' }, canvas), draw: ([playback]) => void (playback.recording.estimates !== undefined && scatter.draw(playback, playback.recording.estimates(), -1)) };
}

const scatter: () => Plan = () => ({
  label: 'A maze, and below it a dot for each cell: its true cost to the right, its estimate upwards.',
  rows: generated('maze', 41, 25, 4), start: [1, 1], goal: [39, 23], scrubs: false,
  controls: [{ kind: 'slider', name: 'count', label: 'Landmarks', min: 0, max: 8, value: 0 }],
  pictures: [{ record: (asked) => helped(asked, new Landmarks(asked.grid, farthestLandmarks(asked.grid, asked.value('count'), asked.original.vertex(1, 1)))) }],
  says: ([recording], { grid }) => {
    if (recording.cost === Infinity) return [noPath];
    const { truth, plain: line, better = line } = recording.estimates!();
    const share = (values: Float64Array): number => {
      const cells = freeCells(grid).filter((v) => truth[v] > 0 && truth[v] < Infinity);
      return Math.round((100 * cells.reduce((sum, v) => sum + values[v] / truth[v], 0)) / cells.length);
    };
    return ['The straight line knows ', number('line', share(line)), '% of the true cost on average (grey), the landmarks ', number('share', share(better)), '% (violet). A* expands ', number('after', expansions(recording)), ' cells.'];
  },
  below: scatterBelow(),
});

const opened: Plan = {
  label: 'A map whose wall the reader opens, and the path that A* finds with the tables of the map as it was.',
  rows: drawn(41, 23, [20, 2, 1, 21], [8, 11, 12, 1]), start: [17, 20], goal: [24, 20],
  controls: [{ kind: 'switch', name: 'repair', label: 'Repair the tables after each edit', on: false }],
  pictures: [{
    record: (asked) => helped(asked, new Landmarks(asked.isOn('repair') ? asked.grid : asked.original, [asked.original.vertex(40, 22), asked.original.vertex(0, 22), asked.original.vertex(0, 0)])),
  }],
  says: (recordings, { grid, start, goal }) => {
    const [{ cost }] = recordings;
    const truth = costsTo(grid, goal)(start);
    if (truth === Infinity) return [noPath];
    const wrong = cost > truth + 1e-6;
    return ['The path found costs ', number('cost', cost), ', the cheapest ', number('truth', truth), '. ', ...(wrong ? [element('em', {}, 'The old tables estimate too much, and A* missed the shortcut.')] : ['The path is a cheapest one.'])];
  },
};

showFigures({
  'straight-line': (root) => new GridFigure(root, straightLine),
  perfect: (root) => new GridFigure(root, perfect),
  triangle: (root) => new GridFigure(root, triangle),
  one: (root) => new GridFigure(root, one),
  many: (root) => new GridFigure(root, many),
  scatter: (root) => new GridFigure(root, scatter()),
  opened: (root) => new GridFigure(root, opened),
});
