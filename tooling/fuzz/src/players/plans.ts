import { LaCAM, PIBT, Reservations, SafeIntervalSearch, validatePlan } from '@pf/crowd';
import type { Player } from '../player.ts';
import { demand } from '../player.ts';

const MOST = 6;

/**
 * Plans for the units of the last queries, in a world that is edited: no conflicts, and a unit alone among the others arrives no later than in the
 * plan.
 */
export const planPlayers: readonly Player[] = [
  {
    name: 'plans for several units',
    join({ graph }, tally) {
      const lacam = new LaCAM(graph);
      const pibt = new PIBT(graph);
      let starts: number[] = [];
      let goals: number[] = [];
      const hold = (plan: ArrayLike<number>, who: string, partial: boolean): void => {
        const fault = validatePlan(graph, plan, starts, goals, { partial });
        demand(fault === undefined, () => `${who}: ${fault?.message}`);
      };
      return {
        ask({ start, goal, n }) {
          tally.queries++;
          if (starts.includes(start) || goals.includes(goal)) return;
          if (starts.length === MOST) [starts, goals] = [starts.slice(1), goals.slice(1)];
          starts = [...starts, start];
          goals = [...goals, goal];
          pibt.begin(starts, goals);
          const at = new Uint32Array(starts.length);
          const rows = [...starts];
          for (let step = 0; step < 1 + (n % 5); step++) {
            pibt.step();
            pibt.positions(at);
            rows.push(...at);
          }
          hold(rows, 'PIBT', true);
          lacam.begin(starts, goals);
          if (!lacam.run(1 + (n % 300)) || lacam.cost === Infinity) return;
          lacam.improve(n % 40);
          const plan = new Uint32Array(starts.length * (lacam.makespan + 1));
          lacam.plan(plan);
          hold(plan, 'LaCAM', false);
          const reservations = new Reservations(graph);
          const path = new Uint32Array(lacam.makespan + 1);
          for (let unit = 1; unit < starts.length; unit++) reservations.add(path, 0, { length: lacam.path(unit, path) });
          const alone = new SafeIntervalSearch(graph, reservations).search(starts[0], goals[0]);
          const planned = lacam.path(0, path) - 1;
          demand(alone <= planned, () => `Unit 0 arrives after ${planned} steps in the plan of LaCAM, but after ${alone} at the earliest according to SIPP.`);
        },
      };
    },
  },
];
