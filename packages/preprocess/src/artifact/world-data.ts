import type { Graph, Located } from '@pf/graph';
import { checkWorld, isLattice, isLocated, shown } from '@pf/graph/kit';
import { CompressedGraph } from '@pf/graph';
import type { GridOptions } from '@pf/grid';
import { Grid } from '@pf/grid';
import { isGrid } from '@pf/search/kit';
import { listArcs } from '../hierarchies/arc-list.ts';

/** A world as data that can be sent to a worker: a grid by its cells, anything else by its arcs. */
export type WorldData = GridData | ArcData;

/** A grid as data. */
export interface GridData {
  readonly kind: 'grid';
  readonly width: number;
  readonly height: number;
  readonly rules: GridOptions;
  readonly costs: Uint8Array;
  readonly sides: Uint8Array;
}

/** Any other world as data. */
export interface ArcData {
  readonly kind: 'arcs';
  readonly vertexCount: number;
  readonly arcs: Float64Array;
  readonly coordinates: Float64Array;
  /** Whether `successors` lists closed arcs too, at cost Infinity. Default: false. */
  readonly listsClosed?: boolean | undefined;
}

/**
 * The data of a world that a build needs, which can be posted to a worker or stored in IndexedDB. Not for JSON, which turns typed arrays into objects that
 * `restoreWorld` rejects: to write a map to a file, use `formatMap` of @pf/grid. Throws for a graph without coordinates, and for a lattice that is not a grid. Throws for
 * a graph whose `successors` lists only some of its closed arcs.
 *
 * @example
 * ```ts
 * import { Grid } from '@pf/grid';
 * import { describeWorld } from '@pf/preprocess';
 *
 * const world = describeWorld(Grid.fromRows(['..', '.#']));
 * world.kind; // → 'grid'
 * ```
 */
export function describeWorld(grid: Grid): GridData;
export function describeWorld(graph: Graph & Located): WorldData;
export function describeWorld(graph: Graph & Located): WorldData {
  checkWorld(graph, 'describeWorld');
  if (isGrid(graph)) return gridData(graph);
  if (!isLocated(graph)) throw new TypeError('describeWorld takes a graph with coordinates, x(v) and y(v), such as a CompressedGraph: copy the arcs to one.');
  // Its fingerprint is of its bytes; that of a copy would be of its arcs.
  if (isLattice(graph)) throw new TypeError('describeWorld takes a grid or a graph that is not a lattice: copy the arcs to a CompressedGraph, and build for that.');
  // Includes closed arcs: hierarchies are built for them as well.
  const { firstArc, head, cost } = listArcs(graph, true);
  const arcs = new Float64Array(3 * head.length);
  const coordinates = new Float64Array(2 * graph.vertexCount);
  for (let v = 0; v < graph.vertexCount; v++) {
    for (let a = firstArc[v]; a < firstArc[v + 1]; a++) arcs.set([v, head[a], cost[a]], 3 * a);
    coordinates[2 * v] = graph.x(v);
    coordinates[2 * v + 1] = graph.y(v);
  }
  const data: ArcData = { kind: 'arcs', vertexCount: graph.vertexCount, arcs, coordinates };
  // Arcs are numbered as `successors` lists them.
  const listed = cost.includes(Infinity) ? listArcs(graph).cost : cost;
  if (!listed.includes(Infinity)) return data;
  if (listed.length < cost.length) throw new TypeError('describeWorld takes a graph that lists all of its closed arcs or none: copy the arcs to a CompressedGraph.');
  return { ...data, listsClosed: true };
}

/**
 * Restores the world from `describeWorld`. Both worlds give the same artifacts, byte for byte.
 *
 * @example
 * ```ts
 * import { fingerprint } from '@pf/graph';
 * import { Grid } from '@pf/grid';
 * import { describeWorld, restoreWorld } from '@pf/preprocess';
 *
 * const grid = Grid.fromRows(['..', '.#']);
 * fingerprint(restoreWorld(describeWorld(grid))) === fingerprint(grid); // → true
 * ```
 */
export function restoreWorld(data: GridData): Grid;
export function restoreWorld(data: WorldData): Grid | CompressedGraph;
export function restoreWorld(data: WorldData): Grid | CompressedGraph {
  const given = data as WorldData | null | undefined;
  if (given?.kind !== 'grid' && given?.kind !== 'arcs') throw new TypeError(`restoreWorld takes what describeWorld gave, got ${shown(given)}.`);
  if (data.kind === 'grid') {
    const grid = Grid.fromArray(data.costs, data.width, data.height, data.rules);
    for (let i = 0; i < data.sides.length; i += 2) {
      const cell = i >> 1;
      const [enter, leave] = [data.sides[i], data.sides[i + 1]];
      if (enter !== 255 || leave !== 255) grid.setSides(cell % data.width, Math.floor(cell / data.width), { enter, leave });
    }
    return grid;
  }
  const { arcs } = data;
  const count = arcs.length / 3;
  const lists = { tails: new Uint32Array(count), heads: new Uint32Array(count), costs: new Float64Array(count) };
  for (let i = 0; i < count; i++) {
    lists.tails[i] = arcs[3 * i];
    lists.heads[i] = arcs[3 * i + 1];
    lists.costs[i] = arcs[3 * i + 2];
  }
  const graph = new CompressedGraph(data.vertexCount, lists, { coordinates: data.coordinates });
  if (data.listsClosed === true) graph.successors = (v, to, cost) => graph.allSuccessors(v, to, cost);
  return graph;
}

function gridData(grid: Grid): GridData {
  const { width, height, movement, corners, metric, sides } = grid;
  const masks = new Uint8Array(sides === undefined ? 0 : 2 * width * height);
  for (let y = 0, i = 0; sides !== undefined && y < height; y++) {
    for (let x = 0; x < width; x++) {
      const v = grid.vertex(x, y);
      masks[i++] = sides.enter[v];
      masks[i++] = sides.leave[v];
    }
  }
  return { kind: 'grid', width, height, rules: { movement, corners, metric }, costs: grid.toArray(), sides: masks };
}
