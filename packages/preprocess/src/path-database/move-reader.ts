import type { Graph } from '@pf/graph';
import { NO_VERTEX } from '@pf/graph';
import type { Grid } from '@pf/grid';
import type { OctileWalk } from './octile-moves.ts';
import { MOVE_BITS, NONE, OCTILE } from './path-rows.ts';
import type { RowReader, Rows } from './row-reader.ts';
import { runAt } from './row-reader.ts';

/** The move from `v` towards `goal`; NONE if there is no path. */
function moveAt({ places, first, words }: Rows, v: number, goal: number): number {
  const low = first[places[v]];
  const high = first[places[v] + 1];
  return low === high ? NONE : runAt(words, low, high, ((places[goal] << MOVE_BITS) | NONE) >>> 0) & NONE;
}

/** Reads rows of arcs, of any graph. */
export class ArcReader implements RowReader {
  /** Cost of the last step. */
  arcCost = 0;
  readonly byteLength = 0;
  private readonly to: Uint32Array;
  private readonly arcs: Float64Array;

  constructor(
    private readonly graph: Graph,
    private readonly rows: Rows,
  ) {
    this.to = new Uint32Array(graph.maxDegree);
    this.arcs = new Float64Array(graph.maxDegree);
  }

  stretch(v: number, goal: number): number {
    return this.step(v, goal);
  }

  step(v: number, goal: number): number {
    const arc = moveAt(this.rows, v, goal);
    if (arc === NONE) return NO_VERTEX;
    this.graph.successors(v, this.to, this.arcs);
    this.arcCost = this.arcs[arc];
    return this.to[arc];
  }
}

/** Reads rows of directions, of a uniform 8-connected grid. */
export class DirectionReader implements RowReader {
  readonly byteLength = 0;
  private readonly offsets: Int32Array;

  constructor(
    grid: Grid,
    private readonly rows: Rows,
    private readonly walk: OctileWalk,
  ) {
    this.offsets = grid.offsets;
  }

  stretch(v: number, goal: number): number {
    return this.step(v, goal);
  }

  step(v: number, goal: number): number {
    const move = moveAt(this.rows, v, goal);
    if (move < OCTILE) return v + this.offsets[move];
    return move === OCTILE ? this.walk.step(v, goal) : NO_VERTEX;
  }
}
