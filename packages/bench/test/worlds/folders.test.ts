import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { formatMap, Grid } from '@pf/grid';
import { formatMap as formatRosMap, MapFrame, OccupancyGrid } from '@pf/robots';
import { afterAll, describe, expect, test } from 'vitest';
import { comparedCrowds, crowdSets, largestCrowd, loadCrowd } from '../../src/experiments/crowd/crowd-sets.ts';
import { rosWorlds } from '../../src/experiments/robots/ros-worlds.ts';
import { experiments, silent } from '../../src/index.ts';
import { readDynamicSets } from '../../src/worlds/dynamic-sets.ts';
import { roadNetworks } from '../../src/worlds/road-networks.ts';
import { terrainWorlds } from '../../src/worlds/terrain-worlds.ts';
import { checkMaps, worlds } from '../../src/worlds/worlds.ts';

const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true });
});

function folderOf(files: Readonly<Record<string, string | Uint8Array>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'pf-folders-'));
  folders.push(folder);
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
  return folder;
}

const map = (...rows: string[]): string => formatMap(Grid.fromRows(rows));
const int32 = (...values: number[]): Uint8Array => new Uint8Array(Int32Array.from(values).buffer);
const options = { seed: 1, effort: 'tiny' } as const;

describe('maps', () => {
  const problem = 'version 1\n0\tother/place/a.map\t4\t1\t0\t0\t1\t0\t1\n0\ta.map\t4\t1\t0\t0\t3\t0\t-1\n0\ta.map\t4\t1\t2\t0\t3\t0\t0\n';

  test('have their problems beside them or in another folder, without those that have no path', () => {
    const folder = folderOf({ 'maps/a.map': map('..#.'), 'sets/a.map.scen': problem, 'maps/b.map': map('...') });
    const [a, b] = worlds({ ...options, maps: folder }, { side: 0, problems: 3 });
    const { grid, problems } = a.load();
    expect([a.name, problems]).toEqual(['maps/a', [{ from: grid.vertex(0, 0), to: grid.vertex(1, 0) }]]);
    expect(b.load().problems).toHaveLength(3);
  });

  test('that cannot be used are named', () => {
    const folder = folderOf({ 'closed.map': map('#.#'), 'size.map': map('.....'), 'size.map.scen': problem, 'good.map': map('..') });
    expect(checkMaps(folder)).toEqual({
      good: 1,
      broken: ['closed.map is left out: no two of its free cells are connected.', 'size.map.scen is left out: its problems are on a map of 4 × 1 cells, and size.map has 5 × 1.'],
    });
  });

  test('of any name are worlds with terrain', () => {
    const folder = folderOf({ 'x/wood.map': 'type octile\nheight 1\nwidth 5\nmap\n..TW@\n', 'plain.map': map('....') });
    expect(terrainWorlds({ ...options, maps: folder }, 8).slice(0, 2).map(({ name, grid }) => [name, name.startsWith('x') ? grid.toRows() : grid.width])).toEqual([['plain, swampy', 4], ['x/wood', ['..48#']]]);
  });

  test('without a problem of a length that an experiment takes prove nothing', async () => {
    const result = await experiments.find(({ name }) => name === 'convergence')!.run({ ...options, maps: folderOf({ 'small.map': map('...', '...') }) }, silent);
    expect(result.claims.map(({ pass, ours, remark }) => [pass, ours, remark])).toEqual([[null, null, 'needs problems with a cost of 5 to 60']]);
  });

  test.each([['bounded', 'hog2'], ['any-angle', 'anya']])('of %s stand beside published figures only with the hundred problems of those', async (name, column) => {
    const rows = Array.from({ length: 9 }, (_, y) => (y === 4 ? '@@@@@...@' : '.........')).join('\n');
    const folder = folderOf({ 'dao/arena2.map': `type octile\nheight 9\nwidth 9\nmap\n${rows}\n` });
    const result = await experiments.find((one) => one.name === name)!.run({ ...options, maps: folder }, silent);
    const found = result.rows.filter((row) => row['map'] === 'dao/arena2' && column in row);
    expect([result.failure, found.length > 0, new Set(found.map((row) => row[column]))]).toEqual([undefined, true, new Set([null])]);
  });
});

describe('multi-agent problems', () => {
  const row = (...cells: number[]): string => `0\tfar/hall.map\t5\t1\t${cells.join('\t')}\t1\n`;
  const hall = map('...#.');

  test('are found in folders, with their maps in others; rows from the first fault on are left out', () => {
    const folder = folderOf({
      'maps/hall.map': hall, 'even/hall-even-1.scen': `version 1\n${row(0, 0, 2, 0)}${row(1, 0, 2, 0)}`, 'mine.scen': `version 1\n${row(0, 0, 1, 0)}${row(1, 0, 0, 0)}`,
      'blocked.scen': `version 1\n${row(3, 0, 1, 0)}`, 'apart.scen': `version 1\n${row(0, 0, 1, 0)}${row(1, 0, 4, 0)}`, 'lost.scen': `version 1\n${row(0, 0, 1, 0).replace('hall', 'none')}`, 'hall.map.scen': 'version 1\n',
    });
    const left: string[] = [];
    const crowds = crowdSets(folder).map((source) => loadCrowd(source, left)).filter((crowd) => crowd !== undefined);
    expect(crowds.map(({ name, starts }) => [name, starts.length])).toEqual([['apart', 1], ['hall-even-1', 1], ['mine', 2]]);
    expect(left).toEqual([
      'apart.scen: problem 2 has no path from its start to its goal, so only the 1 rows before it are used.', 'blocked.scen: problem 1 has its start on the blocked cell 3, 0.',
      'even/hall-even-1.scen: problem 2 has the same goal as problem 1, so only the 1 rows before it are used.', `lost.scen: its map none.map is not in ${folder}.`,
    ]);
    expect(comparedCrowds(crowdSets(folder), 9, []).map(({ name }) => name)).toEqual(['apart', 'hall', 'mine']);
  });

  test('of many units are drawn on the largest map that can be read', () => {
    const folder = folderOf({ 'torn.map': `${map('.'.repeat(99))}@`, 'wide.map': map('.'.repeat(80)), 'small.map': hall });
    expect([largestCrowd(folder, 1000, 1), largestCrowd(folderOf({}), 60, 1)].map(({ name, starts }) => [name, starts.length])).toEqual([['wide', 20], ['warehouse', 60]]);
  });
});

test('dynamic sets are read, and faults named with their line', () => {
  const head = 'version 2\nheight 3\nwidth 4\ncost 1 octile\npatch other/place/a.patch\ncommands\n';
  const folder = folderOf({
    'a.patch': 'type patch\npatches 1\npatch 0\nheight 1\nwidth 2\nmap\n@@\n', 'a.scen': `${head}P 0 0 1 1\nQ 0 0 0 1 0 1\n`, 'beyond.scen': `${head}P 2 0 3 1\nQ 0 0 0 1 0 1\n`, 'number.scen': `${head}P 0 1 0 0\nQ 0 0 0 1 0 1\n`,
    'none.scen': head, 'lost.scen': `${head.replace('a.patch', 'b.patch')}Q 0 0 0 1 0 1\n`, 'old.scen': 'version 1\n',
  });
  const { sets, left } = readDynamicSets(folder);
  expect(sets.map(({ name }) => name)).toEqual(['a']);
  expect(left).toEqual([
    'beyond.scen: the line "P 2 0 3 1" puts a patch of 2 × 1 cells beyond the border of a map of 4 × 3.', `lost.scen: it names the patches other/place/b.patch, which are not in ${folder}.`,
    'none.scen: it has no queries, lines that begin with Q.', 'number.scen: the line "P 0 1 0 0" takes patch 1, and other/place/a.patch has 1, counted from 0.', expect.stringMatching(/^old\.scen: Scenario, line 1, column 9/),
  ]);
  expect(() => readDynamicSets(folderOf({ 'none.scen': head }))).toThrow(/There is no dynamic problem set in .* none\.scen: it names/);
});

test('road networks of all formats are read, and faults named with their file', () => {
  const street = { type: 'Feature', properties: null, geometry: { type: 'MultiLineString', coordinates: [[[0, 0], [0, 1]], [[0, 1], [1, 1]]] } };
  const gr = 'p sp 2 2\na 1 2 0\na 1 1 4\n';
  const folder = folderOf({
    'a.gr.bin': int32(1, 2, 2, 2), 'a.co.bin': int32(0, 0, 3, 4), 'b.gr': gr, 'USA-road-t.X.gr': gr, 'USA-road-d.X.co': 'p aux sp co 2\nv 1 0 0\nv 2 3 4\n', 'c.geojson': JSON.stringify({ type: 'FeatureCollection', features: [street] }),
    'torn.gr.bin': int32(1), 'torn.co.bin': int32(0, 0), 'far.gr.bin': int32(1, 3), 'far.co.bin': int32(0, 0, 3, 4), 'lone.gr.bin': int32(1, 2), 'bad.geojson': '{', 'empty.gr': 'p sp 2 0\n',
  });
  const read = roadNetworks({ ...options, roads: folder }, 0).map((source) => {
    try {
      const { graph, roads } = source.load(1);
      return `${source.name} ${graph.arcCount} ${roads.coordinates.join()} ${roads.leastRate < 1e9}`;
    } catch (error) {
      return (error as Error).message;
    }
  });
  expect(read.sort()).toEqual([
    'USA-road-t.X 2 0,0,3,4 true', 'a 3 0,0,3,4 true', 'b 2 0,0,0,0 true', 'bad.geojson: The GeoJSON, line 1, column 2: not valid JSON.', 'c 4 0,0,0,1,1,1 true', 'empty.gr has no arcs.',
    'far.gr.bin, pair 1: nodes are from 1 to 2, as many as far.co.bin has, got 1 and 3.', 'lone.gr.bin needs the coordinates of its nodes in lone.co.bin, which is not there.',
    'torn.gr.bin has 4 bytes, which is no multiple of 8: it holds pairs of whole numbers of 4 bytes, the lowest byte first.',
  ].sort());
});

test('maps of ROS are worlds for robots; large ones are cut', () => {
  const files = (width: number, height: number, free: boolean): { yaml: string; picture: Uint8Array } =>
    formatRosMap(new OccupancyGrid(new MapFrame(width, height, 0.1, { x: 1, y: 2, heading: 0.5 }), new Int8Array(width * height).fill(free ? 0 : 100)), { image: 'deep/in/a.pgm' });
  const [hall, large, closed] = [files(20, 10, true), files(50, 9, true), files(5, 5, false)];
  const folder = folderOf({
    'hall.yaml': hall.yaml, 'deep/in/a.pgm': hall.picture, 'large.yml': large.yaml.replace('deep/in/a', 'large'), 'large.pgm': large.picture, 'closed.yaml': closed.yaml.replace('deep/in/a', 'closed'), 'closed.pgm': closed.picture,
    'lost.yaml': hall.yaml.replace('a.pgm', 'b.pgm'), 'other.yaml': 'amcl:\n  x: 1\n',
  });
  const { worlds: found, left } = rosWorlds(folder, 25);
  expect(found.map(({ name, map: { frame }, start, goal }) => [name, frame.width, frame.height, frame.cellAt(start.x, start.y) !== frame.cellAt(goal.x, goal.y)])).toEqual([['hall, differential', 20, 10, true], ['large, differential', 25, 9, true]]);
  expect(left).toEqual([
    'closed.yaml: there is no room in it for a robot with a radius of 0.18 m.', 'large.yml: all but 25 × 9 of its 50 × 9 cells.', `lost.yaml: its image deep/in/b.pgm is not in ${folder}.`, expect.stringMatching(/^other\.yaml: The 'origin' of a map description is/),
  ]);
});
