import { rulesOf, runs, worlds } from '@pf/testkit';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Scenario } from '../src/index.ts';
import { formatMap, formatScenario, Grid, HexMap, parseDynamicScenario, parseMap, parsePatches, parseScenario } from '../src/index.ts';

const map = (rows: readonly string[], height = rows.length, width = rows[0]?.length ?? 0): string =>
  `type octile\nheight ${height}\nwidth ${width}\nmap\n${rows.map((row) => `${row}\n`).join('')}`;

/** A damaged text: a few characters removed, inserted, doubled or exchanged. */
function damaged(texts: fc.Arbitrary<string>): fc.Arbitrary<string> {
  const piece = fc.oneof(fc.constantFrom('\n', '\r', '\r\n', '\t', ' ', '.', '@', '9', '999999999', '-1', 'e5', '\0', 'é', '😀', 'type octile\n', 'height 1000000000\n'), fc.string({ maxLength: 3, unit: 'binary' }));
  const wound = fc.record({ at: fc.nat(), cut: fc.nat(4), piece });
  return fc.tuple(texts, fc.array(wound, { minLength: 1, maxLength: 4 })).map(([text, wounds]) =>
    wounds.reduce((whole, { at, cut, piece }) => {
      const from = at % (whole.length + 1);
      return whole.slice(0, from) + piece + whole.slice(from + cut);
    }, text),
  );
}

/** A parser written from the format alone: the rows of the map, or undefined if the text is not a map. */
function modelOfMap(text: string): string[] | undefined {
  const lines = text.replace(/^\uFEFF/, '').replaceAll('\r\n', '\n').split('\n').map((line, i) => (i < 4 ? line.replace(/[ \t]+$/, '') : line));
  const height = /^height ([0-9]{1,9})$/.exec(lines[1] ?? '');
  const width = /^width ([0-9]{1,9})$/.exec(lines[2] ?? '');
  if (lines[0] !== 'type octile' || height === null || width === null || lines[3] !== 'map') return undefined;
  const rows = lines.slice(4, 4 + Number(height[1]));
  const whole = rows.length > 0 && rows.length === Number(height[1]) && rows.every((row) => /^[.GS@OTW]+$/.test(row) && row.length === Number(width[1]));
  if (!whole || lines.slice(4 + rows.length).some((line) => /[^ \t]/.test(line))) return undefined;
  return rows.map((row) => row.replace(/[GS]/g, '.').replace(/[@OTW]/g, '#'));
}

describe('a map file', () => {
  test('is parsed', () => {
    const grid = parseMap(map(['.GS', '@OT', 'W..']));
    expect([grid.toRows(), grid.movement, grid.corners]).toEqual([['...', '###', '#..'], 'eight', 'never']);
    for (const symbol of ['\u007f', '\u001f', 'ab']) expect(() => parseMap(map(['.']), { legend: { [symbol]: 1 } })).toThrow('A legend of maps has printable ASCII characters');
    expect(parseMap(map(['. ~']), { legend: { '.': 1, ' ': 0, '~': 2 } }).toRows()).toEqual(['.#2']);
    expect(parseMap(map(['.~']), { movement: 'hex', legend: { '.': 1, '~': 5 } }).toRows()).toEqual(['.5']);
  });

  test('may end its lines in CRLF, lack the last line end, or have empty lines after it', () => {
    for (const text of [map(['..', '.T']), map(['..', '.T']).replaceAll('\n', '\r\n'), map(['..', '.T']).trimEnd(), `${map(['..', '.T'])}\n\r\n\n`, `${map(['..', '.T'])} \n\t`, map(['..', '.T']).replace('height 2', 'height 2 \t')]) {
      expect(parseMap(text).toRows()).toEqual(['..', '.#']);
    }
  });

  test('is written back unchanged', () => {
    const property = fc.property(worlds({ terrain: false }), (world) => {
      const grid = Grid.fromRows(world.rows, rulesOf(world));
      expect(parseMap(formatMap(grid), rulesOf(world))).toEqual(grid);
    });
    fc.assert(property, { numRuns: runs(200), seed: 401 });
    const rough = Grid.fromRows(['.5', '#2']);
    expect(() => formatMap(rough)).toThrow('cost 5');
    const text = formatMap(rough, (cost) => 'O.x__y'[cost]);
    expect(parseMap(text, { legend: { O: 0, '.': 1, x: 2, y: 5 } }).toRows()).toEqual(rough.toRows());
    for (const symbol of ['\n', 'é', '⛰️']) expect(() => formatMap(rough, () => symbol)).toThrow('row 0');
    for (const symbol of ['ab', '']) expect(() => formatMap(rough, () => symbol)).toThrow(`symbol(1) must give one character, got '${symbol}'.`);
    expect(() => formatMap(new HexMap(3, 3).grid)).toThrow('A map file has no columns and rows of hexagons, which the grid of a HexMap has: save describeHexMap(map).');
  });

  test.each([
    ['', 'line 1, column 1: expected "type octile"'],
    ['\n', 'line 1, column 1: expected "type octile"'],
    ['type tile\n', 'line 1, column 6: expected "type octile", got "type tile"'],
    ['type octile\nwidth 3\n', 'line 2, column 1: expected "height" and a number'],
    ['type octile\nheight x\n', 'line 2, column 8: the height must be a whole number from 1, got "x"'],
    ['type octile\nheight 0\n', 'line 2, column 8'],
    ['type octile\nheight -3\n', 'line 2, column 8'],
    ['type octile\nheight 3.5\n', 'line 2, column 8'],
    ['type octile\nheight 99999999999999999999\n', 'line 2, column 8'],
    ['type octile\nheight 2\nwidth 2\n..\n..\n', 'line 4, column 1: expected "map"'],
    [map(['..'], 999999999, 999999999), 'line 5, column 1: the header promises 999999999 rows of 999999999 characters, but only 3'],
    [map(['..', '..'], 3, 2), 'line 5, column 1: the header promises 3 rows'],
    [map(['...', '.', '...']), 'line 5, column 1: the header promises'],
    [map(['...', '.', '.....']), 'line 6, column 2: the row ends after 1 characters, but must have 3'],
    [map(['..', '...']), 'line 6, column 3: the row should end after 2 characters, but "." follows'],
    [map(['..', '.x']), 'line 6, column 2: unknown character "x" (code 120)'],
    [map(['..', '.é']), 'line 6, column 2: unknown character "é" (code 233)'],
    [map(['..🌲', '....']), 'line 5, column 3: unknown character "🌲" (code 127794)'],
    [map(['..', '..', '..'], 2, 2), 'line 7, column 1: the map should end after 2 rows'],
    [`${map(['..', '..'])}\n\n..`, 'line 9, column 1: the map should end after 2 rows, but "." follows'],
    [`${map(['..', '..'])}\r.`, 'line 7, column 1: the map should end after 2 rows'],
    [`${map(['..', '..']).slice(0, -2)}`, 'line 5, column 1: the header promises 2 rows of 2 characters, but only 4'],
    [`type ${'long'.repeat(9)}\n`, 'got "type longlonglonglonglon"…'],
    [map(['..', '..']).replaceAll('\n', '\r'), 'line 1, column 12: expected "type octile"'],
    ['\0\x01\x02PNG\n\xff', 'line 1, column 1'],
  ])('that is malformed is an error with the place: %j', (text, message) => {
    expect(() => parseMap(text)).toThrow(message);
  });

  test('that claims to be huge costs neither time nor memory', () => {
    const before = process.memoryUsage().arrayBuffers;
    for (const [height, width] of [[999999999, 999999999], [1, 999999999], [999999999, 1]]) expect(() => parseMap(map(['.'], height, width))).toThrow('the header promises');
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(1e7);
  });

  test('that is damaged is parsed by the format, or rejected with the position', () => {
    const texts = fc.oneof(worlds({ terrain: false, maxSize: 6 }).map((world) => formatMap(Grid.fromRows(world.rows))), fc.constant(map(['.GS', '@OT', 'W..']).replaceAll('\n', '\r\n')));
    let rejected = 0;
    const property = fc.property(fc.oneof({ weight: 9, arbitrary: damaged(texts) }, { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 200 }) }), (text) => {
      const expected = modelOfMap(text);
      if (expected !== undefined) expect(parseMap(text).toRows()).toEqual(expected);
      else {
        rejected++;
        expect(() => parseMap(text)).toThrow(/^Map, line \d+, column \d+: /);
      }
    });
    fc.assert(property, { numRuns: runs(4000), seed: 402 });
    expect(rejected).toBeGreaterThan(runs(4000) / 4);
  });

  test('with a legend that makes no sense is rejected', () => {
    expect(() => parseMap(map(['.']), { legend: { '.': 300 } })).toThrow('300');
    for (const key of ['', '..', 'é', '\n']) expect(() => parseMap(map(['.']), { legend: { '.': 1, [key]: 1 } })).toThrow('printable');
    expect(() => parseMap(map(['@']), { legend: { '.': 1 } })).toThrow('"@"');
  });
});

const scenario: Scenario = { bucket: 3, map: 'maps/a b.map', mapWidth: 20, mapHeight: 10, startX: 0, startY: 9, goalX: 19, goalY: 0, optimalLength: 22.72792 };

describe('a file of problems', () => {
  test('is parsed, with tabs or with spaces, LF or CRLF', () => {
    expect(parseScenario('version 1\n3\tmaps/a b.map\t20\t10\t0\t9\t19\t0\t22.72792\n')).toEqual([scenario]);
    expect(parseScenario('version 1.0\r\n3 maps/a.map 20 10 0 9 19 0 22.72792\r\n')).toEqual([{ ...scenario, map: 'maps/a.map' }]);
    expect(parseScenario('version 1')).toEqual([]);
    expect(parseScenario('version 1\n\n0 a 1 1 0 0 0 0 1.2e+03')[0].optimalLength).toBe(1200);
    expect(parseScenario('version 1 \r\n3   maps/a.map  20 10 0 9 19 0 22.72792 \r\n \t\r\n')).toEqual([{ ...scenario, map: 'maps/a.map' }]);
    expect(parseScenario('version 1\n3\tmaps/a b.map\t20\t10\t0\t9\t19\t0\t22.72792\t \n')).toEqual([scenario]);
  });

  test('has problems without a path, which files write in several forms', () => {
    for (const length of ['-1', '-1.0', '-1.00000000', 'inf', 'Infinity']) expect(parseScenario(`version 1\n0 a 9 9 1 1 2 2 ${length}`)[0].optimalLength).toBe(Infinity);
    expect(parseScenario(formatScenario([{ ...scenario, optimalLength: Infinity }]))[0].optimalLength).toBe(Infinity);
  });

  test('is written back unchanged', () => {
    const size = fc.integer({ min: 1, max: 4096 });
    const scenarios = fc.array(
      fc.tuple(size, size, fc.nat(999), fc.string({ unit: 'binary', minLength: 1, maxLength: 8 }).filter((name) => !/[\t\r\n]/.test(name)), fc.nat(), fc.nat(), fc.nat(), fc.nat(), fc.double({ min: 0, noDefaultInfinity: true, noNaN: true })).map(
        ([mapWidth, mapHeight, bucket, map, a, b, c, d, length]): Scenario => ({ bucket, map, mapWidth, mapHeight, startX: a % mapWidth, startY: b % mapHeight, goalX: c % mapWidth, goalY: d % mapHeight, optimalLength: length }),
      ),
    );
    const property = fc.property(scenarios, (problems) => {
      expect(parseScenario(formatScenario(problems))).toEqual(problems);
    });
    fc.assert(property, { numRuns: runs(300), seed: 403 });
  });

  test('is not written if it could not be read back', () => {
    for (const wrong of [{ map: '' }, { map: 'a\tb' }, { map: 'a\nb' }, { startX: 20 }, { goalY: -1 }, { bucket: 0.5 }, { mapWidth: 0 }, { optimalLength: -2 }, { optimalLength: NaN }]) {
      expect(() => formatScenario([{ ...scenario, ...wrong }])).toThrow();
    }
  });

  test.each([
    ['', 'line 1, column 1: expected "version 1", got ""'],
    ['version 2\n', 'line 1, column 1'],
    ['version 1\n0\ta\t9\t9\t1\t1\t2\n', 'line 2, column 14: expected 9 columns, got 7: goal y is missing'],
    ['version 1\n0\ta\t9\t9\t1\t1\t2\t2\t1\t7\n', 'line 2, column 19: expected 9 columns, but "7" follows'],
    ['version 1\n\nx a 9 9 1 1 2 2 1', 'line 3, column 1: bucket must be a whole number, got "x"'],
    ['version 1\n0 a 9 9 1 1 9 2 1', 'line 2, column 13: goal x must be less than 9'],
    ['version 1\n0 a 9 9 1 1 2 2 -2', 'line 2, column 17: optimal length must be a number that is 0 or more'],
    ['version 1\n0 a 9 9 1 1 2 2 1e999', 'line 2, column 17'],
    ['version 1\n0 a 0 9 1 1 2 2 1', 'line 2, column 5: map width must be 1 or more'],
    ['version 1\n0\t\t9\t9\t1\t1\t2\t2\t1', 'line 2, column 3: map must be a name'],
    ['version 1\n0  9 9 1 1 2 2 1', 'line 2, column 17: expected 9 columns, got 8: optimal length is missing'],
  ])('that is malformed is an error with the place: %j', (text, message) => {
    expect(() => parseScenario(text)).toThrow(message);
  });

  test('that is damaged gives problems within their map, or an error with the position', () => {
    const texts = fc.constantFrom(formatScenario([scenario, scenario]), 'version 1.0\n3 maps/a.map 20 10 0 9 19 0 22.73\n4 maps/a.map 20 10 1 9 19 0 21.73\n');
    let rejected = 0;
    const property = fc.property(fc.oneof({ weight: 9, arbitrary: damaged(texts) }, { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 200 }) }), (text) => {
      let problems: Scenario[];
      try {
        problems = parseScenario(text);
      } catch (error) {
        rejected++;
        expect(String(error)).toMatch(/^Error: Scenario, line \d+, column \d+: /);
        return;
      }
      for (const { bucket, map, mapWidth, mapHeight, startX, startY, goalX, goalY, optimalLength } of problems) {
        for (const number of [bucket, mapWidth, mapHeight, startX, startY, goalX, goalY]) expect(Number.isInteger(number) && number >= 0).toBe(true);
        expect(startX < mapWidth && goalX < mapWidth && startY < mapHeight && goalY < mapHeight && map !== '').toBe(true);
        expect(optimalLength >= 0).toBe(true);
      }
    });
    fc.assert(property, { numRuns: runs(3000), seed: 404 });
    expect(rejected).toBeGreaterThan(runs(3000) / 6);
  });
});

test('a byte order mark before any file is skipped, and not counted in positions', () => {
  const files: readonly (readonly [(text: string) => unknown, string])[] = [
    [(text) => parseMap(text).toRows(), map(['.T'])],
    [parseScenario, 'version 1\n3\ta.map\t20\t10\t0\t9\t19\t0\t22.72792\n'],
    [parsePatches, 'type patch\npatches 1\npatch 0\nheight 1\nwidth 3\nmap\n@.@\n'],
    [parseDynamicScenario, 'version 2\nheight 9\nwidth 9\ncost 1 octile\npatch a.patch\ncommands\nQ 0 0 0 4 0 4\n'],
  ];
  for (const [parse, text] of files) {
    expect(parse(`\uFEFF${text}`)).toEqual(parse(text));
    expect(() => parse('\uFEFFtypo')).toThrow('line 1, column');
    expect(() => parse(`\uFEFF\uFEFF${text}`)).toThrow('expected "');
  }
});

test('bytes are not text', () => {
  const bytes = new TextEncoder().encode('type octile\nheight 1\nwidth 1\nmap\n.\n');
  expect(() => parseMap(bytes as never)).toThrow("A map is read from text, got object: decode bytes first, as readFileSync(path, 'utf8') does.");
  expect(() => parseScenario(bytes as never)).toThrow('A set of problems is read from text, got object');
});
