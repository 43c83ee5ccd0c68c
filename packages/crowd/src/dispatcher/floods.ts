import type { Graph } from '@pf/graph';
import { NO_VERTEX } from '@pf/graph';
import { ArcBuffer } from '@pf/graph/kit';
import { checkPredecessors } from './check-predecessors.ts';

/** The bits of the marks: vertices that the start reaches, and vertices that reach the goal. */
const AHEAD = 1;
const BEHIND = 2;

/** The vertices that a flood has reached: a list from the front or the back of the queue. No vertex is in both. */
interface Flood {
  /** The bit of the marks of its vertices. */
  readonly bit: number;
  readonly first: number;
  readonly direction: 1 | -1;
  count: number;
  /** The number of vertices whose arcs were read. */
  read: number;
}

/**
 * Finds out in small steps whether a path leads from a start to a goal: one flood runs forward from the start, one backward from the goal, in turns. The first to end without
 * meeting the other has found a closed part: vertices that no arc leaves. Follows reported edits. Memory: 5 bytes per vertex.
 */
export class Floods {
  start = NO_VERTEX;
  goal = NO_VERTEX;
  /** Whether an edit was reported meanwhile. */
  isEdited = false;
  private readonly marks: Uint8Array;
  private readonly queue: Uint32Array;
  private readonly ahead: Flood;
  private readonly behind: Flood;
  private arcs: ArcBuffer;

  constructor(public graph: Graph) {
    const { vertexCount } = graph;
    this.marks = new Uint8Array(vertexCount);
    this.queue = new Uint32Array(vertexCount);
    this.ahead = { bit: AHEAD, first: 0, direction: 1, count: 0, read: 0 };
    this.behind = { bit: BEHIND, first: vertexCount - 1, direction: -1, count: 0, read: 0 };
    this.arcs = new ArcBuffer(graph);
  }

  /** Begins, in place of what ran before. `graph` may be another with the same vertices. */
  begin(start: number, goal: number, graph = this.graph): this {
    if (graph !== this.graph) this.arcs = new ArcBuffer(graph);
    this.graph = graph;
    this.start = start;
    this.goal = goal;
    this.isEdited = false;
    this.clear(this.ahead);
    this.clear(this.behind);
    this.reach(this.ahead, start);
    this.reach(this.behind, goal);
    return this;
  }

  /** The number of expansions so far. */
  get read(): number {
    return this.ahead.read + this.behind.read;
  }

  /** Whether one of the floods has been at a vertex of a query. */
  concerns(start: number, goal: number): boolean {
    return (this.marks[start] & AHEAD) !== 0 || (this.marks[goal] & BEHIND) !== 0;
  }

  /** Reads the arcs of one vertex. Returns whether the floods have met, or 'closed' if one has ended; undefined if they go on. Throws what the graph throws, and if it is searched forward only. */
  step(): 'met' | 'closed' | undefined {
    const { marks, ahead, behind, queue, graph } = this;
    const { to, cost } = this.arcs;
    const isAhead = ahead.read < behind.read;
    const [own, other] = isAhead ? [ahead, behind] : [behind, ahead];
    if (own.read === own.count) {
      if (behind.count === 1) checkPredecessors(graph, this.start);
      return 'closed';
    }
    const v = queue[own.first + own.direction * own.read++];
    const n = isAhead ? graph.successors(v, to, cost) : graph.predecessors(v, to, cost);
    for (let k = 0; k < n; k++) {
      if ((marks[to[k]] & other.bit) !== 0) return 'met';
      this.reach(own, to[k]);
    }
    return undefined;
  }

  /** Once `step` has returned 'closed': whether `v` is in the closed part, which has the start, but not the goal. */
  isInPart(v: number): boolean {
    return this.ahead.read < this.behind.read ? (this.marks[v] & AHEAD) !== 0 : (this.marks[v] & BEHIND) === 0;
  }

  /** Follows an edit of the arcs that leave these vertices. Returns whether the floods have met. */
  arcsChanged(tails: ArrayLike<number>, n: number): boolean {
    const { to, cost } = this.arcs;
    for (let i = 0; i < n; i++) {
      const count = this.graph.successors(tails[i], to, cost);
      for (let k = 0; k < count; k++) if (this.addArc(tails[i], to[k])) return true;
    }
    return false;
  }

  /** Follows an arc that may be new. Returns whether the floods have met. */
  addArc(tail: number, head: number): boolean {
    const { marks, ahead, behind } = this;
    this.isEdited = true;
    const isReached = (marks[tail] & AHEAD) !== 0;
    const reachesGoal = (marks[head] & BEHIND) !== 0;
    if (isReached && reachesGoal) return true;
    if (isReached) this.reach(ahead, head);
    else if (reachesGoal) this.reach(behind, tail);
    return false;
  }

  /** Forgets the vertices of a flood. That takes as long as the flood took, not as long as the map is large. */
  private clear(flood: Flood): void {
    for (let i = 0; i < flood.count; i++) this.marks[this.queue[flood.first + flood.direction * i]] = 0;
    flood.count = flood.read = 0;
  }

  /** Adds a vertex to a flood, if it is new. */
  private reach(flood: Flood, v: number): void {
    if ((this.marks[v] & flood.bit) !== 0) return;
    this.marks[v] |= flood.bit;
    this.queue[flood.first + flood.direction * flood.count++] = v;
  }
}
