import { parseArcTable, parseDimacs, parseGeoJsonLines } from '@pf/graph';
import {
  applyPatch,
  formatDynamicScenario,
  formatMap,
  formatPatches,
  formatScenario,
  Grid,
  parseDynamicScenario,
  parseMap,
  parsePatches,
  parseScenario,
} from '@pf/grid';
import { NavMesh, parseObj } from '@pf/navmesh';
import { demand } from '../player.ts';
import { artifacts } from './artifacts.ts';
import { text } from './target.ts';
import type { Target } from './target.ts';
import { robotFiles } from './robot-files.ts';

const map = formatMap(Grid.fromRows(['..#', '#..', '...', '.#.']));

const maps = text(
  'map',
  [map, map.replaceAll('\n', '\r\n'), 'type octile\nheight 1\nwidth 4\nmap\nGSTW'],
  ['type octile\n', 'height ', 'width ', 'map\n', '999999999', '1000000000', '-1', '0', '1e9', '\r', '\n', '.', '@', 'T', '\0', 'é'],
  (given) => {
    const grid = parseMap(given);
    demand(parseMap(formatMap(grid)).toRows().join() === grid.toRows().join(), () => 'The map comes back otherwise than it was written.');
  },
);

const problem = { bucket: 3, map: 'maps/a b.map', mapWidth: 20, mapHeight: 10, startX: 0, startY: 9, goalX: 19, goalY: 0, optimalLength: 22.72792 };

const scenarios = text(
  'scen',
  [formatScenario([problem, problem]), 'version 1.0\r\n3 maps/a.map 20 10 0 9 19 0 22.73\r\n\r\n', 'version 1'],
  ['version 1\n', '\t', ' ', '\r\n', '\n', '999999999', '-1', '1e308', '1e309', '0x10', '.5', 'NaN', '\0'],
  (given) => {
    const problems = parseScenario(given);
    demand(
      JSON.stringify(parseScenario(formatScenario(problems))) === JSON.stringify(problems),
      () => 'The problems come back otherwise than they were written.',
    );
  },
);

const dynamicSets = text(
  'dynamic scen',
  ['version 2\nheight 9\nwidth 12\ncost 1 octile\npatch a.patch\ncommands\nP 0 3 1 2\nQ 1 11 8 0 0 12.071\n\nP 1 0 0 0\r\n'],
  ['version 2\n', 'patch ', 'commands\n', 'P 0 ', 'Q 0 ', ' ', '\r\n', '\n', '999999999', '-1', '1e308', '1e309', 'NaN', '\0'],
  (given) => {
    const set = parseDynamicScenario(given);
    demand(JSON.stringify(parseDynamicScenario(formatDynamicScenario(set))) === JSON.stringify(set), () => 'The set comes back otherwise than it was written.');
  },
);

const patchSets = text(
  'patch',
  ['type patch\npatches 2\npatch 0\nheight 1\nwidth 3\nmap\n@.@\npatch 1\r\nheight 2\nwidth 1\nmap\n.\nT\n\n', 'type patch\npatches 0'],
  ['type patch\n', 'patches ', 'patch ', 'height ', 'width ', 'map\n', '999999999', '-1', '0', '\r', '\n', '.', '@', '\0', 'é'],
  (given) => {
    const patches = parsePatches(given);
    demand(JSON.stringify(parsePatches(formatPatches(patches))) === JSON.stringify(patches), () => 'The patches come back otherwise than they were written.');
    for (const patch of patches) applyPatch(new Grid(patch.width, patch.height), patch, 0, 0);
  },
);

const obj = text(
  'obj',
  [
    'v 0 0 0\nv 4 0 0\nv 4 0 4\nv 0 0 4\nf 1 2 3 4\n',
    '# a comment\no thing\nv 0 0 0\r\nv 9 0 1\r\nv 3 1 7\r\nvn 0 1 0\r\nf 1//1 2//1 3//1\r\nf -1 -2 -3\r\n',
    'v 0 0 0\nv 1 0 0\nv 1 0 1\nv 0 0 1\nv 2 0 0\nv 2 0 1\nf 1 2 3\nf 1 3 4\nf 2/1/1 5/1/1 6/1/1\n',
  ],
  ['v ', 'f ', '1 2 3', '-1', '1//1', '/', '#', '\r', '\n', '1e308', '1e-308', '99999999999', 'NaN', 'Infinity', '0x7', '0', ' 0.1', '\0'],
  (given) => {
    const { vertices, triangles } = parseObj(given);
    demand(
      triangles.every((corners) => corners.every((v) => vertices[v] !== undefined)),
      () => 'A triangle has a corner that there is not.',
    );
    const mesh = NavMesh.fromObj(given);
    mesh.locate(0.5, 0.5);
  },
);

const NUMBERS = ['-1', '0', '1e308', '1e309', '0x7', '.5', 'NaN', 'Infinity', '999999999', '99999999999'];

const dimacs = text(
  'gr',
  ['c a comment\np sp 3 3\na 1 2 7\na 2 3 2.5\na 3 1 100\n', 'p sp 2 1\r\n\r\na 1 2 3\r\n'],
  ['p sp ', 'p aux sp co ', 'a ', 'c ', 'v ', '\r\n', '\n', '\t', '\0', 'é', ...NUMBERS],
  (given) => {
    const { vertexCount } = parseDimacs(given);
    demand(vertexCount <= 4 * given.length + 1024, () => `A text of ${given.length} characters made ${vertexCount} vertices.`);
    parseDimacs('p sp 2 0\n', { coordinates: 'p aux sp co 2\nv 1 2 3\nv 2 3 4\n' });
  },
);

const coordinates = text(
  'co',
  ['c a comment\np aux sp co 2\nv 1 -3 4.5\nv 2 5 6\n'],
  ['p aux sp co ', 'v ', 'c ', '\r\n', '\n', '\t', '\0', ...NUMBERS],
  (given) => {
    const graph = parseDimacs('p sp 2 0\n', { coordinates: given });
    demand(Number.isFinite(graph.x(0) + graph.y(1)), () => 'A vertex has no place.');
  },
);

const tables = text(
  'arcs csv',
  ['from,to,cost\na,b,3\nb,"c ""d"", e",Infinity\n', 'to,x,cost,from\r\n1,,2.5,2\r\n'],
  ['from', 'to', 'cost', ',', '"', '""', '\r\n', '\n', '\0', 'é', ...NUMBERS],
  (given) => {
    const { graph, names } = parseArcTable(given);
    demand(graph.vertexCount === names.length && new Set(names).size === names.length, () => 'Vertices and names are not one to one.');
  },
);

const lines = text(
  'geojson lines',
  [
    '{"type":"FeatureCollection","features":[{"type":"Feature","properties":{"oneway":"yes"},"geometry":{"type":"LineString","coordinates":[[1,2],[1.5,2],[1.5,3.25]]}}]}',
    '{"type":"Feature","properties":null,"geometry":{"type":"MultiLineString","coordinates":[[[1,2],[3,4]],[[3,4],[5,6,7]]]}}',
  ],
  ['"type":', '"features":', '"coordinates":', '"geometry":', '[', ']', '{', '}', ',', 'null', '"-1"', '"yes"', '\\u00', '\n', '\0', ...NUMBERS],
  (given) => {
    const graph = parseGeoJsonLines(given);
    for (let v = 0; v < graph.vertexCount; v++) demand(Math.abs(graph.x(v)) <= 180 && Math.abs(graph.y(v)) <= 90, () => `Vertex ${v} lies nowhere.`);
  },
);

export const targets: readonly Target[] = [maps, scenarios, dynamicSets, patchSets, obj, dimacs, coordinates, tables, lines, ...robotFiles, ...artifacts];
