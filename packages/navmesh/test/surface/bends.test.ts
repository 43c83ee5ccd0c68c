import { AStar } from '@pf/search';
import { expect, test } from 'vitest';
import { CorridorSearch, NavMesh, Polyanya } from '../../src/index.ts';

/** A floor, a ramp up, and an upper floor, in one line. */
function ramp(): NavMesh {
  return NavMesh.fromSurface({
    vertices: [[0, 0, 0], [4, 0, 0], [4, 2, 0], [0, 2, 0], [8, 0, 3], [8, 2, 3], [12, 0, 3], [12, 2, 3]], polygons: [[0, 1, 2, 3], [1, 4, 5, 2], [4, 6, 7, 5]],
  });
}

test('bends of the ground are added to a path in space on demand; the path from above and the cost stay', () => {
  const mesh = ramp();
  for (const planner of [new Polyanya(mesh), new CorridorSearch(mesh), new CorridorSearch(mesh, new AStar(mesh))]) {
    expect(planner.search(1, 1, 11, 1)).toBeCloseTo(10, 9);
    expect(planner.pathLength).toBe(2);
    const out = new Float64Array(4 * planner.pathInSpaceLength), flat = new Float64Array(4);
    expect(planner.pathInSpace(out)).toBe(4);
    expect([0, 1, 2, 3].map((i) => [...out.subarray(4 * i, 4 * i + 3)])).toEqual([[1, 1, 0], [4, 1, 0], [8, 1, 3], [11, 1, 3]]);
    expect(planner.path(flat)).toBe(2);
    expect([...flat]).toEqual([1, 1, 11, 1]);
    expect(planner.turnsInSpace(out)).toBe(2);
    expect([...out.subarray(0, 8)]).toEqual([1, 1, 0, -1, 11, 1, 3, -1]);
    expect(planner.cost).toBeCloseTo(10, 9);
  }
});

test('after an edit, a path that was not read before has its turns with heights, and no bends', () => {
  const mesh = ramp();
  for (const planner of [new Polyanya(mesh), new CorridorSearch(mesh), new CorridorSearch(mesh, new AStar(mesh))]) {
    planner.search(1, 1, 11, 1);
    const hole = [[5, 0.5], [6, 0.5], [6, 1.5], [5, 1.5]] as const;
    mesh.cut(hole);
    const out = new Float64Array(8);
    expect(planner.pathInSpace(out)).toBe(2);
    expect([...out]).toEqual([1, 1, 0, -1, 11, 1, 3, -1]);
    mesh.restore(hole);
  }
});
