import type { Grid } from '@pf/grid';
import { Dijkstra, AStar, JumpPointSearch } from '@pf/search';
import type { JumpLocator } from '@pf/search/kit';
import { JumpScanner } from '@pf/search/kit';
import { GoalBounds, JumpTable } from '@pf/preprocess';
import { palette } from '../palette.ts';
import type { Recording, SteppedSearch } from '../lab/recordings/recording.ts';
import { blank, CLOSED, freeCells, keptFor } from '../lab/recordings/recording.ts';
import { showFigures } from './article.ts';
import type { Asked, Plan } from './plan.ts';
import { GridFigure, number } from './figure.ts';
import { drawn, generated } from './maps.ts';
import { expansions, fewer, searched } from './recorders.ts';

const EPSILON = 1e-6;
const noPath = 'There is no path. Open a wall.';

/** From one cell to all others. */
function flooded(grid: Grid, from: number): Dijkstra {
  const dijkstra = new Dijkstra(grid);
  dijkstra.flood(from);
  return dijkstra;
}

/** The cells that lie on some cheapest path, and how many such paths there are. */
function cheapest({ grid, start, goal }: Asked): { readonly cells: readonly number[]; readonly paths: number } {
  const [there, back] = [flooded(grid, start), flooded(grid, goal)];
  const cost = there.distance(goal);
  if (cost === Infinity) return { cells: [], paths: 0 };
  const cells = freeCells(grid).filter((v) => there.distance(v) + back.distance(v) < cost + EPSILON).sort((a, b) => there.distance(a) - there.distance(b));
  const paths = new Map([[start, 1]]);
  const [to, costs] = [new Uint32Array(grid.maxDegree), new Float64Array(grid.maxDegree)];
  for (const v of cells) {
    const n = grid.successors(v, to, costs);
    for (let i = 0; i < n; i++) {
      const onWay = there.distance(v) + costs[i] + back.distance(to[i]) < cost + EPSILON;
      if (onWay) paths.set(to[i], (paths.get(to[i]) ?? 0) + (paths.get(v) ?? 0));
    }
  }
  return { cells, paths: paths.get(goal) ?? 0 };
}

const equalPaths: Plan = {
  label: 'An open field; shaded are all cells on a cheapest path from start to goal.',
  rows: drawn(25, 13, [8, 10, 9, 1]), start: [4, 3], goal: [19, 8], scrubs: false,
  predict: {
    question: 'From the green disc to the ring: how many different cheapest paths are there?',
    options: ['1', 'about 30', 'about 3000'],
    right: (_, asked) => { const { paths } = cheapest(asked); return paths < 10 ? 0 : paths < 1000 ? 1 : 2; },
  },
  pictures: [{
    record: (asked) => {
      const search = new AStar(asked.grid);
      const cost = search.search(asked.start, asked.goal);
      const out = new Uint32Array(asked.grid.vertexCount);
      const path = [...out.subarray(0, search.path(out))];
      return { ...blank, steps: [{ changes: cheapest(asked).cells.flatMap((v) => [v, CLOSED]), expanded: search.counters.expanded }], path, cost };
    },
  }],
  says: ([{ cost }], asked) => (cost === Infinity ? [noPath] : [number('paths', cheapest(asked).paths), ' paths, each of cost ', number('cost', cost), '. Shaded: the cells that lie on one of them.']),
};

/** The turns of a jump: by diagonal steps first, and straight ones after. */
function jumpLine(grid: Grid, from: number, to: number): number[] {
  const [x, y, toX, toY] = [grid.x(from), grid.y(from), grid.x(to), grid.y(to)];
  const diagonal = Math.min(Math.abs(toX - x), Math.abs(toY - y));
  const [turnX, turnY] = [x + diagonal * Math.sign(toX - x), y + diagonal * Math.sign(toY - y)];
  const [a, b, c] = [[x, y], [turnX, turnY], [toX, toY]].map(([i, j]) => [i + 0.5, j + 0.5]);
  return [...a, ...b, ...b, ...c];
}

/** A locator that keeps the jumps that it finds, as lines, one list for each expansion. */
function keeping(inner: JumpLocator): { readonly locator: JumpLocator; readonly jumps: number[][] } {
  const jumps: number[][] = [];
  const { grid, found } = inner;
  const locator: JumpLocator = {
    grid, found,
    get goal() { return inner.goal; },
    begin: (start, goal, budget) => { jumps.length = 0; return inner.begin(start, goal, budget); },
    jumps: (v, arrival) => {
      const n = inner.jumps(v, arrival);
      jumps.push([...found.subarray(0, n)].flatMap((each) => jumpLine(grid, v, each >> 4)));
      return n;
    },
  };
  return { locator, jumps };
}

/** A search by jump points, with the jumps that it has made. */
function jumping(asked: Asked, inner: JumpLocator): Recording {
  const { locator, jumps } = keeping(inner);
  const recording = searched(asked, new JumpPointSearch(asked.grid, { locator }));
  const edges: number[] = [];
  let at = 0;
  const steps = recording.steps.map((step) => {
    for (; at < Math.min(step.expanded, jumps.length); at++) edges.push(...jumps[at]);
    return { ...step, edges: edges.slice() };
  });
  return { ...recording, steps };
}

const scan: Plan = {
  label: 'The jump points that follow the start, with the lines that lead to them.',
  rows: drawn(31, 17, [9, 0, 2, 6], [9, 12, 2, 5], [20, 5, 5, 4]), start: [4, 8], goal: [28, 15], scrubs: false,
  pictures: [{
    record: ({ grid, start, goal }) => {
      const { locator, jumps } = keeping(new JumpScanner(grid));
      locator.begin(start, goal);
      const n = locator.jumps(start, 8);
      const found = [...locator.found.subarray(0, n)].map((each) => each >> 4);
      return { ...blank, steps: [{ changes: found.flatMap((v) => [v, CLOSED]), expanded: n, edges: jumps[0] }], cost: 0 };
    },
  }],
  says: ([recording]) => [number('jumps', expansions(recording)), expansions(recording) === 1 ? ' cell follows' : ' cells follow', ' the start: those where a cheapest path may have to turn. All others are skipped.'],
};

const caves = generated('caves', 49, 29, 8);
const beside: Plan = {
  label: 'The same map twice: A* and jump point search.',
  rows: caves, start: [3, 5], goal: [44, 24],
  pictures: [
    { title: 'A*', record: (asked) => searched(asked, new AStar(asked.grid)) },
    { title: 'Jump point search', record: (asked) => jumping(asked, new JumpScanner(asked.grid)) },
  ],
  says: ([plain, jumps]) => plain.cost === Infinity ? [noPath] : [
    'A* expands ', number('a-star', expansions(plain)), ' cells, jump point search ', number('jps', expansions(jumps)), `: ${fewer(expansions(plain), expansions(jumps))}. Both paths cost `, number('cost', jumps.cost), '.',
  ],
};

const boundsOf = keptFor((grid) => GoalBounds.build(grid));
const courses = ['east', 'south', 'west', 'north', 'south-east', 'south-west', 'north-west', 'north-east'] as const;
const offsets = [[1, 0], [0, 1], [-1, 0], [0, -1], [1, 1], [-1, 1], [-1, -1], [1, -1]] as const;
/** A table fits only the grid for which it was built. Each change of the map makes a new grid. */
const boundsFor = (grid: Grid): GoalBounds => GoalBounds.load(grid, boundsOf(grid).save());

/** The arcs of a cell: where each leads, and its box in cells, beyond the last one. */
function arcsOf(grid: Grid, v: number): readonly { readonly to: number; readonly box: readonly [number, number, number, number] }[] {
  const { firstArc, boxes } = boundsOf(grid);
  const to = new Uint32Array(grid.maxDegree);
  const n = grid.successors(v, to, new Float64Array(grid.maxDegree));
  return Array.from({ length: n }, (_, i) => {
    const at = 4 * (firstArc[v] + i);
    return { to: to[i], box: [boxes[at], boxes[at + 1], boxes[at + 2] + 1, boxes[at + 3] + 1] as const };
  });
}

const holds = ([left, top, right, bottom]: readonly [number, number, number, number], x: number, y: number): boolean => x >= left && x < right && y >= top && y < bottom;

const box: Plan = {
  label: 'The goals that a move of the start leads to, and the box around them.',
  rows: generated('rooms', 41, 25, 5), start: [11, 11], goal: [33, 4], scrubs: false,
  controls: [{ kind: 'list', name: 'course', label: 'First move', options: courses.map((name) => [name, name] as const), value: 'east' }],
  pictures: [{
    record: (asked) => {
      const { grid, start } = asked;
      const [dx, dy] = offsets[courses.indexOf(asked.chosen('course') as (typeof courses)[number])];
      const arc = arcsOf(grid, start).find(({ to }) => grid.x(to) === grid.x(start) + dx && grid.y(to) === grid.y(start) + dy);
      if (arc === undefined) return { ...blank, steps: [{ changes: [], expanded: 0 }], cost: 0 };
      const [here, there] = [flooded(grid, start), flooded(grid, arc.to)];
      const cost = here.distance(arc.to);
      const led = freeCells(grid).filter((v) => v !== start && Math.abs(here.distance(v) - cost - there.distance(v)) < EPSILON && holds(arc.box, grid.x(v), grid.y(v)));
      return { ...blank, steps: [{ changes: led.flatMap((v) => [v, CLOSED]), expanded: led.length }], cost: 0 };
    },
    over: (context, scale, _, asked) => {
      const { grid, start, goal } = asked;
      const [dx, dy] = offsets[courses.indexOf(asked.chosen('course') as (typeof courses)[number])];
      for (const { to, box: [left, top, right, bottom] } of arcsOf(grid, start)) {
        if (right <= left) continue;
        const chosen = grid.x(to) === grid.x(start) + dx && grid.y(to) === grid.y(start) + dy;
        context.strokeStyle = holds([left, top, right, bottom], grid.x(goal), grid.y(goal)) ? palette().goal : palette().box;
        context.globalAlpha = chosen ? 1 : 0.35;
        context.lineWidth = Math.max(1.5, (chosen ? 0.3 : 0.12) * scale);
        context.strokeRect(left * scale, top * scale, (right - left) * scale, (bottom - top) * scale);
      }
      context.globalAlpha = 1;
    },
  }],
  says: ([recording], { grid, start, goal }) => {
    const arcs = arcsOf(grid, start);
    const kept = arcs.filter(({ box: each }) => holds(each, grid.x(goal), grid.y(goal))).length;
    return ['This move begins a cheapest path to ', number('goals', expansions(recording)), ' cells (shaded); the thick box holds them. Of ', number('arcs', arcs.length), ' moves, the search follows ', number('kept', kept), ', whose boxes hold the goal.'];
  },
};

/** One of the four searches. */
function search(asked: Asked, jumps: boolean, bounds: boolean): SteppedSearch {
  const { grid, goal } = asked;
  if (!bounds) return jumps ? new JumpPointSearch(grid) : new AStar(grid);
  const table = boundsFor(grid);
  if (jumps) return new JumpPointSearch(grid, { locator: new JumpTable(grid, { bounds: table }) });
  const view = table.view();
  view.goal = goal;
  return new AStar(view, { heuristic: grid.heuristic() });
}

function count(asked: Asked, jumps: boolean, bounds: boolean): number {
  const made = search(asked, jumps, bounds);
  made.search(asked.start, asked.goal);
  return made.counters.expanded;
}

const both: Plan = {
  label: 'Four searches: with and without jump points, with and without goal bounds.',
  rows: generated('rooms', 49, 33, 9), start: [3, 3], goal: [44, 28],
  controls: [{ kind: 'switch', name: 'jumps', label: 'Jump points', on: false }, { kind: 'switch', name: 'bounds', label: 'Goal bounds', on: true }],
  predict: {
    question: 'Two ideas: skip the cells between turns (jump points), and skip moves that cannot lead to the goal (goal bounds). Which saves more on this map?',
    options: ['jump points', 'goal bounds'],
    right: (_, asked) => (count(asked, true, false) < count(asked, false, true) ? 0 : 1),
  },
  pictures: [{
    record: (asked) => {
      const { grid, start, goal } = asked;
      const without = new AStar(grid);
      without.search(start, goal);
      const jumps = asked.isOn('jumps');
      const bounds = asked.isOn('bounds');
      const before = freeCells(grid).filter((v) => without.isClosed(v));
      const recording = jumps ? jumping(asked, bounds ? new JumpTable(grid, { bounds: boundsFor(grid) }) : new JumpScanner(grid)) : searched(asked, search(asked, false, bounds));
      return { ...recording, before };
    },
  }],
  says: ([recording], asked) => recording.cost === Infinity ? [noPath] : [
    'A* ', number('plain', count(asked, false, false)), ' expansions, with jump points ', number('jumps', count(asked, true, false)),
    ', with goal bounds ', number('bounds', count(asked, false, true)), ', with both ', number('both', count(asked, true, true)), '.',
  ],
};

const price: Plan = {
  label: 'A map of a size that the reader chooses, for which goal bounds are built.',
  rows: generated('rooms', 33, 21, 2), start: [2, 2], goal: [28, 17], scrubs: false,
  controls: [{ kind: 'slider', name: 'side', label: 'Side of a map to build', min: 10, max: 60, value: 30 }],
  pictures: [{
    record: (asked) => {
      const map = asked.grid.constructor as typeof Grid;
      const side = asked.value('side');
      const grid = map.fromRows(generated('rooms', side, side, 2), { corners: 'never' });
      const before = performance.now();
      const bounds = GoalBounds.build(grid);
      const milliseconds = performance.now() - before;
      return { ...searched(asked, search(asked, true, true)), milliseconds, facts: [['cells', String(grid.terrain.free)], ['bytes', String(bounds.byteLength)]] };
    },
  }],
  says: ([{ milliseconds, facts = [] }]) => {
    const [cells, bytes] = facts.map(([, value]) => Number(value));
    return [number('cells', cells), ' free cells: built in ', number('milliseconds', milliseconds), ' ms, ', number('kilobytes', bytes / 1024), ' kB. At this speed, a million cells take ', number('hours', (milliseconds * (1e6 / cells) ** 2) / 3.6e6), ' hours.'];
  },
};

showFigures({
  'equal-paths': (root) => new GridFigure(root, equalPaths),
  scan: (root) => new GridFigure(root, scan),
  beside: (root) => new GridFigure(root, beside),
  box: (root) => new GridFigure(root, box),
  both: (root) => new GridFigure(root, both),
  price: (root) => new GridFigure(root, price),
});
