import { experiments } from '@pf/bench';
import type { Effort, Result } from '@pf/bench';

/** A request to the measuring process. */
export interface Order {
  readonly name: string;
  readonly seed: number;
  readonly effort: Effort;
  readonly command: string;
  readonly notes?: readonly string[];
  readonly maps?: string;
  readonly dynamicSets?: string;
  readonly roads?: string;
  readonly robots?: string;
  readonly meshes?: string;
}

/** Its answers. */
export type Message =
  | { readonly kind: 'step'; readonly share: number; readonly doing: string }
  | { readonly kind: 'snapshot'; readonly result: Result }
  | { readonly kind: 'end'; readonly result: Result };

/**
 * Measures an experiment in this process and reports to the parent. Each experiment has its own process, so that compiled code and memory are not
 * shared, a crash affects only one, and Ctrl-C works during long loops.
 */
export function serve(): void {
  const say = (message: Message): void => void process.send?.(message);
  // Ctrl-C reaches the whole group: the parent decides, and ends this process when it has the results.
  process.on('SIGINT', () => {});
  process.on('disconnect', () => process.exit(1));
  process.on('message', (order: Order) => {
    void measure(order, say);
  });
}

async function measure(order: Order, say: (message: Message) => void): Promise<void> {
  // Loaded on demand, because a list of experiments does not need a dozen libraries.
  const { peers } = await import('./peers/all.ts');
  const { name, ...options } = order;
  const found = experiments.find((one) => one.name === name)!;
  try {
    const result = await found.run({ ...options, peers, thread: process.argv[1] }, {
      step: (done, total, doing) => say({ kind: 'step', share: done / total, doing }),
      snapshot: (snapshot) => say({ kind: 'snapshot', result: snapshot }),
    });
    process.send?.({ kind: 'end', result } satisfies Message, () => process.exit(0));
  } catch (error) {
    console.error(error);
    process.exit(1);
  }
}
