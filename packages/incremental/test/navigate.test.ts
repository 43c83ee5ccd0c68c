import type { Sensor } from '@pf/grid';
import { eightNeighbours, FogOfWar, fourNeighbours, Grid, radius, randomObstacles, seededRandom, UnitFog, UnitGrid, lineOfSight, neighbours } from '@pf/grid';
import { drawWorld, oracleCost, rulesOf, runs, wholeMetrics, worlds } from '@pf/testkit';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Planner, Episode, EpisodeStep } from '../src/index.ts';
import { DStarLite, LPAStar, MultipathAdaptiveAStar, navigate } from '../src/index.ts';
import { planners } from './planners.ts';

const names = Object.keys(planners);
const four = { movement: 'four' } as const;

interface Play {
  readonly steps: EpisodeStep[];
  readonly world: FogOfWar;
  readonly planner: Planner;
}

/** Begins an episode from (x, y) to (x, y) in a world given as rows. */
function set(rows: readonly string[], name: string, from: readonly [number, number], to: readonly [number, number], sensor: Sensor = fourNeighbours) {
  const world = new FogOfWar(Grid.fromRows(rows, four));
  const { known } = world;
  const planner = planners[name](known, known.heuristic({ least: 1 }));
  const episode: Episode<Sensor> = { start: known.vertex(...from), goal: known.vertex(...to), sensor };
  return { world, planner, episode, known };
}

function play(...args: Parameters<typeof set>): Play {
  const { world, planner, episode } = set(...args);
  return { steps: [...navigate(planner, world, episode)], world, planner };
}

const statuses = ({ steps }: Play): string[] => steps.map(({ status }) => status);

describe.each(names)('navigate with %s', (name) => {
  test('a unit that stands on its goal has reached it', () => {
    const { steps } = play(['.#.'], name, [0, 0], [0, 0]);
    expect(steps).toHaveLength(1);
    expect(steps[0]).toMatchObject({ status: 'reached', cost: 0, next: -1, expanded: 0, replanned: false });
  });

  test('a unit that starts enclosed notices it before it moves', () => {
    const played = play(['.#...', '#....', '.....'], name, [0, 0], [4, 2]);
    expect(statuses(played)).toEqual(['unreachable']);
    expect(played.steps[0].cost).toBe(Infinity);
    // Its own cell and both neighbours have lost arcs, and so have those on the other side of the walls.
    expect(played.steps[0].seen).toBeGreaterThanOrEqual(3);
  });

  test('a unit on a bridge that goes up waits until the bridge is down', () => {
    const { world, planner, episode, known } = set(['.....', '.....'], name, [0, 0], [3, 0]);
    const seen: string[] = [];
    for (const { status, vertex, next, cost, expanded } of navigate(planner, world, episode)) {
      seen.push(status);
      if (status === 'start-blocked') expect([vertex, next, cost, expanded]).toEqual([known.vertex(1, 0), -1, Infinity, 0]);
      if (seen.length === 1) world.truth.setBlocked(1, 0, true);
      if (seen.length === 3) world.truth.setBlocked(1, 0, false);
    }
    expect(seen).toEqual(['moving', 'start-blocked', 'start-blocked', 'moving', 'moving', 'reached']);
  });

  test('a unit that starts on a blocked cell waits, also while its goal moves onto it', () => {
    const { world, planner, episode, known } = set(['#..'], name, [0, 0], [2, 0]);
    let goal = episode.goal as number;
    const walk = navigate(planner, world, { ...episode, goal: () => goal });
    const step = () => (walk.next().value as EpisodeStep).status;
    expect([step(), step()]).toEqual(['start-blocked', 'start-blocked']);
    goal = known.vertex(0, 0);
    expect(step()).toBe('reached');
  });

  test('a blocked goal is noticed when it is seen', () => {
    const played = play(['.....#'], name, [0, 0], [5, 0]);
    expect(statuses(played)).toEqual(['moving', 'moving', 'moving', 'moving', 'unreachable']);
    expect(played.planner.start).toBe(played.world.known.vertex(4, 0));
  });

  test('a goal that is known to be blocked is not walked to', () => {
    const { world, planner, episode, known } = set(['...#'], name, [0, 0], [3, 0]);
    known.setBlocked(3, 0, true);
    expect([...navigate(planner, world, episode)].map(({ status }) => status)).toEqual(['unreachable']);
  });

  test('a goal may become blocked during the walk', () => {
    const { world, planner, episode } = set(['......'], name, [0, 0], [5, 0]);
    const seen: string[] = [];
    for (const { status } of navigate(planner, world, episode)) {
      seen.push(status);
      if (seen.length === 2) world.truth.setBlocked(5, 0, true);
    }
    expect(seen).toEqual(['moving', 'moving', 'moving', 'moving', 'unreachable']);
  });

  test('a door closes ahead of the unit, and another opens out of its sight', () => {
    const { world, planner, episode, known } = set(['.....', '##.##', '.....'], name, [0, 0], [0, 2]);
    const visited: string[] = [];
    const seen: string[] = [];
    for (const { vertex, status } of navigate(planner, world, episode)) {
      visited.push(`${known.x(vertex)}${known.y(vertex)}`);
      seen.push(status);
      if (visited.length === 2) world.truth.setBlocked(2, 1, true);
      if (visited.length === 4) world.truth.setBlocked(1, 1, false);
    }
    expect(visited).toEqual(['00', '10', '20', '30', '40']);
    expect(seen).toEqual(['moving', 'moving', 'moving', 'moving', 'unreachable']);
  });

  test('an opened door out of sight is reported to the planner by editing the known map', () => {
    const { world, planner, episode, known } = set(['...', '###', '...'], name, [0, 0], [0, 2]);
    for (let x = 0; x < 3; x++) known.setBlocked(x, 1, true);
    expect([...navigate(planner, world, episode)].map(({ status }) => status)).toEqual(['unreachable']);
    const tails = new Uint32Array(known.vertexCount);
    world.truth.setBlocked(2, 1, false);
    planner.arcsChanged(tails, known.setBlocked(2, 1, false, tails));
    expect([planner.run(), planner.cost]).toEqual([true, 6]);
    const visited = [...navigate(planner, world, episode)].map(({ vertex }) => [known.x(vertex), known.y(vertex)].join());
    expect(visited).toEqual(['0,0', '1,0', '2,0', '2,1', '2,2', '1,2', '0,2']);
  });

  test('a door that opens in sight makes the path shorter', () => {
    const { world, planner, episode, known } = set(['.......', '.#####.', '.......'], name, [3, 0], [3, 2]);
    const visited: string[] = [];
    for (const { vertex } of navigate(planner, world, episode)) {
      visited.push(`${known.x(vertex)}${known.y(vertex)}`);
      if (visited.length === 1) world.truth.setRectangle(2, 1, 3, 1, 1);
    }
    expect(visited).toHaveLength(5);
    expect(visited.at(-1)).toBe('32');
  });

  test('the goal is read once a step', () => {
    const world = new FogOfWar(new Grid(9, 1, { metric: '5/7' }));
    let reads = 0;
    const goal = (): number => world.known.vertex(4 + reads++, 0);
    const episode = navigate(new DStarLite(world.known, { heuristic: world.known.heuristic() }), world, { start: world.known.vertex(0, 0), goal, sensor: eightNeighbours });
    const goals = Array.from({ length: 4 }, () => (episode.next().value as EpisodeStep).goal);
    expect(goals).toEqual([4, 5, 6, 7].map((x) => world.known.vertex(x, 0)));
  });

  test('a moving goal is reached', () => {
    const { world, planner, episode, known } = set(['......', '.####.', '......'], name, [0, 0], [5, 0]);
    // It flees at half the speed, around the block.
    const flight = [[5, 0], [5, 0], [5, 1], [5, 1], [5, 2], [5, 2], [4, 2], [4, 2], [3, 2], [3, 2], [2, 2], [2, 2]].map(([x, y]) => known.vertex(x, y));
    let time = 0;
    const goal = () => flight[Math.min(time++, flight.length - 1)];
    const steps = [...navigate(planner, world, { ...episode, goal, budget: undefined })];
    const last = steps.at(-1)!;
    expect(last.status).toBe('reached');
    expect(last.vertex).toBe(last.goal);
    expect(steps.length).toBeLessThanOrEqual(13);
  });

  test('a small budget suffices for a long path, even if nothing new is seen during planning', () => {
    const { planner, episode, world } = set(['.'.repeat(200)], name, [0, 0], [199, 0]);
    let calls = 0;
    let last: EpisodeStep | undefined;
    for (const step of navigate(planner, world, { ...episode, budget: 1 })) {
      last = step;
      if (++calls > 30_000) break;
    }
    expect(last?.status).toBe('reached');
  });

  test('three units in one fog, in turns, cross no wall and end with the right result', () => {
    const random = seededRandom(1904);
    const below = (n: number): number => Math.floor(random() * n);
    let reached = 0;
    for (let round = 0; round < runs(60); round++) {
      const truth = randomObstacles(8, 8, 0.3, random, { metric: '5/7' });
      const free = Array.from({ length: truth.vertexCount }, (_, v) => v).filter((v) => truth.cells[v] > 0);
      const world = new FogOfWar(truth);
      const { known } = world;
      const parties = Array.from({ length: 3 }, () => {
        const [start, goal] = [free[below(free.length)], free[below(free.length)]];
        const planner = planners[name](known, known.heuristic({ least: 1 }));
        return { start, goal, walk: navigate(planner, world, { start, goal, sensor: eightNeighbours, budget: below(3) === 0 ? 3 : Infinity }) };
      });
      for (let left = parties.slice(), turns = 0; left.length > 0; turns++) {
        expect(turns, 'turns').toBeLessThan(9000);
        left = left.filter(({ start, goal, walk }) => {
          const { value, done } = walk.next();
          if (done === true) {
            expect(value).toBe(oracleCost(truth, start, goal) < Infinity ? 'reached' : 'unreachable');
            if (value === 'reached') reached++;
            return false;
          }
          if (value.status === 'moving') expect(oracleCost(truth, value.vertex, value.next), truth.toRows().join('\n')).toBeLessThanOrEqual(7);
          return true;
        });
      }
    }
    expect(reached).toBeGreaterThan(runs(60));
  });

  test('with a small budget the unit stands while it plans, and walks the same path', () => {
    const rows = ['......', '.####.', '....#.', '.##.#.', '......'];
    const free = play(rows, name, [1, 2], [5, 0]);
    const { world, planner, episode } = set(rows, name, [1, 2], [5, 0]);
    const steps = [...navigate(planner, world, { ...episode, budget: 2 })];
    expect(steps.filter(({ status }) => status === 'thinking').length).toBeGreaterThan(3);
    expect(Math.max(...steps.map(({ expanded }) => expanded))).toBeLessThanOrEqual(2);
    const walked = steps.filter(({ status }) => status !== 'thinking').map(({ vertex }) => vertex);
    expect(walked).toEqual(free.steps.map(({ vertex }) => vertex));
  });
});

test('all planners reach what legal steps can reach, and agree on what they cannot', () => {
  const options = { maxSize: 11, metrics: wholeMetrics, corners: ['never', 'one', 'always'] as const };
  const property = fc.property(worlds(options), fc.nat(999), fc.nat(999), fc.constantFrom(eightNeighbours, radius(3)), (world, a, b, sensor) => {
    const truth = Grid.fromRows(world.rows, rulesOf(world));
    const place = (n: number): number => truth.vertex(n % world.width, Math.floor(n / world.width) % world.height);
    const [start, goal] = [place(a), place(b)];
    if (!truth.isFree(truth.x(start), truth.y(start))) return;
    const possible = start === goal || oracleCost(truth, start, goal) < Infinity;
    for (const name of names) {
      const fog = new FogOfWar(truth);
      const planner = planners[name](fog.known, fog.known.heuristic({ least: 1 }));
      const where = (): string => `${name}, from (${truth.x(start)}, ${truth.y(start)}) to (${truth.x(goal)}, ${truth.y(goal)})\n${drawWorld(world)}`;
      let last: EpisodeStep | undefined;
      let moves = 0;
      for (const step of navigate(planner, fog, { start, goal, sensor })) {
        last = step;
        if (step.next !== -1 && oracleStep(truth, step.vertex, step.next) === Infinity) throw new Error(`an illegal step from ${step.vertex} to ${step.next}: ${where()}`);
        if (moves++ > 4 * truth.vertexCount) throw new Error(`no end: ${where()}`);
      }
      if (last?.status !== (possible ? 'reached' : 'unreachable')) throw new Error(`ends ${last?.status}, but the goal is ${possible ? '' : 'not '}reachable: ${where()}`);
    }
  });
  fc.assert(property, { numRuns: runs(150), seed: 2014 });
}, 600_000);

function oracleStep(grid: Grid, from: number, head: number): number {
  const to = new Uint32Array(grid.maxDegree);
  const n = grid.successors(from, to, new Float64Array(grid.maxDegree));
  return to.subarray(0, n).includes(head) ? 1 : Infinity;
}

test('with a moving goal, repairs keep each step within its budget, and every expansion is reported', () => {
  const side = 60;
  const truth = new Grid(side, side, { metric: '5/7' });
  truth.setRectangle(side / 2, 1, 1, side - 1, 0);
  const world = new FogOfWar(truth, truth.clone());
  const planner = new MultipathAdaptiveAStar(world.known);
  let x = side - 4;
  let total = 0;
  let met = false;
  const goal = (): number => truth.vertex(x, side - 4);
  for (const { expanded, status } of navigate(planner, world, { start: truth.vertex(side / 2 - 3, side - 4), goal, sensor: radius(3), budget: 100 })) {
    total += expanded;
    expect([expanded <= 100, total]).toEqual([true, planner.counters.expanded]);
    if (status === 'reached') met = true;
    if (status !== 'moving' || x < side - 4) continue;
    truth.setBlocked(side / 2, side - 4, false);
    x--;
  }
  expect([met, x]).toEqual([true, side - 5]);
});

describe('a planner serves one episode at a time', () => {
  const made = () => {
    const world = new FogOfWar(Grid.fromRows(['......', '.####.', '......'], four));
    const { known } = world;
    const planner = new DStarLite(known);
    const order = (x: number, y: number) => navigate(planner, world, { start: known.vertex(0, 0), goal: known.vertex(x, y), sensor: fourNeighbours });
    const observers = (): number => world['observers'].count;
    return { world, known, planner, order, observers };
  };

  test('a new episode ends the one before, which observes no more and moves no unit', () => {
    const { known, planner, order, observers } = made();
    const walks = [order(5, 2), order(5, 0), order(0, 2)];
    for (const walk of walks) {
      expect(walk.next().value).toMatchObject({ status: 'moving' });
      expect(observers()).toBe(1);
    }
    const stands = planner.start;
    for (const walk of walks.slice(0, 2)) expect(walk.next()).toEqual({ value: undefined, done: true });
    expect([planner.start, planner.goal, observers()]).toEqual([stands, known.vertex(0, 2), 1]);
    expect([...walks[2]].at(-1)?.status).toBe('reached');
    expect(observers()).toBe(0);
  });

  test('a rejected episode changes nothing; one that returned is over', () => {
    const { known, planner, world, order, observers } = made();
    const walk = order(5, 0);
    walk.next();
    const nowhere = navigate(planner, world, { start: known.vertex(0, 0), goal: -1, sensor: fourNeighbours });
    expect(() => nowhere.next()).toThrow('got -1');
    expect([walk.next().value, observers()]).toMatchObject([{ status: 'moving' }, 1]);
    walk.return('unreachable');
    expect(observers()).toBe(0);
  });

  test('planners of several units are independent, and so is one on a world without observers', () => {
    const { known, world, order, observers } = made();
    const first = order(5, 0);
    const second = navigate(new DStarLite(known), world, { start: known.vertex(0, 2), goal: known.vertex(5, 2), sensor: fourNeighbours });
    first.next();
    second.next();
    expect(observers()).toBe(2);
    expect([[...first].at(-1)?.status, [...second].at(-1)?.status, observers()]).toEqual(['reached', 'reached', 0]);
    const alone = new DStarLite(known);
    const reveal = (v: number): number => world.reveal(v, fourNeighbours);
    const walks = [0, 2].map((y) => navigate(alone, { reveal }, { start: known.vertex(0, 0), goal: known.vertex(5, y), sensor: fourNeighbours }));
    expect(walks.map((walk) => walk.next().done)).toEqual([false, false]);
    expect([walks[0].next().done, [...walks[1]].at(-1)?.status]).toEqual([true, 'reached']);
  });
});

test('rejects a planner over another map than that of the fog, unless the world names no map', () => {
  const world = new FogOfWar(Grid.fromRows(['....', '....', '....']));
  const unit = new UnitGrid(world.known, 2);
  const planner = new DStarLite(unit.grid);
  const episode = { start: unit.grid.vertex(0, 0), goal: unit.grid.vertex(2, 1), sensor: radius(2) };
  expect(() => navigate(planner, world, episode).next()).toThrow('The planner plans on another map than the one that this world reveals');
  const own = {
    reveal(v: number, sensor: Sensor, tails: Uint32Array): number {
      world.reveal(v, sensor);
      return unit.update(tails);
    },
  };
  for (const said of [own, { ...own, known: undefined }, { ...own, known: unit.grid }]) {
    expect([...navigate(planner, said, episode)].at(-1)?.status).toBe('reached');
  }
});

describe('units of several sizes share a fog', () => {
  const scenes = worlds({ maxSize: 12, terrain: true }).chain((world) =>
    fc.tuple(fc.constant(world), fc.array(fc.record({ size: fc.integer({ min: 1, max: 3 }), from: fc.nat(), to: fc.nat(), seen: fc.constantFrom<Sensor>(neighbours, radius(1.5), radius(3), lineOfSight(3)) }, { noNullPrototype: true }), { minLength: 1, maxLength: 3 })));

  test('each arrives if it can, never stands where it does not fit, and gives up only if no path is left', () => {
    fc.assert(
      fc.property(scenes, ([{ rows, ...rules }, units]) => {
        const truth = Grid.fromRows(rows, rulesOf(rules));
        const fog = new FogOfWar(truth);
        const fogs = [1, 2, 3].map((size) => new UnitFog(fog, size));
        const walks = units.flatMap(({ size, from, to, seen }) => {
          const real = new UnitGrid(truth, size).grid;
          const cells = [...real.cells.keys()].filter((v) => real.cells[v] > 0);
          if (cells.length === 0) return [];
          const [start, goal] = [cells[from % cells.length], cells[to % cells.length]];
          const world = fogs[size - 1];
          const planner = new LPAStar(world.known, { heuristic: world.known.heuristic({ least: 1 }) });
          return [{ real, start, goal, reached: oracleCost(real, start, goal) < Infinity, walk: navigate(planner, world, { start, goal, sensor: seen }) }];
        });
        // In turns, so that each sees while the others plan.
        const ends = walks.map((): string => '');
        for (let open = walks.length; open > 0;) {
          for (const [i, { real, walk }] of walks.entries()) {
            const { value, done } = walk.next();
            if (done === true || typeof value !== 'object') continue;
            if (real.cells[value.vertex] === 0) throw new Error(`a unit stands at ${value.vertex}, where it does not fit`);
            if (value.status !== 'reached' && value.status !== 'unreachable') continue;
            ends[i] = value.status;
            open--;
          }
        }
        expect(ends).toEqual(walks.map(({ reached }) => (reached ? 'reached' : 'unreachable')));
      }),
      { numRuns: runs(200), seed: 1 },
    );
  });
});

test('the report of a step', () => {
  const world = new FogOfWar(Grid.fromRows(['.#.', '...'], four));
  const { known } = world;
  const planner = new DStarLite(known, { heuristic: known.heuristic() });
  const steps = [...navigate(planner, world, { start: known.vertex(0, 0), goal: known.vertex(2, 0), sensor: fourNeighbours })];
  expect(steps.map(({ vertex, next }) => [vertex, next])).toEqual([[0, 0], [0, 1], [1, 1], [2, 1], [2, 0]].map(([x, y], i, all) => [known.vertex(x, y), i < 4 ? known.vertex(all[i + 1][0], all[i + 1][1]) : -1]));
  expect(steps.map(({ seen }) => seen > 0)).toEqual([true, false, false, false, false]);
  expect(steps.map(({ cost }) => cost)).toEqual([4, 3, 2, 1, 0]);
  expect(steps.map(({ replanned }) => replanned)).toEqual([true, false, false, false, false]);
});

test('MPAA* walks on along its known path without a search', () => {
  const world = new FogOfWar(Grid.fromRows(['.....', '.....', '.....'], four));
  const { known } = world;
  const planner = new MultipathAdaptiveAStar(known, { heuristic: known.heuristic() });
  const steps = [...navigate(planner, world, { start: known.vertex(0, 0), goal: known.vertex(4, 2), sensor: fourNeighbours })];
  expect(steps.filter(({ replanned }) => replanned)).toHaveLength(1);
});

test('a plain search cannot run an episode', () => {
  const world = new FogOfWar(new Grid(3, 3));
  const search = { graph: world.known, begin() {}, run: () => true } as never;
  expect(() => navigate(search, world, { start: 0, goal: 1, sensor: eightNeighbours }).next()).toThrow('navigate needs a planner with an arcsChanged method');
});

test('rejects an episode without a goal', () => {
  const world = new FogOfWar(new Grid(3, 3));
  const episode = { start: world.known.vertex(0, 0), goal: undefined as never, sensor: eightNeighbours };
  expect(() => navigate(new DStarLite(world.known), world, episode).next()).toThrow('The goal of an episode must be a vertex, or a function that returns it for a goal that moves, got undefined.');
});

test('a map without fog is rejected', () => {
  const grid = new Grid(2, 2);
  expect(() => navigate(new DStarLite(grid), grid as never, { start: 5, goal: 6, sensor: fourNeighbours }).next()).toThrow('navigate needs a world with a reveal method, such as new FogOfWar(map), got an object');
});

test.each(names)('%s follows what its fog learns from another', (name) => {
  const truth = Grid.fromRows(['...#.', '.#.#.', '.#.#.', '.#...'], four);
  const [fog, other] = [new FogOfWar(truth), new FogOfWar(truth)];
  const planner = planners[name](fog.known, fog.known.heuristic({ least: 1 }));
  planner.begin(truth.vertex(0, 3), truth.vertex(4, 0));
  planner.run();
  expect(planner.cost).toBe(7);
  for (const [x, y] of [[2, 1], [2, 3]]) other.reveal(truth.vertex(x, y), radius(2));
  fog.learn(other);
  planner.run();
  expect(planner.cost).toBe(13);
});
