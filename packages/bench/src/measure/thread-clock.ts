import { openSync, readSync } from 'node:fs';

/** Milliseconds between two readings that need no check for other programs; longer gaps are checked. */
const GAP = 0.2;

/**
 * Two clocks in milliseconds that stop while other programs or threads have the processor. `exact` reads the kernel's counter each time, which takes
 * microseconds; `quick` only after a gap. Both are wall clocks if the kernel does not report processor time.
 */
export function threadClock(): { readonly exact: () => number; readonly quick: () => number } {
  const now = (): number => performance.now();
  const exact = kernelClock() ?? now;
  if (exact === now) return { exact: now, quick: now };
  let last = -Infinity;
  let ahead = 0;
  return {
    exact,
    quick() {
      const time = performance.now();
      if (time - last > GAP) ahead = time - exact();
      last = time;
      return time - ahead;
    },
  };
}

function kernelClock(): (() => number) | undefined {
  try {
    const file = openSync('/proc/thread-self/schedstat', 'r');
    const bytes = Buffer.alloc(64);
    return () => {
      // Makes the kernel update the counter, which it otherwise does at each tick.
      process.cpuUsage();
      return Number.parseInt(bytes.toString('latin1', 0, readSync(file, bytes, 0, 64, 0)), 10) / 1e6;
    };
  } catch {
    return undefined;
  }
}
