/**
 * A fan: the faces around a vertex that are joined side by side. Where walls or floors touch in a point, several fans share a vertex, and no path leads
 * from one to another there. So each fan has its own pivot: the vertex around which paths turn.
 */
import { NO_VERTEX } from '@pf/graph';
import { CORNER, NO_WALL, STRAIGHT, type Faces } from './faces.ts';
import { turn } from './orientation.ts';

/**
 * Visits the fans at the corners of faces whose `pivots` are NO_VERTEX, each once; `visit` must set the pivots. `fan`: the corners of the fan, as f · stride + i,
 * valid during the call. `beyond`: the face beyond each side.
 */
export function eachFan(faces: Faces, beyond: Int32Array, pivots: Int32Array, list: Iterable<number>, visit: (fan: readonly number[], wall: number) => void): void {
  const { stride, sides, twins } = faces;
  const fan: number[] = [];
  for (const f of list) {
    for (let i = 0; i < sides[f]; i++) {
      if (pivots[f * stride + i] !== NO_VERTEX) continue;
      // Counter-clockwise to a wall, or once around.
      let face = f, k = i, isOpen: boolean;
      do {
        const side = face * stride + (k > 0 ? k : sides[face]) - 1;
        isOpen = beyond[side] === NO_VERTEX;
        if (isOpen) break;
        face = beyond[side];
        k = twins[side];
      } while (face !== f || k !== i);
      // Clockwise from there.
      const first = face * stride + k;
      fan.length = 0;
      for (let at = first; ;) {
        fan.push(at);
        if (beyond[at] === NO_VERTEX) break;
        face = beyond[at];
        k = twins[at] + 1 < sides[face] ? twins[at] + 1 : 0;
        at = face * stride + k;
        if (at === first) break;
      }
      visit(fan, isOpen ? wallAround(faces, fan) : NO_WALL);
    }
  }
}

/** The class of a fan between walls: a corner if its inside is wider than half a turn. On a spiral ramp it can exceed a full turn. */
function wallAround({ stride, sides, corners, xs, ys }: Faces, fan: readonly number[]): number {
  const v = corners[fan[0]], firstFace = Math.floor(fan[0] / stride), before = fan[0] - 1;
  const u = corners[before < firstFace * stride ? before + sides[firstFace] : before];
  for (const at of fan) {
    const begin = Math.floor(at / stride) * stride, next = at + 1;
    const w = corners[next < begin + sides[begin / stride] ? next : begin];
    const bend = turn(xs[u], ys[u], xs[v], ys[v], xs[w], ys[w]);
    // A side straight back along the wall is a needle: the inside surrounds its tip.
    if (bend < 0 || (bend === 0 && (xs[u] - xs[v]) * (xs[w] - xs[v]) + (ys[u] - ys[v]) * (ys[w] - ys[v]) > 0)) return CORNER;
  }
  return STRAIGHT;
}
