import { cpus, platform, release, totalmem } from 'node:os';
import type { Machine } from './result.ts';

/**
 * The properties of this machine that affect times.
 *
 * @example
 * ```ts
 * import { thisMachine } from '@pf/bench';
 *
 * thisMachine().cores > 0; // → true
 * ```
 */
export function thisMachine(): Machine {
  const processors = cpus();
  return {
    cpu: processors[0]?.model.trim() ?? 'unknown',
    cores: processors.length,
    memoryGigabytes: Math.round((totalmem() / 2 ** 30) * 10) / 10,
    system: `${platform()} ${release().split('.').slice(0, 2).join('.')}`,
    node: process.version,
  };
}
