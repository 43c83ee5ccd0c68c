import { Dispatcher, gridWalls, Steering } from '@pf/crowd';
import { UnitGrid } from '@pf/grid';
import { AStar } from '@pf/search';
import { verticesOf } from '@pf/testkit';
import { SeededRandom } from '../seeded-random.ts';
import type { Player } from '../player.ts';
import { costOfStep, demand } from '../player.ts';
import { conflictOf } from './plans.ts';

/** Units that are added, removed, held, placed elsewhere, called back and sent out in groups, while the world changes. */
const lives = (collisions: 'pass' | 'avoid'): Player => ({
  name: `dispatcher whose units come and go, ${collisions === 'avoid' ? 'avoiding' : 'passing'}`,
  join(stage, tally) {
    if (!stage.positive) return undefined;
    const { graph, heuristic } = stage;
    const astar = new AStar(graph, { heuristic });
    const dispatcher = new Dispatcher(graph, { planner: () => astar, heuristic, collisions, shareFrom: 3, fields: 1 });
    const units: number[] = [];
    const held = new Map<number, number>();
    const all = verticesOf(graph);
    let frames = 0;
    const taken = (v: number): boolean => collisions === 'avoid' && units.some((unit) => dispatcher.position(unit) === v);
    return {
      query({ start, goal, model, n }) {
        tally.queries++;
        const seeded = new SeededRandom(n + frames);
        for (let act = 0; act < 3; act++) {
          const unit = units.length === 0 ? undefined : seeded.pick(units);
          const verb = seeded.int(8);
          const v = act === 0 ? start : seeded.pick([...all]);
          if (unit === undefined || (verb < 2 && units.length < 7)) {
            if (!taken(v)) units.push(dispatcher.add(v));
          } else if (verb === 2) {
            dispatcher.remove(unit);
            units.splice(units.indexOf(unit), 1);
            held.delete(unit);
          } else if (verb === 3 && !taken(v)) dispatcher.place(unit, v);
          else if (verb === 4) {
            dispatcher.hold(unit, n % 4);
            held.set(unit, frames + (n % 4));
          } else if (verb === 5) dispatcher.cancel(unit);
          else if (verb === 6) dispatcher.spread(units.filter(() => seeded.chance(0.6)), goal);
          else dispatcher.order(unit, seeded.chance(0.5) ? goal : v);
        }
        for (let frame = 0; frame < 1 + (n % 6); frame++) {
          const before = units.map((unit) => dispatcher.position(unit));
          const report = dispatcher.frame({ expansions: n % 40 });
          frames++;
          const after = units.map((unit) => dispatcher.position(unit));
          demand(report.moved === after.filter((v, i) => v !== before[i]).length, () => `${report.moved} units are reported to have moved from ${before.join(' ')} to ${after.join(' ')}.`);
          after.forEach((v, i) => demand(v === before[i] || costOfStep(model, before[i], v) < Infinity, () => `Unit ${units[i]} went from ${before[i]} to ${v}, where there is no arc.`));
          after.forEach((v, i) => demand(v === before[i] || !((held.get(units[i]) ?? 0) >= frames), () => `Unit ${units[i]} moved to ${v}, though it is held.`));
          const conflict = collisions === 'avoid' ? conflictOf(stage, before, after) : undefined;
          demand(conflict === undefined, () => `Frame ${frames}: ${conflict}`);
        }
      },
    };
  },
});

/** Units of one cell and of four or nine over one map that changes: no cell is covered twice, no two units exchange cells. */
const sizes: Player = {
  name: 'joined dispatchers of two sizes',
  join({ grid, heuristic, positive }, tally) {
    if (grid === undefined || grid.movement === 'hex' || !positive) return undefined;
    const large = new UnitGrid(grid, 2 + (grid.width % 2));
    const [onFoot, driving] = [new AStar(grid, { heuristic }), new AStar(large.grid)];
    const soldiers = new Dispatcher(grid, { planner: () => onFoot, heuristic, collisions: 'avoid', shareFrom: 2, fields: 1 });
    const tanks = soldiers.join(large.grid, { planner: () => driving, footprint: large });
    const units: { readonly army: Dispatcher; readonly id: number; readonly side: number }[] = [];
    /** The number of the unit on each cell, by its coordinates. Throws if there are two. */
    const covered = (): Map<string, number> => {
      const owners = new Map<string, number>();
      for (const [i, { army, id, side }] of units.entries()) {
        const v = army.position(id);
        for (let cell = 0; cell < side * side; cell++) {
          const name = `${grid.x(v) + (cell % side)} ${grid.y(v) + Math.floor(cell / side)}`;
          const other = owners.get(name);
          demand(other === undefined, () => `Units ${other} and ${i} both cover (${name}).`);
          owners.set(name, i);
        }
      }
      return owners;
    };
    return {
      query({ start, goal, n }) {
        tally.queries++;
        const [army, map, side] = n % 2 === 0 ? [soldiers, grid, 1] : [tanks, large.grid, large.size];
        const owners = covered();
        const under = Array.from({ length: side * side }, (_, cell) => `${grid.x(start) + (cell % side)} ${grid.y(start) + Math.floor(cell / side)}`);
        if (map.cells[start] !== 0 && units.length < 6 && !under.some((name) => owners.has(name))) units.push({ army, id: army.add(start), side });
        if (n % 13 === 0 && units.length > 2) {
          const [gone] = units.splice(n % units.length, 1);
          gone.army.remove(gone.id);
        }
        if (n % 5 === 0) army.spread(units.filter((unit) => unit.army === army).map(({ id }) => id), goal);
        else for (const unit of units) if (unit.army === army) unit.army.order(unit.id, goal);
        for (let frame = 0; frame < 1 + (n % 6); frame++) {
          const before = covered();
          soldiers.frame({ expansions: n % 40 });
          const after = covered();
          for (const [name, i] of after) {
            const other = before.get(name);
            if (other === undefined || other === i) continue;
            demand(![...before].some(([left, owner]) => owner === i && after.get(left) === other), () => `Units ${i} and ${other} exchanged cells around (${name}).`);
          }
        }
      },
    };
  },
};

/** Steered units among the walls of a grid: none passes a wall, none is faster than it may, the same calls give the same moves. */
const steered: Player = {
  name: 'steering among walls',
  join({ grid }, tally) {
    if (grid === undefined || grid.movement === 'hex') return undefined;
    const [one, two] = [new Steering(), new Steering()];
    const isBlocked = (x: number, y: number): boolean => x < 0 || y < 0 || x >= grid.width || y >= grid.height || grid.isBlocked(x, y);
    const walls = (): void => {
      const edges = gridWalls(grid.width, grid.height, (x, y) => grid.isBlocked(x, y));
      for (const steering of [one, two]) steering.setWalls(edges);
    };
    walls();
    const units: { readonly id: number; readonly radius: number; readonly speed: number }[] = [];
    return {
      changed: () => walls(),
      query({ start, goal, n }) {
        tally.queries++;
        const [x, y] = [grid.x(start) + 0.5, grid.y(start) + 0.5];
        if (!isBlocked(Math.floor(x), Math.floor(y)) && units.length < 8) {
          const unit = { x, y, radius: 0.1 + 0.05 * (n % 7), speed: 0.5 + (n % 3) };
          const ids = [one.add(unit), two.add(unit)];
          demand(ids[0] === ids[1], () => `The same unit got the numbers ${ids.join(' and ')}.`);
          units.push({ ...unit, id: ids[0] });
        }
        if (units.length === 0) return;
        if (n % 11 === 0) {
          const [removed] = units.splice(n % units.length, 1);
          for (const steering of [one, two]) steering.remove(removed.id);
        }
        for (const steering of [one, two]) for (const { id } of units) steering.seek(id, grid.x(goal) + 0.5, grid.y(goal) + 0.5);
        const dt = [1 / 60, 0.1, 0.5][n % 3];
        for (let step = 0; step < 1 + (n % 5); step++) {
          const before = units.map(({ id }) => [one.x[id], one.y[id]] as const);
          one.step(dt);
          two.step(dt);
          units.forEach(({ id, speed }, i) => {
            const [now, was] = [[one.x[id], one.y[id]], before[i]];
            demand(Object.is(one.x[id], two.x[id]) && Object.is(one.y[id], two.y[id]), () => `The same calls brought unit ${id} to (${now.join(', ')}) and (${two.x[id]}, ${two.y[id]}).`);
            demand(Number.isFinite(now[0] + now[1]), () => `Unit ${id} is at (${now.join(', ')}).`);
            demand(Math.hypot(one.vx[id], one.vy[id]) <= speed * (1 + 1e-6), () => `Unit ${id} moves at ${Math.hypot(one.vx[id], one.vy[id])}, faster than ${speed}.`);
            // An edit may have walled it in.
            if (!isBlocked(Math.floor(was[0]), Math.floor(was[1]))) demand(!isBlocked(Math.floor(now[0]), Math.floor(now[1])), () => `Unit ${id} went from (${was.join(', ')}) through a wall to (${now.join(', ')}).`);
          });
        }
      },
    };
  },
};

export const lifePlayers: readonly Player[] = [lives('pass'), lives('avoid'), sizes, steered];
