/**
 * The direction of arrival of a search's root, which has no parent: all legal moves are kept.
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
 * A table of the moves that are enough to find cheapest paths. Its index is `direction << 8 | moves`: the direction of arrival (0 … 7, or NO_DIRECTION) and the
 * byte of legal moves. Directions are those of an 8-connected grid: E, S, W, N, SE, SW, NW, NE.
 *
 * Conditions: straight < diagonal < 2 · straight, equal terrain, and every move also possible in reverse.
 *
 * A move is left out if its target is reached from the parent as cheaply without this vertex, diagonal steps first. What remains are the natural and forced
 * neighbours of Harabor & Grastien, "Online Graph Pruning for Pathfinding on Grid Maps", AAAI 2011, without the jumps ("canonical ordering" in Sturtevant &
 * Rabin, IJCAI 2016). The paper's rules are for grids where diagonal steps may cut corners. Those for other grids follow from the same comparison.
 *
 * Why cheapest paths survive: a move is left out because another path is shorter, or because it is equally long and ends in a straight step
 * where this one ends in a diagonal. A straight move on an optimal path is never left out. So every vertex keeps a parent of optimal cost, with any
 * tie-breaking, and also under A* with re-opening.
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
 * For worlds without a canonical order: keeps every legal move except the one straight back.
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

/** The diagonal between two neighbouring straight directions, such as SE between E and S. */
function between(a: number, b: number): number {
  return (a + 1) % 4 === b ? a + 4 : b + 4;
}

function straight(ahead: number, cornersCut: boolean, legal: (direction: number) => boolean): number {
  const behind = (ahead + 2) % 4;
  let kept = 1 << ahead;
  for (const side of [(ahead + 1) % 4, (ahead + 3) % 4]) {
    const forward = 1 << between(ahead, side);
    if (cornersCut) {
      // The parent can step to the side cell directly. Only if that is blocked does the diagonal lead through this cell.
      if (!legal(side)) kept |= forward;
    } else if (!legal(between(behind, side))) {
      // The cell beside the parent is blocked: the parent can neither enter it nor cut its corner.
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
  // The last step cut the corner of a blocked cell. The cell behind it can be reached only by turning here.
  if (!legal(backA)) kept |= 1 << between(backA, b);
  if (!legal(backB)) kept |= 1 << between(backB, a);
  return kept;
}
