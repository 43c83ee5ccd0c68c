import type { Graph } from '@pf/graph';
import { EditFollower } from '@pf/graph/kit';
import type { PathRequests } from './path-requests.ts';

/** Follows the edits of the graph of a dispatcher. */
export class GraphEdits {
  private readonly edits: EditFollower;
  private hasChanged = false;

  constructor(graph: Graph, private readonly requests: PathRequests) {
    this.edits = new EditFollower(graph);
  }

  /** Begins a frame. Returns whether the graph has changed, so that all paths must be checked. */
  beginFrame(): boolean {
    this.requests.checkRoom();
    this.follow();
    const { hasChanged } = this;
    this.hasChanged = false;
    return hasChanged;
  }

  /** Detects edits that were not reported. */
  follow(): void {
    if (this.edits.isBehind) this.handle(this.edits.find());
  }

  report(tails: ArrayLike<number>, n: number): void {
    this.handle(this.edits.complete(tails, n));
  }

  /** Handles edits: by the `n` tails that were found, or by planning everything again if n is −1. */
  private handle(n: number): void {
    this.edits.catchUp();
    if (n >= 0) this.requests.arcsChanged(this.edits.tails, n);
    else this.requests.allChanged();
    this.hasChanged = true;
  }
}
