import { FogOfWar, Grid } from '@pf/grid';
import type { Sensor } from '@pf/grid';
import type { Planner } from '@pf/incremental';
import { AStar } from '@pf/search';

/** The moves of a target, which do not depend on the hunter, and the changes of the world meanwhile. */
export interface Pursuit {
  readonly truth: Grid;
  /** Position of the hunter. */
  readonly start: number;
  /** Position of the target before each move of the hunter. */
  readonly walk: Uint32Array;
  /** By move: the cells that are closed or opened before it. */
  readonly edits: readonly (readonly number[])[];
}

/** The target pauses in every tenth move, so that the hunter catches it. */
const PAUSE = 10;
/** Moves of the hunter after which it gives up. */
const LONGEST = 40;

/**
 * The setting of Sun, Yeoh & Koenig: the target follows cheapest paths to random goals and pauses in every tenth move. After every tenth move,
 * `toggled` free cells close and as many blocked ones open, but never the cell of the target.
 */
export function drawPursuit(truth: Grid, start: number, target: number, toggled: number, random: () => number): Pursuit {
  const world = Grid.fromArray(truth.toArray(), truth.width, truth.height, truth);
  const search = new AStar(world);
  const path = new Uint32Array(world.vertexCount);
  const cells = [...truth.cells.keys()].filter((v) => truth.cells[v] !== 0);
  const inside = Array.from({ length: truth.width * truth.height }, (_, i) => truth.vertex(i % truth.width, Math.floor(i / truth.width)));
  const pick = (from: readonly number[]): number => from[Math.floor(random() * from.length)];
  const walk = Uint32Array.from({ length: LONGEST * (truth.width + truth.height) }, () => target);
  const edits: number[][] = [];
  let route: number[] = [];
  for (let t = 1; t < walk.length; t++) {
    const toggle: number[] = [];
    for (const blocked of toggled > 0 && t % PAUSE === 0 ? [false, true] : []) {
      for (let k = 0; k < toggled; k++) {
        const v = pick(inside);
        if ((world.cells[v] === 0) !== blocked || v === target) continue;
        world.setBlocked(world.x(v), world.y(v), !blocked);
        toggle.push(v);
      }
    }
    edits.push(toggle);
    if (toggle.length > 0) route = [];
    if (t % PAUSE !== 0) {
      for (let tries = 0; route.length === 0 && tries < 50; tries++) {
        const goal = pick(cells);
        if (goal !== target && search.search(target, goal) < Infinity) route = [...path.subarray(1, search.path(path))].reverse();
      }
      target = route.pop() ?? target;
    }
    walk[t] = target;
  }
  return { truth, start, walk, edits };
}

/** The counts of a pursuit. */
export interface PursuitCounts {
  caught: boolean;
  moves: number;
  expanded: number;
  /** Plans that expanded something. */
  searches: number;
  /** Sum of the costs of all planned paths. */
  cost: number;
}

/** A hunter in worlds of one size. Planner and map are created once. */
export class Hunter {
  readonly known: Grid;
  readonly planner: Planner;
  readonly counts: PursuitCounts = { caught: false, moves: 0, expanded: 0, searches: 0, cost: 0 };
  readonly #sensor: Sensor | undefined;
  readonly #tails: Uint32Array;
  #fog: FogOfWar | undefined;
  #pursuit: Pursuit | undefined;

  /** With a sensor, the world is unknown at first, except for the position of the target. */
  constructor(truth: Grid, make: (known: Grid) => Planner, sensor?: Sensor) {
    const { movement, corners, metric } = truth;
    this.known = new Grid(truth.width, truth.height, { movement, corners, metric });
    this.planner = make(this.known);
    this.#sensor = sensor;
    this.#tails = new Uint32Array(truth.vertexCount);
  }

  /** Puts the hunter into a world. */
  enter(pursuit: Pursuit): void {
    const { known } = this;
    const { truth } = pursuit;
    this.#pursuit = pursuit;
    known.setRectangle(0, 0, known.width, known.height, 1);
    this.#fog = this.#sensor === undefined ? undefined : new FogOfWar(truth, known);
    if (this.#sensor === undefined) for (let y = 0; y < known.height; y++) for (let x = 0; x < known.width; x++) known.setCost(x, y, truth.cost(x, y));
  }

  /** Plans before every move of the hunter until the target is caught. `check` is called after each plan. */
  run(check?: (planner: Planner) => void): PursuitCounts {
    const { counts, known, planner } = this;
    const { start, walk, edits } = this.#pursuit!;
    const [fog, sensor, tails] = [this.#fog, this.#sensor, this.#tails];
    Object.assign(counts, { caught: false, moves: 0, expanded: 0, searches: 0, cost: 0 });
    planner.begin(start, walk[0]);
    for (let t = 0; t < walk.length; t++) {
      if (t > 0) {
        planner.goalMovedTo(walk[t]);
        for (const v of edits[t - 1]) {
          if (v !== planner.start) planner.arcsChanged(tails, known.setBlocked(known.x(v), known.y(v), known.cells[v] !== 0, tails));
        }
      }
      if (planner.start === walk[t]) {
        counts.caught = true;
        break;
      }
      if (fog !== undefined) planner.arcsChanged(tails, fog.reveal(planner.start, sensor!, tails));
      const before = planner.counters.expanded;
      planner.run();
      if (planner.counters.expanded > before) counts.searches++;
      check?.(planner);
      counts.moves++;
      // Without a path it stays until one opens.
      if (!(planner.cost < Infinity)) continue;
      counts.cost += planner.cost;
      planner.moveTo(planner.next());
    }
    counts.expanded = planner.counters.expanded;
    return counts;
  }
}

