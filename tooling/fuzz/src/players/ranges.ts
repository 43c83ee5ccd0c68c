import { BreadthFirst, Dijkstra, DistanceField } from '@pf/search';
import type { OracleGraph } from '@pf/testkit';
import type { Player } from '../player.ts';
import { agree, checkPath, demand, list } from '../player.ts';
import { SeededRandom } from '../seeded-random.ts';

/** Everything within a cost: by Dijkstra's algorithm, whole or in slices, forward and backward, and by a distance field. */
const withinCost: Player = {
  name: 'movement ranges',
  join(stage, tally) {
    const { graph, grid } = stage;
    const searches = { forward: new Dijkstra(graph), backward: new Dijkstra(graph, { direction: 'backward' }) };
    const field = new DistanceField(graph, { direction: 'forward' });
    const out = new Uint32Array(graph.vertexCount);
    const path = new Uint32Array(graph.vertexCount);
    return {
      query(query) {
        const { start, goal, fromStart, toGoal, n } = query;
        const seeded = new SeededRandom(n + 7919 * start);
        for (const [direction, source, truth] of [['forward', start, fromStart], ['backward', goal, toGoal]] as const) {
          const search = searches[direction];
          const reachable = [...truth.keys()].filter((v) => truth[v] < Infinity);
          // Often exactly the cost of a vertex.
          const radius = seeded.chance(0.6) ? truth[seeded.pick(reachable)] : 20 * seeded.random();
          const what = `Within ${radius} ${direction} of ${source}`;
          const hold = (who: string, found: Uint32Array): void => {
            const set = new Set(found);
            // Sums that differ from the radius in their last digits may be on either side of it.
            const wrong = reachable.filter((v) => !agree({ whole: false }, truth[v], radius) && set.has(v) !== truth[v] < radius);
            const missing = stage.whole ? reachable.filter((v) => truth[v] === radius && !set.has(v)) : [];
            demand(set.size === found.length && wrong.length + missing.length === 0 && found.every((v) => truth[v] < Infinity), () => `${what} ${who} has ${list(found)}, which is wrong at ${list([...wrong, ...missing])}.`);
          };
          tally.queries++;
          if (seeded.chance(0.5)) search.flood(source, radius);
          else {
            search.begin(source, { radius });
            while (!search.run(1 + seeded.int(4)));
          }
          const found = out.subarray(0, search.reached(out));
          hold('Dijkstra', found);
          found.forEach((v, i) => {
            demand(agree(stage, search.distance(v), truth[v]), () => `${what} Dijkstra says ${search.distance(v)} for ${v}, the oracle ${truth[v]}.`);
            demand(i === 0 || search.distance(found[i - 1]) <= search.distance(v), () => `${what} Dijkstra gives ${list(found)}, where ${v} is nearer than the one before it.`);
          });
          if (found.length > 0) {
            const v = seeded.pick([...found]);
            const length = search.path(path, v);
            const ends = direction === 'forward' ? { start: source, goal: v } : { start: v, goal: source };
            checkPath(stage, { ...query, ...ends, cost: truth[v] }, search.distance(v), path.subarray(0, length));
          }
          const accepts = (v: number): boolean => v % 3 === n % 3;
          const least = Math.min(...reachable.filter(accepts).map((v) => truth[v]));
          const nearest = search.nearest(source, accepts);
          demand(nearest < 0 ? least === Infinity : accepts(nearest) && agree(stage, truth[nearest], least), () => `The nearest accepted vertex ${direction} of ${source} is at ${least}, but ${nearest} was given.`);
          // A blocked source of a field has neighbours, as in a distance transform.
          if (direction === 'backward' || (grid !== undefined && grid.cells[source] === 0)) continue;
          field.update(source, undefined, radius);
          hold('a field', Uint32Array.from([...field.values.keys()].filter((v) => field.values[v] < Infinity)));
          field.update(source);
          hold('a field, asked for all within it,', out.subarray(0, field.within(radius, out)));
        }
      },
    };
  },
};

/** The fewest arcs to each vertex. */
function depths(model: OracleGraph, start: number): Map<number, number> {
  const depth = new Map([[start, 0]]);
  const heads = new Uint32Array(model.maxDegree);
  const costs = new Float64Array(model.maxDegree);
  for (const v of depth.keys()) {
    for (let i = model.successors(v, heads, costs) - 1; i >= 0; i--) if (!depth.has(heads[i])) depth.set(heads[i], depth.get(v)! + 1);
  }
  return depth;
}

/** The fewest arcs to a goal, and to everything within a number of them. */
const breadthFirst: Player = {
  name: 'breadth first',
  join({ graph }, tally) {
    const search = new BreadthFirst(graph);
    const out = new Uint32Array(graph.vertexCount);
    const path = new Uint32Array(graph.vertexCount);
    return {
      query({ start, goal, model, n }) {
        tally.queries += 2;
        const truth = depths(model, start);
        const check = (v: number): void => {
          const depth = truth.get(v) ?? Infinity;
          const [said, length] = [search.steps(v), search.path(path, v)];
          const isPath = depth === Infinity ? length === 0 : length === depth + 1 && path[0] === start && path[depth] === v && path.subarray(1, length).every((u, k) => hasArc(model, path[k], u));
          demand(said === depth && isPath, () => `From ${start} to ${v} there are ${depth} steps, but ${said} were reported, and the path is ${list(path.subarray(0, length))}.`);
        };
        demand(search.search(start, goal) === (truth.get(goal) ?? Infinity), () => `From ${start} to ${goal} there are ${truth.get(goal)} steps, but ${search.cost} were reported.`);
        check(goal);
        const limit = n % 7 === 0 ? Infinity : n % 7;
        const expected = [...truth.values()].filter((depth) => depth <= limit).length;
        const count = search.flood(start, limit);
        const found = out.subarray(0, search.reached(out));
        const isComplete = count === found.length && count === expected && new Set(found).size === count;
        demand(isComplete && found.every((v, i) => i === 0 || truth.get(found[i - 1])! <= truth.get(v)!), () => `${expected} vertices are within ${limit} steps of ${start}, but ${count} were reported, and given are ${list(found)}.`);
        found.forEach(check);
      },
    };
  },
};

function hasArc(model: OracleGraph, from: number, to: number): boolean {
  const heads = new Uint32Array(model.maxDegree);
  return heads.subarray(0, model.successors(from, heads, new Float64Array(model.maxDegree))).includes(to);
}

export const rangePlayers: readonly Player[] = [withinCost, breadthFirst];
