/** The corners of a hexagon relative to its centre in thirds of a step, in the order of the sides between them; the first once more at the end. */
export const cornerX = [2, 1, -1, -2, -1, 1, 2];
export const cornerY = [-1, 1, 2, 1, -1, -2, -1];
