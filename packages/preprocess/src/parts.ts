import type { Graph } from '@pf/graph';
import { Dijkstra } from '@pf/search';

interface Part {
  /** The vertex that the flood began at. */
  readonly vertex: number;
  /** Number of vertices that no earlier flood has reached. */
  readonly size: number;
  /** `size`, and the reach of the earlier floods that it met. What several of those reach is counted for each. */
  readonly reach: number;
}

/** Floods from one root after another, each over what earlier floods have not reached. Each arc is followed once. Without roots: from all vertices, and parts of one vertex are left out. */
export function parts(graph: Graph, roots?: ArrayLike<number>): Part[] {
  const { vertexCount } = graph;
  const to = new Uint32Array(graph.maxDegree);
  const cost = new Float64Array(graph.maxDegree);
  /** By vertex: the number of the flood that reached it, from 1; 0 if none. */
  const owner = new Uint32Array(vertexCount);
  /** By flood: the number of the last one that met it, and its reach. */
  const met: number[] = [0];
  const reaches: number[] = [0];
  const line = new Uint32Array(vertexCount);
  const found: Part[] = [];
  for (let k = 0; k < (roots?.length ?? vertexCount); k++) {
    const vertex = roots?.[k] ?? k;
    if (owner[vertex] > 0) continue;
    const own = met.push(0) - 1;
    let size = 0;
    let reach = 0;
    owner[(line[size++] = vertex)] = own;
    for (let i = 0; i < size; i++) {
      for (let j = graph.successors(line[i], to, cost) - 1; j >= 0; j--) {
        if (cost[j] === Infinity) continue;
        const other = owner[to[j]];
        if (other === 0) owner[(line[size++] = to[j])] = own;
        else if (other !== own && met[other] !== own) {
          met[other] = own;
          reach += reaches[other];
        }
      }
    }
    reaches.push(reach + size);
    // Not an object for each blocked cell.
    if (roots !== undefined || reach + size > 1) found.push({ vertex, size, reach: reach + size });
  }
  return found;
}

/** The vertices of the part with the greatest reach, in the order of `dijkstra`. Empty without arcs. */
export function largestPart(graph: Graph, dijkstra: Dijkstra = new Dijkstra(graph)): Uint32Array {
  let largest: Part = { vertex: 0, size: 0, reach: 1 };
  for (const part of parts(graph)) if (part.reach > largest.reach) largest = part;
  if (largest.size === 0) return new Uint32Array(0);
  const order = new Uint32Array(dijkstra.flood(largest.vertex));
  dijkstra.reached(order);
  return order;
}
