import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { readFixture, readFixtures } from '../src/fixture.ts';
import { generate } from '../src/generate.ts';
import { play } from '../src/play.ts';
import { runs } from '@pf/testkit';

const here = fileURLToPath(new URL('.', import.meta.url));

describe('cases that have failed once', () => {
  test.each(readFixtures(join(here, '../fixtures')))('$name does not fail again', ({ fixture }) => {
    expect(play(fixture.case, { worlds: 0, queries: 0, edits: 0 })).toBeUndefined();
  });
});

test('every algorithm agrees with the oracle in dozens of random cases', () => {
  const tally = { worlds: 0, queries: 0, edits: 0 };
  for (let index = 0; index < runs(60); index++) expect(play(generate(20, index), tally), `seed 20, case ${index}`).toBeUndefined();
  expect(tally.queries).toBeGreaterThan(10_000);
});

describe('the command', () => {
  const command = (...words: string[]): { status: number | null; stdout: string; stderr: string; folder: string } => {
    const folder = mkdtempSync(join(tmpdir(), 'pf-fuzz-'));
    const cli = [join(here, '../../run/cli.js'), join(here, '../src/cli.ts'), '--fixtures', folder, ...words];
    const { status, stdout, stderr } = spawnSync(process.execPath, cli, { encoding: 'utf8', timeout: 100_000 });
    return { status, stdout, stderr, folder };
  };

  test('finds a planted wrong cost, shrinks it and writes it to a file', () => {
    const { status, stdout, folder } = command('--planted', 'lie', '--seed', '1', '--cases', '12', '--workers', '2');
    expect(status, stdout).toBe(1);
    const faults = readdirSync(folder).map((file) => readFixture(join(folder, file)));
    rmSync(folder, { recursive: true });
    for (const { player, message, case: least } of faults) {
      expect(player).toBe('A* that lies');
      expect(message).toMatch(/^The path from \d+ to \d+ costs .*, but .* was reported\.$/);
      if (least.kind === 'grid') expect(least.events).toHaveLength(1);
    }
    // The shortest path with the fault has four cells. Shrinking may also end at six cells around which such a path bends.
    const sizes = faults.map(({ case: least }) => (least.kind === 'grid' ? least.world.width * least.world.height : least.kind === 'digraph' ? least.digraph.vertexCount : NaN));
    expect(Math.min(...sizes)).toBe(4);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(6);
  });

  test('finds a player that does not return', () => {
    const { status, stdout, folder } = command('--planted', 'hang', '--seed', '1', '--cases', '4', '--workers', '1', '--patience', '1');
    const [file] = readdirSync(folder);
    const { player, message } = readFixture(join(folder, file));
    rmSync(folder, { recursive: true });
    expect([status, player, message], stdout).toEqual([1, 'A* that sleeps', 'It did not end within 1 s.']);
  });

  test('rejects a run without threads', () => {
    const { status, stderr, folder } = command('--seed', '1', '--workers', '0');
    rmSync(folder, { recursive: true });
    expect([status, stderr]).toEqual([1, "--workers takes a number of 1 or more, got '0'.\n"]);
  });

  test('ends with the counts when its time is over', () => {
    const { status, stdout, folder } = command('--seed', '3', '--minutes', '0.02');
    rmSync(folder, { recursive: true });
    expect(status, stdout).toBe(0);
    expect(stdout).toMatch(/\d+ s: \d+ worlds, \d+ queries, \d+ edits, 0 faults\.\n$/);
  });
});
