import { expect, test } from 'vitest';
import { PriorityInheritance } from '../../src/plans/priority-inheritance.ts';

/** Units on a line of vertices, each with a fixed list of vertices, best first, and a unit to pull along, or −1. */
class Line extends PriorityInheritance {
  readonly pulls: number[][] = [];

  constructor(
    starts: readonly number[],
    private readonly wishes: readonly (readonly number[])[],
    private readonly partners: readonly number[],
  ) {
    super(8, 4, starts.length, undefined, 1);
    this.from.set(starts);
    starts.forEach((v, i) => (this.now[v] = i));
  }

  /** Whether the unit can move or stay by choice, the next vertices of all, −1 if undecided, and who is pulled where. */
  decide(unit: number): [boolean, number[], number[][]] {
    return [this.assign(unit), [...this.to], this.pulls];
  }

  protected override rankNeighbours(depth: number, unit: number): number {
    this.wishes[unit].forEach((v, k) => { this.insert(depth * this.width, k, v, k); });
    this.counts[depth] = this.wishes[unit].length;
    return this.partners[unit];
  }

  protected override pull(unit: number, v: number): void {
    this.pulls.push([unit, v]);
  }
}

test('a unit that takes its best vertex pulls its partner along, and no other does', () => {
  expect(new Line([2, 1], [[3, 4], []], [1, -1]).decide(0)).toEqual([true, [3, -1], [[1, 2]]]);
  expect(new Line([2, 1], [[3, 4], []], [-1, -1]).decide(0)).toEqual([true, [3, -1], []]);
  const second = new Line([2, 1], [[3, 4], []], [1, -1]);
  second.following[3] = 7;
  expect(second.decide(0)).toEqual([true, [4, -1], []]);
  const none = new Line([2, 1], [[3], []], [1, -1]);
  none.following[3] = 7;
  expect(none.decide(0)).toEqual([false, [2, -1], []]);
});

test('a unit on the vertex is pushed; if it cannot leave, the next vertex is tried, and it stays', () => {
  expect(new Line([2, 3, 4], [[3], [4], [5]], [-1, -1, -1]).decide(0)).toEqual([true, [3, 4, 5], []]);
  expect(new Line([2, 3], [[3, 1], [3]], [-1, -1]).decide(0)).toEqual([true, [1, 3], []]);
  // No two swap places: the pushed unit may not go where the other comes from.
  expect(new Line([2, 3], [[3], [2]], [-1, -1]).decide(0)).toEqual([false, [2, 3], []]);
  // A unit that has decided to leave need not be pushed, and one that has decided to come is no obstacle elsewhere.
  const decided = new Line([2, 3], [[3], []], [-1, -1]);
  decided.to[1] = 4;
  expect(decided.decide(0)).toEqual([true, [3, 4], []]);
});
