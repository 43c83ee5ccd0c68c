import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AStar } from '@pf/search';
import { afterAll, describe, expect, it } from 'vitest';
import { ours, textbook } from '../../src/measure/comparison.ts';
import { timesFaster } from '../../src/measure/measure.ts';
import { compareInThreads, serveContender } from '../../src/measure/contender-thread.ts';
import type { ThreadedComparison } from '../../src/measure/contender-thread.ts';
import { loadWorld, worlds, worldSetting } from '../../src/worlds/worlds.ts';
import type { WorldChoice, WorldSetting } from '../../src/worlds/worlds.ts';

const OPTIONS = { seed: 3, effort: 'tiny' } as const;
const CHOICE: WorldChoice = { side: 32, problems: 4, generated: ['caves', 'rooms of 8'] };
const [, ROOMS] = worlds(OPTIONS, CHOICE);
const SETTING = worldSetting(OPTIONS, CHOICE, ROOMS);

const comparison: ThreadedComparison<WorldSetting> = {
  name: 'two',
  setUp: (setting) => ({ world: loadWorld(setting), contenders: [textbook('textbook'), ours('A*', ({ grid }) => new AStar(grid))] }),
};

const folder = mkdtempSync(join(tmpdir(), 'pf-thread-'));
let threads = 0;
afterAll(() => rmSync(folder, { recursive: true }));

/** A script that answers like a contender's thread, after `before`: the first contender takes two milliseconds, the second one. */
function thread(before = ''): string {
  const file = join(folder, `thread-${++threads}.mjs`);
  writeFileSync(file, `
    import { parentPort, workerData } from 'node:worker_threads';
    const { comparison, setting, contender, optimal } = workerData;
    ${before}
    parentPort.on('message', (request) => {
      if (request === 'check') parentPort.postMessage({ prepares: false, checked: { name: comparison + ' ' + setting.name + ' ' + contender, wrong: optimal.length, expanded: 7, bytes: 8, buildSeconds: 9, warmUp: 1 } });
      else if (request.patience > 0) parentPort.postMessage(90 + request.patience + contender);
      else parentPort.postMessage({ total: 2 - contender, ...(request.each ? { each: new Float64Array(optimal.length).fill(contender) } : {}) });
    });
  `);
  return file;
}

describe('a comparison in threads', () => {
  it('makes the same world from a setting that was sent', () => {
    expect(loadWorld(structuredClone(SETTING)).problems).toEqual(ROOMS.load().problems);
    expect(() => loadWorld({ ...SETTING, name: 'nowhere' })).toThrow('There is no world "nowhere" any more');
  });

  it('runs in this thread if no script serves as another', async () => {
    const rankings = await compareInThreads(comparison, SETTING, { seconds: 0.01 }, {});
    expect(rankings.map(({ name, wrong }) => [name, wrong])).toEqual([['textbook', 0], ['A*', 0]]);
  });

  it('runs each contender in its own thread, and puts their times together in order', async () => {
    const rankings = await compareInThreads(comparison, SETTING, { seconds: 0.2, patience: 10 }, { thread: thread() });
    expect(rankings.map(({ name }) => name)).toEqual([`two ${ROOMS.name} 0`, `two ${ROOMS.name} 1`]);
    expect(rankings.map(({ wrong, expanded, bytes, buildSeconds }) => [wrong, expanded, bytes, buildSeconds])).toEqual([[4, 7, 8, 9], [4, 7, 8, 9]]);
    expect(rankings.map(({ timing }) => Math.round(timing.time.value))).toEqual([500, 250]);
    expect(rankings.map(({ timing }) => timing.queries[3])).toEqual([0, 1]);
    expect(rankings.map(({ garbage }) => garbage)).toEqual([100, 101]);
    expect(timesFaster(rankings[0].timing, rankings[1].timing).value).toBeCloseTo(2, 12);
    expect(rankings[1].timing.rounds.length).toBeGreaterThanOrEqual(3);
  });

  it('ends with the error of a thread', async () => {
    await expect(compareInThreads(comparison, SETTING, { seconds: 0.01 }, { thread: thread('throw new Error("it broke");') })).rejects.toThrow('it broke');
    await expect(compareInThreads(comparison, SETTING, { seconds: 0.01 }, { thread: thread('process.exit(3);') })).rejects.toThrow('The thread of a contender ended with code 3.');
    await expect(compareInThreads(comparison, SETTING, { seconds: 0.01 }, { thread: thread('if (contender === 1) process.exit(4);') })).rejects.toThrow('code 4');
  });

  it('is served by threads only', async () => {
    await expect(serveContender([], () => Promise.resolve(undefined))).rejects.toThrow('call it only where isMainThread of node:worker_threads is false');
  });
});
