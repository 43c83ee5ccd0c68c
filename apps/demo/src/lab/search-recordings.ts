import type { Heuristic } from '@pf/graph';
import { fingerprint } from '@pf/graph';
import type { Grid } from '@pf/grid';
import { farthestLandmarks, GoalBounds, JumpTable, Landmarks } from '@pf/preprocess';
import { AStar, Dijkstra, JumpPointSearch } from '@pf/search';
import type { Estimates, Question, Recording, SteppedSearch } from './recording.ts';
import { blank, freeCells, recordSearch, timed } from './recording.ts';

/** The true costs to the goal, and what one or two heuristics say. */
export function estimatesOf(grid: Grid, goal: number, better?: Heuristic): () => Estimates {
  return () => {
    const plain = grid.heuristic();
    const tabulate = (heuristic: Heuristic): Float64Array => Float64Array.from(grid.cells, (cost, v) => (cost === 0 ? 0 : heuristic(v, goal)));
    const truth = new Float64Array(grid.vertexCount).fill(Infinity);
    const dijkstra = new Dijkstra(grid, { direction: 'backward' });
    dijkstra.flood(goal);
    for (const v of freeCells(grid)) truth[v] = dijkstra.distance(v);
    return { truth, plain: tabulate(plain), ...(better !== undefined && { better: tabulate(better) }) };
  };
}

/** A search over the grid as it is. */
export function searching(make: (grid: Grid) => SteppedSearch, note: string): (question: Question) => Recording {
  return ({ grid, start, goal }) => {
    const search = make(grid);
    return {
      ...blank, ...recordSearch(grid, search, start, goal), note,
      milliseconds: timed(() => search.search(start, goal)),
      estimates: estimatesOf(grid, goal),
    };
  };
}

export function withLandmarks({ grid, start, goal, landmarks: chosen }: Question): Recording {
  const vertices = chosen.length > 0 ? chosen.map(([x, y]) => grid.vertex(x, y)).filter((v) => grid.cells[v] !== 0) : [...farthestLandmarks(grid, 4, start)];
  const heuristic = new Landmarks(grid, vertices).heuristic({ base: grid.heuristic() });
  const search = new AStar(grid, { heuristic });
  const without = new AStar(grid);
  without.search(start, goal);
  const recorded = recordSearch(grid, search, start, goal);
  return {
    ...blank, ...recorded,
    landmarks: vertices,
    before: freeCells(grid).filter((v) => without.isClosed(v)),
    facts: [['without', String(without.counters.expanded)]],
    milliseconds: timed(() => search.search(start, goal)),
    estimates: estimatesOf(grid, goal, heuristic),
    note: 'Drag the diamonds. What landmarks know of distances raises the estimate: hatched is what A* explores without them.',
  };
}

/** The last bounds built, and of which map: a new start or goal, or a second algorithm, needs no others. */
let built: { readonly of: string; readonly saved: ArrayBuffer } | undefined;

function boundsOf(grid: Grid): GoalBounds {
  const of = fingerprint(grid);
  if (built?.of !== of) built = { of, saved: GoalBounds.build(grid).save() };
  return GoalBounds.load(grid, built.saved);
}

export function withBounds(jumping: boolean): (question: Question) => Recording {
  return ({ grid, start, goal }) => {
    const bounds = boundsOf(grid);
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
      facts: [['without', String(without.counters.expanded)]],
      milliseconds: timed(() => search.search(start, goal)),
      boxesOf: (v) => {
        const { firstArc, boxes } = bounds;
        return Array.from({ length: firstArc[v + 1] - firstArc[v] }, (_, i) => {
          const at = 4 * (firstArc[v] + i);
          return [boxes[at], boxes[at + 1], boxes[at + 2] + 1, boxes[at + 3] + 1] as const;
        }).filter(([x0, , x1]) => x0 < x1);
      },
      note: 'Point at a cell: each box holds the goals to which a way begins with one of its arcs. An arc whose box misses the goal is not followed.',
    };
  };
}

