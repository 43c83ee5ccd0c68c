import type { PerspectiveCamera } from 'three';
import { SIZE, STOREY } from './level-model.ts';

/** Degrees, from the lower edge of the picture to the upper one. */
export const VIEW_ANGLE = 38;
/** Metres above the ground: what stands upstairs ends here. */
export const TOP = STOREY + 0.8;
/** How steeply the camera looks down: sine and cosine. */
const SINE = 0.646, COSINE = Math.sqrt(1 - SINE * SINE);
/** Metres: the camera looks at a point above the ground, and on its own side of the middle. */
const ABOVE = 0.6, NEARER = 0.8;
const MARGIN = 1.02;

/** Places the camera so that the whole level is in the picture. Its distance is the same for all angles, so that turning does not zoom. */
export function placeCamera(camera: PerspectiveCamera, angle: number, aspect: number): void {
  const away = distance(aspect), along = NEARER + away * COSINE;
  camera.aspect = aspect;
  camera.position.set(along * Math.sin(angle), ABOVE + away * SINE, along * Math.cos(angle));
  camera.lookAt(camera.position.clone().set(NEARER * Math.sin(angle), ABOVE, NEARER * Math.cos(angle)));
  camera.updateProjectionMatrix();
}

/** Metres from which the corners of the level stay in the picture, at every angle. */
function distance(aspect: number): number {
  const slope = Math.tan((VIEW_ANGLE * Math.PI) / 360), radius = Math.hypot(SIZE.x, SIZE.y) / 2;
  let away = 0;
  // A turn moves each corner along a circle: `near` towards the camera, `aside` across.
  for (let turn = 0; turn < Math.PI; turn += 0.01) {
    const near = radius * Math.cos(turn) - NEARER, aside = radius * Math.sin(turn);
    for (const height of [-ABOVE, TOP - ABOVE]) {
      const depth = near * COSINE + height * SINE, up = Math.abs(height * COSINE - near * SINE);
      away = Math.max(away, depth + MARGIN * Math.max(up, aside / aspect) / slope);
    }
  }
  return away;
}
