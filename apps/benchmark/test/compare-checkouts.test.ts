import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { column, Recorder, silent } from '@pf/bench';
import type { Result } from '@pf/bench';
import { describe, expect, it } from 'vitest';
import { compareRounds, entryOf, isWorse } from '../src/compare-checkouts.ts';
import { bench, newFolder } from './command.ts';

const repository = fileURLToPath(new URL('../../..', import.meta.url));

function run(time: number, expanded = 10): Result {
  const record = new Recorder({ name: 'demo', title: 'Demo', reproduces: 'nothing' }, { seed: 1, effort: 'tiny' }, silent);
  record.table('t', 'T', { map: column.key('map'), expanded: column.count('expanded'), time: column.time('time') });
  record.row('t', { map: 'maze', expanded, time });
  record.row('t', { map: 'rooms', expanded, time: { value: 2 * time, low: 1.9 * time, high: 2.1 * time } });
  return record.result();
}

const noise = [1, 1.01, 0.99, 1.02, 0.98];
const rounds = (factor: number, expanded = 10): Result[] => noise.map((share, i) => run(100 * factor * share * (i % 2 === 0 ? 1 : 1.004), expanded));

describe('rounds in two checkouts', () => {
  it('find no difference in noise', () => {
    const found = compareRounds(noise.map((share) => run(100 * share)), [...noise].reverse().map((share) => run(100 * share)));
    expect(found.compared).toBe(2);
    expect([found.slower, found.faster]).toEqual([[], []]);
    expect(isWorse(found)).toBe(false);
  });

  it('find what is slower, paired by rounds: noise that both share cancels', () => {
    const found = compareRounds(rounds(1), rounds(1.1));
    expect(found.slower.map(({ row, column: name }) => `${row}, ${name}`)).toEqual(['maze, time', 'rooms, time']);
    expect(found.overall.low).toBeGreaterThan(1.09);
    expect(isWorse(found)).toBe(true);
    expect(isWorse(compareRounds(rounds(1.1), rounds(1)))).toBe(false);
    expect(compareRounds(rounds(1.1), rounds(1)).faster).toHaveLength(2);
  });

  describe('judge claims and missing figures by most rounds', () => {
    const round = (holds: boolean, isThere = true): Result => {
      const record = new Recorder({ name: 'demo', title: 'Demo', reproduces: 'nothing' }, { seed: 1, effort: 'tiny' }, silent);
      record.table('t', 'T', { map: column.key('map'), time: column.time('time') });
      record.row('t', { map: 'maze', time: isThere ? 1 : NaN });
      record.claim({ name: 'fast', source: 'target', atLeast: 2, unit: '×', ours: holds ? 3 : 1, anySize: true });
      return record.result();
    };
    const judged = (before: string, after: string): string[] => {
      // h: the claim holds; f: it fails; m: it holds, but the figure is missing.
      const make = (rounds: string): Result[] => [...rounds].map((one) => round(one !== 'f', one !== 'm'));
      const found = compareRounds(make(before), make(after));
      expect(isWorse(found)).toBe(found.exact.gone.length + found.exact.failed.length > 0);
      return [...found.exact.gone, ...found.exact.failed.map(({ name }) => name)];
    };

    it.each([
      ['hfhfh', 'fhfhh', []], ['hffff', 'fffff', []], ['hhhff', 'hffff', ['fast']], ['fhhhh', 'fffff', ['fast']], ['hhhh', 'hhff', []], ['hhff', 'ffff', []],
      ['hmhhm', 'mhhmh', []], ['hhhhh', 'mmmmh', ['maze, time']], ['hhhhh', 'mmhhh', []], ['hhhh', 'mmhh', []], ['mhhhh', 'mmmmm', ['maze, time']], ['hmmmm', 'mmmmm', []],
    ])('%s, then %s', (before, after, names) => {
      expect(judged(before, after)).toEqual(names);
    });
  });

  it('that measured nothing prove nothing', () => {
    const empty = rounds(1).map((result) => ({ ...result, rows: [] }));
    expect(isWorse(compareRounds(empty, empty))).toBe(true);
  });

  it('find more expansions exactly', () => {
    const found = compareRounds(rounds(1), rounds(1, 11));
    expect(found.exact.changes.map(({ verdict }) => verdict)).toEqual(['more', 'more']);
    expect(isWorse(found)).toBe(true);
  });
});

describe('pnpm bench compare --against', () => {
  it('runs this checkout and another in turns', async () => {
    const { code, out } = await bench(['compare', 'metrics', '--against', repository, '--rounds', '2']);
    expect(out).toMatch(/^metrics, 2 rounds: all times together [\d.]+× /);
    expect([0, 1]).toContain(code);
  }, 120_000);

  /** A stand-in for another checkout: its script to bundle, and the command line that it names. */
  const checkout = (folder: string, bundle = "export const bundle = async () => new URL('./dist/cli.js', import.meta.url);\n", cli = ''): string => {
    mkdirSync(join(folder, 'apps/benchmark/dist'), { recursive: true });
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
    writeFileSync(join(folder, 'apps/benchmark/bundle.js'), bundle);
    writeFileSync(join(folder, 'apps/benchmark/dist/cli.js'), cli);
    return folder;
  };

  it('goes on after an experiment that the other lacks, and after one that fails there', async () => {
    const other = checkout(newFolder(), undefined, `
if (process.argv[2] === 'list') console.log('metrics     Metrics.\\ntrajectory  Trajectory.');
else process.on('message', () => process.exit(3));
`);
    const { code, out, err } = await bench(['compare', 'tour', 'metrics', 'trajectory', '--against', other]);
    expect(out.trim()).toBe('tour: only in this checkout.');
    expect(err.match(/^\w+ did not finish: .*$/gm)).toEqual(['metrics', 'trajectory'].map((name) => `${name} did not finish: the process that measured ended with exit code 3.`));
    expect(code).toBe(1);
  });

  it('names a checkout that is not installed', async () => {
    await expect(entryOf(checkout(newFolder(), "import 'no-such-package';\n"))).rejects.toThrow(/ cannot be bundled: run pnpm install in it \(.*no-such-package/);
  });

  it('takes a checkout in a folder with a space in its name', async () => {
    const folder = checkout(join(newFolder(), 'my games'));
    expect(await entryOf(folder)).toBe(join(folder, 'apps/benchmark/dist/cli.js'));
  });

  it.each([
    [['compare', '--against', repository], /needs experiments/],
    [['compare', 'metrics', '--against', newFolder()], /is no checkout of this repository/],
    [['compare', 'metrics', '--against', repository, '--maps', newFolder()], /There is no map that can be read/],
    [['compare', 'metrics', '--against', repository, '--rounds', '1'], /--rounds must be a whole number from 2 to 99/],
  ])('rejects %j', async (words, sentence) => {
    const { code, err } = await bench(words);
    expect(err).toMatch(sentence);
    expect(code).toBe(2);
  });
});
