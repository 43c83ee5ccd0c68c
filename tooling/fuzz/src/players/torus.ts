import type { Grid } from '@pf/grid';
import { TorusGrid } from '@pf/grid';
import { DStarLite } from '@pf/incremental';
import { AStar, BidirectionalAStar } from '@pf/search';
import type { WorldArc } from '@pf/testkit';
import { oracleDistances, verticesOf } from '@pf/testkit';
import type { Player } from '../player.ts';
import { agree, checkPath, demand, list } from '../player.ts';
import { Rows } from '../stage.ts';
import { arcsOf } from './grid.ts';
import { checkReport } from './unit-fog.ts';
import { MOST_CELLS } from './unit-sizes.ts';

const JOINS = ['both', 'columns', 'rows'] as const;
/** In the order of the bits of one-way cells. */
const SQUARE = [[1, 0], [0, 1], [-1, 0], [0, -1], [1, 1], [-1, 1], [-1, -1], [1, -1]] as const;
const HEXAGON = [[1, 0], [0, 1], [-1, 1], [-1, 0], [0, -1], [1, -1]] as const;

type Joins = (typeof JOINS)[number];

function movesOf({ movement }: Grid): readonly (readonly [dx: number, dy: number])[] {
  return movement === 'hex' ? HEXAGON : movement === 'four' ? SQUARE.slice(0, 4) : SQUARE;
}

/** The vertex at a cell, counted on over joined edges; −1 beyond others. */
function around(grid: Grid, joins: Joins): (x: number, y: number) => number {
  const { width, height } = grid;
  return (x, y) => {
    const column = joins === 'rows' ? x : ((x % width) + width) % width, row = joins === 'columns' ? y : ((y % height) + height) % height;
    return column < 0 || row < 0 || column >= width || row >= height ? -1 : grid.vertex(column, row);
  };
}

/** A torus by the plain rules: each step as on a map without end, of which the grid is one copy. */
function stepsOf(grid: Grid, joins: Joins, isEmpty: boolean): WorldArc[] {
  const at = around(grid, joins);
  const cost = (v: number): number => (v < 0 ? 0 : isEmpty ? 1 : grid.cells[v]);
  const arcs: WorldArc[] = [];
  const moves = movesOf(grid);
  for (const v of verticesOf(grid)) {
    const [x, y] = [grid.x(v), grid.y(v)];
    for (const [d, [dx, dy]] of moves.entries()) {
      const u = at(x + dx, y + dy);
      if (u === v || cost(v) === 0 || cost(u) === 0) continue;
      const back = moves.findIndex(([ex, ey]) => ex === -dx && ey === -dy);
      if (!isEmpty && ((((grid.sides?.leave[v] ?? 255) >> d) & ((grid.sides?.enter[u] ?? 255) >> back)) & 1) === 0) continue;
      const isSlanted = grid.movement === 'eight' && dx !== 0 && dy !== 0;
      const open = Number(cost(at(x + dx, y)) > 0) + Number(cost(at(x, y + dy)) > 0);
      if (isSlanted && !isEmpty && open < { never: 2, one: 1, always: 0 }[grid.corners]) continue;
      arcs.push([v, u, (isSlanted ? grid.steps.diagonal : grid.steps.straight) * cost(u)]);
    }
  }
  return arcs;
}

/** The world with joined edges. */
const torus: Player = {
  name: 'joined edges',
  join(stage, tally) {
    const { grid } = stage;
    if (grid === undefined || grid.width * grid.height > MOST_CELLS) return undefined;
    const joins = JOINS[(grid.width + grid.height) % 3];
    const world = new TorusGrid(grid, { joins });
    const modelOf = (): Rows => new Rows(grid.vertexCount, stepsOf(grid, joins, false));
    const searches = { 'A*': new AStar(world), 'bidirectional A*': new BidirectionalAStar(world), 'A* with the least cost given': new AStar(world, { heuristic: world.heuristic({ least: 1 }) }) };
    const planner = new DStarLite(world);
    const out = new Uint32Array(grid.vertexCount);
    const empty = new Rows(grid.vertexCount, stepsOf(grid, joins, true).map(([from, to]) => [from, to, 1]));
    let model = modelOf();
    let version = world.version;
    let begun = false;
    return {
      changed() {
        const before = model;
        model = modelOf();
        checkReport(before, model, out, world.changedSince(version, out), 'over joined edges');
        version = world.version;
      },
      query(query) {
        const { start, goal, anew } = query;
        demand(arcsOf(world).join() === arcsOf(model).join(), () => `With joined ${joins} the arcs are ${arcsOf(world).join(', ')}, not ${arcsOf(model).join(', ')}.`);
        demand(arcsOf(world, 'predecessors').join() === arcsOf(model).join(), () => `With joined ${joins} the predecessors are ${arcsOf(world, 'predecessors').join(', ')}, not ${arcsOf(model).join(', ')}.`);
        const expected = oracleDistances(model, start)[goal];
        for (const [name, search] of Object.entries(searches)) {
          tally.queries++;
          const cost = search.search(start, goal);
          demand(agree(stage, cost, expected), () => `With joined ${joins} the path from ${start} to ${goal} costs ${expected}, but ${name} found ${cost}.`);
          checkPath(stage, { ...query, model, cost: expected }, cost, out.subarray(0, search.path(out)));
        }
        if (anew || !begun) planner.begin(start, goal);
        planner.moveTo(start);
        planner.goalMovedTo(goal);
        begun = true;
        planner.run();
        demand(agree(stage, planner.cost, expected), () => `With joined ${joins} the path from ${start} to ${goal} costs ${expected}, but D* Lite found ${planner.cost}.`);
        const toGoal = oracleDistances(model, goal, { backward: true }), steps = oracleDistances(empty, goal, { backward: true }), h = world.heuristic();
        for (const v of verticesOf(grid)) {
          demand(h(v, goal) <= toGoal[v] + 1e-9 * (1 + toGoal[v]), () => `With joined ${joins} the path from ${v} to ${goal} costs ${toGoal[v]}, but is estimated at ${h(v, goal)}.`);
          demand(world.distance(v, goal) === steps[v], () => `With joined ${joins} it is ${steps[v]} steps from ${v} to ${goal}, but ${world.distance(v, goal)} are reported.`);
        }
        const at = around(grid, joins);
        const [x, y] = [grid.x(start), grid.y(start)];
        const beside = new Set([start, ...movesOf(grid).map(([dx, dy]) => at(x + dx, y + dy)).filter((v) => v >= 0)]);
        const seen = new Set(out.slice(0, world.neighbours.sense(grid, start, out)));
        demand(seen.size === beside.size && [...seen].every((v) => beside.has(v)), () => `Beside ${start} with joined ${joins} are ${list([...beside])}, but ${list([...seen])} are seen.`);
        const pair = new Int32Array(2);
        for (const [dx, dy] of grid.movement === 'eight' ? SQUARE : []) {
          const [u, one, two] = [at(x + dx, y + dy), at(x + dx, y), at(x, y + dy)];
          // On a map of one column, a slanted step is a straight one.
          if (u < 0 || one === start || two === start) continue;
          const count = world.crossings!(start, u, pair);
          const isRight = dx === 0 || dy === 0 ? count === 0 : count === 2 && ((pair[0] === one && pair[1] === two) || (pair[0] === two && pair[1] === one));
          demand(isRight, () => `The step from ${start} to ${u} with joined ${joins} crosses ${one} and ${two}, but ${list(pair.subarray(0, count)) || 'nothing'} is reported.`);
        }
      },
    };
  },
};

export const torusPlayers: readonly Player[] = [torus];
