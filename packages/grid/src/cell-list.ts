import type { SideMasks } from './legal-moves.ts';

/** Buffers for the arguments of `setCells`. */
export interface CellList extends SideMasks {
  readonly vertices: Uint32Array;
  readonly costs: Uint8Array;
}

export function cellList(cells: number): CellList {
  return { vertices: new Uint32Array(cells), costs: new Uint8Array(cells), enter: new Uint8Array(cells), leave: new Uint8Array(cells) };
}
