import { seededRandom } from '@pf/grid';
import { expect, test } from 'vitest';
import { SparseHeuristic } from '../src/sparse-heuristic.ts';

test('keeps the latest value of every pair, however many there are, until all are forgotten', () => {
  const random = seededRandom(3);
  const memory = new SparseHeuristic();
  for (const most of [3, 500, 40]) {
    const model = new Map<string, number>();
    for (let i = 0; i < 4 * most; i++) {
      const [a, b] = [Math.floor(random() * Math.sqrt(most)), Math.floor(random() * Math.sqrt(most))];
      memory.set(a, b, i);
      model.set(`${a} ${b}`, i);
      expect(memory.size).toBe(model.size);
    }
    for (let a = 0; a * a <= most; a++) for (let b = 0; b * b <= most; b++) expect(memory.get(a, b, -1)).toBe(model.get(`${a} ${b}`) ?? -1);
    memory.clear();
    expect([memory.size, memory.get(0, 0, -1)]).toEqual([0, -1]);
  }
});
