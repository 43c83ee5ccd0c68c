import { expect } from 'vitest';
import type { GuidedAgent } from '../../src/index.ts';

/** Steps an agent to the end of its episode; returns how it ended. */
export function endOf(agent: GuidedAgent): string {
  for (let steps = 0; agent.status === 'moving'; steps++) {
    expect(steps).toBeLessThan(5000);
    agent.step();
  }
  return agent.status;
}
