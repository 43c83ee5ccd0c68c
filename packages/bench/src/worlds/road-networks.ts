import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { CompressedGraph, parseDimacs, parseGeoJsonLines } from '@pf/graph';
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

const FORMATS = 'a .gr.bin with a .co.bin, a .gr of the DIMACS challenge, with or without a .co, or a .geojson';

/** The networks of the folder, smallest file first; without a folder, a generated city with this many crossings a side. `load` throws for files that cannot be used. */
export function roadNetworks({ roads, seed }: Options, side: number): RoadSource[] {
  if (roads === undefined) return [{ name: `city of ${side}² crossings`, load: (problems) => networkOf(`city of ${side}² crossings`, city(side, seed), seed, problems) }];
  const files = readdirSync(roads);
  const found = files.filter((file) => ENDING.test(file)).map((file) => ({ file, size: statSync(join(roads, file)).size, name: file.replace(ENDING, '') }));
  if (found.length === 0) throw new Error(`There is no network in ${roads}: a network is ${FORMATS}.`);
  return found.sort((a, b) => a.size - b.size).map(({ file, name: short }) => {
    const name = found.filter((other) => other.name === short).length > 1 ? file : short;
    return {
      name,
      load(problems) {
        const graph = readNetwork(roads, files, file);
        if (graph.arcCount === 0) throw new Error(`${file} has no arcs.`);
        return networkOf(name, graph, seed, problems);
      },
    };
  });
}

const ENDING = /\.(gr\.bin|gr|geojson)$/;

function readNetwork(folder: string, files: readonly string[], file: string): CompressedGraph {
  const read = (name: string): Uint8Array => new Uint8Array(readFileSync(join(folder, name)));
  if (file.endsWith('.bin')) {
    const places = file.replace(/gr\.bin$/, 'co.bin');
    if (!files.includes(places)) throw new Error(`${file} needs the coordinates of its nodes in ${places}, which is not there.`);
    return fromPairs(file, integersOf(file, read(file)), places, integersOf(places, read(places)));
  }
  // Networks of the challenge with travel times, USA-road-t.NY.gr, share the coordinates of those with distances.
  const places = [file.replace(/gr$/, 'co'), file.replace('road-t', 'road-d').replace(/gr$/, 'co')].find((name) => name !== file && files.includes(name));
  try {
    if (file.endsWith('.geojson')) return parseGeoJsonLines(readFileSync(join(folder, file), 'utf8'));
    return parseDimacs(read(file), places === undefined ? {} : { coordinates: read(places) });
  } catch (error) {
    throw new Error(`${file}: ${(error as Error).message}`, { cause: error });
  }
}

/** The pairs of whole numbers in a file. */
function integersOf(file: string, bytes: Uint8Array): Int32Array {
  if (bytes.length % 8 !== 0) throw new Error(`${file} has ${bytes.length} bytes, which is no multiple of 8: it holds pairs of whole numbers of 4 bytes, the lowest byte first.`);
  return new Int32Array(bytes.buffer);
}

/** Each road once, as a pair of nodes from 1; its cost is its rounded length, at least 1. */
function fromPairs(file: string, ends: Int32Array, places: string, coordinates: Int32Array): CompressedGraph {
  const count = ends.length >> 1;
  const nodes = coordinates.length >> 1;
  const arcs = { tails: new Uint32Array(count), heads: new Uint32Array(count), costs: new Float64Array(count) };
  for (let i = 0; i < count; i++) {
    const [a, b] = [ends[2 * i] - 1, ends[2 * i + 1] - 1];
    if (!(a >= 0 && a < nodes && b >= 0 && b < nodes)) throw new Error(`${file}, pair ${i + 1}: nodes are from 1 to ${nodes}, as many as ${places} has, got ${a + 1} and ${b + 1}.`);
    arcs.tails[i] = a;
    arcs.heads[i] = b;
    arcs.costs[i] = Math.max(1, Math.round(Math.hypot(coordinates[2 * a] - coordinates[2 * b], coordinates[2 * a + 1] - coordinates[2 * b + 1])));
  }
  return new CompressedGraph(nodes, arcs, { directed: false, coordinates });
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

/** The network as lists. Without coordinates all vertices are at one point, so that the estimate is 0. */
function plain(graph: CompressedGraph): PlainRoads {
  const { vertexCount, arcCount } = graph;
  const roads = { tails: new Uint32Array(arcCount), heads: new Uint32Array(arcCount), costs: new Float64Array(arcCount) };
  const coordinates = Float64Array.from({ length: 2 * vertexCount }, (_, i) => ((i & 1) === 0 ? graph.x(i >> 1) : graph.y(i >> 1)) || 0);
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
