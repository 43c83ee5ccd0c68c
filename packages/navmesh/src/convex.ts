/**
 * A convex polygon as triangles, each with an area, however many of its corners are straight: a side with corners on it has
 * neighbours at every piece, and a triangle without area would be lost between them. `turns` says of three corners whether the
 * middle one is a real one.
 */
export function triangulateConvex(polygon: readonly number[], turns: (a: number, b: number, c: number) => boolean): [number, number, number][] {
  const ring = [...polygon];
  const triangles: [number, number, number][] = [];
  const corner = (i: number): number => ring[(i + ring.length) % ring.length];
  const isReal = (i: number): boolean => turns(corner(i - 1), corner(i), corner(i + 1));
  // Without a real corner that comes after straight ones, the last of those is real.
  const ear = (): number => (ring.length > 3 ? ring.findIndex((_, i) => isReal(i) && !isReal(i - 1)) : -1);
  for (let i = ear(); i >= 0; i = ear()) {
    triangles.push([corner(i - 1), corner(i), corner(i + 1)]);
    ring.splice(i, 1);
  }
  // Now all are, and a fan will do.
  for (let i = 2; i < ring.length; i++) triangles.push([ring[0], ring[i - 1], ring[i]]);
  return triangles;
}
