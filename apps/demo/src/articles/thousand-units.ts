import { Dispatcher } from '@pf/crowd';
import type { Grid } from '@pf/grid';
import { seededRandom } from '@pf/grid';
import { AStar, Dijkstra, JumpPointSearch } from '@pf/search';
import { element } from '../element.ts';
import type { Recording, Step } from '../lab/recordings/recording.ts';
import { blank, freeCells } from '../lab/recordings/recording.ts';
import { palette } from '../palette.ts';
import { showFigures } from './article.ts';
import type { Asked, Plan } from './plan.ts';
import { GridFigure, number } from './figure.ts';
import { drawn, generated } from './maps.ts';
import { drawArrows, fewer } from './recorders.ts';
import { bars } from './walks.ts';

/** How a group is moved. */
interface Orders {
  readonly units: number;
  /** Expansions for each frame. */
  readonly budget: number;
  readonly jumps?: boolean;
  readonly shares?: boolean;
  readonly avoids?: boolean;
  /** Whether the second half walks the other way. */
  readonly crossing?: boolean;
}

/** The time of each frame. */
interface Frames {
  readonly expanded: readonly number[];
  readonly waiting: readonly number[];
  readonly milliseconds: readonly number[];
}

const LONGEST = 400;
/** While something is dragged, the beginning is enough. */
const HURRIED = 12;
const SOON = 1e6;

/** The cells within reach of a cell, the nearest first. */
function near(grid: Grid, v: number): Uint32Array {
  const dijkstra = new Dijkstra(grid);
  dijkstra.flood(v);
  const out = new Uint32Array(grid.vertexCount);
  return out.subarray(0, dijkstra.reached(out));
}

/** Units leave the start for the goal, a frame a step. */
function marched({ grid, start, goal, looks }: Asked, { units, budget, jumps = false, shares = true, avoids = false, crossing = false }: Orders): Recording & { readonly frames: Frames } {
  const planner = jumps ? new JumpPointSearch(grid) : new AStar(grid);
  const dispatcher = new Dispatcher(grid, { planner: () => planner, shareFrom: shares ? 3 : Infinity, collisions: avoids ? 'avoid' : 'pass' });
  const taken = new Set<number>();
  // Where there are too few cells, units share them. Those that avoid each other are then fewer.
  const added = (v: number, count: number): readonly number[] => {
    const cells = near(grid, v).filter((u) => !taken.has(u));
    const places = Array.from({ length: avoids ? Math.min(count, cells.length) : count }, (_, i) => cells[i % cells.length]);
    if (avoids) places.forEach((u) => taken.add(u));
    return places.map((u) => dispatcher.add(u));
  };
  const send = (group: readonly number[], to: number): void => (avoids ? dispatcher.spread(group, to) : group.forEach((id) => dispatcher.order(id, to)));
  const half = crossing ? units / 2 : units;
  const [there, back] = [added(start, half), added(goal, units - half)];
  send(there, goal);
  send(back, start);
  const ids = [...there, ...back];
  const frames = { expanded: [] as number[], waiting: [] as number[], milliseconds: [] as number[] };
  const steps: Step[] = [];
  // Those on one cell are drawn beside each other.
  const aside = (i: number, turn: number): number => (avoids ? 0.5 : 0.5 + 0.6 * (((i * turn) % 1) - 0.5));
  const note = (expanded: number): void => {
    const at = new Float32Array(2 * ids.length);
    ids.forEach((id, i) => at.set([grid.x(dispatcher.position(id)) + aside(i, 0.618), grid.y(dispatcher.position(id)) + aside(i, 0.414)], 2 * i));
    steps.push({ changes: [], expanded, units: at });
  };
  note(0);
  const most = looks < SOON ? HURRIED : LONGEST;
  for (let sum = 0; steps.length <= most && ids.some((id) => dispatcher.status(id) === 'waiting' || dispatcher.status(id) === 'walking'); ) {
    const before = performance.now();
    const { expanded, waiting } = dispatcher.frame({ expansions: budget });
    frames.milliseconds.push(performance.now() - before);
    frames.expanded.push(expanded);
    frames.waiting.push(waiting);
    note((sum += expanded));
  }
  // A group that cannot reach its goal ends as near to it as it can.
  const arrived = near(grid, start).includes(goal) && ids.every((id) => dispatcher.status(id) === 'idle');
  return { ...blank, steps, frames, cost: arrived ? steps.length - 1 : Infinity };
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0);
const noPath = 'Not all arrive. Open a wall.';

/** A bar for each frame, as tall as it took; a line where the budget is. */
function drawFrames(canvas: HTMLCanvasElement, values: readonly number[], budget: number): void {
  const context = canvas.getContext('2d');
  const ratio = Math.min(2, devicePixelRatio);
  canvas.width = Math.max(1, Math.round(canvas.clientWidth * ratio));
  canvas.height = Math.round(canvas.width * 0.26);
  if (context === null) return;
  const shown = values.slice(0, 60);
  const most = Math.max(1, ...shown);
  const [width, height] = [canvas.width / 60, canvas.height - 4];
  context.fillStyle = palette().closedLate;
  shown.forEach((value, i) => context.fillRect(i * width, canvas.height - (value / most) * height, width - 1, (value / most) * height));
  if (budget > most) return;
  context.strokeStyle = palette().path;
  context.lineWidth = 1.5 * ratio;
  context.beginPath();
  context.moveTo(0, canvas.height - (budget / most) * height);
  context.lineTo(canvas.width, canvas.height - (budget / most) * height);
  context.stroke();
}

const town = generated('rooms', 61, 37, 3);

const burst: () => Plan = () => {
  const canvas = element('canvas', { role: 'img', 'aria-label': 'A bar for each of the first sixty frames: the expansions in it' });
  let last: ReturnType<typeof marched>;
  let budget = 0;
  return {
    label: 'A hundred units are sent through a town at once, each with a search of its own.',
    rows: town, start: [4, 4], goal: [56, 32], opensAt: 0.4,
    controls: [{ kind: 'slider', name: 'budget', label: 'Hundreds of expansions for a frame', min: 1, max: 100, value: 100 }],
    predict: {
      question: 'A hundred units get an order in the same frame, and nothing limits the work. How are the searches spread over the frames?',
      options: ['evenly, as the units walk', 'all of them in the first frames'],
      right: () => 1,
    },
    pictures: [{ record: (asked) => { budget = 100 * asked.value('budget'); return (last = marched(asked, { units: 100, budget, shares: false })); } }],
    says: ([{ cost }]) => cost === Infinity && last.frames.expanded.length !== HURRIED ? [noPath] : [
      'The fullest frame makes ', number('worst', Math.max(...last.frames.expanded, 0)), ' expansions. The last unit has its path after ', number('served', last.frames.waiting.findIndex((n) => n === 0) + 1), ' frames; all have arrived after ', number('frames', last.frames.expanded.length), '.',
    ],
    below: { root: element('div', { class: 'below' }, canvas), draw: () => drawFrames(canvas, last.frames.expanded, budget) },
  };
};

const field: () => Plan = () => {
  let steps = new Int32Array(0);
  let units: readonly number[] = [];
  return {
    label: 'A map with an arrow in each cell, the next step towards the goal, and units that follow them.',
    rows: generated('caves', 41, 25, 9), start: [2, 3], goal: [36, 13], scrubs: false,
    controls: [{ kind: 'slider', name: 'units', label: 'Units', min: 1, max: 60, value: 1 }],
    pictures: [{
      record: (asked): Recording => {
        const { grid, start, goal } = asked;
        const flood = new Dijkstra(grid, { direction: 'backward' });
        flood.flood(goal);
        steps = new Int32Array(grid.vertexCount);
        flood.firstSteps(steps);
        const random = seededRandom(5);
        const free = freeCells(grid).filter((v) => flood.distance(v) < Infinity);
        // The first unit stands on the start, the others anywhere.
        units = [start, ...Array.from({ length: asked.value('units') - 1 }, () => free[Math.floor(random() * free.length)])];
        const astar = new AStar(grid);
        const alone = sum(units.map((v) => { astar.search(v, goal); return astar.counters.expanded; }));
        const out = new Uint32Array(grid.vertexCount);
        return { ...blank, path: [...out.subarray(0, flood.path(out, start))], cost: flood.distance(start), facts: [['alone', String(alone)], ['together', String(flood.counters.expanded)]] };
      },
      over: (context, scale, _, { grid }) => {
        drawArrows(context, scale, grid, steps);
        context.fillStyle = palette().start;
        for (const v of units.slice(1)) {
          context.beginPath();
          context.arc((grid.x(v) + 0.5) * scale, (grid.y(v) + 0.5) * scale, 0.32 * scale, 0, 2 * Math.PI);
          context.fill();
        }
      },
    }],
    says: ([{ facts = [] }]) => {
      const [alone, together] = facts.map(([, value]) => Number(value));
      return ['A search for each of ', number('units', units.length), ': ', number('alone', alone), ' expansions. One field: ', number('together', together), `, ${fewer(alone, together)}.`];
    },
  };
};

const shared: () => Plan = () => {
  const list = element('div', { class: 'bars' });
  let runs: readonly (readonly [name: string, id: string, run: ReturnType<typeof marched>])[] = [];
  return {
    label: 'Two hundred units with one goal.',
    rows: town, start: [4, 4], goal: [56, 32], opensAt: 0.4,
    pictures: [{
      record: (asked) => {
        const variant = (jumps: boolean, shares: boolean) => marched(asked, { units: 200, budget: 3000, jumps, shares });
        runs = [['A*, a search for each', 'a-star', variant(false, false)], ['A*, shared goals', 'a-star-shared', variant(false, true)], ['jump points, a search for each', 'jps', variant(true, false)], ['jump points, shared goals', 'jps-shared', variant(true, true)]];
        return runs[1][2];
      },
    }],
    says: () => {
      const [alone, together] = [sum(runs[0][2].frames.expanded), sum(runs[1][2].frames.expanded)];
      return ['A search for each unit: ', number('alone', alone), ' expansions. One flow field for all: ', number('together', together), `, ${fewer(alone, together)}.`];
    },
    below: { root: list, draw: () => bars(list, runs.map(([name, id, run]) => ({ name, id, value: sum(run.frames.expanded) }))) },
  };
};

const door = drawn(41, 23, [20, 0, 1, 10], [20, 13, 1, 10]);
const avoid: Plan = {
  label: 'Two groups of sixty units, which change sides through one door.',
  rows: door, start: [6, 11], goal: [34, 11], opensAt: 0.2,
  pictures: [
    { title: 'They walk through one another', record: (asked) => marched(asked, { units: 120, budget: 3000, crossing: true }) },
    { title: 'One unit on a cell', record: (asked) => marched(asked, { units: 120, budget: 3000, crossing: true, avoids: true }) },
  ],
  says: ([pass, avoids]) => ['Through one another, ', pass.cost < Infinity ? 'all arrive after ' : 'they are not there after ', number('pass', pass.steps.length - 1), ' frames. With one unit on a cell ', avoids.cost < Infinity ? 'they take ' : 'they are not there after ', number('avoid', avoids.steps.length - 1), '.'],
};

const thousand: () => Plan = () => {
  let last: ReturnType<typeof marched>;
  return {
    label: 'As many units as the reader wants, through caves.',
    rows: generated('caves', 61, 37, 8), start: [4, 6], goal: [56, 31], opensAt: 0.4,
    controls: [{ kind: 'list', name: 'units', label: 'Units', options: [['100', '100'], ['300', '300'], ['1000', '1000']], value: '300' }, { kind: 'switch', name: 'avoids', label: 'One unit on a cell', on: false }],
    pictures: [{ record: (asked) => (last = marched(asked, { units: asked.value('units'), budget: 500, jumps: true, avoids: asked.isOn('avoids') })) }],
    says: () => {
      const times = [...last.frames.milliseconds].sort((a, b) => a - b);
      return ['Units: ', number('units', last.steps[0].units!.length / 2), '. Planning and moving took ', number('mean', (sum(times) / Math.max(1, times.length)).toFixed(2)), ' ms a frame on average, ', number('worst', (times.at(-1) ?? 0).toFixed(2)), ' ms in the worst of ', number('frames', times.length), ' frames, here in your browser.'];
    },
  };
};

showFigures({
  burst: (root) => new GridFigure(root, burst()),
  field: (root) => new GridFigure(root, field()),
  shared: (root) => new GridFigure(root, shared()),
  avoid: (root) => new GridFigure(root, avoid),
  thousand: (root) => new GridFigure(root, thousand()),
});
