import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { PackagesWorker } from '../../src/runner/packages-worker.ts';

/** A worker that never answers. */
class Silent {
  static last: Silent;
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

test('a job that takes too long is ended; only a sample is suspected of a loop', async () => {
  await expect(new PackagesWorker().ask('run', { code: '' }, 10)).rejects.toThrow(/^Stopped after 0\.01 seconds\. Is there a loop that does not end\?$/);
  await expect(new PackagesWorker().ask('record', { map, contender: 'jps', start: 0, goal: 0 }, 10)).rejects.toThrow(/^Stopped after 0\.01 seconds\.$/);
  expect(Silent.last.isEnded).toBe(true);
});

test('a script that cannot be loaded is reported by a sentence: its event has no message', async () => {
  const asked = new PackagesWorker().ask('run', { code: '' }, 1000);
  Silent.last.onerror!(new Event('error'));
  await expect(asked).rejects.toThrow('The worker could not be loaded.');
  const again = new PackagesWorker().ask('run', { code: '' }, 1000);
  Silent.last.onerror!({ message: 'Uncaught Error: no' });
  await expect(again).rejects.toThrow('Uncaught Error: no');
});
