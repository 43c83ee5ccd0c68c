import { AlternativeRoutes, KShortestPaths } from '@pf/search';
import type { OracleGraph } from '@pf/testkit';
import type { Player, Query } from '../player.ts';
import { agree, checkPath, costOfStep, demand, list } from '../player.ts';
import { ThrowingGraph } from '../throwing-graph.ts';

const MOST_PATHS = 1000;
const ASKED = 20;

/** The costs of all paths without loops, cheapest first; undefined if there are too many. */
function allCosts(model: OracleGraph, start: number, goal: number, toGoal: Float64Array): number[] | undefined {
  const costs: number[] = [];
  const visited = new Set<number>();
  const heads = Array.from({ length: model.vertexCount }, (_, v) => {
    const to = new Uint32Array(model.maxDegree);
    return [...new Set(to.subarray(0, model.successors(v, to, new Float64Array(model.maxDegree))))];
  });
  let steps = 0;
  const visit = (v: number, cost: number): boolean => {
    if (++steps > 20 * MOST_PATHS) return false;
    if (v === goal) return costs.push(cost) <= MOST_PATHS;
    visited.add(v);
    for (const u of heads[v]) if (!visited.has(u) && toGoal[u] < Infinity && !visit(u, cost + costOfStep(model, v, u))) return false;
    visited.delete(v);
    return true;
  };
  return visit(start, 0) ? costs.sort((a, b) => a - b) : undefined;
}

function isSimple(path: Uint32Array): boolean {
  return new Set(path).size === path.length;
}

const kShortest: Player = {
  name: 'k shortest paths',
  join(stage, tally) {
    const { graph } = stage;
    if (graph.vertexCount > 200) return undefined;
    const throwing = new ThrowingGraph(graph);
    const search = new KShortestPaths(throwing.view);
    const out = new Uint32Array(graph.vertexCount);
    return {
      query(query) {
        const { start, goal, model, toGoal, cost: least, n } = query;
        if (n % 6 !== 0) return;
        tally.queries++;
        const all = toGoal[start] === Infinity ? [] : allCosts(model, start, goal, toGoal);
        throwing.retry(n % 24 === 0 ? 1 + (n % 97) : Infinity, () => search.begin(start, goal));
        const seen = new Set<string>();
        let last = 0;
        for (let k = 0; k < ASKED; k++) {
          const cost = throwing.retry(n % 12 === 0 ? 1 + ((n + 5 * k) % 31) : Infinity, () => search.next());
          const path = out.slice(0, search.path(out));
          if (k === 0) demand(agree(stage, cost, least), () => `The first path costs ${cost}, the cheapest ${least}.`);
          demand(all === undefined || agree(stage, cost, all[k] ?? Infinity), () => `Path ${k} from ${start} to ${goal} costs ${cost}; by trying all it is ${all![k] ?? Infinity}.`);
          if (cost === Infinity) return;
          demand(cost >= last, () => `Path ${k} costs ${cost}, less than ${last} before.`);
          demand(isSimple(path) && !seen.has(list(path)), () => `Path ${k}, ${list(path)}, has a loop or was there before.`);
          checkPath(stage, { ...query, cost }, cost, path);
          seen.add(list(path));
          last = cost;
        }
      },
    };
  },
};

const alternatives: Player = {
  name: 'alternative routes',
  join(stage, tally) {
    if (!stage.positive) return undefined;
    const [stretch, overlap] = [1.5, 0.6];
    const search = new AlternativeRoutes(stage.graph, { stretch, overlap, maxRoutes: 4 });
    const out = new Uint32Array(stage.graph.vertexCount);
    return {
      query(query) {
        const { start, goal, cost: least } = query;
        tally.queries++;
        const count = search.search(start, goal);
        demand((count === 0) === (least === Infinity), () => `There are ${count} routes where the cheapest costs ${least}.`);
        const earlier: Set<string>[] = [];
        for (let i = 0; i < count; i++) {
          const path = out.slice(0, search.path(i, out));
          const cost = search.cost(i);
          if (i === 0) demand(agree(stage, cost, least), () => `The first route costs ${cost}, the cheapest ${least}.`);
          demand(cost <= least * stretch * (1 + 1e-9), () => `Route ${i} costs ${cost}, more than ${stretch} times ${least}.`);
          demand(isSimple(path), () => `Route ${i} has a loop: ${list(path)}.`);
          checkPath(stage, { ...query, cost }, cost, path);
          const shared = Math.max(0, ...earlier.map((arcs) => sharedCost(query, path, arcs)));
          demand(i === 0 || shared <= overlap * least * (1 + 1e-9), () => `Route ${i} shares ${shared} with one before it, more than ${overlap} of ${least}.`);
          earlier.push(new Set(Array.from(path.subarray(1), (v, k) => `${path[k]} ${v}`)));
        }
      },
    };
  },
};

function sharedCost({ model }: Query, path: Uint32Array, arcs: ReadonlySet<string>): number {
  let sum = 0;
  for (let k = 1; k < path.length; k++) if (arcs.has(`${path[k - 1]} ${path[k]}`)) sum += costOfStep(model, path[k - 1], path[k]);
  return sum;
}

export const routePlayers: readonly Player[] = [kShortest, alternatives];
