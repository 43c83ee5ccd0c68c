import { AdaptiveAStar, DStarLite, LPAStar } from '@pf/incremental';
import { LinkedGrid } from '@pf/grid';
import { AStar, BidirectionalAStar, Dijkstra } from '@pf/search';
import type { WorldArc } from '@pf/testkit';
import { oracleDistances, verticesOf } from '@pf/testkit';
import type { Player } from '../player.ts';
import { agree, checkPath, demand } from '../player.ts';
import { SeededRandom } from '../seeded-random.ts';
import { Rows } from '../stage.ts';
import { arcsOf } from './grid.ts';
import { checkReport } from './unit-fog.ts';
import { MOST_CELLS } from './unit-sizes.ts';

/** The grid with links that come and go. */
const links: Player = {
  name: 'links between cells',
  join(stage, tally) {
    const { grid } = stage;
    if (grid === undefined || grid.width * grid.height > MOST_CELLS) return undefined;
    const cells = verticesOf(grid);
    const world = new LinkedGrid(grid, { linksPerCell: 20 });
    const random = new SeededRandom(cells.length);
    const known = new Map<number, { from: number; to: number; cost: number; oneWay: boolean }>();
    const modelOf = (): Rows => {
      const to = new Uint32Array(stage.model.maxDegree), cost = new Float64Array(stage.model.maxDegree);
      const arcs = cells.flatMap((v) => Array.from({ length: stage.model.successors(v, to, cost) }, (_, i): WorldArc => [v, to[i], cost[i]]));
      for (const link of known.values()) {
        if (grid.cells[link.from] === 0 || grid.cells[link.to] === 0) continue;
        arcs.push([link.from, link.to, link.cost]);
        if (!link.oneWay) arcs.push([link.to, link.from, link.cost]);
      }
      return new Rows(grid.vertexCount, arcs);
    };
    const searches = { 'A*': new AStar(world), 'A* from the goal': new AStar(world, { direction: 'backward' }), 'bidirectional A*': new BidirectionalAStar(world), Dijkstra: new Dijkstra(world) };
    const planners = { 'D* Lite': new DStarLite(world), 'LPA*': new LPAStar(world), 'Adaptive A*': new AdaptiveAStar(world) };
    const out = new Uint32Array(grid.vertexCount);
    let begun = false;
    let model = modelOf();
    let version = world.version;
    return {
      changed() {
        const before = model;
        model = modelOf();
        checkReport(before, model, out, world.changedSince(version, out), 'beside links');
        version = world.version;
      },
      query(query) {
        const { start, goal, anew, n } = query;
        if (n % 3 === 0) {
          const [number] = known.keys();
          if (n % 2 === 0 && number !== undefined) {
            known.delete(number);
            world.removeLink(number);
          } else if (known.size < 4 && cells.length > 1) {
            const from = random.pick(cells), to = random.pick(cells.filter((v) => v !== from));
            const link = { from, to, cost: 1 + random.int(8), oneWay: random.chance(0.4) };
            known.set(world.addLink(link), link);
          }
          const before = model;
          model = modelOf();
          const reported = world.changedSince(version, out);
          if (reported >= 0) checkReport(before, model, out, reported, 'beside links');
          version = world.version;
        }
        demand(arcsOf(world).join() === arcsOf(model).join(), () => `With links the arcs are ${arcsOf(world).join(', ')}, not ${arcsOf(model).join(', ')}.`);
        demand(arcsOf(world, 'predecessors').join() === arcsOf(model).join(), () => `With links the predecessors are ${arcsOf(world, 'predecessors').join(', ')}, not ${arcsOf(model).join(', ')}.`);
        const expected = oracleDistances(model, start)[goal];
        for (const [name, search] of Object.entries(searches)) {
          tally.queries++;
          const cost = search.search(start, goal);
          demand(agree(stage, cost, expected), () => `With links ${JSON.stringify([...known.values()])} the path from ${start} to ${goal} costs ${expected}, but ${name} found ${cost}.`);
          checkPath(stage, { ...query, model, cost: expected }, cost, out.subarray(0, search.path(out)));
        }
        for (const [name, planner] of Object.entries(planners)) {
          tally.queries++;
          if (anew || !begun) planner.begin(start, goal);
          else {
            planner.moveTo(start);
            planner.goalMovedTo(goal);
          }
          planner.run();
          demand(agree(stage, planner.cost, expected), () => `With links ${JSON.stringify([...known.values()])} the path from ${start} to ${goal} costs ${expected}, but ${name} found ${planner.cost}.`);
        }
        begun = true;
        const toGoal = oracleDistances(model, goal, { backward: true }), h = world.heuristic();
        for (const v of cells) demand(h(v, goal) <= toGoal[v] + 1e-9 * (1 + toGoal[v]), () => `With links the path from ${v} to ${goal} costs ${toGoal[v]}, but is estimated at ${h(v, goal)}.`);
      },
    };
  },
};

export const linkPlayers: readonly Player[] = [links];
