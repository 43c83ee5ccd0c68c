import type { Grid } from '@pf/grid';
import type { Place, Scenario } from '../scenario/scenario.ts';
import { gridOf, same } from '../scenario/scenario.ts';

/** What it costs to enter what can be painted. */
const costs = { wall: 0, free: 1, rough: 5 } as const;

/** What a press has taken hold of: a brush, or the landmark of a number. */
export type Grip = keyof typeof costs | 'start' | 'goal' | 'landmark' | number;

/** What lies under a pointer, or as near to it as `reach` cells: start, goal or a landmark, the nearest first. */
export function gripAt({ start, goal }: Scenario, landmarks: readonly Place[], [x, y]: Place, reach: number): Grip | undefined {
  let found: Grip | undefined;
  let least = Infinity;
  for (const [grip, at] of [['start', start], ['goal', goal], ...landmarks.entries()] as readonly (readonly [Grip, Place])[]) {
    const distance = Math.hypot(at[0] - x, at[1] - y);
    if (distance <= reach && distance < least) [found, least] = [grip, distance];
  }
  return found;
}

/** What a gesture meets beside the scenario. */
interface Scene {
  /** Where landmarks are seen: if nobody has put them anywhere, the library has. */
  readonly landmarks: readonly Place[];
  /** After how many steps somebody who is on the way meets what is painted; undefined where nobody walks. */
  readonly step: number | undefined;
}

const isFree = (grid: Grid, [x, y]: Place): boolean => !grid.isBlocked(x, y);

/**
 * What becomes of a scenario when something is led over some cells, in turn; they may lie beyond the rim. It is the same one where nothing changes, and always
 * one that a link can hold: start, goal and landmarks stand on ground, as the map is in the beginning.
 */
export function led(scenario: Scenario, grip: Grip, cells: readonly Place[], { landmarks, step }: Scene): Scenario {
  const [first, all] = [gridOf(scenario, false), gridOf(scenario)];
  const places = cells.filter(([x, y]) => first.contains(x, y));
  const place = places[places.length - 1];
  if (place === undefined) return scenario;
  if (grip === 'wall' || grip === 'free' || grip === 'rough') return painted(scenario, costs[grip], places, step);
  // What was painted on the way is not there when somebody sets out, but is for those who do not walk.
  if (!isFree(first, place) || !isFree(all, place)) return scenario;
  if (grip === 'start' || grip === 'goal') return same(scenario[grip], place) ? scenario : { ...scenario, [grip]: place };
  if (landmarks.some((other) => same(other, place))) return scenario;
  const moved = grip === 'landmark' ? [...landmarks, place] : landmarks.map((other, i) => (i === grip ? place : other));
  return { ...scenario, landmarks: moved.filter((each) => isFree(first, each)) };
}

/** Goes around start and goal; a landmark on which a wall is built is gone. */
function painted(scenario: Scenario, cost: number, places: readonly Place[], step: number | undefined): Scenario {
  const { start, goal, edits, landmarks } = scenario;
  const grid = gridOf(scenario);
  const others = places.filter((place) => grid.cost(...place) !== cost && !same(place, start) && !same(place, goal));
  if (others.length === 0) return scenario;
  if (step !== undefined) return { ...scenario, edits: [...edits, ...others.map(([x, y]) => ({ step, x, y, cost }))] };
  for (const [x, y] of others) grid.setCost(x, y, cost);
  return { ...scenario, rows: grid.toRows(), edits: [], landmarks: landmarks.filter((each) => isFree(grid, each)) };
}
