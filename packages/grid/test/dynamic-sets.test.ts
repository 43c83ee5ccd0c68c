import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { runs } from '@pf/testkit';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { DynamicScenario, MapPatch } from '../src/index.ts';
import { applyPatch, formatDynamicScenario, formatPatches, Grid, parseDynamicScenario, parsePatches } from '../src/index.ts';

const header = 'version 2\nheight 9\nwidth 12\ncost 1 octile\npatch a b.patch\ncommands\n';
const patchText = 'type patch\npatches 2\npatch 0\nheight 1\nwidth 3\nmap\n@.T\npatch 1\nheight 2\nwidth 1\nmap\n.\n@\n';

describe('a dynamic problem set', () => {
  test('is parsed', () => {
    const set = parseDynamicScenario(`${header}P 0 3 1 2\r\n\nQ 1 11 8 0 0 12.07\n`);
    expect([set.mapWidth, set.mapHeight, set.patchFile]).toEqual([12, 9, 'a b.patch']);
    expect(set.commands).toEqual([
      { kind: 'patch', bucket: 0, patch: 3, x: 1, y: 2 },
      { kind: 'query', bucket: 1, startX: 11, startY: 8, goalX: 0, goalY: 0, optimalLength: 12.07 },
    ]);
  });

  test('may have several costs, problems without a path, and blanks', () => {
    const set = parseDynamicScenario(`${header.replace('cost 1 octile', 'cost 3 euclidean octile manhattan')}Q  0 1 1 2 2 1.5 1.4  2 \nQ 1 1 1 2 2 -1 -1 -1\n\t\n`);
    expect(set.commands.map((command) => command.kind === 'query' && command.optimalLength)).toEqual([1.4, Infinity]);
    const spaced = parseDynamicScenario(`${header.replace('cost 1 octile', 'cost  1  octile ')}Q 0 1 1 2 2 1e1\nQ 0 1 1 2 2 25e-1\n`);
    expect(spaced.commands.map((command) => command.kind === 'query' && command.optimalLength)).toEqual([10, 2.5]);
    for (const costs of ['1 manhattan', '2 octile octile', '3 octile manhattan', 'octile']) expect(() => parseDynamicScenario(header.replace('1 octile', costs))).toThrow(`Scenario, line 4, column 6: expected the number of costs and their names, one of them octile, got "${costs}"`);
  });

  test('is written back unchanged', () => {
    const command = fc.oneof(
      fc.record({ kind: fc.constant('patch' as const), bucket: fc.nat(9), patch: fc.nat(99), x: fc.nat(11), y: fc.nat(8) }),
      fc.record({ kind: fc.constant('query' as const), bucket: fc.nat(9), startX: fc.nat(11), startY: fc.nat(8), goalX: fc.nat(11), goalY: fc.nat(8), optimalLength: fc.double({ min: 0, max: 99, noNaN: true }).map(Math.abs) }),
    );
    const property = fc.property(fc.array(command, { maxLength: 8 }), (commands) => {
      const set: DynamicScenario = { mapWidth: 12, mapHeight: 9, patchFile: 'x.patch', commands };
      expect(parseDynamicScenario(formatDynamicScenario(set))).toEqual(set);
    });
    fc.assert(property, { numRuns: runs(100), seed: 411 });
    expect(() => formatDynamicScenario({ mapWidth: 2, mapHeight: 2, patchFile: ' ', commands: [] })).toThrow('Scenario, line 5, column 6: expected "patch" and a name');
  });

  test.each([
    ['version 1\n', 'line 1, column 9'],
    [header.replace('height 9', 'height 0'), 'line 2, column 8: the height must be a whole number from 1, got "0"'],
    [header.replace('cost 1', 'cost 2'), 'line 4, column 6'],
    [header.replace(' a b.patch', ''), 'line 5, column 6: expected "patch" and a name, got "patch"'],
    [header.replace('commands', 'command'), 'line 6, column 8'],
    [`${header}P 0 0 12 0`, 'line 7, column 7: x must be less than 12, the size of the map, got "12"'],
    [`${header}P 0 0 0`, 'line 7, column 8: expected 5 columns, got 4: y is missing'],
    [`${header}\nQ 0 1 1 2 2 3 4`, 'line 8, column 15: expected 7 columns, but "4" follows'],
    [`${header}Q 0 1 1 2 -2 3`, 'line 7, column 11: goal y must be a whole number, got "-2"'],
    [`${header}Q 0 1 1 2 2 1e999`, 'line 7, column 13: optimal length must be a number that is 0 or more'],
    [`${header}R 0 1 1`, 'line 7, column 1: expected a command, "Q" or "P" and a space, got "R 0 1 1"'],
  ])('with an error is rejected with its position: %j', (text, message) => {
    expect(() => parseDynamicScenario(text)).toThrow(`Scenario, ${message}`);
  });
});

describe('patches', () => {
  test('are parsed, and written back unchanged', () => {
    const patches = parsePatches(patchText);
    expect(patches.map(({ width, height, costs }) => [width, height, ...costs])).toEqual([[3, 1, 0, 1, 0], [1, 2, 1, 0]]);
    expect(parsePatches(`${patchText.replaceAll('\n', '\r\n')}\r\n\n`)).toEqual(patches);
    expect(parsePatches(formatPatches(patches))).toEqual(patches);
    expect(parsePatches('type patch\npatches 0\n')).toEqual([]);
    expect(parsePatches(patchText.replace('@.T', '@~T'), { legend: { '@': 0, '~': 7, T: 0, '.': 1 } })[0].costs[1]).toBe(7);
    // From JSON, costs are plain numbers.
    expect(formatPatches(patches.map((patch) => ({ ...patch, costs: [...patch.costs] as never })))).toBe(formatPatches(patches));
    for (const cost of [3, -1, 0.5, '.']) expect(() => formatPatches([{ width: 1, height: 1, costs: [cost] as never }])).toThrow(/no character for cost (3|-1|0.5|'.')\./);
  });

  test('are applied to a grid as one edit that reports its tails', () => {
    const grid = new Grid(6, 6);
    const mirror = grid.clone();
    const tails = new Uint32Array(grid.vertexCount);
    const patch: MapPatch = { width: 2, height: 2, costs: Uint8Array.of(0, 1, 1, 3) };
    const n = applyPatch(grid, patch, 4, 0, tails);
    expect(grid.version).toBe(1);
    mirror.setBlocked(4, 0, true);
    mirror.setCost(5, 1, 3);
    expect(grid.toRows()).toEqual(mirror.toRows());
    expect(new Set(tails.subarray(0, n)).size).toBe(n);
    expect(n).toBeGreaterThan(5);
    expect(applyPatch(grid, patch, 4, 0, tails)).toBe(0);
    expect(() => applyPatch(grid, patch, 5, 0)).toThrow('A patch of 2 × 2 cells at (5, 0) does not lie on the map, which has 6 × 6 cells.');
    expect(() => applyPatch(grid, patch, -1, 0)).toThrow('at (-1, 0)');
    for (const [width, height] of [[0, 0], [1, 0], [0.5, 2], [2, 0.5], [-1, -1]]) expect(() => applyPatch(grid, { width, height, costs: new Uint8Array(Math.abs(width * height)) }, 0, 0)).toThrow(`A patch of ${width} × ${height} cells`);
    for (const none of [undefined, null, { width: 1, height: 1 }]) expect(() => applyPatch(grid, none as never, 0, 0)).toThrow('needs width × height costs, got');
    for (const patches of [[3], [null]]) expect(() => formatPatches(patches as never)).toThrow('formatPatches');
    expect(() => applyPatch(grid, { width: 2, height: 2, costs: new Uint8Array(3) }, 0, 0)).toThrow('A patch of 2 × 2 cells needs width × height costs, got 3.');
  });

  test.each([
    ['type octile\n', 'line 1, column 6'],
    ['type patch\npatches x\n', 'line 2, column 9: the patches must be a whole number from 0, got "x"'],
    [patchText.replace('patches 2', 'patches 3'), 'line 14, column 1: the header promises 3 patches, but only 2 follow'],
    [patchText.replace('patches 2', 'patches 1'), 'line 8, column 1: the patches should end after 1 patches, but "p" follows'],
    [patchText.replace('patch 1', 'patch 2'), 'line 8, column 7'],
    [patchText.replace('@.T', '@.x'), 'line 7, column 3: unknown character "x"'],
    [patchText.replace('@.T', '@.TT'), 'line 7, column 4: the row should end after 3 characters, but "T" follows'],
    [patchText.replace('height 2', 'height 2000000'), 'line 12, column 1: the header promises 2000000 rows'],
  ])('with an error are rejected with its position: %j', (text, message) => {
    expect(() => parsePatches(text)).toThrow(`Patches, ${message}`);
  });
});

const named = process.env['PF_DYNAMIC'];
const folder = named === undefined ? new URL('../../../../shared/dynamic/', import.meta.url) : pathToFileURL(`${resolve(named)}/`);
describe.skipIf(!existsSync(folder))('the sets of the competition', () => {
  test('are all parsed completely, and their patches lie on their maps', () => {
    const names = readdirSync(folder).filter((file) => file.endsWith('.scen'));
    expect(names).not.toEqual([]);
    for (const name of names) {
      const set = parseDynamicScenario(readFileSync(new URL(name, folder), 'utf8'));
      const patches = parsePatches(readFileSync(new URL(set.patchFile, folder), 'utf8'));
      const grid = new Grid(set.mapWidth, set.mapHeight);
      expect(set.commands.length, name).toBeGreaterThan(0);
      for (const command of set.commands) if (command.kind === 'patch') applyPatch(grid, patches[command.patch], command.x, command.y);
    }
  });

  test.skipIf(!existsSync(new URL('dao_arena2.scen', folder)))('dao_arena2 has as many free queries as it has queries', () => {
    const set = parseDynamicScenario(readFileSync(new URL('dao_arena2.scen', folder), 'utf8'));
    const patches = parsePatches(readFileSync(new URL(set.patchFile, folder), 'utf8'));
    const grid = new Grid(set.mapWidth, set.mapHeight);
    let queries = 0;
    for (const command of set.commands) {
      if (command.kind === 'patch') applyPatch(grid, patches[command.patch], command.x, command.y);
      else queries += +(grid.isFree(command.startX, command.startY) && grid.isFree(command.goalX, command.goalY));
    }
    expect([patches.length, set.commands.length, queries]).toEqual([336, 2439, 2000]);
  });
});
