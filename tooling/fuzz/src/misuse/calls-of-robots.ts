import * as robots from '@pf/robots';
import type { Call, Kind } from './kinds.ts';
import { buffer, choice, given, list, maybe, number, options, text, vertex, whole, world } from './kinds.ts';

const frame = (): robots.MapFrame => new robots.MapFrame(20, 20, 0.1);
const occupancy = (): robots.OccupancyGrid => new robots.OccupancyGrid(frame());
const map = (): robots.CostMap => new robots.CostMap(frame());
const inflation = { inscribedRadius: 0.1 };
const aRadius = number(0.1, -1, Infinity);
const motions = (): robots.MotionPrimitives => robots.makeMotionPrimitives({ base: 'differential', resolution: 0.1, turningRadius: 0.3 });
const lattice = (): robots.StateLattice => new robots.StateLattice(map(), motions());
const footprint = (): robots.Footprint => robots.Footprint.rectangle(0.3, 0.2);
const corners = [{ x: 0, y: 0 }, { x: 1, y: 0 }, { x: 1, y: 1 }];
const aFrame = world(frame);
const aMap = world(map);
const anOccupancy = world(occupancy);
const aLattice = world(lattice);
const pose: Kind = { right: () => ({ x: 1, y: 1, heading: 0 }), wrong: [undefined, null, {}, 'text', 7, [1, 1, 0], { x: NaN, y: 1, heading: 0 }, { x: 1, y: 1 }, { x: 1, y: '1', heading: 0 }] };
const radius = number(1, 0, -1, Infinity);
const motionList: Kind = { right: motions, wrong: [undefined, null, {}, 'text', 7, []] };
const values = list(() => new Int8Array(400), [1], new Array(400).fill(101));
const shades = list(() => [0, 255], [0], [0, 256]);
const picture: Kind = { right: () => robots.formatGraymap(1, 1, [255]), wrong: [undefined, null, {}, 'text', 7, Uint8Array.of(80, 54)] };
const yaml = 'image: a.pgm\nresolution: 0.1\norigin: [0, 0, 0]\nnegate: 0\noccupied_thresh: 0.65\nfree_thresh: 0.2\n';
const scan: Kind = given({ angleMin: number(0, Infinity), angleIncrement: number(1, Infinity), rangeMax: number(2, 0, -1, Infinity), rangeMin: maybe(number(0, -1)), ranges: list(() => [1, 1]) });

export const robotCalls: readonly Call[] = [
  { name: 'dubins', call: (a: never, b: never, r: number) => robots.dubins(a, b, r), kinds: [pose, pose, radius] },
  { name: 'dubinsLength', call: (a: never, b: never, r: number) => robots.dubinsLength(a, b, r), kinds: [pose, pose, radius] },
  { name: 'reedsShepp', call: (a: never, b: never, r: number) => robots.reedsShepp(a, b, r), kinds: [pose, pose, radius] },
  { name: 'reedsSheppLength', call: (a: never, b: never, r: number) => robots.reedsSheppLength(a, b, r), kinds: [pose, pose, radius] },
  { name: 'curvePoses', call: (a: never, c: never, s: number) => robots.curvePoses(a, c, s), kinds: [pose, { right: () => robots.dubins({ x: 0, y: 0, heading: 0 }, { x: 1, y: 1, heading: 0 }, 1), wrong: [undefined, null, {}, 'text', 7] }, number(0.1, 0, -1)] },
  { name: 'new Footprint', call: (c: never) => new robots.Footprint(c), kinds: [{ right: () => corners, wrong: [undefined, null, {}, 'text', 7, [], [null], [{ x: 0 }, { x: 1 }, { x: 2 }], corners.slice(1)] }] },
  { name: 'Footprint.rectangle', call: (l: number, w: number, a: never) => robots.Footprint.rectangle(l, w, a), kinds: [number(1, 0, -1), number(1, 0, -1), maybe(number(0))] },
  { name: 'Footprint.some', call: (p: never, r: number, f: never) => footprint().some(p, r, f), kinds: [pose, number(0.1, 0, -1), { right: () => () => false, wrong: [undefined, null, {}, 'text', 7] }] },
  { name: 'makeMotionPrimitives', call: (o: never) => robots.makeMotionPrimitives(o), kinds: [given({ base: choice('differential'), resolution: number(0.1, 0, -1), turningRadius: number(0.3, -1), headings: maybe(whole(16, 0, 5)), straight: maybe(number(1, 0, -1)), reverse: maybe(number(5, -1)), turn: maybe(number(2, -1)), spin: maybe(number(2, -1)) })] },
  { name: 'parseMotionPrimitives', call: (t: string) => robots.parseMotionPrimitives(t), kinds: [text(robots.formatMotionPrimitives(motions()))] },
  { name: 'formatMotionPrimitives', call: (m: never) => robots.formatMotionPrimitives(m), kinds: [motionList] },
  { name: 'new StateLattice', call: (m: never, p: never, o: never) => new robots.StateLattice(m, p, o), kinds: [aMap, motionList, options({ footprint: maybe(world(footprint)), speed: maybe(number(1, 0, -1)), turnRate: maybe(number(1, 0, -1)) })] },
  { name: 'StateLattice.vertexAt', call: (p: never) => lattice().vertexAt(p), kinds: [pose] },
  { name: 'StateLattice.isFree', call: (v: number) => lattice().isFree(v), kinds: [vertex(0)] },
  { name: 'StateLattice.poseOf', call: (v: number) => lattice().poseOf(v), kinds: [vertex(0)] },
  { name: 'StateLattice.poses', call: (p: never, n: number) => lattice().poses(p, n), kinds: [list(() => [0]), whole(1, -1, 9)] },
  { name: 'StateLattice.costsChanged', call: (c: never, n: number, t: never) => lattice().costsChanged(c, n, t), kinds: [list(() => [0], [9999]), whole(1, -1, 9), maybe(buffer(() => new Uint32Array(9999)))] },
  { name: 'latticeHeuristic', call: (l: never, o: never) => robots.latticeHeuristic(l, o), kinds: [aLattice, options({ freeRadius: maybe(number(1, -1)) })] },
  { name: 'new PoseCheck', call: (m: never, f: never) => new robots.PoseCheck(m, f), kinds: [aMap, maybe(world(footprint))] },
  { name: 'PoseCheck.cost', call: (x: number, y: number, h: number) => new robots.PoseCheck(map()).cost(x, y, h), kinds: [number(0.1), number(0.1), number(0)] },
  { name: 'new HybridAStar', call: (m: never, o: never) => new robots.HybridAStar(m, o), kinds: [aMap, given({ turningRadius: number(0.5, 0, -1), footprint: maybe(world(footprint)), headings: maybe(whole(72, 0)), reverse: maybe(number(2, -1)), gearChange: maybe(number(1, -1)), proximity: maybe(number(1, -1)) })] },
  { name: 'HybridAStar.search', call: (a: never, b: never) => new robots.HybridAStar(map(), { turningRadius: 0.5 }).search(a, b), kinds: [pose, pose] },
  { name: 'HybridAStar.poses', call: (s: number) => new robots.HybridAStar(map(), { turningRadius: 0.5 }).poses(s), kinds: [number(0.1, 0, -1)] },
  { name: 'new MapFrame', call: (w: number, h: number, r: number, o: never) => new robots.MapFrame(w, h, r, o), kinds: [whole(3, 0), whole(3, 0), number(0.1, 0, -1), maybe(pose)] },
  { name: 'MapFrame.cellAt', call: (x: number, y: number) => frame().cellAt(x, y), kinds: [number(1), number(1)] },
  { name: 'MapFrame.cellsIn', call: (c: never, b: never) => frame().cellsIn(c, b), kinds: [{ right: () => corners, wrong: [undefined, null, {}, 'text', 7, [], [null], [{ x: 0 }, { x: 1 }, { x: 2 }], corners.slice(1)] }, buffer(() => new Uint32Array(400))] },
  { name: 'new OccupancyGrid', call: (f: never, v: never) => new robots.OccupancyGrid(f, v), kinds: [aFrame, maybe(values)] },
  { name: 'new CostMap', call: (f: never, v: never, o: never) => new robots.CostMap(f, v, o), kinds: [aFrame, maybe(list(() => new Uint8Array(400), [1], new Array(400).fill(256))), options({ obstacle: maybe(whole(254, -1, 256)), inscribed: maybe(whole(253, -1, 256)), circumscribed: maybe(whole(10, -1, 256)) })] },
  { name: 'new InflatedMap', call: (g: never, o: never) => new robots.InflatedMap(g, o), kinds: [anOccupancy, given({ inscribedRadius: aRadius, circumscribedRadius: maybe(aRadius), inflationRadius: maybe(aRadius), decay: maybe(number(1, -1)), occupied: maybe(number(50, -1, 101)), unknown: maybe(choice('free')) })] },
  { name: 'InflatedMap.occupancyChanged', call: (c: never, n: number, b: never) => new robots.InflatedMap(occupancy(), inflation).occupancyChanged(c, n, b), kinds: [list(() => [0], [9999]), whole(1, -1, 9), buffer(() => new Uint32Array(400))] },
  { name: 'parseGraymap', call: (b: never) => robots.parseGraymap(b), kinds: [picture] },
  { name: 'formatGraymap', call: (w: number, h: number, s: never) => robots.formatGraymap(w, h, s), kinds: [whole(2, 0), whole(1, 0), shades] },
  { name: 'parseMapDescription', call: (t: string) => robots.parseMapDescription(t), kinds: [text(yaml)] },
  { name: 'parseMap', call: (t: string, p: never) => robots.parseMap(t, p), kinds: [text(yaml), picture] },
  { name: 'formatMap', call: (g: never, o: never) => robots.formatMap(g, o), kinds: [anOccupancy, given({ image: text('a.pgm'), mode: maybe(choice('raw')) })] },
  { name: 'parseSbplEnvironment', call: (t: string) => robots.parseSbplEnvironment(t), kinds: [{ right: () => 'discretization(cells): 1 1\nobsthresh: 1\ncost_inscribed_thresh: 1\ncost_possibly_circumscribed_thresh: 0\ncellsize(meters): 0.1\nnominalvel(mpersecs): 1.0\ntimetoturn45degsinplace(secs): 2.0\nstart(meters,rads): 0 0 0\nend(meters,rads): 0 0 0\nenvironment:\n0\n', wrong: [undefined, null, {}, NaN, 7, ''] }] },
  { name: 'new ScanMapper', call: (g: never, o: never) => new robots.ScanMapper(g, o), kinds: [anOccupancy, options({ hit: maybe(number(0.7, 0, 1)), miss: maybe(number(0.4, 0, 1)), min: maybe(number(0.1, 0, 1)), max: maybe(number(0.97, 0, 1)) })] },
  { name: 'ScanMapper.integrateScan', call: (p: never, s: never, b: never) => new robots.ScanMapper(occupancy()).integrateScan(p, s, b), kinds: [pose, scan, buffer(() => new Uint32Array(400))] },
  { name: 'simulateScan', call: (g: never, p: never, o: never) => robots.simulateScan(g, p, o), kinds: [anOccupancy, pose, given({ beams: maybe(whole(8, 0)), rangeMax: number(2, 0, -1), occupied: maybe(number(50, 0, 101)) })] },
];
