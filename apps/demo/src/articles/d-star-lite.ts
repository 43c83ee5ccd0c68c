import { Grid } from '@pf/grid';
import type { Planner } from '@pf/incremental';
import { AdaptiveAStar, DStarExtraLite, DStarLite, MultipathAdaptiveAStar, RepeatedAStar } from '@pf/incremental';
import { element } from '../element.ts';
import type { Recording, Step } from '../lab/recordings/recording.ts';
import { blank, CLOSED, freeCells, OPEN } from '../lab/recordings/recording.ts';
import { foggy } from '../lab/recordings/walk-recordings.ts';
import { palette } from '../palette.ts';
import { showFigures } from './article.ts';
import type { Asked, Plan } from './plan.ts';
import { GridFigure, number } from './figure.ts';
import { drawn, generated } from './maps.ts';
import { dashed, expansions, fewer, middles, writeCells } from './recorders.ts';
import { asLab, bars, walked } from './walks.ts';

const noWalk = 'The agent finds out that there is no path. Open a wall.';
const dStarLite = foggy((graph, heuristic) => new DStarLite(graph, { heuristic, queue: 'buckets' }));
const repeated = foggy((graph, heuristic) => new RepeatedAStar(graph, { heuristic }));

const unknown = generated('rooms', 37, 23, 4);

const freespace: Plan = {
  label: 'An agent walks to a goal through terrain that it sees only nearby.',
  rows: unknown, start: [2, 2], goal: [33, 19],
  pictures: [{ record: (asked) => dStarLite(asLab(asked)) }],
  says: ([{ steps, cost }], _, step) => cost === Infinity ? [noWalk] : [
    'After ', number('moves', Math.max(0, step - 1)), ` of ${steps.length - 1} moves, the plan had to change `, number('replans', Math.max(0, (steps[Math.max(0, step - 1)]?.tally ?? 1) - 1)), ' times.',
  ],
};

const again: Plan = {
  label: 'The same walk twice: with a new search for each surprise, and with repairs.',
  rows: drawn(37, 23, [26, 2, 1, 18], [8, 2, 18, 1], [8, 20, 18, 1], [14, 5, 8, 1], [14, 17, 8, 1], [14, 9, 12, 1]), start: [3, 11], goal: [33, 11],
  predict: {
    question: 'Each time that a wall turns up in the way, one agent searches from scratch, the other repairs its last search. How much work does the repair save, over the whole walk?',
    options: ['a tenth', 'about half', 'more than two thirds'],
    right: ([scratch, repair]) => { const share = expansions(repair) / expansions(scratch); return share > 0.75 ? 0 : share > 0.34 ? 1 : 2; },
  },
  pictures: [{ title: 'A* from scratch', record: (asked) => repeated(asLab(asked)) }, { title: 'D* Lite', record: (asked) => dStarLite(asLab(asked)) }],
  says: ([scratch, repair], _, step) => scratch.cost === Infinity ? [noWalk] : [
    'By now: ', number('scratch', expansions(scratch, step)), ' expansions from scratch, ', number('repair', expansions(repair, step)), ` with repairs: ${fewer(expansions(scratch, step), expansions(repair, step))}.`,
  ],
};

/** A planner on the map as it was, and the cells that the reader has changed since. */
function planned({ original, grid: now, start, goal }: Asked): { readonly grid: Grid; readonly planner: DStarLite; readonly edit: () => void } {
  const { movement, corners } = original;
  const grid = Grid.fromRows(original.toRows(), { movement, corners });
  const planner = new DStarLite(grid, { heuristic: grid.heuristic(), queue: 'buckets' });
  planner.begin(start, goal);
  const edit = (): void => {
    const tails = new Uint32Array(grid.vertexCount);
    now.cells.forEach((cost, v) => {
      if (cost !== grid.cells[v]) planner.arcsChanged(tails, grid.setCost(grid.x(v), grid.y(v), cost, tails));
    });
  };
  return { grid, planner, edit };
}

/** Runs a planner one expansion a step, and notes every g and rhs that changed. */
function stepwise(grid: Grid, planner: DStarLite, look: () => void = () => {}): Step[] {
  const cells = freeCells(new Grid(grid.width, grid.height));
  const [g, rhs] = [new Float64Array(grid.vertexCount).fill(Infinity), new Float64Array(grid.vertexCount).fill(Infinity)];
  const state = new Uint8Array(grid.vertexCount);
  const steps: Step[] = [];
  const before = planner.counters.expanded;
  const note = (touches: boolean): void => {
    const [changes, values]: [number[], number[]] = [[], []];
    for (const v of cells) {
      const differs = planner.g(v) !== g[v] || planner.rhs(v) !== rhs[v];
      if (differs) values.push(v, (g[v] = planner.g(v)), (rhs[v] = planner.rhs(v)));
      const now = planner.isOpen(v) ? OPEN : (differs && touches) || state[v] !== 0 ? CLOSED : 0;
      if (now !== state[v]) changes.push(v, (state[v] = now));
    }
    look();
    steps.push({ changes, values, expanded: planner.counters.expanded - before });
  };
  note(false);
  for (let done = false; !done; ) {
    done = planner.run(1);
    note(true);
  }
  return steps;
}

const field = drawn(17, 9, [5, 2, 1, 6], [10, 0, 1, 6]);

const whole = (x: number): string => (x === Infinity ? '∞' : String(Math.round(x)));
const numbers: NonNullable<Plan['pictures'][number]['over']> = (context, scale, playback, asked) => writeCells(context, scale, playback, asked, (v) => playback.values.map((each) => whole(each[v])));

/** Expansions of a search from scratch on the map as it is. */
function scratch(asked: Asked): number {
  const { planner } = planned({ ...asked, original: asked.grid });
  planner.run();
  return planner.counters.expanded;
}

const repair: Plan = {
  label: 'A small field with g and rhs in each cell. A wall that is drawn starts a repair.',
  rows: field, start: [2, 4], goal: [14, 4], movement: 'four',
  pictures: [{
    record: (asked): Recording => {
      const { grid, planner, edit } = planned(asked);
      planner.run();
      edit();
      const steps = stepwise(grid, planner);
      const out = new Uint32Array(grid.vertexCount);
      // The path is drawn thin, so that the numbers can be read.
      return { ...blank, steps: steps.map((step, i) => (i === steps.length - 1 ? { ...step, points: middles(grid, out.subarray(0, planner.path(out))) } : step)), cost: planner.cost, labels: ['g', 'rhs'] };
    },
    over: (context, scale, playback, asked) => {
      if (playback.done) dashed(context, scale, playback.moment?.points ?? [], palette().path);
      numbers(context, scale, playback, asked);
    },
  }],
  says: ([recording], asked) => {
    const edits = asked.grid.cells.reduce((sum, cost, v) => sum + Number(cost !== asked.original.cells[v]), 0);
    const { planner } = planned(asked);
    planner.run();
    if (edits === 0) return ['The first search expanded ', number('first', planner.counters.expanded), ' cells. Now draw a wall, or open one.'];
    return [number('edits', edits), edits === 1 ? ' cell has changed' : ' cells have changed', '. The repair expanded ', number('repair', expansions(recording)), ' cells; a search from scratch expands ', number('scratch', scratch(asked)), '.'];
  },
};

/** The keys of all open cells, after each step. */
let keys: ReadonlyMap<number, number>[] = [];

/** Piles of squares, one for each key. */
function drawPiles(canvas: HTMLCanvasElement, piles: ReadonlyMap<number, number>): void {
  const context = canvas.getContext('2d');
  const ratio = Math.min(2, devicePixelRatio);
  const width = Math.max(1, Math.round(canvas.clientWidth * ratio));
  const size = width / 34;
  canvas.width = width;
  canvas.height = Math.round(size * 9);
  if (context === null || piles.size === 0) return;
  const least = Math.min(...piles.keys());
  context.font = `${Math.max(10 * ratio, size * 0.55)}px system-ui, sans-serif`;
  context.textAlign = 'center';
  for (const [key, count] of piles) {
    const x = (key - least + 1) * size;
    context.fillStyle = key === least ? palette().path : palette().open;
    for (let i = 0; i < Math.min(count, 7); i++) context.fillRect(x + 1, canvas.height - (i + 2.2) * size, size - 2, size - 2);
    context.fillStyle = getComputedStyle(canvas).color;
    if (key === least || key % 4 === least % 4) context.fillText(String(key), x + size / 2, canvas.height - size * 0.25);
  }
}

const buckets: () => Plan = () => {
  const canvas = element('canvas', { role: 'img', 'aria-label': 'The open cells as piles, one pile for each key' });
  let step = 0;
  return {
    label: 'A search from the goal; below it, the open cells sorted by their keys.',
    rows: generated('rooms', 41, 25, 5), start: [3, 3], goal: [36, 20], movement: 'four',
    pictures: [{
      record: (asked): Recording => {
        const { grid, planner } = planned({ ...asked, original: asked.grid });
        const heuristic = grid.heuristic();
        const cells = freeCells(grid);
        keys = [];
        const steps = stepwise(grid, planner, () => {
          const piles = new Map<number, number>();
          for (const v of cells) {
            if (!planner.isOpen(v)) continue;
            const [g, rhs] = [planner.g(v), planner.rhs(v)];
            const key = g < rhs ? 2 * (g + heuristic(asked.start, v)) : 2 * (rhs + heuristic(asked.start, v)) + 1;
            piles.set(key, (piles.get(key) ?? 0) + 1);
          }
          keys.push(piles);
        });
        const out = new Uint32Array(grid.vertexCount);
        return { ...blank, steps, path: [...out.subarray(0, planner.path(out))], cost: planner.cost, labels: ['g', 'rhs'] };
      },
    }],
    says: (_, __, at) => {
      step = Math.max(1, Math.min(at, keys.length));
      const piles = keys[step - 1] ?? new Map<number, number>();
      const open = [...piles.values()].reduce((sum, n) => sum + n, 0);
      return [number('open', open), ' open cells in ', number('buckets', piles.size), ' buckets. The next one expanded is any of the red bucket, key ', number('least', piles.size === 0 ? '–' : Math.min(...piles.keys())), '.'];
    },
    below: { root: element('div', { class: 'below' }, canvas), draw: () => drawPiles(canvas, keys[step - 1] ?? new Map()) },
  };
};

/** The quickest of several walks, where there is time for more than one. */
function timed(asked: Asked, make: (known: Grid) => Planner): ReturnType<typeof walked> {
  const walks = Array.from({ length: asked.looks > 1e6 ? 5 : 1 }, () => walked(asked, make));
  return walks.reduce((best, walk) => (walk.milliseconds < best.milliseconds ? walk : best));
}

const queues: () => Plan = () => {
  const list = element('div', { class: 'bars' });
  const kinds = [['heap, larger g first', 'larger-g'], ['heap, smaller g first', 'smaller-g'], ['buckets', 'buckets']] as const;
  let walks: ReturnType<typeof walked>[] = [];
  return {
    label: 'A maze, and how long D* Lite plans on its path through it, by queue.',
    rows: generated('maze', 61, 41, 3), start: [1, 1], goal: [59, 39], movement: 'four', scrubs: false,
    pictures: [{
      record: (asked) => {
        walks = kinds.map(([, queue]) => timed(asked, (known) => new DStarLite(known, { heuristic: known.heuristic(), queue })));
        return blank;
      },
    }],
    says: () => !walks[0].arrived ? [noWalk] : ['Expansions of the three: ', number('larger', walks[0].expanded), ', ', number('smaller', walks[1].expanded), ' and ', number('buckets', walks[2].expanded), '. Below, milliseconds for the whole walk, measured in your browser.'],
    below: { root: list, draw: () => bars(list, walks.map(({ milliseconds }, i) => ({ name: kinds[i][0], value: milliseconds, id: `ms-${kinds[i][1]}` }))) },
  };
};

const planners: readonly (readonly [name: string, make: (known: Grid) => Planner])[] = [
  ['A* from scratch', (known) => new RepeatedAStar(known, { heuristic: known.heuristic() })],
  ['Adaptive A*', (known) => new AdaptiveAStar(known, { heuristic: known.heuristic() })],
  ['MPAA*', (known) => new MultipathAdaptiveAStar(known, { heuristic: known.heuristic() })],
  ['D* Lite', (known) => new DStarLite(known, { heuristic: known.heuristic() })],
  ['D* Extra Lite', (known) => new DStarExtraLite(known, { heuristic: known.heuristic() })],
];

const which: () => Plan = () => {
  const list = element('div', { class: 'bars' });
  let walks: ReturnType<typeof walked>[] = [];
  return {
    label: 'Five planners on the same walk.',
    rows: generated('maze', 49, 33, 4), start: [1, 1], goal: [47, 31], scrubs: false,
    maps: [
      { name: 'maze', rows: generated('maze', 49, 33, 4), start: [1, 1], goal: [47, 31] },
      { name: 'rooms', rows: generated('rooms', 49, 33, 4), start: [2, 2], goal: [45, 29] },
      { name: 'caves', rows: generated('caves', 49, 29, 8), start: [3, 5], goal: [44, 24] },
    ],
    pictures: [{
      record: (asked) => {
        walks = planners.map(([, make]) => walked(asked, make));
        return blank;
      },
    }],
    says: () => walks[0].arrived ? ['The agent makes about ', number('moves', walks[3].moves), ' moves and searches ', number('searches', walks[3].searches), ' times. Below, expansions of the whole walk.'] : [noWalk],
    below: { root: list, draw: () => bars(list, walks.map(({ expanded }, i) => ({ name: planners[i][0], value: expanded, id: `planner-${i}` }))) },
  };
};

showFigures({
  freespace: (root) => new GridFigure(root, freespace),
  again: (root) => new GridFigure(root, again),
  repair: (root) => new GridFigure(root, repair),
  buckets: (root) => new GridFigure(root, buckets()),
  queues: (root) => new GridFigure(root, queues()),
  which: (root) => new GridFigure(root, which()),
});
