import type { Grid } from '@pf/grid';
import type { Place, Scenario } from '../scenario/scenario.ts';
import { gridOf, MOST_LANDMARKS, same } from '../scenario/scenario.ts';

/** Costs of the cells that can be painted. */
const costs = { wall: 0, free: 1, rough: 5 } as const;

/** What a press drags: start, goal, a brush, a new landmark, or the landmark of a number. */
export type Grip = keyof typeof costs | 'start' | 'goal' | 'landmark' | number;

/** The nearest of start, goal and landmarks within `reach` cells of a pointer. */
export function gripAt({ start, goal }: Scenario, landmarks: readonly Place[], [x, y]: Place, reach: number): Grip | undefined {
  let found: Grip | undefined;
  let least = Infinity;
  for (const [grip, at] of [['start', start], ['goal', goal], ...landmarks.entries()] as readonly (readonly [Grip, Place])[]) {
    const distance = Math.hypot(at[0] - x, at[1] - y);
    if (distance <= reach && distance < least) [found, least] = [grip, distance];
  }
  return found;
}

/** The state of the lab that a gesture needs besides the scenario. */
interface Scene {
  /** The visible landmarks: those of the user, otherwise those placed by the library. */
  readonly landmarks: readonly Place[];
  /** The step of the walk at which painted cells appear; undefined if no agent is walking. */
  readonly step: number | undefined;
}

const isFree = (grid: Grid, [x, y]: Place): boolean => !grid.isBlocked(x, y);

/**
 * Drags something over some cells, which may lie outside the map, and returns the new scenario; the same one if nothing changes. The result can always be
 * stored in a link: start, goal and landmarks are on free cells of the initial map.
 */
export function led(scenario: Scenario, grip: Grip, cells: readonly Place[], { landmarks, step }: Scene): Scenario {
  const [first, all] = [gridOf(scenario, -Infinity), gridOf(scenario)];
  const places = cells.filter(([x, y]) => first.contains(x, y));
  const place = places[places.length - 1];
  if (place === undefined) return scenario;
  if (grip === 'wall' || grip === 'free' || grip === 'rough') return painted(scenario, costs[grip], places, step);
  // Cells painted during a walk are not yet on the first map, but algorithms that do not walk see them.
  if (!isFree(first, place) || !isFree(all, place)) return scenario;
  if (grip === 'start' || grip === 'goal') return same(scenario[grip], place) ? scenario : { ...scenario, [grip]: place };
  if (landmarks.some((other) => same(other, place)) || (grip === 'landmark' && landmarks.length >= MOST_LANDMARKS)) return scenario;
  const moved = grip === 'landmark' ? [...landmarks, place] : landmarks.map((other, i) => (i === grip ? place : other));
  return { ...scenario, landmarks: moved.filter((each) => isFree(first, each)) };
}

/** Goes around start and goal; a landmark on which a wall is built is gone. */
function painted(scenario: Scenario, cost: number, places: readonly Place[], step: number | undefined): Scenario {
  const { start, goal, edits, landmarks } = scenario;
  const around = places.filter((place) => !same(place, start) && !same(place, goal));
  // What was painted there at a later step gives way.
  const kept = edits.filter((edit) => step === undefined || edit.step <= step || !around.some((place) => same(place, [edit.x, edit.y])));
  const grid = gridOf({ ...scenario, edits: kept }, step);
  const others = around.filter((place) => grid.cost(...place) !== cost);
  if (others.length === 0 && kept.length === edits.length) return scenario;
  if (step !== undefined) return { ...scenario, edits: [...kept, ...others.map(([x, y]) => ({ step, x, y, cost }))] };
  for (const [x, y] of others) grid.setCost(x, y, cost);
  return { ...scenario, rows: grid.toRows(), edits: [], landmarks: landmarks.filter((each) => isFree(grid, each)) };
}
