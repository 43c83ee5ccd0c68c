import type { Graph, Heuristic } from '@pf/graph';
import { zero } from '@pf/grid';
import {
  ARAStar,
  AStar,
  BidirectionalAStar,
  BidirectionalDijkstra,
  BoundedSearch,
  Dijkstra,
  findPath,
  JumpPointSearch,
  LazyThetaStar,
  NBAStar,
  smooth,
  straighten,
  TerrainJumps,
  turns,
} from '@pf/search';
import { oracleDistances, verticesOf } from '@pf/testkit';
import type { Player, Query, Seat, Tally } from '../player.ts';
import { agree, demand, checkPath, list } from '../player.ts';
import type { Stage } from '../stage.ts';
import { isInSight } from '../straight-lines.ts';

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

/** A player for grids only. */
function onGrids(name: string, join: (stage: Stage & { readonly grid: NonNullable<Stage['grid']> }, tally: Tally) => Seat | undefined): Player {
  return { name, join: (stage, tally) => (stage.grid === undefined ? undefined : join(stage as Stage & { readonly grid: NonNullable<Stage['grid']> }, tally)) };
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
function sliced(search: SlicedSearch): Search {
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
    const astar = new AStar(stage.graph, { heuristic: stage.heuristic, nearest: true });
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
          fromStart[goal] < Infinity || stage.heuristic(end, goal) === least,
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

const jumping = onGrids('jump point search', (stage, tally) => {
  const { grid } = stage;
  const { straight, diagonal } = grid.steps;
  if (grid.movement === 'hex' || (grid.movement === 'eight' && diagonal > 2 * straight)) return undefined;
  const whole = new JumpPointSearch(grid);
  const pieces = sliced(new JumpPointSearch(grid));
  const called = new JumpPointSearch(grid, { heuristic: grid.heuristic({ least: 1 }) });
  const out = new Uint32Array(grid.vertexCount);
  return {
    query(query) {
      for (const search of [whole, pieces, called]) {
        tally.queries++;
        if (isUniform(grid)) {
          const cost = search.search(query.start, query.goal);
          checkPath(stage, query, cost, out.subarray(0, search.path(out)));
        } else
          demand(
            rejects(() => search.search(query.start, query.goal)),
            () => 'Jump point search took a grid with terrain or one-way cells.',
          );
      }
    },
  };
});

const terrainJumps = onGrids('jump points on terrain', (stage, tally) => {
  const { grid } = stage;
  const { straight, diagonal } = grid.steps;
  if (grid.movement === 'hex' || (grid.movement === 'eight' && diagonal > 2 * straight)) return undefined;
  const locator = new TerrainJumps(grid);
  const whole = new JumpPointSearch(grid, { locator });
  const pieces = sliced(new JumpPointSearch(grid, { locator }));
  const out = new Uint32Array(grid.vertexCount);
  return {
    query(query) {
      for (const search of [whole, pieces]) {
        tally.queries++;
        const cost = search.search(query.start, query.goal);
        checkPath(stage, query, cost, out.subarray(0, search.path(out)));
      }
    },
  };
});

export function isUniform(grid: NonNullable<Stage['grid']>): boolean {
  return !grid.weighted && grid.sides === undefined;
}

export function rejects(act: () => unknown): boolean {
  try {
    act();
  } catch (error) {
    return error instanceof RangeError;
  }
  return false;
}

const anyPath = onGrids('findPath', (stage, tally) => {
  const { grid } = stage;
  const cell = (v: number): { x: number; y: number } => ({ x: grid.x(v), y: grid.y(v) });
  return {
    query(query) {
      const { start, goal, n } = query;
      const algorithm = [undefined, undefined, AStar, Dijkstra, BidirectionalAStar, BidirectionalDijkstra, NBAStar] as const;
      tally.queries++;
      const { cost, cells, arrived } = findPath(grid, {
        from: cell(start),
        to: cell(goal),
        algorithm: algorithm[n % algorithm.length],
        shape: n % 3 === 0 ? straighten : 'steps',
      });
      demand(arrived === cost < Infinity, () => `A path of cost ${cost} is reported ${arrived ? '' : 'not '}to arrive.`);
      checkPath(
        stage,
        query,
        cost,
        cells.map(({ x, y }) => grid.vertex(x, y)),
      );
    },
  };
});

const straightened = onGrids('straighten', (stage, tally) => {
  const { grid } = stage;
  const astar = new AStar(grid);
  const path = new Uint32Array(grid.vertexCount);
  const out = new Uint32Array(grid.vertexCount);
  return {
    query(query) {
      tally.queries++;
      const cost = astar.search(query.start, query.goal);
      const length = astar.path(path);
      const kept = straighten(grid, path, length, out);
      checkPath(stage, query, cost, out.subarray(0, kept));
      demand(
        turns(grid, out, kept) <= turns(grid, path, length),
        () => `Straightened, ${list(path.subarray(0, length))} turns more often: ${list(out.subarray(0, kept))}.`,
      );
    },
  };
});

/**
 * Any-angle paths have no oracle here. Checked: straight lines between visible points, never shorter than the straight distance, never longer after
 * smoothing.
 */
const anyAngle = onGrids('any angle', (stage, tally) => {
  const { grid } = stage;
  const theta = new LazyThetaStar(grid);
  const astar = new AStar(grid);
  const out = new Uint32Array(grid.vertexCount);
  const path = new Uint32Array(grid.vertexCount);
  const length = (points: Uint32Array): number => points.reduce((sum, v, i) => (i === 0 ? 0 : sum + lineLength(grid, points[i - 1], v)), 0);
  const hold = ({ start, goal, cost }: Query, points: Uint32Array, what: string): void => {
    demand((points.length === 0) === (cost === Infinity), () => `${what} gave ${points.length} points where the path costs ${cost}.`);
    if (points.length === 0) return;
    demand(points[0] === start && points[points.length - 1] === goal, () => `${what} has wrong ends: ${list(points)}.`);
    points.forEach((v, i) => demand(i === 0 || isSeen(grid, points[i - 1], v), () => `${what} leads through a wall from ${points[i - 1]} to ${v}.`));
    demand(length(points) >= lineLength(grid, start, goal) - 1e-9, () => `${what} is shorter than the air line.`);
  };
  return {
    query(query) {
      const { start, goal } = query;
      if (grid.sides !== undefined) return;
      tally.queries++;
      astar.search(start, goal);
      const stepwise = path.slice(0, astar.path(path));
      const smoothed = path.slice(0, smooth(grid, stepwise, stepwise.length, path));
      hold(query, smoothed, 'smooth');
      demand(length(smoothed) <= length(stepwise) + 1e-9, () => `smooth made ${list(stepwise)} longer: ${list(smoothed)}.`);
      if (grid.weighted)
        return demand(
          rejects(() => theta.search(start, goal)),
          () => 'Lazy Theta* took a grid with terrain.',
        );
      const cost = theta.search(start, goal);
      const points = out.subarray(0, theta.path(out));
      hold(query, points, 'Lazy Theta*');
      if (points.length > 0)
        demand(
          Math.abs(cost - length(points) * grid.steps.straight) <= 1e-9 * (1 + cost),
          () => `Lazy Theta* says ${cost}, but its points are ${length(points)} cells apart, at ${grid.steps.straight} a straight step.`,
        );
    },
  };
});

function isSeen(grid: NonNullable<Stage['grid']>, a: number, b: number): boolean {
  return isInSight(grid, { x: grid.x(a), y: grid.y(a) }, { x: grid.x(b), y: grid.y(b) });
}

function lineLength(grid: NonNullable<Stage['grid']>, a: number, b: number): number {
  const dx = grid.x(a) - grid.x(b);
  const dy = grid.y(a) - grid.y(b);
  return grid.movement === 'hex' ? Math.sqrt(dx * dx + dy * dy + dx * dy) : Math.hypot(dx, dy);
}

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
  jumping,
  terrainJumps,
  anyPath,
  straightened,
  anyAngle,
];
