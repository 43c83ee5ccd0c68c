import { Dispatcher, gridWalls, Steering } from '@pf/crowd';
import { FogOfWar, Grid, radius, rooms, seededRandom } from '@pf/grid';
import { MultipathAdaptiveAStar } from '@pf/incremental';
import { ContractionHierarchy, farthestLandmarks, GoalBounds, HierarchyQuery, Landmarks, PathDatabase } from '@pf/preprocess';
import { AStar } from '@pf/search';
import { oracleCost } from '@pf/testkit';
import { firstConflict } from './conflicts.ts';
import { demand } from './player.ts';
import { SeededRandom } from './seeded-random.ts';

const SIZE = 80;
const ARMY = 250;
const SCOUTS = 40;
const STEERED = 60;
/** Frames between two of: edits, changes of the army, artifacts. */
const [EDIT, RECRUIT, ARTIFACT] = [4, 9, 600];

/** Everything that a game does, for as long as the soak lasts. */
export class Game {
  frames = 0;
  moves = 0;
  arrivals = 0;
  edits = 0;
  artifacts = 0;
  conflicts = 0;
  firstConflict = '';
  private readonly seeded: SeededRandom;
  private readonly grid: Grid;
  private readonly tails: Uint32Array;
  /** Cells that are free from the start and stay so, and walls that open and close. */
  private readonly floor: readonly number[];
  private readonly walls: readonly number[];
  private readonly army: Dispatcher;
  private readonly soldiers: number[] = [];
  private readonly fog: FogOfWar;
  private readonly scouting: Dispatcher;
  private readonly scouts: readonly number[];
  private readonly steering = new Steering();
  private readonly steered: number[] = [];
  private readonly isWall: (x: number, y: number) => boolean;

  constructor(seed: number) {
    this.seeded = new SeededRandom(seed);
    const grid = (this.grid = rooms(SIZE, SIZE, 9, seededRandom(seed), { metric: '5/7' }));
    const cells = Array.from({ length: SIZE * SIZE }, (_, cell) => grid.vertex(cell % SIZE, Math.floor(cell / SIZE)));
    this.floor = cells.filter((v) => grid.isFree(grid.x(v), grid.y(v)));
    this.walls = cells.filter((v) => grid.isBlocked(grid.x(v), grid.y(v)));
    this.tails = new Uint32Array(grid.vertexCount);
    const astar = new AStar(grid);
    const heuristic = grid.heuristic({ least: 1 });
    this.army = new Dispatcher(grid, { planner: () => astar, heuristic, collisions: 'avoid' });
    while (this.soldiers.length < ARMY) this.recruit();
    this.fog = new FogOfWar(grid, new Grid(SIZE, SIZE, grid));
    const known = this.fog.known;
    this.scouting = new Dispatcher(known, { planner: (unit) => (unit % 2 === 0 ? new MultipathAdaptiveAStar(known, { heuristic }) : new AStar(known, { heuristic })), heuristic });
    this.scouts = Array.from({ length: SCOUTS }, () => this.scouting.add(this.place()));
    this.fog.observe((tails, n) => this.scouting.arcsChanged(tails, n));
    const closed = new Set(this.walls);
    this.isWall = (x, y) => closed.has(grid.vertex(x, y));
    this.steering.setWalls(gridWalls(SIZE, SIZE, this.isWall));
    while (this.steered.length < STEERED) this.steer();
  }

  /** One frame; returns its milliseconds, without those of the checks and of artifacts. */
  frame(): number {
    this.frames++;
    const before = this.soldiers.map((unit) => this.army.position(unit));
    const begin = performance.now();
    if (this.frames % EDIT === 0) this.edit();
    this.order();
    this.moves += this.army.frame({ expansions: 3000 }).moved;
    this.explore();
    this.steering.step(1 / 30);
    const time = performance.now() - begin;
    this.check(before);
    if (this.frames % RECRUIT === 0) this.replace();
    if (this.frames % ARTIFACT === 0) this.saveAndLoad();
    return time;
  }

  /** A door opens or closes, or ground becomes cheap or expensive. */
  private edit(): void {
    const { grid, seeded, tails } = this;
    this.edits++;
    const v = seeded.chance(0.7) ? seeded.pick(this.walls) : this.place();
    const [x, y] = [grid.x(v), grid.y(v)];
    const isTaken = this.soldiers.some((unit) => this.army.position(unit) === v);
    const n = this.isWall(x, y) ? (isTaken ? 0 : grid.setBlocked(x, y, grid.isFree(x, y), tails)) : grid.setCost(x, y, 1 + seeded.int(4), tails);
    // Half of the edits are left to the army to notice.
    if (seeded.chance(0.5)) this.army.arcsChanged(tails, n);
  }

  private order(): void {
    const { army, seeded, soldiers } = this;
    for (let i = 0; i < 6; i++) {
      const unit = seeded.pick(soldiers);
      if (army.status(unit) === 'idle') {
        this.arrivals++;
        army.order(unit, this.place());
      }
    }
    const dice = seeded.int(300);
    if (dice === 0) army.spread(seeded.list(20, () => seeded.pick(soldiers)).filter((unit, i, all) => all.indexOf(unit) === i), this.place());
    if (dice === 1) army.cancel(seeded.pick(soldiers));
    if (dice === 2) army.hold(seeded.pick(soldiers), seeded.int(90));
    if (dice < 20) army.order(seeded.pick(soldiers), this.place());
  }

  private explore(): void {
    const { scouting, scouts, fog, seeded } = this;
    const scout = seeded.pick(scouts);
    if (scouting.status(scout) !== 'walking') scouting.order(scout, this.place());
    for (const each of scouts) fog.reveal(scouting.position(each), radius(4), this.tails);
    // Cells that are not watched may have changed since.
    scouting.frame({ expansions: 2000 });
    const unit = seeded.pick(this.steered);
    const { grid, steering } = this;
    const goal = this.place();
    steering.seek(unit, grid.x(goal) + 0.5, grid.y(goal) + 0.5);
  }

  /** No two soldiers in one cell, no swap, no crossing, no step that is no arc: by rules of this check's own. */
  private check(before: readonly number[]): void {
    const { grid, soldiers, army, steering } = this;
    const after = soldiers.map((unit) => army.position(unit));
    const conflict = firstConflict(before.map((v) => [grid.x(v), grid.y(v)] as const), after.map((v) => [grid.x(v), grid.y(v)] as const), (x, y) => grid.isFree(x, y));
    if (conflict !== undefined) {
      if (this.conflicts++ === 0) this.firstConflict = `frame ${this.frames}: ${conflict}`;
    }
    for (const unit of this.steered) {
      const [x, y] = [Math.floor(steering.x[unit]), Math.floor(steering.y[unit])];
      if (Number.isNaN(steering.x[unit] + steering.y[unit]) || this.isWall(x, y)) {
        if (this.conflicts++ === 0) this.firstConflict = `frame ${this.frames}: a steered unit is in the wall at (${x}, ${y}).`;
      }
    }
  }

  private replace(): void {
    const { seeded, army, steering } = this;
    army.remove(this.soldiers.splice(seeded.int(this.soldiers.length), 1)[0]);
    this.recruit();
    steering.remove(this.steered.splice(seeded.int(this.steered.length), 1)[0]);
    this.steer();
  }

  private recruit(): void {
    for (;;) {
      const v = this.place();
      if (this.grid.isBlocked(this.grid.x(v), this.grid.y(v)) || this.soldiers.some((unit) => this.army.position(unit) === v)) continue;
      this.soldiers.push(this.army.add(v));
      return;
    }
  }

  private steer(): void {
    const v = this.place();
    this.steered.push(this.steering.add({ x: this.grid.x(v) + 0.5, y: this.grid.y(v) + 0.5, radius: 0.2 + 0.2 * this.seeded.random(), speed: 1 + this.seeded.random() }));
  }

  /** Builds artifacts of a corner of the current map, saves and loads them, and runs queries on them. */
  private saveAndLoad(): void {
    const { grid, seeded } = this;
    const rows = grid.toArray();
    const part = Grid.fromArray(Array.from({ length: 400 }, (_, cell) => rows[Math.floor(cell / 20) * SIZE + (cell % 20)]), 20, 20, grid);
    const cells = Array.from({ length: 400 }, (_, cell) => part.vertex(cell % 20, Math.floor(cell / 20))).filter((v) => part.isFree(part.x(v), part.y(v)));
    const [start, goal] = [seeded.pick(cells), seeded.pick(cells)];
    const truth = oracleCost(part, start, goal);
    const landmarks = Landmarks.load(part, new Landmarks(part, farthestLandmarks(part, 4)).save());
    const hierarchy = ContractionHierarchy.load(part, ContractionHierarchy.build(part).save());
    const paths = PathDatabase.load(part, PathDatabase.build(part).save());
    const view = GoalBounds.load(part, GoalBounds.build(part).save()).view();
    view.goal = goal;
    paths.path(start, goal, new Uint32Array(part.vertexCount));
    const costs = {
      'A* with landmarks': new AStar(part, { heuristic: landmarks.heuristic() }).search(start, goal),
      'a contraction hierarchy': new HierarchyQuery(hierarchy).search(start, goal),
      'a path database': paths.cost,
      'A* with goal bounds': new AStar(view, { heuristic: part.heuristic() }).search(start, goal),
    };
    for (const [name, cost] of Object.entries(costs)) demand(cost === truth, () => `Frame ${this.frames}: ${name}, loaded, says ${cost}; the oracle says ${truth}.`);
    this.artifacts += 4;
  }

  private place(): number {
    return this.seeded.pick(this.floor);
  }
}
