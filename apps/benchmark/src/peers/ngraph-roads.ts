import type { RoadPeer } from '@pf/bench';
import createGraph from 'ngraph.graph';
import type { Node } from 'ngraph.graph';
import { nba } from 'ngraph.path';
import { versionOf } from './version.ts';

interface Place {
  readonly vertex: number;
  readonly x: number;
  readonly y: number;
}

/** A link for each arc, its cost as data; the heuristic is the straight distance at the lowest rate. */
export const ngraphRoads: RoadPeer = {
  name: 'ngraph.path NBA*',
  version: versionOf('ngraph.path'),
  load({ vertexCount, tails, heads, costs, coordinates, leastRate }) {
    const graph = createGraph<Place, number>();
    for (let v = 0; v < vertexCount; v++) graph.addNode(v, { vertex: v, x: coordinates[2 * v], y: coordinates[2 * v + 1] });
    // Of parallel arcs it keeps the last.
    for (let i = 0; i < tails.length; i++) graph.addLink(tails[i], heads[i], Math.min(costs[i], graph.getLink(tails[i], heads[i])?.data ?? Infinity));
    const finder = nba(graph, {
      oriented: true,
      distance: (_from, _to, link) => link.data,
      heuristic: (from, to) => leastRate * Math.hypot(from.data.x - to.data.x, from.data.y - to.data.y),
    });
    return {
      search: (from, to) => finder.find(from, to),
      // It answers from the goal back to the start.
      vertices: (answer) => (answer as Node<Place>[]).map(({ data }) => data.vertex).reverse(),
    };
  },
};
