import type { Grid } from '@pf/grid';
import type { CellLike, FoundPath } from '@pf/search';
import { findPath, smooth } from '@pf/search';
import type { OracleGraph } from '@pf/testkit';
import { oracleDistances } from '@pf/testkit';
import type { Player, Query } from '../player.ts';
import { agree, checkPath, costOfStep, demand, list } from '../player.ts';
import { SeededRandom } from '../seeded-random.ts';
import { Rows } from '../stage.ts';
import { isWalkable } from '../straight-lines.ts';

/** The model without arcs into some vertices. */
function without(model: OracleGraph, avoided: ReadonlySet<number>): OracleGraph {
  const to = new Uint32Array(model.maxDegree);
  const cost = new Float64Array(model.maxDegree);
  const arcs: [number, number, number][] = [];
  for (let v = 0; v < model.vertexCount; v++) {
    for (let i = model.successors(v, to, cost) - 1; i >= 0; i--) if (!avoided.has(to[i])) arcs.push([v, to[i], cost[i]]);
  }
  return new Rows(model.vertexCount, arcs);
}

/** The cells of a path given by its ends and turns; undefined if some are not in one direction. */
function withSteps(corners: FoundPath['cells']): FoundPath['cells'] | undefined {
  const cells = corners.slice(0, 1);
  for (const [i, { x, y }] of corners.slice(1).entries()) {
    const [dx, dy] = [x - corners[i].x, y - corners[i].y];
    const steps = Math.max(Math.abs(dx), Math.abs(dy));
    if (dx !== 0 && dy !== 0 && Math.abs(dx) !== Math.abs(dy)) return undefined;
    for (let k = 1; k <= steps; k++) cells.push({ x: corners[i].x + Math.sign(dx) * k, y: corners[i].y + Math.sign(dy) * k });
  }
  return cells;
}

/** Several goals, avoided cells, the nearest cell where none can be reached, and only the turns of a path. */
const options: Player = {
  name: 'findPath, several goals, avoid and nearest',
  join(stage, tally) {
    const { grid, heuristic } = stage;
    if (grid === undefined) return undefined;
    const all = [...grid.cells.keys()].filter((v) => grid.hasVertex(v));
    const cell = (v: number): { x: number; y: number } => ({ x: grid.x(v), y: grid.y(v) });
    return {
      query(query) {
        const { start, goal, model, n } = query;
        const seeded = new SeededRandom(n + 7919 * start);
        const goals = [goal, ...seeded.list(seeded.int(3), () => seeded.pick(all))];
        const avoided = seeded.chance(0.5) ? undefined : new Set(seeded.list(1 + seeded.int(4), () => seeded.pick(all)));
        const avoid: readonly CellLike[] | ((x: number, y: number) => boolean) | undefined =
          avoided === undefined ? undefined : seeded.chance(0.5) ? [...avoided].map((v) => [grid.x(v), grid.y(v)] as const) : (x, y) => avoided.has(grid.vertex(x, y));
        const nearest = seeded.chance(0.5);
        const shape = seeded.chance(0.5) ? 'corners' : undefined;
        tally.queries++;
        const { cost, cells, arrived, reason } = findPath(grid, { from: cell(start), to: goals.length === 1 ? cell(goal) : goals.map(cell), avoid, nearest, shape });
        const world = avoided === undefined ? model : without(model, avoided);
        const distances = oracleDistances(world, start);
        const least = Math.min(...goals.map((v) => distances[v]));
        const what = `From ${start} to ${list(goals)}${avoided === undefined ? '' : ` without ${list([...avoided])}`}${nearest ? ', or near' : ''}`;
        demand(arrived === least < Infinity, () => `${what} the path costs ${least}, and is reported ${arrived ? '' : 'not '}to arrive.`);
        const expected = arrived ? undefined : grid.cells[start] === 0 ? 'start-blocked' : goals.every((v) => grid.cells[v] === 0) ? 'goal-blocked' : 'no-path';
        demand(reason === expected, () => `${what} the reason is ${expected}, but reported as ${reason}.`);
        if (!arrived && !nearest) return demand(cost === Infinity && cells.length === 0, () => `${what} there is no path, but one of cost ${cost} was given.`);
        const steps = shape === undefined ? cells : withSteps(cells);
        demand(steps !== undefined && steps.length > 0, () => `${what} the turns are ${JSON.stringify(cells)}.`);
        const vertices = steps.map(({ x, y }) => grid.vertex(x, y));
        const end = vertices[vertices.length - 1];
        if (arrived) demand(goals.includes(end) && agree(stage, distances[end], least), () => `${what} the path ends at ${end}, at ${distances[end]} instead of ${least}.`);
        else {
          const away = (v: number): number => Math.min(...goals.map((u) => heuristic(v, u)));
          const closest = Math.min(...all.filter((v) => distances[v] < Infinity).map(away));
          demand(away(end) <= closest + 1e-9, () => `${what} the path ends ${away(end)} away, but ${closest} is possible.`);
        }
        checkPath(stage, { ...query, goal: end, cost: distances[end], model: world }, cost, vertices);
      },
    };
  },
};

/** Pulled tight: straight lines over one terrain cost, and steps elsewhere, at the reported cost. */
const straight: Player = {
  name: 'findPath, smooth',
  join({ grid }, tally) {
    if (grid === undefined || grid.movement === 'hex') return undefined;
    const cell = (v: number): { x: number; y: number } => ({ x: grid.x(v), y: grid.y(v) });
    return {
      query(query) {
        const { start, goal, cost: least } = query;
        tally.queries++;
        const { cost, cells, arrived } = findPath(grid, { from: cell(start), to: cell(goal), shape: smooth });
        demand(arrived === least < Infinity && arrived === cells.length > 0, () => `From ${start} to ${goal} the path costs ${least}, and ${cells.length} points were given.`);
        if (!arrived) return;
        demand(grid.vertex(cells[0].x, cells[0].y) === start && grid.vertex(cells[cells.length - 1].x, cells[cells.length - 1].y) === goal, () => `The points ${JSON.stringify(cells)} have wrong ends.`);
        const sum = cells.slice(1).reduce((all, to, i) => all + partCost(grid, query, cells[i], to), 0);
        demand(Math.abs(sum - cost) <= 1e-9 * (1 + cost), () => `The lines along ${JSON.stringify(cells)} cost ${sum}, but ${cost} was reported.`);
        if (grid.metric === 'exact') demand(cost <= least * (1 + 1e-9), () => `The lines along ${JSON.stringify(cells)} cost ${cost}, more than the steps, ${least}.`);
      },
    };
  },
};

/** The cost of a line over one kind of ground, or of a step; Infinity if it is illegal. */
function partCost(grid: Grid, { model }: Query, a: FoundPath['cells'][number], b: FoundPath['cells'][number]): number {
  const [from, to] = [grid.vertex(a.x, a.y), grid.vertex(b.x, b.y)];
  const isLegal = costOfStep(model, from, to) < Infinity || isWalkable(grid, a, b);
  return isLegal ? Math.hypot(a.x - b.x, a.y - b.y) * grid.steps.straight * grid.cells[to] : Infinity;
}

export const findPathPlayers: readonly Player[] = [options, straight];
