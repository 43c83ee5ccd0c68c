import type { Graph } from '@pf/graph';
import { NO_VERTEX } from '@pf/graph';
import { ArcBuffer, canonicalOrder } from '@pf/graph/kit';
import type { Grid } from '@pf/grid';
import type { OctileWalk } from '../octile-walk.ts';
import { MOVE_BITS, NONE, OCTILE } from './path-rows.ts';
import type { PathWriter, RowReader, Rows } from './row-reader.ts';
import { runAt } from './row-reader.ts';

/** The move from `v` towards `goal`; NONE if there is no path. */
function moveAt({ places, first, words }: Rows, v: number, goal: number): number {
  const low = first[places[v]];
  const high = first[places[v] + 1];
  return low === high ? NONE : runAt(words, low, high, ((places[goal] << MOVE_BITS) | NONE) >>> 0) & NONE;
}

/** Reads rows of arcs, of any graph. */
export class ArcReader implements RowReader, PathWriter {
  written = 0;
  private arcCost = 0;
  readonly byteLength = 0;
  private readonly arcs: ArcBuffer;

  constructor(
    private readonly graph: Graph,
    private readonly rows: Rows,
  ) {
    this.arcs = new ArcBuffer(graph);
  }

  stretch(v: number, goal: number): number {
    return this.step(v, goal);
  }

  step(v: number, goal: number): number {
    const arc = moveAt(this.rows, v, goal);
    if (arc === NONE) return NO_VERTEX;
    const { to, cost } = this.arcs;
    this.graph.successors(v, to, cost);
    this.arcCost = cost[arc];
    return to[arc];
  }

  begin(): void {
    this.written = 0;
  }

  write(_from: number, to: number, out: Uint32Array, at: number): number {
    this.written += this.arcCost;
    out[at] = to;
    return at + 1;
  }
}

/** Reads rows of directions, of a uniform 8-connected grid. */
export class DirectionReader implements RowReader {
  readonly byteLength = 0;
  private readonly offsets: Int32Array;
  private readonly moves: Uint8Array;
  private readonly order: Uint8Array;

  constructor(
    grid: Grid,
    private readonly rows: Rows,
    private readonly walk: OctileWalk,
  ) {
    this.offsets = grid.offsets;
    this.moves = grid.moves;
    this.order = canonicalOrder(grid.corners !== 'never');
    // Each cell with a position has moves, and then a row.
    const { first } = rows;
    const empty = first.findIndex((at, place) => at === first[place + 1]);
    if (empty >= 0) throw new RangeError(`The row at position ${empty} has no words: build it anew, or, if these are rows at jump points, pass { rows: 'jump-points' }.`);
  }

  /** Takes a straight move, and repeats it as long as it is the only canonical move. The rows have moves of canonical paths, so they would say the same. */
  stretch(v: number, goal: number): number {
    const direction = this.direction(v, goal);
    if (direction === NONE) return NO_VERTEX;
    const { moves, order } = this;
    const step = this.offsets[direction];
    let u = v + step;
    while (direction < 4 && u !== goal && order[(direction << 8) | moves[u]] === 1 << direction) u += step;
    return u;
  }

  step(v: number, goal: number): number {
    const direction = this.direction(v, goal);
    return direction === NONE ? NO_VERTEX : v + this.offsets[direction];
  }

  private direction(v: number, goal: number): number {
    const move = moveAt(this.rows, v, goal);
    return move === OCTILE ? this.walk.direction(v, goal) : move;
  }
}
