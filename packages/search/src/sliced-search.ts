import type { Graph, Signal } from '@pf/graph';
import { Counters } from '@pf/graph';
import { checkBegun, checkBudget, sliceOf } from '@pf/graph/kit';
import { EditCheck } from './edit-check.ts';
import type { Resumable } from './run-in-slices.ts';

/** Base of all searches that run in slices. After an edit of the world between two slices, they start over. */
export abstract class SlicedSearch implements Resumable {
  readonly counters = new Counters();
  protected readonly watch: EditCheck;
  /** Whether the query is finished; true before the first. */
  protected finished = true;

  constructor(graph: Graph) {
    this.watch = new EditCheck(graph);
  }

  /**
   * Continues the search for at most `budget` expansions, or until `signal` is aborted, which is read between slices. Returns whether it is finished;
   * if not, call it again. If the `version` of the graph shows an edit in the meantime, as it does on grids, the search starts over; after an
   * edit of another graph, call `begin`. It also starts over if `begin` or the last slice threw. Throws before the first `begin`.
   */
  run(budget = Infinity, signal?: Signal): boolean {
    const { watch } = this;
    checkBudget(budget);
    watch.checkIdle();
    if (this.finished) {
      checkBegun(watch.begun, 'search');
      return true;
    }
    watch.busy = true;
    try {
      if (watch.stale) this.restart();
      watch.enter();
      let left = budget;
      do {
        if (signal?.aborted === true) break;
        const piece = sliceOf(left, signal);
        this.finished = this.slice(piece);
        left -= piece;
      } while (!this.finished && left > 0);
      watch.leave();
    } finally {
      watch.busy = false;
    }
    return this.finished;
  }

  /** Starts a new query by `restart`. The search counts as busy meanwhile, since `restart` may call the heuristic. If that throws, `run` starts over. */
  protected beginQuery(): void {
    const { watch } = this;
    this.finished = false;
    watch.enter();
    watch.busy = true;
    try {
      this.restart();
    } finally {
      watch.busy = false;
    }
  }

  /** Starts over with the same query, in the current world. */
  protected abstract restart(): void;
  /** Makes at most `budget` expansions; returns whether the search is finished. */
  protected abstract slice(budget: number): boolean;
}
