import type { Graph, Heuristic } from '@pf/graph';
import { zero } from '@pf/grid';
import { ARAStar, AStar, BidirectionalAStar, BidirectionalDijkstra, BoundedSearch, Dijkstra, NBAStar } from '@pf/search';
import { oracleDistances, verticesOf } from '@pf/testkit';
import type { Player, Query } from '../player.ts';
import { agree, demand, checkPath, list } from '../player.ts';
import type { Stage } from '../stage.ts';

interface Search {
  search(start: number, goal: number): number;
  path(out: Uint32Array): number;
}

/** A search on any graph with a single correct cost. */
export function optimal(name: string, make: (graph: Graph, heuristic: Heuristic) => Search): Player {
  return {
    name,
    join(stage, tally) {
      const search = make(stage.graph, stage.heuristic);
      const out = new Uint32Array(stage.graph.vertexCount);
      return {
        query(query) {
          const cost = search.search(query.start, query.goal);
          tally.queries++;
          checkPath(stage, query, cost, out.subarray(0, search.path(out)));
        },
      };
    },
  };
}

/** Admissible, but neither consistent nor symmetric. */
const inconsistent =
  (heuristic: Heuristic): Heuristic =>
  (v, goal) =>
    (heuristic(v, goal) * (Math.imul(v, 2654435761) >>> 29)) / 7;

/** Only the graph's four members: no lattice, no grid. */
const plain = (graph: Graph): Graph => ({
  vertexCount: graph.vertexCount,
  maxDegree: graph.maxDegree,
  successors: (v, to, cost) => graph.successors(v, to, cost),
  predecessors: (v, to, cost) => graph.predecessors(v, to, cost),
});

interface SlicedSearch extends Search {
  readonly cost: number;
  begin(start: number, goal: number): void;
  run(budget: number): boolean;
}

/** A search that is interrupted after every few expansions. */
export function sliced(search: SlicedSearch): Search {
  return {
    search(start, goal) {
      search.begin(start, goal);
      for (let slices = 0; !search.run(1 + (slices % 3)); slices++);
      return search.cost;
    },
    path: (out) => search.path(out),
  };
}

const backwardDijkstra = (graph: Graph): Search => {
  const dijkstra = new Dijkstra(graph, { direction: 'backward' });
  return { search: (start, goal) => dijkstra.search(goal, start), path: (out) => dijkstra.path(out) };
};

const whereItEnds: Player = {
  name: 'A*, nearest',
  join(stage, tally) {
    // Of graphs without an estimate, it takes no `zero`: there it would end at the start.
    const astar = new AStar(stage.graph, { heuristic: (v, goal) => stage.heuristic(v, goal), nearest: true });
    const out = new Uint32Array(stage.graph.vertexCount);
    return {
      query(query) {
        const { start, goal, fromStart } = query;
        tally.queries++;
        const cost = astar.search(start, goal);
        const pathCells = out.subarray(0, astar.path(out));
        const reached = [...fromStart.keys()].filter((v) => fromStart[v] < Infinity);
        const least = Math.min(...reached.map((v) => stage.heuristic(v, goal)));
        const end = fromStart[goal] < Infinity ? goal : astar.end;
        demand(
          // Equal estimates may be rounded differently.
          fromStart[goal] < Infinity || stage.heuristic(end, goal) <= least * (1 + 1e-12),
          () => `${end} is ${stage.heuristic(end, goal)} from ${goal}, but there are reachable vertices at ${least}.`,
        );
        checkPath(stage, { ...query, goal: end, cost: fromStart[end] }, cost, pathCells);
      },
    };
  },
};

const toOneOfSeveral: Player = {
  name: 'A* and Dijkstra, several goals',
  join(stage, tally) {
    const astar = new AStar(stage.graph, { heuristic: stage.heuristic });
    const dijkstra = new Dijkstra(stage.graph);
    const out = new Uint32Array(stage.graph.vertexCount);
    const vertices = verticesOf(stage.graph);
    return {
      query(query) {
        const { start, goal, fromStart, n } = query;
        const goals = [goal, vertices[(goal + n) % vertices.length], start === goal ? goal : vertices[n % vertices.length]];
        const expected = Math.min(...goals.map((v) => fromStart[v]));
        tally.queries += 2;
        const cost = astar.searchNearest(start, goals);
        demand(agree(stage, cost, expected), () => `The nearest of ${list(goals)} from ${start} costs ${expected}, but A* says ${cost}.`);
        if (cost < Infinity) checkPath(stage, { ...query, goal: astar.end, cost: expected }, cost, out.subarray(0, astar.path(out)));
        demand(cost === Infinity || goals.includes(astar.end), () => `A* ended at ${astar.end}, which is none of ${list(goals)}.`);
        const said = dijkstra.searchMany(start, goals);
        const found = goals.filter((v, i) => goals.indexOf(v) === i && fromStart[v] < Infinity).length;
        demand(said === found, () => `${found} of ${list(goals)} can be reached from ${start}, but Dijkstra says ${said}.`);
        for (const v of goals)
          demand(
            agree(stage, dijkstra.distance(v), fromStart[v]),
            () => `${v} lies ${fromStart[v]} from ${start}, but Dijkstra to ${list(goals)} says ${dijkstra.distance(v)}.`,
          );
      },
    };
  },
};

/** A search within a bound of the cheapest. */
function bounded(name: string, make: (stage: Stage) => Search | undefined, bound = 1.5): Player {
  return {
    name,
    join(stage, tally) {
      const search = make(stage);
      const out = new Uint32Array(stage.graph.vertexCount);
      if (search === undefined) return undefined;
      return {
        query(query) {
          tally.queries++;
          const cost = search.search(query.start, query.goal);
          checkBounded(stage, query, bound, cost, out.subarray(0, search.path(out)));
        },
      };
    },
  };
}

function checkBounded(stage: Stage, query: Query, bound: number, cost: number, path: Uint32Array): void {
  const most = query.cost * bound * (1 + 1e-9);
  demand(
    cost === query.cost || (cost <= most && cost >= query.cost * (1 - 1e-9)),
    () => `From ${query.start} to ${query.goal} the path costs ${query.cost}, but ${cost} was found.`,
  );
  if (cost < Infinity) checkPath({ ...stage, whole: false }, { ...query, cost }, cost, path);
}

/** A search that is interrupted, while the world changes, until the next query; its answer must hold for the world of its last slice. */
function overEdits(name: string, make: (stage: Stage) => SlicedSearch | undefined, bound = 1): Player {
  return {
    name,
    join(stage, tally) {
      const search = make(stage);
      const out = new Uint32Array(stage.graph.vertexCount);
      let begun: readonly [start: number, goal: number] | undefined;
      if (search === undefined) return undefined;
      return {
        query(query) {
          const { n, model } = query;
          if (begun !== undefined) {
            const [start, goal] = begun;
            tally.queries++;
            while (!search.run(1 + (n % 5)));
            checkBounded(stage, { ...query, start, goal, cost: oracleDistances(model, start)[goal] }, bound, search.cost, out.subarray(0, search.path(out)));
          }
          search.begin(query.start, query.goal);
          // A finished result would stay as it is.
          begun = search.run(n % 3) ? undefined : [query.start, query.goal];
        },
      };
    },
  };
}

const floods: Player = {
  name: 'Dijkstra, whole fields',
  join(stage, tally) {
    const forward = new Dijkstra(stage.graph);
    const backward = new Dijkstra(stage.graph, { direction: 'backward' });
    return {
      query({ start, goal, fromStart, toGoal }) {
        tally.queries += 2;
        for (const [dijkstra, source, truth] of [
          [forward, start, fromStart],
          [backward, goal, toGoal],
        ] as const) {
          const count = dijkstra.flood(source);
          demand(
            count === truth.filter((cost) => cost < Infinity).length,
            () => `${count} vertices reached from ${source}, not ${truth.filter((cost) => cost < Infinity).length}.`,
          );
          truth.forEach((cost, v) =>
            demand(agree(stage, dijkstra.distance(v), cost), () => `${v} lies ${cost} from ${source}, but ${dijkstra.distance(v)} was reported.`),
          );
        }
      },
    };
  },
};

export const searchPlayers: readonly Player[] = [
  optimal('ARA*, improved to the end', (graph, heuristic) => {
    const search = new ARAStar(graph, { heuristic, weight: 4 });
    return {
      search(start, goal) {
        search.search(start, goal);
        search.improve();
        return search.cost;
      },
      path: (out) => search.path(out),
    };
  }),
  optimal('A*', (graph) => new AStar(graph)),
  optimal('A*, heuristic given', (graph, heuristic) => new AStar(graph, { heuristic })),
  optimal('A*, no estimate', (graph) => new AStar(graph, { heuristic: zero })),
  optimal('A*, inconsistent', (graph, heuristic) => new AStar(graph, { heuristic: inconsistent(heuristic) })),
  optimal('A*, inconsistent, heap', (graph, heuristic) => new AStar(graph, { heuristic: inconsistent(heuristic), queue: 'heap' })),
  optimal('A*, fifo buckets', (graph) => new AStar(graph, { queue: 'buckets', ties: 'fifo' })),
  optimal('A*, wide buckets', (graph, heuristic) => new AStar(graph, { heuristic, queue: 'buckets', bucketWidth: 3.7 })),
  optimal('A*, heap, larger g', (graph) => new AStar(graph, { queue: 'heap', ties: 'larger-g' })),
  optimal('A*, heap, smaller g', (graph) => new AStar(graph, { ties: 'smaller-g' })),
  optimal('A*, heap, lifo', (graph) => new AStar(graph, { ties: 'lifo' })),
  optimal('A*, heap, fifo', (graph) => new AStar(graph, { ties: 'fifo' })),
  optimal('A*, without reopening', (graph) => new AStar(graph, { reopen: false })),
  optimal('A*, backward', (graph) => new AStar(graph, { direction: 'backward' })),
  optimal('A*, backward, heap, heuristic given', (graph, heuristic) => new AStar(graph, { heuristic, queue: 'heap', direction: 'backward' })),
  optimal('A*, in slices', (graph) => sliced(new AStar(graph))),
  optimal('A*, the graph alone', (graph, heuristic) => new AStar(plain(graph), { heuristic })),
  optimal('Dijkstra', (graph) => new Dijkstra(graph)),
  optimal('Dijkstra, backward', backwardDijkstra),
  optimal('bidirectional Dijkstra', (graph) => new BidirectionalDijkstra(graph)),
  optimal('bidirectional A*', (graph) => new BidirectionalAStar(graph)),
  optimal('bidirectional A*, heuristic given', (graph, heuristic) => new BidirectionalAStar(graph, { heuristic })),
  optimal('bidirectional A*, the graph alone, in slices', (graph, heuristic) => sliced(new BidirectionalAStar(plain(graph), { heuristic }))),
  optimal('NBA*', (graph) => new NBAStar(graph)),
  optimal('NBA*, in slices, heuristic given', (graph, heuristic) => sliced(new NBAStar(graph, { heuristic }))),
  whereItEnds,
  toOneOfSeveral,
  bounded('A*, weight 1.5', ({ graph, heuristic }) => new AStar(graph, { heuristic, weight: 1.5 })),
  bounded('A* in place, weight 1.5', ({ grid }) => (grid === undefined ? undefined : new AStar(grid, { weight: 1.5 }))),
  bounded('bounded search', ({ grid }) => (grid === undefined ? undefined : new BoundedSearch(grid, { within: 1.5 }))),
  bounded('bounded search, the cheapest', ({ grid }) => (grid === undefined ? undefined : new BoundedSearch(grid, { within: 1 })), 1),
  overEdits('bounded search, over edits', ({ grid }) => (grid === undefined ? undefined : new BoundedSearch(grid, { within: 1.5 })), 1.5),
  overEdits('bounded search, the cheapest, over edits', ({ grid }) => (grid === undefined ? undefined : new BoundedSearch(grid, { within: 1 }))),
  overEdits('A*, over edits', ({ grid }) => (grid === undefined ? undefined : new AStar(grid))),
  floods,
];
