import type { Counters } from '@pf/graph';
import type { Grid } from '@pf/grid';
import type { CorridorSearch, NavMesh, Polyanya } from '@pf/navmesh';
import type { PlainMesh } from '../../measure/peer.ts';

export interface MeshPath {
  readonly length: number;
  readonly points: readonly (readonly [number, number])[];
}

/** Finds paths between points. */
export interface MeshRunner {
  readonly name: string;
  run(i: number): void;
  /** The last answer, untimed. */
  path(): MeshPath;
  expanded(): number;
}

export function lengthOf(points: MeshPath['points']): number {
  let sum = points.length === 0 ? Infinity : 0;
  for (let i = 1; i < points.length; i++) sum += Math.hypot(points[i][0] - points[i - 1][0], points[i][1] - points[i - 1][1]);
  return sum;
}

/** The triangles of a mesh with shared points, as other libraries take them. */
export function plainMesh(mesh: NavMesh): PlainMesh {
  const ids = new Map<string, number>();
  const points: number[] = [];
  const triangles: number[] = [];
  for (let face = 0; face < mesh.vertexCount; face++) {
    for (const [x, y] of mesh.outlineOf(face)) {
      const key = `${x} ${y}`;
      const known = ids.get(key) ?? ids.size;
      if (known === ids.size) points.push(x, y);
      ids.set(key, known);
      triangles.push(known);
    }
  }
  return { points: Float64Array.from(points), triangles: Uint32Array.from(triangles) };
}

/** Centres of cells, so that every library agrees that they are inside. */
export function centres(grid: Grid, problems: readonly { readonly from: number; readonly to: number }[]): number[][] {
  return problems.map(({ from, to }) => [grid.x(from) + 0.5, grid.y(from) + 0.5, grid.x(to) + 0.5, grid.y(to) + 0.5]);
}

export function own(name: string, planner: Polyanya | CorridorSearch, pairs: readonly number[][], expanded: () => number, before: (i: number) => void = () => {}): MeshRunner {
  const out = new Float64Array(1 << 16);
  return {
    name,
    run(i) {
      before(i);
      const [fromX, fromY, toX, toY] = pairs[i];
      planner.search(fromX, fromY, toX, toY);
      planner.path(out);
    },
    path: () => ({ length: planner.cost, points: Array.from({ length: planner.pathLength }, (_, i) => [out[2 * i], out[2 * i + 1]] as const) }),
    expanded,
  };
}

/** Expansions since the last call. Within one face there is no search. */
export function taken(counters: Counters): number {
  const { expanded } = counters;
  counters.reset();
  return expanded;
}
