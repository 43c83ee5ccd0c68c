import { seededRandom } from '@pf/graph';
import { ball, BITStar, box, car, cells, findPath, footprint, KinodynamicRRT, obstacles, polygon, RRT, RRTConnect } from '@pf/sampling';

/** Trees grown from seeded samples. */
export function run(ledger) {
  const plane = obstacles({ min: [0, 0], max: [100, 100] }, [box([20, 0], [30, 70]), ball([60, 30], 20), polygon([[40, 60], [80, 65], [60, 95]])]);
  const random = seededRandom(21);
  const rocks = Array.from({ length: 12 }, () => ball([random() * 80 + 10, random() * 80 + 10, random() * 80 + 10], 12));
  const room = obstacles({ min: [0, 0, 0], max: [100, 100, 100] }, rocks);
  const blocked = Array.from({ length: 400 }, () => random() < 0.2);
  const map = obstacles({ min: [0, 0], max: [20, 20] }, [cells({ width: 20, height: 20, isBlocked: (x, y) => blocked[y * 20 + x] })]);
  const planners = {
    'RRT': (space) => new RRT(space, { random: seededRandom(22) }),
    'RRT*': (space) => new RRT(space, { star: true, random: seededRandom(22) }),
    'Informed RRT*': (space) => new RRT(space, { informed: true, random: seededRandom(22) }),
    'RRT-Connect': (space) => new RRTConnect(space, { random: seededRandom(22) }),
    'BIT*': (space) => new BITStar(space, { random: seededRandom(22) }),
  };
  for (const [name, make] of Object.entries(planners)) {
    for (const [space, from, to] of [[plane, [5, 5], [95, 5]], [room, [1, 1, 1], [99, 99, 99]], [map, [0.5, 0.5], [19.5, 19.5]]]) {
      if (!space.pointFree(Float64Array.from(from)) || !space.pointFree(Float64Array.from(to))) continue;
      const planner = make(space);
      const { counters } = planner;
      ledger.add(name, planner.search(from, to, 800), planner.resume(400), counters.samples, counters.segments, counters.rewired);
      const out = new Float64Array(from.length * planner.pathLength);
      ledger.add(name, planner.path(out), out);
    }
  }
  const { cost, points } = findPath(plane, { from: [5, 5], to: [95, 5], random: seededRandom(23), samples: 1500 });
  ledger.add('findPath', cost, points.flat());
  // A car drives along arcs: sines and cosines.
  const track = footprint(obstacles({ min: [0, 0], max: [60, 40] }, [box([15, 10], [45, 30])]), [[-1, -1], [3, -1], [3, 1], [-1, 1]]);
  const driver = new KinodynamicRRT(track, { dynamics: car({ turningRadius: 4 }), goalTolerance: 1.5, random: seededRandom(25) });
  ledger.add('a car', driver.search([7, 20, Math.PI / 2], [52, 20, -Math.PI / 2], 3000), driver.counters.segments);
}
