import { CompressedGraph, NO_VERTEX, seededRandom } from '@pf/graph';
import { expect, test } from 'vitest';
import { MovingTargetDStarLite } from '../../src/index.ts';
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

test.each(['basic', 'optimized'] as const)('lists of a planner are those of the pointers of its tree, %s', (deletion) => {
  const random = seededRandom(6);
  const n = 16;
  const below = (limit: number): number => Math.floor(limit * random());
  for (let life = 0; life < 30; life++) {
    const arcs = Array.from({ length: 40 }, (): [number, number, number] => [below(n), below(n), 1 + below(9)]);
    const roads = new CompressedGraph(n, arcs);
    const planner = new MovingTargetDStarLite(roads, { deletion });
    planner.begin(below(n), below(n));
    for (let turn = 0; turn < 20; turn++) {
      planner.run(turn % 3 === 0 ? below(6) : Infinity);
      const { children, labels } = { children: planner['children']!, labels: planner['labels'] };
      for (let u = 0; u < n; u++) {
        const listed: number[] = [];
        for (let v = children.first[u]; v !== NO_VERTEX; v = children.next[v]) listed.push(v);
        expect(listed.sort((a, b) => a - b)).toEqual(Array.from({ length: n }, (_, v) => v).filter((v) => labels.has(v) && labels.nextVertex[v] === u));
      }
      const [tail, head] = arcs[below(arcs.length)];
      roads.setCost(tail, head, random() < 0.3 ? Infinity : 1 + below(9));
      if (random() < 0.5) planner.moveTo(planner.next() === NO_VERTEX ? below(n) : planner.next());
      else planner.goalMovedTo(below(n));
    }
  }
});
