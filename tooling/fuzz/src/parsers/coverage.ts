import { Session } from 'node:inspector';
import type { Profiler } from 'node:inspector';

/** Which blocks of this very script ran, as V8 counts them: what tells an input that goes new ways from one that does not. */
export class Coverage {
  private readonly session = new Session();
  private readonly seen = new Set<number>();

  /** `url` is that of the script whose blocks count. */
  constructor(private readonly url: string) {
    this.session.connect();
    this.session.post('Profiler.enable');
    this.session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
  }

  /** How many kinds of block were ever run: a block that runs twice, four times, eight times … counts again. */
  get size(): number {
    return this.seen.size;
  }

  /** Forgets what ran since the last look. */
  skip(): void {
    this.session.post('Profiler.takePreciseCoverage');
  }

  /** Whether something ran since the last look as it never did before. */
  hasNew(): boolean {
    const before = this.seen.size;
    // The answer comes before post returns.
    this.session.post('Profiler.takePreciseCoverage', (_, answer?: Profiler.TakePreciseCoverageReturnType) => {
      const script = answer?.result.find(({ url }) => url === this.url);
      for (const { ranges } of script?.functions ?? []) {
        for (const { startOffset, endOffset, count } of ranges) {
          // Offsets of a bundle of some megabytes, and eight classes of counts, fit a float together.
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
