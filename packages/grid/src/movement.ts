import { checkOption } from '@pf/graph/kit';

/** The neighbours to which a unit can step: the 4 sides of a square, all 8 neighbours, or the 6 neighbours of a hexagon. */
export type Movement = 'four' | 'eight' | 'hex';

/**
 * Whether a diagonal step of 'eight' may pass blocked cells beside it: 'never' (both must be free), 'one' (one
 * must be free), or 'always'. Depends only on whether cells are blocked, not on terrain costs.
 */
export type Corners = 'never' | 'one' | 'always';

/**
 * A direction by name; y grows downwards, so south is y + 1. Hexagons have no north or south. Their names are those of rows of hexagons with pointed tops. In
 * columns with flat tops, layouts 'odd-q' and 'even-q' of a `HexMap`, all are turned: 'southeast' is straight down, 'northwest' straight up, 'east' down right, 'west' up left.
 */
export type Direction = 'east' | 'south' | 'west' | 'north' | 'southeast' | 'southwest' | 'northwest' | 'northeast';

/** The directions of a movement, in the order of the bits of moves. */
export interface Directions {
  readonly names: readonly Direction[];
  readonly dx: readonly number[];
  readonly dy: readonly number[];
  /** The opposite direction. */
  readonly opposite: readonly number[];
}

const square: Directions = {
  // East, south, west, north: the tie-breaking order of the papers.
  names: ['east', 'south', 'west', 'north', 'southeast', 'southwest', 'northwest', 'northeast'],
  dx: [1, 0, -1, 0, 1, -1, -1, 1],
  dy: [0, 1, 0, -1, 1, 1, -1, -1],
  opposite: [2, 3, 0, 1, 6, 7, 4, 5],
};

const hexagon: Directions = {
  names: ['east', 'southeast', 'southwest', 'west', 'northwest', 'northeast'],
  dx: [1, 0, -1, -1, 0, 1],
  dy: [0, 1, 1, 0, -1, -1],
  opposite: [3, 4, 5, 0, 1, 2],
};

export function directionsOf(movement: Movement): Directions {
  return movement === 'hex' ? hexagon : square;
}

export function degreeOf(movement: Movement): number {
  return movement === 'four' ? 4 : movement === 'eight' ? 8 : 6;
}

/** The number of steps over this distance on an empty map, whatever the corners. */
export function stepsOver(movement: Movement, dx: number, dy: number): number {
  const [across, down] = [Math.abs(dx), Math.abs(dy)];
  if (movement === 'hex') return (across + down + Math.abs(dx + dy)) / 2;
  return movement === 'four' ? across + down : Math.max(across, down);
}

/** The tables that maps have in common, by their rules. */
const tables = new Map<string, Uint8Array>();

/** The legal moves for each of the 512 patterns of free cells around a cell: one table for all maps with these rules, which must not be changed. */
export function movesByPicture(movement: Movement, corners: Corners): Uint8Array {
  const rules = `${movement} ${corners}`;
  let table = tables.get(rules);
  if (table === undefined) tables.set(rules, (table = newTable(movement, corners)));
  return table;
}

function newTable(movement: Movement, corners: Corners): Uint8Array {
  const { dx, dy } = directionsOf(movement);
  const degree = degreeOf(movement);
  const table = new Uint8Array(512);
  for (let picture = 0; picture < 512; picture++) {
    // Three bits a column, from the west, so that a shift adds the next column.
    const free = (x: number, y: number): number => (picture >> ((1 - x) * 3 + y + 1)) & 1;
    if (free(0, 0) === 0) continue;
    for (let d = 0; d < degree; d++) {
      if (free(dx[d], dy[d]) === 0) continue;
      const beside = free(dx[d], 0) + free(0, dy[d]);
      if (movement === 'eight' && d >= 4 && corners !== 'always' && beside < (corners === 'never' ? 2 : 1)) continue;
      table[picture] |= 1 << d;
    }
  }
  return table;
}

/** Throws unless these are valid rules: untyped callers may pass anything. */
export function checkRules(movement: Movement, corners: Corners): void {
  checkOption('movement', movement, ['four', 'eight', 'hex']);
  checkOption('corners', corners, ['never', 'one', 'always']);
}
