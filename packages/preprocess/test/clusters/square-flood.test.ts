import { Grid, seededRandom } from '@pf/grid';
import { drawWorld, oracleDistances, rulesOf, runs, worlds } from '@pf/testkit';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { SquareFlood } from '../../src/clusters/square-flood.ts';

test('costs within a square are those of a map of only that square, in both directions', () => {
  let checked = 0;
  const property = fc.property(worlds({ maxSize: 20, sides: true }), fc.nat(), (world, pick) => {
    const grid = Grid.fromRows(world.rows, rulesOf(world));
    const random = seededRandom(pick);
    const below = (n: number): number => Math.floor(random() * n);
    // Patches of equal ground, and single cells that differ.
    if (below(2) === 0) for (let i = below(5); i >= 0; i--) grid.setRectangle(below(grid.width), below(grid.height), 1, 1, 1 + below(255));
    if (below(2) === 0) grid.setRectangle(0, 0, 1 + below(grid.width), 1 + below(grid.height), 1 + below(9));
    for (const { x, y, ...sides } of world.sides) grid.setSides(x, y, sides);
    const flood = new SquareFlood(grid, 20);
    for (let round = 0; round < 3; round++) {
      const [left, top] = [below(grid.width), below(grid.height)];
      const square = { left, top, right: left + 1 + below(grid.width - left), bottom: top + 1 + below(grid.height - top) };
      const cut = new Grid(square.right - left, square.bottom - top, rulesOf(world));
      for (let y = 0; y < cut.height; y++) {
        for (let x = 0; x < cut.width; x++) {
          const v = grid.vertex(left + x, top + y);
          cut.setCost(x, y, grid.cells[v]);
          if (grid.sides !== undefined) cut.setSides(x, y, { enter: grid.sides.enter[v], leave: grid.sides.leave[v] });
        }
      }
      const cells = Array.from({ length: cut.width * cut.height }, (_, i) => ({ x: i % cut.width, y: Math.floor(i / cut.width) })).filter(({ x, y }) => cut.isFree(x, y));
      if (cells.length === 0) continue;
      const at = ({ x, y }: { x: number; y: number }): number => grid.vertex(left + x, top + y);
      const source = cells[below(cells.length)];
      const targets = below(2) === 0 ? cells : [cells[below(cells.length)], cells[below(cells.length)], cells[below(cells.length)]];
      const from = below(2) * below(targets.length);
      const backward = below(2) === 0;
      flood.load(square);
      flood.flood(at(source), backward, targets === cells ? undefined : targets.map(at), from);
      const forth = oracleDistances(cut, cut.vertex(source.x, source.y));
      for (const target of backward ? targets.slice(from).slice(0, 8) : targets.slice(from)) {
        const v = cut.vertex(target.x, target.y);
        const truth = backward ? oracleDistances(cut, v)[cut.vertex(source.x, source.y)] : forth[v];
        const cost = flood.cost(at(target));
        if (truth === cost || Math.abs(truth - cost) <= 1e-9 * truth) checked++;
        else expect(cost, `${JSON.stringify({ square, source, target, backward })} in\n${drawWorld(world)}\n${grid.toRows().join('\n')}`).toBe(truth);
      }
      if (flood.symmetric) expect(cells.every(({ x, y }) => cut.cost(x, y) === cut.cost(cells[0].x, cells[0].y)) && cut.sides === undefined).toBe(true);
    }
  });
  fc.assert(property, { numRuns: runs(1500), seed: 2016 });
  expect(checked).toBeGreaterThan(5 * runs(1500));
});
