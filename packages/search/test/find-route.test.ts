import { checkGraph, CompressedGraph, EdgeCosts, parseArcTable, RoadMap, withCosts, withTurns } from '@pf/graph';
import { HexMap, seededRandom } from '@pf/grid';
import { DStarLite } from '@pf/incremental';
import { runs } from '@pf/testkit';
import { expect, test } from 'vitest';
import { AStar, Dijkstra, findRoute } from '../src/index.ts';

/** The cost from one place to all, by relaxing every road until nothing changes. */
function costsFrom(roads: ReadonlyMap<string, number>, start: string): Map<string, number> {
  const costs = new Map([[start, 0]]);
  for (let changed = true; changed; ) {
    changed = false;
    for (const [road, cost] of roads) {
      const [from, to] = road.split('>');
      const through = (costs.get(from) ?? Infinity) + cost;
      if (through >= (costs.get(to) ?? Infinity)) continue;
      costs.set(to, through);
      changed = true;
    }
  }
  return costs;
}

test('routes over roads that open and close cost as much as in the oracle, by name', () => {
  for (let seed = 1; seed <= runs(30); seed++) {
    const random = seededRandom(seed);
    const whole = (most: number): number => Math.floor(random() * most);
    const directed = seed % 2 === 0;
    const map = new RoadMap({ directed });
    const roads = new Map<string, number>();
    map.addPlace('p0');
    for (let step = 0; step < 40; step++) {
      const [from, to, cost] = [`p${whole(2 + step / 3)}`, `p${whole(2 + step / 3)}`, whole(20)];
      if (random() < 0.75) {
        map.addRoad(from, to, cost);
        roads.set(`${from}>${to}`, cost);
        if (!directed) roads.set(`${to}>${from}`, cost);
      } else if (map.has(from) && map.has(to)) {
        expect(map.removeRoad(from, to)).toBe(roads.delete(`${from}>${to}`));
        if (!directed) roads.delete(`${to}>${from}`);
      }
      checkGraph(map);
      const goal = map.name(whole(map.vertexCount));
      const costs = costsFrom(roads, 'p0');
      const route = findRoute(map, { from: 'p0', to: goal });
      expect(route.cost).toBe(costs.get(goal) ?? Infinity);
      expect(route.arrived).toBe(route.cost < Infinity);
      expect(route.places.slice(0, 1).concat(route.places.slice(-1))).toEqual(route.arrived ? ['p0', goal] : []);
      let sum = 0;
      for (let i = 1; i < route.places.length; i++) sum += roads.get(`${route.places[i - 1]}>${route.places[i]}`) ?? NaN;
      if (route.arrived) expect(sum).toBe(route.cost);
    }
  }
});

test('takes and gives places of the type of the names', () => {
  const map = new RoadMap<'a' | 'b'>();
  map.addRoad('a', 'b', 1);
  const places: ('a' | 'b')[] = findRoute(map, { from: 'a', to: ['b'] }).places;
  expect(places).toEqual(['a', 'b']);
  // @ts-expect-error A place of another name.
  expect(() => findRoute(map, { from: 'a', to: 'c' })).toThrow("There is no place 'c' on the map");
  // @ts-expect-error A vertex is no name.
  expect(() => findRoute(map, { from: 0, to: 1 })).toThrow('There is no place 0 on the map');
  expect(findRoute(new EdgeCosts(map), { from: 0, to: 1 }).places).toEqual([0, 1]);
});

test('rejects what is not a heuristic', () => {
  const graph = new CompressedGraph(2, [[0, 1, 1]]);
  for (const [heuristic, shown] of [['none', "'none'"], [7, '7']] as const) expect(() => findRoute(graph, { from: 0, to: 1, heuristic } as never)).toThrow(`heuristic must be a function, got ${shown}.`);
});

test('accepts several goals, places to avoid, a heuristic by names, and any keys', () => {
  const map = new RoadMap<number>({ directed: false });
  for (const [from, to, cost] of [[10, 20, 1], [20, 30, 1], [10, 40, 5], [40, 30, 5]] as const) map.addRoad(from, to, cost);
  expect(findRoute(map, { from: 10, to: [40, 30] })).toEqual({ cost: 2, places: [10, 20, 30], arrived: true });
  expect(findRoute(map, { from: 10, to: 30, avoid: [20] }).places).toEqual([10, 40, 30]);
  expect(findRoute(map, { from: 10, to: 30, avoid: (place) => place === 20 || place === 40 }).arrived).toBe(false);
  const calls: [number, number][] = [];
  findRoute(map, { from: 10, to: 30, heuristic: (place, goal) => (calls.push([place, goal]), Math.abs(place - goal) / 100) });
  expect(calls.every(([place, goal]) => map.has(place) && goal === 30)).toBe(true);
  expect(calls.length).toBeGreaterThan(0);

  const table = parseArcTable('from,to,cost\nAlba,Bard,3\nBard,Cuneo,2\n');
  expect(findRoute(table, { from: 'Alba', to: 'Cuneo' }).places).toEqual(['Alba', 'Bard', 'Cuneo']);
  expect(findRoute(table, { from: 'Cuneo', to: 'Alba' }).cost).toBe(Infinity);
  table.graph.setCost(0, 1, 30);
  expect(findRoute(table, { from: 'Alba', to: 'Cuneo' }).cost).toBe(32);
  expect(findRoute(new CompressedGraph(2, [[0, 1, 7]]), { from: 0, to: 1 }).places).toEqual([0, 1]);
});

test('searches and planners accept a RoadMap', () => {
  const map = new RoadMap();
  map.addRoad('a', 'b', 1);
  map.addRoad('b', 'c', 1);
  map.addRoad('a', 'c', 5);
  const planner = new DStarLite(map);
  planner.begin(map.vertex('a'), map.vertex('c'));
  planner.run();
  expect(planner.cost).toBe(2);
  map.removeRoad('b', 'c');
  planner.run();
  expect(planner.cost).toBe(5);
  expect(() => new Dijkstra(map).search(0, 9)).toThrow('got 9');
});

test('rejects unknown places, invalid costs of roads, and queries without ends', () => {
  const map = new RoadMap();
  map.addRoad('a', 'b', 1);
  expect(() => findRoute(map, { from: 'a', to: 'z' })).toThrow("There is no place 'z' on the map");
  expect(() => map.addRoad('a', 'b', -1)).toThrow("got -1 from 'a' to 'b'");
  expect(() => map.addRoad('a', undefined as never, 1)).toThrow('A place needs a name');
  expect(() => findRoute(parseArcTable('from,to,cost\na,b,1\n'), { from: 'z', to: 'a' })).toThrow("no place 'z' in the network, given as from");
  expect(() => findRoute(map, undefined as never)).toThrow("findRoute(roads, { from: 'Oslo', to: 'Bergen' })");
  expect(() => findRoute(map, { from: 'a', to: 'b', avoids: [] } as never)).toThrow("did you mean 'avoid'?");
  const turns = withTurns(new CompressedGraph(3, [[0, 1, 1], [1, 2, 1]]), () => 0);
  // @ts-expect-error The vertices of turns are no places.
  expect(() => findRoute(turns, { from: 0, to: 2 })).toThrow('call search(turns.start(from), turns.goal(to))');
  expect(() => findRoute(map, { from: 'a', to: [] })).toThrow('The list of goals given as to is empty: pass at least one place.');
  for (const answer of [undefined, 'yes']) expect(() => findRoute(map, { from: 'a', to: 'b', avoid: () => answer as never })).toThrow('What avoid returns must be true or false, got');
  expect(() => findRoute(Promise.resolve(map) as never, { from: 'a', to: 'b' })).toThrow('findRoute takes a graph, such as a Grid or a CompressedGraph, got a Promise (await it).');
  expect(() => findRoute([] as never, { from: 'a', to: 'b' })).toThrow('findRoute takes a graph');
});

test('a search stays valid while a road map grows within its room', () => {
  const map = new RoadMap({ directed: false, places: 4, degree: 2 });
  map.addRoad('a', 'b', 1);
  const search = new AStar(map);
  expect(search.search(map.vertex('a'), map.vertex('b'))).toBe(1);
  map.addRoad('b', 'c', 2);
  map.addRoad('c', 'd', 3);
  expect(search.search(map.vertex('a'), map.vertex('d'))).toBe(6);
  expect(findRoute(map, { from: 'd', to: 'b' }).places).toEqual(['d', 'c', 'b']);
  map.addRoad('a', 'e', 1);
  expect(() => search.search(0, 1)).toThrow('The graph has 5 vertices, but had 4 when this search was made: make a new search.');
});

test('a heuristic of the caller replaces that of a view, which is never asked', () => {
  const map = new HexMap(6, 1);
  const roads = withCosts(map.grid, () => 0.5);
  const query = { from: map.vertex(0, 0), to: map.vertex(5, 0), heuristic: () => 0 };
  expect(findRoute(roads, query).cost).toBe(2.5);
  expect(findRoute(roads, { ...query, avoid: [map.vertex(3, 0)] }).arrived).toBe(false);
  expect(new Dijkstra(roads).search(query.from, query.to)).toBe(2.5);
});

test('nearest leads as near as possible to a goal that cannot be reached, and says that it has not arrived', () => {
  const map = HexMap.fromRows(['..#..', '..#..', '..#..']);
  const [from, to] = [map.vertex(0, 1), map.vertex(4, 1)];
  expect(findRoute(map.grid, { from, to })).toEqual({ cost: Infinity, places: [], arrived: false });
  const near = findRoute(map.grid, { from, to, nearest: true });
  expect(near).toEqual({ cost: 1, places: [from, map.vertex(1, 1)], arrived: false });
  expect(findRoute(map.grid, { from, to: [to, map.vertex(0, 0)], nearest: true })).toEqual({ cost: 1, places: [from, map.vertex(0, 0)], arrived: true });
  map.setCost(2, 1, 1);
  expect(findRoute(map.grid, { from, to, nearest: true }).arrived).toBe(true);
  const roads = new RoadMap();
  roads.addRoad('A', 'B', 5);
  roads.addRoad('C', 'A', 1);
  expect(findRoute(roads, { from: 'A', to: 'B', nearest: true })).toEqual({ cost: 5, places: ['A', 'B'], arrived: true });
  expect(findRoute(roads, { from: 'A', to: 'C', nearest: true })).toEqual({ cost: 0, places: ['A'], arrived: false });
  expect(() => findRoute(map.grid, { from, to, nearest: 1 as never })).toThrow('nearest must be true or false, got 1.');
});
