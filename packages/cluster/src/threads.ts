import type { BuildWorker, FromWorker, WorldData } from '@pf/preprocess';
import type { Build } from './build.ts';

interface Thread {
  readonly worker: BuildWorker;
  /** The id of the build whose world it has. */
  build: string;
  settle: (outcome: FromWorker | string) => void;
}

/** The threads of a machine. A thread keeps its world until it gets a shard of another. */
export class Threads {
  private readonly idle: Thread[] = [];
  private readonly all = new Set<Thread>();

  constructor(
    private readonly make: () => BuildWorker,
    private readonly limit: number,
  ) {}

  /** Builds one shard. Call it at most `limit` times at once. */
  async build({ id, kind }: Build, world: WorldData, from: number, to: number): Promise<ArrayBuffer> {
    const thread = this.take(id);
    const outcome = await new Promise<FromWorker | string>((resolve) => {
      thread.settle = resolve;
      if (thread.build !== id) thread.worker.post({ world, kind });
      thread.build = id;
      thread.worker.post({ from, to });
    }).catch((error: unknown) => {
      // It takes no messages.
      this.discard(thread);
      throw error;
    });
    if (typeof outcome === 'string') {
      this.discard(thread);
      throw new Error(`The thread died while it built the vertices from ${from}: ${outcome}`);
    }
    this.idle.push(thread);
    if ('error' in outcome) throw new Error(`The vertices from ${from} cannot be built: ${outcome.error}`);
    return outcome.part;
  }

  end(): void {
    for (const thread of this.all) this.discard(thread);
    this.idle.length = 0;
  }

  /** An idle thread that has the world; else a new one, up to the limit; else any idle one. */
  private take(id: string): Thread {
    const index = this.idle.findIndex(({ build }) => build === id);
    if (index >= 0) return this.idle.splice(index, 1)[0];
    if (this.all.size < this.limit) return this.start();
    const other = this.idle.shift();
    if (other === undefined) throw new RangeError(`More than ${this.limit} shards were begun at once.`);
    return other;
  }

  private start(): Thread {
    const thread: Thread = { worker: this.make(), build: '', settle: () => undefined };
    thread.worker.listen(
      (message) => thread.settle(message),
      (reason) => {
        // An idle thread that dies is not used again.
        const at = this.idle.indexOf(thread);
        if (at >= 0) this.idle.splice(at, 1);
        this.all.delete(thread);
        thread.settle(reason);
      },
    );
    this.all.add(thread);
    return thread;
  }

  private discard(thread: Thread): void {
    this.all.delete(thread);
    thread.worker.end();
  }
}
