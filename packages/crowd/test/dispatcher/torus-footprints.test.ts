import { withCosts } from '@pf/graph';
import { Grid, LinkedGrid, seededRandom, TorusGrid } from '@pf/grid';
import { AStar } from '@pf/search';
import { runs } from '@pf/testkit';
import { expect, test } from 'vitest';
import { Dispatcher } from '../../src/index.ts';

const SHAPES = [{ dx: [0], dy: [0] }, { dx: [0, 1], dy: [0, 0] }, { dx: [0, 1, 0, 1], dy: [0, 0, 1, 1] }, { dx: [-1, 0, 1], dy: [0, 0, 0] }] as const;
type Shape = (typeof SHAPES)[number];
type Joins = 'both' | 'columns' | 'rows';

const beyond = (value: number, size: number, isJoined: boolean): number => (isJoined ? (value + size) % size : value);

/** The cells that a unit covers, by coordinates, on a map with joined edges. Shares no code with the packages. */
function cellsOf(ground: Grid, joins: Joins, { dx, dy }: Shape, x: number, y: number): string[] {
  return dx.map((step, i) => `${beyond(x + step, ground.width, joins !== 'rows')},${beyond(y + dy[i], ground.height, joins !== 'columns')}`);
}

test('units of several shapes lie over joined edges, and no two ever cover a cell or exchange cells', () => {
  let overEdge = 0;
  let moved = 0;
  for (let world = 0; world < runs(40); world++) {
    const random = seededRandom(world + 1);
    const whole = (below: number): number => Math.floor(random() * below);
    const joins = (['both', 'columns', 'rows'] as const)[world % 3];
    const ground = new Grid(9 + whole(4), 8 + whole(4), { movement: world % 2 === 0 ? 'four' : 'eight' });
    const { width, height } = ground;
    if (world % 4 === 0) ground.setBlocked(whole(width), whole(height), true);
    const armies: { shape: Shape; army: Dispatcher; map: Grid; cells: (v: number) => string[] }[] = [];
    for (const shape of SHAPES.slice(0, 2 + whole(3))) {
      const cells = (v: number): string[] => cellsOf(ground, joins, shape, ground.x(v), ground.y(v));
      const map = new Grid(width, height, ground);
      for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) map.setBlocked(x, y, !cellsOf(ground, joins, shape, x, y).every((cell) => ground.isFree(...(cell.split(',').map(Number) as [number, number]))));
      const torus = new TorusGrid(map, { joins });
      const graph = world % 5 === 0 ? withCosts(torus, (_from, _to, cost) => cost) : torus;
      const astar = new AStar(graph);
      const options = { planner: () => astar, shareFrom: 2, footprint: { ground, ...shape, grid: world % 2 === 0 ? torus : map } };
      armies.push({ shape, map, cells, army: armies.length === 0 ? new Dispatcher(graph, { ...options, collisions: 'avoid' }) : armies[0].army.join(graph, options) });
    }
    const units: { kind: (typeof armies)[number]; id: number }[] = [];
    const covered = new Set<string>();
    for (let attempt = 0; attempt < 60 && covered.size < 0.2 * width * height; attempt++) {
      const kind = armies[whole(armies.length)];
      const v = ground.vertex(random() < 0.5 ? width - 1 : whole(width), random() < 0.5 ? height - 1 : whole(height));
      if (kind.map.cells[v] === 0) continue;
      const cells = kind.cells(v);
      expect(kind.army.isTaken(v)).toBe(cells.some((cell) => covered.has(cell)));
      if (cells.some((cell) => covered.has(cell))) continue;
      for (const cell of cells) covered.add(cell);
      units.push({ kind, id: kind.army.add(v) });
    }
    for (const { kind, id } of units) {
      let goal: number;
      do goal = ground.vertex(whole(width), whole(height)); while (kind.map.cells[goal] === 0);
      kind.army.order(id, goal);
    }
    // One army gathers around a goal at the edge.
    const [first] = armies;
    const group = units.filter(({ kind }) => kind === first).map(({ id }) => id);
    if (world % 2 === 0 && group.length > 0) first.army.spread(group, group.map((id) => first.army.position(id))[0]);
    const owners = (): Map<string, number> => {
      const all = new Map<string, number>();
      for (const [i, { kind, id }] of units.entries()) {
        const cells = kind.cells(kind.army.position(id));
        for (const cell of cells) {
          expect(all.has(cell), `world ${world}: two units cover ${cell}`).toBe(false);
          all.set(cell, i);
          for (const other of armies) if (other.shape.dx.length === 1) expect(other.army.isTaken(ground.vertex(...(cell.split(',').map(Number) as [number, number])))).toBe(true);
        }
        if (cells.some((cell) => Math.abs(Number(cell.split(',')[0]) - ground.x(kind.army.position(id))) > 2)) overEdge++;
      }
      return all;
    };
    let before = owners();
    for (let frame = 0; frame < 400; frame++) {
      moved += first.army.frame({ expansions: 400 }).moved;
      const after = owners();
      // Cells of one that another had, and the other way round, in the same step.
      const exchanged = new Set([...after].filter(([cell, i]) => before.has(cell) && before.get(cell) !== i).map(([cell, i]) => `${i} ${before.get(cell)}`));
      for (const pair of exchanged) expect(exchanged.has(pair.split(' ').reverse().join(' ')), `world ${world}: units ${pair} exchanged cells`).toBe(false);
      before = after;
    }
    expect(units.filter(({ kind, id }) => kind.army.status(id) !== 'idle').length, `world ${world}`).toBeLessThanOrEqual(1);
  }
  expect(Math.min(overEdge, moved)).toBeGreaterThan(runs(40) * 10);
});

test('a footprint is that of the torus or of its grid, and ends at edges that are not joined', () => {
  const ground = new Grid(6, 5);
  const torus = new TorusGrid(ground, { joins: 'columns' });
  const planner = () => new AStar(torus);
  for (const graph of [torus, ground]) for (const grid of [torus, ground]) expect(() => new Dispatcher(graph, { planner, collisions: 'avoid', footprint: { ground, dx: [0, 1], dy: [0, 0], grid } })).not.toThrow();
  const carts = new Dispatcher(torus, { planner, collisions: 'avoid', footprint: { ground, dx: [0, 1], dy: [0, 1], grid: torus } });
  const cart = carts.add(ground.vertex(5, 2));
  expect([carts.unitsAt(ground.vertex(0, 3)), carts.unitsAt(ground.vertex(0, 2))]).toEqual([[cart], []]);
  expect(() => carts.add(ground.vertex(5, 4))).toThrow('reaches beyond the map');
  expect(() => carts.add(ground.vertex(0, 3))).toThrow('is taken by unit 0');
  // The same footprint on the grid alone.
  expect(() => new Dispatcher(ground, { planner, collisions: 'avoid', footprint: { ground, dx: [0, 1], dy: [0, 0] } }).add(ground.vertex(5, 2))).toThrow('reaches beyond the map');
  const other = new TorusGrid(new Grid(6, 5));
  expect(() => new Dispatcher(torus, { planner, collisions: 'avoid', footprint: { ground, dx: [0], dy: [0], grid: other } })).toThrow('The footprint is of another graph');
  for (const wrong of [torus, new LinkedGrid(ground)]) expect(() => new Dispatcher(torus, { planner, collisions: 'avoid', footprint: { ground: wrong as never, dx: [0], dy: [0] } })).toThrow('The ground of a footprint is a grid: pass its .grid.');
  expect(() => new Dispatcher(torus, { planner, collisions: 'avoid', footprint: { ground: null as never, dx: [0], dy: [0] } })).toThrow('footprint must be a UnitGrid of @pf/grid');
});
