import { RRT } from '@pf/sampling';
import { seededRandom } from '@pf/grid';
import { VisibilityGraph } from '@pf/testkit';
import { describe, expect, it } from 'vitest';
import { planes, shortestLength, touchingEdges } from '../../src/worlds/plane.ts';

describe('worlds in the plane', () => {
  it.each([1, 2, 3])('have the shortest path of the oracle for polygon worlds, seed %d', (seed) => {
    for (const plane of planes(seed)) {
      const ring = ([x1, y1, x2, y2]: readonly [number, number, number, number]) => [[x1, y1], [x2, y1], [x2, y2], [x1, y2]] as const;
      const oracle = new VisibilityGraph({ outlines: [ring([0, 0, plane.width, plane.height])], holes: plane.boxes.map(ring) });
      expect(shortestLength(plane), plane.name).toBeCloseTo(oracle.distance(...plane.from, ...plane.to), 4);
    }
  });

  it('distinguish an edge through a box from one beside it', () => {
    const [plane] = planes(1);
    expect(touchingEdges(plane, Float64Array.of(10, 5, 20, 5, 10, 25, 20, 25), Int32Array.of(-1, 0, -1, 2), 4)).toBe(1);
    const rrt = new RRT(plane.space, { random: seededRandom(1) });
    rrt.search(plane.from, plane.to, 500);
    expect(touchingEdges(plane, rrt.tree.points, rrt.tree.parent, rrt.tree.size)).toBe(0);
  });
});
