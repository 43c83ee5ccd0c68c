import { maze, seededRandom } from '@pf/grid';
import { DStarLite } from '@pf/incremental';
import { LrtaStar } from '@pf/realtime';
import { RRT } from '@pf/sampling';
import { describe, expect, test, vi } from 'vitest';
import { algorithmOf, algorithms } from '../src/lab/algorithms.ts';
import type { Grip } from '../src/lab/gestures.ts';
import { gripAt, led } from '../src/lab/gestures.ts';
import { Past } from '../src/lab/past.ts';
import { Playback } from '../src/lab/playback.ts';
import type { Question, Recording } from '../src/lab/recording.ts';
import { CLOSED, timed } from '../src/lab/recording.ts';
import type { Edit, Place, Scenario } from '../src/lab/scenario.ts';
import { decode, encode, hashOf, linked } from '../src/lab/link.ts';
import { ends, generate, generators, gridOf, rowsFromText } from '../src/lab/scenario.ts';
import { stories } from '../src/lab/stories.ts';
import { builtHere } from '../src/lab/tables.ts';
import { foggy, walking } from '../src/lab/walk-recordings.ts';
import { stroke } from '../src/stroke.ts';
import { libraryCost } from './library.ts';

const rows = generate('rooms', 3);
const scenario: Scenario = { rows, movement: 'eight', corners: 'never', ...ends(rows), landmarks: [], edits: [], left: 'a-star', right: '', plot: false };
const isKnown = (id: string): boolean => algorithmOf(id) !== undefined;

function questionOf(changes: Partial<Scenario> = {}): Question {
  const asked = { ...scenario, ...changes };
  const grid = gridOf(asked);
  const { start, goal, landmarks, edits } = asked;
  return { grid, first: gridOf(asked, false), start: grid.vertex(...start), goal: grid.vertex(...goal), landmarks, edits, table: builtHere, patience: 0 };
}

/** Recordings of the plain scenario: nobody changes them, so that each algorithm runs once for all tests. */
const recorded = new Map<string, Recording>();

function record(id: string, changes?: Partial<Scenario>): Recording {
  const known = changes === undefined ? recorded.get(id) : undefined;
  const made = known ?? algorithmOf(id)!.record(questionOf(changes));
  if (changes === undefined) recorded.set(id, made);
  return made;
}

/** As the lab plays it, up to some step. */
function played(id: string, step = Infinity, changes?: Partial<Scenario>): Playback {
  const playback = new Playback();
  playback.show(questionOf(changes).first, record(id, changes));
  playback.seek(step);
  return playback;
}

function lengthOf(points: readonly number[]): number {
  let length = 0;
  for (let i = 2; i < points.length; i += 2) length += Math.hypot(points[i] - points[i - 2], points[i + 1] - points[i - 1]);
  return length;
}

describe('every algorithm', () => {
  test.each(['car', 'rrt-connect'])('%s gives up soon on a small map', (id) => {
    const { steps, cost } = record(id, { rows: ['..#..', '..#..', '..#..'], start: [0, 0], goal: [4, 0] });
    expect(cost).toBe(Infinity);
    expect(steps.at(-1)!.edges!.length / 4).toBeLessThan(5000);
  });

  test.each(algorithms)('$name runs to its end, at the cost that the library gives', ({ id }) => {
    const question = questionOf();
    const { steps, cost, path, points = [] } = record(id);
    expect(steps.length).toBeGreaterThan(0);
    expect(path.length + points.length).toBeGreaterThan(0);
    expect(cost).toBeCloseTo(libraryCost(id, question.grid, question.start, question.goal), 9);
  });

  test.each(algorithms)('$name says so where there is no way', ({ id }) => {
    const wall = ['.....#.....', '.....#.....', '.....#.....'];
    const { cost, path } = record(id, { rows: wall, start: [1, 1], goal: [9, 1] });
    expect([id, cost, path.length]).toEqual([id, Infinity, 0]);
  });

  test.each(algorithms)('$name tells a time where there is nothing to do', ({ id }) => {
    const { milliseconds, cost } = record(id, { goal: scenario.start });
    expect([Number.isFinite(milliseconds), cost]).toEqual([true, 0]);
  });

  test.each(algorithms.filter(({ walks }) => walks !== true))('$name goes back as it went forwards', ({ id }) => {
    const playback = played(id);
    const end = [playback.state.slice(), playback.faces.slice(), playback.values.map((each) => each.slice())];
    playback.seek(3);
    playback.seek(Infinity);
    expect([playback.state, playback.faces, playback.values]).toEqual(end);
  });
});

describe('what is drawn', () => {
  test('boxes: that of the first arc of the way holds the goal', () => {
    const { boxesOf, path, before } = record('bounds');
    const { grid, start, goal } = questionOf();
    const [x, y] = [grid.x(goal), grid.y(goal)];
    const holding = boxesOf!(start).filter(([x0, y0, x1, y1]) => x >= x0 && y >= y0 && x < x1 && y < y1);
    expect(holding.length).toBeGreaterThan(0);
    expect(before.length).toBeGreaterThan(path.length);
  });

  test('landmarks: they stand where they were put, and less is explored than before', () => {
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

  test('g and rhs of D* Lite, g and h of MPAA*, at every step', () => {
    const { grid, start, goal } = questionOf();
    expect(played('d-star-lite', 1).about(goal)).toBe('g 0 · rhs 0');
    expect(played('d-star-lite', 1).about(start)).toMatch(/^g (∞|[\d.]+) · rhs [\d.]+$/);
    expect(played('focussed', 1).about(goal)).toBe('g 0');
    expect(played('mpaa', 1).about(grid.vertex(...scenario.start))).toMatch(/^g 0 · h [\d.]+$/);
  });

  test('subgoal trees: every line ends in a node', () => {
    const { tree } = record('subgoals');
    expect(tree.length).toBeGreaterThan(4);
    expect(tree.length % 4).toBe(0);
  });

  test.each(['rrt', 'rrt-star', 'informed', 'rrt-connect', 'car'])('%s grows, and its way becomes shorter', (id) => {
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

  test('stops on the way: each is aimed at, and in the end there is none left', () => {
    const { steps, tallied } = record('partition');
    const aims = steps.map(({ way }) => way!);
    expect(aims.slice(0, -1).every((way, i) => way.length === 2 && way[0] === steps[i].agent)).toBe(true);
    expect(aims[aims.length - 1]).toEqual([]);
    expect(new Set(aims.map((way) => way[1])).size).toBeLessThan(steps.length / 2);
    expect(tallied).toBe('learned');
  });

  const counting = [['d-star-lite', 'replans'], ['mpaa', 'replans'], ['partition', 'learned'], ['cases', 'learned']] as const;
  test.each(counting)('%s: %s are counted as they come about', (id, name) => {
    const { steps, tallied, facts } = record(id);
    const tallies = steps.map(({ tally }) => tally!);
    expect([tallied, facts]).toEqual([name, undefined]);
    expect(tallies.every((tally, i) => tally >= (tallies[i - 1] ?? 0) && (name !== 'replans' || tally <= i + 1))).toBe(true);
    expect(tallies[tallies.length - 1]).toBeGreaterThan(tallies[0]);
  });

  test('a way pulled tight is no longer than before, one with fewest turns costs the same', () => {
    const { cost, path } = record('a-star');
    const tight = record('smooth');
    expect(Number(tight.facts![0][1])).toBeCloseTo(lengthOf(tight.points!), 3);
    expect(Number(tight.facts![0][1])).toBeLessThan(cost);
    const straight = record('fewest-turns');
    expect(straight.cost).toBeCloseTo(cost, 9);
    expect(straight.path.length).toBe(path.length);
    expect(straight.facts![0][1]).toMatch(/^\d+, before \d+$/);
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

describe('a wall painted while somebody walks', () => {
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

  test('it goes up behind whoever stands there', () => {
    const { steps } = record('d-star-lite', open);
    const { grid } = questionOf(open);
    const at = steps[8].agent!;
    const edits = [{ step: 8, x: grid.x(at), y: grid.y(at), cost: 0 }];
    const playback = played('d-star-lite', Infinity, { ...open, edits });
    expect(playback.recording.cost).toBeLessThan(Infinity);
    expect(playback.cells[at]).toBe(0);
  });
});

describe('on a large map a walk does not look at all cells at every step, and shows in the end what there is', () => {
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
    const recording = foggy((graph, heuristic) => (made[0] = new Watched(graph, { heuristic })), '')(questionOf(large));
    expect(recording.steps.at(-1)!.tally).toBeGreaterThan(1000);
    expect(looks).toBeLessThan(1e7);
    const { values } = playedOf(recording);
    const { grid } = questionOf(large);
    const wrong = [...grid.cells.keys()].filter((v) => grid.cells[v] !== 0 && (values[0][v] !== made[0].gOf(v) || values[1][v] !== made[0].rhsOf(v)));
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
    const recording = walking((grid, heuristic) => (made[0] = new Watched(grid, { heuristic, k: 20 })), '')(questionOf(large));
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

describe('the time of a question', () => {
  /** A clock that only the questions move on: each by what `takes` says of how many have been asked. */
  function timeOf(takes: (asked: number) => number, patience = 50): number {
    let [now, asked] = [0, 0];
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => now);
    try {
      return timed(() => (now += takes(asked++)), patience);
    } finally {
      clock.mockRestore();
    }
  }

  test('is that of code that has been compiled', () => {
    expect(timeOf((asked) => (asked < 30 ? 0.5 : 0.01))).toBeCloseTo(0.01, 9);
  });

  test.each([4, 50])('is not that of a machine that did something else meanwhile, in %d ms', (patience) => {
    expect(timeOf((asked) => (asked === 5 ? 42 : 0.2), patience)).toBeCloseTo(0.2, 9);
  });

  test('is that of the planner alone, where a tree is looked at after every step', () => {
    let now = 0;
    // Only looking takes time.
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

  test('is told after one question where it is long', () => {
    let questions = 0;
    expect(timeOf(() => (questions++, 300))).toBe(300);
    expect(questions).toBe(1);
  });
});

describe('gestures', () => {
  const nothing = { landmarks: [], step: undefined };
  const isShown = (shown: Scenario): void => expect(decode(encode(shown), isKnown)).toEqual(shown);

  test('what is taken hold of is what lies there, or for a finger the nearest of what lies near', () => {
    const marked: Scenario = { ...scenario, start: [10, 10], goal: [14, 10] };
    const landmarks: readonly Place[] = [[14, 12], [30, 20]];
    const at = (x: number, y: number, reach: number): Grip | undefined => gripAt(marked, landmarks, [x, y], reach);
    expect([at(10, 10, 0), at(14, 10, 0), at(30, 20, 0), at(11, 10, 0)]).toEqual(['start', 'goal', 1, undefined]);
    expect([at(11, 11, 3), at(13, 10, 3), at(14, 13, 3), at(32, 22, 3), at(33, 22, 3)]).toEqual(['start', 'goal', 0, 1, undefined]);
  });

  test('a wall over a landmark takes it away', () => {
    const landmarks: readonly Place[] = [[3, 3], [30, 20]];
    const put: Scenario = { ...scenario, rows: generate('open', 1), landmarks };
    const built = led(put, 'wall', [[29, 20], [30, 20], [31, 20]], { landmarks, step: undefined });
    expect([built.landmarks, built.rows[20].slice(29, 32)]).toEqual([[[3, 3]], '###']);
    isShown(built);
    // So does one that was painted while somebody walked, when it becomes a part of the map.
    const painted = led(put, 'wall', [[30, 20]], { landmarks, step: 8 });
    isShown(painted);
    const all = led(painted, 'rough', [[5, 5]], { landmarks: [[3, 3]], step: undefined });
    expect([all.landmarks, all.edits]).toEqual([[[3, 3]], []]);
    isShown(all);
  });

  test('nothing is put where the map begins with a wall, should it be taken away later on', () => {
    const walled: Scenario = { ...scenario, rows: rows.map((row, y) => (y === 5 ? `${row.slice(0, 9)}#${row.slice(10)}` : row)) };
    const opened = led(walled, 'free', [[9, 5]], { landmarks: [], step: 100 });
    expect(opened.edits).toEqual([{ step: 100, x: 9, y: 5, cost: 1 }]);
    for (const grip of ['start', 'goal', 'landmark'] as const) expect(led(opened, grip, [[9, 5]], nothing)).toBe(opened);
  });

  test('what changes nothing leaves the scenario itself', () => {
    for (const grip of ['start', 'goal', 'free', 'wall'] as const) expect(led(scenario, grip, [scenario.start], nothing) === scenario).toBe(grip !== 'goal');
    expect(led(scenario, 'wall', [[-1, 3], [99, 3]], nothing)).toBe(scenario);
    expect(led(scenario, 'wall', [scenario.start, scenario.goal], nothing)).toBe(scenario);
  });

  test('whatever is done, a link restores it', () => {
    const random = seededRandom(5);
    const below = (n: number): number => Math.floor(n * random());
    for (let round = 0; round < 300; round++) {
      const [width, height] = [1 + below(6), 2 + below(5)];
      const made = Array.from({ length: height }, (_, y) => Array.from({ length: width }, () => (y < 2 || random() < 0.7 ? '.' : '#')).join(''));
      let now: Scenario = { ...scenario, rows: made, ...ends(made), left: 'landmarks' };
      const place = (): Place => [below(width + 2) - 1, below(height + 2) - 1];
      // What is seen may be what was recorded before the last change.
      let seen: readonly Place[] = [[0, 0]];
      for (let i = 0; i < 40; i++) {
        const grips: readonly Grip[] = ['wall', 'wall', 'free', 'rough', 'start', 'goal', 'landmark', below(3)];
        const cells = [place()];
        for (let n = below(4); n > 0; n--) cells.push(...stroke(cells[cells.length - 1], place()));
        now = led(now, grips[below(grips.length)], cells, { landmarks: seen, step: random() < 0.5 ? undefined : below(9) });
        if (random() < 0.7) seen = now.landmarks.length > 0 ? now.landmarks : [now.start];
        isShown(now);
      }
    }
  });

  test('what was before each change comes back, the last first', () => {
    const past = new Past<string>();
    for (const state of ['a', 'b', 'b', 'c']) past.remember(state);
    expect([past.before('c'), past.before('b'), past.before('a')]).toEqual(['b', 'a', undefined]);
  });
});

describe('strokes', () => {
  test('go from side to side without a gap, as near to the line as cells can, and end where they are to end', () => {
    for (let x = -9; x <= 9; x++) {
      for (let y = -9; y <= 9; y++) {
        const cells = [[0, 0] as const, ...stroke([0, 0], [x, y])];
        expect([cells.length, ...cells[cells.length - 1]]).toEqual([Math.abs(x) + Math.abs(y) + 1, x, y]);
        cells.slice(1).forEach(([cx, cy], i) => {
          expect(Math.abs(cx - cells[i][0]) + Math.abs(cy - cells[i][1])).toBe(1);
          expect(Math.abs(cx * y - cy * x) / Math.hypot(x, y)).toBeLessThanOrEqual(Math.SQRT1_2 + 1e-9);
        });
      }
    }
  });
});

describe('maps and links', () => {
  test('a hash leads to a step, or to the end; others lead elsewhere', () => {
    expect(linked(hashOf(scenario, 7), isKnown)).toEqual({ scenario, step: 7 });
    expect(linked(`#lab=${encode(scenario)}`, isKnown)).toEqual({ scenario, step: Infinity });
    for (const hash of ['', '#', '#/lab', '#/battlefield']) expect(linked(hash, isKnown)).toBeUndefined();
    expect(() => linked('#lab=', isKnown)).toThrow('It is no JSON');
  });

  test('a link holds the whole scenario', () => {
    const painted: Scenario = {
      ...scenario, rows: rows.map((row, y) => (y === 5 ? `5${row.slice(1)}` : row)), left: 'landmarks', right: 'mpaa', plot: true, corners: 'one',
      landmarks: [[3, 3]], edits: [{ step: 4, x: 2, y: 1, cost: 0 }],
    };
    expect(decode(encode(painted), isKnown)).toEqual(painted);
  });

  test.each([
    ['nonsense', 'nonsense', /no JSON/],
    ['a cut end', encode(scenario).slice(0, -1), /cut short/],
    ['no object', encodeURIComponent('null'), /no map/],
    ['no map', encodeURIComponent('{}'), /no map/],
    ['an unknown algorithm', encode({ ...scenario, left: 'magic' }), /'magic'/],
    ['no algorithm at all', encode({ ...scenario, left: '' }), /algorithm ''/],
    ['a start in a wall', encode({ ...scenario, start: [0, 0], rows: [`#${rows[0].slice(1)}`, ...rows.slice(1)] }), /\(0, 0\), which is a wall/],
    ['a goal off the map', encode({ ...scenario, goal: [0, 41] }), /\(0, 41\), which is .* off the map/],
    ['an edit off the map', encode({ ...scenario, edits: [{ step: 1, x: 99, y: 1, cost: 3 }] }), /\(99, 1\) is not on the map/],
    ['an edit at no cost', encode({ ...scenario, edits: [{ step: 1, x: 1, y: 1, cost: 1e9 }] }), /cost .* got 1000000000/],
  ])('%s is refused in a sentence', (_, text, sentence) => {
    expect(() => decode(text, isKnown)).toThrow(sentence);
  });

  test.each([
    ['movement', 6, /movement '6'/],
    ['corners', null, /corners 'null'/],
    ['left', 7, /algorithm '7'/],
    ['right', {}, /algorithm '\[object Object\]'/],
    ['plot', 'x', /plot.*"x"/],
    ['start', undefined, /start.*undefined/],
    ['start', 'ab', /start.*"ab"/],
    ['goal', [3.7, 0], /goal.*\[3.7,0\]/],
    ['goal', [1, 2, 3], /goal.*\[1,2,3\]/],
    ['landmarks', null, /landmarks.*null/],
    ['landmarks', [[1, 1], 4], /landmark.*4/],
    ['edits', {}, /edits.*\{\}/],
    ['edits', [null], /edit.*null/],
    ['edits', [{ step: 'x', x: 1, y: 1, cost: 3 }], /edit.*"step":"x"/],
    ['map', 5, /no map/],
    ['map', '', /width and a height/],
  ])('a link whose %s is %j is refused in a sentence of the lab, not of the browser', (name, value, sentence) => {
    const held: unknown = JSON.parse(decodeURIComponent(encode(scenario)));
    const text = encodeURIComponent(JSON.stringify({ ...(held as object), [name]: value }));
    expect(() => decode(text, isKnown)).toThrow(sentence);
    expect(() => decode(text, isKnown)).not.toThrow(/iterable|destructure|not a function|of (null|undefined)/);
  });

  test.each(generators)('%s: start and goal are joined', (kind) => {
    for (let seed = 1; seed < 20; seed++) {
      const made = generate(kind, seed);
      const { grid, start, goal } = questionOf({ rows: made, ...ends(made) });
      expect(libraryCost('a-star', grid, start, goal)).toBeLessThan(Infinity);
    }
  });

  test.each(stories)('$title can be told', ({ left, right, rows: made, ends: given }) => {
    for (const id of [left, right]) expect(record(id, { rows: made(), ...(given ?? ends(made())) }).cost).toBeLessThan(Infinity);
  });

  test('a link may have made a wall of all but one cell', () => {
    const narrow: Scenario = { ...scenario, rows: ['#.#'], start: [1, 0], goal: [1, 0] };
    expect(decode(encode(narrow), isKnown)).toEqual(narrow);
  });

  test('too large a map and one without ground are refused', () => {
    expect(() => rowsFromText('.'.repeat(200))).toThrow(/up to 128 × 128 cells.* 200 × 1/);
    expect(() => rowsFromText('##\n##')).toThrow(/two free cells/);
  });

  test('on a large map a step is several expansions, and the end is the same', () => {
    const large = Array.from({ length: 128 }, () => '.'.repeat(128));
    const { steps, cost } = record('dijkstra', { rows: large, start: [0, 0], goal: [127, 127] });
    expect(steps.length).toBeLessThan(4000);
    expect(cost).toBeCloseTo(127 * Math.SQRT2, 9);
    expect(steps.flatMap(({ changes }) => changes.filter((_, i) => i % 2 === 1)).filter((state) => state === CLOSED).length).toBeGreaterThan(16_000);
  });
});
