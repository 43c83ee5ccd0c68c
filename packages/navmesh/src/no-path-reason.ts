import type { Point } from './locator.ts';
import type { MeshView } from './mesh-view.ts';

/** Why a path does not arrive. An end is blocked if it is off the mesh, or where the view forbids the ground. */
export function noPathReason(mesh: MeshView, start: Point, goal: Point): 'start-blocked' | 'goal-blocked' | 'no-path' {
  const isBlocked = ({ x, y, z }: Point): boolean => {
    const faces: number[] = [];
    faces.length = mesh.locateAll(x, y, faces, z);
    return !faces.some((face) => mesh.arcs.allows(face));
  };
  return isBlocked(start) ? 'start-blocked' : isBlocked(goal) ? 'goal-blocked' : 'no-path';
}
