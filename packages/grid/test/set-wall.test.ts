import { runs } from '@pf/testkit';
import { expect, test } from 'vitest';
import { Components, Grid, type Corners, type Movement, seededRandom, setWall } from '../src/index.ts';

const AROUND = [[1, 0], [0, 1], [-1, 0], [0, -1], [1, 1], [-1, 1], [-1, -1], [1, -1]] as const;

/** The steps from a cell by the rules, from a list of walls. */
function stepsFrom(grid: Grid, walls: ReadonlySet<string>, x: number, y: number): number[] {
  const isOpen = (ax: number, ay: number, bx: number, by: number): boolean => !walls.has(`${ax},${ay} ${bx},${by}`) && !walls.has(`${bx},${by} ${ax},${ay}`);
  const heads: number[] = [];
  for (const [dx, dy] of grid.movement === 'hex' ? [...AROUND.slice(0, 4), [1, -1], [-1, 1]] : grid.movement === 'four' ? AROUND.slice(0, 4) : AROUND) {
    const [u, w] = [x + dx, y + dy];
    if (grid.isBlocked(x, y) || grid.isBlocked(u, w)) continue;
    let isLegal = isOpen(x, y, u, w);
    if (dx !== 0 && dy !== 0 && grid.movement === 'eight') {
      const free = [grid.isFree(x + dx, y), grid.isFree(x, y + dy)].filter((is) => is).length;
      const ways = [isOpen(x, y, x + dx, y) && isOpen(x + dx, y, u, w), isOpen(x, y, x, y + dy) && isOpen(x, y + dy, u, w)].filter((is) => is).length;
      isLegal = { never: free === 2 && ways === 2, one: free > 0 && ways > 0, always: ways > 0 }[grid.corners];
    }
    if (isLegal) heads.push(grid.vertex(u, w));
  }
  return heads.sort((a, b) => a - b);
}

test.each<[Movement, Corners]>([['four', 'never'], ['hex', 'never'], ['eight', 'never'], ['eight', 'one'], ['eight', 'always']])('walls close steps as the rules say, over random edits: %s, %s', (movement, corners) => {
  const random = seededRandom(61);
  for (let round = 0; round < runs(40); round++) {
    const [width, height] = [2 + Math.floor(5 * random()), 2 + Math.floor(5 * random())];
    const grid = movement === 'eight' ? new Grid(width, height, { movement, corners }) : new Grid(width, height, { movement });
    const walls = new Set<string>(), components = new Components(grid), to = new Uint32Array(8), cost = new Float64Array(8), tails = new Uint32Array(grid.vertexCount);
    const cells = Array.from({ length: width * height }, (_, i) => [i % width, Math.floor(i / width)] as const);
    const listed = (): Map<number, number[]> => new Map(cells.map(([x, y]) => [grid.vertex(x, y), [...to.subarray(0, grid.successors(grid.vertex(x, y), to, cost))].sort((a, b) => a - b)]));
    for (let edit = 0; edit < 20; edit++) {
      const before = listed();
      const [x, y] = cells[Math.floor(cells.length * random())];
      const sides = movement === 'hex' ? [[1, 0], [0, 1], [1, -1]] : [[1, 0], [0, 1]];
      const [dx, dy] = sides[Math.floor(sides.length * random())];
      if (random() < 0.2) grid.setBlocked(x, y, random() < 0.5);
      else if (grid.contains(x + dx, y + dy)) {
        const isClosed = random() < 0.7, wall = `${x},${y} ${x + dx},${y + dy}`, ends = [grid.vertex(x, y), grid.vertex(x + dx, y + dy)];
        if (isClosed) walls.add(wall);
        else walls.delete(wall);
        if (random() < 0.5) ends.reverse();
        const changed = tails.slice(0, setWall(grid, ends[0], ends[1], isClosed, tails));
        const after = listed();
        for (const [v, heads] of after) if (heads.join() !== before.get(v)!.join()) expect(changed).toContain(v);
      }
      for (const [cx, cy] of cells) expect(listed().get(grid.vertex(cx, cy)), `${corners}: ${[...walls].join('; ')}\n${grid.toRows().join('\n')}\n${cx},${cy}`).toEqual(stepsFrom(grid, walls, cx, cy));
      // Every step leads both ways, so that components are certain.
      const [start] = cells[0], reached = new Set([grid.vertex(start, 0)]);
      for (const v of reached) for (const u of stepsFrom(grid, walls, grid.x(v), grid.y(v))) reached.add(u);
      if (grid.isFree(0, 0)) for (const [cx, cy] of cells) if (grid.isFree(cx, cy)) expect(components.same(grid.vertex(0, 0), grid.vertex(cx, cy))).toBe(reached.has(grid.vertex(cx, cy)));
    }
  }
});

test('takes two cells that share a side', () => {
  const grid = new Grid(3, 3);
  const [corner, diagonal, far] = [grid.vertex(0, 0), grid.vertex(1, 1), grid.vertex(2, 0)];
  expect(() => setWall(grid, corner, diagonal, true)).toThrow('A wall lies between two cells that share a side, but these share a corner.');
  expect(() => setWall(grid, corner, far, true)).toThrow('(2, 0) is not a neighbour of (0, 0)');
  expect(() => setWall(grid, corner, grid.vertex(1, 0), 1 as never)).toThrow('isClosed must be');
  expect(() => setWall({} as never, 0, 1, true)).toThrow('setWall takes a Grid');
  expect(grid.version).toBe(0);
});
