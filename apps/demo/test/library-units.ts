import { gridWalls, LaCAM, RealTimeLaCAM, Steering, sumOfCosts } from '@pf/crowd';
import type { Grid } from '@pf/grid';
import { AStar } from '@pf/search';

/** Cells in the order of a breadth-first search. */
function near(grid: Grid, from: number): number[] {
  const to = new Uint32Array(grid.maxDegree);
  const cost = new Float64Array(grid.maxDegree);
  const queue = [from];
  for (let k = 0; k < queue.length; k++) {
    for (const u of to.subarray(0, grid.successors(queue[k], to, cost))) if (!queue.includes(u)) queue.push(u);
  }
  return queue;
}

/** The cost for teams of eight around start and goal to swap positions, without code of the lab. */
export function unitsCost(id: string, grid: Grid, start: number, goal: number): number {
  const one = near(grid, start).filter((v) => v !== goal).slice(0, 8);
  const other = near(grid, goal).filter((v) => !one.includes(v)).slice(0, 8);
  const [starts, goals] = [[...one, ...other], [...other, ...one]];
  if (id === 'lacam') {
    const lacam = new LaCAM(grid);
    lacam.search(starts, goals);
    lacam.improve(200);
    return lacam.cost;
  }
  if (id === 'real-time-lacam') {
    const units = new RealTimeLaCAM(grid);
    units.begin(starts, goals);
    const rows = [...starts];
    for (let arrived = 0; arrived < starts.length && rows.length < 600 * starts.length; ) {
      arrived = units.step(1);
      rows.push(...starts.map((_, i) => units.position(i)));
    }
    return sumOfCosts(rows, goals);
  }
  return secondsOfSteering(grid, starts, goals);
}

/** Seconds until the last of those who follow their paths from cell to cell is there. */
function secondsOfSteering(grid: Grid, starts: readonly number[], goals: readonly number[]): number {
  const search = new AStar(grid);
  const out = new Uint32Array(grid.vertexCount);
  const steering = new Steering();
  const middle = (v: number): readonly [number, number] => [grid.x(v) + 0.5, grid.y(v) + 0.5];
  const routes = starts.map((v, i) => {
    const [x, y] = middle(v);
    steering.add({ x, y, radius: 0.2, speed: 3 });
    search.search(v, goals[i]);
    return [...out.subarray(0, search.path(out))];
  });
  steering.setWalls(gridWalls(grid.width, grid.height, (x, y) => grid.isBlocked(x, y)));
  const gap = (i: number, v: number): number => Math.hypot(steering.x[i] - middle(v)[0], steering.y[i] - middle(v)[1]);
  let steps = 0;
  while (goals.some((v, i) => gap(i, v) >= 0.01)) {
    routes.forEach((route, i) => {
      const here = grid.vertex(Math.floor(steering.x[i]), Math.floor(steering.y[i]));
      if (gap(i, route[0]) > 2.5 && grid.cells[here] !== 0) {
        search.search(here, goals[i]);
        route.splice(0, route.length, ...out.subarray(0, search.path(out)));
      }
      while (route.length > 1 && gap(i, route[0]) < 0.7) route.shift();
      steering.seek(i, ...middle(route[0]));
    });
    steering.step(0.1);
    if (++steps === 1500) return Infinity;
  }
  return steps * 0.1;
}
