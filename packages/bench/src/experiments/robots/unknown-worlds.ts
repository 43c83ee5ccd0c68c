import { seededRandom } from '@pf/grid';
import { ADStar, DStarLite } from '@pf/incremental';
import type { Planner } from '@pf/incremental';
import type { MotionPrimitives, Pose } from '@pf/robots';
import { Footprint, InflatedMap, makeMotionPrimitives, MapFrame, OccupancyGrid, ScanMapper, StateLattice } from '@pf/robots';
import { Dijkstra } from '@pf/search';

const SIDE = 28;
const RESOLUTION = 0.1;
const BEAMS = 120;
const RANGE = 1.5;
/** What the robot feels around it, whatever is in between, in metres: more than its next motion sweeps. */
const NEAR = 0.75;
/** Expansions for each improvement of AD*: a robot cannot wait for the best path at each step. */
const IMPROVEMENT = 300;
const footprint = Footprint.rectangle(0.35, 0.25);
const motions: MotionPrimitives = makeMotionPrimitives({ base: 'differential', resolution: RESOLUTION, turningRadius: 0.2, headings: 8, straight: 0.3, reverse: 2 });
/** Costs only where the centre cannot be: what costs more near obstacles would change with every scan, all around. */
const inflation = { inscribedRadius: footprint.inscribedRadius, circumscribedRadius: footprint.circumscribedRadius, inflationRadius: footprint.inscribedRadius } as const;

/** What became of a robot. */
export interface Drive {
  readonly end: 'reached' | 'unreachable' | 'lost';
  /** Motions made. */
  readonly steps: number;
  /** Poses at which the outline overlapped an obstacle of the true world. */
  readonly touched: number;
  /** Whether what it ended with is true: by a search over the true world. */
  readonly right: boolean;
  readonly expanded: number;
}

/** A random world: obstacles of one to four cells, more or less of them. */
export function drawTruth(seed: number): OccupancyGrid {
  const random = seededRandom(seed);
  const grid = new OccupancyGrid(new MapFrame(SIDE, SIDE, RESOLUTION), new Uint8Array(SIDE * SIDE));
  const blocks = Math.floor(random() * 40);
  for (let i = 0; i < blocks; i++) {
    const [x, y] = [Math.floor(random() * SIDE), Math.floor(random() * SIDE)];
    const [wide, high] = random() < 0.5 ? [1 + Math.floor(random() * 8), 1] : [1, 1 + Math.floor(random() * 8)];
    for (let v = y; v < Math.min(SIDE, y + high); v++) for (let u = x; u < Math.min(SIDE, x + wide); u++) grid.values[v * SIDE + u] = 100;
  }
  return grid;
}

const PLANNERS: Readonly<Record<string, (lattice: StateLattice) => Planner>> = {
  'AD*': (lattice) => new ADStar(lattice, { inflation: 2 }),
  'D* Lite': (lattice) => new DStarLite(lattice),
};

/** The planners that drive, by name. */
export const driving: readonly string[] = Object.keys(PLANNERS);

/** Drives a robot through a world that it does not know: scan, map, plan, move. Undefined where it could not even stand at the start, or its goal is taken. */
export function drive(name: string, truth: OccupancyGrid, seed: number): Drive | undefined {
  const random = seededRandom(seed + 7919);
  const real = new StateLattice(new InflatedMap(truth, inflation), motions, { footprint });
  const start = Math.floor(random() * real.vertexCount);
  const goal = Math.floor(random() * real.vertexCount);
  if (touches(truth, real.poseOf(start)) || touches(truth, real.poseOf(goal)) || !real.isFree(start)) return undefined;

  const known = new OccupancyGrid(truth.frame);
  const mapper = new ScanMapper(known, { hit: 0.9, miss: 0.2 });
  const map = new InflatedMap(known, { ...inflation, unknown: 'free' });
  const lattice = new StateLattice(map, motions, { footprint });
  const planner = PLANNERS[name](lattice);
  const seen = new Uint32Array(truth.values.length);
  const changed = new Uint32Array(truth.values.length);
  const tails = new Uint32Array(lattice.vertexCount);
  planner.begin(start, goal);
  let touched = 0;
  const most = 4 * SIDE * SIDE;
  for (let steps = 0; steps < most; steps++) {
    const pose = lattice.poseOf(planner.start);
    let n = mapper.integrateScan(pose, scan(truth, pose), seen);
    n += feel(truth, known, pose, seen, n);
    planner.arcsChanged(tails, lattice.costsChanged(changed, map.occupancyChanged(seen, n, changed), tails));
    planner.run();
    if (planner instanceof ADStar) improve(planner);
    const { expanded } = planner.counters;
    if (planner.start === goal) return { end: 'reached', steps, touched, right: true, expanded };
    if (planner.cost === Infinity) return { end: 'unreachable', steps, touched, right: new Dijkstra(real).search(planner.start, goal) === Infinity, expanded };
    const next = planner.next();
    for (const along of lattice.poses([planner.start, next], 2)) if (touches(truth, along)) touched++;
    planner.moveTo(next);
  }
  return { end: 'lost', steps: most, touched, right: false, expanded: planner.counters.expanded };
}

/** A few improvements, each of which has to come to its end: in the middle of one there is no path. */
function improve(planner: ADStar): void {
  if (!planner.improve(IMPROVEMENT)) planner.run();
}

/** What a scanner without noise sees: beams followed in small steps. */
function scan({ frame, values }: OccupancyGrid, { x, y, heading }: Pose): { ranges: Float64Array; angleMin: number; angleIncrement: number; rangeMax: number } {
  const ranges = new Float64Array(BEAMS).fill(Infinity);
  const angleIncrement = (2 * Math.PI) / BEAMS;
  const step = RESOLUTION / 10;
  for (let i = 0; i < BEAMS; i++) {
    const angle = heading + i * angleIncrement;
    for (let range = 0; range < RANGE; range += step) {
      const cell = frame.cellAt(x + range * Math.cos(angle), y + range * Math.sin(angle));
      if (cell < 0) break;
      if (values[cell] < 65) continue;
      ranges[i] = range;
      break;
    }
  }
  return { ranges, angleMin: 0, angleIncrement, rangeMax: RANGE };
}

/** What stands right beside the robot it knows without a doubt; writes the cells that this changed from index `at` on, and returns how many. */
function feel(truth: OccupancyGrid, known: OccupancyGrid, { x, y }: Pose, out: Uint32Array, at: number): number {
  const { frame } = truth;
  let n = 0;
  for (let cell = 0; cell < truth.values.length; cell++) {
    if (truth.values[cell] >= 65 === known.values[cell] >= 65 || Math.hypot(frame.xOf(cell) - x, frame.yOf(cell) - y) > NEAR) continue;
    known.values[cell] = truth.values[cell];
    // It may be there already, from the scan: there are as many entries as cells.
    if (!out.subarray(0, at + n).includes(cell)) out[at + n++] = cell;
  }
  return n;
}

/** Whether the outline overlaps an obstacle of the true world. */
function touches({ frame, values }: OccupancyGrid, { x, y, heading }: Pose): boolean {
  return footprint.some({ x: frame.column(x, y), y: frame.row(x, y), heading }, frame.resolution, (column, row) => column < 0 || row < 0 || column >= SIDE || row >= SIDE || values[row * SIDE + column] >= 65);
}
