import type { Surface } from '@pf/navmesh';

/** A map in a form that any library can read. */
export interface PlainMap {
  readonly width: number;
  readonly height: number;
  readonly isFree: (x: number, y: number) => boolean;
}

/** A library that finds paths on grids. Adapters are in the benchmark's app, one file each. */
export interface GridPeer {
  readonly name: string;
  readonly version: string;
  /** Settings that matter for speed or results. */
  readonly setting: string;
  /** Eight neighbours without cutting corners, or four. */
  readonly neighbours: 4 | 8;
  readonly load: (map: PlainMap) => LoadedPeer;
}

/** Such a library with its map loaded. */
export interface LoadedPeer {
  /** Work that is needed before each query, such as cloning a grid: not counted, reported separately. */
  prepare?(): void;
  /** The library's own answer, path included; this is timed. */
  search(fromX: number, fromY: number, toX: number, toY: number): unknown;
  /** The cells of an answer from start to goal, both included, or its corner points; empty if there is no path. */
  cells(answer: unknown): readonly (readonly [number, number])[];
}

/** A queue of (id, key), smallest key first. */
export interface QueuePeer {
  readonly name: string;
  readonly version: string;
  readonly make: (capacity: number) => PeerQueue;
}

/** The operations of such a queue. */
export interface PeerQueue {
  push(id: number, key: number): void;
  /** The id with the smallest key. Never called on an empty queue. */
  pop(): number;
}

/** A walkable world as conforming triangles; y is the second coordinate of the plane. */
export interface PlainMesh {
  /** x, y of each point. */
  readonly points: Float64Array;
  /** Three points each, counter-clockwise with y upwards. */
  readonly triangles: Uint32Array;
}

/** A library that finds paths through polygon worlds. */
export interface MeshPeer {
  readonly name: string;
  readonly version: string;
  readonly setting: string;
  readonly load: (mesh: PlainMesh) => Promise<LoadedMeshPeer>;
}

/** Such a library with its world loaded. */
export interface LoadedMeshPeer {
  search(fromX: number, fromY: number, toX: number, toY: number): unknown;
  /** The points of an answer from start to goal; empty if there is no path. */
  points(answer: unknown): readonly (readonly [number, number])[];
}

/** A road network in a form that any library can read: arcs from tails to heads, and x and y of each vertex. */
export interface PlainRoads {
  readonly vertexCount: number;
  readonly tails: Uint32Array;
  readonly heads: Uint32Array;
  readonly costs: Float64Array;
  readonly coordinates: Float64Array;
  /** The lowest cost per length of any arc, for estimates by the straight distance. */
  readonly leastRate: number;
}

/** A library that finds paths on graphs. */
export interface RoadPeer {
  readonly name: string;
  readonly version: string;
  readonly load: (roads: PlainRoads) => LoadedRoadPeer;
}

/** Such a library with its network loaded. */
export interface LoadedRoadPeer {
  search(from: number, to: number): unknown;
  /** The vertices of an answer from start to goal; empty if there is no path. */
  vertices(answer: unknown): readonly number[];
}

/** A unit on flat ground, and its goal. */
export interface PlainUnit {
  readonly x: number;
  readonly y: number;
  readonly radius: number;
  readonly speed: number;
  readonly goalX: number;
  readonly goalY: number;
}

/** A library that moves units without collisions. */
export interface CrowdPeer {
  readonly name: string;
  readonly version: string;
  readonly setting: string;
  /** Places units on a flat square from (0, 0) to (side, side) and sets their goals. */
  readonly load: (side: number, units: readonly PlainUnit[]) => Promise<LoadedCrowdPeer>;
}

/** Such a library with its units. */
export interface LoadedCrowdPeer {
  step(seconds: number): void;
  position(unit: number): readonly [x: number, y: number];
}

/** A point of a level: x and y in the plane, z up. */
export type LevelPoint = readonly [x: number, y: number, z: number];

/** A navmesh of a level, built by another library from its geometry, and the libraries that answer queries on it. */
export interface BuiltLevel {
  /** The polygons of the mesh. */
  readonly surface: Surface;
  readonly queries: readonly LevelQueries[];
  /** A random point on the mesh, in a repeatable sequence. */
  place(): LevelPoint;
}

/** A library with its mesh of a level. */
export interface LevelQueries {
  readonly name: string;
  /** The library's own answer, path included; this is timed. */
  search(from: LevelPoint, to: LevelPoint): unknown;
  /** The points of an answer from start to goal; empty if there is no path. */
  points(answer: unknown): readonly LevelPoint[];
}

/** Builds navmeshes of levels. */
export interface LevelPeer {
  readonly versions: readonly { readonly name: string; readonly version: string; readonly setting: string }[];
  /** Builds the mesh of a level from the text of an OBJ file, y up. The first of its queries are those of the library that built the mesh. */
  load(text: string): Promise<BuiltLevel>;
}

/** The other libraries that experiments can measure. */
export interface Peers {
  readonly grids: readonly GridPeer[];
  readonly queues: readonly QueuePeer[];
  readonly meshes: readonly MeshPeer[];
  readonly roads: readonly RoadPeer[];
  readonly crowds: readonly CrowdPeer[];
  readonly levels?: LevelPeer;
}
