import { checkFunction } from '@pf/graph/kit';

/** The listeners that are notified of changes. */
export class EditListeners<Event extends readonly unknown[]> {
  private readonly all = new Set<(...event: Event) => void>();

  get count(): number {
    return this.all.size;
  }

  /** Adds a listener, even if the same function was added before; returns a function that removes it. */
  add(observer: (...event: Event) => void): () => void {
    checkFunction(observer, 'An observer');
    const own = (...event: Event): void => observer(...event);
    this.all.add(own);
    return () => this.all.delete(own);
  }

  /**
   * Notifies every listener once. If some throw, the first error is thrown at the end. A listener added during the call is not notified of
   * this event; one removed before its turn is skipped.
   */
  notify(...event: Event): void {
    const errors: unknown[] = [];
    for (const observer of [...this.all]) {
      if (!this.all.has(observer)) continue;
      try {
        observer(...event);
      } catch (error) {
        errors.push(error);
      }
    }
    if (errors.length > 0) throw errors[0];
  }
}
