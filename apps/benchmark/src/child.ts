import { experiments } from '@pf/bench';
import type { Effort, Result } from '@pf/bench';

/** What the command line asks of the process that measures. */
export interface Order {
  readonly name: string;
  readonly seed: number;
  readonly effort: Effort;
  readonly command: string;
  readonly maps?: string;
  readonly dynamicSets?: string;
  readonly roads?: string;
  readonly robots?: string;
  readonly meshes?: string;
}

/** What that process says back. */
export type Message =
  | { readonly kind: 'step'; readonly share: number; readonly doing: string }
  | { readonly kind: 'snapshot'; readonly result: Result }
  | { readonly kind: 'end'; readonly result: Result };

/**
 * Measures one experiment in this process and reports to the parent. A process for each, so that one
 * experiment's compiled code and memory are not the next one's, a crash takes only its own, and Ctrl-C
 * is heard while a long loop runs.
 */
export function serve(): void {
  const say = (message: Message): void => void process.send?.(message);
  // Ctrl-C reaches the whole group: the parent decides, and ends this process when it has what it needs.
  process.on('SIGINT', () => {});
  process.on('disconnect', () => process.exit(1));
  process.on('message', (order: Order) => {
    void measure(order, say);
  });
}

async function measure(order: Order, say: (message: Message) => void): Promise<void> {
  // Only here: who asks for a list need not wait for a dozen libraries.
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
