import type { Point } from './locator.ts';
import type { MeshView } from './mesh-view.ts';

/** The faces at a point that the view allows. */
export function allowedAt(mesh: MeshView, { x, y, z }: Point): number[] {
  const faces: number[] = [];
  faces.length = mesh.locateAll(x, y, faces, z);
  return faces.filter((face) => mesh.arcs.allows(face));
}

/** Why a path does not arrive. An end is blocked if it is off the mesh, or where the view forbids the ground. */
export function noPathReason(mesh: MeshView, start: Point, goal: Point): 'start-blocked' | 'goal-blocked' | 'no-path' {
  return allowedAt(mesh, start).length === 0 ? 'start-blocked' : allowedAt(mesh, goal).length === 0 ? 'goal-blocked' : 'no-path';
}
