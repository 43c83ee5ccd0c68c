import { openSync, readSync } from 'node:fs';

/** Milliseconds; a longer gap between two readings of `quick` is checked for other programs. */
const GAP = 0.2;

/**
 * Two clocks in milliseconds that stop while other programs or threads have the processor. Both are wall clocks if the kernel does not report
 * processor time.
 *
 * `exact` reads the kernel's counter each time, which takes a microsecond or more. `quick` reads it only after a gap of over 0.2 ms. Interruptions in
 * shorter gaps count as work until then, and are subtracted from the gap. So sums are right, but a single time can be wrong by tenths of a
 * millisecond. No clock goes back.
 */
export interface ThreadClock {
  readonly exact: () => number;
  readonly quick: () => number;
}

/** The clock of this thread. The parameters are replaced in tests. */
export function threadClock(exact = kernelClock(), now = (): number => performance.now()): ThreadClock {
  if (exact === undefined) return { exact: now, quick: now };
  let last = -Infinity;
  let ahead = 0;
  return {
    exact,
    quick() {
      let time = now();
      if (time - last > GAP) {
        const busy = Math.max(last - ahead, exact());
        // Read again, so that the time for reading the counter is not added to what follows.
        time = now();
        ahead = time - busy;
      }
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
