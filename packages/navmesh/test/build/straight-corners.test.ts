import { runs } from '@pf/testkit';
import { describe, expect, test } from 'vitest';
import { NavMesh, parseObj, Polyanya } from '../../src/index.ts';
import { checkMesh } from '../check-mesh.ts';
import { seeded, type Pair } from '../worlds.ts';

type Triangle = [number, number, number];

function area([a, b, c]: Triangle, vertices: readonly Pair[]): number {
  const [ax, ay] = vertices[a], [bx, by] = vertices[b], [cx, cy] = vertices[c];
  return ((bx - ax) * (cy - ay) - (by - ay) * (cx - ax)) / 2;
}

/** A convex polygon with whole-number corners, counter-clockwise, with points on its sides. */
function straightCornered(random: () => number): { points: Pair[]; sides: number[] } {
  const int = (n: number): number => Math.floor(random() * n);
  // Twelve times a small polygon, so that points on its sides are whole numbers too.
  const scale = 12;
  const corners: Pair[] = ([[0, 0], [3, 0], [5, 2], [5, 5], [3, 7], [0, 7], [-2, 4], [-2, 1]] as Pair[]).filter(() => random() < 0.6);
  if (corners.length < 3) return straightCornered(random);
  const points: Pair[] = [], sides: number[] = [];
  corners.forEach(([x, y], i) => {
    const [toX, toY] = corners[(i + 1) % corners.length];
    const pieces = [1, 1, 2, 3, 4, 6][int(6)];
    for (let k = 0; k < pieces; k++) {
      points.push([scale * x + (scale / pieces) * k * (toX - x), scale * y + (scale / pieces) * k * (toY - y)]);
      sides.push(i);
    }
  });
  return { points, sides };
}

describe('faces with straight corners', () => {
  test('do not depend on the corner that the file begins with, and meet the neighbour of each part of a side', () => {
    const file = (face: string): string => `v 0 0 0\nv 2 0 0\nv 4 0 0\nv 4 0 4\nv 0 0 4\nv 0 0 -2\nv 2 0 -2\nv 4 0 -5\nf ${face}\nf 6 7 2 1\nf 7 8 3 2`;
    for (const face of ['1 2 3 4 5', '2 3 4 5 1', '3 4 5 1 2', '4 5 1 2 3', '5 1 2 3 4', '5 4 3 2 1', '3 2 1 5 4']) {
      const mesh = NavMesh.fromObj(file(face));
      checkMesh(mesh);
      const polyanya = new Polyanya(mesh);
      expect(polyanya.search(1, -1, 1, 3)).toBe(4);
      expect(polyanya.search(3, -1, 3, 3)).toBe(4);
    }
  });

  test('may be straight only within the decimals of the file', () => {
    for (let seed = 0; seed < runs(200); seed++) {
      const random = seeded(seed);
      const { points, sides } = straightCornered(random);
      const angle = 7 * random();
      const middle = [0, 1].map((axis) => points.reduce((sum, point) => sum + point[axis], 0) / points.length);
      // A rim of quadrilaterals around the face, one for each part of a side.
      const all = [...points, ...points.map(([x, y]): Pair => [2 * x - middle[0], 2 * y - middle[1]])];
      const turned = ([x, y]: Pair): Pair => [x * Math.cos(angle) - y * Math.sin(angle), x * Math.sin(angle) + y * Math.cos(angle)];
      const lines = all.map(turned).map(([x, y]) => `v ${x.toFixed(5)} 0 ${y.toFixed(5)}`);
      const n = points.length, first = Math.floor(random() * n);
      lines.push(`f ${points.map((_, i) => 1 + ((i + first) % n)).join(' ')}`);
      for (let i = 0; i < n; i++) lines.push(`f ${1 + i} ${1 + n + i} ${1 + n + ((i + 1) % n)} ${1 + ((i + 1) % n)}`);
      const mesh = NavMesh.fromObj(lines.join('\n'));
      checkMesh(mesh);
      const polyanya = new Polyanya(mesh);
      for (let i = 0; i < n; i++) {
        // Straight out of the face over the middle of each part.
        const [x, y] = [(points[i][0] + points[(i + 1) % n][0]) / 2, (points[i][1] + points[(i + 1) % n][1]) / 2];
        const [from, to] = [0.9, 1.1].map((share) => turned([middle[0] + share * (x - middle[0]), middle[1] + share * (y - middle[1])]));
        const length = Math.hypot(to[0] - from[0], to[1] - from[1]);
        expect(polyanya.search(...from, ...to), `over piece ${i} of side ${sides[i]}:\n${lines.join('\n')}`).toBeCloseTo(length, 6);
      }
    }
  });

  test('become triangles that all have an area and together cover the face', () => {
    for (let seed = 0; seed < runs(300); seed++) {
      const random = seeded(seed);
      const { points } = straightCornered(random);
      const first = Math.floor(random() * points.length);
      const order = points.map((_, i) => 1 + ((i + first) % points.length));
      if (seed % 2 === 1) order.reverse();
      const { vertices, triangles } = parseObj(`${points.map(([x, y]) => `v ${x} ${y} 0`).join('\n')}\nf ${order.join(' ')}`, { up: 'z' });
      const areas = triangles.map((triangle) => (seed % 2 === 1 ? -1 : 1) * area(triangle, vertices));
      expect(Math.min(...areas), points.join(' ')).toBeGreaterThan(0);
      expect(triangles).toHaveLength(points.length - 2);
      const whole = points.reduce((sum, [x, y], i) => sum + x * points[(i + 1) % points.length][1] - y * points[(i + 1) % points.length][0], 0) / 2;
      expect(areas.reduce((sum, each) => sum + each, 0)).toBeCloseTo(whole, 6);
      expect(new Set(triangles.flat()).size).toBe(points.length);
    }
  });
});

describe('triangles that meet at a T', () => {
  test('are joined along each part, from either side', () => {
    const vertices: Pair[] = [[0, 0], [4, 0], [2, 3], [2, 0], [1, -3], [3, -3]];
    const polyanya = new Polyanya(NavMesh.fromTriangles(vertices, [[0, 1, 2], [0, 3, 4], [3, 1, 5], [4, 3, 5]], { sides: 3 }));
    expect(polyanya.search(1.5, 1, 1.5, -1)).toBe(2);
    expect(polyanya.search(2.5, -1, 2.5, 1)).toBe(2);
    const hall = new Polyanya(NavMesh.fromObj('v 0 0 0\nv 4 0 0\nv 4 0 3\nv 0 0 3\nv 2 0 0\nv 0 0 -3\nv 2 0 -3\nv 2 0 -1\nv 4 0 -1\nf 1 2 3 4\nf 1 6 7 5\nf 5 8 9 2'));
    expect(hall.search(1, 1, 1, -2)).toBe(3);
    expect(hall.search(3, 1, 3, -0.5)).toBe(1.5);
  });

  test('are joined by the thousand on one side, in any order, with or without triangles without area between them', () => {
    const n = Math.max(1500, runs(8000));
    for (const fan of [false, true]) {
      const vertices: Pair[] = [[0, 0], [n, 0], [n / 2, -n]], triangles: Triangle[] = [[0, 1, 2]];
      // Squares along the side of one large triangle; every third of them comes first.
      for (let i = 0, k = 0; k < n; k++, i = i + 3 < n ? i + 3 : (i % 3) + 1) {
        const first = vertices.push([i, 0], [i + 1, 0], [i + 1, 1], [i, 1]) - 4;
        triangles.push([first, first + 1, first + 2], [first, first + 2, first + 3]);
        // (0, 0), (i, 0), (i + 1, 0): each splits the side of the next one, like slices of a polygon with straight corners.
        if (fan && i > 0) triangles.push([0, first, first + 1]);
      }
      const mesh = NavMesh.fromTriangles(vertices, triangles);
      const polyanya = new Polyanya(mesh);
      for (const x of [0.5, 1234.5, n - 0.5]) expect(polyanya.search(x, 0.5, x, -0.5)).toBe(1);
      let sum = 0;
      for (let f = 0; f < mesh.vertexCount; f++) {
        const outline = mesh.outlineOf(f);
        outline.forEach(([x, y], i) => { sum += x * outline[(i + 1) % outline.length][1] - y * outline[(i + 1) % outline.length][0]; });
      }
      expect(sum / 2).toBeCloseTo((n * n) / 2 + n, 3);
    }
  });

  test('are joined in any number, at any angle, within half of the snap', () => {
    for (let seed = 0; seed < runs(200); seed++) {
      const random = seeded(seed), angle = 7 * random(), snap = 1e-7;
      const corners = (): number[] => [0, ...Array.from({ length: Math.floor(random() * 6) }, () => 1 + random() * 58).sort((a, b) => a - b), 60];
      const vertices: Pair[] = [], triangles: Triangle[] = [];
      for (const far of [40, -40]) {
        const along = corners(), apex = vertices.push([30, far]) - 1;
        along.forEach((x, i) => {
          const inner = i > 0 && i < along.length - 1;
          const v = vertices.push([x, inner ? (random() - 0.5) * 0.4 * snap : 0]) - 1;
          if (i > 0) triangles.push([apex, v - 1, v]);
        });
      }
      const turned = ([x, y]: Pair): Pair => [x * Math.cos(angle) - y * Math.sin(angle), x * Math.sin(angle) + y * Math.cos(angle)];
      const mesh = NavMesh.fromTriangles(vertices.map(turned), triangles.sort(() => random() - 0.5), { sides: [3, 12][seed % 2], snap });
      checkMesh(mesh);
      const polyanya = new Polyanya(mesh);
      for (let query = 0; query < 6; query++) {
        const x = 1 + 58 * random();
        expect(polyanya.search(...turned([x, 0.2]), ...turned([x, -0.2])), `across at ${x}: ${JSON.stringify([vertices, triangles])}`).toBeCloseTo(0.4, 6);
      }
    }
  });
});

describe('triangles without area', () => {
  test('join the faces on both sides of them', () => {
    const vertices: Pair[] = [[0, 0], [2, 0], [4, 0], [4, 4], [0, 4], [0, -2], [2, -2], [4, -5]];
    const mesh = NavMesh.fromTriangles(vertices, [[0, 1, 2], [0, 2, 3], [0, 3, 4], [5, 6, 1], [5, 1, 0], [6, 7, 2], [6, 2, 1]]);
    checkMesh(mesh);
    expect(new Polyanya(mesh).search(1, -1, 1, 3)).toBe(4);
    expect(new Polyanya(mesh).search(3, -1, 3, 3)).toBe(4);
  });

  test('work in any number and order, with points on either side, exactly straight or within the snap', () => {
    for (let seed = 0; seed < runs(300); seed++) {
      const random = seeded(seed);
      const int = (n: number): number => Math.floor(random() * n);
      // Points on a line from (0, 0) to (60, 30). Some belong to the upper side, some to the lower; triangles without area lie between.
      const inner = Array.from({ length: 1 + int(7) }, (_, i) => 6 * i + 6 + int(5));
      const along = [0, ...inner, 60];
      const wobble = [0, 2e-8, 1e-7][seed % 3];
      const vertices: Pair[] = along.map((x, i) => [x, x / 2 + (i > 0 && i < along.length - 1 ? (random() - 0.5) * wobble : 0)]);
      const last = along.length - 1;
      const isUpper = along.map((_, i) => i === 0 || i === last || random() < 0.5);
      const isLower = along.map((_, i) => i === 0 || i === last || !isUpper[i] || random() < 0.3);
      const upper = along.map((_, i) => i).filter((i) => isUpper[i]), lower = along.map((_, i) => i).filter((i) => isLower[i]);
      const top = vertices.push([20, 50]) - 1, bottom = vertices.push([40, -30]) - 1;
      const triangles: Triangle[] = [];
      upper.slice(1).forEach((b, k) => triangles.push([upper[k], b, top]));
      lower.slice(1).forEach((b, k) => triangles.push([lower[k], b, bottom]));
      // Joins the two chains like two walls: the next point is the one that comes sooner along the line.
      for (let i = 0, j = 0; upper[i] !== last || lower[j] !== last; ) {
        const a = upper[i], b = lower[j];
        if (b === last || (a !== last && upper[i + 1] <= lower[j + 1])) triangles.push([a, upper[++i], b]);
        else triangles.push([a, lower[++j], b]);
      }
      const shuffled = triangles.map(([a, b, c]): Triangle => [[a, b, c], [b, c, a], [c, b, a]][int(3)] as Triangle).sort(() => random() - 0.5);
      const mesh = NavMesh.fromTriangles(vertices, shuffled, { sides: [3, 12][int(2)], snap: 1e-7 });
      checkMesh(mesh);
      const polyanya = new Polyanya(mesh);
      for (let query = 0; query < 6; query++) {
        const x = 0.5 + 59 * random();
        const says = `across at ${x}: ${JSON.stringify([vertices, shuffled])}`;
        expect(polyanya.search(x, x / 2 + 0.2, x, x / 2 - 0.2), says).toBeCloseTo(0.4, 6);
      }
    }
  });
});

test('thin triangles whose corners are little more than a snap apart may be rejected, but are not split without end', () => {
  const vertices = [[0, 0, 0], [10, 0, 0], [0.9, 0.9, 0], [0.95, -0.9, 0], [5, -5, 0]];
  const crowded = (): NavMesh => NavMesh.fromSurface({ vertices, polygons: [[0, 1, 2], [0, 1, 3], [0, 2, 3], [0, 1, 4]] }, { snap: 1 });
  expect(crowded).toThrow('Two triangles lie on the same side of the edge from (10, 0) to (0.95, -0.9)');
});
