import { seededRandom } from '@pf/grid';
import { expect, test } from 'vitest';
import { ConstraintTrees } from '../../src/plans/constraint-trees.ts';

test('each configuration has a queue of its own', () => {
  const random = seededRandom(2);
  const trees = new ConstraintTrees();
  const { bytes } = trees;
  const queues: [where: number, depth: number, parent: number][][] = [];
  const pop = (id: number): void => {
    const c = trees.pop(id);
    const expected = queues[id].shift();
    expect(c < 0 ? undefined : [trees.where[c], trees.depths[c], trees.parents[c]]).toEqual(expected);
  };
  for (let i = 0; i < 12_000; i++) {
    if (i % 8 === 0) {
      trees.open(queues.length);
      queues.push([[-1, 0, -1]]);
    }
    const id = Math.floor(random() * queues.length);
    if (i % 3 === 0) pop(id);
    else {
      trees.push(id, i, i * 2, i % 5);
      queues[id].push([i * 2, i % 5, i]);
    }
  }
  for (const [id, queue] of queues.entries()) while (queue.length > 0) pop(id);
  for (const id of queues.keys()) pop(id);
  expect(trees.bytes).toBeGreaterThan(2 * bytes);
});
