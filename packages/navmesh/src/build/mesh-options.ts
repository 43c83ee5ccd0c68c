import { checkMagnitude, checkNumber, checkWhole } from '../check-points.ts';
import { boxOf } from './outline.ts';

/** Options of all meshes. Lengths are in the units of the points. */
export interface MeshOptions {
  /** The agent's radius: its centre stays this far from every wall. Default: 0. */
  readonly radius?: number | undefined;
  /** Minimum number of pieces that a full circle around a convex corner would have, 4 to 1000: turns are halved until their parts are as small. Default: 16. */
  readonly roundness?: number | undefined;
  /** Maximum number of sides of a face: 3 keeps triangles, more merges them. Default: 12. */
  readonly sides?: number | undefined;
  /**
   * The number of faces that cuts can add before the mesh must grow. Then searches over its faces must be created anew. Default: 64 and a quarter of
   * the current number.
   */
  readonly room?: number | undefined;
  /** Points closer than this are merged. Default: 10⁻⁹ of the world's size, 10⁻⁶ on a surface, or the precision of its coordinates. */
  readonly snap?: number | undefined;
  /**
   * Maximum number of faces that links lead to from one face, or from which links lead to one; searches reserve memory for them. An end on a side is in two
   * faces. A link or a cut that needs more raises it; then searches over the faces must be created anew. Default: 0; 16 on a surface.
   */
  readonly linkRoom?: number | undefined;
}

/** Options of meshes with heights. */
export interface SurfaceOptions extends Omit<MeshOptions, 'radius'> {
  /** Cuts are grown by this radius. The surface itself must already leave room for the agents. Default: 0. */
  readonly radius?: number | undefined;
  /**
   * How far the corners of merged polygons may lie above or below their face. A larger value gives fewer faces. Default: a quarter of the surface's `climb`.
   */
  readonly flatness?: number | undefined;
  /** How far above or below a floor a point still counts as on it. Default: Infinity, the nearest floor counts. */
  readonly reach?: number | undefined;
}

/** The names of `MeshOptions`. */
export const MESH_OPTIONS = ['radius', 'roundness', 'sides', 'room', 'snap', 'linkRoom'];

/** All options, with defaults applied. */
export type Settings = { readonly [option in keyof MeshOptions | 'reach' | 'level']-?: number };

/** The default `room` for this many faces. */
export function defaultRoom(faces: number): number {
  return 64 + Math.ceil(faces / 4);
}

/** Relative size of 64 units in the last place: a sixteenth of the snap must exceed the rounding of crossings. */
const FINEST = 2 ** -46;

/** Relative size of four units in the last place of a single-precision number. */
const SINGLE = 2 ** -22;

/** A point at the edge of a steep face may be this many snaps above or below the next face. */
const LEVEL = 64;

/** Applies defaults for a world of these points, except to the room, which depends on the faces. Throws on invalid options. */
export function withDefaults(options: MeshOptions & { readonly reach?: number | undefined; readonly climb?: number | undefined }, xs: readonly number[], ys: readonly number[], isSurface = false): Settings {
  const { left, right, low, high } = boxOf(xs, ys, xs.keys());
  const size = Math.max(right - left, high - low);
  const far = Math.max(-left, right, -low, high);
  // Models are in single precision, unless that cannot hold their coordinates. Whole numbers are exact.
  const all = xs.concat(ys), isSingle = isSurface && all.every((value) => value === Math.fround(value)) && !all.every(Number.isInteger);
  // The precision of coordinates far from the origin limits the snap.
  const { radius = 0, roundness = 16, sides = 12, room = 0, snap = Math.max((size > 0 ? size : 1) * (isSurface ? 1e-6 : 1e-9), (isSingle ? SINGLE : FINEST) * far), linkRoom = isSurface ? 16 : 0, reach = Infinity, climb = Infinity } = options;
  checkNumber(radius, 'The radius', 0);
  checkMagnitude(all.concat(radius));
  checkNumber(roundness, 'The roundness', 4, 1000);
  checkWhole(sides, 'The sides of a face', 3, 255);
  checkWhole(room, 'The room', 0);
  // The square of a shorter distance could be 0.
  checkNumber(snap, 'The snap', 1e-100);
  checkWhole(linkRoom, 'The linkRoom', 0);
  checkNumber(reach, 'The reach', 0, Infinity);
  return { radius, roundness, sides, room, snap, linkRoom, reach, level: Math.min(LEVEL * snap, Math.max(climb, snap)) };
}
