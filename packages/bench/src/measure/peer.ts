import type { Surface } from '@pf/navmesh';

/** A map as any library can take it. */
export interface PlainMap {
  readonly width: number;
  readonly height: number;
  readonly isFree: (x: number, y: number) => boolean;
}

/** A library that finds paths on grids, behind one small face. An adapter is one file of the benchmark's app. */
export interface GridPeer {
  readonly name: string;
  readonly version: string;
  /** How it was set, where that matters to speed or to the answers. */
  readonly setting: string;
  /** Eight neighbours without cutting corners, or four. */
  readonly neighbours: 4 | 8;
  readonly load: (map: PlainMap) => LoadedPeer;
}

/** Such a library with its map. */
export interface LoadedPeer {
  /** What has to be done anew before each query, such as cloning a grid: not counted, reported apart. */
  prepare?(): void;
  /** The library's own answer, path included; this is what is timed. */
  search(fromX: number, fromY: number, toX: number, toY: number): unknown;
  /** The cells of an answer from start to goal, both included, or corner points; empty where there is no path. */
  cells(answer: unknown): readonly (readonly [number, number])[];
}

/** A queue of (id, key), smallest key first. */
export interface QueuePeer {
  readonly name: string;
  readonly version: string;
  readonly make: (capacity: number) => PeerQueue;
}

/** What is asked of it. */
export interface PeerQueue {
  push(id: number, key: number): void;
  /** The id with the smallest key. Only asked of a queue that is not empty. */
  pop(): number;
}

/** A walkable world as triangles, conforming: y is the second coordinate of the plane. */
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

/** Such a library with its world. */
export interface LoadedMeshPeer {
  search(fromX: number, fromY: number, toX: number, toY: number): unknown;
  /** The points of an answer from start to goal; empty where there is no path. */
  points(answer: unknown): readonly (readonly [number, number])[];
}

/** A road network as any library can take it: arcs from tails to heads, and x and y of each vertex. */
export interface PlainRoads {
  readonly vertexCount: number;
  readonly tails: Uint32Array;
  readonly heads: Uint32Array;
  readonly costs: Float64Array;
  readonly coordinates: Float64Array;
  /** No arc costs less than its length times this: what makes an estimate of the straight distance. */
  readonly leastRate: number;
}

/** A library that finds paths on graphs. */
export interface RoadPeer {
  readonly name: string;
  readonly version: string;
  readonly load: (roads: PlainRoads) => LoadedRoadPeer;
}

/** Such a library with its network. */
export interface LoadedRoadPeer {
  search(from: number, to: number): unknown;
  /** The vertices of an answer from start to goal; empty where there is no path. */
  vertices(answer: unknown): readonly number[];
}

/** A unit that walks over flat ground, and where to. */
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
  /** Puts units on a flat square from (0, 0) to (side, side), and sends them to their goals. */
  readonly load: (side: number, units: readonly PlainUnit[]) => Promise<LoadedCrowdPeer>;
}

/** Such a library with its units. */
export interface LoadedCrowdPeer {
  step(seconds: number): void;
  position(unit: number): readonly [x: number, y: number];
}

/** A point of a level: x and y in the plane, z up. */
export type LevelPoint = readonly [x: number, y: number, z: number];

/** A level's navmesh, made by a library of others from its geometry, and those that answer queries in it. */
export interface MadeLevel {
  /** The polygons of the mesh. */
  readonly surface: Surface;
  readonly queries: readonly LevelQueries[];
  /** A point anywhere on the mesh, in a sequence that is the same each time. */
  place(): LevelPoint;
}

/** A library with its mesh of a level. */
export interface LevelQueries {
  readonly name: string;
  /** The library's own answer, its path included; this is what is timed. */
  search(from: LevelPoint, to: LevelPoint): unknown;
  /** The points of an answer from start to goal; empty where there is no path. */
  points(answer: unknown): readonly LevelPoint[];
}

/** What makes navmeshes of levels. */
export interface LevelPeer {
  readonly versions: readonly { readonly name: string; readonly version: string; readonly setting: string }[];
  /** Makes the mesh of a level from the text of an OBJ file, y up. The first of its queries are of the library that made the mesh. */
  load(text: string): Promise<MadeLevel>;
}

/** The libraries of others that an experiment may measure beside ours. */
export interface Peers {
  readonly grids: readonly GridPeer[];
  readonly queues: readonly QueuePeer[];
  readonly meshes: readonly MeshPeer[];
  readonly roads: readonly RoadPeer[];
  readonly crowds: readonly CrowdPeer[];
  readonly levels?: LevelPeer;
}
