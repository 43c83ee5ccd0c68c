/**
 * Hybrid A*: D. Dolgov, S. Thrun, M. Montemerlo, J. Diebel, "Practical Search Techniques in Path Planning for Autonomous Driving", AAAI STAIR
 * workshop 2008; "Path Planning for Autonomous Vehicles in Unknown Semi-structured Environments", International Journal of Robotics Research 29(5),
 * 2010.
 *
 * A search over squares of cells and headings. Each state stores the continuous pose at which it was reached at the lowest cost.
 *
 * Departures: a free curve to the goal is taken only if no much cheaper drive may exist. The path is smoothed by replacing parts with shortest curves
 * instead of gradient descent, so the result can be driven as it is. The estimate without obstacles is computed for each pose, not looked up.
 * Distances among obstacles count the costs of cells. They are scaled, as steps to eight neighbours are longer than straight lines, but may still be
 * too high, since they are those between the centres of cells.
 */
import type { Signal } from '@pf/graph';
import { Counters } from '@pf/graph';
import { checkBegun, checkBudget } from '@pf/graph/kit';
import { LazyHeap } from '@pf/queues';
import type { Curve, CurveSegment } from '../curves/curve.ts';
import { along, curvePoses } from '../curves/curve.ts';
import { PoseCheck } from '../lattice/pose-check.ts';
import type { CostMap } from '../maps/cost-map.ts';
import type { Pose } from '../maps/map-frame.ts';
import { checkPose } from '../maps/map-frame.ts';
import { CellDistances } from './cell-distances.ts';
import { DriveCost } from './drive-cost.ts';
import type { HybridAStarOptions } from './hybrid-options.ts';
import { checkHybridOptions } from './hybrid-options.ts';
import { PoseNodes } from './pose-nodes.ts';
import { join, shorten } from './shorten.ts';
import { checkMap, checkStep } from '../checks.ts';

const TURNS = [0, 1, -1] as const;
/** Slightly longer than a cell, so that a motion leaves it. */
const STEP = 1.5;
/** At least so many squares of states lie along an arc that turns by one heading, if the map is fine enough. */
const SQUARES = 3;
/** Highest turn of a motion: otherwise arcs of a small radius would lead around the full circle. */
const MAX_TURN = Math.PI / 4;
/** A search starts over at most so often. */
const MOST_RESTARTS = 16;
/** A drive is taken if it costs at most this many times the lowest estimate in the queue. */
const ENOUGH = 1.5;

/**
 * Paths for a car between any two poses: parking, turning on a narrow road.
 *
 * `search` returns the cost in metres, weighted for reverse driving and near obstacles; `curve` and `poses` return the drive. The path is not always
 * the cheapest. Because of the costs of cells it may cost about 1.5 times as much, and more where reversing is expensive. On terrain, a drive is often known long before it is
 * known to be cheap: `finish` takes it.
 *
 * If an edit of the map between two calls of `run` closes the drive that is found, the search starts over, up to 16 times. If it blocks the start or
 * the goal, the search ends. It does not notice what an edit opens: for that, call `begin` again.
 *
 * Without a drive, it expands up to one node for each cell and heading, and as many again each time it starts over. Limit the expansions if the goal
 * may lie in a bay that is too narrow.
 *
 * Memory: 4 bytes for each cell and heading; less if an arc that turns by one heading is 6 cells long or more.
 *
 * @example
 * ```ts
 * import { CostMap, Footprint, HybridAStar, MapFrame } from '@pf/robots';
 *
 * const map = new CostMap(new MapFrame(60, 60, 0.25)); // 15 × 15 m
 * const car = new HybridAStar(map, { turningRadius: 4, footprint: Footprint.rectangle(4, 1.8, 1.3) });
 * car.search({ x: 3, y: 3, heading: 0 }, { x: 3, y: 6, heading: 0 }) < Infinity; // → true
 * const last = car.poses(0.1).at(-1)!;
 * Math.hypot(last.x - 3, last.y - 6) < 1e-6; // → true
 * ```
 */
export class HybridAStar {
  readonly counters = new Counters();
  /** The cost of the drive; Infinity before the first search and if there is none. */
  cost = Infinity;
  /** Why a finished search has found no drive; undefined otherwise. */
  reason: 'start-blocked' | 'goal-blocked' | 'no-path' | undefined;
  private found: Curve | undefined;
  private from: Pose = { x: 0, y: 0, heading: 0 };
  private to: Pose = { x: 0, y: 0, heading: 0 };
  private readonly headings: number;
  /** Cells a side of a square, whose poses of one heading are one state: 1, or more where arcs are many cells long. */
  private readonly side: number;
  private readonly columns: number;
  private readonly drive: DriveCost;
  private readonly check: PoseCheck;
  private readonly distances: CellDistances;
  private readonly nodes: PoseNodes;
  private readonly open = new LazyHeap();
  private readonly motions: readonly CurveSegment[];
  /** Length of the shortest motions: they leave a square. */
  private readonly shortest: number;
  private begun = false;
  private finished = true;
  /** Expansions until the next attempt at a direct curve to the goal. */
  private patience = 0;
  /** The node from which the cheapest curve to the goal so far leads, and the cost of the drive by it. */
  private last = -1;
  private total = Infinity;
  /** The least cost of a metre on the map. */
  private cheapest = 1;
  /** How often the search has started over, since an edit of the map closed the drive that it had found. */
  private restarts = 0;

  constructor(
    readonly map: CostMap,
    options: HybridAStarOptions,
  ) {
    checkMap(map, 'Hybrid A*');
    const { turningRadius, footprint, headings, reverse, gearChange, proximity } = checkHybridOptions(options);
    const { frame } = map;
    this.headings = headings;
    this.check = new PoseCheck(map, footprint);
    this.drive = new DriveCost(this.check, { reverse, gearChange, proximity }, turningRadius);
    this.distances = new CellDistances(map, this.drive.perMetre);
    const arc = (2 * Math.PI * turningRadius) / headings;
    this.side = Math.max(1, Math.floor(arc / (SQUARES * frame.resolution)));
    this.columns = Math.ceil(frame.width / this.side);
    this.nodes = new PoseNodes(this.columns * Math.ceil(frame.height / this.side) * headings);
    this.shortest = STEP * this.side * frame.resolution;
    // Long enough to leave a cell, and for an arc to change the heading: else an arc ends in the state of the straight line.
    const straight = STEP * Math.max(frame.resolution, arc);
    this.motions = TURNS.flatMap((turn) => {
      const length = turn === 0 ? straight : Math.min(straight, MAX_TURN * turningRadius);
      return (reverse < Infinity ? [length, -length] : [length]).map((signed) => ({ turn, length: signed }));
    });
  }

  /** The cost of the drive; Infinity if none was found. */
  search(from: Pose, to: Pose): number {
    this.begin(from, to);
    this.run();
    return this.cost;
  }

  /** Starts a search; `run` continues it. */
  begin(from: Pose, to: Pose): void {
    checkPose(from, 'start');
    checkPose(to, 'goal');
    this.from = { x: from.x, y: from.y, heading: from.heading };
    this.to = { x: to.x, y: to.y, heading: to.heading };
    this.begun = true;
    this.restarts = 0;
    this.counters.reset();
    this.start();
  }

  private start(): void {
    const { from, to } = this;
    this.cost = Infinity;
    this.reason = undefined;
    this.found = undefined;
    this.open.clear();
    this.nodes.reset();
    this.patience = 0;
    this.total = Infinity;
    this.cheapest = this.drive.leastPerMetre();
    this.finished = this.isEndBlocked();
    if (this.finished) return;
    this.distances.begin(this.map.frame.cellAt(to.x, to.y));
    this.reach(this.stateOf(from), from, 0, -1, 0, 0);
  }

  private isEndBlocked(): boolean {
    const blocked = [this.from, this.to].findIndex(({ x, y, heading }) => this.check.cost(x, y, heading) < 0);
    if (blocked >= 0) this.reason = blocked === 0 ? 'start-blocked' : 'goal-blocked';
    return blocked >= 0;
  }

  /** Continues for at most `budget` expansions, or until `signal` is aborted: it is read before each. Returns whether it is finished. */
  run(budget = Infinity, signal?: Signal): boolean {
    checkBudget(budget);
    checkBegun(this.begun, 'search');
    // By an edit since the last slice, which may also have changed the cost of a drive that is known.
    this.finished ||= this.isEndBlocked();
    if (!this.finished && this.total < Infinity) this.total = this.drive.curve(this.from, this.whole(), 0);
    // An expansion checks so many poses that reading the signal each time costs nothing.
    for (let left = budget; !this.finished && left > 0 && signal?.aborted !== true; left--) this.expand();
    return this.finished;
  }

  /** Ends the search with the cheapest drive that is known, where there is no time for more; returns whether there is one. */
  finish(): boolean {
    checkBegun(this.begun, 'search');
    if (!this.finished && this.total < Infinity) this.accept();
    return this.cost < Infinity;
  }

  /** The drive as arcs and lines, start first; undefined if there is none. */
  get curve(): Curve | undefined {
    return this.found;
  }

  /** The poses of the drive, at most `step` metres apart; empty if there is none. Where the next pose lies behind one, the car reverses. */
  poses(step: number): Pose[] {
    checkStep(step);
    return this.found === undefined ? [] : curvePoses(this.from, this.found, step);
  }

  private expand(): void {
    const { nodes, open, counters, drive, motions } = this;
    let node: number;
    do {
      if (this.total < Infinity && this.total <= ENOUGH * open.peekKey() && this.accept()) return;
      node = open.pop();
      if (node < 0) {
        [this.finished, this.reason] = [true, 'no-path'];
        return;
      }
      counters.queueOperations++;
    } while (!nodes.close(node));
    counters.expanded++;
    const pose = nodes.pose(node);
    if (this.patience-- <= 0 && this.tryCurve(node, pose)) return;
    const gear = nodes.gear(node);
    for (let m = 0; m < motions.length; m++) {
      const { turn } = motions[m];
      const before = nodes.g(node) + drive.change(gear, motions[m].length);
      // Half as far where an obstacle is in the way, as between parked cars.
      for (let { length } = motions[m], g = Infinity; g === Infinity; length /= 2) {
        const { x, y, heading } = along(pose, turn, length, drive.radius);
        const next = { x, y, heading };
        const state = this.stateOf(next);
        if (state >= 0) {
          if (!nodes.improves(state, before + Math.abs(length))) break;
          g = before + drive.segment(pose, { turn, length });
          if (g < Infinity && nodes.improves(state, g)) this.reach(state, next, g, node, turn, length);
        }
        if (Math.abs(length) < 2 * this.shortest) break;
      }
    }
  }

  private reach(state: number, pose: Pose, g: number, parent: number, turn: number, length: number): void {
    const h = Math.max(this.distances.from(this.map.frame.cellAt(pose.x, pose.y)), this.cheapest * this.drive.shortestLength(pose, this.to));
    if (h === Infinity) return;
    this.counters.generated++;
    this.counters.queueOperations++;
    this.open.push(this.nodes.add(state, pose, g, parent, turn, length), g + h);
  }

  /** Tries a direct curve to the goal: often near it, rarely far away. Returns whether the search has ended or starts over. */
  private tryCurve(node: number, pose: Pose): boolean {
    const { nodes, drive, to } = this;
    const curve = drive.shortest(pose, to);
    this.patience = Math.floor(curve.length / (4 * Math.abs(this.motions[0].length)));
    const gear = nodes.gear(node);
    const last = drive.curve(pose, curve, gear);
    const total = nodes.g(node) + last;
    if (total < this.total) [this.total, this.last] = [total, node];
    // The estimate knows nothing of reversing. A curve that costs more only for that is taken at once.
    return last < Infinity && last <= ENOUGH * this.cheapest * drive.plain(curve, gear) && this.accept();
  }

  /** The drive to the goal by the cheapest curve so far. */
  private whole(): Curve {
    const { nodes, drive, to, last: node } = this;
    const segments = [...nodes.motions(node), ...drive.shortest(nodes.pose(node), to).segments];
    return { radius: drive.radius, segments, length: segments.reduce((sum, { length }) => sum + Math.abs(length), 0) };
  }

  /** Ends with the cheapest curve to the goal so far. */
  private accept(): boolean {
    const { drive } = this;
    const whole = this.whole();
    const { segments } = whole;
    // If it turns out to be closed, the search goes on without it.
    this.total = Infinity;
    if (drive.curve(this.from, whole, 0) === Infinity) {
      // Each piece was free when the search reached its end, so the map has been edited since.
      if (this.restarts++ >= MOST_RESTARTS) return false;
      this.start();
      return true;
    }
    // In joined segments, other poses are checked. One of them may graze an obstacle, or cost more: so the shortened drive is not always cheaper, or free.
    for (const drivable of [shorten(this.from, whole, drive, 4 * Math.abs(this.motions[0].length)), join(drive.radius, segments), whole]) {
      if (drivable === whole && this.cost < Infinity) break;
      const cost = drive.curve(this.from, drivable, 0);
      if (cost < this.cost - 1e-9 * (1 + cost)) [this.found, this.cost] = [drivable, cost];
    }
    return (this.finished = this.cost < Infinity);
  }

  /** The number of a square and heading, −1 outside the map. */
  private stateOf({ x, y, heading }: Pose): number {
    const { headings, map, side, columns } = this;
    const { width } = map.frame;
    const cell = map.frame.cellAt(x, y);
    if (cell < 0) return -1;
    const share = heading / (2 * Math.PI);
    const square = Math.floor(Math.floor(cell / width) / side) * columns + Math.floor((cell % width) / side);
    return square * headings + (Math.round((share - Math.floor(share)) * headings) % headings);
  }
}
