import { brokenAt, NO_VERTEX } from '@pf/graph';
import type { GridDescription } from '@pf/grid';
import { describeGrid, Grid, restoreGrid, seededRandom } from '@pf/grid';
import { AStar } from '@pf/search';
import { expect, test } from 'vitest';
import { Dispatcher } from '../../src/index.ts';

interface Game {
  readonly grid: Grid;
  readonly astar: AStar;
  army: Dispatcher;
  ids: number[];
}
type Saved = readonly { readonly position: number; readonly goal: number; readonly path: readonly number[] }[];

const collisionsOf = (seed: number): 'avoid' | 'pass' => (seed % 2 === 0 ? 'pass' : 'avoid');

function save({ grid, army, ids }: Game): Saved {
  const out = new Uint32Array(grid.vertexCount);
  return JSON.parse(JSON.stringify(ids.map((id) => ({ position: army.position(id), goal: army.goal(id), path: [...out.subarray(0, army.path(id, out))] })))) as Saved;
}

function gameOn(grid: Grid, seed: number, astar = new AStar(grid)): Game {
  return { grid, astar, army: new Dispatcher(grid, { planner: () => astar, heuristic: grid.heuristic(), collisions: collisionsOf(seed) }), ids: [] };
}

/** The units of a saved game, in a new dispatcher. */
function rebuild(grid: Grid, seed: number, saved: Saved, astar?: AStar): Game {
  const game = gameOn(grid, seed, astar);
  game.ids = saved.map(({ position }) => game.army.add(position));
  for (const [i, { goal, path }] of saved.entries()) {
    if (path.at(-1) === goal) game.army.follow(game.ids[i], path);
    else if (goal !== NO_VERTEX) game.army.order(game.ids[i], goal);
  }
  return game;
}

/** Plays frames with random orders, groups, pauses and edits, and returns all positions. */
function play({ grid, army, ids }: Game, seed: number, frames: number): string {
  const random = seededRandom(seed);
  const below = (n: number): number => Math.floor(random() * n);
  const anywhere = (): number => grid.vertex(below(grid.width), below(grid.height));
  const positions: string[] = [];
  for (let frame = 0; frame < frames; frame++) {
    if (below(4) === 0) army.order(ids[below(ids.length)], anywhere());
    if (below(40) === 0) army.spread(ids.slice(below(6)), anywhere());
    if (below(50) === 0) army.hold(ids[below(ids.length)], below(9));
    const v = anywhere();
    if (below(50) === 0 && ids.every((id) => army.position(id) !== v)) grid.setBlocked(grid.x(v), grid.y(v), below(2) === 0);
    army.frame({ expansions: 40 });
    positions.push(ids.map((id) => army.position(id)).join(' '));
  }
  return positions.join('\n');
}

/** A game of 12 units in its 60th frame. */
function running(seed: number): { game: Game; map: GridDescription } {
  const random = seededRandom(seed);
  const below = (n: number): number => Math.floor(random() * n);
  const grid = new Grid(10 + below(8), 10 + below(8));
  for (let i = 0; i < (grid.width * grid.height) / 6; i++) grid.setBlocked(below(grid.width), below(grid.height), true);
  const game = gameOn(grid, seed);
  const free = [...grid.cells.keys()].filter((v) => grid.cells[v] !== 0);
  game.ids = Array.from({ length: 12 }, (_, i) => game.army.add(free[3 * i]));
  play(game, seed + 1000, 60);
  return { game, map: describeGrid(grid) };
}

test('a loaded game moves as the saved one for 300 frames, if that rebuilds its dispatcher too: 200 random scenes', () => {
  for (let seed = 1; seed <= 200; seed++) {
    const { game, map } = running(seed);
    const saved = save(game);
    const continued = rebuild(game.grid, seed, saved, game.astar);
    const loaded = rebuild(restoreGrid(map), seed, saved);
    expect(play(loaded, seed, 300) === play(continued, seed, 300), `seed ${seed}`).toBe(true);
    expect(save(loaded), `seed ${seed}`).toEqual(save(continued));
  }
}, 60_000);

test('a dispatcher that goes on instead moves differently in most scenes: positions and goals are not all that it knows', () => {
  let same = 0;
  for (let seed = 1; seed <= 40; seed++) {
    const { game, map } = running(seed);
    const loaded = rebuild(restoreGrid(map), seed, save(game));
    if (play(loaded, seed, 300) === play(game, seed, 300)) same++;
  }
  expect(same).toBeLessThan(20);
}, 60_000);

test('after loading, all units walk whose paths were saved and are open: 40 random scenes', () => {
  let walking = 0;
  for (let seed = 1; seed <= 40; seed++) {
    const { game, map } = running(seed);
    const saved = save(game);
    const grid = restoreGrid(map);
    const { army, ids } = rebuild(grid, seed, saved);
    for (const [i, { goal, path }] of saved.entries()) {
      const walks = goal !== NO_VERTEX && path.at(-1) === goal && brokenAt(grid, path) < 0;
      expect(army.status(ids[i]), `seed ${seed}, unit ${i}`).toBe(walks ? 'walking' : goal === NO_VERTEX ? 'idle' : 'waiting');
      if (walks) walking++;
    }
  }
  expect(walking).toBeGreaterThan(100);
});
