import { expect, test } from 'vitest';
import { Nodes } from '../../src/polyanya/polyanya-nodes.ts';
import { seeded } from '../worlds.ts';

test('nodes leave in the order of f; of equal f the larger g comes first', () => {
  const nodes = new Nodes(), random = seeded(1);
  for (const count of [700, 20, 700]) {
    nodes.clear();
    const waiting: number[] = [];
    for (let n = 0; n < count || waiting.length > 0; n++) {
      if (n < count) {
        nodes.add(0, 0, 0, 0, 0, 0, 0, -1, Math.floor(6 * random()), Math.floor(20 * random()));
        nodes.push(n);
        waiting.push(n);
      }
      if (n < count && random() < 0.6) continue;
      const first = waiting.reduce((best, node) => (nodes.f(node) < nodes.f(best) || (nodes.f(node) === nodes.f(best) && nodes.g(node) > nodes.g(best)) ? node : best));
      const taken = nodes.pop();
      expect([nodes.f(taken), nodes.g(taken)]).toEqual([nodes.f(first), nodes.g(first)]);
      waiting.splice(waiting.indexOf(taken), 1);
    }
    expect(nodes.pop()).toBe(-1);
  }
});

test('a node counts as known if the same node was recorded in this search at no higher cost', () => {
  const nodes = new Nodes(), random = seeded(2);
  let known = 0, cheaper = 0;
  for (let round = 0; round < 14; round++) {
    nodes.clear();
    const count = round % 2 === 0 ? 3000 : 100;
    const least = new Map<string, number>();
    for (let n = 0; n < count; n++) {
      // Few values of each, so that most repeat; one of the seven has many.
      const [root, leftA, leftB, rightA, rightB, face, side] = [0, 1, 2, 3, 4, 5, 6].map((what) => Math.floor((what === round / 2 ? 50 : 2) * random()));
      const g = Math.floor(6 * random());
      nodes.add(root, leftA, leftB, rightA, rightB, face, side, -1, g, g);
      if (random() < 0.3) continue;
      const key = [root, leftA, leftB, rightA, rightB, face, side].join(), before = least.get(key) ?? Infinity;
      if (nodes.isKnown(n) !== before <= g) throw new Error(`Node ${n} of ${count}, at ${g} after ${before}, is ${before <= g ? 'not ' : ''}known.`);
      if (before <= g) known++;
      else if (before < Infinity) cheaper++;
      least.set(key, Math.min(g, before));
    }
  }
  expect(Math.min(known, cheaper)).toBeGreaterThan(300);
});
