import type { Graph, Signal } from '@pf/graph';
import { Counters } from '@pf/graph';
import { checkBudget, sliceOf } from '@pf/graph/kit';
import { EditCheck } from './edit-check.ts';
import type { Resumable } from './run-in-slices.ts';

/** What all searches do alike: they run a slice of their work at a time, and set out anew where the world in which they did has changed. */
export abstract class SlicedSearch implements Resumable {
  readonly counters = new Counters();
  protected readonly watch: EditCheck;
  /** Whether the question is answered; before the first one there is nothing to do. */
  protected finished = true;

  constructor(graph: Graph) {
    this.watch = new EditCheck(graph);
  }

  /**
   * Goes on for at most `budget` expansions, or until `signal` is aborted, which is looked at now and then. Returns whether it is finished;
   * if not, call it again. Where the graph tells by its `version`, as grids do, that it was edited in the meantime, the search sets out anew; after an
   * edit of another graph, call `begin`. It also does where something that was thrown has broken off the last slice.
   */
  run(budget = Infinity, signal?: Signal): boolean {
    const { watch } = this;
    checkBudget(budget);
    watch.checkIdle();
    if (this.finished) return true;
    watch.busy = true;
    try {
      if (watch.stale) this.setOut();
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

  /** `setOut` with a new question, during which estimates are asked for. */
  protected askAnew(): void {
    this.watch.busy = true;
    try {
      this.setOut();
    } finally {
      this.watch.busy = false;
    }
  }

  /** Starts over with the same query, in the present world. */
  protected abstract setOut(): void;
  /** Makes at most `budget` expansions; returns whether the search is finished. */
  protected abstract slice(budget: number): boolean;
}
