import { PriorityInheritance } from '../plans/priority-inheritance.ts';

const NONE = -1;
/** The maximum number of units that push each other in a chain. */
const MAX_DEPTH = 256;

/**
 * Priority inheritance for units that cover several vertices. A step may push several units, one after another. If one of them cannot move, the decisions for the
 * others are undone, and the next neighbour is tried. Units that cannot move stay: each is pushed at most once a step, and decides once more when it is its turn.
 *
 * No two units cover a vertex after the step. No two units exchange vertices: a unit may enter vertices of another only if the other enters none of its own.
 */
export abstract class FootprintMoves extends PriorityInheritance {
  /** The units that were decided, in order. */
  private readonly decided: number[] = [];
  /** By unit: whether it stays because it could not move. */
  protected readonly isStuck: boolean[] = [];
  /** The step of the unit that pushes, as a difference of vertices; Infinity if none does, or none of those that push covers several. */
  protected pushStep = Infinity;

  /** The vertices that a unit at `v` covers, as differences to `v`. */
  protected abstract cellsAt(unit: number, v: number): Int32Array;

  /** Whether a unit makes another leave. */
  protected abstract mayPush(unit: number, other: number): boolean;

  /** Whether a unit at `v` would cover a vertex on which another one is. */
  protected isOccupied(unit: number, v: number): boolean {
    const { now } = this;
    const cells = this.cellsAt(unit, v);
    for (let c = 0; c < cells.length; c++) {
      const other = now[v + cells[c]];
      if (other !== NONE && other !== unit) return true;
    }
    return false;
  }

  /** Decides for a unit and for all that it pushes, as `assign` does. One that was pushed in vain decides again: the cells that the others tried to enter are free now. */
  protected assignFootprint(unit: number): void {
    const { from, to, isStuck, decided } = this;
    if (to[unit] !== NONE) {
      if (!isStuck[unit]) return;
      this.cover(unit, from[unit], NONE);
      to[unit] = NONE;
    }
    decided.length = 0;
    this.tryNeighbours(unit, 0, Infinity);
  }

  private tryNeighbours(unit: number, depth: number, pushStep: number): boolean {
    const { candidates, counts, decided, from } = this;
    this.isStuck[unit] = false;
    this.pushStep = pushStep;
    this.rankNeighbours(depth, unit);
    const first = depth * this.width;
    const end = first + counts[depth];
    for (let k = first; k < end; k++) {
      const u = candidates[k];
      if (!this.isOpen(unit, u)) continue;
      const before = decided.length;
      this.settle(unit, u);
      if (this.pushOthers(unit, u, depth, pushStep)) return true;
      this.undo(before);
    }
    this.stay(unit, from[unit]);
    return false;
  }

  /** Whether a unit may go to `u`: no other unit goes there, and no unit that leaves exchanges vertices with it or crosses it. */
  private isOpen(unit: number, u: number): boolean {
    const { from, to, now, following } = this;
    const v = from[unit];
    const cells = this.cellsAt(unit, u);
    for (let c = 0; c < cells.length; c++) {
      if (following[u + cells[c]] !== NONE) return false;
      const other = now[u + cells[c]];
      if (other === NONE || to[other] === NONE) continue;
      const before = this.cellsAt(unit, v);
      for (let k = 0; k < before.length; k++) if (following[v + before[k]] === other) return false;
    }
    return u === v || !((this.crossings !== undefined && this.crosses(unit, v, u)) || this.mayStep?.(unit, u) === false);
  }

  /** Makes the units at `u` leave. Returns false if one of them cannot. */
  private pushOthers(unit: number, u: number, depth: number, pushStep: number): boolean {
    const { from, to, now, following } = this;
    const cells = this.cellsAt(unit, u);
    const step = cells.length > 1 || pushStep !== Infinity ? u - from[unit] : Infinity;
    for (let c = 0; c < cells.length; c++) {
      const other = now[u + cells[c]];
      if (other === NONE || to[other] !== NONE) continue;
      if (!this.mayPush(unit, other)) return false;
      if (depth === MAX_DEPTH) this.stay(other, from[other]);
      else if (this.tryNeighbours(other, depth + 1, step)) continue;
      return false;
    }
    // A unit that others pushed meanwhile may also have to stay.
    for (let c = 0; c < cells.length; c++) if (following[u + cells[c]] !== unit) return false;
    return true;
  }

  private stay(unit: number, v: number): void {
    this.isStuck[unit] = true;
    this.settle(unit, v);
  }

  private settle(unit: number, u: number): void {
    this.to[unit] = u;
    this.decided.push(unit);
    this.cover(unit, u, unit);
  }

  /** Undoes all decisions after the first `count`, except for units that cannot move. */
  private undo(count: number): void {
    const { decided, to, isStuck } = this;
    for (let i = count; i < decided.length; i++) this.cover(decided[i], to[decided[i]], NONE);
    let kept = count;
    for (let i = count; i < decided.length; i++) {
      const unit = decided[i];
      if (!isStuck[unit]) to[unit] = NONE;
      else {
        this.cover(unit, to[unit], unit);
        decided[kept++] = unit;
      }
    }
    decided.length = kept;
  }

  /** Records which unit covers the vertices of a unit at `v` after the step. */
  private cover(unit: number, v: number, by: number): void {
    const { following } = this;
    const cells = this.cellsAt(unit, v);
    for (let c = 0; c < cells.length; c++) following[v + cells[c]] = by;
  }
}
