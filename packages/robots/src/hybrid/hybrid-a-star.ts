/**
 * Hybrid A*: D. Dolgov, S. Thrun, M. Montemerlo, J. Diebel, "Practical Search Techniques in Path Planning for Autonomous Driving", AAAI STAIR
 * workshop 2008; "Path Planning for Autonomous Vehicles in Unknown Semi-structured Environments", International Journal of Robotics Research 29(5),
 * 2010.
 *
 * A search over squares of cells and headings. Each state stores the continuous pose at which it was reached at the lowest cost.
 *
 * Departures: the curve to the goal is the cheapest free one of a few, and taken only if no much cheaper drive may exist. The path is smoothed by
 * replacing parts with cheaper curves, not by gradient descent, so it can be driven as it is. The estimate without obstacles is computed, not looked
 * up. If no drive is known when the search begins, estimates are weighted. Distances among obstacles count the costs of cells. They are scaled, as steps to eight
 * neighbours are longer than straight lines. Between the centres of cells, they may still be too high.
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
import { KnownDrive } from './known-drive.ts';
import { PoseNodes } from './pose-nodes.ts';
import { PoseStates } from './pose-states.ts';
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
/** A drive is taken if it costs at most this many times the lowest estimate. */
const ENOUGH = 1.5;
/** The weight of the estimate if no drive is known when the search begins: without it, nearly all between the start and the goal is expanded first. At most `ENOUGH`. */
const WEIGHT = 1.25;

/**
 * Paths for a car between any two poses: parking, turning on a narrow road.
 *
 * `search` returns the cost in metres, weighted for reverse driving and near obstacles; `curve` and `poses` return the drive. It is not always the
 * cheapest: among obstacles and on terrain it may cost about 1.5 times as much, and more where reversing is expensive. On open ground no curve of
 * Dubins, or of Reeds and Shepp, costs less. On terrain, a drive is often known long before it is known to be cheap: `finish` takes it.
 *
 * If an edit of the map between two calls of `run` closes the drive that is found, the search starts over, up to 16 times. If it blocks the start or
 * the goal, the search ends. It does not notice what an edit opens: for that, call `begin` again.
 *
 * Without a drive, it expands up to one node for each cell and heading, and as many again each time it starts over: limit the expansions.
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
  private readonly states: PoseStates;
  private readonly drive: DriveCost;
  private readonly check: PoseCheck;
  private readonly distances: CellDistances;
  private readonly nodes: PoseNodes;
  private readonly open = new LazyHeap();
  private readonly motions: readonly CurveSegment[];
  /** Length of the shortest motions: they leave a square. */
  private readonly shortest: number;
  /** Metres that an expansion checks. */
  private readonly expansion: number;
  private readonly known: KnownDrive;
  private from: Pose = { x: 0, y: 0, heading: 0 };
  private to: Pose = { x: 0, y: 0, heading: 0 };
  private begun = false;
  private finished = true;
  /** Expansions until the next attempt at a direct curve to the goal. */
  private patience = 0;
  /** The weight of the estimate in the keys of the queue: no drive costs less than the lowest key divided by it. */
  private weight = 1;
  /** A direct curve needs no estimate, and the start is reached once its own is known. At last the drive that is taken is shortened. */
  private stage: 'direct' | 'estimate' | 'search' | 'shorten' = 'direct';
  /** How often the search has started over, since an edit of the map closed the drive that it had found. */
  private restarts = 0;

  constructor(
    readonly map: CostMap,
    options: HybridAStarOptions,
  ) {
    checkMap(map, 'Hybrid A*');
    const { turningRadius, footprint, headings, reverse, gearChange, proximity } = checkHybridOptions(options);
    const { frame } = map;
    this.check = new PoseCheck(map, footprint);
    this.drive = new DriveCost(this.check, { reverse, gearChange, proximity }, turningRadius);
    this.distances = new CellDistances(map, this.drive.perMetre);
    const arc = (2 * Math.PI * turningRadius) / headings;
    // Squares of one cell, or of more where arcs are many cells long.
    const side = Math.max(1, Math.floor(arc / (SQUARES * frame.resolution)));
    this.states = new PoseStates(frame, headings, side);
    this.nodes = new PoseNodes(this.states.count);
    this.shortest = STEP * side * frame.resolution;
    // Long enough to leave a cell, and for an arc to change the heading: else an arc ends in the state of the straight line.
    const straight = STEP * Math.max(frame.resolution, arc);
    this.motions = TURNS.flatMap((turn) => {
      const length = turn === 0 ? straight : Math.min(straight, MAX_TURN * turningRadius);
      return (reverse < Infinity ? [length, -length] : [length]).map((signed) => ({ turn, length: signed }));
    });
    this.expansion = this.motions.reduce((sum, { length }) => sum + Math.abs(length), 0);
    this.known = new KnownDrive(this.drive, this.nodes, 4 * straight);
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
    this.cost = Infinity;
    this.reason = undefined;
    this.open.clear();
    this.nodes.reset();
    this.known.reset(this.from);
    this.patience = 0;
    this.stage = 'direct';
    this.drive.readLeast();
    this.finished = this.isEndBlocked();
    if (!this.finished) this.distances.begin(this.map.frame.cellAt(this.to.x, this.to.y));
  }

  private isEndBlocked(): boolean {
    const blocked = [this.from, this.to].findIndex(({ x, y, heading }) => this.check.cost(x, y, heading) < 0);
    if (blocked >= 0) this.reason = blocked === 0 ? 'start-blocked' : 'goal-blocked';
    return blocked >= 0;
  }

  /**
   * Continues for at most `budget` expansions, or until `signal` is aborted: it is read before each. Returns whether it is finished.
   * The estimate of the start counts too, 256 cells as one, and so do attempts to shorten the drive, by their length. Whole curves are checked in one
   * go: one that is tried, and at the start of each slice the drive that is known.
   */
  run(budget = Infinity, signal?: Signal): boolean {
    checkBudget(budget);
    checkBegun(this.begun, 'search');
    // By an edit since the last slice, which may also have changed the cost of the drive that is known, or closed it.
    this.finished ||= this.isEndBlocked();
    if (!this.finished && !this.known.recheck() && (this.stage === 'shorten' || (this.stage === 'search' && this.weight === 1))) this.startOver();
    // An expansion checks so many poses that reading the signal each time costs nothing.
    for (let left = budget; !this.finished && left > 0 && signal?.aborted !== true; ) left -= this.step();
    return this.finished;
  }

  /** Continues the search; returns how many expansions that counts as. */
  private step(): number {
    if (this.stage === 'shorten') return this.shorten();
    if (this.stage === 'search') this.expand();
    else this.reachStart();
    return 1;
  }

  private reachStart(): void {
    const { from, states } = this;
    if (this.stage === 'direct') {
      this.stage = 'estimate';
      this.tryCurve(this.nodes.add(states.of(from), from, 0, -1, 0, 0), from);
    } else if (this.distances.advance(this.map.frame.cellAt(from.x, from.y))) {
      this.stage = 'search';
      this.weight = this.known.cost < Infinity ? 1 : WEIGHT;
      this.reach(states.of(from), from, 0, -1, 0, 0);
    }
  }

  /** Ends the search with the cheapest drive that is known, where there is no time for more; returns whether there is one. Shortens it in one go. */
  finish(): boolean {
    checkBegun(this.begun, 'search');
    if (!this.finished && this.known.cost < Infinity && this.accept()) while (this.stage === 'shorten') this.shorten();
    return this.cost < Infinity;
  }

  /** The drive as arcs and lines, start first; undefined if there is none. */
  get curve(): Curve | undefined {
    return this.known.curve;
  }

  /** The poses of the drive, at most `step` metres apart; empty if there is none. Where the next pose lies behind one, the car reverses. */
  poses(step: number): Pose[] {
    checkStep(step);
    return this.curve === undefined ? [] : curvePoses(this.from, this.curve, step);
  }

  private expand(): void {
    const { nodes, open, counters, drive, motions, known } = this;
    let node: number;
    do {
      if (known.cost < Infinity && known.cost * this.weight <= ENOUGH * open.peekKey() && this.accept()) return;
      node = open.pop();
      this.finished = node < 0;
      if (this.finished) this.reason = 'no-path';
      if (this.finished) return;
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
        const state = this.states.of(next);
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
    const h = this.drive.estimate(pose, this.to, Math.sign(length), this.distances.from(this.map.frame.cellAt(pose.x, pose.y)));
    if (h === Infinity) return;
    this.counters.generated++;
    this.counters.queueOperations++;
    this.open.push(this.nodes.add(state, pose, g, parent, turn, length), g + this.weight * h);
  }

  /** Tries a direct curve to the goal: often near it, rarely far away. Returns whether the search has ended or starts over. */
  private tryCurve(node: number, pose: Pose): boolean {
    const { nodes, drive } = this;
    const gear = nodes.gear(node);
    const curves = drive.curves(pose, this.to, gear, 0);
    this.patience = Math.floor(curves[0].length / (4 * this.motions[0].length));
    const best = drive.cheapest(pose, curves, gear, 0, Infinity);
    if (best === undefined) return false;
    this.known.offer(nodes.g(node) + best.cost, node, best.curve);
    // The estimate knows little of reversing. A curve that costs more only for that is taken at once.
    return best.cost <= ENOUGH * drive.lowest(curves[0], gear, 0) && this.accept();
  }

  /** Takes the drive that is known: it is only shortened from now on. Returns false if the search goes on without it. */
  private accept(): boolean {
    if (!this.known.recheck()) return this.startOver(); // Each piece was free when it was reached: the map has been edited since.
    this.stage = 'shorten';
    return true;
  }

  private startOver(): boolean {
    if (this.restarts++ >= MOST_RESTARTS) return false;
    this.start();
    return true;
  }

  /** Shortens the drive that is taken; returns how many expansions that counts as, by the metres checked. */
  private shorten(): number {
    const { known, drive } = this;
    const before = drive.checked;
    if (known.shorten()) {
      this.stage = 'search';
      this.cost = known.cost;
      this.finished = this.cost < Infinity;
      // An edit has closed it meanwhile.
      if (!this.finished) this.startOver();
    }
    return (drive.checked - before) / this.expansion;
  }
}
