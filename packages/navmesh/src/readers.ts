/** Readers for meshes of other libraries. None of them loads the library. */
export { readArrays, readGeometry } from './readers/geometry.ts';
export type { Geometry } from './readers/geometry.ts';
export { readNavcat } from './readers/navcat.ts';
export type { NavcatNavMesh } from './readers/navcat.ts';
export { readRecast } from './readers/recast.ts';
export type { RecastNavMesh, RecastTile, TileOptions } from './readers/recast.ts';
