import { CompressedGraph } from '@pf/graph';
import { AStar, NBAStar } from '@pf/search';

// The API of ngraph.path 1.6.1 over @pf: the port described in docs/from-ngraph.md.

function finder(search, order) {
  return (graph, { distance = () => 1, blocked = () => false, heuristic = () => 0, oriented = false } = {}) => {
    const nodes = [];
    graph.forEachNode((node) => void nodes.push(node));
    const vertexOf = new Map(nodes.map(({ id }, v) => [id, v]));
    const arcs = [];
    const add = (from, to, link) => {
      if (!blocked(from, to, link)) arcs.push([vertexOf.get(from.id), vertexOf.get(to.id), distance(from, to, link)]);
    };
    graph.forEachLink((link) => {
      const [from, to] = [graph.getNode(link.fromId), graph.getNode(link.toId)];
      add(from, to, link);
      if (!oriented) add(to, from, link);
    });
    const world = new CompressedGraph(nodes.length, arcs);
    const made = search(world, (v, goal) => heuristic(nodes[v], nodes[goal]));
    const out = new Uint32Array(world.vertexCount);
    return {
      find(from, to) {
        made.search(vertexOf.get(from), vertexOf.get(to));
        return order(Array.from(out.subarray(0, made.path(out)), (v) => nodes[v]), oriented);
      },
    };
  };
}

const difference = (a, b) => [a.x - b.x, a.y - b.y];

/** ngraph.path returns paths from goal to start. */
const backward = (path) => path.reverse();

export const aStar = Object.assign(finder((world, heuristic) => new AStar(world, { heuristic }), backward), {
  l1: (a, b) => difference(a, b).reduce((sum, each) => sum + Math.abs(each), 0),
  l2: (a, b) => Math.hypot(...difference(a, b)),
});

/** Its greedy search returns either order; its tests expect the second for two-way links. */
export const aGreedy = finder((world, heuristic) => new AStar(world, { heuristic, weight: 10 }), (path, oriented) => (oriented ? path.reverse() : path));

export const nba = finder((world, heuristic) => new NBAStar(world, { heuristic }), backward);
