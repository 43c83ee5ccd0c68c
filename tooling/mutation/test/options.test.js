import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { repository } from '@pf/workspace';
import { expect, test } from 'vitest';
import { readOptions } from '../options.js';

const read = (line) => readOptions(line.split(' ').filter((word) => word !== ''));

test('reads the package, the files and the options', () => {
  expect(read('queues src/binary-heap.ts:10-20 !src/b*.ts --tests contract,@search/a-star --every 3 --offset 2 --slowest 100 --again')).toEqual({
    name: 'queues', files: ['src/binary-heap.ts:10-20', '!src/b*.ts'], values: expect.objectContaining({ every: '3', again: true }),
  });
  expect(read('queues').files).toEqual([]);
});

test.each([
  ['', 'Say which package'],
  ['nope', /^There is no package 'nope': choose one of .*queues/],
  ['queues src/nope.ts', 'packages/queues/src/nope.ts does not exist'],
  ['queues --tests nope', "--tests 'nope' is part of the name of no test file of queues."],
  ['queues --tests contract,@nope/a', "There is no package 'nope'"],
  ['queues --every x', "--every takes an integer of 1 or more, got 'x'."],
  ['queues --every 0', "--every takes an integer of 1 or more, got '0'."],
  ['queues --every 3 --offset 3', "--offset takes an integer from 0 to 2, below --every, got '3'."],
  ['queues --slowest x', "--slowest takes milliseconds above 0, got 'x'."],
  ['queues --evry 3', '--evry'],
])('rejects what would try nothing: %s', (line, message) => {
  expect(() => read(line)).toThrow(message);
});

test('if no mutant survived the last run, there is none to try again', () => {
  // A file without code, so that nobody has a report of it.
  const report = join(repository, 'reports/mutation/queues/src-index.ts.json');
  mkdirSync(join(report, '..'), { recursive: true });
  writeFileSync(report, JSON.stringify({ files: { 'packages/queues/src/index.ts': { mutants: [{ id: '0', status: 'Killed' }] } } }));
  const { status, stdout } = spawnSync(process.execPath, ['tooling/mutation/cli.js', 'queues', 'src/index.ts', '--again'], { cwd: repository, encoding: 'utf8', timeout: 60_000 });
  rmSync(report);
  expect([status, stdout]).toEqual([0, 'No mutant survived the last run: there is none to try again.\n']);
});
