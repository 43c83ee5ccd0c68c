import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AStar } from '@pf/search';
import { describe, expect, it } from 'vitest';
import { ours, textbook } from '../src/contest.ts';
import { timesFaster } from '../src/measure.ts';
import { contestApart } from '../src/stage.ts';
import type { Stage } from '../src/stage.ts';
import { loadWorld, worlds, worldSetting } from '../src/worlds.ts';
import type { Asking, WorldSetting } from '../src/worlds.ts';

const OPTIONS = { seed: 3, effort: 'tiny' } as const;
const ASKING: Asking = { side: 32, problems: 4, generated: ['caves', 'rooms of 8'] };
const [, ROOMS] = worlds(OPTIONS, ASKING);
const SETTING = worldSetting(OPTIONS, ASKING, ROOMS);

const stage: Stage<WorldSetting> = {
  name: 'two',
  set: (setting) => ({ world: loadWorld(setting), entrants: [textbook('textbook'), ours('A*', ({ grid }) => new AStar(grid))] }),
};

/** A script that answers as a contender's thread does, after `before`: the first entrant takes two milliseconds, the second one. */
function thread(before = ''): string {
  const file = join(mkdtempSync(join(tmpdir(), 'pf-stage-')), 'thread.mjs');
  writeFileSync(file, `
    import { parentPort, workerData } from 'node:worker_threads';
    const { stage, setting, entrant, optimal } = workerData;
    ${before}
    parentPort.on('message', (question) => {
      if (question === 'check') parentPort.postMessage({ prepares: false, checked: { name: stage + ' ' + setting.name + ' ' + entrant, wrong: optimal.length, expanded: 7, bytes: 8, buildSeconds: 9, warmUp: 1 } });
      else if (question.patience > 0) parentPort.postMessage(90 + question.patience + entrant);
      else parentPort.postMessage({ total: 2 - entrant, ...(question.each ? { each: new Float64Array(optimal.length).fill(entrant) } : {}) });
    });
  `);
  return file;
}

describe('a contest of a stage', () => {
  it('makes the same world of a setting that has been sent', () => {
    expect(loadWorld(structuredClone(SETTING)).problems).toEqual(ROOMS.load().problems);
    expect(() => loadWorld({ ...SETTING, name: 'nowhere' })).toThrow('There is no world "nowhere" any more');
  });

  it('is held in this thread where no script serves as another', async () => {
    const standings = await contestApart(stage, SETTING, { seconds: 0.01 }, {});
    expect(standings.map(({ name, wrong }) => [name, wrong])).toEqual([['textbook', 0], ['A*', 0]]);
  });

  it('asks each entrant in its own thread, and puts their times together in order', async () => {
    const standings = await contestApart(stage, SETTING, { seconds: 0.2, patience: 10 }, { thread: thread() });
    expect(standings.map(({ name }) => name)).toEqual([`two ${ROOMS.name} 0`, `two ${ROOMS.name} 1`]);
    expect(standings.map(({ wrong, expanded, bytes, buildSeconds }) => [wrong, expanded, bytes, buildSeconds])).toEqual([[4, 7, 8, 9], [4, 7, 8, 9]]);
    expect(standings.map(({ timing }) => timing.time.value)).toEqual([500, 250]);
    expect(standings.map(({ timing }) => timing.queries[3])).toEqual([0, 1]);
    expect(standings.map(({ garbage }) => garbage)).toEqual([100, 101]);
    expect(timesFaster(standings[0].timing, standings[1].timing).value).toBeCloseTo(2, 12);
    expect(standings[1].timing.rounds.length).toBeGreaterThanOrEqual(3);
  });

  it('ends with the error of a thread', async () => {
    await expect(contestApart(stage, SETTING, { seconds: 0.01 }, { thread: thread('throw new Error("it broke");') })).rejects.toThrow('it broke');
    await expect(contestApart(stage, SETTING, { seconds: 0.01 }, { thread: thread('process.exit(3);') })).rejects.toThrow('The thread of a contender ended with code 3.');
    await expect(contestApart(stage, SETTING, { seconds: 0.01 }, { thread: thread('if (entrant === 1) process.exit(4);') })).rejects.toThrow('code 4');
  });
});
