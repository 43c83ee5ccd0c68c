import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CorridorSearch, NavMesh, Polyanya, type Surface } from '@pf/navmesh';
import { readNavcat, readRecast } from '@pf/navmesh/readers';
import { AStar } from '@pf/search';
import { createFindNearestPolyResult, DEFAULT_QUERY_FILTER, findNearestPoly, findPath, FindPathResultFlags, type NavMesh as NavcatMesh } from 'navcat';
import { generateSoloNavMesh as generateNavcat } from 'navcat/blocks';
import { init, NavMeshQuery, type NavMesh as RecastMesh } from 'recast-navigation';
import { generateSoloNavMesh, generateTiledNavMesh } from 'recast-navigation/generators';
import { beforeAll, describe, expect, test } from 'vitest';
import { geometry } from '../src/peers/obj-geometry.ts';

/** Levels, .obj files with y up: PF_MESHES, or the folder beside the checkout. */
const folder = process.env['PF_MESHES'] ?? fileURLToPath(new URL('../../../../shared/meshes', import.meta.url));
/** 10,000 pairs for each mesh: PF_RUNS=100. */
const PAIRS = Math.ceil(100 * Number(process.env['PF_RUNS'] ?? 1));
const AGENT = { cs: 0.3, ch: 0.2, walkableRadius: 2, walkableHeight: 10, walkableClimb: 4, walkableSlopeAngle: 45 };
/** The box in which Detour looks for a polygon. */
const NEAR = { halfExtents: { x: 0.5, y: 2, z: 0.5 } };
const MOST = 4096;

interface Spot { readonly x: number; readonly y: number; readonly z: number }

function seeded(seed: number): () => number {
  return () => {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
    return seed / 2 ** 32;
  };
}

function level(name: string): { positions: number[]; indices: number[] } {
  const { positions, indices } = geometry(readFileSync(join(folder, `${name}.obj`), 'utf8'));
  return { positions: [...positions], indices: [...indices] };
}

/** The levels of the folder. */
const names = existsSync(folder) ? readdirSync(folder).filter((file) => file.endsWith('.obj')).map((file) => file.slice(0, -'.obj'.length)) : [];

/** A point of a polygon, y up, as in recast-navigation. */
function spot({ vertices, polygons }: Surface, random: () => number): Spot {
  const polygon = polygons[Math.floor(random() * polygons.length)], weights = polygon.map(() => random()), sum = weights.reduce((a, b) => a + b);
  const at = (axis: number): number => polygon.reduce((value, v, k) => value + (weights[k] / sum) * vertices[v][axis], 0);
  return { x: at(0), y: at(2), z: at(1) };
}

/** Whether a point is on another floor, or farther from the surface than its heights are precise. */
function isOff(nearest: Spot, spot: Spot): boolean {
  return Math.hypot(nearest.x - spot.x, nearest.y - spot.y, nearest.z - spot.z) > 2 * AGENT.ch;
}

/** The length of Detour's path as seen from above; Infinity if there is none, NaN if an end is not on its surface, such as below the top of a dome. */
function detourLength(query: NavMeshQuery, from: Spot, to: Spot): number {
  const start = query.findNearestPoly(from, NEAR), goal = query.findNearestPoly(to, NEAR);
  if (isOff(start.nearestPoint, from) || isOff(goal.nearestPoint, to)) return NaN;
  const { polys } = query.findPath(start.nearestRef, goal.nearestRef, start.nearestPoint, goal.nearestPoint, { maxPathPolys: MOST });
  if (polys.size === 0 || polys.get(polys.size - 1) !== goal.nearestRef) return Infinity;
  const { straightPath, straightPathCount } = query.findStraightPath(start.nearestPoint, goal.nearestPoint, polys, { maxStraightPathPoints: MOST });
  let length = 0;
  for (let i = 3; i + 2 < 3 * straightPathCount; i += 3) length += Math.hypot(straightPath.get(i) - straightPath.get(i - 3), straightPath.get(i + 2) - straightPath.get(i - 1));
  return length;
}

/** The greatest distance in height of a path from its surface. */
function farthest(mesh: NavMesh, planner: Polyanya | CorridorSearch): number {
  const out = new Float64Array(4 * planner.pathInSpaceLength);
  const n = planner.pathInSpace(out);
  let most = 0;
  for (let i = 0; i + 1 < n; i++) {
    for (let k = 0; k <= 8; k++) {
      const [x, y, z] = [0, 1, 2].map((axis) => out[4 * i + axis] + (k / 8) * (out[4 * i + 4 + axis] - out[4 * i + axis]));
      const height = mesh.height(x, y, z);
      most = Number.isNaN(height) ? Infinity : Math.max(most, Math.abs(height - z));
    }
  }
  return most;
}

describe.skipIf(!existsSync(folder))('levels meshed by recast-navigation', () => {
  beforeAll(() => init());

  test.each(names.flatMap((name) => [[name, 'at once'], [name, 'in tiles']]))('%s, %s: reaches everything that Detour reaches, by no longer a path', (name, how) => {
    const { positions, indices } = level(name);
    const made = how === 'in tiles' ? generateTiledNavMesh(positions, indices, { ...AGENT, tileSize: 32 }) : generateSoloNavMesh(positions, indices, AGENT);
    if (!made.success) throw new Error(made.error);
    const navMesh: RecastMesh = made.navMesh, surface = readRecast(navMesh), mesh = NavMesh.fromSurface(surface);
    const query = new NavMeshQuery(navMesh, { maxNodes: 65535 });
    const polyanya = new Polyanya(mesh), searches = [new CorridorSearch(mesh), new CorridorSearch(mesh, new AStar(mesh))];
    const random = seeded(1);
    let reached = 0;
    for (let i = 0; i < PAIRS; i++) {
      const from = spot(surface, random), to = spot(surface, random), pairText = `pair ${i}, from ${JSON.stringify(from)} to ${JSON.stringify(to)}`;
      const length = detourLength(query, from, to);
      if (Number.isNaN(length)) continue;
      const [shortest, ...pulled] = [polyanya, ...searches].map((planner) => planner.search(from.x, from.z, to.x, to.z, from.y, to.y)), isReached = length < Infinity;
      expect([shortest, ...pulled].map((cost) => cost < Infinity), pairText).toEqual([isReached, isReached, isReached]);
      if (length === Infinity) continue;
      reached++;
      // Detour's corners are in single precision.
      expect(shortest, pairText).toBeLessThanOrEqual(length * (1 + 1e-4) + 1e-3);
      for (const cost of pulled) expect(cost, pairText).toBeGreaterThanOrEqual(shortest - 1e-6);
      for (const planner of [polyanya, ...searches]) expect(farthest(mesh, planner), pairText).toBeLessThan(0.01);
    }
    // Other levels may be of many small parts.
    if (process.env['PF_MESHES'] === undefined) expect(reached).toBeGreaterThan(PAIRS / 10);
  });
});

/** The length of navcat's path as seen from above; Infinity if there is none, NaN if an end is not on its surface. */
function navcatLength(navMesh: NavcatMesh, from: Spot, to: Spot): number {
  for (const spot of [from, to]) {
    const { position: [x, y, z] } = findNearestPoly(createFindNearestPolyResult(), navMesh, [spot.x, spot.y, spot.z], [0.5, 2, 0.5], DEFAULT_QUERY_FILTER);
    if (isOff({ x, y, z }, spot)) return NaN;
  }
  const { flags, path } = findPath(navMesh, [from.x, from.y, from.z], [to.x, to.y, to.z], [0.5, 2, 0.5], DEFAULT_QUERY_FILTER);
  if ((flags & FindPathResultFlags.COMPLETE_PATH) === 0) return Infinity;
  return path.slice(1).reduce((sum, { position: [x, , z] }, i) => sum + Math.hypot(x - path[i].position[0], z - path[i].position[2]), 0);
}

describe.skipIf(!existsSync(folder))('levels meshed by navcat', () => {
  test.each(names)('%s: reaches everything that navcat reaches, by no longer a path', (name) => {
    const { cs, ch, walkableRadius, walkableHeight, walkableClimb } = AGENT;
    const { navMesh } = generateNavcat(level(name), {
      cellSize: cs, cellHeight: ch, walkableRadiusVoxels: walkableRadius, walkableRadiusWorld: walkableRadius * cs, walkableClimbVoxels: walkableClimb, walkableClimbWorld: walkableClimb * ch,
      walkableHeightVoxels: walkableHeight, walkableHeightWorld: walkableHeight * ch, walkableSlopeAngleDegrees: 45, borderSize: 0, minRegionArea: 8, mergeRegionArea: 20,
      maxSimplificationError: 1.3, maxEdgeLength: 12, maxVerticesPerPoly: 6, detailSampleDistance: 6, detailSampleMaxError: 1,
    });
    const surface = readNavcat(navMesh);
    const polyanya = new Polyanya(NavMesh.fromSurface(surface));
    const random = seeded(2);
    let reached = 0;
    for (let i = 0; i < PAIRS; i++) {
      const from = spot(surface, random);
      const to = spot(surface, random);
      const pairText = `pair ${i}, from ${JSON.stringify(from)} to ${JSON.stringify(to)}`;
      const length = navcatLength(navMesh, from, to);
      if (Number.isNaN(length)) continue;
      const shortest = polyanya.search(from.x, from.z, to.x, to.z, from.y, to.y);
      expect(shortest < Infinity, pairText).toBe(length < Infinity);
      if (length === Infinity) continue;
      reached++;
      expect(shortest, pairText).toBeLessThanOrEqual(length * (1 + 1e-4) + 1e-3);
    }
    // Other levels may be of many small parts.
    if (process.env['PF_MESHES'] === undefined) expect(reached).toBeGreaterThan(PAIRS / 10);
  });
});
