import { expect, test } from 'vitest';
import { VisibilityGraph, type Ring } from '../src/visibility-graph.ts';

const box = (x0: number, y0: number, x1: number, y1: number): Ring => [[x0, y0], [x1, y0], [x1, y1], [x0, y1]];
const field = box(0, 0, 10, 10);

test('goes around a box by the nearer corners', () => {
  const graph = new VisibilityGraph({ outlines: [field], holes: [box(4, 2, 6, 9)] });
  expect(graph.distance(1, 5, 9, 5)).toBeCloseTo(Math.hypot(3, 3) + 2 + Math.hypot(3, 3), 12);
  expect(graph.distance(1, 9.5, 9, 9.5)).toBe(8);
  expect(graph.distance(1, 9, 9, 9)).toBeCloseTo(8, 12); // along the wall
  expect(graph.distance(1, 1, 5, 5)).toBe(Infinity);
  expect(graph.distance(4, 5, 6, 5)).toBeCloseTo(8, 12); // from rim to rim
  expect(graph.distance(1, 1, 11, 1)).toBe(Infinity);
});

test('no path leads between walls that touch in a point', () => {
  const graph = new VisibilityGraph({ outlines: [field], holes: [box(0, 4, 5, 6), box(5, 6, 10, 8)] });
  expect(graph.distance(5, 1, 5, 9)).toBe(Infinity);
  expect(graph.distance(1, 9, 5, 6)).toBeCloseTo(5, 12); // but it can be reached from both sides
  expect(graph.distance(9, 1, 5, 6)).toBeCloseTo(Math.hypot(4, 5), 12);
});

test('overlapping outlines are one, overlapping holes are one, and a ring without area is ignored', () => {
  const graph = new VisibilityGraph({
    outlines: [box(0, 0, 6, 3), box(5, 1, 10, 9)],
    holes: [[[1, 0], [1, 3]], box(7, 3, 8, 6), [[7, 5], [9, 5], [8, 8]]],
  });
  expect(graph.distance(1, 2, 9, 2)).toBe(8);
  expect(graph.distance(1, 2, 5, 9)).toBeCloseTo(Math.hypot(4, 1) + 6, 12);
  expect(graph.distance(9, 2, 9, 9)).toBeCloseTo(7, 12);
  expect(graph.distance(6, 5, 9, 4)).toBeCloseTo(Math.hypot(1, 2) + 1 + Math.hypot(1, 1), 12);
});
