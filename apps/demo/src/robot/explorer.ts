import { seededRandom } from '@pf/grid';
import { ADStar } from '@pf/incremental';
import type { Pose, RangeScan } from '@pf/robots';
import { Footprint, InflatedMap, makeMotionPrimitives, MapFrame, OccupancyGrid, ScanMapper, simulateScan, StateLattice } from '@pf/robots';

const RESOLUTION = 0.1;
const [WIDTH, HEIGHT] = [64, 40];
export const RANGE = 1.6;
/** Expansions for each improvement: a robot cannot wait for the best path at each step. */
const IMPROVEMENT = 1500;
/** Lowest occupancy of an obstacle, as in the map. */
export const OCCUPIED = 65;
const footprint = Footprint.rectangle(0.35, 0.25);
const inflation = { inscribedRadius: footprint.inscribedRadius, circumscribedRadius: footprint.circumscribedRadius, inflationRadius: footprint.inscribedRadius } as const;
const motions = makeMotionPrimitives({ base: 'differential', resolution: RESOLUTION, turningRadius: 0.2, headings: 8, straight: 0.3, reverse: 2 });

/** A robot in a house that it does not know: its scanner fills a map, and AD* repairs its path. No browser in it. */
export class Explorer {
  readonly frame = new MapFrame(WIDTH, HEIGHT, RESOLUTION);
  /** The true map of the house, and the map of the robot. */
  readonly truth = new OccupancyGrid(this.frame, new Uint8Array(WIDTH * HEIGHT));
  known!: OccupancyGrid;
  readonly footprint = footprint;
  pose: Pose = { x: 0.55, y: 0.55, heading: 0 };
  goal: Pose = { x: 5.85, y: 3.45, heading: 0 };
  scan: RangeScan | undefined;
  /** The poses of the planned path, and those that it has driven. */
  plan: readonly Pose[] = [];
  trace: Pose[] = [];
  state: 'driving' | 'there' | 'no path' = 'driving';
  /** Expansions for the last scan and for all, the changed cells of the last scan, the bound of the path, and the scans so far. */
  expanded = 0;
  expandedInAll = 0;
  changedCells = 0;
  bound = 1;
  scans = 0;
  private mapper!: ScanMapper;
  private inflated!: InflatedMap;
  private lattice!: StateLattice;
  private planner!: ADStar;
  /** Cells of the house that were cleared for the robot and its goal, and their values before. */
  private readonly cleared = new Map<number, number>();
  /** Poses of the present motion that are still to be driven. */
  private ahead: Pose[] = [];
  private next = -1;
  private readonly seen = new Uint32Array(WIDTH * HEIGHT);
  private readonly changed = new Uint32Array(WIDTH * HEIGHT);
  private tails!: Uint32Array;
  private path!: Uint32Array;

  constructor(seed: number) {
    this.build(seed);
    this.forget();
  }

  /** Begins again at a pose, with nothing known. */
  forget(): void {
    const { truth: { values }, cleared } = this;
    this.known = new OccupancyGrid(this.frame);
    this.mapper = new ScanMapper(this.known, { hit: 0.9, miss: 0.2 });
    this.inflated = new InflatedMap(this.known, { ...inflation, unknown: 'free' });
    this.lattice = new StateLattice(this.inflated, motions, { footprint });
    this.planner = new ADStar(this.lattice, { weight: 3 });
    this.tails = new Uint32Array(this.lattice.vertexCount);
    this.path = new Uint32Array(this.lattice.vertexCount);
    this.trace = [];
    this.scans = this.expandedInAll = 0;
    for (const [cell, value] of cleared) values[cell] = value;
    cleared.clear();
    this.clearAround(this.pose);
    this.clearAround(this.goal);
    this.planner.begin(this.lattice.vertexAt(this.pose), this.lattice.vertexAt(this.goal));
    this.pose = this.lattice.poseOf(this.planner.start);
    this.goal = this.lattice.poseOf(this.planner.goal);
    this.ahead = [];
    this.state = 'driving';
    this.look();
    this.replan();
  }

  /** Drives to the next pose of the motion, or plans and begins one. */
  step(): void {
    if (this.state !== 'driving') return;
    if (this.ahead.length === 0 && !this.beginMotion()) return;
    const pose = this.ahead.shift()!;
    // It stops before what it has not seen to be free, and plans again.
    const blind = this.coveredUnlessFree(pose);
    if (blind.length > 0) {
      // The lowest occupancy of an obstacle: where nothing was known, one beam that passes the cell frees it.
      for (const cell of blind) this.known.values[cell] = Math.max(this.known.values[cell], OCCUPIED);
      this.report(blind, blind.length);
      this.pose = this.lattice.poseOf(this.planner.start);
      this.ahead = [];
      this.replan();
      return;
    }
    this.pose = pose;
    this.trace.push(pose);
    this.look();
    if (this.ahead.length > 0) return;
    this.planner.moveTo(this.next);
    this.replan();
  }

  /** Builds or removes a wall, which the robot sees when it looks there. If it has found no path, it begins again when a wall is removed. */
  edit(x: number, y: number, isWall: boolean): void {
    const cell = this.frame.cellAt(x, y);
    if (cell < 0) return;
    const near = [this.pose, this.goal].some((pose) => Math.hypot(pose.x - x, pose.y - y) < footprint.circumscribedRadius + RESOLUTION);
    const value = isWall ? 100 : 0;
    if (near) return;
    this.cleared.delete(cell);
    if (this.truth.values[cell] === value) return;
    this.truth.values[cell] = value;
    if (!isWall && this.state === 'no path') this.forget();
  }

  private beginMotion(): boolean {
    this.next = this.planner.next();
    if (this.next < 0) return false;
    this.ahead = this.lattice.poses([this.planner.start, this.next], 2).slice(1);
    return this.ahead.length > 0;
  }

  private look(): void {
    this.scan = simulateScan(this.truth, this.pose, { beams: 720, rangeMax: RANGE });
    this.scans++;
    this.changedCells = this.mapper.integrateScan(this.pose, this.scan, this.seen);
    this.report(this.seen, this.changedCells);
  }

  private report(cells: ArrayLike<number>, n: number): void {
    this.planner.arcsChanged(this.tails, this.lattice.costsChanged(this.changed, this.inflated.occupancyChanged(cells, n, this.changed), this.tails));
  }

  private replan(): void {
    const { planner, lattice, path } = this;
    const before = planner.counters.expanded;
    planner.run();
    // Finishes an improvement that has begun, because there is no path in the middle of one.
    if (!planner.improve(IMPROVEMENT)) planner.run();
    this.expanded = planner.counters.expanded - before;
    this.expandedInAll += this.expanded;
    this.bound = planner.bound;
    this.plan = lattice.poses(path, planner.path(path));
    if (planner.start === planner.goal) this.state = 'there';
    else if (planner.cost === Infinity) this.state = 'no path';
  }

  private coveredUnlessFree({ x, y, heading }: Pose): number[] {
    const { frame, known: { values } } = this;
    const cells = new Set<number>();
    footprint.cover({ x: frame.column(x, y), y: frame.row(x, y), heading }, RESOLUTION, (column, row) => {
      const cell = row * WIDTH + column;
      if (column >= 0 && row >= 0 && column < WIDTH && row < HEIGHT && (values[cell] < 0 || values[cell] >= OCCUPIED)) cells.add(cell);
    });
    return [...cells];
  }

  private clearAround({ x, y }: Pose): void {
    const { frame, truth: { values }, cleared } = this;
    for (let cell = 0; cell < values.length; cell++) {
      if (values[cell] === 0 || Math.hypot(frame.xOf(cell) - x, frame.yOf(cell) - y) >= 0.35) continue;
      cleared.set(cell, values[cell]);
      values[cell] = 0;
    }
  }

  /** Rooms: walls with doors, and a few things in the way. */
  private build(seed: number): void {
    const random = seededRandom(seed);
    const { values } = this.truth;
    const set = (x: number, y: number, value: number): void => { if (x >= 0 && y >= 0 && x < WIDTH && y < HEIGHT) values[y * WIDTH + x] = value; };
    const door = (from: number, to: number): number => from + 2 + Math.floor(random() * (to - from - 9));
    const columns = [0, 15 + Math.floor(random() * 4), 31 + Math.floor(random() * 4), 47 + Math.floor(random() * 4), WIDTH];
    const middle = 17 + Math.floor(random() * 6);
    for (const [i, x] of columns.entries()) {
      if (i === 0 || x === WIDTH) continue;
      for (const [bottom, top] of [[0, middle], [middle, HEIGHT]]) {
        if (random() < 0.25) { for (let y = bottom; y < top; y++) set(x, y, 100); continue; }
        const gap = door(bottom, top);
        for (let y = bottom; y < top; y++) if (y < gap || y > gap + 6) set(x, y, 100);
      }
    }
    for (let i = 0; i + 1 < columns.length; i++) {
      const gap = door(columns[i], columns[i + 1]);
      for (let x = columns[i]; x < columns[i + 1]; x++) if (x < gap || x > gap + 6) set(x, middle, 100);
    }
    for (let i = 0; i < 14; i++) {
      const [x, y] = [Math.floor(random() * WIDTH), Math.floor(random() * HEIGHT)];
      for (let k = 0; k < 4; k++) set(x + (k & 1), y + (k >> 1), 100);
    }
  }
}
