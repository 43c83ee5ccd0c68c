import { LazyHeap } from '@pf/queues';

/** States of a vertex on one side of a front-to-end search; READY: open, and its f is not above the lower bound. */
export const WAITING = 1;
export const READY = 2;
export const CLOSED = 3;
export const STATES = 4;

/** The numbers of ready vertices by g, in the order of g. */
class Groups {
  readonly keys: number[] = [];
  readonly counts: number[] = [];

  add(g: number, n: 1 | -1): void {
    let low = 0;
    for (let high = this.keys.length; low < high; ) {
      const mid = (low + high) >> 1;
      if (this.keys[mid] < g) low = mid + 1;
      else high = mid;
    }
    if (this.keys[low] !== g) {
      this.keys.splice(low, 0, g);
      this.counts.splice(low, 0, 0);
    }
    this.counts[low] += n;
    if (this.counts[low] > 0) return;
    this.keys.splice(low, 1);
    this.counts.splice(low, 1);
  }
}

/** One of the two sides of a front-to-end search. */
export class Side {
  readonly g: Float64Array;
  readonly h: Float64Array;
  readonly parent: Int32Array;
  /** By vertex: the number of the query times four, plus its state. */
  readonly state: Uint32Array;
  /** Open vertices by f; by g (of `nbs` and `dvcbs` only the ready ones); by the priority of `mm`. An entry counts if its key is the present one. */
  readonly byF = new LazyHeap();
  readonly byG = new LazyHeap();
  readonly byPriority = new LazyHeap();
  groups = new Groups();
  /** Greatest g of an expanded vertex. */
  deepest = 0;

  constructor(vertexCount: number) {
    this.g = new Float64Array(vertexCount);
    this.h = new Float64Array(vertexCount);
    this.parent = new Int32Array(vertexCount);
    this.state = new Uint32Array(vertexCount);
  }

  clear(): void {
    this.byF.clear();
    this.byG.clear();
    this.byPriority.clear();
    this.groups = new Groups();
    this.deepest = 0;
  }
}
