import { VisibilityGraph, type Ring } from '@pf/testkit';
import { obstacles, polygon, type Space } from '../src/index.ts';

/** A field of 100 × 100 with walls, from one side to the other. */
const walls: readonly Ring[] = [
  [[20, 0], [30, 0], [30, 70], [20, 70]],
  [[50, 30], [60, 30], [60, 100], [50, 100]],
  [[75, 10], [90, 20], [80, 60]],
];
const field: Ring = [[0, 0], [100, 0], [100, 100], [0, 100]];

export const start = [5, 5] as const;
export const goal = [95, 5] as const;
export const space: Space = obstacles({ min: [0, 0], max: [100, 100] }, walls.map((ring) => polygon(ring)));
export const optimum = new VisibilityGraph({ outlines: [field], holes: walls }).distance(...start, ...goal);

/** Whether a point is inside a wall, by winding angles: shares no code with the package. */
export function insideWall(x: number, y: number): boolean {
  return walls.some((ring) => {
    let angle = 0;
    for (let i = 0; i < ring.length; i++) {
      const [ax, ay] = ring[i], [bx, by] = ring[(i + 1) % ring.length];
      angle += Math.atan2((ax - x) * (by - y) - (ay - y) * (bx - x), (ax - x) * (bx - x) + (ay - y) * (by - y));
    }
    return Math.abs(angle) > Math.PI;
  });
}

/** Throws if a segment has a point in a wall, checked every 0.05. */
export function checkSegment(ax: number, ay: number, bx: number, by: number): void {
  const pieces = Math.ceil(Math.hypot(bx - ax, by - ay) / 0.05);
  for (let i = 0; i <= pieces; i++) {
    const x = ax + ((bx - ax) * i) / pieces, y = ay + ((by - ay) * i) / pieces;
    if (insideWall(x, y) || x < 0 || y < 0 || x > 100 || y > 100) throw new Error(`The edge (${ax}, ${ay}) – (${bx}, ${by}) is in a wall at (${x}, ${y}).`);
  }
}
