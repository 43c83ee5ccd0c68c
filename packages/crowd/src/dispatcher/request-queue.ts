/** A first-in, first-out queue that holds each entry at most once. Constant time per operation. */
export class RequestQueue<T> {
  private readonly entries = new Set<T>();
  /** Continued by every `shift`. From the beginning, it would pass the gaps that the entries before have left. */
  private rest = this.entries.values();

  get isEmpty(): boolean {
    return this.entries.size === 0;
  }

  has(entry: T): boolean {
    return this.entries.has(entry);
  }

  push(entry: T): void {
    this.entries.add(entry);
  }

  delete(entry: T): void {
    // An iterator may keep what the set held before it grew.
    if (this.entries.delete(entry)) this.rest = this.entries.values();
  }

  /** Removes the first entry and returns it; undefined if there is none. */
  shift(): T | undefined {
    if (this.isEmpty) return undefined;
    let next = this.rest.next();
    if (next.done === true) next = (this.rest = this.entries.values()).next();
    this.entries.delete(next.value as T);
    return next.value;
  }
}
