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

  /** Number of kinds of blocks ever added: a block that runs twice, four times, eight times … counts again. */
  get size(): number {
    return this.seen.size;
  }

  /** The kinds of blocks that ran since the last call and were never added. */
  fresh(): number[] {
    const kinds: number[] = [];
    // The answer arrives before post returns.
    this.session.post('Profiler.takePreciseCoverage', (_, answer?: Profiler.TakePreciseCoverageReturnType) => {
      const script = answer?.result.find(({ url }) => url === this.url);
      for (const { ranges } of script?.functions ?? []) {
        for (const { startOffset, endOffset, count } of ranges) {
          // Offsets in a bundle of some megabytes and eight classes of counts fit a float together.
          if (count > 0) kinds.push((startOffset * 2 ** 23 + (endOffset - startOffset)) * 8 + Math.min(7, 31 - Math.clz32(count)));
        }
      }
    });
    return kinds.filter((kind) => !this.seen.has(kind));
  }

  add(kinds: readonly number[]): void {
    for (const kind of kinds) this.seen.add(kind);
  }

  close(): void {
    this.session.disconnect();
  }
}

/** The inputs of a batch that reach new code. The batch has just run; if that reached any, each input runs again alone. */
export function reachingNew<T>(batch: readonly T[], coverage: Pick<Coverage, 'fresh' | 'add'>, run: (input: T) => void): T[] {
  const together = coverage.fresh();
  if (together.length === 0) return [];
  const reaching = batch.filter((input) => {
    run(input);
    const alone = coverage.fresh();
    coverage.add(alone);
    return alone.length > 0;
  });
  // Counts over the whole batch, which no input reaches alone, are not new again.
  coverage.add(together);
  return reaching;
}
