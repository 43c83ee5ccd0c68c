import type { Graph, Heuristic } from '@pf/graph';
import type { RoutePlanner } from '@pf/crowd';
import { Dispatcher } from '@pf/crowd';
import { DStarLite, MultipathAdaptiveAStar } from '@pf/incremental';
import { AStar } from '@pf/search';
import type { OracleGraph } from '@pf/testkit';
import { oracleDistances } from '@pf/testkit';
import type { Player } from '../player.ts';
import { costOfStep, demand } from '../player.ts';

/** Two dispatchers with equal orders: they must behave equally, bring all units that have a path to their goals, and take only legal steps. */
const dispatched = (name: string, plannerOf: (graph: Graph, heuristic: Heuristic) => () => RoutePlanner, positive: boolean, collisions: 'pass' | 'avoid' = 'pass'): Player => ({
  name: `dispatcher with ${name}${collisions === 'avoid' ? ', avoiding' : ''}`,
  join(stage, tally) {
    if (positive && !stage.positive) return undefined;
    const { graph, heuristic } = stage;
    const make = (): Dispatcher => new Dispatcher(graph, { planner: plannerOf(graph, heuristic), heuristic, shareFrom: 2, fields: 2, collisions });
    const [one, two] = [make(), make()];
    const search = new AStar(graph);
    const out = new Uint32Array(graph.vertexCount);
    const goals = new Map<number, number>();
    /** By character: where it came to rest last, and whether it rests. */
    const posts = new Map<number, number>();
    const resting = new Set<number>();
    const notePosts = (): void => {
      for (const id of goals.keys()) {
        if (one.status(id) !== 'idle') resting.delete(id);
        else if (!resting.has(id)) {
          resting.add(id);
          posts.set(id, one.position(id));
        }
      }
    };
    /** `calm`: the number of frames without moves that end it. */
    const frames = (model: OracleGraph, count: number, expansions: number, calm = 3): number => {
      let quiet = 0;
      for (let frame = 0; frame < count && quiet < calm; frame++) {
        const before = [...goals.keys()].map((id) => one.position(id));
        const report = one.frame({ expansions });
        const twin = two.frame({ expansions });
        demand(JSON.stringify(report) === JSON.stringify(twin), () => `The same orders gave ${JSON.stringify(report)} and ${JSON.stringify(twin)}.`);
        demand(report.expanded <= expansions, () => `A frame of ${expansions} expansions took ${report.expanded}.`);
        [...goals.keys()].forEach((id, i) => {
          const at = one.position(id);
          demand(
            at === two.position(id) && one.status(id) === two.status(id),
            () => `The same orders brought character ${id} to ${at} and to ${two.position(id)}.`,
          );
          demand(
            at === before[i] || costOfStep(model, before[i], at) < Infinity,
            () => `Character ${id} went from ${before[i]} to ${at}, where there is no arc.`,
          );
        });
        const stand = [...goals.keys()].map((id) => one.position(id));
        if (collisions === 'avoid') {
          demand(new Set(stand).size === stand.length, () => `Two characters are on one vertex: ${stand.join(', ')}.`);
          const swap = stand.findIndex((v, i) => v !== before[i] && stand.some((u, j) => u === before[i] && v === before[j]));
          demand(swap === -1, () => `Characters at ${stand[swap]} and ${before[swap]} changed places.`);
        }
        notePosts();
        quiet = report.moved + report.waiting + report.planned === 0 ? quiet + 1 : 0;
      }
      return quiet;
    };
    /** No free path may lead from a character at rest to its post. */
    const checkPost = (model: OracleGraph, id: number): void => {
      const [at, post] = [one.position(id), posts.get(id)!];
      const taken = new Set([...goals.keys()].filter((other) => other !== id).map((other) => one.position(other)));
      const reached = new Set([at]);
      const heads = new Uint32Array(model.maxDegree);
      const costs = new Float64Array(model.maxDegree);
      for (const v of reached) {
        const n = model.successors(v, heads, costs);
        for (let k = 0; k < n; k++) if (costs[k] < Infinity && !taken.has(heads[k])) reached.add(heads[k]);
      }
      demand(at === post || !reached.has(post), () => `Character ${id} rests at ${at}, though a free path leads to its post ${post}.`);
    };
    return {
      changed(tails, n) {
        one.arcsChanged(tails, n);
        two.arcsChanged(tails, n);
      },
      query({ start, goal, model, n }) {
        tally.queries++;
        const isTaken = (): boolean => collisions === 'avoid' && [...goals.keys()].some((other) => one.position(other) === start);
        if (goals.size === 0 || (goals.size < (collisions === 'avoid' ? 3 : 6) && !isTaken())) {
          const ids = [one.add(start), two.add(start)];
          demand(ids[0] === ids[1], () => `The same character got the numbers ${ids.join(' and ')}.`);
          goals.set(ids[0], -1);
        }
        const id = [...goals.keys()][n % goals.size];
        if (n % 5 === 0 && !isTaken()) {
          for (const each of [one, two]) each.place(id, start);
          posts.set(id, start);
        }
        goals.set(id, goal);
        if (n % 3 === 0 && search.search(one.position(id), goal) < Infinity) {
          const path = out.subarray(0, search.path(out));
          for (const each of [one, two]) demand(each.follow(id, path), () => `Character ${id} does not follow the path ${path.join(' ')}.`);
        } else for (const each of [one, two]) each.order(id, goal);
        if (goal === one.position(id)) posts.set(id, goal);
        notePosts();
        frames(model, n % 6, 1 + (n % 23));
      },
      end(model) {
        // A character that cannot return to its post tries again after up to 192 frames.
        const calm = collisions === 'avoid' ? 220 : 3;
        const quiet = frames(model, 4000 + 20 * model.vertexCount, 50, calm);
        if (collisions === 'avoid') {
          // In narrow worlds units may block each other without end.
          if (quiet === calm) for (const id of resting) checkPost(model, id);
          return;
        }
        demand(quiet > 0, () => 'The characters do not come to rest.');
        for (const [id, goal] of goals) {
          if (goal === -1) continue;
          const at = one.position(id);
          const cost = oracleDistances(model, at)[goal];
          const status = one.status(id);
          demand(
            at === goal ? status === 'idle' : cost === Infinity && status === 'unreachable',
            () => `Character ${id} ordered to ${goal} is ${status} at ${at}, from where the path costs ${cost}.`,
          );
        }
      },
    };
  },
});

const oneForAll = <T>(make: () => T): (() => T) => {
  const made = make();
  return () => made;
};

export const crowdPlayers: readonly Player[] = [
  dispatched('A*', (graph, heuristic) => oneForAll(() => new AStar(graph, { heuristic })), false),
  // Created in the middle of an episode, D* Lite would choose buckets if costs are whole just then.
  dispatched('D* Lite', (graph, heuristic) => () => new DStarLite(graph, { heuristic, queue: 'larger-g' }), true),
  dispatched('A*', (graph, heuristic) => oneForAll(() => new AStar(graph, { heuristic })), false, 'avoid'),
  dispatched('MPGAA*', (graph, heuristic) => oneForAll(() => new MultipathAdaptiveAStar(graph, { heuristic })), false),
];
