import { Reservations, SafeIntervalSearch } from '@pf/crowd';
import { verticesOf } from '@pf/testkit';
import type { Track } from '../joint-oracle.ts';
import { closedDoor, meet, soonest, trackOf } from '../joint-oracle.ts';
import type { Player } from '../player.ts';
import { costOfStep, demand } from '../player.ts';
import { SeededRandom } from '../seeded-random.ts';

const MOST_VERTICES = 70;

interface Held {
  readonly id: number;
  readonly what: string;
  readonly at: Track;
  /** The last step at which it changes. */
  readonly last: number;
}

/** Units that pass, doors that close, and both released again, while one search plans among them in slices. */
const comeAndGo: Player = {
  name: 'reservations that come and go',
  join(stage, tally) {
    const { graph } = stage;
    if (graph.vertexCount > MOST_VERTICES) return undefined;
    const reservations = new Reservations(graph);
    const search = new SafeIntervalSearch(graph, reservations);
    const all = verticesOf(graph);
    const held: Held[] = [];
    const released: number[] = [];
    let clock = 0;
    return {
      query({ start, goal, model, n }) {
        tally.queries++;
        const seeded = new SeededRandom(n + 257 * start + 65_537 * clock);
        const to = new Uint32Array(model.maxDegree), cost = new Float64Array(model.maxDegree);
        const walk = (): number[] => {
          const path = [seeded.pick(all)];
          for (let left = seeded.int(8); left > 0; left--) path.push(seeded.pick([path[path.length - 1], ...to.subarray(0, model.successors(path[path.length - 1], to, cost))]));
          return path;
        };
        const act = (): void => {
          const verb = seeded.int(8), begin = clock + seeded.int(5);
          if (verb < 3) {
            const path = walk(), stays = seeded.chance(0.3);
            held.push({ id: reservations.add(path, begin, { stays }), what: `${path.join(' ')}${stays ? ' …' : ''} from ${begin}`, at: trackOf(path, begin, stays), last: begin + path.length });
          } else if (verb === 3) {
            const v = seeded.pick(all), end = seeded.chance(0.2) ? Infinity : begin + seeded.int(6);
            held.push({ id: reservations.block(v, begin, end), what: `${v} closed from ${begin} to ${end}`, at: closedDoor(v, begin, end), last: end === Infinity ? begin : end + 1 });
          } else if (verb < 6 && held.length > 0) {
            const [{ id }] = held.splice(seeded.int(held.length), 1);
            reservations.release(id);
            released.push(id);
          } else if (verb === 6 && released.length > 0) reservations.release(seeded.pick(released));
          else reservations.forgetBefore(clock += seeded.int(3));
        };
        act();
        const latest = seeded.chance(0.7) ? Infinity : clock + seeded.int(12);
        search.begin(start, goal, clock, latest);
        search.run(seeded.int(4));
        const begun = clock;
        for (let acts = seeded.int(3); acts > 0; acts--) act();
        // What was before this step may have been forgotten.
        if (begun < clock) search.begin(start, goal, clock, Math.max(clock, latest));
        while (!search.run(1 + (n % 5)));
        const what = `From ${start} at step ${clock} to ${goal} among ${held.map((one) => one.what).join('; ') || 'nothing'}`;
        const steps = soonest(model, stage.grid, start, goal, held.map(({ at }) => at), Math.max(0, ...held.map(({ last }) => last)), clock);
        const expected = clock + steps <= Math.max(clock, latest) ? steps : Infinity;
        demand(search.cost === expected, () => `${what} a unit takes ${expected} steps, but SIPP says ${search.cost}.`);
        for (let tries = 0; tries < 8; tries++) {
          const v = seeded.pick(all), step = clock + seeded.int(14), isFree = held.every(({ at }) => at(step) !== v);
          demand(reservations.isFree(v, step) === isFree, () => `${what} ${v} is ${isFree ? '' : 'not '}free at step ${step}, but the reservations say otherwise.`);
        }
        if (expected === Infinity) return;
        const path = new Uint32Array(expected + 1);
        demand(search.path(path) === path.length && path[0] === start && path[expected] === goal, () => `${what} the path is ${path.join(' ')}.`);
        for (let step = 1; step <= expected; step++) {
          const [from, to] = [path[step - 1], path[step]];
          demand(from === to || costOfStep(model, from, to) < Infinity, () => `${what} the path ${path.join(' ')} takes no arc from ${from} to ${to}.`);
          for (const other of held) {
            const [left, came] = [other.at(clock + step - 1), other.at(clock + step)];
            demand(came !== to && (left === undefined || came === undefined || !meet(stage.grid, from, to, left, came)), () => `${what} the path ${path.join(' ')} collides with ${other.what} at its step ${step}.`);
          }
        }
      },
    };
  },
};

export const reservationPlayers: readonly Player[] = [comeAndGo];
