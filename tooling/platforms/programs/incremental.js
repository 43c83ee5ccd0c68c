import { Grid, FogOfWar, seededRandom } from '@pf/grid';
import { radius } from '@pf/grid';
import { ADStar, AdaptiveAStar, createPlanner, DStarExtraLite, DStarLite, FieldDStar, FieldGraph, FocussedDStar, LPAStar, MultipathAdaptiveAStar, navigate, RepeatedAStar } from '@pf/incremental';
import { edits, grids, pairs, pathOf } from './worlds.js';

/** Plans that are repaired after each of many edits, and walks through unknown worlds. */
export function run(ledger) {
  const planners = { 'A* from scratch': RepeatedAStar, 'Adaptive A*': AdaptiveAStar, 'MPGAA*': MultipathAdaptiveAStar, 'D* Lite': DStarLite, 'LPA*': LPAStar, 'D* Extra Lite': DStarExtraLite, 'Focussed D*': FocussedDStar, 'AD*': ADStar };
  for (const [name, Planner] of Object.entries(planners)) {
    for (const [, grid] of grids(30)) {
      const planner = new Planner(grid);
      const [[start, goal]] = pairs(grid, 1, 8);
      planner.begin(start, goal);
      planner.run();
      edits(grid, 40, 11, (tails, n) => {
        planner.arcsChanged(tails, n);
        planner.run();
        if (name === 'AD*') planner.improve();
        ledger.add(name, planner.cost, planner.lastExpanded, pathOf(planner, grid));
        const next = planner.next();
        if (next >= 0 && name !== 'LPA*') planner.moveTo(next);
      });
    }
  }
  for (const [, grid] of grids(30)) {
    const fog = new FogOfWar(grid, new Grid(grid.width, grid.height, grid));
    const [[start, goal]] = pairs(grid, 1, 12);
    for (const step of navigate(createPlanner(fog.known), fog, { start, goal, sensor: radius(3) })) ledger.add('walks through unknown worlds', step.vertex, step.cost, step.expanded, step.seen);
  }
  const random = seededRandom(13);
  const field = new FieldGraph(24, 18, Array.from({ length: 24 * 18 }, () => (random() < 0.15 ? 0 : 1 + Math.floor(random() * 4))));
  const planner = new FieldDStar(field);
  const tails = new Uint32Array(field.vertexCount);
  planner.begin(field.vertex(0, 0), field.vertex(24, 18));
  for (let i = 0; i < 25; i++) {
    planner.run();
    ledger.add('Field D*', planner.cost, planner.lastExpanded, planner.points().flat());
    planner.arcsChanged(tails, field.setCost(Math.floor(random() * 24), Math.floor(random() * 18), 1 + Math.floor(random() * 6), tails));
  }
}
