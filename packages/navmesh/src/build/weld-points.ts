/**
 * Merges points that are at most `snap` apart in the plane and `climb` in height; each is merged into the first such point. Returns the new number of
 * each point, and the remaining points.
 */
export function weldPoints(points: readonly (readonly number[])[], snap: number, climb: number): { xs: number[]; ys: number[]; zs: number[]; became: number[] } {
  const xs: number[] = [], ys: number[] = [], zs: number[] = [];
  const places = new Map<number, number[]>();
  const find = (x: number, y: number, z: number): number => {
    // Cells of two snaps, so that everything within one snap is in this cell or its neighbours. Distant cells may share a key.
    const column = Math.floor(x / (2 * snap)), row = Math.floor(y / (2 * snap));
    for (let dx = -1; dx <= 1; dx++) {
      for (let dy = -1; dy <= 1; dy++) {
        for (const i of places.get(key(column + dx, row + dy)) ?? []) {
          if ((xs[i] - x) ** 2 + (ys[i] - y) ** 2 <= snap * snap && Math.abs(zs[i] - z) <= climb) return i;
        }
      }
    }
    const id = xs.push(x) - 1, cell = places.get(key(column, row));
    ys.push(y);
    zs.push(z);
    if (cell === undefined) places.set(key(column, row), [id]);
    else cell.push(id);
    return id;
  };
  const became = points.map(([x, y, z = 0]) => find(x, y, z));
  return { xs, ys, zs, became };
}

function key(x: number, y: number): number {
  return x * 73856093 + y * 19349663;
}
