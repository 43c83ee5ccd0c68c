import type { CompressedGraph, Graph } from '@pf/graph';
import { ContractionHierarchy, CornerHierarchy, CornerSearch, CustomizableHierarchy, EliminationQuery, HierarchyQuery } from '@pf/preprocess';
import { AStar, NBAStar } from '@pf/search';
import type { Player } from '../player.ts';
import { agree, checkPath, demand } from '../player.ts';
import { sameBytes } from './landmarks.ts';
import { always, built, standard } from './preprocess.ts';

export const hierarchyPlayers: readonly Player[] = [
  built(
    'contraction hierarchy',
    200,
    always,
    ({ graph }) => ContractionHierarchy.build(graph),
    (stage, hierarchy, query) => {
      const search = new HierarchyQuery(hierarchy);
      const out = new Uint32Array(stage.graph.vertexCount);
      const cost = search.search(query.start, query.goal);
      checkPath(stage, query, cost, out.subarray(0, search.path(out)));
      if (query.n % 8 === 0) sameBytes('A hierarchy', hierarchy.save(), ContractionHierarchy.load(stage.graph, hierarchy.save()).save());
    },
  ),
  built(
    'corner hierarchy',
    400,
    (stage) => standard(stage) && stage.grid!.corners === 'never',
    ({ grid }) => CornerHierarchy.build(grid!),
    (stage, hierarchy, query) => {
      const search = new CornerSearch(hierarchy);
      const out = new Uint32Array(stage.graph.vertexCount);
      const cost = search.search(query.start, query.goal);
      checkPath(stage, query, cost, out.subarray(0, search.path(out)));
      if (query.n % 8 === 0) sameBytes('A corner hierarchy', hierarchy.save(), CornerHierarchy.load(stage.grid!, hierarchy.save()).save());
    },
  ),
  built(
    'customizable hierarchy',
    200,
    always,
    ({ graph }) => new EliminationQuery(CustomizableHierarchy.build(graph).customise()),
    (stage, search, query) => {
      const out = new Uint32Array(stage.graph.vertexCount);
      const cost = search.search(query.start, query.goal);
      checkPath(stage, query, cost, out.subarray(0, search.path(out)));
    },
  ),
  {
    // In graphs that keep closed arcs, a metric follows every edit.
    name: 'metric that follows its graph',
    join(stage, tally) {
      const { graph } = stage;
      if (!('allSuccessors' in graph) || graph.vertexCount > 400) return undefined;
      // Throws once on request, as a graph that loads its parts on demand may do.
      let [left, edits] = [Infinity, 0];
      const allSuccessors = (v: number, to: Uint32Array, cost: Float64Array): number => {
        if (--left === 0) throw new Error('not loaded yet');
        return (graph as CompressedGraph).allSuccessors(v, to, cost);
      };
      const metric = CustomizableHierarchy.build(Object.create(graph, { allSuccessors: { value: allSuccessors } }) as Graph).customise();
      const heuristic = metric.heuristic();
      // The hierarchy's own query comes last: the heuristic has to find edits that are not reported yet.
      const searches = [new AStar(graph, { heuristic }), new NBAStar(graph, { heuristic }), new EliminationQuery(metric)];
      const out = new Uint32Array(graph.vertexCount);
      return {
        changed(tails, n) {
          // A third of the edits is left to the next query to find.
          const how = edits++ % 3;
          left = 1 + (tails[0] % (how === 0 ? 2 : graph.vertexCount));
          try {
            if (how === 0) metric.arcsChanged(tails, n);
            else if (how === 1) metric.customise();
          } catch (error) {
            if (left > 0) throw error;
          }
          left = Infinity;
        },
        query(query) {
          const { goal, toGoal } = query;
          toGoal.forEach((cost, v) => demand(cost === Infinity || agree(stage, heuristic(v, goal), cost), () => `From ${v} to ${goal} the path costs ${cost}, and the metric estimates ${heuristic(v, goal)}.`));
          for (const search of searches) {
            tally.queries++;
            const cost = search.search(query.start, query.goal);
            checkPath(stage, query, cost, out.subarray(0, search.path(out)));
          }
        },
      };
    },
  },
];
