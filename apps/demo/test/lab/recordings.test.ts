import { maze, seededRandom } from '@pf/grid';
import { DStarLite } from '@pf/incremental';
import { LrtaStar } from '@pf/realtime';
import { RRT } from '@pf/sampling';
import { describe, expect, test, vi } from 'vitest';
import { algorithmOf, algorithms } from '../../src/lab/recordings/algorithms.ts';
import type { Recording } from '../../src/lab/recordings/recording.ts';
import { CLOSED, timed } from '../../src/lab/recordings/recording.ts';
import { foggy, walking } from '../../src/lab/recordings/walk-recordings.ts';
import type { Edit, Scenario } from '../../src/lab/scenario/scenario.ts';
import { ends, generate } from '../../src/lab/scenario/scenario.ts';
import { stories } from '../../src/lab/scenario/stories.ts';
import { Playback } from '../../src/lab/views/playback.ts';
import { libraryCost } from '../library.ts';
import { played, questionOf, record, scenario } from './questions.ts';

function lengthOf(points: readonly number[]): number {
  let length = 0;
  for (let i = 2; i < points.length; i += 2) length += Math.hypot(points[i] - points[i - 2], points[i + 1] - points[i - 1]);
  return length;
}

describe('every algorithm', () => {
  test.each(['car', 'rrt-connect'])('%s soon gives up on a small map', (id) => {
    const { steps, cost } = record(id, { rows: ['..#..', '..#..', '..#..'], start: [0, 0], goal: [4, 0] });
    expect(cost).toBe(Infinity);
    expect(steps.at(-1)!.edges!.length / 4).toBeLessThan(5000);
  });

  test('lacam gives up on a crowded map, where a plan would take minutes', () => {
    const crowded = generate('random', 2);
    const { steps, cost, noWay } = record('lacam', { rows: crowded, ...ends(crowded) });
    expect([steps.length, cost, noWay]).toEqual([1, Infinity, 'none found yet']);
  });

  test('steering is compared with the length of paths: rough ground does not slow it down', () => {
    const [even, rough] = ['.', '5'].map((cell) => record('steering', { rows: Array.from({ length: 9 }, () => cell.repeat(15)), start: [2, 4], goal: [12, 4] }).comparison!);
    expect(rough.before).toBeCloseTo(even.before, 6);
    expect(rough.after).toBeGreaterThan(rough.before);
  });

  test.each(algorithms)('$name runs to its end, at the cost of the library', ({ id }) => {
    const question = questionOf();
    const { steps, cost, path, points = [] } = record(id);
    expect(steps.length).toBeGreaterThan(0);
    expect(path.length + points.length).toBeGreaterThan(0);
    expect(cost).toBeCloseTo(libraryCost(id, question.grid, question.start, question.goal), 9);
  });

  test.each(algorithms)('$name reports if there is no path', ({ id }) => {
    const wall = ['.....#.....', '.....#.....', '.....#.....'];
    const { cost, path } = record(id, { rows: wall, start: [1, 1], goal: [9, 1] });
    expect([id, cost, path.length]).toEqual([id, Infinity, 0]);
  });

  test.each(algorithms)('$name gives a time even if there is nothing to do', ({ id }) => {
    const { milliseconds, cost } = record(id, { goal: scenario.start });
    expect([Number.isFinite(milliseconds), cost]).toEqual([true, 0]);
  });

  test.each(algorithms.filter(({ walks }) => walks !== true))('$name steps backwards through the states of its forward steps', ({ id }) => {
    const playback = played(id);
    const end = [playback.state.slice(), playback.faces.slice(), playback.values.map((each) => each.slice())];
    playback.seek(3);
    playback.seek(Infinity);
    expect([playback.state, playback.faces, playback.values]).toEqual(end);
  });

  test('on a large map a step is several expansions, and the end is the same', () => {
    const large = Array.from({ length: 128 }, () => '.'.repeat(128));
    const { steps, cost } = record('dijkstra', { rows: large, start: [0, 0], goal: [127, 127] });
    expect(steps.length).toBeLessThan(4000);
    expect(cost).toBeCloseTo(127 * Math.SQRT2, 9);
    expect(steps.flatMap(({ changes }) => changes.filter((_, i) => i % 2 === 1)).filter((state) => state === CLOSED).length).toBeGreaterThan(16_000);
  });
});

describe('the drawing', () => {
  test('boxes: one of the start contains the goal', () => {
    const { boxesOf, path, before } = record('bounds');
    const { grid, start, goal } = questionOf();
    const [x, y] = [grid.x(goal), grid.y(goal)];
    const holding = boxesOf!(start).filter(([x0, y0, x1, y1]) => x >= x0 && y >= y0 && x < x1 && y < y1);
    expect(holding.length).toBeGreaterThan(0);
    expect(before.length).toBeGreaterThan(path.length);
  });

  test('landmarks: they stand where they were placed, and less is explored than before', () => {
    const { landmarks, before, steps } = record('landmarks', { landmarks: [[60, 40], [0, 0]] });
    const { grid } = questionOf();
    expect(landmarks).toEqual([grid.vertex(60, 40), grid.vertex(0, 0)]);
    expect(steps[steps.length - 1].expanded).toBeLessThan(before.length);
  });

  test('estimates: never above the true cost, and better with landmarks', () => {
    const { truth, plain, better } = record('landmarks').estimates!();
    let gained = 0;
    for (let v = 0; v < truth.length; v++) {
      if (!(truth[v] < Infinity)) continue;
      expect(better![v]).toBeLessThanOrEqual(truth[v] + 1e-9);
      expect(better![v]).toBeGreaterThanOrEqual(plain[v]);
      gained += better![v] - plain[v];
    }
    expect(gained).toBeGreaterThan(0);
  });

  test('heights: LRTA* raises estimates, and only raises them', () => {
    const { steps, heights, estimates } = record('lrta');
    const h = estimates!().plain.slice();
    let raised = 0;
    for (const { values = [] } of steps) {
      for (let i = 0; i < values.length; i += 2) {
        expect(values[i + 1]).toBeGreaterThan(h[values[i]]);
        h[values[i]] = values[i + 1];
        raised++;
      }
    }
    expect(heights).toBe(true);
    expect(raised).toBeGreaterThan(10);
  });

  test('g and rhs of D* Lite, g and h of MPAA*, at a step', () => {
    const { grid, start, goal } = questionOf();
    expect(played('d-star-lite', 1).about(goal)).toBe('g 0 · rhs 0');
    expect(played('d-star-lite', 1).about(start)).toMatch(/^g (∞|[\d.]+) · rhs [\d.]+$/);
    expect(played('focussed', 1).about(goal)).toBe('g 0');
    expect(played('mpaa', 1).about(grid.vertex(...scenario.start))).toMatch(/^g 0 · h [\d.]+$/);
  });

  test.each(['fringe', 'moving-target', 'chase-adaptive'])('a moving target: %s ends where the target is by then', (id) => {
    const { steps, path } = record(id);
    const { goal } = questionOf();
    expect(steps[0].goal).toBe(goal);
    expect(new Set(steps.map((step) => step.goal)).size).toBeGreaterThan(10);
    expect(steps.at(-1)!.goal).toBe(path.at(-1));
    expect(path.at(-1)).not.toBe(goal);
  });

  test('subgoal trees: a line has two ends', () => {
    const { tree } = record('subgoals');
    expect(tree.length).toBeGreaterThan(4);
    expect(tree.length % 4).toBe(0);
  });

  test.each(['rrt', 'rrt-star', 'informed', 'rrt-connect', 'car'])('%s grows, and its path becomes shorter', (id) => {
    const { steps, points, cost } = record(id);
    const sizes = steps.map(({ edges }) => edges!.length);
    const lengths = steps.map((step) => lengthOf(step.points!)).filter((length) => length > 0);
    const rising = (values: readonly number[]): boolean => values.every((value, i) => i === 0 || value >= values[i - 1]);
    expect(sizes[sizes.length - 1]).toBeGreaterThan(4 * sizes[10]);
    expect(rising(sizes)).toBe(true);
    expect(rising(lengths.reverse())).toBe(true);
    expect(lengths[0]).toBe(lengthOf(points!));
    // A car drives arcs, which are drawn as lines.
    expect(lengths[0]).toBeLessThanOrEqual(cost + 1e-9);
    expect(lengths[0]).toBeGreaterThan(0.95 * cost);
  });

  test.each(['rrt', 'rrt-star', 'informed', 'rrt-connect', 'car'])('%s finds no path that is shorter than the shortest', (id) => {
    const { rows: bay, ends: across } = stories.find(({ title }) => title === 'Growing trees')!;
    for (const changes of [{}, { rows: bay(), ...across }]) {
      const { comparison, points } = record(id, changes);
      expect([id, comparison!.after - comparison!.before]).toEqual([id, expect.toSatisfy((more: number) => more > -1e-9)]);
      if (id === 'car') continue;
      const { grid, goal } = questionOf(changes);
      expect(points!.slice(-2)).toEqual([grid.x(goal) + 0.5, grid.y(goal) + 0.5]);
    }
  });

  test('stops: each is a target in turn, and in the end none is left', () => {
    const { steps, tallied } = record('partition');
    const aims = steps.map(({ planned }) => planned!);
    expect(aims.slice(0, -1).every((leg, i) => leg.length === 2 && leg[0] === steps[i].agent)).toBe(true);
    expect(aims[aims.length - 1]).toEqual([]);
    expect(new Set(aims.map((leg) => leg[1])).size).toBeLessThan(steps.length / 2);
    expect(tallied).toBe('learned');
  });

  const counting = [['d-star-lite', 'replans'], ['mpaa', 'replans'], ['partition', 'learned'], ['cases', 'learned']] as const;
  test.each(counting)('%s: %s are counted as they happen', (id, name) => {
    const { steps, tallied, facts } = record(id);
    const tallies = steps.map(({ tally }) => tally!);
    expect([tallied, facts]).toEqual([name, undefined]);
    expect(tallies.every((tally, i) => tally >= (tallies[i - 1] ?? 0) && (name !== 'replans' || tally <= i + 1))).toBe(true);
    expect(tallies[tallies.length - 1]).toBeGreaterThan(tallies[0]);
  });

  test('a smoothed path is no longer than before, one with fewest turns costs the same', () => {
    const { cost, path } = record('a-star');
    const tight = record('smooth');
    expect(tight.comparison!.after).toBeCloseTo(lengthOf(tight.points!), 3);
    expect(tight.comparison!.after).toBeLessThan(cost);
    expect(tight.comparison!.before).toBeCloseTo(cost, 9);
    const straight = record('fewest-turns');
    expect(straight.cost).toBeCloseTo(cost, 9);
    expect(straight.path.length).toBe(path.length);
    expect([straight.comparison!.what, straight.comparison!.after <= straight.comparison!.before]).toEqual(['turns', true]);
  });

  test('after a moving target, what is learned exceeds no true cost to where the target is', () => {
    const playback = played('chase-adaptive', 0);
    const { recording } = playback;
    for (let step = 1; step <= recording.steps.length; step += 5) {
      playback.seek(step);
      const { truth } = recording.estimates!(playback.moment!.goal);
      expect([...playback.values[1].keys()].filter((v) => playback.values[1][v] < Infinity && playback.values[1][v] > recording.unit * truth[v] + 1)).toEqual([]);
    }
    expect(recording.estimates!(recording.steps.at(-1)!.goal).truth).not.toEqual(recording.estimates!().truth);
  });

  test('the funnel: both sides begin at the start', () => {
    const { steps, points, mesh } = record('funnel');
    const funnels = steps.flatMap(({ funnel }) => (funnel === undefined ? [] : [funnel]));
    expect(funnels.length).toBeGreaterThan(2);
    for (const sides of funnels) for (const side of sides) expect(side.slice(0, 2)).toEqual(points!.slice(0, 2));
    expect(mesh.some((outline) => outline.length > 0)).toBe(true);
    expect(record('polyanya').steps.some(({ cone }) => cone !== undefined)).toBe(true);
  });
});

describe('a wall painted during a walk', () => {
  const open = { rows: generate('open', 1), start: [5, 20], goal: [55, 20] } as const;
  const wall: readonly Edit[] = Array.from({ length: 13 }, (_, i) => ({ step: 8, x: 17, y: 14 + i, cost: 0 }));

  test.each(algorithms.filter(({ walks }) => walks === true))('$name meets it and arrives', ({ id }) => {
    const before = record(id, open);
    const { cost, path, steps } = record(id, { ...open, edits: wall });
    const blocked = new Set(wall.map(({ x, y }) => questionOf(open).grid.vertex(x, y)));
    expect(cost).toBeGreaterThan(before.cost);
    expect(cost).toBeLessThan(Infinity);
    expect(path.filter((v) => blocked.has(v))).toEqual([]);
    // Up to there it is the same walk.
    expect(steps.slice(0, 8).map(({ agent }) => agent)).toEqual(before.steps.slice(0, 8).map(({ agent }) => agent));
  });

  test('a wall painted on the position of a character appears once it has left', () => {
    const { steps } = record('d-star-lite', open);
    const { grid } = questionOf(open);
    const at = steps[8].agent!;
    const edits = [{ step: 8, x: grid.x(at), y: grid.y(at), cost: 0 }];
    const playback = played('d-star-lite', Infinity, { ...open, edits });
    expect(playback.recording.cost).toBeLessThan(Infinity);
    expect(playback.cells[at]).toBe(0);
    // Not if it was erased meanwhile.
    const erased = played('d-star-lite', Infinity, { ...open, edits: [...edits, { ...edits[0], cost: 1 }] });
    expect(erased.cells[at]).toBe(1);
  });

  test.each(['fringe', 'moving-target', 'chase-adaptive'])('%s: a wall painted on the moving target appears once it has left', (id) => {
    const goals = record(id, open).steps.map(({ goal }) => goal!);
    const { grid } = questionOf(open);
    const next = goals.findIndex((goal, i) => i > 7 && goal !== goals[7]);
    const edits = [goals[7], goals[next]].map((v) => ({ step: 8, x: grid.x(v), y: grid.y(v), cost: 0 }));
    const { cost, steps } = record(id, { ...open, edits });
    expect(cost).toBeLessThan(Infinity);
    expect(new Set(steps.slice(8).map(({ goal }) => goal)).size).toBeGreaterThan(1);
    expect(steps.flatMap(({ painted = [] }) => [...painted])).toEqual(expect.arrayContaining([goals[7], goals[next]]));
  });

  test('is seen at the step at which it was painted, and not before', () => {
    const at = questionOf(open).grid.vertex(17, 14);
    const playback = played('d-star-lite', 8, { ...open, edits: wall });
    expect(playback.cells[at]).toBe(0);
    playback.seek(7);
    expect(playback.cells[at]).toBe(1);
  });
});

describe('on a large map a walk does not read all cells at every step, and shows the final state in the end', () => {
  const rowsOfMaze = maze(127, 127, seededRandom(3)).toRows();
  const large: Partial<Scenario> = { rows: rowsOfMaze, ...ends(rowsOfMaze) };

  function playedOf(recording: Recording): Playback {
    const playback = new Playback();
    playback.show(questionOf(large).first, recording);
    playback.seek(Infinity);
    return playback;
  }

  test('of D* Lite', () => {
    let looks = 0;
    const made: DStarLite[] = [];
    const Watched = class extends DStarLite {
      override isOpen(v: number): boolean {
        looks++;
        return super.isOpen(v);
      }
    };
    const recording = foggy((graph, heuristic) => (made[0] = new Watched(graph, { heuristic })))(questionOf(large));
    expect(recording.steps.at(-1)!.tally).toBeGreaterThan(1000);
    expect(looks).toBeLessThan(1e7);
    const { values } = playedOf(recording);
    const { grid } = questionOf(large);
    const wrong = [...grid.cells.keys()].filter((v) => grid.cells[v] !== 0 && (values[0][v] !== made[0].g(v) || values[1][v] !== made[0].rhs(v)));
    expect(wrong).toEqual([]);
  });

  test('of LRTA*, twenty estimates a move', () => {
    let looks = 0;
    const made: LrtaStar[] = [];
    const Watched = class extends LrtaStar {
      override h(v: number): number {
        looks++;
        return super.h(v);
      }
    };
    const recording = walking((grid, heuristic) => (made[0] = new Watched(grid, { heuristic, k: 20 })))(questionOf(large));
    expect(looks).toBeLessThan(1.5e7);
    const { values } = playedOf(recording);
    const { grid, goal } = questionOf(large);
    const heuristic = grid.heuristic();
    const wrong = [...grid.cells.keys()].filter((v) => {
      const shown = values[0][v] < Infinity ? values[0][v] : heuristic(v, goal);
      return grid.cells[v] !== 0 && Math.abs(shown - made[0].h(v)) > 1e-6;
    });
    expect(wrong).toEqual([]);
  });
});

describe('the time of a query', () => {
  /** A clock that only queries advance: `takes` gives the time of each, by their number so far. */
  function timeOf(takes: (count: number) => number, patience = 50): number {
    let [now, count] = [0, 0];
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => now);
    try {
      return timed(() => (now += takes(count++)), patience);
    } finally {
      clock.mockRestore();
    }
  }

  test('is that of compiled code', () => {
    expect(timeOf((count) => (count < 30 ? 0.5 : 0.01))).toBeCloseTo(0.01, 9);
  });

  test.each([4, 50])('ignores a pause of the machine, with a limit of %d ms', (patience) => {
    expect(timeOf((count) => (count === 5 ? 42 : 0.2), patience)).toBeCloseTo(0.2, 9);
  });

  test('is that of the planner alone if a tree is drawn after every step', () => {
    let now = 0;
    // Only the drawing takes time.
    const spies = [
      vi.spyOn(performance, 'now').mockImplementation(() => now),
      vi.spyOn(RRT.prototype, 'path').mockImplementation(() => (now += 100)),
    ];
    try {
      expect(algorithmOf('rrt')!.record(questionOf()).milliseconds).toBe(0);
      expect(now).toBeGreaterThan(0);
    } finally {
      for (const spy of spies) spy.mockRestore();
    }
  });

  test('is reported after one query if that is long', () => {
    let questions = 0;
    expect(timeOf(() => (questions++, 300))).toBe(300);
    expect(questions).toBe(1);
  });
});
