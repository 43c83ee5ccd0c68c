import type { OracleGraph } from '@pf/testkit';

interface Cells {
  readonly movement: string;
  x(v: number): number;
  y(v: number): number;
}

/** Whether two steps swap places or, on a grid of squares, cross: their middles are one. */
export function meet(grid: Cells | undefined, from: number, to: number, otherFrom: number, otherTo: number): boolean {
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

/** Where a unit with a known path, or a closed door, is at a step; undefined if it is nowhere. */
export type Track = (step: number) => number | undefined;

/** The track of a unit that is at `path[k]` at step `begin + k`, and stays at the end for ever or leaves the map. */
export function trackOf(path: readonly number[], begin = 0, stays = true): Track {
  return (step) => (step < begin || path.length === 0 ? undefined : path[stays ? Math.min(step - begin, path.length - 1) : step - begin]);
}

export function closedDoor(v: number, from: number, to: number): Track {
  return (step) => (step < from || step > to ? undefined : v);
}

/** The fewest steps of one unit from step `begin` to its goal, where it may stay for ever. By all vertices at each step. No track changes after step `last`. */
export function soonest(model: OracleGraph, grid: Cells | undefined, start: number, goal: number, tracks: readonly Track[], last: number, begin = 0): number {
  const steps = stepsOf(model);
  const isFree = (v: number, step: number): boolean => tracks.every((at) => at(step) !== v);
  let here = new Set(isFree(start, begin) ? [start] : []);
  for (let step = begin; step <= Math.max(begin, last) + model.vertexCount; step++) {
    if (here.has(goal)) {
      let stays = true;
      for (let later = step; later <= last && stays; later++) stays = isFree(goal, later);
      if (stays) return step - begin;
    }
    const moves = tracks.map((at) => [at(step), at(step + 1)] as const);
    const next = new Set<number>();
    for (const v of here) {
      for (const u of steps[v]) if (isFree(u, step + 1) && !moves.some(([from, to]) => from !== undefined && to !== undefined && meet(grid, v, u, from, to))) next.add(u);
    }
    here = next;
  }
  return Infinity;
}
