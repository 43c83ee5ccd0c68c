/** The grids of `HexMap`s that have blocked cells beside the rectangle of hexagons. */
export const paddedHexGrids = new WeakSet<object>();
