import type { OracleGraph } from '@pf/testkit';

interface Cells {
  readonly movement: string;
  x(v: number): number;
  y(v: number): number;
}

/** Whether two steps swap places or, on a grid of squares, cross: their middles are one. */
function meet(grid: Cells | undefined, from: number, to: number, otherFrom: number, otherTo: number): boolean {
  if (from === to || otherFrom === otherTo) return false;
  if (from === otherTo && to === otherFrom) return true;
  if (grid === undefined || grid.movement === 'hex') return false;
  return grid.x(from) + grid.x(to) === grid.x(otherFrom) + grid.x(otherTo) && grid.y(from) + grid.y(to) === grid.y(otherFrom) + grid.y(otherTo);
}

/** By vertex: itself and the heads of its arcs. */
function stepsOf(model: OracleGraph): number[][] {
  const to = new Uint32Array(model.maxDegree);
  const cost = new Float64Array(model.maxDegree);
  return Array.from({ length: model.vertexCount }, (_, v) => [...new Set([v, ...to.subarray(0, model.successors(v, to, cost))])]);
}

/** The least makespan and the least sum of costs of two units, over all their joint states. */
export function jointCosts(model: OracleGraph, grid: Cells | undefined, starts: readonly number[], goals: readonly number[]): { makespan: number; 'sum-of-costs': number } {
  const n = model.vertexCount;
  const steps = stepsOf(model);
  // A state is both positions, and which units stay at their goals from now on.
  const costs = new Float64Array(4 * n * n).fill(Infinity);
  const times = new Float64Array(n * n).fill(Infinity);
  const queue: number[][] = [];
  const reach = (a: number, b: number, done: number, cost: number): void => {
    for (const all of [done, done | Number(a === goals[0]), done | (b === goals[1] ? 2 : 0), done | Number(a === goals[0]) | (b === goals[1] ? 2 : 0)]) {
      const state = (a * n + b) * 4 + all;
      if (costs[state] <= cost) continue;
      costs[state] = cost;
      (queue[cost] ??= []).push(state);
    }
  };
  reach(starts[0], starts[1], 0, 0);
  for (let cost = 0; cost < queue.length; cost++) {
    for (const state of queue[cost] ?? []) {
      if (costs[state] !== cost) continue;
      const [done, b, a] = [state % 4, Math.floor(state / 4) % n, Math.floor(state / 4 / n)];
      const price = 2 - (done & 1) - (done >> 1);
      if (price === 0) continue;
      for (const nextA of (done & 1) === 1 ? [a] : steps[a]) {
        for (const nextB of done >> 1 === 1 ? [b] : steps[b]) if (nextA !== nextB && !meet(grid, a, nextA, b, nextB)) reach(nextA, nextB, done, cost + price);
      }
    }
  }
  times[starts[0] * n + starts[1]] = 0;
  const open = [starts[0] * n + starts[1]];
  for (const state of open) {
    const [a, b] = [Math.floor(state / n), state % n];
    for (const nextA of steps[a]) {
      for (const nextB of steps[b]) {
        const next = nextA * n + nextB;
        if (nextA === nextB || times[next] < Infinity || meet(grid, a, nextA, b, nextB)) continue;
        times[next] = times[state] + 1;
        open.push(next);
      }
    }
  }
  const end = goals[0] * n + goals[1];
  return { makespan: times[end], 'sum-of-costs': costs[4 * end + 3] };
}

/**
 * The fewest steps of one unit to its goal, from where it may stay for ever, among others that walk their paths and stay at the ends, and doors that are closed
 * from one step to another. By all vertices at each step.
 */
export function soonest(
  model: OracleGraph,
  grid: Cells | undefined,
  start: number,
  goal: number,
  others: readonly (readonly number[])[],
  doors: readonly (readonly [v: number, from: number, to: number])[],
): number {
  const steps = stepsOf(model);
  const at = (path: readonly number[], time: number): number => path[Math.min(time, path.length - 1)];
  const isFree = (v: number, time: number): boolean => others.every((path) => at(path, time) !== v) && doors.every(([door, from, to]) => door !== v || time < from || time > to);
  const last = Math.max(0, ...others.map((path) => path.length - 1), ...doors.map(([, , to]) => to + 1));
  let here = new Set(isFree(start, 0) ? [start] : []);
  for (let time = 0; time <= last + model.vertexCount; time++) {
    if (here.has(goal)) {
      let stays = true;
      for (let later = time; later <= last && stays; later++) stays = isFree(goal, later);
      if (stays && others.every((path) => at(path, last) !== goal)) return time;
    }
    const next = new Set<number>();
    for (const v of here) for (const u of steps[v]) if (isFree(u, time + 1) && !others.some((path) => meet(grid, v, u, at(path, time), at(path, time + 1)))) next.add(u);
    here = next;
  }
  return Infinity;
}
