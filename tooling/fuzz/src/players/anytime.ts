import { ADStar } from '@pf/incremental';
import { ARAStar } from '@pf/search';
import type { Player, Query } from '../player.ts';
import { checkPath, demand } from '../player.ts';
import type { Stage } from '../stage.ts';

interface Anytime {
  readonly cost: number;
  readonly bound: number;
  improve(budget?: number): boolean;
  path(out: Uint32Array): number;
}

/** A path that is improved in slices: always within the stated bound, never worse than before, at the end the cheapest. */
function improved(stage: Stage, query: Query, search: Anytime, toTheEnd: boolean): void {
  const out = new Uint32Array(stage.graph.vertexCount);
  const { cost: least, n } = query;
  let last = Infinity;
  for (let slice = 0; ; slice++) {
    const { cost, bound } = search;
    // While an improvement of AD* is interrupted there is no path.
    const interrupted = slice > 0 && bound === Infinity && cost === Infinity;
    if (!interrupted) {
      demand(cost <= least * bound * (1 + 1e-9) || cost === least, () => `The cheapest path costs ${least}; ${cost} is reported as within ${bound} of it.`);
      demand(cost <= last * (1 + 1e-9), () => `A path of cost ${last} was improved to ${cost}.`);
      if (cost < Infinity) checkPath({ ...stage, whole: false }, { ...query, cost }, cost, out.subarray(0, search.path(out)));
      last = cost;
    }
    if (!toTheEnd && slice > n % 3) return;
    demand(slice < 100_000, () => 'It is improved for ever.');
    if (search.improve(1 + (n % 11))) break;
  }
  checkPath(stage, query, search.cost, out.subarray(0, search.path(out)));
}

const araStar: Player = {
  name: 'ARA*, in slices',
  join(stage, tally) {
    const search = new ARAStar(stage.graph, { heuristic: stage.heuristic, weight: 5 });
    return {
      query(query) {
        tally.queries++;
        search.begin(query.start, query.goal);
        while (!search.run(1 + (query.n % 7)));
        improved(stage, query, search, query.n % 2 === 0);
      },
    };
  },
};

const adStar: Player = {
  name: 'AD*, improved between changes',
  join(stage, tally) {
    if (!stage.positive) return undefined;
    const planner = new ADStar(stage.graph, { heuristic: stage.heuristic, weight: 4 });
    let begun = false;
    return {
      changed: (tails, n) => planner.arcsChanged(tails, n),
      think: (budget) => void (begun && planner.improve(budget)),
      query(query) {
        const { start, goal, anew, n } = query;
        tally.queries++;
        if (anew || !begun) planner.begin(start, goal);
        else {
          if (planner.start !== start) planner.moveTo(start);
          if (planner.goal !== goal) planner.goalMovedTo(goal);
        }
        begun = true;
        while (!planner.run(1 + (n % 5)));
        improved(stage, query, planner, n % 2 === 0);
      },
    };
  },
};

export const anytimePlayers: readonly Player[] = [araStar, adStar];
