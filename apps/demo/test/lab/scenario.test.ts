import { describe, expect, test } from 'vitest';
import { decode, encode, hashOf, linked } from '../../src/lab/scenario/link.ts';
import type { Scenario } from '../../src/lab/scenario/scenario.ts';
import { ends, generate, generators, rowsFromText } from '../../src/lab/scenario/scenario.ts';
import { stories } from '../../src/lab/scenario/stories.ts';
import { libraryCost } from '../library.ts';
import { isKnown, questionOf, record, rows, scenario } from './questions.ts';

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
    ['a start in a wall', encode({ ...scenario, start: [0, 0], rows: [`#${rows[0].slice(1)}`, ...rows.slice(1)] }), /\(0, 0\), which is a wall\.$/],
    ['a goal off the map', encode({ ...scenario, goal: [0, 41] }), /\(0, 41\), which is off the map\.$/],
    ['an edit off the map', encode({ ...scenario, edits: [{ step: 1, x: 99, y: 1, cost: 3 }] }), /\(99, 1\) is not on the map/],
    ['an edit at no cost', encode({ ...scenario, edits: [{ step: 1, x: 1, y: 1, cost: 1e9 }] }), /cost .* got 1000000000/],
  ])('%s is rejected with a clear error', (_, text, sentence) => {
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
    ['landmarks', Array.from({ length: 65 }, () => [1, 1]), /65 landmarks.* up to 64/],
    ['edits', {}, /edits.*\{\}/],
    ['edits', [null], /edit.*null/],
    ['edits', [{ step: 'x', x: 1, y: 1, cost: 3 }], /edit.*"step":"x"/],
    ['map', 5, /no map/],
    ['map', '', /no rows of cells/],
    ['map', '../.<', /^Row 1, column 1: a cell is .*'<'\.$/],
  ])('a link whose %s is %j is rejected with an error of the lab, not of the browser', (name, value, sentence) => {
    const held: unknown = JSON.parse(decodeURIComponent(encode(scenario)));
    const text = encodeURIComponent(JSON.stringify({ ...(held as object), [name]: value }));
    expect(() => decode(text, isKnown)).toThrow(sentence);
    expect(() => decode(text, isKnown)).not.toThrow(/iterable|destructure|not a function|of (null|undefined)/);
  });

  test.each(generators)('%s: start and goal are connected', (kind) => {
    for (let seed = 1; seed < 20; seed++) {
      const made = generate(kind, seed);
      const { grid, start, goal } = questionOf({ rows: made, ...ends(made) });
      expect(libraryCost('a-star', grid, start, goal)).toBeLessThan(Infinity);
    }
  });

  test.each(stories)('$title is complete', ({ left, right, rows: made, ends: given }) => {
    for (const id of [left, right]) expect(record(id, { rows: made(), ...(given ?? ends(made())) }).cost).toBeLessThan(Infinity);
  });

  test('a link may have made a wall of all but one cell', () => {
    const narrow: Scenario = { ...scenario, rows: ['#.#'], start: [1, 0], goal: [1, 0] };
    expect(decode(encode(narrow), isKnown)).toEqual(narrow);
  });

  test('rejects too large a map and one without ground', () => {
    expect(() => rowsFromText('.'.repeat(200))).toThrow(/up to 128 × 128 cells.* 200 × 1/);
    expect(() => rowsFromText('##\n##')).toThrow(/two free cells/);
  });
});
