import type { Signal } from '@pf/graph';

/** A signal that ends a search once `done` returns true. */
export function until(done: () => boolean): Signal {
  return {
    get aborted(): boolean {
      return done();
    },
  };
}
