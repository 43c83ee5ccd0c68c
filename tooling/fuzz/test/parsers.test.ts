import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { encodeArtifact } from '@pf/preprocess';
import { runs } from '@pf/testkit';
import { judge } from '../src/parsers/judge.ts';
import type { ParserFixture } from '../src/parsers/fuzz-parsers.ts';
import { forged } from '../src/parsers/mutate.ts';
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
    String(runs(3)),
    '--fixtures',
    folder,
  ];
  const { status, stdout, stderr } = spawnSync(process.execPath, cli, { encoding: 'utf8', timeout: runs(110_000) });
  rmSync(folder, { recursive: true });
  expect(status, stdout + stderr).toBe(0);
});
