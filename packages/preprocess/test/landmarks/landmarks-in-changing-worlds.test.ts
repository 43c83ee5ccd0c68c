import { avoiding, CompressedGraph, fingerprint, RoadMap, withCosts } from '@pf/graph';
import type { Graph } from '@pf/graph';
import { Grid, seededRandom } from '@pf/grid';
import { AStar, Dijkstra } from '@pf/search';
import { expect, test } from 'vitest';
import { decodeArtifact, encodeArtifact, farthestLandmarks, FastMap, Landmarks } from '../../src/index.ts';

function costsFrom(graph: Graph, start: number): Float64Array {
  const d = new Float64Array(graph.vertexCount).fill(Infinity);
  const to = new Uint32Array(graph.maxDegree);
  const cost = new Float64Array(graph.maxDegree);
  const line = [start];
  d[start] = 0;
  for (const u of line) {
    for (let i = graph.successors(u, to, cost) - 1; i >= 0; i--) {
      if (d[u] + cost[i] >= d[to[i]] - 1e-12) continue;
      d[to[i]] = d[u] + cost[i];
      line.push(to[i]);
    }
  }
  return d;
}

function mostOver(graph: Graph, landmarks: Landmarks): number {
  const h = landmarks.heuristic({ infinite: true });
  let most = 0;
  for (let v = 0; v < graph.vertexCount; v++) {
    costsFrom(graph, v).forEach((d, goal) => (most = Math.max(most, h(v, goal) === d ? 0 : h(v, goal) - d)));
  }
  return most;
}

test('one-way cells open and close: tables of both directions follow, at every precision', () => {
  const random = seededRandom(11);
  const below = (n: number): number => Math.floor(random() * n);
  const tails = new Uint32Array(4096);
  for (let world = 0; world < 150; world++) {
    const [w, h] = [3 + below(5), 3 + below(5)];
    const grid = Grid.fromArray(Array.from({ length: w * h }, () => (random() < 0.2 ? 0 : 1 + below(9))), w, h, { movement: 'four' });
    const sides = (): { enter: number; leave: number } => ({ enter: below(16), leave: below(16) });
    const before = world % 3;
    for (let i = 0; i < (before === 0 ? 0 : 6); i++) grid.setSides(below(w), below(h), sides());
    const landmarks = new Landmarks(grid, [grid.vertex(0, 0), grid.vertex(w - 1, h - 1)], { precision: (['exact', 16, 8] as const)[below(3)] });
    for (let edit = 0; edit < 8; edit++) {
      const n = below(2) === 0 ? grid.setSides(below(w), below(h), below(2) === 0 ? { enter: 255, leave: 255 } : sides(), tails) : grid.setCost(below(w), below(h), below(9), tails);
      landmarks.arcsChanged(tails, n);
      if (below(4) === 0) landmarks.move(0, grid.vertex(below(w), below(h)));
      expect(mostOver(grid, landmarks)).toBeLessThan(1e-9);
    }
  }
});

test('a shortcut opened in both directions lowers the tables of both', () => {
  const grid = Grid.fromRows(['.....', '.###.', '.....'], { movement: 'four' });
  grid.setSides(0, 1, { enter: grid.mask('north'), leave: grid.mask('south') });
  const tails = new Uint32Array(64);
  const landmarks = new Landmarks(grid, [grid.vertex(0, 0)]);
  expect(landmarks.arcsChanged(tails, grid.setSides(0, 1, { enter: 255, leave: 255 }, tails))).toBe(true);
  expect(mostOver(grid, landmarks)).toBe(0);
});

test('whole costs may become fractional', () => {
  const world = Grid.fromRows(['.....', '.#.#.', '.....', '.#.#.', '.....'], { corners: 'never' });
  const landmarks = new Landmarks(world, [world.vertex(0, 0)], { precision: 16 });
  const tails = new Uint32Array(256);
  landmarks.arcsChanged(tails, world.setRectangle(0, 0, 5, 5, 1, tails));
  expect(mostOver(world, landmarks)).toBeLessThan(1e-9);
});

test('costs that have risen to fractions, which needs no report, are not taken for whole ones when a landmark gets others', () => {
  const measures: readonly ((landmarks: Landmarks, graph: Graph) => void)[] = [
    (landmarks) => landmarks.move(0, 0),
    (landmarks, graph) => {
      const flood = new Dijkstra(graph);
      flood.flood(0);
      landmarks.reuse(0, 0, { cost: Infinity, g: (v) => flood.distance(v) });
    },
  ];
  for (const measure of measures) {
    // A two-way road, and a one-way road whose first two arcs keep their costs: those from vertex 0 on are then whole, those to it not.
    for (const directed of [false, true]) {
      const arcs = [[0, 1, 1], [1, 2, 1], [4, 3, 1], [3, 0, 1]] as const;
      const roads = new CompressedGraph(5, arcs, { directed });
      const landmarks = new Landmarks(roads, [2], { precision: 8 });
      for (const [u, v] of arcs.slice(directed ? 2 : 0)) for (const [from, to] of directed ? [[u, v]] : [[u, v], [v, u]]) roads.setCost(from, to, 1.9);
      measure(landmarks, roads);
      expect(mostOver(roads, landmarks)).toBeLessThan(1e-9);
      landmarks.arcsChanged([0, 1, 2, 3, 4], 5);
      expect(mostOver(roads, Landmarks.load(roads, landmarks.save()))).toBeLessThan(1e-9);
    }
  }
});

test('results of a search can be adopted on a directed graph, and nothing of the previous landmark is left', () => {
  const graph = new CompressedGraph(4, [[0, 1, 5], [1, 2, 1], [2, 3, 1], [3, 0, 1], [0, 2, 2]]);
  const landmarks = new Landmarks(graph, [3]);
  const flood = new Dijkstra(graph);
  flood.flood(0);
  landmarks.reuse(0, 0, { cost: Infinity, g: (v) => flood.distance(v) });
  const h = landmarks.heuristic();
  for (let v = 0; v < 4; v++) for (let goal = 0; goal < 4; goal++) expect(h(v, goal)).toBe(Math.max(0, costsFrom(graph, 0)[goal] - costsFrom(graph, 0)[v]));
});

test('forged tables are rejected', () => {
  const grid = new Grid(4, 4);
  const saved = new Landmarks(grid, [grid.vertex(0, 0)]).save();
  const [head, vertices, from] = decodeArtifact(saved, 'landmarks', fingerprint(grid));
  const forge = (...sections: Parameters<typeof encodeArtifact>[2]): ArrayBuffer => encodeArtifact('landmarks', fingerprint(grid), sections);
  expect(() => Landmarks.load(grid, forge(head, Int32Array.of(grid.vertexCount), from))).toThrow('section "vertices"');
  expect(() => Landmarks.load(grid, forge(head, vertices, from.slice(1)))).toThrow('section "from"');
  expect(() => Landmarks.load(grid, forge(head, vertices, from, from.slice(1)))).toThrow('section "to"');
  expect(() => Landmarks.load(grid, forge(head, vertices))).toThrow('section "from"');
});

test('loaded tables give the same estimates as saved ones, with whole costs', () => {
  const graph = new CompressedGraph(6, [0, 1, 2, 3, 4].flatMap((v) => [[v, v + 1, 700], [v + 1, v, 700]] as const));
  const built = new Landmarks(graph, [0], { precision: 8 });
  const loaded = Landmarks.load(graph, built.save()).heuristic();
  for (let v = 0; v < 6; v++) for (let goal = 0; goal < 6; goal++) expect(loaded(v, goal)).toBe(built.heuristic()(v, goal));
});

test('farthest landmarks of an open room are its corners', () => {
  const grid = new Grid(9, 9);
  const at = (x: number, y: number): number => grid.vertex(x, y);
  expect(farthestLandmarks(grid, 4, at(0, 0)).sort((a, b) => a - b)).toEqual([at(0, 0), at(8, 0), at(0, 8), at(8, 8)]);
});

test('the first of the farthest landmarks is as far as possible from the start, even in a smaller component', () => {
  const grid = Grid.fromRows(['......#...']);
  expect(farthestLandmarks(grid, 1, grid.vertex(7, 0))).toEqual([grid.vertex(9, 0)]);
});

test('a start without arcs, such as a wall, is not taken for a landmark', () => {
  const grid = Grid.fromRows(['.....', '..#..', '.....']);
  expect(farthestLandmarks(grid, 3, grid.vertex(2, 1))).toEqual(farthestLandmarks(grid, 3));
});

test('if the largest component consists of landmarks, smaller ones get theirs', () => {
  const grid = Grid.fromRows([`...${'#..'.repeat(10)}`]);
  const chosen = farthestLandmarks(grid, 5);
  expect(new Set(chosen).size).toBe(5);
  expect(chosen.every((v) => v >= 0 && grid.cells[v] > 0)).toBe(true);
});

test('a landmark in a room whose door opens gives the estimates of one placed afterwards', () => {
  const grid = new Grid(20, 20);
  const tails = new Uint32Array(1024);
  grid.setRectangle(5, 0, 1, 6, 0);
  grid.setRectangle(0, 5, 5, 1, 0);
  // Another room stays closed: its cells are as far from all others as the farthest known.
  grid.setRectangle(17, 17, 3, 3, 0);
  grid.setBlocked(18, 18, false);
  const at = [grid.vertex(0, 0)];
  const updated = new Landmarks(grid, at);
  expect(updated.arcsChanged(tails, grid.setBlocked(5, 2, false, tails))).toBe(true);
  const [h, fresh] = [updated, new Landmarks(grid, at)].map((landmarks) => landmarks.heuristic());
  for (let v = 0; v < grid.vertexCount; v++) {
    for (let goal = 0; goal < grid.vertexCount; goal++) if (Math.abs(h(v, goal) - fresh(v, goal)) > 1e-9) expect(h(v, goal), `from ${v} to ${goal}`).toBe(fresh(v, goal));
  }
  expect(h(grid.vertex(19, 16), at[0])).toBeGreaterThan(20);
});

test('a fall by less than one code is followed', () => {
  const grid = new Grid(30, 5, { movement: 'four' });
  const tails = new Uint32Array(1024);
  grid.setRectangle(0, 1, 29, 1, 0);
  grid.setRectangle(1, 3, 29, 1, 0);
  grid.setRectangle(0, 4, 30, 1, 0);
  grid.setRectangle(0, 4, 19, 1, 250);
  grid.setCost(26, 1, 9);
  const landmarks = new Landmarks(grid, [grid.vertex(0, 0)], { precision: 8 });
  expect(landmarks.arcsChanged(tails, grid.setCost(26, 1, 1, tails))).toBe(true);
  expect(landmarks.heuristic()(grid.vertex(19, 0), grid.vertex(20, 2))).toBeLessThanOrEqual(15);
  expect(mostOver(grid, landmarks)).toBe(0);
});

test('results of a search can be adopted in a world that has become one-way', () => {
  const ring = Grid.fromRows(['...', '.#.', '...'], { movement: 'four' });
  const landmarks = new Landmarks(ring, [ring.vertex(0, 0)]);
  const tails = new Uint32Array(64);
  landmarks.arcsChanged(tails, ring.setSides(1, 0, { enter: ring.mask('east') }, tails));
  const flood = new Dijkstra(ring);
  flood.flood(ring.vertex(0, 0));
  landmarks.reuse(0, ring.vertex(0, 0), { cost: Infinity, g: (v) => flood.distance(v) });
  expect(mostOver(ring, landmarks)).toBe(0);
});

test('a component that can be left and not entered gets one landmark, and not all of them', () => {
  // A hall, and a comb of corridors behind a door that only leads into them.
  const rows = Array.from({ length: 15 }, (_, y) => `....${y === 7 ? '.' : '#'}${'.'.repeat(20)}`).map((row, y) => (y % 2 === 1 && y !== 7 ? `${row.slice(0, 6)}${'#'.repeat(19)}` : row));
  const grid = Grid.fromRows(rows, { movement: 'four' });
  grid.setSides(4, 7, { enter: grid.mask('west'), leave: grid.mask('east') });
  const chosen = farthestLandmarks(grid, 8);
  expect(new Set(chosen).size).toBe(8);
  const inHall = chosen.filter((v) => grid.x(v) < 4).length;
  expect(inHall).toBeGreaterThan(0);
  expect(inHall).toBeLessThan(4);
});

test('a chain of components, each entered from the next, is placed in one pass', () => {
  const n = 30_000;
  const chain = new CompressedGraph(n, Array.from({ length: n - 1 }, (_, v) => [v + 1, v, 1] as const));
  let reads = 0;
  const counting: Graph = {
    vertexCount: n,
    maxDegree: 1,
    successors: (v, to, cost) => (reads++, chain.successors(v, to, cost)),
    predecessors: (v, to, cost) => chain.predecessors(v, to, cost),
  };
  expect(farthestLandmarks(counting, 2)).toHaveLength(2);
  expect(reads).toBeLessThan(20 * n);
});

test('a report without a valid number of tails is rejected, and not taken for one of no edits', () => {
  const grid = Grid.fromRows(['..#..', '..#..', '..#..']);
  const made = [new Landmarks(grid, [grid.vertex(0, 0)], { precision: 16 }), FastMap.build(grid, { random: seededRandom(1) })];
  const tails = new Uint32Array(16);
  const changed = grid.setBlocked(2, 1, false, tails);
  for (const one of made) {
    for (const n of [undefined, NaN, -1, '8']) expect(() => one.arcsChanged(tails, n as number)).toThrow('The number of changed tails must be a whole number from 0 on, got');
    expect(one.arcsChanged(tails, 0)).toBe(false);
    expect(one.arcsChanged(tails, changed)).toBe(true);
  }
});

test('an invalid number of landmarks is rejected', () => {
  for (const count of [-1, NaN, 1.5]) expect(() => farthestLandmarks(new Grid(3, 3), count)).toThrow(`whole number of 0 or more, got ${count}`);
});

test.each(['exact', 16] as const)('tables of an earlier map are not saved as those of the present map: %s', (precision) => {
  const grid = Grid.fromRows(['..#..', '..#..', '..#..']);
  const landmarks = new Landmarks(grid, [grid.vertex(0, 0)], { precision });
  landmarks.save();
  const tails = new Uint32Array(9);
  const n = grid.setBlocked(2, 1, false, tails);
  if (precision === 16) {
    expect(() => landmarks.save()).toThrow('The graph has changed since its landmarks were measured');
    landmarks.arcsChanged(tails, n);
  }
  expect(Landmarks.load(grid, landmarks.save()).heuristic()(grid.vertex(4, 0), grid.vertex(0, 0))).toBeLessThanOrEqual(costsFrom(grid, grid.vertex(4, 0))[grid.vertex(0, 0)]);
  // A report of one of two edits counts for both.
  grid.setBlocked(2, 0, false);
  landmarks.arcsChanged(tails, grid.setBlocked(2, 2, false, tails));
  landmarks.save();
  expect(landmarks.heuristic()(grid.vertex(4, 0), grid.vertex(0, 0))).toBeLessThanOrEqual(4);
});

test('exact tables follow unreported edits, and the next report still says that estimates have fallen', () => {
  const tails = new Uint32Array(1024);
  const template = Grid.fromRows(['...#...', '...#...', '...#...', '...#...', '.......']);
  const [start, goal] = [template.vertex(0, 0), template.vertex(6, 0)];
  for (const record of [true, false]) {
    const grid = template.clone();
    const landmarks = Landmarks.load(grid, new Landmarks(grid, farthestLandmarks(grid, 4)).save());
    const astar = new AStar(grid, { heuristic: landmarks.heuristic() });
    expect(astar.search(start, goal)).toBeCloseTo(11.657, 3);
    // Over 512 edits, the record is gone.
    for (let i = record ? 0 : 600; i > 0; i--) grid.setCost(0, 4, 1 + (i % 2));
    const n = grid.setBlocked(3, 1, false, tails);
    expect(astar.search(start, goal)).toBeCloseTo(6.828, 3);
    expect(landmarks.arcsChanged(tails, n)).toBe(true);
    expect(landmarks.arcsChanged(tails, n)).toBe(false);
    landmarks.save();
  }
  for (let seed = 1; seed <= 60; seed++) {
    const random = seededRandom(seed);
    const below = (n: number): number => Math.floor(n * random());
    const arcs = Array.from({ length: 30 }, () => [below(12), below(12), 2 + below(9)] as [number, number, number]);
    const compressed = new CompressedGraph(12, arcs);
    const graph = seed % 2 === 0 ? compressed : avoiding(compressed, (v) => v === 9);
    const landmarks = new Landmarks(graph, [below(12), below(12)]);
    for (let edit = 0; edit < 6; edit++) {
      compressed.setCost(...(arcs[below(30)].slice(0, 2) as [number, number]), [0.25, 1, 5, Infinity][below(4)]);
      if (below(2) === 0) landmarks.activate(below(12), below(12), 1);
      const [v, u] = [below(12), below(12)];
      expect(landmarks.bound(v, u, 0)).toBeLessThanOrEqual(costsFrom(graph, v)[u] + 1e-9);
      expect(mostOver(graph, landmarks), `seed ${seed}`).toBeLessThan(1e-9);
    }
  }
});

test('landmarks and FastMap follow an edit that nobody reported when another is reported, on every kind of graph', () => {
  const sums = [0, 0];
  for (let seed = 1; seed <= 60; seed++) {
    const random = seededRandom(seed);
    const below = (n: number): number => Math.floor(n * random());
    const arcs = Array.from({ length: 30 }, () => [below(12), below(12), 2 + below(9)] as [number, number, number]);
    const compressed = new CompressedGraph(12, arcs);
    // A view passes the record on; an own graph has none.
    const own: Graph = { ...compressed, vertexCount: 12, maxDegree: compressed.maxDegree, get version() { return compressed.version; }, successors: (...args) => compressed.successors(...args), predecessors: (...args) => compressed.predecessors(...args) };
    const graph = [compressed, avoiding(compressed, () => false), own][seed % 3];
    const made = [new Landmarks(graph, [below(12), below(12)]), FastMap.build(graph, { random, dimensions: 3 })];
    for (let turn = 0; turn < 4; turn++) {
      // Over 512 edits, the record is gone.
      for (let edits = turn === 3 ? 600 : 2; edits > 0; edits--) compressed.setCost(...(arcs[below(30)].slice(0, 2) as [number, number]), [0.25, 1, 5, Infinity][below(4)]);
      const { version } = compressed;
      const [from, to] = arcs[below(30)];
      compressed.setCost(from, to, 1 + turn);
      if (compressed.version === version) continue;
      for (const one of made) one.arcsChanged([from], 1);
      for (let v = 0; v < 12; v++) {
        const costs = costsFrom(graph, v);
        for (const [i, one] of made.entries()) {
          for (let goal = 0; goal < 12; goal++) {
            const estimate = one.heuristic()(v, goal);
            expect(estimate, `seed ${seed}`).toBeLessThanOrEqual(costs[goal] + 1e-9);
            if (estimate < Infinity) sums[i] += estimate;
          }
        }
      }
    }
  }
  expect(Math.min(...sums)).toBeGreaterThan(1000);
});

test('after an exception of the graph, the next report completes the update', () => {
  const road = new CompressedGraph(12, Array.from({ length: 11 }, (_, i) => [i, i + 1, 5]), { directed: false });
  for (let left = 1; left < 90; left++) {
    let fuse = Infinity;
    const graph = withCosts(road, (_from, _to, cost) => {
      if (--fuse === 0) throw new Error('once');
      return cost;
    });
    for (let i = 0; i < 11; i++) for (const [u, v] of [[i, i + 1], [i + 1, i]]) road.setCost(u, v, 5);
    const landmarks = new Landmarks(graph, [0, 6, 11]);
    for (const [u, v] of [[0, 1], [1, 0], [8, 9], [9, 8]]) road.setCost(u, v, 0.5);
    fuse = left;
    let hasThrown = false;
    try {
      landmarks.arcsChanged([0, 1, 8, 9], 4);
    } catch {
      hasThrown = true;
    }
    fuse = Infinity;
    if (hasThrown) {
      if (left % 2 === 0) landmarks.save(); // follows the edits
      expect(landmarks.arcsChanged([0, 1, 8, 9], 4)).toBe(true);
    }
    for (let v = 0; v < 12; v++) {
      const costs = costsFrom(road, v);
      for (let goal = 0; goal < 12; goal++) expect(landmarks.heuristic()(v, goal), `after ${left} arcs`).toBeLessThanOrEqual(costs[goal]);
    }
  }
});

test('after an exception of a graph without a version, no landmark misses the report that failed', () => {
  const costs = [1, 1, 9, 9, 9, 9];
  let isBroken = false;
  const successors: Graph['successors'] = (v, to, cost) => {
    if (isBroken) throw new Error('once');
    let n = 0;
    for (const [u, i] of [[v - 1, v - 1], [v + 1, v]]) if (costs[i] !== undefined) [to[n], cost[n++]] = [u, costs[i]];
    return n;
  };
  const road: Graph = { vertexCount: 7, maxDegree: 2, successors, predecessors: successors };
  const landmarks = new Landmarks(road, [0, 6, 3]);
  costs[2] = 1;
  isBroken = true;
  expect(() => landmarks.arcsChanged([2, 3], 2)).toThrow('once');
  isBroken = false;
  expect(landmarks.arcsChanged([6], 1)).toBe(true);
  expect(mostOver(road, landmarks)).toBe(0);
});

test('an unreported edit that changed no arc does not keep landmarks and FastMap from being saved', () => {
  const grid = Grid.fromRows(['..#5', '..##', '....'], { movement: 'four' });
  const made = [new Landmarks(grid, [grid.vertex(0, 0)], { precision: 16 }), FastMap.build(grid, { random: seededRandom(1), dimensions: 2 })];
  const { version } = grid;
  grid.setCost(3, 0, 7);
  grid.setRectangle(3, 0, 1, 1, 1);
  expect(grid.version).toBeGreaterThan(version);
  for (const one of made) one.save();
  grid.setCost(3, 1, 1);
  for (const one of made) expect(() => one.save()).toThrow('has changed');
});

test('tables that an exception of the graph left half updated are not saved until the report is repeated', () => {
  const costs = [5, 5, 5, 5];
  let unreadable = -1;
  // A ring without a version, so that only the exception says that something changed.
  const ring: Graph = {
    vertexCount: 4,
    maxDegree: 1,
    successors(v, to, cost) {
      if (v === unreadable) throw new Error('unreadable');
      to[0] = (v + 1) % 4;
      cost[0] = costs[v];
      return 1;
    },
    predecessors(v, to, cost) {
      to[0] = (v + 3) % 4;
      cost[0] = costs[to[0]];
      return 1;
    },
  };
  const landmarks = new Landmarks(ring, [0, 2]);
  costs[0] = 1;
  unreadable = 1;
  expect(() => landmarks.arcsChanged([0], 1)).toThrow('unreadable');
  unreadable = -1;
  expect(() => landmarks.save()).toThrow('The graph has changed since its landmarks were measured');
  expect(landmarks.arcsChanged([0], 1)).toBe(true);
  expect(mostOver(ring, Landmarks.load(ring, landmarks.save()))).toBe(0);
});

test('a graph that has grown: landmarks throw, a FastMap is rebuilt, and neither is saved as it was', () => {
  const build = (): RoadMap => {
    const roads = new RoadMap();
    for (const [from, to] of ['ab', 'bc', 'cd']) roads.addRoad(from, to, 10);
    return roads;
  };
  const roads = build();
  const landmarks = new Landmarks(roads, [0]);
  const map = FastMap.build(roads, { random: seededRandom(1), dimensions: 4 });
  const loaded = FastMap.load(build(), map.save());
  for (const grown of [roads, loaded.graph as RoadMap]) {
    for (const name of 'wxyz') grown.addPlace(name);
    grown.addRoad('a', 'x', 1);
    grown.addRoad('x', 'd', 1);
  }
  expect(() => landmarks.arcsChanged([0, 5], 2)).toThrow('The graph has 8 vertices, but had 4 when this set of landmarks was made');
  expect(() => loaded.arcsChanged([0, 5], 2)).toThrow('vertices are new');
  expect(() => landmarks.save()).toThrow('had 4');
  expect(() => map.save()).toThrow('has changed');
  expect(map.arcsChanged([0, 5], 2)).toBe(true);
  const again = FastMap.load(roads, map.save()).heuristic();
  for (let v = 0; v < 8; v++) costsFrom(roads, v).forEach((cost, goal) => expect(again(v, goal)).toBeLessThanOrEqual(cost + 1e-9));
});

test('places without roads, of which no arc says anything, are not saved without entries either', () => {
  const roads = new RoadMap();
  roads.addRoad('a', 'b', 10);
  const made = [new Landmarks(roads, [0]), FastMap.build(roads, { random: seededRandom(1), dimensions: 4 })];
  for (const name of 'cdefgh') roads.addPlace(name);
  for (const one of made) expect(() => one.save()).toThrow(/has changed|had 2/);
  expect(made[1].arcsChanged([], 0)).toBe(true);
  made[1].save();
});

test('a hub is surveyed in linear time, and of parallel arcs the cheapest decides whether one table serves both directions', () => {
  const n = 60_001;
  const out = Array.from({ length: n - 1 }, (_, i): [number, number, number] => [0, i + 1, 3]);
  const into = out.map(([, v]): [number, number, number] => [v, 0, 3]).reverse();
  const { user } = process.cpuUsage();
  expect(new Landmarks(new CompressedGraph(n, [...out, ...into]), [0]).byteLength).toBe(8 * n);
  expect(new Landmarks(new CompressedGraph(n, out), [0]).byteLength).toBe(16 * n);
  expect(process.cpuUsage().user - user).toBeLessThan(2e6);
  for (const [extra, size] of [[[0, 1, 5], 16], [[0, 1, 3], 16], [[0, 1, 2], 32], [[1, 0, 2], 32]] as const) {
    const graph = new CompressedGraph(2, [[0, 1, 3], [1, 0, 3], extra]);
    expect(new Landmarks(graph, [0]).byteLength).toBe(size);
    expect(mostOver(graph, new Landmarks(graph, [0]))).toBe(0);
  }
});
