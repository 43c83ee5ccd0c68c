import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { roadsFolder } from '@pf/testkit';
import { describe, expect, test } from 'vitest';
import type { CompressedGraph } from '../../src/index.ts';
import { parseArcTable, parseDimacs, parseGeoJsonLines } from '../../src/index.ts';
import { ArcBuffer } from '../../src/kit.ts';

function arcsOf(graph: CompressedGraph): number[][] {
  const to = new Uint32Array(graph.maxDegree);
  const cost = new Float64Array(graph.maxDegree);
  return Array.from({ length: graph.vertexCount }, (_, v) => {
    const n = graph.allSuccessors(v, to, cost);
    return Array.from({ length: n }, (_, i) => [v, to[i], cost[i]]);
  }).flat();
}

describe('parseDimacs', () => {
  const text = 'c a comment\np sp 3 4\n\na 1 2 7\na 2 3 2.5\r\nc another\na 3 1 1e2\na 1 1 0\n';

  test('reads arcs and coordinates, from a text or its bytes', () => {
    const graph = parseDimacs(text, { coordinates: 'c\np aux sp co 3\nv 1 -1 2\nv 3 5 6\nv 2 3.5 4\n' });
    expect(arcsOf(graph)).toEqual([[0, 1, 7], [0, 0, 0], [1, 2, 2.5], [2, 0, 100]]);
    expect([0, 1, 2].flatMap((v) => [graph.x(v), graph.y(v)])).toEqual([-1, 2, 3.5, 4, 5, 6]);
    expect(arcsOf(parseDimacs(new TextEncoder().encode(text)))).toEqual(arcsOf(graph));
  });

  test('reads numbers of any length', () => {
    const long = `${'0'.repeat(20)}12345.${'5'.repeat(20)}e-3`;
    const costOf = (cost: string) => arcsOf(parseDimacs(`p sp 2 1\na 1 2 ${cost}\n`))[0][2];
    expect([costOf(long), costOf(`${'0'.repeat(50)}7`)]).toEqual([Number(long), 7]);
    expect(() => costOf(`1${'0'.repeat(50)}`)).toThrow('line 2, column 7: the cost must be from 0 to 10¹², got 1e+50.');
    expect(() => costOf(`${'1'.repeat(60)}x`)).toThrow(`line 2, column 7: the cost must be a number, got '${'1'.repeat(40)}'.`);
    for (const digits of ['1', '1.', '.1']) expect(() => costOf(`${digits}${'1'.repeat(200_000)}x`)).toThrow('the cost must be a number');
  });

  test('skips a byte order mark', () => {
    const marked = `\uFEFF${text}`;
    for (const file of [marked, new TextEncoder().encode(marked)]) expect(arcsOf(parseDimacs(file))).toEqual(arcsOf(parseDimacs(text)));
    expect(() => parseDimacs('\uFEFFx')).toThrow("line 1, column 1: the file begins with the line 'p sp …', got 'x'.");
    expect(() => parseDimacs('\uFEFF')).toThrow("line 1, column 1: the file has no line 'p sp …'.");
  });

  test.each([
    ['', "line 1, column 1: the file has no line 'p sp …'."],
    ['a 1 2 3', "line 1, column 1: the file begins with the line 'p sp …', got 'a'."],
    ['p max 3 4', "line 1, column 3: the problem must be 'sp', got 'max'."],
    ['p sp 3', "line 1, column 7: the number of arcs must be a number, got the end of the line."],
    ['p sp 3 999999999', 'line 1, column 8: the file announces 999999999 lines, for which its 16 bytes are too few.'],
    ['p sp 999999999 0', 'line 1, column 16: the file announces 999999999 nodes, for which its 16 bytes are too few.'],
    ['p sp 2 1\nb 1 2 3\n', "line 2, column 1: a line begins with 'a' for an arc or 'c' for a comment, got 'b'."],
    ['p sp 2 1\na 1  3 3\n', 'line 2, column 6: the head must be a whole number from 1 to 2, got 3.'],
    ['p sp 2 1\na 0 1 3\n', 'line 2, column 3: the tail must be a whole number from 1 to 2, got 0.'],
    ['p sp 2 1\na 1 2 x\n', "line 2, column 7: the cost must be a number, got 'x'."],
    ['p sp 2 1\na 1 2 -3\n', 'line 2, column 7: the cost must be from 0 to 10¹², got -3.'],
    ['p sp 2 1\na 1 2 3 4\n', "line 2, column 9: expected the end of the line, got '4'."],
    ['p sp 2 1\na 1 2 3\na 1 2 3\n', 'line 3, column 1: the file announced 1 arcs, and this is one more.'],
    ['p sp 2 2\na 1 2 3\n', 'line 3, column 1: the file announced 2 arcs, and ends after 1.'],
    ['p sp 2 2\na 1 2 3', 'line 2, column 8: the file announced 2 arcs, and ends after 1.'],
    ['c only comments\n', "line 2, column 1: the file has no line 'p sp …'."],
  ])('names the position of an error: %j', (wrong, sentence) => {
    expect(() => parseDimacs(wrong)).toThrow(sentence);
  });

  test('names the position of wrong coordinates', () => {
    expect(() => parseDimacs(text, { coordinates: 'p aux sp co 2\n' })).toThrow('The .co file, line 1, column 13: the file has coordinates of 2 nodes, and the network has 3.');
    expect(() => parseDimacs(text, { coordinates: 'p aux sp co 3\nv 1 2 3\n' })).toThrow('The .co file, line 3, column 1: the file ends without node 2.');
    expect(() => parseDimacs(text, { coordinates: 'p aux sp co 3\nv 1 2\n' })).toThrow('The .co file, line 2, column 6: y must be a number, got the end of the line.');
    expect(() => parseDimacs(7 as never)).toThrow('The .gr file must be a string or its bytes, got number.');
  });

  const folder = roadsFolder();
  test.skipIf(folder === undefined || !existsSync(join(folder, 'rome99.gr')))('reads the network of the challenge', () => {
    const graph = parseDimacs(readFileSync(join(folder!, 'rome99.gr')));
    expect([graph.vertexCount, graph.arcCount]).toEqual([3353, 8870]);
  });
});

describe('parseArcTable', () => {
  test('reads names, quotes, other columns and separators', () => {
    const text = 'name;cost;to;from\r\n"a ""b""; c";2.5;"B;C";A\r\nx;Infinity;A;"B;C"\r\n\r\n';
    const { graph, names } = parseArcTable(text, { separator: ';' });
    expect(names).toEqual(['A', 'B;C']);
    expect(arcsOf(graph)).toEqual([[0, 1, 2.5], [1, 0, Infinity]]);
    expect(arcsOf(parseArcTable('u,v,w\n1,2,3', { columns: { from: 'u', to: 'v', cost: 'w' }, directed: false }).graph)).toEqual([[0, 1, 3], [1, 0, 3]]);
  });

  test('skips a byte order mark, which spreadsheets write', () => {
    expect(parseArcTable('\uFEFFfrom,to,cost\n1,2,3').names).toEqual(['1', '2']);
    expect(parseGeoJsonLines('\uFEFF{"type":"FeatureCollection","features":[]}').vertexCount).toBe(0);
  });

  test.each([
    ['from,cost\n', "line 1, column 1: the first line must name a column 'to', got 'from', 'cost'."],
    ['from,to,cost\n1,2\n', 'line 2, column 3: the line has 2 values, and the first line names 3.'],
    ['from,to,cost\n1,2,x\n', "line 2, column 5: the cost must be a number from 0 to 10¹², or Infinity, got 'x'."],
    ['from,to,cost\n1,2,\n', "got ''."],
    ['from,to,cost\n1, ,3\n', 'line 2, column 3: a vertex has no name.'],
    ['from,to,cost\n"a\nb",2,3\n1,"2,3\n', 'line 4, column 3: a quote is not closed.'],
  ])('names the row of an error: %j', (wrong, sentence) => {
    expect(() => parseArcTable(wrong)).toThrow(sentence);
  });

  test('rejects wrong options', () => {
    expect(() => parseArcTable('', { separator: '' })).toThrow('The separator must be one character');
    expect(() => parseArcTable(undefined as never)).toThrow('A table of arcs is read from a text, got undefined.');
  });
});

describe('parseGeoJsonLines', () => {
  const feature = (properties: unknown, geometry: unknown): unknown => ({ type: 'Feature', properties, geometry });
  const text = (...features: unknown[]): string => JSON.stringify({ type: 'FeatureCollection', features });
  const line = { type: 'LineString', coordinates: [[0, 0], [0.001, 0], [0.001, 0.001]] };

  test('joins lines at shared points, in metres', () => {
    const graph = parseGeoJsonLines(text(feature(null, line), feature({ oneway: '-1' }, { type: 'MultiLineString', coordinates: [[[0.001, 0, 30], [1, 1]]] }), feature({}, { type: 'Point', coordinates: [5, 5] }), feature({}, null)));
    expect([graph.vertexCount, graph.arcCount]).toEqual([4, 5]);
    expect(arcsOf(graph)[0][2]).toBeCloseTo(111.195, 2);
    expect(arcsOf(graph).map(([tail, head]) => [tail, head])).toEqual([[0, 1], [1, 0], [1, 2], [2, 1], [3, 1]]);
    expect([graph.x(3), graph.y(3)]).toEqual([1, 1]);
  });

  test('joins lines that are cut at the date line', () => {
    const graph = parseGeoJsonLines(text(feature({}, { type: 'MultiLineString', coordinates: [[[179, 0], [180, 0]], [[-180, 0], [-179, 0]]] })));
    expect(arcsOf(graph).map(([tail, head]) => [tail, head])).toEqual([[0, 1], [1, 0], [1, 2], [2, 1]]);
    const costs = arcsOf(graph).map(([, , cost]) => cost);
    expect(Math.max(...costs) - Math.min(...costs)).toBeLessThan(1e-6);
  });

  test('takes costs and directions from functions', () => {
    const graph = parseGeoJsonLines(text(feature({ speed: 10 }, line)), { cost: (length, { speed }) => Math.round(length / (speed as number)), oneway: () => 1 });
    expect(arcsOf(graph)).toEqual([[0, 1, 11], [1, 2, 11]]);
    for (const wrong of ['yes', true, undefined, 2, NaN]) expect(() => parseGeoJsonLines(text(feature({}, line)), { oneway: () => wrong as never })).toThrow(`Feature 0 of the GeoJSON: oneway must return 1, 0 or -1, got ${typeof wrong === 'string' ? "'yes'" : wrong}.`);
    expect(() => parseGeoJsonLines(text(feature({}, line)), { cost: () => -1 })).toThrow('Feature 0 of the GeoJSON: the cost of a segment must be from 0 to 10¹², or Infinity, got -1.');
  });

  test.each([
    ['{\n  "type": x', 'line 2, column 11: not valid JSON.'],
    ['{"a": [1, 2,]}', 'line 1, column 13: not valid JSON.'],
    ['{"a": 1}\n x', 'line 2, column 2: not valid JSON.'],
    ['{"a" 1}', 'line 1, column 6: not valid JSON.'],
    ['{a: 1}', 'line 1, column 2: not valid JSON.'],
    ['{"a": [', 'line 1, column 8: not valid JSON.'],
    ['{"a\u0001b": 1, "c": 2}', 'line 1, column 2: not valid JSON.'],
    ['{"a": "\u007f", "b": 01}', 'line 1, column 18: not valid JSON.'],
    ['{"type":"FeatureCollection","features":{}}', 'The GeoJSON: features must be a list, got'],
    ['{"type":"FeatureCollection"}', 'The GeoJSON: features must be a list, got none.'],
    ['[]', 'The GeoJSON must be an object, got an array.'],
    ['{"type":"Topology"}', "must be a FeatureCollection or a Feature, got the type 'Topology'."],
    [text(3), 'Feature 0 of the GeoJSON must be an object, got 3.'],
    [text(feature({}, 'x')), "Feature 0 of the GeoJSON, its geometry must be an object, got 'x'."],
    [text(feature({}, { type: 'LineString', coordinates: 4 })), 'Feature 0 of the GeoJSON: coordinates must be a list, got 4.'],
    [text(feature({}, { type: 'LineString', coordinates: [[181, 0]] })), 'Feature 0 of the GeoJSON: a position must be [longitude, latitude] in degrees'],
  ])('names the feature of an error: %j', (wrong, sentence) => {
    expect(() => parseGeoJsonLines(wrong)).toThrow(sentence);
  });
});

test('a single feature is a map; its road leads in the directions of its tag, and may be closed', () => {
  const directionsOf = (oneway: unknown, options?: Parameters<typeof parseGeoJsonLines>[1]): boolean[] => {
    const line = { type: 'LineString', coordinates: [[0, 0], [0.001, 0]] };
    const arcs = new ArcBuffer(parseGeoJsonLines(JSON.stringify({ type: 'Feature', properties: { oneway }, geometry: line }), options));
    return [arcs.costOf(0, 1) < Infinity, arcs.costOf(1, 0) < Infinity];
  };
  for (const forward of ['yes', true, 1, '1', 'true']) expect(directionsOf(forward)).toEqual([true, false]);
  for (const backward of ['-1', -1, 'reverse']) expect(directionsOf(backward)).toEqual([false, true]);
  for (const both of [undefined, 'no', false, 0]) expect(directionsOf(both)).toEqual([true, true]);
  expect(directionsOf('no', { cost: () => Infinity })).toEqual([false, false]);
  expect(() => directionsOf('no', { cost: () => 1.1e12 })).toThrow('the cost of a segment must be from 0 to 10¹², or Infinity, got 1100000000000.');
});

test('a table of arcs names a wrong separator, and shows the first columns, shortened', () => {
  for (const separator of ['', ', ', '"', '\n']) expect(() => parseArcTable('from,to,cost\n', { separator })).toThrow('The separator must be one character');
  const long = 'x'.repeat(30);
  expect(() => parseArcTable(`${long},b,c,d,e,f,g,h,i\n`)).toThrow(`got '${long.slice(0, 20)}', 'b', 'c', 'd', 'e', 'f', 'g', 'h'.`);
  for (const cost of ['1000000000001', '-1', 'x']) expect(() => parseArcTable(`from,to,cost\n1,2,${cost}\n`)).toThrow('the cost must be a number from 0 to 10¹², or Infinity');
  expect(parseArcTable('from,to,cost\n1,2,1000000000000\n').graph.arcCount).toBe(1);
});
