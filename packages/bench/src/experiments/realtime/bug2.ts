/**
 * Bug2 — V. Lumelsky and A. Stepanov, "Path-planning strategies for a point mobile automaton moving amidst unknown obstacles of arbitrary shape",
 * Algorithmica 2, 1987: the baseline of the paper on FRIT. It follows the line from start to goal; where that is blocked, it follows the wall until
 * it meets the line nearer to the goal.
 *
 * It needs a grid of eight directions without corner cutting. Walls are followed in four directions; two such moves are replaced by a legal diagonal
 * one.
 */
import type { Grid } from '@pf/grid';

/** East, south, west, north: each is the previous one turned right. */
const DX = [1, 0, -1, 0];
const DY = [0, 1, 0, -1];

export class Bug2 {
  position = 0;
  status: 'moving' | 'reached' | 'unreachable' = 'reached';
  cost = 0;
  readonly counters = { expanded: 0 };
  /** The cells from start to goal, and the position of each in that list. */
  private line: number[] = [];
  private readonly index = new Map<number, number>();
  /** The position on the line where the wall was met; −1 on the line. */
  private hit = -1;
  private heading = 0;
  /** Its position and heading at the wall: when both recur, it has circled the obstacle. */
  private readonly states = new Set<number>();

  constructor(private readonly grid: Grid) {}

  begin(start: number, goal: number): void {
    this.position = start;
    this.cost = 0;
    this.counters.expanded = 0;
    this.status = start === goal ? 'reached' : 'moving';
    this.line = this.cellsBetween(start, goal);
    this.index.clear();
    for (const [i, v] of this.line.entries()) this.index.set(v, i);
    this.hit = -1;
  }

  arcsChanged(): void {
    // Nothing is stored about the map.
  }

  step(): number {
    if (this.status !== 'moving') return this.position;
    this.counters.expanded++;
    if (this.hit < 0) this.followLine();
    else this.followWall();
    if (this.position === this.line[this.line.length - 1]) this.status = 'reached';
    return this.position;
  }

  private followLine(): void {
    const { grid, position, line } = this;
    const i = this.index.get(position)!;
    const [x, y] = [grid.x(position), grid.y(position)];
    const [dx, dy] = [grid.x(line[i + 1]) - x, grid.y(line[i + 1]) - y];
    const isAheadFree = grid.isFree(x + dx, y + dy);
    const [isSideFree, isBelowFree] = [grid.isFree(x + dx, y), grid.isFree(x, y + dy)];
    if (isAheadFree && isSideFree && isBelowFree) return this.moveBy(dx, dy);
    this.hit = i;
    this.states.clear();
    // The wall should be on the right.
    const isBeside = dx !== 0 && dy !== 0 && isSideFree && isBelowFree;
    const wall = isBeside ? directionOf(0, dy) : isSideFree || dx === 0 ? directionOf(0, dy) : directionOf(dx, 0);
    if (isBeside) this.moveBy(dx, 0);
    this.heading = (wall + 3) % 4;
    if (!isBeside) this.followWall();
  }

  private followWall(): void {
    const state = 4 * this.position + this.heading;
    const first = this.turn(this.position, this.heading);
    if (first < 0 || this.states.has(state)) {
      this.status = 'unreachable';
      return;
    }
    this.states.add(state);
    const between = this.neighbour(this.position, first);
    const second = this.turn(between, first);
    const isDiagonal = !this.leavesAt(between) && (first + second) % 2 === 1 && this.grid.isFree(this.grid.x(this.position) + DX[second], this.grid.y(this.position) + DY[second]);
    if (isDiagonal) this.moveBy(DX[first] + DX[second], DY[first] + DY[second]);
    else this.moveBy(DX[first], DY[first]);
    this.heading = isDiagonal ? second : first;
    if (this.leavesAt(this.position)) this.hit = -1;
  }

  /** Whether this cell is on the line, nearer to the goal than where the line was left. */
  private leavesAt(v: number): boolean {
    return (this.index.get(v) ?? -1) > this.hit;
  }

  /** The first free direction: right, ahead, left, back. −1 if there is none. */
  private turn(v: number, heading: number): number {
    for (const turned of [1, 0, 3, 2]) {
      const d = (heading + turned) % 4;
      if (this.grid.isFree(this.grid.x(v) + DX[d], this.grid.y(v) + DY[d])) return d;
    }
    return -1;
  }

  private neighbour(v: number, d: number): number {
    return this.grid.vertex(this.grid.x(v) + DX[d], this.grid.y(v) + DY[d]);
  }

  private moveBy(dx: number, dy: number): void {
    const { grid, position } = this;
    this.position = grid.vertex(grid.x(position) + dx, grid.y(position) + dy);
    this.cost += dx !== 0 && dy !== 0 ? grid.steps.diagonal : grid.steps.straight;
  }

  /** A straight line of adjacent cells. */
  private cellsBetween(start: number, goal: number): number[] {
    const { grid } = this;
    const [x, y] = [grid.x(start), grid.y(start)];
    const [dx, dy] = [grid.x(goal) - x, grid.y(goal) - y];
    const n = Math.max(Math.abs(dx), Math.abs(dy), 1);
    return Array.from({ length: start === goal ? 1 : n + 1 }, (_, i) => grid.vertex(x + Math.round((i * dx) / n), y + Math.round((i * dy) / n)));
  }
}

function directionOf(dx: number, dy: number): number {
  return DX.findIndex((x, d) => x === dx && DY[d] === dy);
}
