import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { repository } from '@pf/workspace';
import { afterAll, describe, expect, it } from 'vitest';

const place = mkdtempSync(join(tmpdir(), 'pf-left-behind-'));
afterAll(() => rmSync(place, { recursive: true, force: true }));

const dist = join(place, 'dist');

/** Commands, and the sign that they have started: their output or a file. */
const COMMANDS = {
  benchmark: { words: ['apps/benchmark/bench.js', 'tour', '--quick', '--report', join(place, 'report')], says: /tour {2}0%/ },
  fuzzer: {
    words: ['tooling/run/cli.js', 'tooling/fuzz/src/cli.ts', '--minutes', '1', '--fixtures', join(place, 'fixtures')], says: /^Seed \d+\.$/m,
    cache: 'node_modules/.cache/pf-run',
  },
  build: { cwd: 'packages/queues', words: ['node_modules/tsup/dist/cli-default.js', '--out-dir', dist], makes: dist },
};

/** Whether a process of the group still runs; a zombie does not count. */
function isAlive(group) {
  if (!existsSync('/proc/self/stat')) {
    try {
      return process.kill(-group, 0);
    } catch {
      return false;
    }
  }
  return readdirSync('/proc').filter((name) => /^\d+$/.test(name)).some((pid) => {
    try {
      const [state, , itsGroup] = readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ').at(-1).split(' ');
      return Number(itsGroup) === group && state !== 'Z';
    } catch {
      return false;
    }
  });
}

const wait = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Starts a command in its own process group and temporary folder; once it has begun, sends the signal to the whole group, as a terminal does. */
async function interrupted({ words, says, makes, cwd = '.' }, signal, temporary) {
  const child = spawn(process.execPath, words, { cwd: join(repository, cwd), env: { ...process.env, TMPDIR: temporary, INIT_CWD: undefined }, detached: true });
  let said = '';
  let ended = false;
  child.stdout.on('data', (data) => (said += data));
  child.stderr.on('data', (data) => (said += data));
  child.on('close', () => (ended = true));
  while (!ended && !(makes === undefined ? says.test(said) : existsSync(makes))) await wait(10);
  if (ended) throw new Error(`It ended before it was interrupted: ${said}`);
  process.kill(-child.pid, signal);
  while (!ended) await wait(10);
  // The kernel takes some time to end the other processes of the group.
  for (let tries = 0; tries < 100 && isAlive(child.pid); tries++) await wait(20);
  return child.pid;
}

describe.each(Object.entries(COMMANDS))('the %s, interrupted,', (name, command) => {
  it.each(name === 'benchmark' ? ['SIGINT', 'SIGTERM'] : ['SIGINT'])('leaves no process and no temporary file behind: %s', async (signal) => {
    const temporary = join(place, `${name}-${signal}`);
    mkdirSync(temporary);
    rmSync(dist, { recursive: true, force: true });
    const group = await interrupted(command, signal, temporary);
    expect(isAlive(group)).toBe(false);
    // Node's own compile cache is not a temporary file of the command.
    expect(readdirSync(temporary).filter((entry) => entry !== 'node-compile-cache')).toEqual([]);
    if (command.cache !== undefined) expect(readdirSync(join(repository, command.cache)).filter((file) => file.includes(`-${group}.`))).toEqual([]);
  }, 60_000);
});
