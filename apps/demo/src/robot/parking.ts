import type { Pose } from '@pf/robots';
import { CostMap, Footprint, HybridAStar, MapFrame } from '@pf/robots';

/** Metres. */
const RESOLUTION = 0.25;
const [WIDTH, HEIGHT] = [26, 14];
const OBSTACLE = 254;
/** Expansions for a drive: more than a plan takes in a free car park, few enough for a frame or two. */
const BUDGET = 6000;

/** One pose of a drive, and whether the car reverses there. */
export interface DrivePose extends Pose {
  readonly isReverse: boolean;
}

/** A car in a car park, and its drive to another pose. No browser in it. */
export class Parking {
  readonly frame = new MapFrame(WIDTH / RESOLUTION, HEIGHT / RESOLUTION, RESOLUTION);
  readonly map = new CostMap(this.frame);
  readonly footprint = Footprint.rectangle(4.2, 1.8, 1.3);
  from!: Pose;
  to!: Pose;
  /** The drive, every 10 cm; empty where there is none. */
  drive: readonly DrivePose[] = [];
  /** Metres, changes of gear, expansions and milliseconds of the last plan. */
  length = 0;
  changes = 0;
  expanded = 0;
  took = 0;
  /** Whether the plan ended for want of a budget. */
  gaveUp = false;
  private readonly planner = new HybridAStar(this.map, { turningRadius: 4.3, footprint: this.footprint });

  constructor() {
    this.clear();
  }

  /** The car park as it is at first: a row of parked cars with a gap, a wall on the other side, and the first start and goal. */
  clear(): void {
    this.from = { x: 3, y: 7.6, heading: 0 };
    this.to = { x: 12.35, y: 3.3, heading: 0 };
    this.map.costs.fill(0);
    for (const x of [1, 6.4, 18.2]) this.block(x, 2.4, x + 4.2, 4.2);
    for (const x of [3, 7, 11, 15, 19]) this.block(x, 10.8, x + 1.8, HEIGHT);
    this.block(0, 0, WIDTH, 1);
    this.plan();
  }

  /** Sets or removes an obstacle around a point. */
  edit(x: number, y: number, isObstacle: boolean): void {
    const { costs, frame } = this.map;
    for (let dy = -1; dy <= 1; dy++) for (let dx = -1; dx <= 1; dx++) {
      const cell = frame.cellAt(x + dx * RESOLUTION, y + dy * RESOLUTION);
      if (cell >= 0) costs[cell] = isObstacle ? OBSTACLE : 0;
    }
  }

  plan(): void {
    const { planner } = this;
    const began = performance.now();
    planner.begin(this.from, this.to);
    this.gaveUp = !planner.run(BUDGET);
    this.took = performance.now() - began;
    this.expanded = planner.counters.expanded;
    this.length = planner.curve?.length ?? 0;
    const segments = planner.curve?.segments ?? [];
    this.changes = segments.filter(({ length }, i) => i > 0 && length * segments[i - 1].length < 0).length;
    const poses = planner.poses(0.1);
    // Between two poses the car moves along its heading, or against it.
    this.drive = poses.map((pose, i) => {
      const [a, b] = i + 1 < poses.length ? [pose, poses[i + 1]] : [poses[i - 1] ?? pose, pose];
      return { ...pose, isReverse: (b.x - a.x) * Math.cos(a.heading) + (b.y - a.y) * Math.sin(a.heading) < 0 };
    });
  }

  private block(left: number, bottom: number, right: number, top: number): void {
    const { frame, map } = this;
    for (let cell = 0; cell < frame.cellCount; cell++) {
      const [x, y] = [frame.xOf(cell), frame.yOf(cell)];
      if (x > left && x < right && y > bottom && y < top) map.costs[cell] = OBSTACLE;
    }
  }
}
