import type { Counters } from '@pf/graph';
import type { Grid } from '@pf/grid';
import type { CorridorSearch, NavMesh, Polyanya } from '@pf/navmesh';
import { AStar } from '@pf/search';
import type { LoadedMeshPeer, MeshPeer, PlainMesh } from '../../measure/peer.ts';
import { mean } from '../../measure/statistics.ts';
import type { MapPanel } from '../../record/result.ts';
import type { Problem } from '../../worlds/worlds.ts';
import { drawMap } from '../../write/picture.ts';
import { isLegal } from './legal-line.ts';

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
function plainMesh(mesh: NavMesh): PlainMesh {
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

/** A runner, and the milliseconds in which its mesh was built. */
export interface BuiltRunner { readonly runner: MeshRunner; readonly build: number }

/** The end of a path is in the cell of its goal. */
const WITHIN_CELL = 0.5;

/** Gets the name of a library that is left out, and why. */
export type LeaveOut = (name: string, reason: string) => void;

/** Libraries on the triangles of a mesh, without those that cannot build it. */
export async function loadPeers(peers: readonly MeshPeer[], triangles: NavMesh, pairs: readonly number[][], leaveOut: LeaveOut): Promise<BuiltRunner[]> {
  const loaded: BuiltRunner[] = [];
  for (const { name, load } of peers) {
    const plain = plainMesh(triangles);
    const start = performance.now();
    let peer: LoadedMeshPeer;
    try {
      peer = await load(plain);
    } catch (error) {
      leaveOut(name, (error as Error).message);
      continue;
    }
    const build = performance.now() - start;
    let answer: unknown, query = 0;
    loaded.push({
      build,
      runner: {
        name, expanded: () => NaN,
        run(i) {
          const [fromX, fromY, toX, toY] = pairs[i];
          query = i;
          answer = peer.search(fromX, fromY, toX, toY);
        },
        path() {
          const points = peer.points(answer), [x, y] = points.at(-1) ?? [NaN, NaN], [, , toX, toY] = pairs[query];
          // Detour returns a path to the nearest point that it reaches.
          return Math.hypot(x - toX, y - toY) < WITHIN_CELL ? { points, length: lengthOf(points) } : { points: [], length: Infinity };
        },
      },
    });
  }
  return loaded;
}

/** The lengths of the paths of a runner. */
export function lengthsOf(runner: MeshRunner, pairs: readonly number[][]): number[] {
  return pairs.map((_, i) => {
    runner.run(i);
    return runner.path().length;
  });
}

/** Whether a path is shorter than the shortest, by more than the single precision of other libraries explains: it leads through a wall. */
export function isTooShort(length: number, shortest: number): boolean {
  return !(length >= shortest * (1 - 1e-3) - 1e-3);
}

/** Facts about the answers of a runner: how many are wrong, the mean of length over shortest of the others, and the mean of expansions. */
export interface Judged { readonly wrong: number; readonly ratio: number; readonly expanded: number }

/** Wrong is no path where there is one, a path that is too short, and what `isRight` denies. */
export function judge(runner: MeshRunner, shortest: readonly number[], isRight: (path: MeshPath, i: number) => boolean = () => true): Judged {
  const ratios: number[] = [];
  let wrong = 0;
  // Discards earlier counts.
  runner.expanded();
  const expanded = shortest.map((least, i) => {
    runner.run(i);
    const expansions = runner.expanded(), path = runner.path(), { length, points } = path;
    const isThere = (length === Infinity) === (least === Infinity), isAsLong = !(Math.abs(lengthOf(points) - length) > 1e-6 * (1 + length));
    if (!isThere || !isAsLong || isTooShort(length, least) || !isRight(path, i)) wrong++;
    else if (least > 0 && least < Infinity) ratios.push(length / least);
    return expansions;
  });
  return { wrong, ratio: mean(ratios), expanded: mean(expanded) };
}

/** Tests paths of ours between centres of cells: they cross no blocked cell, and the shortest is no longer than a path from cell to cell. */
export function rightOnCells(grid: Grid, problems: readonly Problem[], shortest: readonly number[]): (path: MeshPath, i: number) => boolean {
  const cells = new AStar(grid);
  const costs = problems.map(({ from, to }) => cells.search(from, to));
  const place = (v: number) => ({ x: grid.x(v), y: grid.y(v) });
  return ({ points }, i) => {
    if (points.length === 0 || costs[i] === Infinity) return points.length === 0 && costs[i] === Infinity;
    const { from, to } = problems[i];
    return shortest[i] <= costs[i] * (1 + 1e-9) && isLegal(grid, points.map(([x, y]) => ({ x: x - 0.5, y: y - 0.5 })), { from: place(from), to: place(to) });
  };
}

/** A picture of a world's faces, at most 6000 of their sides, with a path of a runner. */
export function meshPanel(title: string, grid: Grid, mesh: NavMesh, { points }: MeshPath): MapPanel {
  const panel = drawMap({ title, width: grid.width, height: grid.height, cost: (x, y) => grid.cost(x, y), paths: [points] });
  const sides = Array.from({ length: mesh.vertexCount }, (_, face) => mesh.outlineOf(face)).flatMap((outline) => outline.map(([x, y], i) => [x, y, ...outline[(i + 1) % outline.length]]));
  // Each side belongs to two faces and is drawn once.
  return { ...panel, segments: sides.filter(([ax, ay, bx, by]) => ax < bx || (ax === bx && ay < by)).slice(0, 6000) };
}
