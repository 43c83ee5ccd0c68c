import type { Graph } from '@pf/graph';
import { withCosts } from '@pf/graph';
import { Grid, LinkedGrid, seededRandom, TorusGrid } from '@pf/grid';
import { AStar } from '@pf/search';
import { runs } from '@pf/testkit';
import { expect, test } from 'vitest';
import { Dispatcher } from '../../src/index.ts';

test('steps of torus units do not cross over joined edges, nor elsewhere, whichever graph came first', () => {
  let diagonals = 0;
  for (let world = 0; world < runs(40); world++) {
    const random = seededRandom(world + 1);
    const whole = (below: number): number => Math.floor(random() * below);
    const grid = new Grid(4 + whole(3), 4 + whole(3));
    const { width, height } = grid;
    const torus = new TorusGrid(grid);
    const linked = new LinkedGrid(grid);
    linked.addLink({ from: grid.vertex(0, 0), to: grid.vertex(2, 2), cost: 3 });
    const others: Graph[] = [grid, linked, new Grid(width, height, { movement: 'four' })];
    const around = world % 2 === 0 ? torus : withCosts(torus, (_tail, _head, cost) => cost);
    const graphs = world % 4 < 2 ? [others[world % 3], around] : [around, others[world % 3]];
    const planners = graphs.map((graph) => new AStar(graph));
    const first = new Dispatcher(graphs[0], { planner: () => planners[0], collisions: 'avoid', shareFrom: Infinity });
    const second = first.join(graphs[1], { planner: () => planners[1], shareFrom: Infinity });
    const units: { army: Dispatcher; id: number }[] = [];
    for (let v = 0; v < width * height; v++) {
      const at = grid.vertex(v % width, Math.floor(v / width));
      const army = random() < 0.7 ? [first, second][graphs.indexOf(around)] : [second, first][graphs.indexOf(around)];
      if (random() < 0.5) units.push({ army, id: army.add(at) });
    }
    const positions = (): number[] => units.map(({ army, id }) => army.position(id));
    let before = positions();
    for (let frame = 0; frame < 60; frame++) {
      for (const { army, id } of units) if (army.status(id) === 'idle') army.order(id, grid.vertex(whole(width), whole(height)));
      first.frame({ expansions: 1e6 });
      const after = positions();
      // A diagonal step is known by the corner of cells that it passes, counted over the edges. A second one there crosses it.
      const corners = new Set<string>();
      for (const [i, from] of before.entries()) {
        const span = (a: number, b: number, size: number): number | undefined => ((a + 1) % size === b ? b : (b + 1) % size === a ? a : undefined);
        const [x, y] = [span(grid.x(from), grid.x(after[i]), width), span(grid.y(from), grid.y(after[i]), height)];
        if (x === undefined || y === undefined) continue;
        diagonals++;
        expect(corners.has(`${x},${y}`), `world ${world}, frame ${frame}: crossing at ${x},${y}`).toBe(false);
        corners.add(`${x},${y}`);
      }
      before = after;
    }
  }
  expect(diagonals).toBeGreaterThan(runs(40) * 50);
});
