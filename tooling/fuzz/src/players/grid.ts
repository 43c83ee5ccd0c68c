import { VertexIndex } from '@pf/graph';
import { Clearance, Components, formatMap, Grid, parseMap, UnitGrid } from '@pf/grid';
import { DStarLite } from '@pf/incremental';
import { AStar, BidirectionalAStar, DistanceField } from '@pf/search';
import type { OracleGraph } from '@pf/testkit';
import { verticesOf } from '@pf/testkit';
import type { Player } from '../player.ts';
import { agree, demand } from '../player.ts';

/** The arcs of a graph, as strings. */
export function arcsOf(graph: OracleGraph, which: 'successors' | 'predecessors' = 'successors'): string[] {
  const to = new Uint32Array(graph.maxDegree);
  const cost = new Float64Array(graph.maxDegree);
  const arcs: string[] = [];
  for (let v = 0; v < graph.vertexCount; v++) {
    for (let n = graph[which](v, to, cost), i = 0; i < n; i++) arcs.push(which === 'successors' ? `${v} ${to[i]} ${cost[i]}` : `${to[i]} ${v} ${cost[i]}`);
  }
  return arcs.sort();
}

/** The world itself: its arcs are those of the model, and an edit reports exactly the tails of changed arcs. */
const arcs: Player = {
  name: 'the arcs of the world',
  join(stage, tally) {
    let reportedTails = new Set<number>();
    let before = arcsOf(stage.model);
    return {
      changed(tails, n) {
        reportedTails = new Set(tails.subarray(0, n));
        demand(reportedTails.size === n, () => 'A tail is reported twice.');
        const now = arcsOf(stage.graph);
        const [old, fresh] = [new Set(before), new Set(now)];
        const differs = new Set([...before.filter((arc) => !fresh.has(arc)), ...now.filter((arc) => !old.has(arc))].map((arc) => Number(arc.split(' ')[0])));
        const missing = [...differs].filter((v) => !reportedTails.has(v));
        demand(missing.length === 0, () => `The arcs of ${missing.join(' ')} have changed and are not reported.`);
        // Edits of a compressed graph are always reported, even without a change.
        if (stage.grid !== undefined)
          demand(
            [...reportedTails].every((v) => differs.has(v)),
            () => `Of ${[...reportedTails].join(' ')} some are reported although nothing has changed.`,
          );
        before = now;
      },
      query({ model }) {
        tally.queries++;
        const expected = arcsOf(model).join('\n');
        demand(arcsOf(stage.graph).join('\n') === expected, () => 'The arcs of the graph are not those of the model.');
        demand(arcsOf(stage.graph, 'predecessors').join('\n') === expected, () => 'The predecessors of the graph are not those of the model.');
      },
    };
  },
};

/** The vertex nearest to points on the map and around it, against trying all. */
const nearestVertex: Player = {
  name: 'nearest vertex',
  join({ graph }, tally) {
    const index = new VertexIndex(graph);
    const vertices = verticesOf(graph);
    return {
      query({ start, n }) {
        const [x, y] = [graph.x(start) + (n % 23) / 2 - 5.5, graph.y(start) + (n % 17) / 2 - 4];
        const distance = (v: number): number => Math.hypot(graph.x(v) - x, graph.y(v) - y);
        tally.queries++;
        const [found, least] = [index.nearest(x, y), Math.min(...vertices.map(distance))];
        demand(vertices.includes(found) && distance(found) <= least + 1e-9, () => `The vertex nearest to (${x}, ${y}) is ${least} away, but ${found} was given.`);
      },
    };
  },
};

/** Searches over the held map of a unit of size 1: the same world, which follows edits of the ground by itself. */
const unitMap: Player = {
  name: 'searches over the map of a unit',
  join(stage, tally) {
    if (stage.grid === undefined) return undefined;
    const { grid } = new UnitGrid(stage.grid, 1);
    const searches = { 'A*': new AStar(grid), 'bidirectional A*': new BidirectionalAStar(grid) };
    const field = new DistanceField(grid);
    const planner = new DStarLite(grid);
    let begun = false;
    return {
      query({ start, goal, anew, cost }) {
        const check = (name: string, found: number): void => {
          tally.queries++;
          demand(agree(stage, found, cost), () => `The path from ${start} to ${goal} costs ${cost}, but ${name} over the map of a unit found ${found}.`);
        };
        for (const [name, search] of Object.entries(searches)) check(name, search.search(start, goal));
        // A blocked source has neighbours in a field, but no path leads to it.
        if (grid.cells[goal] !== 0) {
          field.update(goal);
          check('a distance field', field.values[start]);
        }
        if (anew || !begun) planner.begin(start, goal);
        planner.moveTo(start);
        planner.goalMovedTo(goal);
        begun = true;
        planner.run();
        check('D* Lite', planner.cost);
      },
    };
  },
};

/** Queries of a grid, followed through edits, compared with a new grid. */
const followers: Player = {
  name: 'components and clearance',
  join({ grid, graph }, tally) {
    if (grid === undefined || graph.vertexCount > 400) return undefined;
    const components = new Components(grid);
    return {
      changed: () => undefined,
      query({ model }) {
        tally.queries++;
        const part = parts(model, grid);
        for (const v of verticesOf(grid)) {
          for (const u of [v >> 1, v - grid.stride, v - 1, v]) {
            if (!grid.hasVertex(u)) continue;
            const expected = part[u] >= 0 && part[u] === part[v];
            demand(components.same(u, v) === expected, () => `${u} and ${v} hang ${expected ? '' : 'not '}together, but the components say otherwise.`);
          }
        }
        if (grid.movement === 'hex') return;
        const clearance = new Clearance(grid);
        for (let y = 0; y < grid.height; y++) {
          for (let x = 0; x < grid.width; x++) {
            let side = 0;
            while (isOpen(grid, x, y, side + 1)) side++;
            demand(clearance.at(grid.vertex(x, y)) === side, () => `A square of ${side} fits at (${x}, ${y}), but ${clearance.at(grid.vertex(x, y))} is reported.`);
          }
        }
      },
    };
  },
};

function isOpen(grid: Grid, x: number, y: number, side: number): boolean {
  for (let dy = 0; dy < side; dy++) for (let dx = 0; dx < side; dx++) if (!grid.isFree(x + dx, y + dy)) return false;
  return true;
}

/** The lowest vertex of each component, arcs taken as edges; -1 for blocked cells. */
function parts(model: OracleGraph, grid: Grid): number[] {
  const part = Array.from({ length: model.vertexCount }, (_, v) => (grid.cells[v] === 0 ? -1 : v));
  const edges = arcsOf(model).map((arc) => arc.split(' ').map(Number));
  for (let changed = true; changed;) {
    changed = false;
    for (const [a, b] of edges) {
      const least = Math.min(part[a], part[b]);
      changed ||= part[a] !== least || part[b] !== least;
      part[a] = part[b] = least;
    }
  }
  return part;
}

/** A grid written in every format, and read again. */
const written: Player = {
  name: 'a grid as rows, bytes, picture and file',
  join({ grid }, tally) {
    if (grid === undefined) return undefined;
    return {
      query({ n }) {
        if (n % 4 !== 0) return;
        tally.queries++;
        const costs = grid.toArray().join();
        const copies = [
          Grid.fromRows(grid.toRows(), grid),
          Grid.fromArray(grid.toArray(), grid.width, grid.height, grid),
          Grid.fromRgba(
            grid.toRgba((cost) => [cost, 0, 0, 255]),
            { ...rulesOf(grid), costOf: (red) => red },
          ),
          parseMap(
            formatMap(grid, (cost) => String.fromCharCode(65 + cost)),
            { ...rulesOf(grid), legend: Object.fromEntries(Array.from({ length: 10 }, (_, cost) => [String.fromCharCode(65 + cost), cost])) },
          ),
        ];
        copies.forEach((copy, i) =>
          demand(copy.toArray().join() === costs, () => `The grid as ${['rows', 'bytes', 'a picture', 'a file'][i]} comes back otherwise.`),
        );
      },
    };
  },
};

function rulesOf({ movement, corners, metric }: Grid): Pick<Grid, 'movement' | 'corners' | 'metric'> {
  return { movement, corners, metric };
}

export const gridPlayers: readonly Player[] = [arcs, nearestVertex, followers, unitMap, written];
