import { seededRandom } from '@pf/grid';
import { ADStar, DStarLite } from '@pf/incremental';
import type { Planner } from '@pf/incremental';
import type { MotionPrimitives, Pose } from '@pf/robots';
import { Footprint, InflatedMap, makeMotionPrimitives, MapFrame, OccupancyGrid, ScanMapper, simulateScan, StateLattice } from '@pf/robots';
import { Dijkstra } from '@pf/search';

const SIDE = 28;
const RESOLUTION = 0.1;
const BEAMS = 720;
const RANGE = 1.5;
/** Lowest occupancy of an obstacle, as in the lattice. */
const OCCUPIED = 65;
/** Expansions of each improvement of AD*: a robot cannot wait for the best path at each step. */
const IMPROVEMENT = 300;
const footprint = Footprint.rectangle(0.35, 0.25);
const motions: MotionPrimitives = makeMotionPrimitives({ base: 'differential', resolution: RESOLUTION, turningRadius: 0.2, headings: 8, straight: 0.3, reverse: 2 });
/** Inflation only as far as the centre cannot be. Costs that fall with the distance would change with every scan. */
const inflation = { inscribedRadius: footprint.inscribedRadius, circumscribedRadius: footprint.circumscribedRadius, inflationRadius: footprint.inscribedRadius } as const;

/** The result of a drive. */
export interface Drive {
  readonly end: 'reached' | 'unreachable' | 'lost';
  /** Motions made. */
  readonly steps: number;
  /** Number of motions that it stopped in front of a cell not known to be free. */
  readonly stops: number;
  /** Poses at which the outline overlapped an obstacle of the true world. */
  readonly touched: number;
  /** Whether a search of the true world gives the same outcome. */
  readonly right: boolean;
  readonly expanded: number;
}

/** A random world: obstacles of one to four cells at random density. */
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
  'AD*': (lattice) => new ADStar(lattice, { weight: 2 }),
  'D* Lite': (lattice) => new DStarLite(lattice),
};

/** The planners that drive, by name. */
export const driving: readonly string[] = Object.keys(PLANNERS);

/** Drives a robot through an unknown world: scan, map, plan, move. Undefined if it could not stand at the start, or its goal is blocked. */
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
  const report = (n: number): void => planner.arcsChanged(tails, lattice.costsChanged(changed, map.occupancyChanged(seen, n, changed), tails));
  const look = (pose: Pose): void => report(mapper.integrateScan(pose, simulateScan(truth, pose, { beams: BEAMS, rangeMax: RANGE }), seen));
  planner.begin(start, goal);
  let touched = 0;
  let stops = 0;
  const maxSteps = 4 * SIDE * SIDE;
  for (let steps = 0; steps < maxSteps; steps++) {
    look(lattice.poseOf(planner.start));
    planner.run();
    if (planner instanceof ADStar) improve(planner);
    const { expanded } = planner.counters;
    if (planner.start === goal) return { end: 'reached', steps, stops, touched, right: true, expanded };
    if (planner.cost === Infinity) return { end: 'unreachable', steps, stops, touched, right: new Dijkstra(real).search(planner.start, goal) === Infinity, expanded };
    const next = planner.next();
    let blind = 0;
    for (const pose of lattice.poses([planner.start, next], 2)) {
      // It drives only over cells that it has seen to be free. If it cannot see the next cell from up close, the cell counts as an obstacle until a beam
      // passes it.
      blind = coveredUnlessFree(known, pose, seen);
      if (blind > 0) break;
      if (touches(truth, pose)) touched++;
      look(pose);
    }
    if (blind === 0) {
      planner.moveTo(next);
      continue;
    }
    // Back to the start of the motion, over cells it has just driven.
    stops++;
    for (let i = 0; i < blind; i++) known.values[seen[i]] = Math.max(known.values[seen[i]], OCCUPIED);
    report(blind);
  }
  return { end: 'lost', steps: maxSteps, stops, touched, right: false, expanded: planner.counters.expanded };
}

/** Improvements must be completed, because there is no path in the middle of one. */
function improve(planner: ADStar): void {
  if (!planner.improve(IMPROVEMENT)) planner.run();
}

/** Writes the covered cells that are not known to be free to `out`; returns their number. */
function coveredUnlessFree({ frame, values }: OccupancyGrid, { x, y, heading }: Pose, out: Uint32Array): number {
  const { width, height } = frame;
  let n = 0;
  footprint.cover({ x: frame.column(x, y), y: frame.row(x, y), heading }, frame.resolution, (column, row) => {
    const cell = row * width + column;
    if (column < 0 || row < 0 || column >= width || row >= height) return;
    if ((values[cell] < 0 || values[cell] >= OCCUPIED) && !out.subarray(0, n).includes(cell)) out[n++] = cell;
  });
  return n;
}

/** Whether the outline overlaps an obstacle of the true world. */
function touches({ frame, values }: OccupancyGrid, { x, y, heading }: Pose): boolean {
  return footprint.some({ x: frame.column(x, y), y: frame.row(x, y), heading }, frame.resolution, (column, row) => column < 0 || row < 0 || column >= SIDE || row >= SIDE || values[row * SIDE + column] >= OCCUPIED);
}
