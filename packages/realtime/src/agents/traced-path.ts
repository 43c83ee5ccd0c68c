import { nextStamp } from '@pf/graph/kit';

/** The arcs of a traced path, by their tails. `begin` clears it. */
export class TracedPath {
  readonly next: Int32Array;
  private readonly stamp: Uint32Array;
  // Starts at 1, since 0 is the stamp of all vertices before the first trace.
  private number = 1;

  constructor(vertexCount: number) {
    this.next = new Int32Array(vertexCount);
    this.stamp = new Uint32Array(vertexCount);
  }

  begin(): void {
    this.number = nextStamp(this.stamp, this.number);
  }

  set(v: number, next: number): void {
    this.stamp[v] = this.number;
    this.next[v] = next;
  }

  has(v: number): boolean {
    return this.stamp[v] === this.number;
  }
}
