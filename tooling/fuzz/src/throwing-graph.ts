import type { Graph } from '@pf/graph';
import { withCosts } from '@pf/graph';

/** A view of a graph that throws once, as one that loads its parts on demand may do. */
export class ThrowingGraph {
  readonly view: Graph;
  private left = Infinity;

  constructor(graph: Graph) {
    this.view = withCosts(graph, (_tail, _head, cost) => {
      if (--this.left === 0) throw new Error('not loaded yet');
      return cost;
    });
  }

  /** Makes a call during which the arc of this number, from now on, throws; then the same call again. */
  retry<T>(arc: number, call: () => T): T {
    this.left = arc;
    try {
      return call();
    } catch (error) {
      if (!(error instanceof Error && error.message === 'not loaded yet')) throw error;
      return call();
    } finally {
      this.left = Infinity;
    }
  }
}
