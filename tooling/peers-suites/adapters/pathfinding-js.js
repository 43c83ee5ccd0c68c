import { Grid as Cells } from '@pf/grid';
import { AStar, BidirectionalAStar, BidirectionalDijkstra, BreadthFirst, cellsOfLine, compressPath, Dijkstra, expandPath, JumpPointSearch } from '@pf/search';

// The API of PathFinding.js 0.4.18 over @pf: the port described in docs/from-pathfinding-js.md.

const DiagonalMovement = { Always: 1, Never: 2, IfAtMostOneObstacle: 3, OnlyWhenNoObstacles: 4 };

const rules = {
  1: { movement: 'eight', corners: 'always' },
  2: { movement: 'four' },
  3: { movement: 'eight', corners: 'one' },
  4: { movement: 'eight', corners: 'never' },
};

class Grid {
  constructor(widthOrMatrix, height, matrix) {
    const given = typeof widthOrMatrix === 'object' ? widthOrMatrix : matrix;
    this.cells = given === undefined ? new Cells(widthOrMatrix, height, rules[2]) : Cells.fromArray(given, { ...rules[2], costOf: (cell) => (cell ? 0 : 1) });
    this.nodes = Array.from({ length: this.height }, (_, y) => Array.from({ length: this.width }, (_, x) => ({ x, y })));
  }

  get width() {
    return this.cells.width;
  }

  get height() {
    return this.cells.height;
  }

  isInside(x, y) {
    return this.cells.contains(x, y);
  }

  isWalkableAt(x, y) {
    return this.cells.contains(x, y) && this.cells.isFree(x, y);
  }

  setWalkableAt(x, y, walkable) {
    this.cells.setBlocked(x, y, !walkable);
  }

  getNeighbors({ x, y }, diagonalMovement) {
    const world = this.under(diagonalMovement);
    const to = new Uint32Array(world.maxDegree);
    const n = world.successors(world.vertex(x, y), to, new Float64Array(world.maxDegree));
    return Array.from(to.subarray(0, n), (v) => this.nodes[world.y(v)][world.x(v)]);
  }

  /** The map under a finder's rule: there an option of the finder, here of the grid. */
  under(diagonalMovement) {
    return Cells.fromRows(this.cells.toRows(), rules[diagonalMovement]);
  }
}

function finder(search) {
  return class {
    constructor({ diagonalMovement, allowDiagonal = false, dontCrossCorners = false } = {}) {
      const byFlags = !allowDiagonal ? DiagonalMovement.Never : dontCrossCorners ? DiagonalMovement.OnlyWhenNoObstacles : DiagonalMovement.IfAtMostOneObstacle;
      this.diagonalMovement = diagonalMovement ?? byFlags;
    }

    findPath(startX, startY, endX, endY, grid) {
      const world = grid.under(this.diagonalMovement);
      const made = search(world);
      made.search(world.vertex(startX, startY), world.vertex(endX, endY));
      const out = new Uint32Array(world.vertexCount);
      return Array.from(out.subarray(0, made.path(out)), (v) => [world.x(v), world.y(v)]);
    }
  };
}

const pairs = (points) => points.map(({ x, y }) => [x, y]);
const points = (path) => path.map(([x, y]) => ({ x, y }));

export const PF = {
  Grid,
  DiagonalMovement,
  AStarFinder: finder((world) => new AStar(world)),
  BreadthFirstFinder: finder((world) => new BreadthFirst(world)),
  DijkstraFinder: finder((world) => new Dijkstra(world)),
  BiAStarFinder: finder((world) => new BidirectionalAStar(world)),
  BiBreadthFirstFinder: finder((world) => new BidirectionalDijkstra(world)),
  BiDijkstraFinder: finder((world) => new BidirectionalDijkstra(world)),
  JumpPointFinder: finder((world) => new JumpPointSearch(world)),
  BestFirstFinder: finder((world) => new AStar(world, { weight: 10 })),
  // These two have no counterpart: A* replaces them.
  BiBestFirstFinder: finder((world) => new AStar(world, { weight: 10 })),
  IDAStarFinder: finder((world) => new AStar(world)),
  Util: {
    compressPath: (path) => pairs(compressPath(points(path))),
    expandPath: (path) => pairs(expandPath(points(path))),
    interpolate: (x0, y0, x1, y1) => pairs(cellsOfLine({ x: x0, y: y0 }, { x: x1, y: y1 })),
  },
};
