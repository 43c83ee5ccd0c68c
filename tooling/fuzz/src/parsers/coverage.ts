import { Session } from 'node:inspector';
import type { Profiler } from 'node:inspector';

/** Counts which blocks of this script ran, by V8's coverage, to recognise inputs that reach new code. */
export class Coverage {
  private readonly session = new Session();
  private readonly seen = new Set<number>();

  /** `url`: the script whose blocks are counted. */
  constructor(private readonly url: string) {
    this.session.connect();
    this.session.post('Profiler.enable');
    this.session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
  }

  /** Number of kinds of blocks ever run: a block that runs twice, four times, eight times … counts again. */
  get size(): number {
    return this.seen.size;
  }

  /** Discards what ran since the last call. */
  skip(): void {
    this.session.post('Profiler.takePreciseCoverage');
  }

  /** Whether a block ran since the last call as it never did before. */
  hasNew(): boolean {
    const before = this.seen.size;
    // The answer arrives before post returns.
    this.session.post('Profiler.takePreciseCoverage', (_, answer?: Profiler.TakePreciseCoverageReturnType) => {
      const script = answer?.result.find(({ url }) => url === this.url);
      for (const { ranges } of script?.functions ?? []) {
        for (const { startOffset, endOffset, count } of ranges) {
          // Offsets in a bundle of some megabytes and eight classes of counts fit a float together.
          if (count > 0) this.seen.add((startOffset * 2 ** 23 + (endOffset - startOffset)) * 8 + Math.min(7, 31 - Math.clz32(count)));
        }
      }
    });
    return this.seen.size > before;
  }

  close(): void {
    this.session.disconnect();
  }
}
