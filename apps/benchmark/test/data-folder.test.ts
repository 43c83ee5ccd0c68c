import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { networkFolders, ownFolder } from '../src/data-folder.ts';

let root: string;
let before: string | undefined;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'pf-data-'));
  before = process.env['INIT_CWD'];
  for (const folder of ['checkout', 'shared/mapf', 'shared/dynamic', 'shared/roads']) mkdirSync(join(root, folder), { recursive: true });
  process.env['INIT_CWD'] = join(root, 'checkout');
});

afterEach(() => {
  if (before === undefined) delete process.env['INIT_CWD'];
  else process.env['INIT_CWD'] = before;
  rmSync(root, { recursive: true });
});

describe('the folders of data beside a checkout', () => {
  test('in a run of everything, crowds and edits are measured on their own sets', () => {
    expect(ownFolder('crowd', 'full')).toEqual({ words: '--maps ../shared/mapf', folder: { maps: join(root, 'shared/mapf') } });
    expect(ownFolder('dynamic', 'full')).toEqual({ words: '../shared/dynamic', folder: { dynamicSets: join(root, 'shared/dynamic') } });
  });

  test('other experiments, short runs and missing folders have none of their own', () => {
    expect(ownFolder('peers', 'full')).toBe(undefined);
    expect(ownFolder('crowd', 'quick')).toBe(undefined);
    rmSync(join(root, 'shared/mapf'), { recursive: true });
    expect(ownFolder('crowd', 'full')).toBe(undefined);
  });

  test('are found from a folder of the checkout', () => {
    for (const folder of ['docs/results', 'packages/grid']) mkdirSync(join(root, 'checkout', folder), { recursive: true });
    process.env['INIT_CWD'] = join(root, 'checkout/packages/grid');
    expect(ownFolder('crowd', 'full')).toEqual({ words: '--maps ../shared/mapf', folder: { maps: join(root, 'shared/mapf') } });
    expect(networkFolders({}, 'full')).toEqual({ roads: join(root, 'shared/roads') });
  });

  test('networks are those named, or in full those beside that are there', () => {
    expect(networkFolders({}, 'full')).toEqual({ roads: join(root, 'shared/roads') });
    expect(networkFolders({}, 'quick')).toEqual({});
    expect(networkFolders({ robots: '../shared/dynamic' }, 'quick')).toEqual({ robots: join(root, 'shared/dynamic') });
    expect(() => networkFolders({ meshes: 'none' }, 'quick')).toThrow(/^There is no folder .*none: --meshes takes a folder of levels/);
  });
});
