import { expect, test } from 'vitest';
import type { Graph, Heuristic } from '../src/index.ts';
import { CompressedGraph, EdgeCosts, seededRandom } from '../src/index.ts';
import { EditFollower } from '../src/kit.ts';

const PLACES = 9;

/** Places along a line, each joined to those up to two away, at the distance or more. */
class Line extends CompressedGraph {
  constructor() {
    const pairs = Array.from({ length: PLACES * PLACES }, (_, i): [number, number] => [Math.floor(i / PLACES), i % PLACES]);
    super(PLACES, pairs.filter(([u, v]) => u !== v && Math.abs(u - v) < 3).map(([u, v]) => [u, v, 2 * Math.abs(u - v)]));
  }

  heuristic({ least = 2 }: { readonly least?: number } = {}): Heuristic {
    return (v, goal) => least * Math.abs(v - goal);
  }
}

function arcsOf(graph: Graph, which: 'successors' | 'predecessors'): string[] {
  const to = new Uint32Array(graph.maxDegree);
  const cost = new Float64Array(graph.maxDegree);
  const arcs: string[] = [];
  for (let v = 0; v < PLACES; v++) {
    for (let n = graph[which](v, to, cost), i = 0; i < n; i++) arcs.push(which === 'successors' ? `${v} ${to[i]} ${cost[i]}` : `${to[i]} ${v} ${cost[i]}`);
  }
  return arcs.sort();
}

test('after an edit, estimates of edges that cost more than before are not asked for', () => {
  const line = new Line();
  let asked = 0;
  const own = line.heuristic.bind(line);
  line.heuristic = (options) => {
    const estimate = own(options);
    return (v, goal) => {
      asked++;
      return estimate(v, goal);
    };
  };
  const land = new EdgeCosts(line);
  for (let v = 0; v < 8; v++) land.set(v, v + 1, v === 4 ? 0.5 : 99);
  const estimate = land.heuristic();
  const first = estimate(0, 8);
  // That of the edge which costs less, and the estimate itself.
  expect(asked).toBe(3);
  expect(first).toBe(own({})(0, 8) / (2 * own({})(4, 5)));
});

test('costs of edges, their record and their estimates agree with a plain list, over random edits of both graphs', () => {
  const random = seededRandom(9);
  const below = (n: number): number => Math.floor(random() * n);
  for (let history = 0; history < 60; history++) {
    const line = new Line();
    const land = new EdgeCosts(line);
    const own = new Map<string, number>();
    const lasting = [land.heuristic({ least: 1 }), land.heuristic({ least: 2 })];
    const following = land.heuristic();
    expect(following.follows).toBe(true);
    let kept = [1, 1];
    for (let edit = 0; edit < 12; edit++) {
      const before = { arcs: new Set(arcsOf(land, 'successors')), version: land.version };
      const u = below(PLACES - 2);
      const v = u + 1 + below(2);
      const what = below(4);
      if (what === 0) line.setCost(u, v, 2 * (v - u) + below(3));
      else {
        const cost = what === 1 ? undefined : [0, 0.5, 1, 1.5, 3, 9, Infinity][below(7)];
        const direction = random() < 0.5 ? 'one-way' : undefined;
        land.set(u, v, cost, direction);
        for (const arc of direction === undefined ? [`${u} ${v}`, `${v} ${u}`] : [`${u} ${v}`]) {
          if (cost === undefined) own.delete(arc);
          else own.set(arc, cost);
        }
      }
      const expected = arcsOf(line, 'successors').flatMap((arc) => {
        const [from, to, cost] = arc.split(' ');
        const now = own.get(`${from} ${to}`) ?? Number(cost);
        return now === Infinity ? [] : [`${from} ${to} ${now}`];
      }).sort();
      expect(arcsOf(land, 'successors')).toEqual(expected);
      expect(arcsOf(land, 'predecessors')).toEqual(expected);
      const changed = [...[...before.arcs].filter((arc) => !expected.includes(arc)), ...expected.filter((arc) => !before.arcs.has(arc))];
      if (changed.length > 0) expect(land.version).toBeGreaterThan(before.version);
      const tails = new Uint32Array(PLACES);
      const n = land.changedSince(before.version, tails);
      const fell = kept;
      kept = lasting.map((h, i) => h(0, 1) / (i + 1));
      // If lasting estimates fall, there is no record.
      if (kept.some((share, i) => share < fell[i])) expect(n).toBe(-1);
      else for (const arc of changed) expect([...tails.subarray(0, n)]).toContain(Number(arc.split(' ')[0]));
      expect(kept.every((share, i) => share <= fell[i])).toBe(true);
      for (const arc of expected) {
        const [from, to, cost] = arc.split(' ').map(Number);
        for (const h of [...lasting, following]) expect(h(from, to)).toBeLessThanOrEqual(cost + 1e-12);
      }
      // Those that follow are as high as may be.
      const share = Math.min(1, ...[...own].map(([arc, cost]) => cost / (2 * Math.abs(Number(arc[0]) - Number(arc[2])))));
      expect(following(0, 4)).toBeCloseTo(8 * share, 12);
    }
    expect(land.changedSince(land.version, new Uint32Array(0))).toBe(0);
    expect(land.changedSince(-1, new Uint32Array(PLACES))).toBe(-1);
  }
});

test('without a record or a heuristic below, there is none above', () => {
  const { vertexCount, maxDegree, successors, predecessors } = { vertexCount: 2, maxDegree: 1, successors: () => 0, predecessors: () => 0 };
  const below: Graph & { version: number } = { vertexCount, maxDegree, successors, predecessors, version: 0 };
  const land = new EdgeCosts(below);
  const { version } = land;
  expect(land.heuristic()(0, 1)).toBe(0);
  expect(land.hasVertex(1)).toBe(true);
  below.version++;
  expect(land.version).toBe(version + 1);
  expect(land.changedSince(version, new Uint32Array(2))).toBe(-1);
});

test('rejects what is no vertex, cost or direction', () => {
  const land = new EdgeCosts(new Line());
  for (const cost of [-1, NaN, '3' as never]) expect(() => land.set(0, 1, cost)).toThrow('The cost of an edge must be 0 or more');
  expect(() => land.set(0, 1, 3, 'back' as never)).toThrow("'both' or 'one-way', got 'back'");
  expect(() => land.set(0, PLACES, 3)).toThrow('head');
  expect(() => land.set(PLACES, 0, 3)).toThrow('tail');
  land.set(0, 1, 0);
  expect(arcsOf(land, 'successors')).toContain('0 1 0');
});

test('a follower is behind from an edit until it catches up', () => {
  const line = new Line();
  const edits = new EditFollower(line);
  expect(edits.isBehind).toBe(false);
  line.setCost(0, 1, 7);
  expect([edits.isBehind, edits.find(), edits.tails[0]]).toEqual([true, 1, 0]);
  edits.catchUp();
  expect([edits.isBehind, edits.find()]).toEqual([false, 0]);
});

test('an estimate that throws leaves the costs of edges as they were', () => {
  let isLoaded = true;
  const line = Object.assign(new Line(), {
    heuristic: ({ least = 2 }: { readonly least?: number } = {}): Heuristic => (v, goal) => {
      if (!isLoaded) throw new Error('not loaded yet');
      return least * Math.abs(v - goal);
    },
  });
  const land = new EdgeCosts(line);
  const lasting = land.heuristic({ least: 2 });
  const before = [land.version, arcsOf(land, 'successors')];
  isLoaded = false;
  expect(() => land.set(0, 1, 1, 'one-way')).toThrow('not loaded yet');
  expect([land.version, arcsOf(land, 'successors')]).toEqual(before);
  isLoaded = true;
  land.set(0, 1, 1, 'one-way');
  expect([lasting(0, 8), land.version]).toEqual([8, 1]);
});

test('an estimate that throws in one direction leaves both directions as they were', () => {
  let isLoaded = true;
  const line = Object.assign(new Line(), {
    heuristic: ({ least = 2 }: { readonly least?: number } = {}): Heuristic => (v, goal) => {
      if (!isLoaded && v === 1) throw new Error('not loaded yet');
      return least * Math.abs(v - goal);
    },
  });
  const land = new EdgeCosts(line);
  const lasting = land.heuristic({ least: 2 });
  const before = [land.version, arcsOf(land, 'successors')];
  isLoaded = false;
  expect(() => land.set(0, 1, 1)).toThrow('not loaded yet');
  isLoaded = true;
  expect([land.version, arcsOf(land, 'successors')]).toEqual(before);
  expect(lasting(0, 8)).toBe(16);
  land.set(0, 1, 1);
  land.set(0, 1, 1);
  expect([lasting(0, 8), land.version]).toEqual([8, 2]);
});

test('of estimates that differ by direction, the smaller share counts', () => {
  const uphill = Object.assign(new Line(), { heuristic: (): Heuristic => (v, goal) => (goal > v ? 4 : 2) * Math.abs(v - goal) });
  for (const [from, to] of [[0, 1], [1, 0]]) {
    const land = new EdgeCosts(uphill);
    const lasting = land.heuristic({ least: 1 });
    land.set(from, to, 1);
    expect(lasting(0, 1)).toBe(1);
  }
});

/** Three places on a line that can move, each joined to the next, and the first to the last. */
function movable(): { places: number[]; roads: CompressedGraph; land: EdgeCosts } {
  const places = [0, 1, 2];
  const roads = Object.assign(new CompressedGraph(3, [[0, 1, 1], [1, 2, 1], [0, 2, 5]]), { heuristic: (): Heuristic => (v, goal) => Math.abs(places[v] - places[goal]) });
  return { places, roads, land: new EdgeCosts(roads) };
}

test('if an edit moves a vertex so that an estimate exceeds a set cost, estimates fall and there is no record', () => {
  const { places, roads, land } = movable();
  const lasting = land.heuristic({ least: 1 });
  land.set(0, 1, 1, 'one-way');
  const { version } = land;
  expect(lasting(0, 2)).toBe(2);
  places[1] = -4;
  roads.setCost(0, 1, 4);
  roads.setCost(1, 2, 6);
  expect(land.changedSince(version, new Uint32Array(3))).toBe(-1);
  expect(lasting(0, 2)).toBe(0.5);
  const later = land.version;
  places[1] = 1;
  roads.setCost(1, 2, 1);
  expect(land.changedSince(later, new Uint32Array(3))).toBe(1);
  // They stay low.
  expect(lasting(0, 2)).toBe(0.5);
});

test('a lasting estimate falls after an edit below, also if nobody asks for the version', () => {
  const places = [0, 10];
  const points = Object.assign(new CompressedGraph(2, [[0, 1, 10]]), { heuristic: () => (v: number, goal: number) => Math.abs(places[v] - places[goal]) });
  const land = new EdgeCosts(points);
  const estimate = land.heuristic({ least: 1 });
  land.set(0, 1, 10, 'one-way');
  places[1] = 300;
  points.setCost(0, 1, 300);
  expect(estimate(0, 1)).toBeCloseTo(10, 9);
});

test('another heuristic of the same kind does not lower estimates without dropping the record', () => {
  const { places, roads, land } = movable();
  const lasting = land.heuristic({ least: 1 });
  land.set(0, 1, 1, 'one-way');
  const { version } = land;
  places[1] = -4;
  roads.setCost(1, 2, 6);
  expect([land.heuristic({ least: 1 })(0, 2), lasting(0, 2)]).toEqual([0.5, 0.5]);
  expect(land.changedSince(version, new Uint32Array(3))).toBe(-1);
});

test('an estimate that throws after an edit below is read again later', () => {
  const { places, roads, land } = movable();
  const lasting = land.heuristic({ least: 1 });
  land.set(0, 1, 1, 'one-way');
  const { version } = land;
  roads.setCost(1, 2, 6);
  Object.defineProperty(places, 1, {
    get: () => {
      throw new Error('not loaded yet');
    },
    configurable: true,
  });
  expect(() => land.version).toThrow('not loaded yet');
  Object.defineProperty(places, 1, { value: -4 });
  expect(land.changedSince(version, new Uint32Array(3))).toBe(-1);
  expect(lasting(0, 2)).toBe(0.5);
});

test('costs between vertices that are no longer neighbours lower no estimates', () => {
  const { places, roads } = movable();
  // As after a cut of a mesh, this graph does not list closed arcs.
  const { vertexCount, maxDegree, heuristic } = roads as CompressedGraph & { heuristic: () => Heuristic };
  const mesh = Object.assign(Object.defineProperty({}, 'version', { get: () => roads.version }), {
    vertexCount, maxDegree, heuristic,
    successors: roads.successors.bind(roads), predecessors: roads.predecessors.bind(roads), changedSince: roads.changedSince.bind(roads),
  });
  const land = new EdgeCosts(mesh);
  const lasting = land.heuristic({ least: 1 });
  const following = land.heuristic();
  land.set(0, 1, 1, 'one-way');
  const { version } = land;
  places[1] = -4;
  roads.setCost(0, 1, Infinity);
  expect(land.changedSince(version, new Uint32Array(3))).toBe(1);
  expect([lasting, following, land.heuristic({ least: 2 })].map((estimate) => estimate(0, 2))).toEqual([2, 2, 2]);
  roads.setCost(0, 1, 4);
  expect(land.changedSince(version, new Uint32Array(3))).toBe(-1);
  expect([lasting, following].map((estimate) => estimate(0, 2))).toEqual([0.5, 0.5]);
});

test('costs to a blocked cell, which may be opened later, lower estimates at once', () => {
  const places = [0, 1, 2];
  const heuristic = (): Heuristic => (v, goal) => Math.abs(places[v] - places[goal]);
  const none = (): number => 0;
  for (const below of [Object.assign(new Line(), { maxDegree: 2, offsets: Int32Array.of(1, -1), moves: new Uint8Array(PLACES), stepCosts: Float64Array.of(1, 1), successors: none, predecessors: none, heuristic }), { vertexCount: 3, maxDegree: 2, successors: none, predecessors: none, heuristic }]) {
    const land = new EdgeCosts(below);
    land.set(0, 1, 0.5);
    expect(land.heuristic({ least: 1 })(0, 2)).toBe(1);
  }
});

test('a cost is set only if the estimates of all set costs can be read', () => {
  const { places, roads, land } = movable();
  land.heuristic({ least: 1 });
  land.set(0, 1, 1, 'one-way');
  for (const cost of [3, undefined]) {
    const before = land.version;
    roads.setCost(1, 2, 6);
    Object.defineProperty(places, 1, {
      get: () => {
        throw new Error('not loaded yet');
      },
      configurable: true,
    });
    expect(() => { land.set(0, 2, cost, 'one-way'); }).toThrow('not loaded yet');
    Object.defineProperty(places, 1, { value: 1, configurable: true });
    land.set(0, 2, cost, 'one-way');
    const tails = new Uint32Array(3);
    expect([...tails.subarray(0, land.changedSince(before, tails))].sort()).toEqual([0, 1]);
    roads.setCost(1, 2, 1);
  }
});

test('the entries are what is set, and set again in a copy they give the same graph', () => {
  const land = new EdgeCosts(new Line());
  land.set(1, 2, 7);
  land.set(3, 4, Infinity, 'one-way');
  land.set(4, 3, 0, 'one-way');
  land.set(1, 2, undefined, 'one-way');
  expect([...land.entries()].sort()).toEqual([[2, 1, 7], [3, 4, Infinity], [4, 3, 0]]);
  const copy = new EdgeCosts(new Line());
  for (const [from, to, cost] of land.entries()) copy.set(from, to, cost, 'one-way');
  expect(arcsOf(copy, 'successors')).toEqual(arcsOf(land, 'successors'));
});
