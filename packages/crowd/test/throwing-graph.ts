import type { Graph } from '@pf/graph';
import { withCosts } from '@pf/graph';

/** A view of a graph that throws once, at a given arc that is read. */
export class ThrowingGraph {
  readonly view: Graph;
  thrown = 0;
  private left = Infinity;

  constructor(graph: Graph) {
    this.view = withCosts(graph, (_tail, _head, cost) => {
      if (--this.left !== 0) return cost;
      this.thrown++;
      throw new Error('not loaded yet');
    });
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
}
