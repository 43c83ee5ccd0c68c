/** A first-in, first-out queue that holds each entry at most once. Constant time per operation, except `delete`. */
export class RequestQueue<T> {
  private readonly entries: T[] = [];
  private readonly present = new Set<T>();
  private head = 0;

  get isEmpty(): boolean {
    return this.head === this.entries.length;
  }

  push(entry: T): void {
    if (this.present.has(entry)) return;
    this.present.add(entry);
    this.entries.push(entry);
  }

  delete(entry: T): void {
    if (this.present.delete(entry)) this.entries.splice(this.entries.indexOf(entry, this.head), 1);
  }

  /** Removes the first entry and returns it; undefined if there is none. */
  shift(): T | undefined {
    const entry = this.entries[this.head++];
    this.present.delete(entry);
    // Frees the served part once it is the larger one.
    if (2 * this.head > this.entries.length) {
      this.entries.splice(0, this.head);
      this.head = 0;
    }
    return entry;
  }
}
