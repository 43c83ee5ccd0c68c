import { runs } from '@pf/testkit';
import { describe, expect, test } from 'vitest';
import { ball, BITStar, box, car, findPath, KinodynamicRRT, obstacles, RRT, RRTConnect, type Dynamics, type FindPathOptions, type Obstacle, type Space } from '../src/index.ts';
import { checkTree } from './check-tree.ts';
import { seeded } from './random.ts';
import { checkSegment, goal, insideWall, optimum, space, start } from './worlds.ts';
import { until } from './until.ts';

describe('RRT-Connect', () => {
  test('both trees are free trees, and the path is connected', () => {
    for (let seed = 0; seed < runs(20); seed++) {
      const rrt = new RRTConnect(space, { random: seeded(seed) });
      const cost = rrt.search(start, goal, 5000);
      for (const tree of rrt.trees) {
        checkTree(tree);
        for (let v = 1; v < tree.size; v++) {
          const u = tree.parent[v];
          checkSegment(tree.points[2 * u], tree.points[2 * u + 1], tree.points[2 * v], tree.points[2 * v + 1]);
        }
      }
      const out = new Float64Array(2 * rrt.pathLength);
      expect(rrt.path(out)).toBe(rrt.pathLength);
      expect([...out.subarray(0, 2), ...out.subarray(-2)]).toEqual([...start, ...goal]);
      let length = 0;
      for (let i = 2; i < out.length; i += 2) {
        const edge = Math.hypot(out[i] - out[i - 2], out[i + 1] - out[i - 1]);
        expect(edge).toBeGreaterThan(0);
        expect(edge).toBeLessThanOrEqual(Math.hypot(100, 100) / 20 + 1e-9);
        length += edge;
      }
      expect(length).toBeCloseTo(cost, 9);
      expect(cost).toBeGreaterThanOrEqual(optimum);
    }
  });

  test('finds a first path with fewer samples than RRT', () => {
    let connect = 0, single = 0;
    for (let seed = 0; seed < 20; seed++) {
      const both = new RRTConnect(space, { random: seeded(seed) });
      both.search(start, goal, 1e5);
      connect += both.counters.samples;
      const one = new RRT(space, { random: seeded(seed) });
      one.search(start, goal, 1e5, until(() => one.cost < Infinity));
      single += one.counters.samples;
    }
    console.info(`samples to the first path, mean of 20: RRT-Connect ${connect / 20}, RRT ${single / 20}`);
    expect(connect).toBeLessThan(single / 2);
  });

  test('runs in slices equal one run; no path; no distance', () => {
    let segments = 0;
    const counting: Space = { ...space, segmentFree: (a, b) => (segments++, space.segmentFree(a, b)) };
    const whole = new RRTConnect(counting, { random: seeded(5) });
    whole.search(start, goal, 5000);
    expect(whole.counters.segments).toBe(segments);
    const pieces = new RRTConnect(space, { random: seeded(5) });
    pieces.search(start, goal, 3);
    while (pieces.resume(7) === Infinity);
    expect(pieces.counters).toEqual(whole.counters);
    expect(pieces.cost).toBe(whole.cost);
    expect(pieces.resume(100)).toBe(whole.cost);
    expect(pieces.counters).toEqual(whole.counters);

    const closed = obstacles({ min: [0, 0], max: [10, 10] }, [box([4, 0], [6, 10])]);
    const rrt = new RRTConnect(closed, { random: seeded(1) });
    expect(() => rrt.resume(1)).toThrow('call search');
    expect(rrt.search([1, 1], [9, 9], 300)).toBe(Infinity);
    expect(rrt.pathLength).toBe(0);
    expect(rrt.path(new Float64Array(0))).toBe(0);
    expect(rrt.search([1, 1], [1, 1], 300)).toBe(0);
    const out = new Float64Array(2);
    expect(rrt.path(out)).toBe(1);
    rrt.search([1, 1], [3, 9], 300, until(() => true));
    expect(rrt.counters.samples).toBe(0);
    rrt.resume(300);
    expect(() => rrt.path(out)).toThrow('the buffer holds 2');
    expect(() => new RRTConnect(closed, { random: seeded(1), step: -1 })).toThrow('got -1');
    expect(() => new RRTConnect(closed, { step: 1e-12 })).toThrow(/The step must be .* or more in this box, got 1e-12/);
    expect(() => new RRTConnect(closed, { random: 7 as unknown as () => number })).toThrow('random must be a function that gives numbers from 0 to below 1');
    expect(() => new RRTConnect(closed, { random: () => 1 }).search([1, 1], [9, 9], 1)).toThrow('random must give numbers from 0 to below 1, got 1.');
    for (const samples of [NaN, -1]) {
      expect(() => rrt.search([1, 1], [9, 9], samples)).toThrow(`The samples must be a number, 0 or more, got ${samples}.`);
      expect(() => rrt.resume(samples)).toThrow(`The samples must be a number, 0 or more, got ${samples}.`);
    }
  });

  test('a step that vanishes in the rounding of far coordinates grows no copies of a point', () => {
    const far = obstacles({ min: [1e13, 1e10], max: [1e13 + 100, 1e10 + 100] }, []);
    let segments = 0;
    const counting: Space = {
      ...far,
      segmentFree: () => {
        if (++segments > 1000) throw new Error('It does not come to an end.');
        return true;
      },
    };
    const rrt = new RRTConnect(counting, { random: seeded(1), step: 1e-4 });
    expect(rrt.search([1e13 + 1, 1e10 + 50], [1e13 + 90, 1e10 + 50], 10)).toBe(Infinity);
    expect(rrt.counters.samples).toBe(10);
    for (const tree of rrt.trees) {
      checkTree(tree);
      for (let v = 1; v < tree.size; v++) expect(tree.edge[v]).toBeGreaterThan(0);
    }
  });

  test('a long run is stopped in the middle, and resumes with the same result to the last bit', () => {
    const state = (rrt: RRTConnect): unknown => [rrt.counters, rrt.cost, ...rrt.trees.map(({ size, parent, points }) => [size, parent.slice(0, size), points.slice(0, 2 * size)])];
    const make = (): RRTConnect => new RRTConnect(space, { random: seeded(5), step: 3 });
    const whole = make();
    expect(whole.search(start, goal, 2000)).toBeLessThan(Infinity);
    const pieces = make();
    let signalChecks = 0, most = 0;
    const signal = until(() => ++signalChecks > 7);
    pieces.search(start, goal, 2000, signal);
    // Samples are counted when they are drawn: a resumed run counts none twice.
    for (let before = pieces.counters.segments; pieces.cost === Infinity; before = pieces.counters.segments) {
      signalChecks = 0;
      pieces.resume(2000 - pieces.counters.samples, signal);
      most = Math.max(most, pieces.counters.segments - before);
    }
    expect(most).toBe(7);
    expect(state(pieces)).toEqual(state(whole));

    // A restart in the middle of a run gives the same result as a fresh planner.
    let random = seeded(1);
    const again = new RRTConnect(space, { random: () => random(), step: 3 });
    signalChecks = 0;
    again.search(goal, start, 2000, signal);
    random = seeded(5);
    again.search(start, goal, 2000);
    expect(state(again)).toEqual(state(whole));
  });
});

describe('kinodynamic RRT', () => {
  // The walls of worlds.ts, at any heading.
  const street: Space = {
    bounds: { min: [0, 0, -Math.PI], max: [100, 100, Math.PI] },
    pointFree: (p) => space.pointFree(p.subarray(0, 2)),
    segmentFree: (a, b) => space.segmentFree(a.subarray(0, 2), b.subarray(0, 2)),
  };

  for (const reverse of [false, true]) {
    test(`a car ${reverse ? 'that can' : 'that cannot'} drive backwards keeps its turning radius, and hits nothing`, () => {
      let found = 0;
      for (let seed = 0; seed < runs(4); seed++) {
        const random = seeded(seed);
        const radius = 4, pieces = 4;
        const rrt = new KinodynamicRRT(street, { random, dynamics: car({ turningRadius: radius, pieces, reverse }), goalTolerance: 5 });
        const cost = rrt.search([5, 5, Math.PI / 2], [95, 5, -Math.PI / 2], 20_000, until(() => rrt.cost < Infinity));
        checkTree(rrt.tree, { lengths: false });
        if (cost === Infinity) continue;
        found++;
        const out = new Float64Array(3 * rrt.pathLength);
        const n = rrt.path(out);
        expect(cost).toBeCloseTo((n - 1) * (radius / pieces), 9);
        for (let i = 3; i < out.length; i += 3) {
          const [x, y, heading, nextX, nextY, nextHeading] = out.subarray(i - 3, i + 3);
          const turned = Math.abs(((nextHeading - heading + 3 * Math.PI) % (2 * Math.PI)) - Math.PI);
          expect(turned).toBeLessThanOrEqual(1 / pieces + 1e-9);
          const chord = Math.hypot(nextX - x, nextY - y);
          expect(chord).toBeLessThanOrEqual(radius / pieces + 1e-9);
          // The chord of an arc points along the mean heading: no sliding.
          const middle = heading + (((nextHeading - heading + 3 * Math.PI) % (2 * Math.PI)) - Math.PI) / 2;
          const forward = ((nextX - x) * Math.cos(middle) + (nextY - y) * Math.sin(middle)) / chord;
          expect(reverse ? Math.abs(forward) : forward).toBeCloseTo(1, 9);
          expect(insideWall(nextX, nextY)).toBe(false);
          checkSegment(x, y, nextX, nextY);
        }
      }
      expect(found).toBeGreaterThan(0);
    });
  }

  /** Throws unless states lie at even distances on an arc of limited curvature that begins like `from`. */
  function checkArc(from: Float64Array, states: Float64Array, turningRadius: number, stride: number, reverse: boolean): void {
    const pieces = states.length / 3;
    const round = (angle: number): number => angle - 2 * Math.PI * Math.round(angle / (2 * Math.PI));
    const isBack = (states[0] - from[0]) * Math.cos(from[2]) + (states[1] - from[1]) * Math.sin(from[2]) < 0;
    if (isBack && !reverse) throw new Error('A car that cannot drive backwards does.');
    const first = round(states[2] - from[2]);
    for (let i = 1; i <= pieces; i++) {
      const turned = first * i, length = ((isBack ? -1 : 1) * stride * i) / pieces;
      expect(Math.abs(turned)).toBeLessThanOrEqual(Math.abs(length) / turningRadius + 1e-12);
      const [x, y, heading] = states.subarray(3 * i - 3);
      expect(Math.abs(heading)).toBeLessThanOrEqual(Math.PI + 1e-12);
      expect(round(heading - from[2] - turned)).toBeCloseTo(0, 9);
      // The chord of an arc leads along the mean heading.
      const chord = Math.abs(turned) < 1e-12 ? length : (length * Math.sin(turned / 2)) / (turned / 2);
      expect(x).toBeCloseTo(from[0] + chord * Math.cos(from[2] + turned / 2), 9);
      expect(y).toBeCloseTo(from[1] + chord * Math.sin(from[2] + turned / 2), 9);
    }
  }

  test('a car that can drive backwards does so about half of the time, and never by default', () => {
    const random = seeded(9), out = new Float64Array(3);
    for (const [options, least, most] of [[{}, 0, 0], [{ reverse: false }, 0, 0], [{ reverse: true }, 400, 600]] as const) {
      const drive = car({ turningRadius: 2, trials: 1, pieces: 1, ...options });
      let back = 0;
      for (let i = 0; i < 1000; i++) {
        drive.steer(Float64Array.of(0, 0, 0), Float64Array.of(5, 5, 0), out, new Float64Array(2), random);
        if (out[0] < 0) back++;
      }
      expect(back).toBeGreaterThanOrEqual(least);
      expect(back).toBeLessThanOrEqual(most);
    }
  });

  test('a car takes the candidate motion that ends nearest, by the distance of the space', () => {
    const random = seeded(4);
    for (let i = 0; i < runs(400); i++) {
      const turningRadius = 1 + 3 * random(), trials = 1 + Math.floor(6 * random()), pieces = 1 + Math.floor(4 * random());
      const options = {
        turningRadius, pieces, reverse: i % 2 === 0,
        ...(i % 3 === 0 ? { stride: 0.5 + random() } : {}), ...(i % 5 === 0 ? { turnWeight: 5 * random() } : {}),
      };
      // Sometimes straight ahead.
      const numbers = Array.from({ length: 2 * trials }, () => (random() < 0.1 ? 0.5 : random())), place = (): Float64Array => Float64Array.of(20 * random(), 20 * random(), 7 * random() - 3.5);
      const [from, toward] = [place(), place()];
      const replay = (): (() => number) => {
        let at = 0;
        return () => numbers[at++];
      };
      const whole = car({ ...options, trials }), single = car({ ...options, trials: 1 }), replayed = replay();
      const out = new Float64Array(3 * pieces), tried = new Float64Array(3 * pieces), best = new Float64Array(3 * pieces);
      let least = Infinity;
      for (let trial = 0; trial < trials; trial++) {
        single.steer(from, toward, tried, new Float64Array(2), replayed);
        checkArc(from, tried, turningRadius, options.stride ?? turningRadius, options.reverse);
        const [end, goal] = [tried.subarray(-3), toward].map((state) => {
          const at = new Float64Array(4);
          whole.embedding!.write(state, at);
          return at;
        });
        const away = Math.hypot(...end.map((value, k) => value - goal[k]));
        if (away < least) {
          least = away;
          best.set(tried);
        }
      }
      expect(whole.steer(from, toward, out, new Float64Array(2), replay())).toBe(pieces);
      expect([...out]).toEqual([...best]);
      expect(whole.cost!(from, toward) * pieces).toBeCloseTo(options.stride ?? turningRadius, 12);
      // The distance of a half turn on the spot is the chord times the weight.
      const [ahead, behind] = [0, Math.PI].map((heading) => {
        const at = new Float64Array(4);
        whole.embedding!.write(Float64Array.of(3, 4, heading), at);
        return at;
      });
      expect(Math.hypot(...ahead.map((value, k) => value - behind[k]))).toBeCloseTo(2 * (options.turnWeight ?? turningRadius), 9);
    }
  });

  test('headings may be given in any turn', () => {
    for (const least of [0, -2 * Math.PI, 1, 7 * Math.PI]) {
      const [min, max] = [least, least + 2 * Math.PI];
      const turned = (heading: number): number => heading - 2 * Math.PI * Math.floor((heading - min) / (2 * Math.PI));
      const random = seeded(1);
      const turn: Space = { ...street, bounds: { min: [0, 0, min], max: [100, 100, max] } };
      const rrt = new KinodynamicRRT(turn, { random, dynamics: car({ turningRadius: 4 }), goalTolerance: 5 });
      expect(rrt.search([5, 5, turned(Math.PI / 2)], [95, 5, turned(-Math.PI / 2)], 20_000, until(() => rrt.cost < Infinity))).toBeLessThan(Infinity);
      const quarters = [0, 0, 0, 0];
      for (let v = 0; v < rrt.tree.size; v++) {
        const heading = rrt.tree.points[3 * v + 2];
        expect(heading >= min && heading <= max).toBe(true);
        quarters[Math.min(3, Math.floor((heading - min) / (Math.PI / 2)))]++;
        if (v === 0) continue;
        const before = rrt.tree.points[3 * rrt.tree.parent[v] + 2];
        expect(Math.cos(heading - before)).toBeGreaterThan(Math.cos(1 / 4) - 1e-9);
      }
      for (const quarter of quarters) expect(quarter).toBeGreaterThan(rrt.tree.size / 20);
    }

    // Bounds of less than a turn limit the allowed headings.
    const random = seeded(1);
    const onward: Space = { ...street, bounds: { min: [0, 0, 0], max: [100, 100, 1] } };
    const ahead = new KinodynamicRRT(onward, { random, dynamics: car({ turningRadius: 4 }), goalTolerance: 5 });
    ahead.search([5, 5, 0.5], [15, 50, 0.5], 2000);
    expect(ahead.tree.size).toBeGreaterThan(100);
    for (let v = 0; v < ahead.tree.size; v++) expect(Math.abs(ahead.tree.points[3 * v + 2] - 0.5)).toBeLessThanOrEqual(0.5);
  });

  describe('over the end of the bounds of a periodic coordinate', () => {
    const turn = 2 * Math.PI;
    const rotor: Dynamics = {
      states: 1,
      period: [turn],
      embedding: { dimension: 2, write: (state, out) => { out[0] = Math.cos(state[0]); out[1] = Math.sin(state[0]); } },
      steer(from, toward, out) {
        out[0] = from[0] + (Math.sin(toward[0] - from[0]) > 0 ? 0.1 : -0.1);
        return 1;
      },
    };
    const costWith = (max: number, walls: readonly Obstacle[]): number =>
      new KinodynamicRRT(obstacles({ min: [0], max: [max] }, walls), { random: seeded(1), dynamics: rotor, goalTolerance: 0.06 }).search([0.25], [6.03], 5000);

    test('a motion is checked where it leads, and costs its length', () => {
      expect(costWith(turn, [])).toBeCloseTo(0.5, 9);
      expect(costWith(turn, [box([3], [3.3])])).toBeCloseTo(0.5, 9);
      // A wall at either end, or at both: then the other direction.
      for (const walls of [[box([0], [0.01])], [box([turn - 0.01], [turn])], [box([0], [0]), box([turn], [turn])]]) {
        expect(costWith(turn, walls)).toBeCloseTo(5.8, 9);
        expect(costWith(turn, [...walls, box([3], [3.3])])).toBe(Infinity);
      }
      // Headings outside the bounds are not free, except within rounding.
      expect(costWith(6.28, [box([3], [3.3])])).toBeCloseTo(0.5, 9);
      expect(costWith(6.15, [box([3], [3.3])])).toBe(Infinity);
    });

    test('a car turns if half of the headings are blocked', () => {
      for (const [least, taken] of [[-Math.PI, [box([0, 0, -0.5], [20, 4, 0.5])]], [0, [box([0, 0, -1], [20, 4, 0.5]), box([0, 0, turn - 0.5], [20, 4, 7])]]] as const) {
        const lane = obstacles({ min: [0, 0, least], max: [20, 4, least + turn] }, taken);
        for (let seed = 0; seed < runs(10); seed++) {
          const random = seeded(seed);
          const rrt = new KinodynamicRRT(lane, { random, dynamics: car({ turningRadius: 2 }), goalTolerance: 1 });
          expect(rrt.search([18, 2, 3.1], [2, 2, 3.1], 3000, until(() => rrt.cost < Infinity)), `seed ${seed}`).toBeLessThan(Infinity);
        }
      }
    });

    test('with two periodic coordinates, no edge crosses a wall, and the space is queried only within its bounds', () => {
      let over = 0;
      for (let seed = 0; seed < runs(20); seed++) {
        const random = seeded(seed);
        const low = [random() * 10 - 5, 30 * random() - 15], period = [turn, 24];
        // Up to two turns, with walls in each of them.
        const turns = 1 + (seed % 2), high = low.map((value, k) => value + turns * period[k]);
        const walls = Array.from({ length: 6 }, () => ball([0, 1].map((k) => low[k] + random() * (high[k] - low[k])), 0.4 + 0.4 * random()));
        const within = (p: Float64Array): boolean => p.every((value, k) => value >= low[k] && value <= high[k]);
        const free = obstacles({ min: low, max: high }, walls);
        let segments = 0;
        const ring: Space = {
          bounds: free.bounds,
          pointFree: (p) => free.pointFree(p),
          segmentFree(a, b) {
            segments++;
            if (!within(a) || !within(b)) throw new Error(`Checked the segment (${a.join()}) to (${b.join()}), beyond ${low.join()} and ${high.join()}.`);
            return free.segmentFree(a, b);
          },
        };
        const dynamics: Dynamics = {
          states: 2,
          period,
          steer(from, toward, out) {
            for (let k = 0; k < 2; k++) {
              const step = (toward[k] - from[k]) % period[k];
              const shorter = step - period[k] * Math.round(step / period[k]);
              // Unchanged, or from any turn.
              const anyTurn = seed % 3 === 0 ? period[k] * Math.floor(random() * 5 - 2) : 0;
              for (let i = 0; i < 2; i++) out[2 * i + k] = from[k] + Math.max(-1, Math.min(1, shorter)) * (i + 1) + anyTurn;
            }
            return 2;
          },
        };
        let from: number[];
        do from = low.map((value, k) => value + random() * (high[k] - value)); while (!free.pointFree(Float64Array.from(from)));
        const rrt = new KinodynamicRRT(ring, { random, dynamics, goalTolerance: 0.1, goalBias: 0 });
        rrt.search(from, from, 600);
        expect([rrt.counters.segments, rrt.counters.samples]).toEqual([segments, 600]);
        const { tree } = rrt;
        expect(tree.size).toBeGreaterThan(100);
        const end = new Float64Array(2), before = new Float64Array(2), at = new Float64Array(2);
        for (let v = 1; v < tree.size; v++) {
          tree.read(v, end);
          tree.read(tree.parent[v], before);
          const step = end.map((value, k) => value - before[k] - period[k] * Math.round((value - before[k]) / period[k]));
          expect(tree.edge[v]).toBeCloseTo(Math.hypot(...step), 9);
          if (step.some((value, k) => Math.abs(value - (end[k] - before[k])) > 1)) over++;
          // With several turns, each with its walls, the turn of the path is unspecified.
          for (let i = 0; turns === 1 && i <= 20; i++) {
            for (let k = 0; k < 2; k++) {
              const value = before[k] + (i / 20) * step[k];
              at[k] = value - period[k] * Math.floor((value - low[k]) / period[k]);
            }
            if (!free.pointFree(at)) throw new Error(`Seed ${seed}: from (${before.join()}) to (${end.join()}) there is a wall at (${at.join()}).`);
          }
        }
      }
      expect(over).toBeGreaterThan(runs(100));
    });
  });

  test('if there are few states, or a motion stands still, the tree does not grow by copies of them', () => {
    const grown = (dynamics: Dynamics, world: Space, from: number[], to: number[]): KinodynamicRRT => {
      const rrt = new KinodynamicRRT(world, { random: seeded(1), dynamics, goalTolerance: 0.1 });
      rrt.search(from, to, 20_000);
      checkTree(rrt.tree, { lengths: false });
      return rrt;
    };
    const stuck: Dynamics = { states: 1, steer: (from, _toward, out) => { out.set(from); return 1; } };
    expect(grown(stuck, obstacles({ min: [0], max: [1] }, []), [0], [1]).tree.size).toBeLessThan(20);
    const moves: Dynamics = {
      states: 1,
      steer(from, toward, out) {
        const [dx, dy] = [toward[0] - from[0], toward[1] - from[1]], isFlat = Math.abs(dx) > Math.abs(dy);
        out[0] = from[0] + (isFlat ? Math.sign(dx) : 0);
        out[1] = from[1] + (isFlat ? 0 : Math.sign(dy));
        return 1;
      },
    };
    const wall = box([9.5, -1], [10.5, 15]);
    const rrt = grown(moves, obstacles({ min: [0, 0], max: [20, 20] }, [wall]), [0, 0], [20, 0]);
    // 21 × 21 states, some of them repeated before the repetition is noticed.
    expect(rrt.tree.size).toBeLessThan(3000);
    expect(rrt.cost).toBeLessThan(Infinity);
  });

  test('a cart with a limited push: position and speed', () => {
    const push: Dynamics = {
      states: 3,
      steer(from, toward, out) {
        // The push that would bring it nearest, of three.
        let best = 0, least = Infinity;
        for (const force of [-1, 0, 1]) {
          const away = Math.abs(from[0] + from[1] + force / 2 - toward[0]) + Math.abs(from[1] + force - toward[1]);
          if (away < least) { least = away; best = force; }
        }
        for (let i = 0; i < 3; i++) {
          const t = (i + 1) / 3;
          out[2 * i] = from[0] + from[1] * t + (best * t * t) / 2;
          out[2 * i + 1] = from[1] + best * t;
        }
        return 3;
      },
      cost: () => 1 / 3,
    };
    const track = obstacles({ min: [0, -3], max: [20, 3] }, []);
    const rrt = new KinodynamicRRT(track, { random: seeded(2), dynamics: push, goalTolerance: 0.6 });
    const cost = rrt.search([1, 0], [19, 0], 5000);
    // From rest to rest with push 1: at least 2 √18 in time, less for the area around the goal.
    expect(cost).toBeGreaterThan(2 * Math.sqrt(16.8));
    expect(cost).toBeLessThan(40);
    const twice = new KinodynamicRRT(track, { random: seeded(2), dynamics: push, goalTolerance: 0.6 });
    twice.search([1, 0], [19, 0], 1234);
    twice.resume(5000 - 1234);
    expect(twice.tree.cost.slice(0, twice.tree.size)).toEqual(rrt.tree.cost.slice(0, rrt.tree.size));
  });

  test('dynamics that return no valid number of states, or no valid cost, are reported', () => {
    const track = obstacles({ min: [0], max: [9] }, []);
    const line: Dynamics = { states: 2, steer: (from, toward, out) => { out[0] = from[0] + Math.sign(toward[0] - from[0]) / 2; return 1; } };
    const search = (changed: object): number => new KinodynamicRRT(track, { random: seeded(1), dynamics: { ...line, ...changed }, goalTolerance: 0.3 }).search([1], [5], 200);
    expect(search({})).toBeCloseTo(4, 9);
    for (const n of [undefined, NaN, -1, 0.5, 3, '1']) expect(() => search({ steer: () => n })).toThrow(`steer must return how many states it wrote, from 0 to 2, got ${n === '1' ? "'1'" : n}.`);
    expect(search({ steer: () => 0 })).toBe(Infinity);
    for (const cost of [NaN, -1, '1']) expect(() => search({ cost: () => cost })).toThrow(`cost must return 0 or more, got ${cost === '1' ? "'1'" : cost} from [1] to [`);
    expect(search({ cost: () => 0 })).toBe(0);
  });

  test('an embedding that throws leaves a tree that can be continued', () => {
    let calls = 0;
    const write = (state: Float64Array, out: Float64Array): void => {
      // While a vertex is added.
      if (++calls === 41) throw new Error('not loaded yet');
      out.set(state);
    };
    const dynamics: Dynamics = { states: 1, embedding: { dimension: 1, write }, steer: (from, toward, out) => { out[0] = (from[0] + toward[0]) / 2; return 1; } };
    const rrt = new KinodynamicRRT(obstacles({ min: [0], max: [9] }, []), { random: seeded(1), dynamics, goalTolerance: 1e-9 });
    expect(() => rrt.search([1], [5], 100)).toThrow('not loaded yet');
    rrt.resume(100);
    const { tree } = rrt;
    for (let v = 0; v < tree.size; v++) expect(tree.points[tree.nearest(tree.points.slice(v, v + 1))]).toBe(tree.points[v]);
  });

  test('planners that share a car, run in slices by turns, grow the trees of single runs', () => {
    const dynamics = car({ turningRadius: 4 });
    const planner = (): KinodynamicRRT => new KinodynamicRRT(street, { dynamics, goalTolerance: 5 });
    const [whole, first, second] = [planner(), planner(), planner()];
    whole.search([5, 5, 0], [95, 5, 0], 500);
    for (const one of [first, second]) one.search([5, 5, 0], [95, 5, 0], 200);
    for (const one of [second, first]) one.resume(300);
    for (const { tree: { size, points } } of [first, second]) expect([...points.subarray(0, 3 * size)]).toEqual([...whole.tree.points.subarray(0, 3 * whole.tree.size)]);
  });

  test('rejects invalid arguments', () => {
    const random = seeded(1);
    const dynamics: Dynamics = { states: 1, steer: (from, _toward, out) => { out.set(from); return 1; } };
    const track = obstacles({ min: [0], max: [1] }, []);
    expect(() => new KinodynamicRRT(track, { random, dynamics, goalTolerance: 0 })).toThrow('goalTolerance must be above 0');
    expect(() => new KinodynamicRRT(track, { random, dynamics, goalTolerance: 1, goalBias: 2 })).toThrow('got 2');
    expect(() => new KinodynamicRRT(track, { random, dynamics: { ...dynamics, states: 0 }, goalTolerance: 1 })).toThrow('got 0');
    expect(() => new KinodynamicRRT(track, { random, dynamics, goalTolerance: 1 }).resume(1)).toThrow('call search');
    expect(() => car({ turningRadius: 0 })).toThrow('The turning radius must be above 0, got 0.');
    for (const stride of [-1, 0, NaN, Infinity]) expect(() => car({ turningRadius: 2, stride })).toThrow(`The stride must be above 0 and finite, got ${stride}.`);
    for (const turnWeight of [-1, NaN, Infinity]) expect(() => car({ turningRadius: 2, turnWeight })).toThrow(`The weight of a turn must be 0 or more and finite, got ${turnWeight}.`);
    for (const trials of [0, -1, 1.5, NaN]) expect(() => car({ turningRadius: 2, trials })).toThrow(`The trials must be a whole number, at least 1, got ${trials}.`);
    for (const pieces of [0, 1.5, NaN]) expect(() => car({ turningRadius: 2, pieces })).toThrow(`The pieces of a motion must be a whole number, at least 1, got ${pieces}.`);
    expect(car({ turningRadius: 2, turnWeight: 0, trials: 1, pieces: 1, stride: 0.1 }).states).toBe(1);
    expect(() => new KinodynamicRRT(space, { random, dynamics: car({ turningRadius: 2 }), goalTolerance: 1 }))
      .toThrow('The states of the dynamics have 3 coordinates and the space 2: give both the same number.');
    const none = 7 as unknown as () => number;
    expect(() => new KinodynamicRRT(track, { random: none, dynamics, goalTolerance: 1 })).toThrow('random must be a function');
    const bad = new KinodynamicRRT(street, { random: () => NaN, dynamics: car({ turningRadius: 2 }), goalTolerance: 1 });
    expect(() => bad.search([5, 5, 0], [95, 5, 0], 1)).toThrow('random must give numbers from 0 to below 1, got NaN.');
    for (const samples of [NaN, -1]) {
      expect(() => bad.search([5, 5, 0], [95, 5, 0], samples)).toThrow(`The samples must be a number, 0 or more, got ${samples}.`);
      expect(() => bad.resume(samples)).toThrow(`The samples must be a number, 0 or more, got ${samples}.`);
    }
    const stuck = new KinodynamicRRT(track, { random, dynamics, goalTolerance: 0.1 });
    expect(stuck.search([0], [1], 10)).toBe(Infinity);
    expect(stuck.path(new Float64Array(0))).toBe(0);
  });
});

test('findPath uses Informed RRT* by default', () => {
  const path = findPath(space, { from: Float64Array.from(start), to: Float64Array.from(goal), samples: 4000, random: seeded(1) });
  expect(path.cost).toBeLessThan(1.05 * optimum);
  expect(path.points[0]).toEqual(start);
  expect(path.points.at(-1)).toEqual(goal);
  const plain = findPath(space, { from: [...start], to: [...goal], samples: 4000, random: seeded(1), star: false, simplify: false });
  expect(plain.cost).toBeGreaterThan(1.1 * optimum);
});

test('an undefined option counts as absent', () => {
  const question = { from: [...start], to: [...goal], samples: 1000 };
  const path = findPath(space, { ...question, random: seeded(1) });
  const none = { informed: undefined, star: undefined, step: undefined, goalBias: undefined, goalTolerance: undefined, radius: undefined, signal: undefined };
  expect(findPath(space, { ...question, ...none, random: seeded(1) })).toEqual(path);
  const many = { from: [...start], to: [...goal], samples: undefined, random: seeded(1) } as unknown as FindPathOptions;
  expect(findPath(space, many)).toEqual(findPath(space, { from: [...start], to: [...goal], random: seeded(1) }));
  // Separately, each option is as given.
  const plain = findPath(space, { ...question, random: seeded(1), star: false });
  expect(findPath(space, { ...question, random: seeded(1), star: false, informed: undefined })).toEqual(plain);
  expect(plain.cost).toBeGreaterThan(path.cost);
  expect(findPath(space, { ...question, random: seeded(1), star: false, informed: true })).toEqual(path);

  const connect = (options: object): number => new RRTConnect(space, { random: seeded(1), ...options }).search(start, goal, 1000);
  expect(connect({ step: undefined })).toBe(connect({}));
  const street = obstacles({ min: [0, 0, -Math.PI], max: [100, 100, Math.PI] }, []);
  const drive = (options: object, carOptions: object): number => {
    const random = seeded(1);
    const dynamics = car({ turningRadius: 4, ...carOptions });
    return new KinodynamicRRT(street, { random, dynamics, goalTolerance: 5, ...options }).search([5, 5, 0], [95, 5, 0], 3000);
  };
  const unsaid = { stride: undefined, pieces: undefined, reverse: undefined, trials: undefined, turnWeight: undefined };
  expect(drive({}, {})).toBeLessThan(Infinity);
  expect(drive({ goalBias: undefined }, unsaid)).toBe(drive({}, {}));
});

test('infinitely many samples need a signal, except for RRT-Connect, which ends with its path', () => {
  const open = obstacles({ min: [0, 0], max: [10, 10] }, []);
  for (const planner of [new RRT(open), new BITStar(open)]) {
    const cost = planner.search([1, 1], [9, 9], 300);
    const endless = [() => planner.search([1, 1], [2, 2], Infinity), () => planner.resume(Infinity)];
    for (const call of endless) expect(call).toThrow('A search of Infinity samples never ends by itself: pass a signal, or a finite number.');
    expect([planner.cost, planner.counters.samples]).toEqual([cost, 300]);
    expect(planner.search([1, 1], [9, 9], Infinity, until(() => planner.counters.samples === 300))).toBeLessThan(Infinity);
    expect(planner.counters.samples).toBe(300);
  }
  expect(() => findPath(open, { from: [1, 1], to: [9, 9], samples: Infinity })).toThrow('pass a signal');
  expect(new RRTConnect(open).search([1, 1], [9, 9], Infinity)).toBeLessThan(Infinity);
});
