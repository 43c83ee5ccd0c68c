import { NO_VERTEX } from '@pf/graph';

/** In no list. */
const ABSENT = -(2 ** 31);

/** The children of each vertex of a search tree, as linked lists. Memory: 12 bytes a vertex. */
export class ChildLists {
  /** By vertex: its first child, and the next child of its parent; NO_VERTEX if there is none. */
  readonly first: Int32Array;
  readonly next: Int32Array;
  /** By vertex: the child before it, or the complement (~) of the parent whose first child it is. */
  private readonly previous: Int32Array;

  constructor(vertexCount: number) {
    this.first = new Int32Array(vertexCount);
    this.next = new Int32Array(vertexCount);
    this.previous = new Int32Array(vertexCount);
    this.clear();
  }

  clear(): void {
    this.first.fill(NO_VERTEX);
    this.previous.fill(ABSENT);
  }

  /** Makes `v` the first child of `parent`; with NO_VERTEX, the child of none. */
  move(v: number, parent: number): void {
    const { first, next, previous } = this;
    if (previous[v] !== ABSENT) {
      if (previous[v] >= 0) next[previous[v]] = next[v];
      else first[~previous[v]] = next[v];
      if (next[v] !== NO_VERTEX) previous[next[v]] = previous[v];
      previous[v] = ABSENT;
    }
    if (parent === NO_VERTEX) return;
    next[v] = first[parent];
    if (next[v] !== NO_VERTEX) previous[next[v]] = v;
    first[parent] = v;
    previous[v] = ~parent;
  }
}
