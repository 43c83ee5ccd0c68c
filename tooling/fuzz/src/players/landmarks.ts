import type { Heuristic } from '@pf/graph';
import { seededRandom } from '@pf/grid';
import { FastMap, Landmarks } from '@pf/preprocess';
import { AStar, JumpPointSearch, TerrainJumps } from '@pf/search';
import { verticesOf } from '@pf/testkit';
import type { Player, Query } from '../player.ts';
import { checkPath, demand } from '../player.ts';
import type { Stage } from '../stage.ts';

export function sameBytes(what: string, a: ArrayBuffer, b: ArrayBuffer): void {
  const [one, two] = [new Uint8Array(a), new Uint8Array(b)];
  demand(one.length === two.length && one.every((byte, i) => byte === two[i]), () => `${what}, loaded and saved again, has other bytes.`);
}

const precisions = ['exact', 16, 8] as const;

/** Jump point search with a heuristic, where the world has jump points. */
function jumpsWith({ grid }: Stage, heuristic: Heuristic): JumpPointSearch[] {
  if (grid === undefined || grid.movement === 'hex' || (grid.movement === 'eight' && grid.steps.diagonal > 2 * grid.steps.straight)) return [];
  return [new JumpPointSearch(grid, { locator: new TerrainJumps(grid), heuristic })];
}

/** A check of a heuristic: never above the true cost, and searches that it guides find cheapest paths. */
function guidedBy(what: string, stage: Stage, heuristicOf: (base?: Heuristic) => Heuristic): (query: Query) => void {
  const { graph } = stage;
  const guided = heuristicOf(stage.heuristic);
  const searches = [new AStar(graph, { heuristic: guided }), ...jumpsWith(stage, guided)];
  const out = new Uint32Array(graph.vertexCount);
  return (query) => {
    const { start, goal, toGoal } = query;
    const h = heuristicOf();
    toGoal.forEach((cost, v) => demand(h(v, goal) <= cost + 1e-9 * (1 + cost), () => `From ${v} to ${goal} the path costs ${cost}, but ${what} give ${h(v, goal)} at least.`));
    for (const search of searches) {
      const cost = search.search(start, goal);
      checkPath(stage, query, cost, out.subarray(0, search.path(out)));
    }
  };
}

const tables = precisions.map((precision): Player => ({
  name: `landmarks, ${precision}`,
  join(stage, tally) {
    const { graph } = stage;
    const random = seededRandom(graph.vertexCount);
    const all = verticesOf(graph);
    const landmarks = new Landmarks(graph, Array.from({ length: 3 }, () => all[Math.floor(random() * all.length)]), { precision });
    const check = guidedBy('landmarks', stage, (base) => landmarks.heuristic({ base }));
    return {
      // Exact tables follow edits that are not reported.
      changed: (tails, n) => void ((precision !== 'exact' || graph.changedSince === undefined || random() < 0.5) && landmarks.arcsChanged(tails, n)),
      query(query) {
        const { start, goal, n } = query;
        tally.queries++;
        check(query);
        if (n % 8 !== 0) return;
        const saved = landmarks.save();
        const loaded = Landmarks.load(graph, saved);
        sameBytes('A table of landmarks', saved, loaded.save());
        // The replacement for Infinity, the largest cost ever held, is not stored in the file.
        const [said, again] = [landmarks, loaded].map((one) => one.heuristic({ infinite: true })(start, goal));
        demand(said === again, () => `Loaded landmarks say ${again} and not ${said}.`);
      },
    };
  },
}));

const fastMap: Player = {
  name: 'FastMap',
  join(stage, tally) {
    const { graph } = stage;
    const map = FastMap.build(graph, { dimensions: 4, random: seededRandom(graph.vertexCount) });
    const check = guidedBy('coordinates of FastMap', stage, (base) => map.heuristic({ base }));
    return {
      changed: (tails, n) => map.arcsChanged(tails, n),
      query(query) {
        tally.queries++;
        check(query);
        if (query.n % 8 !== 0) return;
        const saved = map.save();
        sameBytes('A FastMap', saved, FastMap.load(graph, saved).save());
      },
    };
  },
};

export const landmarkPlayers: readonly Player[] = [...tables, fastMap];
