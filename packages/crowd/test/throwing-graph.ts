import type { Graph } from '@pf/graph';
import { withCosts } from '@pf/graph';
import type { CrossingRule } from '../src/index.ts';
import { crossingsOf } from '../src/plans/crossings.ts';

/** A view of a graph that throws once, at a given number of arcs, and a rule of crossings that does so too. */
export class ThrowingGraph {
  readonly view: Graph;
  readonly crossings: CrossingRule;
  thrown = 0;
  /** The number of arcs read and crossings computed so far. */
  reads = 0;
  private left = Infinity;

  constructor(graph: Graph) {
    this.view = withCosts(graph, (_tail, _head, cost) => {
      this.count();
      return cost;
    });
    const rule = crossingsOf(graph);
    this.crossings = (from, to, out) => {
      this.count();
      return rule?.(from, to, out) ?? 0;
    };
  }

  throwAt(arc: number): void {
    this.left = arc;
  }

  /** Repeats a call until it does not throw; `between` runs after each exception. */
  retry<T>(call: () => T, between: () => void = () => {}): T {
    for (;;) {
      try {
        return call();
      } catch (error) {
        if ((error as Error).message !== 'not loaded yet') throw error;
        between();
      }
    }
  }

  private count(): void {
    this.reads++;
    if (--this.left !== 0) return;
    this.thrown++;
    throw new Error('not loaded yet');
  }
}
