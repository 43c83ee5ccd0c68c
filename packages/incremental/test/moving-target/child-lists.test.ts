import { NO_VERTEX, seededRandom } from '@pf/graph';
import { expect, test } from 'vitest';
import { ChildLists } from '../../src/moving-target/child-lists.ts';

test('lists contain the children of each vertex after random moves', () => {
  const random = seededRandom(4);
  const n = 9;
  const lists = new ChildLists(n);
  let parents: number[] = [];
  for (let step = 0; step < 4000; step++) {
    if (step % 500 === 0) {
      lists.clear();
      parents = Array.from({ length: n }, () => NO_VERTEX);
    }
    const v = Math.floor(n * random());
    parents[v] = Math.floor((n + 2) * random()) - 2;
    if (parents[v] < 0) parents[v] = NO_VERTEX;
    lists.move(v, parents[v]);
    for (let u = 0; u < n; u++) {
      const children: number[] = [];
      for (let child = lists.first[u]; child !== NO_VERTEX; child = lists.next[child]) children.push(child);
      expect(children.sort((a, b) => a - b)).toEqual([...parents.keys()].filter((child) => parents[child] === u));
    }
  }
});
