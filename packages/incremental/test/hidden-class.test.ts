import { Grid } from '@pf/grid';
import { expect, test } from 'vitest';
import { planners } from './planners.ts';

/** The names of the fields of an object and of the objects that it holds, by path. */
function fieldsOf(held: object, path: string, deep = 6, found = new Map<object, readonly [path: string, names: readonly string[]]>()): typeof found {
  if (deep === 0 || found.has(held) || ArrayBuffer.isView(held) || Array.isArray(held)) return found;
  found.set(held, [path, Object.keys(held)]);
  for (const [name, value] of Object.entries(held)) if (typeof value === 'object' && value !== null) fieldsOf(value as object, `${path}.${name}`, deep - 1, found);
  return found;
}

// A field that a search adds gives the object another hidden class. Each new planner then discards the compiled code of those before.
test.each(Object.keys(planners))('%s has all its fields when it is made, and so has its grid', (name) => {
  for (const rules of [{ movement: 'eight', metric: '5/7' }, { movement: 'four' }] as const) {
    const grid = new Grid(12, 12, rules);
    const planner = planners[name](grid, grid.heuristic());
    const before = [...fieldsOf({ planner, grid }, '')];
    const tails = new Uint32Array(grid.vertexCount);
    planner.begin(grid.vertex(0, 5), grid.vertex(11, 5));
    for (let x = 3; x < 9; x += 2) {
      planner.run();
      planner.moveTo(planner.next());
      planner.arcsChanged(tails, grid.setRectangle(x, 2, 1, 7, 0, tails));
    }
    planner.run();
    planner.arcsChanged(tails, grid.setRectangle(0, 0, 12, 12, 1, tails));
    planner.goalMovedTo(grid.vertex(11, 11));
    planner.run();
    expect(before.length).toBeGreaterThan(5);
    for (const [held, [path, names]] of before) expect([path, Object.keys(held)]).toEqual([path, names]);
  }
});
