import { FogOfWar, Grid, neighbours, radius, UnitFog } from '@pf/grid';
import { DStarLite } from '@pf/incremental';
import type { OracleGraph, Sides } from '@pf/testkit';
import { oracleDistances, worldArcs } from '@pf/testkit';
import type { Player } from '../player.ts';
import { agree, demand, list } from '../player.ts';
import { Rows } from '../stage.ts';
import { isWithin, touch } from './field-of-view.ts';
import { arcsOf } from './grid.ts';
import { costFor, KINDS, MOST_CELLS, under, worldOfUnit } from './unit-sizes.ts';

/** The tails of the arcs that only one of two worlds has. */
export function changedTails(before: OracleGraph, after: OracleGraph): number[] {
  const [was, is] = [arcsOf(before), arcsOf(after)];
  const [old, fresh] = [new Set(was), new Set(is)];
  const differing = [...was.filter((arc) => !fresh.has(arc)), ...is.filter((arc) => !old.has(arc))];
  return [...new Set(differing.map((arc) => Number(arc.split(' ')[0])))].sort((a, b) => a - b);
}

/** Checks that the first `count` of `out` are all tails whose arcs differ between two models, each once. `where` names the arcs in the message. */
export function checkReport(before: OracleGraph, after: OracleGraph, out: Uint32Array, count: number, where: string): void {
  const told = new Set(out.slice(0, Math.max(0, count)));
  const missing = changedTails(before, after).filter((v) => !told.has(v));
  demand(missing.length === 0 && told.size === count, () => `The arcs of ${list(missing)} ${where} have changed, but ${list([...told])} are reported.`);
}

/** How far units look: cells within a radius, or all to which a step may lead. */
const REACHES = ['a step', 0, 1, 1.5, 2, Math.sqrt(5), 3] as const;

/** Units of one to three cells a side share a fog. Each has the map of its size, of what all have seen together. Edits change the true map, and sometimes the known one. */
const sharedFog: Player = {
  name: 'fog of units of several sizes',
  join(stage, tally) {
    const { grid } = stage;
    if (grid === undefined || grid.width * grid.height > MOST_CELLS) return undefined;
    const { width, height } = grid;
    const fog = new FogOfWar(grid);
    // What is known, by the definition: a free map, over which the cells in sight are written.
    const known = new Grid(width, height, grid);
    const sides = new Map<number, Sides>();
    const seen = new Set<number>();
    const modelOf = (size: number, costOf: (terrain: number) => number): OracleGraph => {
      const number = (cell: number): number => grid.vertex(cell % width, Math.floor(cell / width));
      const world = worldOfUnit(known, size, costOf, [...sides.values()]);
      return new Rows(grid.vertexCount, worldArcs(world).map(([from, to, cost]) => [number(from), number(to), cost] as const));
    };
    const sensors = REACHES.map((r) => (r === 'a step' ? neighbours : radius(r)));
    const kinds = [1, 2, 3].map((size, i) => {
      const kind = KINDS[(i + width) % KINDS.length], costOf = (terrain: number): number => costFor(kind, terrain);
      const view = new UnitFog(fog, size, kind);
      const heard: number[] = [];
      view.observe((tails, n) => void heard.push(...tails.subarray(0, n)));
      return { size, costOf, view, heard, planner: new DStarLite(view.known), begun: false, model: modelOf(size, costOf) };
    });
    const tails = new Uint32Array(grid.vertexCount);
    const look = (v: number, size: number, r: (typeof REACHES)[number]): void => {
      const [x, y] = [grid.x(v), grid.y(v)];
      const from = under(size, grid.movement === 'hex').map(([dx, dy]) => [x + dx, y + dy] as const).filter(([a, b]) => grid.contains(a, b));
      for (let b = 0; b < height; b++) {
        for (let a = 0; a < width; a++) {
          if (!from.some(([u, w]) => (r === 'a step' ? grid.movement === 'four' ? isWithin(grid, 1, a - u, b - w) : touch(grid, a - u, b - w) : isWithin(grid, r, a - u, b - w)))) continue;
          const cell = grid.vertex(a, b);
          seen.add(cell);
          known.setCost(a, b, grid.cost(a, b));
          sides.set(cell, { x: a, y: b, enter: grid.sides?.enter[cell] ?? 255, leave: grid.sides?.leave[cell] ?? 255 });
        }
      }
    };
    return {
      query({ start, goal, n }) {
        tally.queries++;
        const kind = kinds[n % kinds.length];
        if (n % 7 === 6) {
          const [x, y] = [grid.x(start), grid.y(start)];
          fog.known.setCost(x, y, n % 4);
          known.setCost(x, y, n % 4);
          // Reported with the next look.
          for (const each of kinds) each.model = modelOf(each.size, each.costOf);
          for (const each of kinds) demand(arcsOf(each.view.known).join() === arcsOf(each.model).join(), () => `After an edit of what is known, a unit of size ${each.size} knows ${each.view.known.toRows().join(' / ')}.`);
          for (const each of kinds) each.view.units.update(tails);
        }
        const reach = (n >> 2) % REACHES.length;
        for (const { heard } of kinds) heard.length = 0;
        const count = kind.view.reveal(start, sensors[reach], tails);
        look(start, kind.size, REACHES[reach]);
        for (const each of kinds) {
          const { size, costOf, view, heard, planner, model: before } = each;
          const model = each.model = modelOf(size, costOf);
          const what = `After a unit of size ${kind.size} at ${start} has looked ${REACHES[reach]} far, a unit of size ${size}`;
          demand(arcsOf(view.known).join() === arcsOf(model).join(), () => `${what} knows ${view.known.toRows().join(' / ')}, where ${known.toRows().join(' / ')} is known of the ground.`);
          const changed = changedTails(before, model).join(' ');
          const told = list(heard.sort((a, b) => a - b));
          demand(told === changed, () => `${what} has other arcs at ${changed || 'no cell'}, but its observer got ${told || 'none'}.`);
          if (each === kind) demand(list(tails.slice(0, count).sort((a, b) => a - b)) === changed, () => `${what} has other arcs at ${changed || 'no cell'}, but reveal wrote ${list(tails.slice(0, count))}.`);
          if (!each.begun || n % 5 === 0) planner.begin(start, goal);
          planner.moveTo(start);
          planner.goalMovedTo(goal);
          each.begun = true;
          planner.run();
          const expected = oracleDistances(model, start)[goal];
          demand(agree({ whole: false }, planner.cost, expected), () => `${what} has a path from ${start} to ${goal} of cost ${expected}, but D* Lite found ${planner.cost}.`);
        }
        demand(fog.seenCount === seen.size, () => `${seen.size} cells were seen, but the fog counts ${fog.seenCount}.`);
        const steps = arcsOf(modelOf(1, (terrain) => terrain)).map((arc) => arc.split(' ').map(Number));
        const border = [...new Set(steps.filter(([from, to]) => seen.has(from) && !seen.has(to)).map(([, to]) => to))].sort((a, b) => a - b);
        const told = tails.slice(0, fog.frontier(tails)).sort((a, b) => a - b);
        demand(list(told) === list(border), () => `The frontier is ${list(border) || 'empty'}, but the fog gives ${list(told) || 'none'}.`);
      },
    };
  },
};

export const unitFogPlayers: readonly Player[] = [sharedFog];
