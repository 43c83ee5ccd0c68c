import type { Signal } from '@pf/graph';

/** A signal that ends a search once `done` answers true. */
export function until(done: () => boolean): Signal {
  return {
    get aborted(): boolean {
      return done();
    },
  };
}
