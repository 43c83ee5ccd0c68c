import type { Heuristic } from '@pf/graph';
import type { CompiledMotions } from './compiled-motions.ts';
import { angleBetween } from './motion-primitives.ts';

/** The maximum of the times for the straight line and for the turn between the headings, at the best rate of any motion. */
export function motionHeuristic(compiled: CompiledMotions, headings: readonly number[], width: number): Heuristic {
  const { headingCount } = compiled;
  let perCell = Infinity;
  let perRadian = Infinity;
  const apart = (a: number, b: number): number => angleBetween(headings[a], headings[b]);
  for (let p = 0; p < compiled.count; p++) {
    // Slightly lowered, so that rounding never makes an estimate too high.
    const time = compiled.time[p] * (1 - 1e-12);
    if (compiled.dx[p] !== 0 || compiled.dy[p] !== 0) perCell = Math.min(perCell, time / Math.hypot(compiled.dx[p], compiled.dy[p]));
    if (compiled.from[p] !== compiled.to[p]) perRadian = Math.min(perRadian, time / apart(compiled.from[p], compiled.to[p]));
  }
  // If no motion moves, or none turns, the rate is 0, since planners need finite numbers.
  if (perCell === Infinity) perCell = 0;
  if (perRadian === Infinity) perRadian = 0;
  const turns = Float64Array.from({ length: headingCount * headingCount }, (_, i) => perRadian * apart(i % headingCount, Math.floor(i / headingCount)));
  return (v, goal) => {
    const a = v % headingCount;
    const b = goal % headingCount;
    const from = (v - a) / headingCount;
    const to = (goal - b) / headingCount;
    const dx = (from % width) - (to % width);
    const dy = Math.floor(from / width) - Math.floor(to / width);
    return Math.max(perCell * Math.sqrt(dx * dx + dy * dy), turns[a * headingCount + b]);
  };
}
