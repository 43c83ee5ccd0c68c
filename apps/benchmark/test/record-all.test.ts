import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Recorder, silent } from '@pf/bench';
import type { Experiment, Result } from '@pf/bench';
import { expect, test } from 'vitest';
import { RecordedRun } from '../src/record-all.ts';
import { newFolder } from './command.ts';

const named = (name: string): Experiment => ({ name, title: name, reproduces: '', run: () => Promise.reject(new Error('not run')) });
const experiments = ['whole', 'stopped', 'torn', 'other', 'never'].map(named);
const commandOf = (name: string): string => `pnpm bench ${name}`;
const resultOf = (name: string, change: Partial<Result> = {}): Result => ({ ...new Recorder(named(name), { seed: 1, effort: 'tiny', command: commandOf(name) }, silent).result(), ...change });

test('a run of everything goes on with what has no complete result of the same command and code', () => {
  const reports = newFolder();
  const run = new RecordedRun(reports, '/dist/cli-ABC.js');
  run.keep(resultOf('whole'));
  run.keep(resultOf('stopped', { failure: 'stopped by Ctrl-C' }));
  run.keep(resultOf('torn'));
  run.keep(resultOf('other', { command: 'pnpm bench other --quick' }));
  const file = join(run.folder, 'torn.json');
  writeFileSync(file, readFileSync(file, 'utf8').slice(0, 99));
  const missing = (of: RecordedRun): string[] => of.missing(experiments, commandOf).map(({ name }) => name);
  expect(missing(new RecordedRun(reports, '/dist/cli-ABC.js'))).toEqual(['stopped', 'torn', 'other', 'never']);
  expect(missing(new RecordedRun(reports, '/dist/cli-DEF.js'))).toEqual(experiments.map(({ name }) => name));

  for (const { name } of experiments) run.keep(resultOf(name));
  expect(missing(run)).toEqual([]);
  const results = newFolder();
  expect(run.publish(results).map(({ experiment }) => experiment)).toEqual(['never', 'other', 'stopped', 'torn', 'whole']);
  expect(readdirSync(results)).toHaveLength(5);
});
