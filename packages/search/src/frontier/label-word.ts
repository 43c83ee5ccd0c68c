/** The word of a lattice's label: the number of the search, whether the vertex is closed, and the direction of arrival in the lowest four bits. */
export const DIRECTION = 15;
export const CLOSED = 16;
export const STAMP_STEP = 32;
export const STAMP = -STAMP_STEP;
