import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CompressedGraph, parseDimacs } from '@pf/graph';
import { seededRandom } from '@pf/grid';
import type { Options } from '../experiment.ts';
import type { PlainRoads } from '../measure/peer.ts';
import type { Problem } from './worlds.ts';

/** A road network and its problems. */
export interface RoadNetwork {
  readonly name: string;
  readonly graph: CompressedGraph;
  readonly roads: PlainRoads;
  readonly problems: readonly Problem[];
}

/** A network that is generated or read on demand. */
export interface RoadSource {
  readonly name: string;
  load(problems: number): RoadNetwork;
}

/** The networks of the folder, smallest file first; without a folder, a generated city with this many crossings a side. */
export function roadNetworks({ roads, seed }: Options, side: number): RoadSource[] {
  if (roads === undefined) return [{ name: `city of ${side}² crossings`, load: (problems) => networkOf(`city of ${side}² crossings`, city(side, seed), seed, problems) }];
  const files = readdirSync(roads);
  const read = (file: string): Uint8Array => new Uint8Array(readFileSync(join(roads, file)));
  const found = [
    ...files.filter((file) => file.endsWith('.gr.bin') && files.includes(file.replace(/gr\.bin$/, 'co.bin'))),
    ...files.filter((file) => file.endsWith('.gr') && files.includes(file.replace(/gr$/, 'co'))),
  ];
  if (found.length === 0) throw new Error(`There is no network in ${roads}: a network is a .gr.bin with a .co.bin, or a .gr with a .co of the DIMACS challenge.`);
  const sizes = new Map(found.map((file) => [file, read(file).length]));
  return found.sort((a, b) => sizes.get(a)! - sizes.get(b)!).map((file) => {
    const name = file.replace(/\.gr(\.bin)?$/, '');
    return {
      name,
      load: (problems) => networkOf(name, file.endsWith('.bin') ? fromPairs(read(file), read(`${name}.co.bin`)) : parseDimacs(read(file), { coordinates: read(`${name}.co`) }), seed, problems),
    };
  });
}

/** Each road once, as a pair of nodes from 1; its cost is its rounded length, at least 1. */
function fromPairs(pairs: Uint8Array, places: Uint8Array): CompressedGraph {
  const [ends, coordinates] = [new Int32Array(pairs.buffer), new Int32Array(places.buffer)];
  const count = ends.length >> 1;
  const arcs = { tails: new Uint32Array(count), heads: new Uint32Array(count), costs: new Float64Array(count) };
  for (let i = 0; i < count; i++) {
    const [a, b] = [ends[2 * i] - 1, ends[2 * i + 1] - 1];
    arcs.tails[i] = a;
    arcs.heads[i] = b;
    arcs.costs[i] = Math.max(1, Math.round(Math.hypot(coordinates[2 * a] - coordinates[2 * b], coordinates[2 * a + 1] - coordinates[2 * b + 1])));
  }
  return new CompressedGraph(coordinates.length >> 1, arcs, { directed: false, coordinates });
}

/** Crossings scattered around a lattice, four fifths of the streets between neighbours, every tenth line a main road at half the cost per metre. */
function city(side: number, seed: number): CompressedGraph {
  const random = seededRandom(seed);
  const coordinates = Float64Array.from({ length: 2 * side * side }, (_, i) => 100 * ((i & 1) === 0 ? (i >> 1) % side : Math.floor((i >> 1) / side)) + 50 * random());
  const arcs: [number, number, number][] = [];
  for (let v = 0; v < side * side; v++) {
    const [x, y] = [v % side, Math.floor(v / side)];
    for (const [w, isThere, line] of [[v + 1, x + 1 < side, y], [v + side, y + 1 < side, x]] as const) {
      const isMain = line % 10 === 0;
      if (!isThere || (!isMain && random() < 0.2)) continue;
      const length = Math.hypot(coordinates[2 * v] - coordinates[2 * w], coordinates[2 * v + 1] - coordinates[2 * w + 1]);
      arcs.push([v, w, Math.max(1, Math.round(isMain ? length / 2 : length))]);
    }
  }
  return new CompressedGraph(side * side, arcs, { directed: false, coordinates });
}

function networkOf(name: string, graph: CompressedGraph, seed: number, count: number): RoadNetwork {
  const random = seededRandom(seed);
  const draw = (): number => Math.floor(random() * graph.vertexCount);
  const problems = Array.from({ length: count }, () => ({ from: draw(), to: draw() }));
  return { name, graph, roads: plain(graph), problems };
}

function plain(graph: CompressedGraph): PlainRoads {
  const { vertexCount, arcCount } = graph;
  const roads = { tails: new Uint32Array(arcCount), heads: new Uint32Array(arcCount), costs: new Float64Array(arcCount) };
  const coordinates = Float64Array.from({ length: 2 * vertexCount }, (_, i) => ((i & 1) === 0 ? graph.x(i >> 1) : graph.y(i >> 1)));
  const to = new Uint32Array(graph.maxDegree);
  const cost = new Float64Array(graph.maxDegree);
  let leastRate = Infinity;
  for (let v = 0, arc = 0; v < vertexCount; v++) {
    const n = graph.successors(v, to, cost);
    for (let i = 0; i < n; i++, arc++) {
      roads.tails[arc] = v;
      roads.heads[arc] = to[i];
      roads.costs[arc] = cost[i];
      const length = Math.hypot(coordinates[2 * v] - coordinates[2 * to[i]], coordinates[2 * v + 1] - coordinates[2 * to[i] + 1]);
      if (length > 0) leastRate = Math.min(leastRate, cost[i] / length);
    }
  }
  return { vertexCount, ...roads, coordinates, leastRate: leastRate === Infinity ? 0 : leastRate };
}
