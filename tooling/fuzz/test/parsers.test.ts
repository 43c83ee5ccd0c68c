import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { describe, expect, test } from 'vitest';
import { encodeArtifact } from '@pf/preprocess';
import { runs } from '@pf/testkit';
import { demand } from '../src/player.ts';
import { reachingNew } from '../src/parsers/coverage.ts';
import { judge } from '../src/parsers/judge.ts';
import { fuzzParsers } from '../src/parsers/fuzz-parsers.ts';
import type { ParserFixture } from '../src/parsers/fuzz-parsers.ts';
import { forged } from '../src/parsers/mutate.ts';
import { text } from '../src/parsers/target.ts';
import { targets } from '../src/parsers/targets.ts';

const here = fileURLToPath(new URL('.', import.meta.url));
const fixtures = join(here, '../fixtures/parsers');

describe('inputs that were once handled wrongly', () => {
  test.each(readdirSync(fixtures))('%s is handled correctly', (file) => {
    const { target, base64 } = JSON.parse(readFileSync(join(fixtures, file), 'utf8')) as ParserFixture;
    expect(
      judge(
        targets.find(({ name }) => name === target)!,
        new Uint8Array(Buffer.from(base64, 'base64')),
      ),
    ).toBeUndefined();
  });
});

test.each(targets)('$name: reads what was written', (target) => {
  for (const seed of target.seeds) expect(judge(target, seed)).toBeUndefined();
});

test('a forged artifact has a correct checksum', () => {
  const honest = new Uint8Array(encodeArtifact('any', '0123456789abcdef', [Uint8Array.of(1, 2, 3)]));
  expect(forged(honest)).toEqual(honest);
});

test('a check that fails is a fault, whatever its sentence says; an error of a reader is none', () => {
  const input = new Uint8Array(9);
  expect(judge(text('five', [], [], () => demand(false, () => 'Two and two are five.')), input)).toBe('Two and two are five.');
  const reject = (): never => { throw new RangeError('Line 1 must be a number, otherwise there is not a map.'); };
  expect(judge(text('reject', [], [], reject), input)).toBeUndefined();
  expect(judge(text('raw', [], [], () => { throw new TypeError('x is not iterable'); }), input)).toMatch(/^It ended with no sentence of its own/);
});

test('of a batch that reaches new code, the inputs are kept that reach it', () => {
  const added = new Set<number>();
  let ran = '';
  // A kind is a block, here a letter, with the number of its runs, as in the coverage of V8.
  const coverage = {
    fresh: (): number[] => {
      const kinds = [...new Set(ran)].map((block) => 100 * block.charCodeAt(0) + ran.split(block).length);
      ran = '';
      return kinds.filter((kind) => !added.has(kind));
    },
    add: (kinds: readonly number[]): void => kinds.forEach((kind) => added.add(kind)),
  };
  const run = (input: string): void => void (ran += input);
  const keep = (...batch: string[]): string[] => {
    batch.forEach(run);
    return reachingNew(batch, coverage, run);
  };
  expect(keep('a')).toEqual(['a']);
  expect(keep('a', 'ab', 'a')).toEqual(['ab']);
  expect(keep('a', 'a', 'c', 'ab')).toEqual(['c']);
  expect(keep('a', 'a', 'a', 'a', 'a')).toEqual([]);
});

test('faults are kept if a later input ends the worker', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'pf-parsers-'));
  const script = join(folder, 'worker.mjs');
  writeFileSync(script, `
import { parentPort, workerData } from 'node:worker_threads';
const { reader } = workerData;
const post = (value) => parentPort.postMessage(value);
if (reader > 0) post({ target: 'other', inputs: 1, blocks: 1, corpus: 1 });
else {
  for (const message of ['one', 'two']) post({ target: 'first', message, base64: '' });
  setTimeout(() => { throw new Error('out of memory'); }, 50);
}
`);
  const said: string[] = [];
  const stop = new AbortController().signal;
  const faults = await fuzzParsers({ seed: 1, minutes: 1, inputs: 1, fixtures: join(folder, 'faults'), script: pathToFileURL(script), stop, say: (line) => void said.push(line) });
  rmSync(folder, { recursive: true });
  expect(faults).toBe(3);
  expect(said.slice(1, 4)).toEqual(['one', 'two', 'Error: out of memory'].map((message) => expect.stringContaining(`  ${message} `) as string));
});

test('damaged and forged inputs give a result or a clear error, within time and memory', () => {
  const folder = mkdtempSync(join(tmpdir(), 'pf-parsers-'));
  const cli = [
    join(here, '../../run/cli.js'),
    join(here, '../src/parsers/cli.ts'),
    '--seed',
    '1',
    '--inputs',
    String(runs(80)),
    '--minutes',
    'Infinity',
    '--fixtures',
    folder,
  ];
  const { status, stdout, stderr } = spawnSync(process.execPath, cli, { encoding: 'utf8', timeout: runs(110_000) });
  rmSync(folder, { recursive: true });
  expect(status, stdout + stderr).toBe(0);
  const inputs = [...stdout.matchAll(/^.*: (\d+) inputs, /gm)].map(([, count]) => Number(count));
  expect(inputs).toHaveLength(targets.length);
  expect(Math.min(...inputs)).toBeGreaterThanOrEqual(runs(80));
});
