import type { Heuristic } from '@pf/graph';
import { NO_VERTEX, pathCost } from '@pf/graph';
import type { Grid } from '@pf/grid';
import { farthestLandmarks, GoalBounds, JumpTable, Landmarks, PathDatabase } from '@pf/preprocess';
import type { PathShape } from '@pf/search';
import { AStar, BreadthFirst, Dijkstra, findPath, JumpPointSearch, turns } from '@pf/search';
import type { Estimates, Question, Recording, Step, SteppedSearch } from './recording.ts';
import { blank, CLOSED, freeCells, recordSearch, timed } from './recording.ts';

/** The true costs to the goal, or to where it is now, and what one or two heuristics say. */
export function estimatesOf(grid: Grid, goal: number, better?: Heuristic): (to?: number) => Estimates {
  return (to = goal) => {
    const plain = grid.heuristic();
    const tabulate = (heuristic: Heuristic): Float64Array => Float64Array.from(grid.cells, (cost, v) => (cost === 0 ? 0 : heuristic(v, to)));
    const truth = new Float64Array(grid.vertexCount).fill(Infinity);
    const dijkstra = new Dijkstra(grid, { direction: 'backward' });
    dijkstra.flood(to);
    for (const v of freeCells(grid)) truth[v] = dijkstra.distance(v);
    return { truth, plain: tabulate(plain), ...(better !== undefined && { better: tabulate(better) }) };
  };
}

/** A search over the grid as it is. */
export function searching(make: (grid: Grid) => SteppedSearch): (question: Question) => Recording {
  return ({ grid, start, goal, patience }) => {
    const search = make(grid);
    return {
      ...blank, ...recordSearch(grid, search, start, goal),
      milliseconds: timed(() => search.search(start, goal), patience),
      estimates: estimatesOf(grid, goal),
    };
  };
}

/** A* whose estimates count more: the path may be longer by what the slider says. */
export function weighted(question: Question): Recording {
  const weight = 1 + question.longer / 100;
  return { ...searching((grid) => new AStar(grid, { weight }))(question), facts: [['estimates count', `${weight}×`], ['at most longer by', `${question.longer}%`]] };
}

/** Breadth-first search: expands the vertices in the order in which it reached them. */
export function breadthFirst({ grid, start, goal, patience }: Question): Recording {
  const search = new BreadthFirst(grid);
  const order = new Uint32Array(grid.vertexCount);
  const out = new Uint32Array(grid.vertexCount);
  const closed = new Uint8Array(grid.vertexCount);
  let expanded = 0;
  const stepped: SteppedSearch & { g(v: number): number } = {
    counters: search.counters,
    begin: (from, to) => {
      search.begin(from, to);
      closed.fill(0);
      expanded = 0;
    },
    run: (budget) => {
      const done = search.run(budget);
      search.reached(order);
      for (; expanded < search.counters.expanded; expanded++) closed[order[expanded]] = 1;
      return done;
    },
    search: (from, to) => search.search(from, to),
    isOpen: (v) => search.steps(v) < Infinity,
    isClosed: (v) => closed[v] === 1,
    g: (v) => search.steps(v),
    path: (out) => search.path(out),
    get cost() {
      const n = search.path(out);
      return n === 0 ? Infinity : pathCost(grid, out, n);
    },
  };
  return {
    ...blank, ...recordSearch(grid, stepped, start, goal),
    labels: ['steps'],
    milliseconds: timed(() => search.search(start, goal), patience),
    estimates: estimatesOf(grid, goal),
  };
}

/** Dijkstra's search backwards from the goal, over the whole map. */
export function flooding({ grid, start, goal, patience }: Question): Recording {
  const search = new Dijkstra(grid, { direction: 'backward' });
  const stepped: SteppedSearch & { g(v: number): number } = {
    counters: search.counters,
    begin: (_, to) => search.begin(to),
    run: (budget) => search.run(budget),
    search: (from, to) => {
      search.flood(to);
      return search.distance(from);
    },
    isOpen: () => false,
    isClosed: (v) => search.distance(v) < Infinity,
    g: (v) => search.distance(v),
    path: (out) => search.path(out, start),
    get cost() {
      return search.distance(start);
    },
  };
  return {
    ...blank, ...recordSearch(grid, stepped, start, goal),
    labels: ['to the goal'],
    milliseconds: timed(() => search.flood(goal), patience),
    estimates: estimatesOf(grid, goal),
  };
}

/** The length of a path in cells, whatever its ground costs. */
export function lengthOf(grid: Grid, path: readonly number[]): number {
  return path.slice(1).reduce((sum, v, i) => sum + Math.hypot(grid.x(v) - grid.x(path[i]), grid.y(v) - grid.y(path[i])), 0);
}

/** A*, and its path after it is rewritten. */
export function reshaped(shape: PathShape): (question: Question) => Recording {
  return ({ grid, start, goal, patience }) => {
    const search = new AStar(grid);
    const asked = { from: { x: grid.x(start), y: grid.y(start) }, to: { x: grid.x(goal), y: grid.y(goal) }, shape } as const;
    const recorded = recordSearch(grid, search, start, goal);
    const { cost, cells } = findPath(grid, asked);
    const path = cells.map(({ x, y }) => grid.vertex(x, y));
    const pulled = cells.slice(1).reduce((sum, { x, y }, i) => sum + Math.hypot(x - cells[i].x, y - cells[i].y), 0);
    return {
      ...blank, ...recorded, cost,
      ...(shape.lines === true ? { path: [], points: cells.flatMap(({ x, y }) => [x + 0.5, y + 0.5]) } : { path }),
      comparison: shape.lines === true
        ? { than: 'A*', before: lengthOf(grid, recorded.path), after: pulled, what: 'cells long' }
        : { than: 'A*', before: turns(grid, recorded.path), after: turns(grid, path), what: 'turns' },
      milliseconds: timed(() => findPath(grid, asked), patience),
      estimates: estimatesOf(grid, goal),
    };
  };
}

/** No search at all: cell by cell, the first move is looked up. */
export function lookedUp({ grid, start, goal, table, patience }: Question): Recording {
  const database = PathDatabase.load(grid, table(grid, 'paths'));
  const out = new Uint32Array(grid.vertexCount);
  const path = [...out.subarray(0, database.path(start, goal, out))];
  const steps: Step[] = [];
  for (let v = start; v !== NO_VERTEX; v = database.firstMove(v, goal)) steps.push({ changes: [v, CLOSED], expanded: steps.length });
  return {
    ...blank, steps, path, cost: database.cost,
    counted: 'looked up',
    facts: [['database', `${Math.round(database.byteLength / 1024)} kB`]],
    milliseconds: timed(() => database.path(start, goal, out), patience),
    estimates: estimatesOf(grid, goal),
  };
}

export function withLandmarks({ grid, start, goal, landmarks, patience }: Question): Recording {
  const chosen = landmarks.map(([x, y]) => grid.vertex(x, y)).filter((v) => grid.cells[v] !== 0);
  const vertices = chosen.length > 0 ? chosen : [...farthestLandmarks(grid, 4, start)];
  const heuristic = new Landmarks(grid, vertices).heuristic({ base: grid.heuristic() });
  const search = new AStar(grid, { heuristic });
  const without = new AStar(grid);
  without.search(start, goal);
  const recorded = recordSearch(grid, search, start, goal);
  return {
    ...blank, ...recorded,
    landmarks: vertices,
    before: freeCells(grid).filter((v) => without.isClosed(v)),
    milliseconds: timed(() => search.search(start, goal), patience),
    estimates: estimatesOf(grid, goal, heuristic),
  };
}

export function withBounds(jumping: boolean): (question: Question) => Recording {
  return ({ grid, start, goal, table, patience }) => {
    const bounds = GoalBounds.load(grid, table(grid, 'goal-bounds'));
    const view = bounds.view();
    view.goal = goal;
    const search: SteppedSearch = jumping
      ? new JumpPointSearch(grid, { locator: new JumpTable(grid, { bounds }) })
      : new AStar(view, { heuristic: grid.heuristic() });
    const without: SteppedSearch = jumping ? new JumpPointSearch(grid) : new AStar(grid);
    without.search(start, goal);
    return {
      ...blank, ...recordSearch(grid, search, start, goal),
      before: freeCells(grid).filter((v) => without.isClosed(v)),
        milliseconds: timed(() => search.search(start, goal), patience),
      boxesOf: (v) => {
        const { firstArc, boxes } = bounds;
        return Array.from({ length: firstArc[v + 1] - firstArc[v] }, (_, i) => {
          const at = 4 * (firstArc[v] + i);
          return [boxes[at], boxes[at + 1], boxes[at + 2] + 1, boxes[at + 3] + 1] as const;
        }).filter(([x0, , x1]) => x0 < x1);
      },
      };
  };
}

