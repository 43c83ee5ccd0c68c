import { boxOf } from './outline.ts';

/** How a mesh is made, from whatever it comes: lengths are in the units of its points. */
export interface MeshOptions {
  /** How far the middle of an agent stays away from every wall; 0 where it is not given. */
  readonly radius?: number | undefined;
  /** Into how many pieces a full circle around a jutting corner would be cut; 16 where it is not given. */
  readonly roundness?: number | undefined;
  /** Most sides of a face: 3 keeps triangles, more merges them. Default: 12. */
  readonly sides?: number | undefined;
  /** For how many faces more than now cuts find room, before the mesh must grow, and searches over its faces be made anew. Default: 64 and a quarter of those there are. */
  readonly room?: number | undefined;
  /** Points this near to each other are one. Default: 10⁻⁹ of the world's size, or what its coordinates can distinguish. */
  readonly snap?: number | undefined;
  /** To how many faces links may lead from one, and from how many to it: searches keep room for them. An end on a side is in two faces. Default: 0; 16 on a surface. */
  readonly linkRoom?: number | undefined;
}

/** How a mesh with heights is made. */
export interface SurfaceOptions extends Omit<MeshOptions, 'radius'> {
  /** By how much cuts are grown, for agents of that radius. The surface itself is taken as made for them. Default: 0. */
  readonly radius?: number | undefined;
  /** How far the corners of polygons that become one face may lie above or below it. More makes fewer faces. Default: the `climb` of the surface / 4. */
  readonly flatness?: number | undefined;
  /** How far above or below a floor a point still counts as on it. Default: Infinity, the nearest floor counts. */
  readonly reach?: number | undefined;
}

/** The names of `MeshOptions`. */
export const MESH_OPTIONS = ['radius', 'roundness', 'sides', 'room', 'snap', 'linkRoom'];

/** All of them, each with a value. */
export type Settings = { readonly [option in keyof MeshOptions | 'reach']-?: number };

/** For so many faces. */
export function defaultRoom(faces: number): number {
  return 64 + Math.ceil(faces / 4);
}

/** Eight times what the last bit of a number is worth, as a share of it. */
const FINEST = 2 ** -49;

/** For a world of these points; throws where an option cannot be. */
export function withDefaults(options: MeshOptions & { readonly reach?: number | undefined }, xs: readonly number[], ys: readonly number[], faces: number): Settings {
  const { left, right, low, high } = boxOf(xs, ys, xs.keys());
  const size = Math.max(right - left, high - low);
  const far = Math.max(-left, right, -low, high);
  // A small world far from the origin has no room between its numbers for less.
  const { radius = 0, roundness = 16, sides = 12, room = defaultRoom(faces), snap = Math.max((size > 0 ? size : 1) * 1e-9, FINEST * far), linkRoom = 0, reach = Infinity } = options;
  if (!(radius >= 0 && radius < Infinity)) throw new RangeError(`The radius must be 0 or more, got ${radius}.`);
  if (!(roundness >= 4 && roundness < Infinity)) throw new RangeError(`The roundness must be a finite number of at least 4, got ${roundness}.`);
  if (!(Number.isInteger(sides) && sides >= 3 && sides <= 255)) throw new RangeError(`The sides of a face must be a whole number from 3 to 255, got ${sides}.`);
  if (!(Number.isInteger(room) && room >= 0)) throw new RangeError(`The room must be a whole number of faces, 0 or more, got ${room}.`);
  if (!(snap > 0 && snap < Infinity)) throw new RangeError(`The snap must be more than 0, got ${snap}.`);
  if (!(Number.isInteger(linkRoom) && linkRoom >= 0)) throw new RangeError(`The linkRoom must be a whole number of links, 0 or more, got ${linkRoom}.`);
  if (!(reach >= 0)) throw new RangeError(`The reach must be 0 or more, got ${reach}.`);
  return { radius, roundness, sides, room, snap, linkRoom, reach };
}
