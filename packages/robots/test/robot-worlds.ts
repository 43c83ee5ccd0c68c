import fc from 'fast-check';
import type { Corner, MotionPrimitives, Pose } from '../src/index.ts';
import { CostMap, Footprint, makeMotionPrimitives, MapFrame, StateLattice } from '../src/index.ts';

/** A small world for a robot with a heading. */
export interface RobotWorld {
  readonly map: CostMap;
  readonly motions: MotionPrimitives;
  readonly footprint: Footprint | undefined;
  readonly lattice: StateLattice;
}

const RESOLUTION = 0.5;

/** Bases, outlines, and maps from empty to crowded; `circumscribed` is 0, because costs are random. */
export function robotWorlds(maxSize = 9): fc.Arbitrary<RobotWorld> {
  const side = fc.integer({ min: 1, max: maxSize });
  return fc
    .record({
      base: fc.constantFrom('differential' as const, 'ackermann' as const, 'omnidirectional' as const),
      headings: fc.constantFrom(4 as const, 8 as const, 8 as const, 16 as const),
      turningRadius: fc.constantFrom(0, 0.4, 1),
      reverse: fc.constantFrom(1, 3, Infinity),
      outline: fc.constantFrom(undefined, Footprint.rectangle(0.6, 0.3), Footprint.rectangle(1.7, 0.8, 0.4), Footprint.rectangle(2.6, 0.3, -1.2), new Footprint([{ x: 0.7, y: 0 }, { x: -0.5, y: 0.6 }, { x: -0.5, y: -0.6 }])),
      width: side,
      height: side,
      crowding: fc.constantFrom(0, 0.05, 0.15, 0.3),
      rough: fc.boolean(),
      seed: fc.nat(),
    })
    .map(({ width, height, crowding, rough, seed, outline, ...options }) => {
      const random = seeded(seed);
      const costs = Array.from({ length: width * height }, () => (random() < crowding ? (random() < 0.3 ? 253 : 254) : rough ? Math.floor(random() * 4) : 0));
      const map = new CostMap(new MapFrame(width, height, RESOLUTION, { x: -1, y: 2, heading: rough ? 0.3 : 0 }), costs);
      const motions = makeMotionPrimitives({ ...options, resolution: RESOLUTION, straight: 3 * RESOLUTION });
      const world = { map, motions, footprint: outline, lattice: new StateLattice(map, motions, { footprint: outline }) };
      const said = JSON.stringify({ width, height, costs, outline: outline?.corners, ...options });
      Object.defineProperty(world, fc.toStringMethod, { value: () => said, enumerable: false });
      return world;
    });
}

/** One arc of the oracle. */
export interface OracleArc {
  readonly to: number;
  readonly cost: number;
}

/** The arcs that leave each vertex, by the definition: every pose of every motion is checked against every cell. It shares no code with the lattice. */
export function oracleArcs({ map, motions, footprint }: RobotWorld): OracleArc[][] {
  const { width, height } = map.frame;
  const { headings, primitives, resolution } = motions;
  const apart = (a: number, b: number): number => Math.acos(Math.min(1, Math.max(-1, Math.cos(a - b))));
  const arcs: OracleArc[][] = Array.from({ length: width * height * headings.length }, () => []);
  for (const { from, to, dx, dy, multiplier, poses } of primitives) {
    let length = 0;
    for (const [k, pose] of poses.entries()) if (k > 0) length += Math.sqrt((pose.x - poses[k - 1].x) ** 2 + (pose.y - poses[k - 1].y) ** 2);
    const seconds = Math.max(length / 1, apart(headings[from], headings[to]) / (Math.PI / 2));
    const time = Math.max(1, Math.ceil(Math.round(seconds * 1e9) / 1e6)) * multiplier;
    const passed = new Set<string>();
    const swept = new Set<string>();
    for (const { x, y } of closer(poses, 0, resolution)) passed.add(`${Math.floor(x / resolution + 0.5 + 1e-9)} ${Math.floor(y / resolution + 0.5 + 1e-9)}`);
    for (const { x, y, heading } of footprint === undefined ? [] : closer(poses, footprint.circumscribedRadius, resolution)) {
      const outline = footprint!.corners.map((corner) => ({
        x: x / resolution + 0.5 + (corner.x * Math.cos(heading) - corner.y * Math.sin(heading)) / resolution,
        y: y / resolution + 0.5 + (corner.x * Math.sin(heading) + corner.y * Math.cos(heading)) / resolution,
      }));
      for (let column = -9; column <= 9; column++) for (let row = -9; row <= 9; row++) if (meetsCell(outline, column, row)) swept.add(`${column} ${row}`);
    }
    passed.add('0 0').add(`${dx} ${dy}`);
    for (let y = 0; y < height; y++) {
      for (let x = 0; x < width; x++) {
        const costOf = (key: string): number => {
          const [column, row] = key.split(' ').map(Number);
          const [cx, cy] = [x + column, y + row];
          return cx < 0 || cy < 0 || cx >= width || cy >= height ? 255 : map.costs[cy * width + cx];
        };
        const worst = Math.max(...[...passed].map(costOf));
        if (worst >= 253 || [...swept].some((key) => costOf(key) >= 254)) continue;
        arcs[(y * width + x) * headings.length + from].push({ to: ((y + dy) * width + x + dx) * headings.length + to, cost: time * (1 + worst) });
      }
    }
  }
  return arcs;
}

/** Poses of a motion with others between them, so that a point at this radius moves no farther than a cell from one to the next. */
export function closer(poses: readonly Pose[], radius: number, cell: number): Pose[] {
  const all = [poses[0]];
  for (let k = 1; k < poses.length; k++) {
    const [a, b] = [poses[k - 1], poses[k]];
    let turned = b.heading - a.heading;
    while (turned > Math.PI) turned -= 2 * Math.PI;
    while (turned < -Math.PI) turned += 2 * Math.PI;
    const moved = Math.sqrt((b.x - a.x) ** 2 + (b.y - a.y) ** 2) + radius * Math.abs(turned);
    let n = 1;
    while (moved > n * cell * (1 + 1e-9)) n++;
    for (let i = 1; i < n; i++) all.push({ x: (a.x * (n - i) + b.x * i) / n, y: (a.y * (n - i) + b.y * i) / n, heading: a.heading + (turned * i) / n });
    all.push(b);
  }
  return all;
}

/** Whether a convex outline overlaps a unit cell: no line along an edge of either separates them (the separating axis theorem). */
export function meetsCell(outline: readonly Corner[], column: number, row: number): boolean {
  const square = [[0, 0], [1, 0], [1, 1], [0, 1]].map(([x, y]) => ({ x: column + x, y: row + y }));
  const axes = [{ x: 1, y: 0 }, { x: 0, y: 1 }];
  for (const [i, a] of outline.entries()) {
    const b = outline[(i + 1) % outline.length];
    axes.push({ x: a.y - b.y, y: b.x - a.x });
  }
  return axes.every((axis) => {
    const size = Math.hypot(axis.x, axis.y);
    const along = (points: readonly Corner[]): number[] => points.map((p) => (p.x * axis.x + p.y * axis.y) / size);
    return Math.min(...along(outline)) < Math.max(...along(square)) - 1e-9 && Math.min(...along(square)) < Math.max(...along(outline)) - 1e-9;
  });
}

export function seeded(seed: number): () => number {
  let state = (seed % 2147483646) + 1;
  return () => (state = (state * 16807) % 2147483647) / 2147483647;
}
