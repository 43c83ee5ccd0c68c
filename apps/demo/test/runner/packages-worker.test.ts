import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { PackagesWorker } from '../../src/runner/packages-worker.ts';

/** A worker that never answers. */
class Silent {
  static last: Silent;
  onmessage?: (event: { readonly data: object }) => void;
  onerror?: (event: Event | { readonly message: string }) => void;
  isEnded = false;

  constructor() {
    Silent.last = this;
  }

  postMessage(): void {}

  terminate(): void {
    this.isEnded = true;
  }
}

beforeEach(() => vi.stubGlobal('Worker', Silent));
afterEach(() => vi.unstubAllGlobals());

const map = { width: 1, height: 1, costs: Uint8Array.of(1) };

test('a job that takes too long is ended', async () => {
  await expect(new PackagesWorker().ask('record', { map, contender: 'jps', start: 0, goal: 0 }, 10)).rejects.toThrow(/^Stopped after 0\.01 seconds\.$/);
  expect(Silent.last.isEnded).toBe(true);
});

test('a sample is suspected of a loop, and its limit begins when its packages are loaded', async () => {
  const asked = new PackagesWorker().ask('run', { code: '' }, 10);
  const { last } = Silent;
  await new Promise((resolve) => { setTimeout(resolve, 50); });
  expect(last.isEnded).toBe(false);
  last.onmessage!({ data: { begun: true } });
  await expect(asked).rejects.toThrow(/^Stopped after 0\.01 seconds\. Is there a loop that does not end\?$/);
  expect(last.isEnded).toBe(true);
});

test('packages that do not arrive end the wait for them, and loaded ones start the limit', async () => {
  vi.useFakeTimers();
  try {
    const asked = new PackagesWorker().ask('run', { code: '' }, 10);
    vi.advanceTimersByTime(60_000);
    await expect(asked).rejects.toThrow(/^The packages could not be loaded in 60 seconds\.$/);
    expect(Silent.last.isEnded).toBe(true);
    const slow = new PackagesWorker().ask('run', { code: '' }, 70_000);
    Silent.last.onmessage!({ data: { begun: true } });
    vi.advanceTimersByTime(65_000);
    expect(Silent.last.isEnded).toBe(false);
    Silent.last.onmessage!({ data: { result: undefined } });
    await slow;
    expect(vi.getTimerCount()).toBe(0);
  } finally {
    vi.useRealTimers();
  }
});

test('a sample runs in a thread of its own: timers of the last one cannot write into its answer, or block it', async () => {
  const worker = new PackagesWorker();
  const answered = async (asked: Promise<unknown>): Promise<Silent> => {
    const { last } = Silent;
    last.onmessage!({ data: { result: undefined } });
    await asked;
    return last;
  };
  const first = await answered(worker.ask('run', { code: '' }, 1000));
  expect(first.isEnded).toBe(false);
  const second = await answered(worker.ask('run', { code: '' }, 1000));
  expect([first.isEnded, second === first]).toEqual([true, false]);
  // What has no timers uses the thread again.
  expect(await answered(worker.ask('record', { map, contender: 'jps', start: 0, goal: 0 }, 1000))).toBe(second);
});

test('a script that cannot be loaded is reported by a sentence: its event has no message', async () => {
  const asked = new PackagesWorker().ask('run', { code: '' }, 1000);
  Silent.last.onerror!(new Event('error'));
  await expect(asked).rejects.toThrow('The worker could not be loaded.');
  const again = new PackagesWorker().ask('run', { code: '' }, 1000);
  Silent.last.onerror!({ message: 'Uncaught Error: no' });
  await expect(again).rejects.toThrow('Uncaught Error: no');
});
