import { CheckFailure } from '../player.ts';
import type { Target } from './target.ts';

/** The promise of every reader for an input of n bytes: a result or a sentence, within limits of time and memory. */
const MILLISECONDS_A_KILOBYTE = 100;
const BYTES_AT_MOST = (n: number): number => 2 ** 21 + 400 * n;

/** Engine errors: the reader did not check its input. */
const ENGINE =
  /invalid (typed )?array (buffer )?length|call stack|allocation failed|out of memory|invalid string length|offset|is not iterable|cannot read|undefined/i;

/** The fault of `target` on `input`; undefined if there is none. */
export function judge(target: Target, input: Uint8Array): string | undefined {
  const limit = MILLISECONDS_A_KILOBYTE * Math.max(1, input.length / 1024);
  let fault = attempt(target, input);
  // On a busy machine one long run proves little, and memory may belong to earlier inputs.
  for (let again = 0; again < 3 && (fault.milliseconds > limit || fault.bytes > BYTES_AT_MOST(input.length)); again++) {
    const other = attempt(target, input);
    fault = { ...fault, milliseconds: Math.min(fault.milliseconds, other.milliseconds), bytes: Math.min(fault.bytes, other.bytes) };
  }
  if (fault.error !== undefined) return fault.error;
  if (fault.milliseconds > limit) return `${input.length} bytes took ${fault.milliseconds.toFixed(0)} ms.`;
  return fault.bytes > BYTES_AT_MOST(input.length) ? `${input.length} bytes took ${fault.bytes} bytes of memory.` : undefined;
}

function attempt(target: Target, input: Uint8Array): { error: string | undefined; milliseconds: number; bytes: number } {
  const before = memory();
  const begin = performance.now();
  let error: string | undefined;
  try {
    target.run(input);
  } catch (thrown) {
    const isRejection = thrown instanceof Error && (thrown.name === 'Error' || thrown.name === 'RangeError') && !ENGINE.test(thrown.message);
    if (thrown instanceof CheckFailure) error = thrown.message;
    else if (!isRejection) error = `It ended with no sentence of its own: ${String(thrown)}`;
  }
  return { error, milliseconds: performance.now() - begin, bytes: memory() - before };
}

function memory(): number {
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}
