import type { Grid } from '@pf/grid';
import { caves, maze, rooms, seededRandom } from '@pf/grid';

/** An empty map on which rectangles of wall are drawn: x, y, width, height of each. */
export function drawn(width: number, height: number, ...walls: readonly (readonly [number, number, number, number])[]): readonly string[] {
  const isWall = (x: number, y: number): boolean => walls.some(([left, top, w, h]) => x >= left && x < left + w && y >= top && y < top + h);
  return Array.from({ length: height }, (_, y) => Array.from({ length: width }, (__, x) => (isWall(x, y) ? '#' : '.')).join(''));
}

type Kind = 'rooms' | 'maze' | 'caves';

/** A map of a kind, always the same one for a seed. */
export function generated(kind: Kind, width: number, height: number, seed: number): readonly string[] {
  const random = seededRandom(seed);
  const made: Record<Kind, () => Grid> = {
    rooms: () => rooms(width, height, 7, random),
    maze: () => maze(width, height, random, { opened: Math.round((width * height) / 60) }),
    caves: () => caves(width, height, random, { ratio: 0.42 }),
  };
  return made[kind]().toRows();
}

/** A wall with a door at its lower end, which the straight-line heuristic ignores. */
export const wallWithDoor = drawn(41, 23, [20, 0, 1, 19]);
/** Halls with narrow doors, whose walls lead far around. */
export const halls = drawn(49, 29, [12, 5, 1, 24], [24, 0, 1, 24], [36, 5, 1, 24], [13, 14, 6, 1], [30, 14, 6, 1]);
