import { digraphs, oracleDistances, runs } from '@pf/testkit';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Graph, TurnGraph } from '../src/index.ts';
import { checkGraph, CompressedGraph, EdgeCosts, fingerprint, NO_VERTEX, pathCost, RoadMap, seededRandom, withCosts, withTurns } from '../src/index.ts';

/** The cheapest walks from `source` with turns, arc by arc: relaxed until nothing changes. */
function byTurns(arcs: readonly (readonly [number, number, number])[], n: number, source: number, turn: (a: number, b: number, c: number) => number): number[] {
  const at = arcs.map(([tail, , cost]) => (tail === source ? cost : Infinity));
  for (let changed = true; changed; ) {
    changed = false;
    arcs.forEach(([, via], i) => {
      arcs.forEach(([tail, head, cost], j) => {
        if (tail !== via) return;
        const through = at[i] + turn(arcs[i][0], via, head) + cost;
        if (through >= at[j]) return;
        at[j] = through;
        changed = true;
      });
    });
  }
  return Array.from({ length: n }, (_, v) => Math.min(v === source ? 0 : Infinity, ...at.filter((_, i) => arcs[i][1] === v)));
}

/** Cost from a start to a goal. */
function costOf(turns: TurnGraph, from: number, to: number): number {
  return oracleDistances(turns, turns.start(from))[turns.goal(to)];
}

describe('withTurns', () => {
  test('gives the cheapest walks with costs of turns, like relaxing arc by arc', () => {
    fc.assert(
      fc.property(digraphs({ maxVertices: 9, costs: 'whole' }), fc.array(fc.constantFrom(0, 0, 1, 5, Infinity), { minLength: 7, maxLength: 7 }), ({ vertexCount, arcs }, turns) => {
        const turn = (a: number, b: number, c: number): number => turns[(a + 3 * b + 5 * c) % turns.length];
        const graph = withTurns(new CompressedGraph(vertexCount, arcs), turn);
        checkGraph(graph);
        for (let source = 0; source < vertexCount; source++) {
          const truth = byTurns(arcs, vertexCount, source, turn);
          const found = oracleDistances(graph, graph.start(source));
          expect(Array.from({ length: vertexCount }, (_, v) => found[graph.goal(v)])).toEqual(truth);
        }
      }),
      { seed: 1, numRuns: runs(150) },
    );
  });

  test('has the coordinates of its original', () => {
    const graph = withTurns(new CompressedGraph(2, [[0, 1, 1]], { coordinates: [0, 0, 4, 2] }), () => 0);
    expect([0, graph.start(0), graph.goal(1)].flatMap((v) => [graph.x(v), graph.y(v)])).toEqual([4, 2, 0, 0, 4, 2]);
    expect(graph.vertexCount).toBe(5);
  });

  test('straight lines are a valid heuristic if they are one of the original', () => {
    // Two long roads that meet, and a short one.
    const coordinates = [0, 0, 10, 0, 11, 0, 10, 30];
    const length = (a: number, b: number): number => Math.hypot(coordinates[2 * a] - coordinates[2 * b], coordinates[2 * a + 1] - coordinates[2 * b + 1]);
    const roads = [[0, 1], [1, 2], [2, 1], [3, 1], [1, 3]].map(([a, b]) => [a, b, length(a, b)] as const);
    const graph = withTurns(new CompressedGraph(4, roads, { coordinates }), (from, _, to) => (from === to ? 5 : 0));
    const to = new Uint32Array(graph.maxDegree), cost = new Float64Array(graph.maxDegree);
    for (let v = 0; v < graph.vertexCount; v++) {
      for (let i = graph.successors(v, to, cost) - 1; i >= 0; i--) expect(Math.hypot(graph.x(v) - graph.x(to[i]), graph.y(v) - graph.y(to[i]))).toBeLessThanOrEqual(cost[i]);
    }
  });

  test('rejects ends after its original has grown', () => {
    const roads = new RoadMap();
    roads.addRoad('a', 'b', 1);
    const turns = withTurns(roads, () => 0);
    expect([turns.start(1), turns.goal(0), turns.goal(1)]).toEqual([2, 3, 4]);
    roads.addPlace('c');
    const grown = 'The graph has 3 vertices, but had 2 when this graph of turns was made: make a new graph of turns.';
    for (const v of [0, 1, 2]) for (const end of [() => turns.start(v), () => turns.goal(v), () => turns.arc(v, 1)]) expect(end).toThrow(grown);
  });

  test('a vehicle on a road plans on from it, and keeps its direction', () => {
    const turns = withTurns(new CompressedGraph(4, [[0, 1, 4], [1, 2, 4], [2, 3, 4], [3, 0, 4]], { directed: false }), (from, _via, to) => (from === to ? Infinity : 0));
    const on = turns.arc(0, 1);
    expect([on, turns.head(on), turns.head(turns.start(2)), turns.head(turns.goal(3))]).toEqual([turns.arc(0, 1), 1, 2, 3]);
    expect([turns.arc(0, 2), turns.arc(1, 1)]).toEqual([NO_VERTEX, NO_VERTEX]);
    // Back to 0 is a U-turn: the long way round.
    const distances = oracleDistances(turns, on);
    expect([distances[turns.goal(0)], distances[turns.goal(1)]]).toEqual([12, 0]);
    const [left, next, last] = [turns.arc(1, 2), turns.arc(2, 3), turns.arc(3, 0)];
    const out = new Uint32Array(5);
    const verticesOf = (path: number[]): number[] => [...out.subarray(0, turns.vertices(path, path.length, out))];
    expect(verticesOf([on, left, next, last, turns.goal(0)])).toEqual([1, 2, 3, 0]);
    expect(verticesOf([turns.start(0), on, left])).toEqual([0, 1, 2]);
    expect(verticesOf([on, turns.goal(1)])).toEqual([1]);
    expect(verticesOf([on])).toEqual([1]);
    expect(verticesOf([turns.start(2), turns.goal(2)])).toEqual([2]);
  });

  test('rejects paths that are none of its own', () => {
    const turns = withTurns(new CompressedGraph(3, [[0, 1, 1], [1, 2, 1]]), () => 0);
    const out = new Uint32Array(9);
    const wrong: [path: number[], i: number][] = [
      [[turns.goal(0), 0], 0], [[-1], 0], [[9], 0], [[0.5], 0], [[NaN], 0],
      [[turns.start(0), 1], 1], [[turns.start(0), 0, turns.start(1)], 2], [[turns.start(0), 0, turns.goal(1), 1], 2], [[turns.start(0), 0, turns.goal(2)], 2], [[1, 0], 1],
    ];
    for (const [path, i] of wrong) {
      expect(() => turns.vertices(path, path.length, out)).toThrow(`The path must lead from a start or an arc over consecutive arcs to a goal or an arc of this graph of turns, got ${path[i]} at index ${i}: pass one that a search over it found.`);
    }
    expect(() => turns.vertices([turns.start(0), 0, 1], 3, new Uint32Array(2))).toThrow('The path has 3 vertices, but the buffer holds 2.');
    expect(() => turns.arc(0, 3)).toThrow('The head of an arc must be a whole number from 0 to 2');
    expect(() => turns.arc(-1, 0)).toThrow('The tail of an arc must be');
    expect(() => turns.head(8)).toThrow('The vertex of the graph of turns must be a whole number from 0 to 7');
  });

  test('rejects invalid turns and vertices', () => {
    const roads = new CompressedGraph(2, [[0, 1, 1], [1, 0, 1]]);
    expect(() => withTurns(roads, 3 as never)).toThrow('The cost of turns is a function (from, via, to) => number, got 3.');
    expect(() => withTurns(roads, () => '1' as never)).toThrow("or Infinity to forbid it, got '1' before an arc of 1.");
    for (const cost of [-1, 1e12, 1e15]) {
      expect(() => withTurns(roads, () => cost)).toThrow(`The turn from 0 over 1 to 0 must cost from 0 to 10¹², with the arc after it, or Infinity to forbid it, got ${cost} before an arc of 1.`);
    }
    expect(() => withTurns(roads, () => 1e12 - 1)).not.toThrow();
    const turns = withTurns(roads, () => 0);
    expect(() => turns.start(2)).toThrow('The start must be a whole number from 0 to 1');
    expect(() => turns.goal(-1)).toThrow('The goal must be');
    expect(turns.vertices([], 0, new Uint32Array(1))).toBe(0);
    expect(() => turns.vertices([2, 0, 5], 3, new Uint32Array(1))).toThrow('The path has 2 vertices, but the buffer holds 1.');
    for (const length of [4, -1, 1.5]) expect(() => turns.vertices([2, 0, 5], length, new Uint32Array(9))).toThrow(`The length must be a whole number from 0 to 3, the entries of the path, got ${length}.`);
  });
});

describe('withTurns, after edits of the original', () => {
  test('gives the cheapest walks with roads that are closed, opened and changed', () => {
    const edit = fc.record({ arc: fc.nat(), cost: fc.constantFrom(0, 1, 7, Infinity) });
    const turnsOf = fc.array(fc.constantFrom(0, 0, 1, 5, Infinity), { minLength: 7, maxLength: 7 });
    fc.assert(
      fc.property(digraphs({ maxVertices: 8, costs: 'whole' }), turnsOf, fc.array(fc.array(edit, { minLength: 1, maxLength: 3 }), { maxLength: 4 }), ({ vertexCount, arcs }, turns, rounds) => {
        const turn = (a: number, b: number, c: number): number => turns[(a + 3 * b + 5 * c) % turns.length];
        // Every third road is closed when the graph of turns is made.
        const now = arcs.map(([from, to, cost]): [number, number, number] => [from, to, (from + to) % 3 === 0 ? Infinity : cost]);
        const roads = new CompressedGraph(vertexCount, now);
        const graph = withTurns(roads, turn);
        for (const edits of rounds) {
          for (const { arc, cost } of edits) {
            if (now.length === 0) continue;
            const [from, to] = now[arc % now.length];
            roads.setCost(from, to, cost);
            for (const one of now) if (one[0] === from && one[1] === to) one[2] = cost;
          }
          for (let source = 0; source < vertexCount; source++) {
            const truth = byTurns(now, vertexCount, source, turn);
            expect(graph.version).toBeGreaterThanOrEqual(0);
            const found = oracleDistances(graph, graph.start(source));
            expect(Array.from({ length: vertexCount }, (_, v) => found[graph.goal(v)])).toEqual(truth);
          }
        }
        checkGraph(graph);
      }),
      { seed: 2, numRuns: runs(150) },
    );
  });

  test('follows a map of roads, costs of edges, and reports of other graphs', () => {
    const map = new RoadMap();
    for (const [from, to, cost] of [['a', 'b', 1], ['a', 'c', 5], ['b', 'd', 1], ['c', 'd', 1]] as const) map.addRoad(from, to, cost);
    const turns = withTurns(map, () => 1);
    const [a, d] = [map.vertex('a'), map.vertex('d')];
    map.removeRoad('a', 'b');
    expect(costOf(turns, a, d)).toBe(7);
    // Now the last of the roads from a.
    map.addRoad('a', 'b', 2);
    expect(costOf(turns, a, d)).toBe(4);

    const edges = new EdgeCosts(new CompressedGraph(2, [[0, 1, 3]]));
    const turnsOfEdges = withTurns(edges, () => 0);
    edges.set(0, 1, Infinity);
    expect(costOf(turnsOfEdges, 0, 1)).toBe(Infinity);
    edges.set(0, 1, undefined);
    expect(costOf(turnsOfEdges, 0, 1)).toBe(3);

    let toll = 0;
    const view = withCosts(new CompressedGraph(2, [[0, 1, 3]]), (_tail, _head, cost) => cost + toll);
    const turnsOfView = withTurns(view, () => 0);
    toll = 4;
    turnsOfView.arcsChanged([0], 1);
    expect(costOf(turnsOfView, 0, 1)).toBe(7);

    const rows = [[1], []];
    const bare: Graph = { vertexCount: 2, maxDegree: 1, successors: (v, to, cost) => (to.set(rows[v]), cost.fill(1), rows[v].length), predecessors: () => 0 };
    const turnsOfBare = withTurns(bare, () => 0);
    rows[0] = [];
    turnsOfBare.arcsChanged([0], 1);
    expect(costOf(turnsOfBare, 0, 1)).toBe(Infinity);
  });

  test('after few or many edits it is as if made anew, in both directions', () => {
    const random = seededRandom(3);
    const below = (n: number): number => Math.floor(n * random());
    // With loops and parallel arcs.
    const arcs = Array.from({ length: 900 }, (): [number, number, number] => [below(300), below(300), 1 + below(9)]);
    arcs.push([5, 5, 1], [5, 6, 1], [5, 6, 2], [6, 5, 3]);
    const roads = new CompressedGraph(300, arcs);
    const turn = (from: number, via: number, to: number): number => (from === to ? Infinity : (from + 2 * via + 3 * to) % 5);
    const turns = withTurns(roads, turn);
    const [to, cost] = [new Uint32Array(turns.maxDegree), new Float64Array(turns.maxDegree)];
    const listed = (graph: TurnGraph): string[] => Array.from({ length: graph.vertexCount }, (_, v) => (['allSuccessors', 'predecessors'] as const).map((list) => {
      const n = graph[list](v, to, cost);
      return `${to.subarray(0, n).join()} ${cost.subarray(0, n).join()}`;
    }).join('; '));
    for (const edits of [1, 20, 511, 900, 0]) {
      const before = listed(turns);
      const { version } = turns;
      for (let edit = 0; edit < edits; edit++) roads.setCost(arcs[edit][0], arcs[edit][1], below(5) === 0 ? Infinity : 10 + below(9));
      expect(listed(turns)).toEqual(listed(withTurns(roads, turn)));
      expect(turns.version > version).toBe(edits > 0);
      const changed = new Uint32Array(turns.vertexCount);
      const n = turns.changedSince(version, changed);
      expect(n >= 0).toBe(turns.version - version <= 4096);
      if (n >= 0) listed(turns).forEach((row, v) => { if (row.split(';')[0] !== before[v].split(';')[0]) expect(changed.subarray(0, n)).toContain(v); });
    }
  });

  test('keeps costs of single turns elsewhere', () => {
    const roads = new CompressedGraph(4, [[0, 1, 1], [1, 2, 1], [2, 3, 1]]);
    const turns = withTurns(roads, () => 0);
    turns.setCost(0, 1, 9);
    roads.setCost(2, 3, 4);
    expect(costOf(turns, 0, 3)).toBe(14);
    roads.setCost(1, 2, 2);
    expect(costOf(turns, 0, 3)).toBe(7);
  });

  test('a cost of a single turn that is set after an edit stays', () => {
    const roads = new CompressedGraph(3, [[0, 1, 1], [1, 2, 1]]);
    const turns = withTurns(roads, () => 0);
    roads.setCost(1, 2, 5);
    turns.setCost(0, 1, 9);
    expect(costOf(turns, 0, 2)).toBe(10);
  });

  test('every read follows edits of the original graph, even if its version is not read', () => {
    const roads = new CompressedGraph(3, [[0, 1, 1], [1, 2, 1]]);
    const turns = withTurns(roads, () => 1);
    const path = [turns.start(0), 0, 1, turns.goal(2)];
    const print = fingerprint(turns);
    const to = new Uint32Array(turns.maxDegree);
    const cost = new Float64Array(turns.maxDegree);
    roads.setCost(1, 2, 4);
    expect(pathCost(turns, path)).toBe(6);
    roads.setCost(1, 2, 5);
    expect(fingerprint(turns)).not.toBe(print);
    roads.setCost(1, 2, 6);
    expect([turns.predecessors(1, to, cost), ...cost.subarray(0, 2)].sort()).toEqual([2, 6, 7]);
    roads.setCost(1, 2, Infinity);
    expect([turns.allSuccessors(0, to, cost), cost.includes(Infinity)]).toEqual([2, true]);
    const { version } = turns;
    roads.setCost(1, 2, 7);
    expect(turns.changedSince(version, new Uint32Array(turns.vertexCount))).toBe(2);
  });

  test('changes nothing if a turn is invalid, and reads the edit again', () => {
    const roads = new CompressedGraph(4, [[0, 1, 1], [1, 2, 1], [1, 3, 1]]);
    let wrong = false;
    const turns = withTurns(roads, (_from, _via, to) => (!wrong ? 0 : to === 3 ? -1 : 4));
    const path = [turns.start(0), 0, 1, turns.goal(2)];
    const invalid = 'The turn from 0 over 1 to 3 must cost from 0 to 10¹²';
    roads.setCost(1, 2, 5);
    wrong = true;
    for (const use of [() => turns.start(0), () => pathCost(turns, path)]) expect(use).toThrow(invalid);
    wrong = false;
    expect(pathCost(turns, path)).toBe(6);
  });

  test('reads the costs again after a report during which a turn was invalid', () => {
    let [wrong, jam] = [false, 0];
    const turns = withTurns(new CompressedGraph(3, [[0, 1, 1], [1, 2, 1]]), () => (wrong ? -1 : jam));
    const path = [turns.start(0), 0, 1, turns.goal(2)];
    const { version } = turns;
    [wrong, jam] = [true, 5];
    for (const use of [() => { turns.arcsChanged([1], 1); }, () => { turns.arcsChanged([0], 1); }, () => pathCost(turns, path)]) expect(use).toThrow('The turn from 0 over 1 to 2 must cost');
    wrong = false;
    expect(pathCost(turns, path)).toBe(7);
    expect(turns.version).toBe(version + 1);
    // The lost report has been made good: a single turn may change again.
    turns.setCost(0, 1, 9);
    expect(pathCost(turns, path)).toBe(10);
  });

  test('changes nothing if a turn and its arc exceed the highest cost together', () => {
    const roads = new CompressedGraph(3, [[0, 1, 1], [1, 2, 1]]);
    const turns = withTurns(roads, () => 1e12 - 1);
    const [version, path] = [turns.version, [turns.start(0), 0, 1, turns.goal(2)]];
    roads.setCost(1, 2, 2);
    for (const use of [() => turns.version, () => pathCost(turns, path)]) expect(use).toThrow('The turn from 0 over 1 to 2 must cost from 0 to 10¹², with the arc after it');
    roads.setCost(1, 2, 1);
    expect([turns.version, pathCost(turns, path)]).toEqual([version, 1e12 + 1]);
  });

  test('rejects arcs that are new, and invalid reports', () => {
    const map = new RoadMap();
    map.addRoad('a', 'b', 1);
    const turns = withTurns(map, () => 0);
    map.addRoad('b', 'a', 1);
    for (const use of [() => turns.version, () => turns.start(0), () => turns.arc(1, 0)]) expect(use).toThrow('The arc from 1 to 0 did not exist when this graph of turns was made: make a new one, over a grid while the cells that may open are free, and block them afterwards.');
    const roads = withTurns(new CompressedGraph(2, [[0, 1, 1]]), () => 0);
    expect(() => { roads.arcsChanged([2], 1); }).toThrow('The tail of a changed arc must be a whole number from 0 to 1');
    expect(() => { roads.arcsChanged(undefined as never, 1); }).toThrow('tails of the changed arcs');
  });
});

test('a turn that was forbidden when the graph was made can be allowed later', () => {
  const roads = new CompressedGraph(3, [[0, 1, 1], [1, 2, 1]]);
  let rush = true;
  const turns = withTurns(roads, () => (rush ? Infinity : 3));
  const path = [turns.start(0), 0, 1, turns.goal(2)];
  expect(pathCost(turns, path)).toBe(Infinity);
  rush = false;
  turns.arcsChanged([1], 1);
  expect(pathCost(turns, path)).toBe(5);
  rush = true;
  turns.arcsChanged([1], 1);
  expect(pathCost(turns, path)).toBe(Infinity);
  turns.setCost(0, 1, 2);
  expect(pathCost(turns, path)).toBe(3);
});

test('after a report during which a turn threw, costs of single turns elsewhere stay', () => {
  let isBroken = false;
  const turns = withTurns(new CompressedGraph(4, [[0, 1, 1], [1, 2, 1], [2, 3, 1]]), () => {
    if (isBroken) throw new Error('no');
    return 0;
  });
  const path = [turns.start(0), 0, 1, turns.goal(2)];
  turns.setCost(0, 1, Infinity);
  isBroken = true;
  expect(() => { turns.arcsChanged([2], 1); }).toThrow('no');
  isBroken = false;
  expect(pathCost(turns, path)).toBe(Infinity);
});

test('a road that comes to cost too much is rejected, also at a start that no road enters', () => {
  const edges = new EdgeCosts(new CompressedGraph(3, [[0, 1, 1], [1, 2, 1]]));
  const turns = withTurns(edges, () => 0);
  edges.set(0, 1, 1e15);
  expect(() => turns.version).toThrow('The arc from 0 to 1 must cost from 0 to 10¹²');
});
