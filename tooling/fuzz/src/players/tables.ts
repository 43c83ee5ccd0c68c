import { ContractionHierarchy, costMatrix, CustomizableHierarchy, EliminationQuery, HierarchySweep, TargetBuckets } from '@pf/preprocess';
import { DistanceField } from '@pf/search';
import { oracleDistances } from '@pf/testkit';
import type { Player } from '../player.ts';
import { agree, costOfStep, demand } from '../player.ts';
import { Rows } from '../stage.ts';
import { SeededRandom } from '../seeded-random.ts';

const MOST_VERTICES = 160;

/** Everything that is read off a hierarchy besides paths: estimates, tables, nearest targets, distances from one vertex to all. */
const tables: Player = {
  name: 'tables and sweeps over hierarchies',
  join(stage, tally) {
    const { graph } = stage;
    if (graph.vertexCount > MOST_VERTICES) return undefined;
    let made: ContractionHierarchy | undefined;
    return {
      changed: () => void (made = undefined),
      query({ start, goal, fromStart, toGoal, model, n }) {
        if (n % 6 !== 0) return;
        tally.queries += 5;
        made ??= ContractionHierarchy.build(graph);
        const customizable = n % 4 === 0 ? CustomizableHierarchy.build(graph).customise() : undefined;
        for (const hierarchy of customizable === undefined ? [made] : [made, customizable]) {
          const estimate = hierarchy.heuristic();
          const sweeps = { forward: new HierarchySweep(hierarchy), backward: new HierarchySweep(hierarchy, { direction: 'backward' }) };
          const reached = { forward: sweeps.forward.flood(start), backward: sweeps.backward.flood(goal) };
          for (const [direction, truth] of [['forward', fromStart], ['backward', toGoal]] as const) {
            const count = truth.filter((cost) => cost < Infinity).length;
            demand(reached[direction] === count, () => `A sweep ${direction} reaches ${reached[direction]} vertices, where there are ${count}.`);
            truth.forEach((cost, v) => demand(agree(stage, sweeps[direction].distance(v), cost), () => `A sweep ${direction} says ${sweeps[direction].distance(v)} for ${v}, the oracle ${cost}.`));
          }
          toGoal.forEach((cost, v) => demand(cost === Infinity ? estimate(v, goal) >= 0 : agree(stage, estimate(v, goal), cost), () => `From ${v} to ${goal} the path costs ${cost}, and the hierarchy estimates ${estimate(v, goal)}.`));
          const seeded = new SeededRandom(n);
          const targets = [goal, start, seeded.int(graph.vertexCount), seeded.int(graph.vertexCount)].filter((v) => graph.hasVertex?.(v) !== false);
          const matrix = costMatrix(hierarchy, targets, targets);
          targets.forEach((source, row) => {
            const truth = oracleDistances(model, source);
            targets.forEach((target, column) => {
              const cost = matrix[row * targets.length + column];
              demand(agree(stage, cost, truth[target]), () => `The table says ${cost} from ${source} to ${target}, the oracle ${truth[target]}.`);
            });
          });
          const buckets = new TargetBuckets(hierarchy, targets);
          const nearest = new Uint32Array(targets.length);
          const found = buckets.nearest(start, nearest);
          const near = targets.filter((v) => fromStart[v] < Infinity);
          const said = [...nearest.subarray(0, found)];
          const sorted = (list: readonly number[]): string => [...list].sort((a, b) => a - b).join(' ');
          demand(sorted(said) === sorted(near), () => `The targets ${near.join(' ')} can be reached from ${start}, and ${said.join(' ')} are reported as near.`);
          said.forEach((v, i) => demand(i === 0 || fromStart[said[i - 1]] <= fromStart[v] || agree(stage, fromStart[v], fromStart[said[i - 1]]), () => `The nearest from ${start} are reported as ${said.join(' ')}, though ${v} is nearer than the one before it.`));
        }
      },
    };
  },
};

/** A metric of costs of its own, all new or some changed, against the oracle over the same arcs with those costs. */
const customised: Player = {
  name: 'customizable hierarchy with costs of its own',
  join(stage, tally) {
    const { graph } = stage;
    if (graph.vertexCount > MOST_VERTICES) return undefined;
    let made: CustomizableHierarchy | undefined;
    return {
      changed: () => void (made = undefined),
      query({ start, goal, n }) {
        if (n % 5 !== 0) return;
        tally.queries += 2;
        made ??= CustomizableHierarchy.build(graph);
        const { firstArc, arcHead } = made;
        const seeded = new SeededRandom(n + 7);
        const costs = Float64Array.from(arcHead, () => (seeded.chance(0.1) ? Infinity : seeded.int(9)));
        const metric = made.customise(costs);
        const query = new EliminationQuery(metric);
        const hold = (): void => {
          const arcs = [...arcHead.keys()].filter((arc) => costs[arc] < Infinity).map((arc) => [tailOf(firstArc, arc), arcHead[arc], costs[arc]] as const);
          const truth = oracleDistances(new Rows(graph.vertexCount, arcs), start)[goal];
          const cost = query.search(start, goal);
          demand(cost === truth, () => `With costs of its own the path from ${start} to ${goal} costs ${truth}, but ${cost} was reported.`);
        };
        hold();
        if (arcHead.length === 0) return;
        const changed = Array.from({ length: 1 + seeded.int(4) }, () => seeded.int(arcHead.length)).filter((arc, i, all) => all.indexOf(arc) === i);
        for (const arc of changed) costs[arc] = seeded.int(20);
        metric.setCosts(changed, changed.map((arc) => costs[arc]));
        hold();
      },
    };
  },
};

function tailOf(firstArc: Uint32Array, arc: number): number {
  let v = 0;
  while (firstArc[v + 1] <= arc) v++;
  return v;
}

/** Fields of several sources with start costs, and the step that each vertex takes downhill. */
const fields: Player = {
  name: 'distance fields',
  join(stage, tally) {
    const { graph } = stage;
    const [to, from] = [new DistanceField(graph), new DistanceField(graph, { direction: 'forward' })];
    return {
      query({ start, goal, model, fromStart, toGoal, n }) {
        tally.queries += 2;
        to.update([goal, start], [0, n % 7]);
        from.update(start);
        const toStart = oracleDistances(model, start, { backward: true });
        const isFree = (v: number): boolean => graph.hasVertex?.(v) !== false;
        // A blocked source on a grid is left as in a distance transform, which the model of searches does not know.
        if (stage.grid !== undefined && [start, goal].some((v) => stage.grid!.isBlocked(stage.grid!.x(v), stage.grid!.y(v)))) return;
        for (let v = 0; v < graph.vertexCount; v++) {
          if (!isFree(v)) continue;
          const truth = Math.min(toGoal[v], toStart[v] + (n % 7));
          demand(agree(stage, to.values[v], truth), () => `The field says ${to.values[v]} at ${v}, the oracle ${truth}.`);
          demand(agree(stage, from.values[v], fromStart[v]), () => `The field from ${start} says ${from.values[v]} at ${v}, the oracle ${fromStart[v]}.`);
        }
        const next = to.next(start);
        // A source is its own next vertex.
        if (next >= 0 && next !== start) {
          const descent = costOfStep(model, start, next) + to.values[next];
          demand(to.values[next] < to.values[start] || descent === to.values[start], () => `From ${start} at ${to.values[start]} the field leads to ${next} at ${to.values[next]}.`);
        }
      },
    };
  },
};

export const tablePlayers: readonly Player[] = [tables, customised, fields];
