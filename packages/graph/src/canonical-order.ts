/**
 * The direction of arrival of a root, which was reached from nowhere: its row of the table has all legal moves.
 *
 * @example
 * ```ts
 * import { canonicalOrder, NO_DIRECTION } from '@pf/graph/kit';
 *
 * canonicalOrder(false)[(NO_DIRECTION << 8) | 255]; // → 255
 * ```
 */
export const NO_DIRECTION = 8;

/**
 * Which moves are worth making, by the direction of arrival (0 … 7, or NO_DIRECTION) and the byte of legal moves: entry
 * `direction << 8 | moves`. Directions are those of an 8-connected grid: E, S, W, N, SE, SW, NW, NE.
 *
 * A move is left out where the vertex that it leads to is reached from the parent as cheaply without this vertex, diagonal
 * steps first (the natural and forced neighbours of Harabor & Grastien, "Online Graph Pruning for Pathfinding on Grid Maps",
 * AAAI 2011, without the jumps; "canonical ordering" in Sturtevant & Rabin, IJCAI 2016). The paper's rules are for
 * grids where diagonal steps may cut corners; those for grids where they may not follow from the same comparison.
 *
 * It needs straight < diagonal < 2 · straight, equal terrain, and moves that lead both ways. Then a move is left
 * out either because the other way is shorter, so that the move is on no optimal path, or because the other way is as long and ends in
 * a straight step where the move is diagonal. A straight move on an optimal path is never left out; hence
 * every vertex keeps a parent that gives it its optimal label, whatever the order of ties, under A* with re-opening too.
 *
 * @example
 * ```ts
 * import { canonicalOrder } from '@pf/graph/kit';
 *
 * // Arrived eastwards in the open: only the move east is left of all eight.
 * canonicalOrder(false)[(0 << 8) | 255]; // → 1
 * ```
 */
export function canonicalOrder(cornersCut: boolean): Uint8Array {
  const table = new Uint8Array(9 << 8);
  for (let moves = 0; moves < 256; moves++) {
    table[(NO_DIRECTION << 8) | moves] = moves;
    const legal = (direction: number): boolean => ((moves >> direction) & 1) === 1;
    for (let ahead = 0; ahead < 4; ahead++) {
      table[(ahead << 8) | moves] = straight(ahead, cornersCut, legal) & moves;
      const diagonal = ahead + 4;
      table[(diagonal << 8) | moves] = diagonalFirst(diagonal, legal) & moves;
    }
  }
  return table;
}

/**
 * For worlds that allow nothing better: every legal move but the one straight back.
 *
 * @example
 * ```ts
 * import { allButBack } from '@pf/graph/kit';
 *
 * // Four directions, arrived eastwards: back is west.
 * allButBack([2, 3, 0, 1], 4)[(0 << 8) | 15]; // → 11
 * ```
 */
export function allButBack(opposite: readonly number[], degree: number): Uint8Array {
  const table = new Uint8Array(9 << 8);
  for (let direction = 0; direction <= NO_DIRECTION; direction++) {
    const back = direction < degree ? 1 << opposite[direction] : 0;
    for (let moves = 0; moves < 256; moves++) table[(direction << 8) | moves] = moves & ~back;
  }
  return table;
}

/** The diagonal between two neighbouring straight directions: SE lies between E and S, and so on round. */
function between(a: number, b: number): number {
  return (a + 1) % 4 === b ? a + 4 : b + 4;
}

function straight(ahead: number, cornersCut: boolean, legal: (direction: number) => boolean): number {
  const behind = (ahead + 2) % 4;
  let kept = 1 << ahead;
  for (const side of [(ahead + 1) % 4, (ahead + 3) % 4]) {
    const forward = 1 << between(ahead, side);
    if (cornersCut) {
      // The parent steps to the side cell itself; only where that is blocked is the diagonal ours.
      if (!legal(side)) kept |= forward;
    } else if (!legal(between(behind, side))) {
      // The cell beside the parent is blocked, so that the parent can neither pass it nor step past it.
      kept |= (1 << side) | forward;
    }
  }
  return kept;
}

function diagonalFirst(diagonal: number, legal: (direction: number) => boolean): number {
  const a = diagonal - 4;
  const b = (a + 1) % 4;
  const backA = (a + 2) % 4;
  const backB = (b + 2) % 4;
  let kept = (1 << diagonal) | (1 << a) | (1 << b);
  // A blocked cell beside the step just made, which must have cut its corner: what lies past it is reached only by turning here.
  if (!legal(backA)) kept |= 1 << between(backA, b);
  if (!legal(backB)) kept |= 1 << between(backB, a);
  return kept;
}
