import * as graphs from '@pf/graph';
import * as grids from '@pf/grid';
import * as meshes from '@pf/navmesh';
import * as sampling from '@pf/sampling';
import type { Call, Kind } from './kinds.ts';
import { buffer, choice, flag, func, given, list, looseNumber, maybe, number, options, signed, text, vertex, whole, world } from './kinds.ts';

export const grid = (): grids.Grid => grids.Grid.fromRows(['....', '.#2.', '....']);
export const graph = (): graphs.CompressedGraph => new graphs.CompressedGraph(3, [[0, 1, 2], [1, 2, 3]], { directed: false });
const mesh = (): meshes.NavMesh => meshes.NavMesh.fromPolygons({ outlines: [[[0, 0], [4, 0], [4, 4], [0, 4]]] });
export const aGraph = world(graph);
export const aGrid = world(grid);
/** Without terrain costs. */
export const plain = (): grids.Grid => new grids.Grid(4, 3);
export const aPlainGrid = world(plain);
const aMesh = world(mesh);
const random = (): number => 0.5;
const rules = { movement: maybe(choice('four')), corners: maybe(choice('never')), metric: maybe(choice('exact')) };
const legend = maybe({ right: () => ({ '.': 1 }), wrong: [null, 'text', 7] });
const look = (): Uint32Array => new Uint32Array(99);
const points = { right: () => [[0, 0], [4, 0], [4, 4]], wrong: [undefined, null, {}, 'text', NaN, 7, [7], [['a', 'b']], [null]] };
const v00 = 7;
const zone = [{ x: 0, y: 0 }, { x: 2, y: 0 }, { x: 2, y: 2 }];
const hole: [number, number][] = [[1, 1], [2, 1], [2, 2]];

const graphCalls: readonly Call[] = [
  { name: 'new CompressedGraph', call: (n: number, a: never, o: never) => new graphs.CompressedGraph(n, a, o), kinds: [whole(3, -1), list(() => [[0, 1, 1]], [[0, 9, 1]], [[0, 1, -1]], [[0, 1]], [{ from: 0, to: 1, cost: 1 }]), options({ directed: flag, coordinates: maybe(list(() => [0, 0, 1, 1, 2, 2], [1])) })] },
  { name: 'CompressedGraph.setCost', call: (a: number, b: number, c: number) => graph().setCost(a, b, c), kinds: [vertex(0), vertex(1), number(4, -1)] },
  { name: 'new EdgeCosts', call: (g: never) => new graphs.EdgeCosts(g), kinds: [aGraph] },
  { name: 'EdgeCosts.set', call: (a: number, b: number, c: never, w: never) => { new graphs.EdgeCosts(graph()).set(a, b, c, w); }, kinds: [vertex(0), vertex(1), maybe(number(1, -1)), maybe(choice('both'))] },
  { name: 'new RoadMap', call: (o: never) => new graphs.RoadMap(o), kinds: [options({ directed: flag, places: maybe(whole(3, -1)), degree: maybe(whole(2, -1)) })] },
  { name: 'RoadMap.addRoad', call: (a: never, b: never, c: number) => { new graphs.RoadMap<unknown>().addRoad(a, b, c); }, kinds: [{ right: () => 'a', wrong: [undefined, null] }, { right: () => 'b', wrong: [undefined, null] }, number(1, -1, Infinity)] },
  { name: 'avoiding', call: (g: never, f: never) => graphs.avoiding(g, f), kinds: [aGraph, func(() => false)] },
  { name: 'withCosts', call: (g: never, f: never) => graphs.withCosts(g, f), kinds: [aGraph, func(() => 1)] },
  { name: 'brokenAt', call: (g: never, p: never, n: never) => graphs.brokenAt(g, p, n), kinds: [aGraph, list(() => [0, 1]), maybe(whole(2, -1))] },
  { name: 'pathCost', call: (g: never, p: never, n: never) => graphs.pathCost(g, p, n), kinds: [aGraph, list(() => [0, 1]), maybe(whole(2, -1))] },
  { name: 'pathCosts', call: (g: never, p: never, o: never, n: never) => graphs.pathCosts(g, p, o, n), kinds: [aGraph, list(() => [0, 1]), signed(() => new Float64Array(2)), maybe(whole(2, -1))] },
  { name: 'checkEstimates', call: (g: never, h: never, goals: never) => { graphs.checkEstimates(g, h, goals); }, kinds: [aGraph, func(() => 0), { right: () => [0], wrong: [undefined, null, {}, 7, [null], [{}], [], [-1], [0.5], ['0'], [999]] }] },
  { name: 'checkGraph', call: (g: never, o: never) => { graphs.checkGraph(g, o); }, kinds: [aGraph, options({ direction: maybe(choice('forward')) })] },
  { name: 'checkEdit', call: (g: never, f: never) => { graphs.checkEdit(g, f); }, kinds: [aGraph, func(() => 0)] },
  { name: 'fingerprint', call: (g: never) => graphs.fingerprint(g), kinds: [aGraph] },
  { name: 'new TurnGraph', call: (g: never, f: never) => new graphs.TurnGraph(g, f), kinds: [aGraph, func(() => 0)] },
  { name: 'withTurns', call: (g: never, f: never) => graphs.withTurns(g, f), kinds: [aGraph, func(() => 0)] },
  { name: 'TurnGraph.arcsChanged', call: (t: never, n: number) => { graphs.withTurns(graph(), () => 0).arcsChanged(t, n); }, kinds: [list(() => [0], [-1]), whole(1, -1)] },
  { name: 'TurnGraph.start', call: (v: number) => graphs.withTurns(graph(), () => 0).start(v), kinds: [vertex(0)] },
  { name: 'TurnGraph.arc', call: (a: number, b: number) => graphs.withTurns(graph(), () => 0).arc(a, b), kinds: [vertex(0), vertex(1)] },
  { name: 'TurnGraph.head', call: (v: number) => graphs.withTurns(graph(), () => 0).head(v), kinds: [vertex(0)] },
  { name: 'TurnGraph.vertices', call: (p: never, n: number, o: never) => graphs.withTurns(graph(), () => 0).vertices(p, n, o), kinds: [list(() => [0, 8], [0, 3], [-1, 8]), whole(2, -1), buffer(() => new Uint32Array(9))] },
  { name: 'greatCircle', call: (g: never) => graphs.greatCircle(g), kinds: [world(grid)] },
  { name: 'new TailLog', call: (n: number) => new graphs.TailLog(n), kinds: [maybe(whole(8, 0))] },
  { name: 'new VertexIndex', call: (g: never, o: never) => new graphs.VertexIndex(g, o), kinds: [world(grid), options({ degrees: flag })] },
  { name: 'VertexIndex.nearest', call: (x: number, y: number, f: never, a: never) => new graphs.VertexIndex(grid()).nearest(x, y, f, a), kinds: [number(1), number(1), maybe(number(5, -1)), maybe(func(() => true))] },
  { name: 'new ArcIndex', call: (g: never, o: never) => new graphs.ArcIndex(g, o), kinds: [world(grid), options({ degrees: flag })] },
  { name: 'ArcIndex.nearest', call: (x: number, y: number, f: never, a: never) => new graphs.ArcIndex(grid()).nearest(x, y, f, a), kinds: [number(1), number(1), maybe(number(5, -1)), maybe(func(() => true))] },
  { name: 'parseArcTable', call: (t: string, o: never) => graphs.parseArcTable(t, o), kinds: [text('from,to,cost\na,b,1'), options({ directed: flag, separator: maybe(text(',')), columns: maybe(given({ from: maybe(text('from')) })) })] },
  { name: 'parseDimacs', call: (t: string, o: never) => graphs.parseDimacs(t, o), kinds: [text('p sp 2 1\na 1 2 3\n'), options({ coordinates: maybe(text('p aux sp co 2\nv 1 0 0\nv 2 1 1\n')) })] },
  { name: 'parseGeoJsonLines', call: (t: string, o: never) => graphs.parseGeoJsonLines(t, o), kinds: [text('{"type":"FeatureCollection","features":[{"type":"Feature","properties":{},"geometry":{"type":"LineString","coordinates":[[0,0],[1,1]]}}]}'), options({ cost: maybe(func(() => 1)), oneway: maybe(func(() => 0)) })] },
];

const rows = { right: () => ['..'], wrong: [undefined, null, {}, 'text', NaN, [7], ['.', '..'], ['?']] };
const sensor = { right: () => grids.neighbours, wrong: [undefined, null, {}, 'text', 7] };
const xy: readonly Kind[] = [whole(0, -1, 99), whole(0, -1, 99)];
/** Of a cell that may be off the map. */
const anywhere: readonly Kind[] = [whole(0, Infinity), whole(0, Infinity)];
/** Fractions and texts are not checked: loops call it. */
const aVertex: Kind = { right: () => v00, wrong: [undefined, {}, 'text', NaN, -1, 1e9, Infinity] };
const hexes = (): grids.HexMap => new grids.HexMap(4, 3);
const random2: readonly Kind[] = [whole(4, 0), whole(3, 0)];

const gridCalls: readonly Call[] = [
  { name: 'new Grid', call: (w: number, h: number, o: never, c: never) => new grids.Grid(w, h, o, c), kinds: [...random2, options(rules), maybe(whole(1, -1, 256))] },
  { name: 'Grid.fromRows', call: (r: never, o: never) => grids.Grid.fromRows(r, o), kinds: [rows, options({ ...rules, legend })] },
  { name: 'Grid.fromArray of rows', call: (r: never, o: never) => grids.Grid.fromArray(r, o), kinds: [list(() => [[1, 0]], [[-1]], [[1, 'a']]), options({ ...rules, costOf: maybe(func(() => 1)), terrainUnit: maybe(number(1, 0, -1)) })] },
  { name: 'Grid.fromArray of a list', call: (r: never, w: number, h: number, o: never) => grids.Grid.fromArray(r, w, h, o), kinds: [list(() => [1, 0]), whole(2, 0), whole(1, 0), options({ ...rules, costOf: maybe(func(() => 1)) })] },
  { name: 'Grid.fromRgba', call: (i: never, o: never) => grids.Grid.fromRgba(i, o), kinds: [{ right: () => ({ width: 1, height: 1, data: Uint8ClampedArray.of(0, 0, 0, 255) }), wrong: [undefined, null, {}, 'text', 7, { width: 2, height: 2, data: [] }] }, options({ ...rules, costOf: maybe(func(() => 1)) })] },
  { name: 'Grid.vertex', call: (x: number, y: number) => grid().vertex(x, y), kinds: xy },
  ...(['contains', 'cost', 'costBelow', 'isFree', 'isBlocked'] as const).flatMap((name): Call[] => [
    { name: `Grid.${name}`, call: (x: number, y: number) => grid()[name](x, y), kinds: anywhere },
    { name: `HexMap.${name}`, call: (x: number, y: number) => hexes()[name](x, y), kinds: anywhere },
  ]),
  { name: 'Grid.x', call: (v: number) => grid().x(v), kinds: [aVertex] },
  { name: 'Grid.y', call: (v: number) => grid().y(v), kinds: [aVertex] },
  { name: 'Grid.setBlocked', call: (x: number, y: number, b: boolean, t: never) => grid().setBlocked(x, y, b, t), kinds: [...xy, { right: () => true, wrong: [undefined, null, {}, 'text', 0] }, maybe(buffer(look))] },
  { name: 'Grid.setCost', call: (x: number, y: number, c: number, t: never) => grid().setCost(x, y, c, t), kinds: [...xy, whole(2, -1, 256), maybe(buffer(look))] },
  { name: 'Grid.setRectangle', call: (x: number, y: number, w: number, h: number, c: number, t: never) => grid().setRectangle(x, y, w, h, c, t), kinds: [...xy, whole(1, -1, 99), whole(1, -1, 99), whole(2, -1, 256), maybe(buffer(look))] },
  { name: 'Grid.setCells', call: (v: never, c: never, n: number, t: never) => grid().setCells(v, c, n, t), kinds: [list(() => Uint32Array.of(v00)), list(() => Uint8Array.of(2)), whole(1, -1, 9), maybe(buffer(look))] },
  { name: 'Grid.setSides', call: (x: number, y: number, s: never, t: never) => grid().setSides(x, y, s, t), kinds: [...xy, given({ enter: maybe(whole(1, -1, 256)), leave: maybe(whole(1, -1, 256)) }), maybe(buffer(look))] },
  { name: 'Grid.mask', call: (s: never) => grid().mask(s), kinds: [{ right: () => 'east', wrong: [undefined, null, {}, 'up', 7] }] },
  { name: 'setWall', call: (v: number, u: number, is: never) => grids.setWall(grid(), v, u, is), kinds: [vertex(v00), vertex(v00 + 1), flag] },
  { name: 'maskTowards', call: (v: number, u: number) => grids.maskTowards(grid(), v, u), kinds: [vertex(v00), vertex(v00 + 1)] },
  { name: 'Grid.distance', call: (a: number, b: number) => grid().distance(a, b), kinds: [vertex(v00), vertex(v00)] },
  { name: 'Grid.heuristic', call: (o: never) => grid().heuristic(o), kinds: [options({ least: maybe(looseNumber(1, 0, 9)) })] },
  { name: 'Grid.toRows', call: (s: never) => grid().toRows(s), kinds: [maybe(func(() => '.'))] },
  { name: 'Grid.toRgba', call: (s: never) => grid().toRgba(s), kinds: [maybe(func(() => [0, 0, 0, 0]))] },
  { name: 'Grid.editedSince', call: (n: number, f: never) => grid().editedSince(n, f), kinds: [whole(0), func(() => 0)] },
  { name: 'applyPatch', call: (g: never, p: never, x: number, y: number) => grids.applyPatch(g, p, x, y), kinds: [aGrid, { right: () => ({ width: 1, height: 1, costs: Uint8Array.of(1) }), wrong: [undefined, null, {}, 'text', 7] }, ...xy] },
  { name: 'caves', call: (w: number, h: number, f: never, o: never) => grids.caves(w, h, f, o), kinds: [...random2, func(random), options({ ...rules, ratio: maybe(looseNumber(0.4, -1, 2)), rounds: maybe(whole(2, -1)) })] },
  { name: 'maze', call: (w: number, h: number, f: never, o: never) => grids.maze(w, h, f, o), kinds: [...random2, func(random), options({ ...rules, opened: maybe(number(0.4, -1, 2)) })] },
  { name: 'open', call: (w: number, h: number, o: never) => grids.open(w, h, o), kinds: [...random2, options(rules)] },
  { name: 'randomObstacles', call: (w: number, h: number, r: number, f: never, o: never) => grids.randomObstacles(w, h, r, f, o), kinds: [...random2, number(0.5, -1, 2), func(random), options(rules)] },
  { name: 'rooms', call: (w: number, h: number, s: number, f: never, o: never) => grids.rooms(w, h, s, f, o), kinds: [whole(9, 0), whole(9, 0), whole(3, 0), func(random), options(rules)] },
  { name: 'seededRandom', call: (s: number) => grids.seededRandom(s), kinds: [whole(1)] },
  ...([['chebyshev', grids.chebyshev], ['octile', grids.octile]] as const).map(([name, make]) => ({ name, call: (g: never, o: never) => make(g, o), kinds: [aGrid, options({ least: maybe(looseNumber(1, 0)) })] })),
  { name: 'manhattan', call: (g: never) => grids.manhattan(g), kinds: [world(() => new grids.Grid(3, 3, { movement: 'four' }))] },
  { name: 'hexDistance', call: (g: never) => grids.hexDistance(g), kinds: [world(() => hexes().grid)] },
  { name: 'new Clearance', call: (g: never) => new grids.Clearance(g), kinds: [aGrid] },
  { name: 'new Components', call: (g: never) => new grids.Components(g), kinds: [aGrid] },
  { name: 'describeGrid', call: (g: never, as: never) => grids.describeGrid(g, as), kinds: [aGrid, maybe(choice('bytes'))] },
  { name: 'restoreGrid', call: (d: never) => grids.restoreGrid(d), kinds: [{ right: () => grids.describeGrid(grid()), wrong: [undefined, null, {}, 'text', 7, []] }] },
  { name: 'new FogOfWar', call: (g: never, k: never, s: never) => new grids.FogOfWar(g, k, s), kinds: [aGrid, maybe(aGrid), maybe(list(() => new Uint8Array(12), [1], new Array(12).fill(2)))] },
  { name: 'describeFog', call: (f: never, as: never) => grids.describeFog(f, as), kinds: [world(() => new grids.FogOfWar(grid())), maybe(choice('bytes'))] },
  { name: 'restoreFog', call: (g: never, d: never) => grids.restoreFog(g, d), kinds: [aGrid, { right: () => grids.describeFog(new grids.FogOfWar(grid())), wrong: [undefined, null, {}, 'text', 7, [], grids.describeGrid(grid()), { seen: [] }, { known: {}, seen: [] }] }] },
  { name: 'FogOfWar.reveal', call: (v: number, s: never, t: never) => new grids.FogOfWar(grid()).reveal(v, s, t), kinds: [vertex(v00), sensor, maybe(buffer(look))] },
  { name: 'FogOfWar.learn', call: (o: never, c: never, n: never, t: never) => new grids.FogOfWar(grid()).learn(o, c, n, t), kinds: [world(() => new grids.FogOfWar(grid())), maybe(list(() => [v00])), maybe(whole(1, -1)), maybe(buffer(look))] },
  { name: 'FogOfWar.observe', call: (f: never) => new grids.FogOfWar(grid()).observe(f), kinds: [func(() => 0)] },
  { name: 'lineOfSight', call: (g: never, a: number, b: number) => grids.lineOfSight(g, a, b), kinds: [aGrid, vertex(v00), vertex(v00)] },
  { name: 'radius', call: (r: number) => grids.radius(r), kinds: [number(1, -1)] },
  { name: 'fieldOfView', call: (r: number) => grids.fieldOfView(r), kinds: [number(1, -1)] },
  { name: 'walkableLine', call: (g: never, a: number, b: number) => grids.walkableLine(g, a, b), kinds: [aGrid, vertex(v00), vertex(v00)] },
  { name: 'nearestFree', call: (g: never, v: number, f: never) => grids.nearestFree(g, v, f), kinds: [aGrid, vertex(v00), maybe(func(() => true))] },
  { name: 'cellsInPolygon', call: (g: never, p: never, b: never) => grids.cellsInPolygon(g, p, b), kinds: [aGrid, { right: () => zone, wrong: [undefined, null, {}, 'text', 7, [], [null], [{ x: 0 }, { x: 1 }, { x: 2 }], zone.slice(1)] }, buffer(look)] },
  { name: 'cellOutlines', call: (g: never, c: never) => grids.cellOutlines(g, c), kinds: [aGrid, list(() => [v00], [-1], [0], [1.5])] },
  { name: 'formatMap', call: (g: never, f: never) => grids.formatMap(g, f), kinds: [aPlainGrid, maybe(func(() => '.'))] },
  { name: 'parseMap', call: (t: string, o: never) => grids.parseMap(t, o), kinds: [text('type octile\nheight 1\nwidth 1\nmap\n.\n'), options({ ...rules, legend })] },
  { name: 'parseScenario', call: (t: string) => grids.parseScenario(t), kinds: [text('version 1\n0\tm.map\t1\t1\t0\t0\t0\t0\t0\n')] },
  { name: 'parsePatches', call: (t: string, o: never) => grids.parsePatches(t, o), kinds: [text(grids.formatPatches([{ width: 1, height: 1, costs: Uint8Array.of(1) }])), options({ legend })] },
  { name: 'parseDynamicScenario', call: (t: string) => grids.parseDynamicScenario(t), kinds: [text(grids.formatDynamicScenario({ mapWidth: 1, mapHeight: 1, patchFile: 'a', commands: [] }))] },
  { name: 'formatScenario', call: (s: never) => grids.formatScenario(s), kinds: [{ right: () => [], wrong: [undefined, null, {}, 7, [null]] }] },
  { name: 'formatPatches', call: (s: never) => grids.formatPatches(s), kinds: [{ right: () => [], wrong: [undefined, null, {}, 7, [null]] }] },
  { name: 'formatDynamicScenario', call: (s: never) => grids.formatDynamicScenario(s), kinds: [{ right: () => ({ mapWidth: 1, mapHeight: 1, patchFile: 'a', commands: [] }), wrong: [undefined, null, {}, 7] }] },
  { name: 'new TorusGrid', call: (g: never, o: never) => new grids.TorusGrid(g, o), kinds: [aGrid, options({ joins: maybe(choice('both')) })] },
  { name: 'TorusGrid.vertex', call: (x: number, y: number) => new grids.TorusGrid(grid()).vertex(x, y), kinds: [whole(0), whole(0)] },
  { name: 'TorusGrid.contains', call: (x: number, y: number) => { if (!new grids.TorusGrid(grid()).contains(x, y)) throw new RangeError('Not on the map.'); }, kinds: [whole(0), whole(0)] },
  { name: 'TorusGrid.distance', call: (a: number, b: number) => new grids.TorusGrid(grid()).distance(a, b), kinds: [vertex(v00), vertex(v00)] },
  { name: 'new LinkedGrid', call: (g: never, o: never) => new grids.LinkedGrid(g, o), kinds: [aGrid, options({ linksPerCell: maybe(whole(1, 0)) })] },
  { name: 'LinkedGrid.addLink', call: (link: never) => new grids.LinkedGrid(grid()).addLink(link), kinds: [given({ from: vertex(v00), to: vertex(v00 + 3), cost: number(1, -1), oneWay: maybe({ right: () => true, wrong: [null, {}, 'text', 0] }) })] },
  { name: 'FogOfWar.frontier', call: (out: never) => new grids.FogOfWar(grid()).frontier(out), kinds: [buffer(look)] },
  { name: 'new UnitGrid', call: (g: never, s: number, o: never) => new grids.UnitGrid(g, s, o), kinds: [aGrid, whole(1, 0), options({ costOf: maybe(func((t: number) => t)) })] },
  { name: 'UnitGrid.covers', call: (v: number, f: never) => new grids.UnitGrid(grid(), 2).covers(v, f), kinds: [vertex(v00), func(() => true)] },
  { name: 'new UnitFog', call: (f: never, s: number, o: never) => new grids.UnitFog(f, s, o), kinds: [world(() => new grids.FogOfWar(grid())), whole(1, 0), options({ costOf: maybe(func((t: number) => t)) })] },
  { name: 'new PlacementCheck', call: (g: never, o: never) => new grids.PlacementCheck(g, o), kinds: [aGrid, options({ size: maybe(whole(1, 0)) })] },
  { name: 'PlacementCheck.wouldBlock', call: (b: never, s: never, g: number) => new grids.PlacementCheck(grid()).wouldBlock(b, s, g), kinds: [given({ x: whole(0, -1, 99), y: whole(0, -1, 99), width: maybe(whole(1, 0, 99)), height: maybe(whole(1, 0, 99)) }), list(() => [v00]), vertex(v00 + 3)] },
  { name: 'new GridPublisher', call: (g: never) => new grids.GridPublisher(g), kinds: [aGrid] },
  { name: 'new GridFollower', call: (p: never) => new grids.GridFollower(p), kinds: [{ right: () => new grids.GridPublisher(grid()).published, wrong: [undefined, null, {}, 'text', 7, { ...new grids.GridPublisher(grid()).published, memory: new ArrayBuffer(99) }, new SharedArrayBuffer(99)] }] },
  { name: 'new HexMap', call: (w: number, h: number, l: never) => new grids.HexMap(w, h, l), kinds: [...random2, maybe(choice('odd-r'))] },
  { name: 'describeHexMap', call: (m: never, as: never) => grids.describeHexMap(m, as), kinds: [world(hexes), maybe(choice('bytes'))] },
  { name: 'restoreHexMap', call: (d: never) => grids.restoreHexMap(d), kinds: [{ right: () => grids.describeHexMap(hexes()), wrong: [undefined, null, {}, 'text', 7, [], grids.describeGrid(hexes().grid)] }] },
  { name: 'HexMap.fromRows', call: (r: never, o: never) => grids.HexMap.fromRows(r, o), kinds: [rows, options({ layout: maybe(choice('odd-r')), legend })] },
  { name: 'HexMap.vertex', call: (x: number, y: number) => hexes().vertex(x, y), kinds: xy },
  { name: 'HexMap.setSides', call: (x: number, y: number, s: never, t: never) => hexes().setSides(x, y, s, t), kinds: [...xy, given({ enter: maybe(whole(1, -1, 256)), leave: maybe(whole(1, -1, 256)) }), maybe(buffer(look))] },
  { name: 'HexMap.range', call: (v: number, n: number) => hexes().range(v, n), kinds: [vertex(hexes().vertex(0, 0)), whole(1, -1)] },
  { name: 'HexMap.ring', call: (v: number, n: number) => hexes().ring(v, n), kinds: [vertex(hexes().vertex(0, 0)), whole(1, -1)] },
  { name: 'HexMap.line', call: (v: number, w: number) => hexes().line(v, w), kinds: [vertex(hexes().vertex(0, 0)), vertex(hexes().vertex(0, 0))] },
  { name: 'HexMap.distance', call: (v: number, w: number) => hexes().distance(v, w), kinds: [vertex(hexes().vertex(0, 0)), vertex(hexes().vertex(0, 0))] },
  { name: 'HexMap.toPixel', call: (v: number, s: number) => hexes().toPixel(v, s), kinds: [vertex(hexes().vertex(0, 0)), looseNumber(1, 0)] },
  { name: 'HexMap.fromPixel', call: (x: number, y: number, s: number) => hexes().fromPixel(x, y, s), kinds: [number(0), number(0), looseNumber(1, 0)] },
];

const meshOptions = { radius: maybe(number(0, -1)), room: maybe(whole(8, -1)), roundness: maybe(number(0, -1)), sides: maybe(whole(8, -1)), snap: maybe(number(0.001, -1)) };
const cellPoint = { right: () => [0, 0], wrong: [undefined, null, {}, 'text', 7, [7], ['a', 'b'], { x: NaN, y: 0 }] };
const ends: readonly Kind[] = [number(1), number(1), number(2), number(2)];
const meshCalls: readonly Call[] = [
  { name: 'NavMesh.fromPolygons', call: (o: never) => meshes.NavMesh.fromPolygons(o), kinds: [given({ outlines: { right: () => [points.right()], wrong: [undefined, null, {}, 'text', 7, [7], [null], [['a']]] }, holes: maybe({ right: () => [], wrong: [null, {}, 'text', 7, [7]] }), ...meshOptions })] },
  { name: 'NavMesh.fromTriangles', call: (v: never, t: never, o: never) => meshes.NavMesh.fromTriangles(v, t, o), kinds: [points, { right: () => [[0, 1, 2]], wrong: [undefined, null, {}, 'text', 7, [7], [[0, 1]], [[0, 1, 9]], [null]] }, options(meshOptions)] },
  { name: 'NavMesh.fromGrid', call: (g: never, o: never) => meshes.NavMesh.fromGrid(g, o), kinds: [world(grid), options(meshOptions)] },
  { name: 'new GridMesh', call: (g: never, o: never) => new meshes.GridMesh(g, o), kinds: [world(grid), options({ room: meshOptions.room, sides: meshOptions.sides, snap: meshOptions.snap })] },
  { name: 'GridMesh.findPath', call: (o: never) => new meshes.GridMesh(grid()).findPath(o), kinds: [given({ from: cellPoint, to: cellPoint })] },
  { name: 'NavMesh.fromObj', call: (t: string, o: never) => meshes.NavMesh.fromObj(t, o), kinds: [text('v 0 0 0\nv 1 0 0\nv 0 0 1\nf 1 2 3\n'), options({ ...meshOptions, up: maybe(choice('y')) })] },
  { name: 'parseObj', call: (t: string, o: never) => meshes.parseObj(t, o), kinds: [text('v 0 0 0\nv 1 0 0\nv 0 0 1\nf 1 2 3\n'), options({ up: maybe(choice('y')) })] },
  { name: 'NavMesh.cut', call: (o: never) => mesh().cut(o), kinds: [{ ...points, wrong: [...points.wrong, [], [[0, 0], [1, 1]]] }] },
  { name: 'NavMesh.addLink', call: (o: never) => meshes.NavMesh.fromPolygons({ outlines: [points.right()], linkRoom: 4 }).addLink(o), kinds: [given({ from: { right: () => ({ x: 1, y: 0.5 }), wrong: [undefined, null, 7, 'text', {}] }, to: { right: () => ({ x: 3, y: 0.5 }), wrong: [undefined, null, 7, 'text', {}] }, oneWay: maybe(flag), isOpen: maybe(flag), cost: maybe(number(1, -1)), area: maybe(whole(1, -1, 256)), reach: maybe(number(0, -1)) })] },
  { name: 'NavMesh.setLink', call: (id: number, open: never) => { const it = meshes.NavMesh.fromPolygons({ outlines: [points.right()], linkRoom: 4 }); it.addLink({ from: { x: 1, y: 0.5 }, to: { x: 3, y: 0.5 } }); return it.setLink(id, open); }, kinds: [vertex(0), { ...flag, wrong: [undefined, ...flag.wrong] }] },
  { name: 'NavMesh.restore', call: (o: never) => { const it = mesh(); if (o === hole) it.cut(o); return it.restore(o); }, kinds: [{ ...points, right: () => hole }] },
  { name: 'NavMesh.locate', call: (x: number, y: number) => mesh().locate(x, y), kinds: [number(1), number(1)] },
  { name: 'NavMesh.nearest', call: (x: number, y: number, c: number) => mesh().nearest(x, y, 0, c), kinds: [number(1), number(1), maybe(vertex(0))] },
  { name: 'NavMesh.outlineOf', call: (f: number) => mesh().outlineOf(f), kinds: [vertex(0)] },
  { name: 'NavMesh.walls', call: (f: never) => mesh().walls(f), kinds: [maybe(func(() => true))] },
  { name: 'NavMesh.component', call: (f: number) => mesh().component(f), kinds: [vertex(0)] },
  { name: 'findPath on a mesh', call: (m: never, o: never) => meshes.findPath(m, o), kinds: [aMesh, given({ from: { right: () => ({ x: 1, y: 1 }), wrong: [undefined, null, {}, 'text', 7, { x: NaN, y: 0 }] }, to: { right: () => ({ x: 1, y: 1 }), wrong: [undefined, null, {}, 'text', 7] }, nearest: maybe(flag), search: maybe(world(() => ({ search: () => 0, path: () => 0 }))) })] },
  { name: 'randomPoint', call: (m: never, f: never, c: never) => meshes.randomPoint(m, f, c), kinds: [aMesh, { ...func(random), wrong: [...func(random).wrong, () => NaN, () => 1] }, maybe(vertex(0))] },
  { name: 'new Polyanya', call: (m: never) => new meshes.Polyanya(m), kinds: [aMesh] },
  { name: 'Polyanya.search', call: (a: number, b: number, c: number, d: number) => new meshes.Polyanya(mesh()).search(a, b, c, d), kinds: ends },
  { name: 'new Funnel', call: (m: never) => new meshes.Funnel(m), kinds: [aMesh] },
  { name: 'Funnel.pull', call: (l: never, n: number, a: number, b: number, c: number, d: number) => new meshes.Funnel(mesh()).pull(l, n, a, b, c, d), kinds: [list(() => [0]), whole(1, -1), ...ends] },
  { name: 'Polyanya.path', call: (out: never) => { const it = new meshes.Polyanya(mesh()); it.search(1, 1, 2, 2); it.path(out); }, kinds: [signed(() => new Float64Array(99))] },
  { name: 'Polyanya.lastCone', call: (out: never) => new meshes.Polyanya(mesh()).lastCone(out), kinds: [{ right: () => new Float64Array(6), wrong: [new Uint32Array(6)] }] },
  { name: 'new CorridorSearch', call: (m: never, s: never) => new meshes.CorridorSearch(m, s), kinds: [aMesh, maybe(world(() => ({ search: () => 0, path: () => 0 })))] },
  { name: 'CorridorSearch.search', call: (a: number, b: number, c: number, d: number) => new meshes.CorridorSearch(mesh()).search(a, b, c, d), kinds: ends },
];

const space = (): sampling.Space => sampling.obstacles({ min: [0, 0], max: [10, 10] }, []);
const aSpace = world(space);
const ofTrees = { random: maybe(func(random)), step: maybe(number(1, 0, -1)) };
const ofRRT = { ...ofTrees, goalBias: maybe(number(0.1, -1, 1)), goalTolerance: maybe(number(0, -1)), star: maybe(flag), informed: maybe(flag), radius: maybe(choice('2011')) };
const point = list(() => [1, 1], [1], [99, 1]);
const bounds = { right: () => ({ min: [0, 0], max: [10, 10] }), wrong: [undefined, null, {}, 'text', 7, { min: [0], max: [0] }, { min: ['a'], max: ['b'] }] };
const track = (): sampling.Space => sampling.obstacles({ min: [0, 0, -4], max: [10, 10, 4] }, []);
const drive = (): sampling.Dynamics => sampling.car({ turningRadius: 1 });
const samples = number(5, -1);
const samplingCalls: readonly Call[] = [
  { name: 'obstacles', call: (b: never, l: never) => sampling.obstacles(b, l), kinds: [bounds, { right: () => [], wrong: [undefined, null, {}, 'text', 7, [null], [{}], [7]] }] },
  { name: 'ball', call: (c: never, r: number) => sampling.ball(c, r), kinds: [list(() => [0, 0]), number(1, -1)] },
  { name: 'box', call: (a: never, b: never) => sampling.box(a, b), kinds: [list(() => [0, 0]), list(() => [1, 1], [1], [-1, 1])] },
  { name: 'polygon', call: (c: never) => sampling.polygon(c), kinds: [points] },
  { name: 'cells', call: (g: never, s: never) => sampling.cells(g, s), kinds: [world(grid), maybe(number(1, 0))] },
  { name: 'simplify', call: (s: never, p: never, n: number, out: never, o: never) => sampling.simplify(s, p, n, out, o), kinds: [aSpace, list(() => [1, 1, 2, 2], [1]), whole(2, -1), signed(() => new Float64Array(4)), options({ rounds: maybe(number(4, -1)) })] },
  { name: 'footprint', call: (s: never, c: never, o: never) => sampling.footprint(s, c, o), kinds: [aSpace, points, options({ spacing: maybe(number(1, 0, -1)), turns: maybe(flag) })] },
  { name: 'car', call: (o: never) => sampling.car(o), kinds: [given({ turningRadius: number(1, 0), stride: maybe(number(1, 0)), pieces: maybe(whole(4, 0)), reverse: maybe(flag), trials: maybe(whole(5, 0)), turnWeight: maybe(number(1, -1)) })] },
  { name: 'findPath in a space', call: (s: never, o: never) => sampling.findPath(s, o), kinds: [aSpace, given({ from: point, to: point, samples: maybe(samples), ...ofRRT })] },
  { name: 'new RRT', call: (s: never, o: never) => new sampling.RRT(s, o), kinds: [aSpace, options(ofRRT)] },
  { name: 'new RRTConnect', call: (s: never, o: never) => new sampling.RRTConnect(s, o), kinds: [aSpace, options(ofTrees)] },
  { name: 'new KinodynamicRRT', call: (s: never, o: never) => new sampling.KinodynamicRRT(s, o), kinds: [world(track), given({ dynamics: world(drive), goalTolerance: number(1, 0), goalBias: maybe(number(0.1, -1, 1)), random: maybe(func(random)) })] },
  { name: 'RRT.search', call: (a: never, b: never, n: number) => new sampling.RRT(space(), { random }).search(a, b, n), kinds: [point, point, samples] },
  { name: 'RRTConnect.search', call: (a: never, b: never, n: number) => new sampling.RRTConnect(space(), { random }).search(a, b, n), kinds: [point, point, samples] },
  { name: 'KinodynamicRRT.search', call: (a: never, b: never, n: number) => new sampling.KinodynamicRRT(track(), { random, dynamics: drive(), goalTolerance: 1 }).search(a, b, n), kinds: [list(() => [1, 1, 0]), list(() => [1, 1, 0]), samples] },
];

export const worldCalls: readonly Call[] = [...graphCalls, ...gridCalls, ...meshCalls, ...samplingCalls];
