import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '@pf/workspace';
import { expect, test } from 'vitest';
import { inBrowser } from '../browsers.js';
import { chosen, runProgram, unitTests } from '../runtimes.js';

const folder = temporaryFolder('pf-processes-');
const wait = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Whether a process still runs; a zombie does not. */
function runs(pid) {
  try {
    process.kill(pid, 0);
    return !existsSync('/proc/self/stat') || readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ').at(-1)[0] !== 'Z';
  } catch {
    return false;
  }
}

async function endOf(pid) {
  for (let tries = 0; tries < 200 && runs(pid); tries++) await wait(20);
  return runs(pid) ? 'still runs' : 'has ended';
}

/** A number that another process writes into a file, once it is there. */
async function numberIn(file) {
  for (;;) {
    const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
    if (text.endsWith('.')) return Number(text.slice(0, -1));
    await wait(10);
  }
}

/** Stands for a browser that never answers: writes its process id into a file. */
const patient = "require('node:fs').writeFileSync(process.argv[1], `${process.pid}.`); setInterval(() => {}, 1000);";

test('a browser that crashes is reported, on the page and in the worker', async () => {
  const error = 'The browser ended with SIGKILL.';
  const outcomes = await inBrowser({ name: 'Brittle', path: process.execPath, words: () => ['-e', "process.kill(process.pid, 'SIGKILL')"] }, {});
  expect(outcomes).toEqual([{ name: 'Brittle, page', lines: { error } }, { name: 'Brittle, worker', lines: { error } }]);
});

test('an interrupted run leaves no browser behind', async () => {
  const sign = join(folder, 'browser');
  const code = `import { inBrowser } from ${JSON.stringify(new URL('../browsers.js', import.meta.url).href)};
await inBrowser({ name: 'Patient', path: process.execPath, words: () => ['-e', ${JSON.stringify(patient)}, ${JSON.stringify(sign)}] }, {});`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], { stdio: 'ignore', env: { ...process.env, TMPDIR: folder } });
  const ended = new Promise((resolve) => child.once('close', resolve));
  const pid = await numberIn(sign);
  child.kill('SIGINT');
  await ended;
  expect(await endOf(pid)).toBe('has ended');
});

test('a program that does not end is stopped, with what it has started', async () => {
  const sign = join(folder, 'program');
  const starts = `require('node:child_process').spawn(process.execPath, ['-e', ${JSON.stringify(patient)}, ${JSON.stringify(sign)}], { stdio: 'inherit' });`;
  const outcome = runProgram({ command: process.execPath, words: ['-e', starts] }, folder, 3000);
  const pid = await numberIn(sign);
  expect(await outcome).toEqual({ error: expect.stringContaining('ended with SIGKILL') });
  expect(await endOf(pid)).toBe('has ended');
});

test('an unknown platform is rejected, also for unit tests', () => {
  const all = [{ key: '24' }, { key: 'deno' }, { key: 'bun' }];
  expect(chosen(all, ['bun', '24'])).toEqual([{ key: '24' }, { key: 'bun' }]);
  expect(chosen(all, undefined)).toEqual(all);
  expect(() => chosen(all, ['bun', 'netscape'])).toThrow('There is no platform netscape here: take 24, deno, bun.');
  expect(() => unitTests(['netscape'], ['queues'])).toThrow('There is no platform netscape here');
});
