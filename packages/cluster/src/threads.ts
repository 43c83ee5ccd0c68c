import type { BuildWorker, FromWorker, WorldData } from '@pf/preprocess';
import type { Build } from './build.ts';

interface Thread {
  readonly worker: BuildWorker;
  /** The id of the build whose world it holds. */
  build: string;
  settle: (outcome: FromWorker | string) => void;
}

/** The threads of a machine. A thread keeps its world until it is given a shard of another. */
export class Threads {
  private readonly idle: Thread[] = [];
  private readonly all = new Set<Thread>();

  constructor(
    private readonly make: () => BuildWorker,
    private readonly most: number,
  ) {}

  /** Builds one shard. At most as many at once as there are threads. */
  async build({ id, kind }: Build, world: WorldData, from: number, to: number): Promise<ArrayBuffer> {
    const thread = this.take(id);
    const outcome = await new Promise<FromWorker | string>((resolve) => {
      thread.settle = resolve;
      if (thread.build !== id) thread.worker.post({ world, kind });
      thread.build = id;
      thread.worker.post({ from, to });
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

  /** One that has the world already, else a new one while there may be more, else any. */
  private take(id: string): Thread {
    const knowing = this.idle.findIndex(({ build }) => build === id);
    if (knowing >= 0) return this.idle.splice(knowing, 1)[0];
    if (this.all.size < this.most) return this.start();
    const other = this.idle.shift();
    if (other === undefined) throw new RangeError(`More than ${this.most} shards were begun at once.`);
    return other;
  }

  private start(): Thread {
    const thread: Thread = { worker: this.make(), build: '', settle: () => undefined };
    thread.worker.listen(
      (message) => thread.settle(message),
      (reason) => {
        // Where it dies with nothing to do, it is only not to be used again.
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
