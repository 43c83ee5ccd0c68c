import type { BuildWorker } from '@pf/preprocess';
import { expect, test } from 'vitest';
import type { Build } from '../src/build.ts';
import { Threads } from '../src/threads.ts';

test('a thread that takes no messages is ended, and leaves its place to another', async () => {
  let [made, ended] = [0, 0];
  const part = new ArrayBuffer(8);
  const worker = (): BuildWorker => {
    const works = made++ >= 2;
    let answer: Parameters<BuildWorker['listen']>[0] = () => undefined;
    return {
      post: () => {
        if (!works) throw new Error('cannot post');
        queueMicrotask(() => answer({ part }));
      },
      listen: (message) => void (answer = message),
      end: () => void ended++,
    };
  };
  const threads = new Threads(worker, 1);
  const build = async (): Promise<ArrayBuffer> => threads.build({ id: 'a', kind: 'paths' } as Build, {} as never, 0, 8);
  for (let i = 1; i <= 2; i++) {
    await expect(build()).rejects.toThrow('cannot post');
    expect(ended).toBe(i);
  }
  expect(await build()).toBe(part);
  expect(await build()).toBe(part);
  expect(made).toBe(3);
  threads.end();
  expect(ended).toBe(3);
});
