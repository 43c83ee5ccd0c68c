import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { column, Recorder, silent } from '@pf/bench';
import type { Result } from '@pf/bench';
import { describe, expect, it } from 'vitest';
import { fillRegions } from '../src/regions.ts';
import { updatePictures } from '../src/pictures/pictures.ts';
import { outdated, pages } from '../src/tables.ts';
import { newFolder } from './command.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));

function result(): Result {
  const record = new Recorder({ name: 'demo', title: 'Demo', reproduces: '' }, { seed: 1, effort: 'tiny', command: 'pnpm bench demo' }, silent);
  record.table('times', 'Times', { map: column.key('map'), n: column.count('n') });
  record.row('times', { map: 'maze', n: 7 });
  record.row('times', { map: 'rooms', n: 8 });
  record.claim({ name: 'fast', source: 'us', atLeast: 1, unit: '×', ours: 2, anySize: true });
  return record.result();
}

describe('the regions of a page', () => {
  const fill = (text: string): string => fillRegions(text, (name) => (name === 'demo' ? result() : undefined));

  it('are filled, and nothing else changes', () => {
    const page = 'before\n<!-- results:demo -->\nold | stuff\n<!-- /results -->\nafter 7';
    const filled = fill(page);
    expect(filled).toContain('| maze | 7 |\n| rooms | 8 |');
    expect(filled.startsWith('before\n<!-- results:demo -->\n| map | n |')).toBe(true);
    expect(filled.endsWith('<!-- /results -->\nafter 7')).toBe(true);
    expect(fill(filled)).toBe(filled);
  });

  it('select a table, columns and rows', () => {
    expect(fill('<!-- results:demo/times columns=n map=rooms -->\n<!-- /results -->')).toMatch(/\| n \|\n\| ---: \|\n\| 8 \|\n\n/);
    expect(fill('<!-- results:demo/times map="rooms" columns=n -->\n<!-- /results -->')).toMatch(/\| n \|\n\| ---: \|\n\| 8 \|\n\n/);
    expect(fill('<!-- results:demo/claims -->\n<!-- /results -->')).toContain('| fast | us | 1× | ≥ 1× | 2× | holds |');
  });

  it('report missing results', () => {
    expect(fill('<!-- results:other -->\n<!-- /results -->')).toBe('<!-- results:other -->\n<!-- /results -->');
    expect(() => fill('<!-- results:other -->\n| a | b |\n<!-- /results -->')).toThrow('docs/results/other.json is missing; make it by pnpm bench other');
  });
});

it.each<[string, Partial<Result>, RegExp]>([
  ['half a result', { effort: 'full', failure: 'stopped by Ctrl-C' }, /^README\.md: .*demo\.json is no full run \(stopped by Ctrl-C\): make it again by pnpm bench demo --json docs\/results\/demo\.json\.$/],
  ['a quick result', { effort: 'quick' }, /demo\.json is no full run \(quick form\)/],
])('a page shows no figures of %s', (_, change, sentence) => {
  const folder = newFolder();
  mkdirSync(join(folder, 'docs/results'), { recursive: true });
  writeFileSync(join(folder, 'README.md'), '<!-- results:demo -->\n<!-- /results -->');
  const record = (fields: Partial<Result>): void => writeFileSync(join(folder, 'docs/results/demo.json'), JSON.stringify({ ...result(), ...fields }));
  record({ effort: 'full' });
  expect(outdated(folder)).toHaveLength(1);
  record(change);
  expect(() => outdated(folder)).toThrow(sentence);
});

describe('the READMEs of this repository', () => {
  it('are found', () => {
    expect(pages(root)).toEqual(expect.arrayContaining(['README.md', 'packages/bench/README.md']));
  });

  it('have the figures of docs/results (else: pnpm bench tables)', () => {
    expect(outdated(root).map(({ page }) => page)).toEqual([]);
  });

  it('show the pictures that the packages draw (else: pnpm bench pictures)', () => {
    const said: string[] = [];
    expect(updatePictures(root, true, (lines) => void said.push(...lines))).toBe(0);
    expect(said).toEqual(['Every picture shows what the results and the packages say.']);
  });
});
