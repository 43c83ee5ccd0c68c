// The parts that the benchmark uses of peers without types: pathfinding 0.4.18, ndarray 1.0.19, l1-path-finder 1.0.0, three 0.187.0.
declare module 'pathfinding' {
  export interface Finder {
    findPath(fromX: number, fromY: number, toX: number, toY: number, grid: Grid): [number, number][];
  }
  export class Grid {
    constructor(rows: number[][]);
    clone(): Grid;
  }
  export interface FinderOptions {
    readonly diagonalMovement: number;
    readonly heuristic: (dx: number, dy: number) => number;
  }
  export class AStarFinder implements Finder {
    constructor(options: FinderOptions);
    findPath(fromX: number, fromY: number, toX: number, toY: number, grid: Grid): [number, number][];
  }
  export function JumpPointFinder(options: FinderOptions): Finder;
  export const DiagonalMovement: { readonly OnlyWhenNoObstacles: number };
  export const Heuristic: { readonly octile: (dx: number, dy: number) => number };
  const all: {
    Grid: typeof Grid; AStarFinder: typeof AStarFinder; JumpPointFinder: typeof JumpPointFinder;
    DiagonalMovement: typeof DiagonalMovement; Heuristic: typeof Heuristic;
  };
  // eslint-disable-next-line no-restricted-syntax -- it is theirs
  export default all;
}
declare module 'ndarray' {
  export interface NdArray {
    readonly shape: number[];
  }
  const ndarray: (data: Uint8Array, shape: number[], stride: number[]) => NdArray;
  // eslint-disable-next-line no-restricted-syntax -- it is theirs
  export default ndarray;
}

declare module 'l1-path-finder' {
  import type { NdArray } from 'ndarray';

  const createPlanner: (maze: NdArray) => { search(fromX: number, fromY: number, toX: number, toY: number, path: number[]): number };
  // eslint-disable-next-line no-restricted-syntax -- it is theirs
  export default createPlanner;
}

declare module 'three' {
  export class Vector3 {
    x: number;
    y: number;
    z: number;
    set(x: number, y: number, z: number): this;
  }
  export class BufferAttribute {
    constructor(array: Float32Array | Uint32Array, itemSize: number);
  }
  export class BufferGeometry {
    setAttribute(name: string, attribute: BufferAttribute): this;
    setIndex(index: BufferAttribute | number[]): this;
  }
}
