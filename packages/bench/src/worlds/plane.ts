import { seededRandom } from '@pf/grid';
import { box, obstacles } from '@pf/sampling';
import type { Space } from '@pf/sampling';

type Rectangle = readonly [x1: number, y1: number, x2: number, y2: number];

/** A world of boxes in the plane, like those in lectures. */
export interface Plane {
  readonly name: string;
  readonly width: number;
  readonly height: number;
  readonly boxes: readonly Rectangle[];
  readonly from: readonly [number, number];
  readonly to: readonly [number, number];
  readonly space: Space;
}

function plane(name: string, width: number, height: number, boxes: readonly Rectangle[], from: readonly [number, number], to: readonly [number, number]): Plane {
  const space = obstacles({ min: [0, 0], max: [width, height] }, boxes.map(([x1, y1, x2, y2]) => box([x1, y1], [x2, y2])));
  return { name, width, height, boxes, from, to, space };
}

/** Two baffles to go around, and a field of scattered boxes. */
export function planes(seed: number): Plane[] {
  const random = seededRandom(seed);
  const scattered: Rectangle[] = [];
  while (scattered.length < 22) {
    const x = 3 + random() * 30;
    const y = 1 + random() * 32;
    // The corners with start and goal stay free.
    if (x + y < 8 || x + y > 62) continue;
    scattered.push([x, y, x + 1.5 + random() * 4, y + 1.5 + random() * 4]);
  }
  return [
    plane('baffles', 50, 30, [[15, 0, 17, 22], [32, 8, 34, 30]], [3, 4], [46, 26]),
    plane('scattered boxes', 40, 40, scattered, [1.5, 1.5], [38.5, 38.5]),
  ];
}

/** How far outside a corner the shortest path turns, because obstacles include their boundaries. */
const OUTSIDE = 1e-7;

/** The length of the shortest path, by a visibility graph: it turns only at corners of boxes. Shares only the boxes with the planners. */
export function shortestLength({ boxes, from, to, width, height }: Plane): number {
  const corners = boxes.flatMap(([x1, y1, x2, y2]) => [[x1 - OUTSIDE, y1 - OUTSIDE], [x2 + OUTSIDE, y1 - OUTSIDE], [x1 - OUTSIDE, y2 + OUTSIDE], [x2 + OUTSIDE, y2 + OUTSIDE]])
    .filter(([x, y]) => x >= 0 && y >= 0 && x <= width && y <= height);
  const points = [[...from], [...to], ...corners];
  const length = points.map(() => Infinity);
  const done = points.map(() => false);
  length[0] = 0;
  for (;;) {
    let v = -1;
    for (let u = 0; u < points.length; u++) if (!done[u] && (v < 0 || length[u] < length[v])) v = u;
    if (v === 1 || length[v] === Infinity) return length[1];
    done[v] = true;
    for (let u = 0; u < points.length; u++) {
      const through = length[v] + Math.hypot(points[u][0] - points[v][0], points[u][1] - points[v][1]);
      if (!done[u] && through < length[u] && isClear(boxes, points[v], points[u])) length[u] = through;
    }
  }
}

/** Whether a segment meets none of the closed boxes: Liang and Barsky's clipping. */
function isClear(boxes: readonly Rectangle[], [ax, ay]: readonly number[], [bx, by]: readonly number[]): boolean {
  return boxes.every(([x1, y1, x2, y2]) => {
    let enter = 0;
    let leave = 1;
    for (const [p, q] of [[ax - bx, ax - x1], [bx - ax, x2 - ax], [ay - by, ay - y1], [by - ay, y2 - ay]]) {
      if (p === 0) {
        if (q < 0) return true;
      } else if (p < 0) {
        enter = Math.max(enter, q / p);
      } else {
        leave = Math.min(leave, q / p);
      }
    }
    return enter > leave;
  });
}

/** How many edges touch a box at any hundredth of a unit, independent of the planner's own test. */
export function touchingEdges({ boxes, width, height }: Plane, points: Float64Array, parent: Int32Array, size: number): number {
  let touching = 0;
  for (let v = 0; v < size; v++) {
    const u = parent[v];
    if (u < 0) continue;
    const [ax, ay, bx, by] = [points[2 * u], points[2 * u + 1], points[2 * v], points[2 * v + 1]];
    const steps = Math.ceil(Math.hypot(bx - ax, by - ay) * 100) + 1;
    for (let i = 0; i <= steps; i++) {
      const x = ax + ((bx - ax) * i) / steps;
      const y = ay + ((by - ay) * i) / steps;
      if (x < 0 || y < 0 || x > width || y > height || boxes.some(([x1, y1, x2, y2]) => x >= x1 && x <= x2 && y >= y1 && y <= y2)) {
        touching++;
        break;
      }
    }
  }
  return touching;
}
