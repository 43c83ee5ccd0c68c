import { openSync, readSync } from 'node:fs';

/** Milliseconds between two looks that say nothing of other programs: a longer gap is looked into. */
const GAP = 0.2;

/**
 * Two clocks in milliseconds that stand still while other programs, or other threads of this one, have the processor: `exact` asks the kernel
 * each time, microseconds long; `quick` only after a gap. Both are the time of day where the kernel does not tell.
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
      // Makes the kernel bring the count up to date, which it else does at each tick.
      process.cpuUsage();
      return Number.parseInt(bytes.toString('latin1', 0, readSync(file, bytes, 0, 64, 0)), 10) / 1e6;
    };
  } catch {
    return undefined;
  }
}
