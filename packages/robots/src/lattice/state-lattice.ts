/**
 * State lattice: M. Pivtoraiko, R. A. Knepper, A. Kelly, "Differentially Constrained Mobile Robot Motion Planning in State Lattices", Journal of
 * Field Robotics 26(3), 2009. Costs and cell checks as in SBPL: M. Likhachev, D. Ferguson, "Planning Long Dynamically Feasible Maneuvers for
 * Autonomous Vehicles", International Journal of Robotics Research 28(8), 2009.
 */
import type { CostRange, Graph, Heuristic, Located } from '@pf/graph';
import { checkBuffer, checkOptions, checkVertex, shown } from '@pf/graph/kit';
import type { CostMap } from '../maps/cost-map.ts';
import type { Pose } from '../maps/map-frame.ts';
import { checkPose } from '../maps/map-frame.ts';
import { AffectedTails } from './affected-tails.ts';
import { CompiledMotions } from './compiled-motions.ts';
import type { Footprint } from './footprint.ts';
import { motionHeuristic } from './motion-heuristic.ts';
import type { MotionPrimitives } from './motion-primitives.ts';
import { angleBetween } from './motion-primitives.ts';
import { checkCount, checkFootprint, checkMap, checkMotions } from '../checks.ts';

/** Options of `StateLattice`: the robot's outline and speeds. */
export interface StateLatticeOptions {
  /** The robot's outline. Default: a point, for maps that are inflated by its radius and a cell's diagonal. */
  readonly footprint?: Footprint | undefined;
  /** Metres a second. Default 1. Times are rounded up to whole milliseconds, so a cell should take 10 or more. */
  readonly speed?: number | undefined;
  /** Radians a second. Default π/2. */
  readonly turnRate?: number | undefined;
}

/**
 * A graph for a robot with a heading: a vertex is a cell and a heading, an arc a motion primitive that meets no obstacle. Every search and planner of
 * `@pf` runs on it.
 *
 * An arc costs the milliseconds of its motion, times its multiplier, times 1 + the highest cost of the cells that the robot's centre passes.
 * `HybridAStar` counts the costs of cells in the same way with `proximity: 252`. The lattice copies the costs of the map: report edits with
 * `costsChanged`. Everything outside the map is an obstacle.
 *
 * @example
 * ```ts
 * import { CostMap, makeMotionPrimitives, MapFrame, StateLattice } from '@pf/robots';
 * import { AStar } from '@pf/search';
 *
 * const map = new CostMap(new MapFrame(60, 60, 0.1));
 * const motions = makeMotionPrimitives({ base: 'ackermann', resolution: 0.1, turningRadius: 1 });
 * const lattice = new StateLattice(map, motions);
 * const astar = new AStar(lattice, { heuristic: lattice.heuristic() });
 * astar.search(lattice.vertexAt({ x: 1.05, y: 1.05, heading: 0 }), lattice.vertexAt({ x: 3.05, y: 1.05, heading: 0 })); // → 2000
 * ```
 */
export class StateLattice implements Graph, Located {
  readonly vertexCount: number;
  readonly maxDegree: number;
  /** Changes with each `costsChanged` that changed an arc. */
  version = 0;
  /** The robot's outline and speeds. The same robot on another map: `new StateLattice(map, lattice.motions, lattice.options)`. */
  readonly options: StateLatticeOptions;
  /** The motions in compiled form. */
  readonly compiled: CompiledMotions;
  /** The costs of the map as last reported. Read only: edit the map, and call `costsChanged`. */
  readonly costs: Uint8Array;
  /** What arcs can cost on any map. */
  readonly costRange: CostRange;
  /** By list of `compiled`: cell offsets in the map, from the start of a motion. */
  private readonly centres: Int32Array;
  private readonly swept: Int32Array;
  private readonly affected: AffectedTails;

  constructor(
    readonly map: CostMap,
    readonly motions: MotionPrimitives,
    options: StateLatticeOptions = {},
  ) {
    checkMap(map, 'A StateLattice');
    checkMotions(motions, 'A StateLattice');
    checkOptions(options, ['footprint', 'speed', 'turnRate'], 'new StateLattice');
    const { footprint, speed = 1, turnRate = Math.PI / 2 } = options;
    checkFootprint(footprint, map, 'A StateLattice');
    const { frame } = map;
    if (!(Number.isFinite(speed) && speed > 0)) throw new RangeError(`The speed must be in metres a second, above 0, got ${shown(speed)}.`);
    if (!(typeof turnRate === 'number' && turnRate > 0)) throw new RangeError(`The turn rate must be in radians a second, above 0, got ${shown(turnRate)}.`);
    if (Math.abs(motions.resolution - frame.resolution) > 1e-6 * frame.resolution) {
      throw new RangeError(`The motion primitives are for cells of ${motions.resolution} m, and those of the map are ${frame.resolution} m wide: make primitives for that.`);
    }
    const headingCount = motions.headings.length;
    this.vertexCount = frame.cellCount * headingCount;
    if (this.vertexCount > 2 ** 31 - 1) throw new RangeError(`A lattice of ${frame.width} × ${frame.height} cells and ${headingCount} headings has too many vertices.`);
    this.options = { footprint, speed, turnRate };
    const compiled = CompiledMotions.of(motions, footprint, speed, turnRate);
    this.compiled = compiled;
    let degree = 0;
    for (let a = 0; a < headingCount; a++) degree = Math.max(degree, compiled.first[a + 1] - compiled.first[a], compiled.firstEnding[a + 1] - compiled.firstEnding[a]);
    this.maxDegree = degree;
    this.costs = map.costs.slice();
    const { time } = compiled;
    this.costRange = { least: Math.min(...time), most: 256 * Math.max(...time), whole: time.every(Number.isInteger) };
    this.centres = offsets(compiled.centres, frame.width);
    this.swept = offsets(compiled.swept, frame.width);
    this.affected = new AffectedTails(compiled, map, this.costs);
  }

  successors(v: number, to: Uint32Array, cost: Float64Array): number {
    const { compiled } = this;
    const { headingCount, first, dx, dy, time } = compiled;
    const { width } = this.map.frame;
    const heading = v % headingCount;
    const cell = (v - heading) / headingCount;
    const x = cell % width;
    const y = (cell - x) / width;
    let n = 0;
    for (let p = first[heading]; p < first[heading + 1]; p++) {
      const worst = this.worst(p, x, y, cell);
      if (worst < 0) continue;
      to[n] = (cell + dy[p] * width + dx[p]) * headingCount + compiled.to[p];
      cost[n++] = time[p] * (1 + worst);
    }
    return n;
  }

  predecessors(v: number, to: Uint32Array, cost: Float64Array): number {
    const { compiled } = this;
    const { headingCount, firstEnding, ending, dx, dy, time } = compiled;
    const { width } = this.map.frame;
    const heading = v % headingCount;
    const cell = (v - heading) / headingCount;
    const x = cell % width;
    const y = (cell - x) / width;
    let n = 0;
    for (let i = firstEnding[heading]; i < firstEnding[heading + 1]; i++) {
      const p = ending[i];
      const tail = cell - dy[p] * width - dx[p];
      const worst = this.worst(p, x - dx[p], y - dy[p], tail);
      if (worst < 0) continue;
      to[n] = tail * headingCount + compiled.from[p];
      cost[n++] = time[p] * (1 + worst);
    }
    return n;
  }

  /**
   * Call after an edit of the map with the cells whose cost changed. Writes the tails of arcs that may have changed, each once, and returns their
   * number, 0 without `tails`: the input of a planner's `arcsChanged`. `vertexCount` entries always suffice. If the buffer is too short, the call throws and
   * changes nothing.
   */
  costsChanged(cells: ArrayLike<number>, n: number, tails?: Uint32Array): number {
    const { costs, map, affected } = this;
    checkCount(cells, n, 'changed cells');
    if (tails !== undefined) checkBuffer(tails);
    // Complete before the first tail is written: cells and tails may share a buffer.
    const edited: number[] = [];
    for (let i = 0; i < n; i++) {
      const cell = cells[i];
      const cost = map.costs[cell];
      if (cost === undefined) throw new RangeError(`Cell ${shown(cell)} is not on the map, whose cells are 0 to ${costs.length - 1}.`);
      if (cost !== costs[cell]) edited.push(cell);
    }
    if (edited.length === 0) return 0;
    affected.begin(tails);
    for (const cell of edited) affected.add(cell, map.costs[cell] >= map.obstacle !== costs[cell] >= map.obstacle);
    for (const cell of edited) costs[cell] = map.costs[cell];
    this.version++;
    return affected.count;
  }

  /** The vertex of a pose: its cell and nearest heading; −1 outside the map. */
  vertexAt(pose: Pose): number {
    checkPose(pose, 'pose');
    const cell = this.map.frame.cellAt(pose.x, pose.y);
    if (cell < 0) return -1;
    const turn = 2 * Math.PI;
    const angle = (((pose.heading - this.map.frame.origin.heading) % turn) + turn) % turn;
    let nearest = 0;
    let least = Infinity;
    for (const [i, heading] of this.motions.headings.entries()) {
      const away = angleBetween(heading, angle);
      if (away < least - 1e-12) [least, nearest] = [away, i];
    }
    return cell * this.motions.headings.length + nearest;
  }

  /** Whether the cell of a vertex is below the inscribed cost, so that the centre can be there. Headings with a footprint are checked by motions: `PoseCheck` checks a pose. */
  isFree(v: number): boolean {
    checkVertex(this, v, 'vertex');
    return this.costs[this.cellOf(v)] < this.map.inscribed;
  }

  /** The cell of a vertex. */
  cellOf(v: number): number {
    return Math.floor(v / this.compiled.headingCount);
  }

  /** x of a vertex in metres. */
  x(v: number): number {
    return this.map.frame.xOf(this.cellOf(v));
  }

  /** y of a vertex in metres. */
  y(v: number): number {
    return this.map.frame.yOf(this.cellOf(v));
  }

  /** The pose of a vertex. */
  poseOf(v: number): Pose {
    checkVertex(this, v, 'vertex');
    return { x: this.x(v), y: this.y(v), heading: this.motions.headings[v % this.compiled.headingCount] + this.map.frame.origin.heading };
  }

  /**
   * The poses along the first `n` vertices of a path, by the cheapest motions between them: the trajectory for the robot.
   *
   * @example
   * ```ts
   * import { CostMap, makeMotionPrimitives, MapFrame, StateLattice } from '@pf/robots';
   *
   * const motions = makeMotionPrimitives({ base: 'ackermann', resolution: 0.1, turningRadius: 1 });
   * const lattice = new StateLattice(new CostMap(new MapFrame(9, 9, 0.1)), motions);
   * const path = [lattice.vertexAt({ x: 0.05, y: 0.05, heading: 0 }), lattice.vertexAt({ x: 0.15, y: 0.05, heading: 0 })];
   * lattice.poses(path, 2).map(({ x }) => Math.round(100 * x)); // → [5, 10, 15]
   * ```
   */
  poses(path: ArrayLike<number>, n: number): Pose[] {
    checkCount(path, n, 'vertices of the path');
    const { frame } = this.map;
    const turned = frame.origin.heading;
    if (n === 0) return [];
    const poses = [this.poseOf(path[0])];
    for (let i = 0; i + 1 < n; i++) {
      const p = this.motionBetween(path[i], path[i + 1]);
      const from = this.cellOf(path[i]);
      const column = (from % frame.width) + 0.5;
      const row = Math.floor(from / frame.width) + 0.5;
      for (const [k, { x, y, heading }] of this.motions.primitives[p].poses.entries()) {
        if (k === 0) continue;
        const [along, across] = [column + x / frame.resolution, row + y / frame.resolution];
        poses.push({ x: frame.x(along, across), y: frame.y(along, across), heading: heading + turned });
      }
    }
    return poses;
  }

  /**
   * An estimate that ignores obstacles, valid for any two vertices and after all edits: straight lines and turns at the best rate of any motion. The
   * default of planners. For a fixed goal `latticeHeuristic` is much closer.
   */
  heuristic(): Heuristic {
    return motionHeuristic(this.compiled, this.motions.headings, this.map.frame.width);
  }

  /** The index in `motions.primitives` of the cheapest motion between two vertices. */
  private motionBetween(from: number, to: number): number {
    checkVertex(this, from, 'vertex of the path');
    checkVertex(this, to, 'vertex of the path');
    const { compiled } = this;
    const { headingCount } = compiled;
    const { width } = this.map.frame;
    const cell = this.cellOf(from);
    const x = cell % width;
    const y = (cell - x) / width;
    let found = -1;
    let least = Infinity;
    for (let p = compiled.first[from % headingCount]; p < compiled.first[(from % headingCount) + 1]; p++) {
      if ((cell + compiled.dy[p] * width + compiled.dx[p]) * headingCount + compiled.to[p] !== to) continue;
      const worst = this.worst(p, x, y, cell);
      if (worst < 0 || compiled.time[p] * (1 + worst) >= least) continue;
      least = compiled.time[p] * (1 + worst);
      found = p;
    }
    if (found < 0) throw new RangeError(`No free motion leads from vertex ${from} to vertex ${to}: poses takes paths of this lattice as it is now.`);
    return compiled.index[found];
  }

  /** The highest cost of the cells that the centre passes on motion `p` from a cell; −1 if it collides. */
  private worst(p: number, x: number, y: number, cell: number): number {
    const { costs, centres, swept, compiled, map } = this;
    const { box, firstCentre, firstSwept } = compiled;
    const { frame, inscribed, circumscribed, obstacle } = map;
    if (x + box[4 * p] < 0 || y + box[4 * p + 1] < 0 || x + box[4 * p + 2] >= frame.width || y + box[4 * p + 3] >= frame.height) return -1;
    let worst = 0;
    for (let i = firstCentre[p], end = firstCentre[p + 1]; i < end; i++) {
      const cost = costs[cell + centres[i]];
      if (cost > worst) worst = cost;
    }
    if (worst >= inscribed) return -1;
    if (worst < circumscribed) return worst;
    for (let i = firstSwept[p], end = firstSwept[p + 1]; i < end; i++) if (costs[cell + swept[i]] >= obstacle) return -1;
    return worst;
  }
}

/** Column and row offsets as differences of cell numbers. */
function offsets(cells: Int32Array, width: number): Int32Array {
  return Int32Array.from({ length: cells.length / 2 }, (_, i) => cells[2 * i + 1] * width + cells[2 * i]);
}
