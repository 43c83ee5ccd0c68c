import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Recorder, silent } from '@pf/bench';
import type { Experiment, Result } from '@pf/bench';
import { describe, expect, it } from 'vitest';
import { Suite } from '../src/suite.ts';
import { newFolder } from './command.ts';

const named = (name: string): Experiment => ({ name, title: name, reproduces: '', run: () => Promise.reject(new Error('run in a process of its own')) });
const whole = new Recorder(named('good'), { seed: 1, effort: 'tiny' }, silent).result();

/** Stands in for the process that measures: its behaviour depends on the given name. */
const child = join(newFolder(), 'child.mjs');
writeFileSync(child, `
process.on('message', ({ name }) => {
  if (name === 'crash') process.exit(3);
  if (name === 'killed') process.kill(process.pid, 'SIGKILL');
  const result = ${JSON.stringify(whole)};
  if (name === 'half') process.send({ kind: 'snapshot', result: { ...result, experiment: name, notes: ['found'] } }, () => process.exit(1));
  else process.send({ kind: 'end', result: { ...result, experiment: name } }, () => process.exit(0));
});
`);

describe('a suite', () => {
  it('continues after an experiment that fails, and keeps the results of that one', async () => {
    const suite = new Suite(child);
    const finished: Result[] = [];
    await suite.run(['first', 'crash', 'killed', 'half', 'last'].map(named), (name) => ({ seed: 1, effort: 'tiny', command: name }), (result) => finished.push(result));
    expect(finished.map(({ experiment, failure }) => [experiment, failure])).toEqual([
      ['first', undefined],
      ['crash', 'the process that measured ended with exit code 3'],
      ['killed', 'the process that measured ended with SIGKILL'],
      ['half', 'the process that measured ended with exit code 1'],
      ['last', undefined],
    ]);
    expect(finished[3].notes).toEqual(['found']);
    expect(suite.results).toEqual(finished);
  });
});
