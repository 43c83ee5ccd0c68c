import { runs } from '@pf/testkit';
import { expect, test } from 'vitest';
import { formatMap, MapFrame, OccupancyGrid, parseGraymap, parseMap, parseMapDescription, parseSbplEnvironment } from '../../src/index.ts';
import { seeded } from '../robot-worlds.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const yaml = ['image: "maps/hall.pgm" # the ground floor', 'resolution: 0.05', 'origin: [-1.5, 2, 0.1]', 'negate: 0', 'occupied_thresh: 0.65', 'free_thresh: 0.25', ''].join('\n');

test('parses a description with quotes, comments, and a list over several lines', () => {
  const inline = parseMapDescription(yaml);
  expect(inline).toEqual({ image: 'maps/hall.pgm', resolution: 0.05, origin: { x: -1.5, y: 2, heading: 0.1 }, negate: false, occupiedThreshold: 0.65, freeThreshold: 0.25, mode: 'trinary' });
  expect(parseMapDescription(yaml.replace('[-1.5, 2, 0.1]', '\n- -1.5\n- 2\n- 0.1'))).toEqual(inline);
});

test('applies thresholds, modes and negation, for 8 and 16 bits, text and binary', () => {
  const picture = bytes('P2\n# made by hand\n5 1 255\n0 128 205 254 255\n');
  expect([...parseMap(yaml, picture).values]).toEqual([100, -1, 0, 0, 0]);
  expect([...parseMap(yaml.replace('negate: 0', 'negate: true'), picture).values]).toEqual([0, -1, 100, 100, 100]);
  expect([...parseMap(`${yaml}mode: scale\n`, picture).values]).toEqual([100, 62, 0, 0, 0]);
  expect([...parseMap(`${yaml}mode: raw\n`, bytes('P2 3 1 255 0 100 255')).values]).toEqual([0, 100, -1]);
  const wide = new Uint8Array([...bytes('P5 2 1 65535\n'), 0, 0, 255, 255]);
  expect([...parseMap(yaml, wide).values]).toEqual([100, 0]);
  // Raw values are bytes, whatever the white of the picture.
  expect([...parseMap(`${yaml}mode: Raw\n`, bytes('P2 4 1 65535 0 12850 25700 25957')).values]).toEqual([0, 50, 100, -1]);
  expect([...parseMap(`${yaml}mode: raw\n`, bytes('P2 3 1 15 0 3 15')).values]).toEqual([0, 51, -1]);
});

test('rows are flipped, and a map is the same after writing and reading', () => {
  const grid = new OccupancyGrid(new MapFrame(2, 3, 0.1, { x: 1, y: 2, heading: 0 }), [0, 100, -1, 0, 100, 100]);
  const { yaml: text, picture } = formatMap(grid, { image: 'a.pgm', mode: undefined });
  expect(parseGraymap(picture).shades[0]).toBe(0);
  const again = parseMap(text, picture);
  expect([...again.values]).toEqual([...grid.values]);
  expect(again.frame.origin).toEqual(grid.frame.origin);
  const exact = new OccupancyGrid(grid.frame, [0, 37, -1, 64, 100, 1]);
  const raw = formatMap(exact, { image: 'a.pgm', mode: 'raw' });
  expect([...parseMap(raw.yaml, raw.picture).values]).toEqual([...exact.values]);
});

test('writes as occupied what is an obstacle by default everywhere else, 65 and above', () => {
  const grid = new OccupancyGrid(new MapFrame(5, 1, 0.1), [19, 20, 64, 65, 66]);
  const { yaml: text, picture } = formatMap(grid, { image: 'a.pgm' });
  expect([...parseMap(text, picture).values]).toEqual([0, -1, -1, 100, 100]);
});

test('any name of an image is the same after writing and reading', () => {
  const grid = new OccupancyGrid(new MapFrame(1, 1, 0.1), [0]);
  const parts = ['hall', ' ', '#', ' #2', '"', "'", '\\', ': ', '- ', '[', ']', ',', '.pgm', 'ö', '\n', '\t'];
  const random = seeded(3);
  for (let i = 0; i < runs(500); i++) {
    const image = Array.from({ length: i % 5 }, () => parts[Math.floor(random() * parts.length)]).join('');
    expect(parseMapDescription(formatMap(grid, { image }).yaml).image).toBe(image);
  }
  expect(formatMap(grid, { image: 'maps/hall-2 b.pgm' }).yaml).toMatch(/^image: maps\/hall-2 b\.pgm\n/);
});

test('comments begin outside quotes, and quotes are those of YAML', () => {
  const imageOf = (written: string): string => parseMapDescription(yaml.replace(/^image: .*/, () => `image: ${written}`)).image;
  const cases = { "'hall #2.pgm' # it's here": 'hall #2.pgm', '"hall #2.pgm"': 'hall #2.pgm', "'it''s'": "it's", '"a \\"b\\""': 'a "b"', "bob's #2": "bob's", 'a#b': 'a#b', '"C:\\maps\\hall.pgm"': 'C:\\maps\\hall.pgm', '"open #2': '"open' };
  for (const [written, image] of Object.entries(cases)) expect(imageOf(written), written).toBe(image);
});

test('rejects damaged files with clear errors', () => {
  expect(() => parseMapDescription(yaml.replace('0.05', 'fine'))).toThrow("got 'fine'");
  expect(() => parseMapDescription(yaml.replace('negate: 0\n', ''))).toThrow("no 'negate'");
  expect(() => parseMapDescription(yaml.replace(', 0.1]', ']'))).toThrow('[x, y, yaw]');
  expect(() => parseMapDescription(yaml.replace('0.25', '0.8'))).toThrow('0.8 and 0.65');
  expect(() => parseMapDescription('- 3')).toThrow('without a list');
  expect(() => parseMapDescription('what is this')).toThrow('Line 1');
  expect(() => parseGraymap(bytes('P6 1 1 255 '))).toThrow('P5 or P2');
  expect(() => parseGraymap(bytes('P5 9 9 255\nabc'))).toThrow('3 of the 81 bytes');
  expect(() => parseGraymap(bytes('P5 90000 90000 255\n'))).toThrow('cannot be read');
  expect(() => parseGraymap(bytes('P2 2 2 255\n1 2 3 x'))).toThrow('pixel 3');
  expect(() => parseGraymap(bytes(''))).toThrow('P5 or P2');
  expect(() => parseGraymap(bytes('P2 2 1 255\n0 300'))).toThrow('Pixel 1 of the graymap is 300, above its white, which is 255.');
  expect(() => parseGraymap(new Uint8Array([...bytes('P5 2 1 99\n'), 99, 100]))).toThrow('Pixel 1 of the graymap is 100, above its white, which is 99.');
  expect([...parseGraymap(new Uint8Array([...bytes('P5\r\n# by hand\r\n2 1\r\n255\r\n'), 7, 8])).shades]).toEqual([7, 8]);
});

const world = ['discretization(cells): 2 2', 'obsthresh: 200', 'cost_inscribed_thresh: 150', 'cost_possibly_circumscribed_thresh: -1', 'cellsize(meters): 0.5', 'nominalvel(mpersecs): 2', 'timetoturn45degsinplace(secs): 1', 'start(meters,rads): 0.1 0.1 0', 'end(meters,rads): 0.9 0.9 1', 'environment:', '0 1', '2 255', ''].join('\n');

test('parses an environment of SBPL', () => {
  const { map, goal, speed, turnRate } = parseSbplEnvironment(world);
  expect([map.obstacle, map.inscribed, map.circumscribed, speed]).toEqual([200, 150, 0, 2]);
  expect(turnRate).toBeCloseTo(Math.PI / 4);
  expect(map.isObstacle(map.frame.cellAt(goal.x, goal.y))).toBe(true);
  expect([...map.costs]).toEqual([0, 1, 2, 255]);
  expect(() => parseSbplEnvironment('abc')).toThrow("'environment:'");
  expect(() => parseSbplEnvironment(world.replace('2 255', '2'))).toThrow('cost 3');
  expect(() => parseSbplEnvironment(world.replace('2 255', '2 256'))).toThrow('256 for cell 3');
  expect(() => parseSbplEnvironment(world.replace('obsthresh: 200\n', ''))).toThrow('obsthresh');
  expect(() => parseSbplEnvironment(world.replace('inscribed_thresh: 150', 'inscribed_thresh:'))).toThrow("needs 'cost_inscribed_thresh' with a number, got none");
  expect(() => parseSbplEnvironment(world.replace('cells): 2 2', 'cells): 99999 99999'))).toThrow('cannot be read');
});
