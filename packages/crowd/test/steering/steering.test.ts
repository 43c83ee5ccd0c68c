import { caves, Components, seededRandom } from '@pf/grid';
import { DistanceField } from '@pf/search';
import { runs } from '@pf/testkit';
import { describe, expect, test } from 'vitest';
import { gridWalls, Steering } from '../../src/index.ts';

type Point = readonly [x: number, y: number];
const RADIUS = 0.5;
const unit = { radius: RADIUS, speed: 1.5 };

/** Units with their goals, and their planned steps: straight ahead by default. */
interface Scene {
  readonly starts: readonly Point[];
  readonly goals: readonly Point[];
  readonly walls?: readonly number[];
  readonly via?: (i: number, x: number, y: number) => Point;
}

/** The largest overlap of two units, as a share of the radius; by all pairs. */
function overlapOf({ x, y, count }: Steering): number {
  let most = 0;
  for (let i = 0; i < count; i++) {
    for (let j = i + 1; j < count; j++) most = Math.max(most, 2 - Math.hypot(x[i] - x[j], y[i] - y[j]) / RADIUS);
  }
  return most;
}

function wallOverlap({ x, y, count }: Steering, walls: readonly number[]): number {
  let most = 0;
  for (let k = 0; k < walls.length; k += 4) {
    const [ax, ay, bx, by] = walls.slice(k, k + 4);
    const length2 = (bx - ax) ** 2 + (by - ay) ** 2;
    for (let i = 0; i < count; i++) {
      const t = Math.min(1, Math.max(0, ((x[i] - ax) * (bx - ax) + (y[i] - ay) * (by - ay)) / length2));
      most = Math.max(most, 1 - Math.hypot(ax + t * (bx - ax) - x[i], ay + t * (by - ay) - y[i]) / RADIUS);
    }
  }
  return most;
}

/** Plays a scene until all have arrived, and returns how long it took. */
function play({ starts, goals, walls = [], via }: Scene, limit: number): { steps: number; steering: Steering } {
  const steering = new Steering();
  steering.setWalls(walls);
  for (const [x, y] of starts) steering.add({ x, y, ...unit });
  const { x, y } = steering;
  const drive = (): void => goals.forEach((goal, i) => steering.seek(i, ...(via?.(i, x[i], y[i]) ?? goal)));
  const isThere = (): boolean => goals.every(([gx, gy], i) => Math.hypot(x[i] - gx, y[i] - gy) < 0.01);
  let steps = 0;
  for (; steps < limit && !isThere(); steps++) {
    drive();
    steering.step(0.1);
    expect(overlapOf(steering)).toBeLessThan(0.01);
    expect(wallOverlap(steering, walls)).toBeLessThan(0.01);
  }
  expect(steps, 'steps').toBeLessThan(limit);
  // Resting units do not tremble.
  const [before, rows] = [x.slice(), y.slice()];
  for (let i = 0; i < 20; i++) {
    drive();
    steering.step(0.1);
  }
  x.forEach((value, i) => expect(Math.hypot(value - before[i], y[i] - rows[i])).toBeLessThan(0.011));
  return { steps, steering };
}

function circle(n: number): Scene {
  const points = Array.from({ length: n }, (_, i): Point => [Math.cos((2 * Math.PI * i) / n) * Math.max(5, n / 4), Math.sin((2 * Math.PI * i) / n) * Math.max(5, n / 4)]);
  return { starts: points, goals: points.map(([x, y]) => [-x, -y]) };
}

function crossing(side: number): Scene {
  const starts: Point[] = [];
  const goals: Point[] = [];
  for (let i = 0; i < side * side; i++) {
    const [a, b] = [i % side, Math.floor(i / side)];
    starts.push([1.3 * a - 15, 1.3 * b - 3.5], [1.3 * b - 3.5, 1.3 * a - 15]);
    goals.push([2.2 * a + 8, 2.2 * b - 5.5], [2.2 * b - 5.5, 2.2 * a + 8]);
  }
  return { starts, goals };
}

/** Equally many from each side through one door slightly wider than a unit. */
function doorway(n: number): Scene {
  const starts: Point[] = [];
  const goals: Point[] = [];
  for (let i = 0; i < n; i++) {
    const [x, y] = [2 + 1.2 * Math.floor(i / 5), n === 1 ? 0 : (i % 5) * 1.2 - 2.4];
    starts.push([-x - 1, y], [x + 1, y]);
    goals.push([2 * x + 1, 2 * y], [-2 * x - 1, 2 * y]);
  }
  const via = (i: number, x: number, y: number): Point => {
    const side = Math.sign(goals[i][0]);
    if (x * side >= 0.3) return goals[i];
    return [x * side < -1.2 && Math.abs(y) > 0.3 ? -side * 0.9 : side * 0.9, 0];
  };
  return { starts, goals, via, walls: [0, -20, 0, -0.7, 0, 0.7, 0, 20] };
}

function corridor(n: number): Scene {
  const starts: Point[] = [];
  const goals: Point[] = [];
  for (let i = 0; i < n; i++) {
    starts.push([1.2 * i - 8, 0], [8 - 1.2 * i, 0]);
    goals.push([1.2 * i + 8 - 1.2 * (n - 1), 0], [1.2 * (n - 1 - i) - 8, 0]);
  }
  return { starts, goals, walls: [-12, -1.1, 12, -1.1, -12, 1.1, 12, 1.1] };
}

function anywhere(n: number): Scene {
  const random = seededRandom(4);
  const side = Math.ceil(Math.sqrt(n));
  const cells = Array.from({ length: side * side }, (_, i) => i);
  for (let i = cells.length - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1));
    [cells[i], cells[j]] = [cells[j], cells[i]];
  }
  const at = (cell: number, gap: number): Point => [(cell % side) * gap, Math.floor(cell / side) * gap];
  return { starts: Array.from({ length: n }, (_, i) => at(i, 1.5)), goals: Array.from({ length: n }, (_, i) => at(cells[i], 3.5)) };
}

/** Units in a cave, each along the cheapest cells to its goal. Some rest in narrow places where others have to pass. */
function cave(seed: number): Scene {
  const random = seededRandom(seed);
  const grid = caves(24, 24, random, { ratio: 0.38 });
  const parts = new Components(grid);
  const free = [...grid.cells.keys()].filter((v) => grid.cells[v] !== 0);
  const largest = free.reduce((a, b) => (parts.size(b) > parts.size(a) ? b : a));
  const draw = (): number[] => {
    const cells = free.filter((v) => parts.same(v, largest));
    for (let i = cells.length - 1; i > 0; i--) {
      const j = Math.floor(random() * (i + 1));
      [cells[i], cells[j]] = [cells[j], cells[i]];
    }
    return cells.slice(0, cells.length / 5);
  };
  const side = 3 * RADIUS;
  const at = (v: number): Point => [(grid.x(v) + 0.5) * side, (grid.y(v) + 0.5) * side];
  const [starts, goals] = [draw(), draw()];
  const fields = goals.map((goal) => {
    const field = new DistanceField(grid);
    field.update(goal);
    return field;
  });
  const via = (i: number, x: number, y: number): Point => {
    const v = grid.vertex(Math.floor(x / side), Math.floor(y / side));
    return at(v === goals[i] ? v : fields[i].next(v));
  };
  const walls = gridWalls(grid.width, grid.height, (x, y) => grid.isBlocked(x, y)).map((c) => c * side);
  return { starts: starts.map(at), goals: goals.map(at), via, walls: [...walls] };
}

describe('steered units', () => {
  const scenes: [string, Scene, number][] = [
    ['two head-on', circle(2), 100],
    ['a circle of 12', circle(12), 400],
    ['a circle of 60', circle(60), 1500],
    ['a circle of 100', circle(100), 1500],
    ['crossing flows of 36', crossing(6), 1500],
    ['one from each side through a door', doorway(1), 300],
    ['ten from each side through a door', doorway(10), 2500],
    ['a corridor, two columns of four head-on', corridor(4), 600],
    ['a corridor, two columns of seven head-on', corridor(7), 600],
    ['20 from each side through a door', doorway(20), 1500],
    ['150 from anywhere to anywhere', anywhere(150), 2500],
    ['85 in a cave, some of whom have to be pushed aside', cave(10), 1500],
    ['a cave in which moving units jam', cave(24), 1500],
  ];

  // Large scenes are left out where each test runs for thousands of mutants.
  test.each(scenes.filter(([, { starts }]) => starts.length <= runs(1000)))('arrive without touching, and then stand still: %s', (_, scene, limit) => {
    play(scene, limit);
  });

  test('the same calls give the same moves', () => {
    const [one, two] = [play(circle(12), 400).steering, play(circle(12), 400).steering];
    expect(one.x).toEqual(two.x);
    expect(one.y).toEqual(two.y);
  });

  test.each([15, 30, 60])('two that meet at a corner of a corridor pass each other, whichever was added first, at %d steps a second', (rate) => {
    const random = seededRandom(7);
    for (let scene = 0; scene < 40; scene++) {
      const [x, y] = scene < 2 ? [-0.17, 0.4] : [-0.6 + 0.5 * random(), 0.1 + 0.5 * random()];
      const [cornerX, cornerY] = scene < 2 ? [0.2266, 0.3391] : [0.2 + 0.2 * random(), 0.4 * random()];
      const steering = new Steering();
      steering.setWalls([1, -1, 1, 1, 1, 1, 0, 1]);
      const starts = [[x, y], [0.6, 0.6]];
      const ids = (scene % 2 === 0 ? starts : starts.toReversed()).map(([x, y]) => steering.add({ x, y, radius: 0.4, speed: 3 }));
      const [comes, leaves] = scene % 2 === 0 ? ids : ids.toReversed();
      let steps = 0;
      for (; steps < 10 * rate && steering.y[leaves] > -0.9; steps++) {
        steering.seek(leaves, 0.6, -1.08);
        steering.seek(comes, cornerX, cornerY);
        steering.step(1 / rate);
      }
      expect(steps, `scene ${scene}`).toBeLessThan(10 * rate);
    }
  });

  test('a unit with priority goes straight on', () => {
    const steering = new Steering();
    const first = steering.add({ x: 0, y: 0, ...unit, priority: 1 });
    const other = steering.add({ x: 10, y: 0, ...unit });
    steering.prefer(first, 1, 0);
    steering.prefer(other, -1, 0);
    let most = 0;
    for (let i = 0; i < 80; i++) {
      steering.step(0.1);
      most = Math.max(most, Math.abs(steering.y[other]) - Math.abs(steering.y[first]));
    }
    expect(most).toBeGreaterThan(0.4);
    expect(steering.x[first]).toBeGreaterThan(7);
  });

  test('ignored layers are passed through, and removed units are gone', () => {
    const steering = new Steering();
    const ghost = steering.add({ x: 0, y: 0, ...unit, layers: 2, avoids: 2 });
    const wall = steering.add({ x: 3, y: 0, ...unit, avoids: 1 });
    const gone = steering.add({ x: 5, y: 0, ...unit, layers: 2 });
    steering.remove(gone);
    steering.seek(ghost, 6, 0);
    for (let i = 0; i < 60; i++) steering.step(0.1);
    expect(steering.x[ghost]).toBeCloseTo(6);
    expect([steering.x[wall], steering.y[wall]]).toEqual([3, 0]);
    expect(() => steering.seek(gone, 1, 1)).toThrow(`There is no unit ${gone}`);
  });

  test('a unit that was placed elsewhere neither makes room nor pushes any longer', () => {
    const jam = (): { steering: Steering; pushes: number; stays: number } => {
      const steering = new Steering();
      steering.setWalls([0, -0.6, 20, -0.6, 0, 0.6, 20, 0.6]);
      const [pushes, stays] = [1, 0].map((avoids) => steering.add({ x: 3 - 2 * avoids, y: 0, ...unit, avoids }));
      steering.seek(pushes, 15, 0);
      // It does not avoid the other, so it moves only once it is pushed.
      for (let step = 0; step < 100 && steering.vx[stays] === 0; step++) steering.step(0.1);
      expect(steering.vx[stays]).toBeGreaterThan(0);
      return { steering, pushes, stays };
    };
    const pushed = jam();
    pushed.steering.place(pushed.stays, 50, 50);
    pushed.steering.step(0.1);
    expect([pushed.steering.x[pushed.stays], pushed.steering.y[pushed.stays]]).toEqual([50, 50]);
    const stuck = jam();
    stuck.steering.place(stuck.pushes, 50, 50);
    stuck.steering.seek(stuck.pushes, 60, 50);
    const rests = stuck.steering.add({ x: 51.1, y: 50, ...unit, avoids: 0 });
    stuck.steering.step(0.1);
    expect(stuck.steering.vx[rests]).toBe(0);
  });

  test('a large unit that was removed leaves no trace: the others move as if it had never been', () => {
    const crowd = (guests: number): number[] => {
      const steering = new Steering({ range: 1 });
      const ids = Array.from({ length: 8 }, (_, i) => steering.add({ x: 3 * i, y: i % 2, radius: 0.4, speed: 1 }));
      const large = Array.from({ length: guests }, () => steering.add({ x: 500, y: 500, radius: 40, speed: 1 }));
      for (const id of large) steering.remove(id);
      for (const id of ids) steering.seek(id, 21 - 3 * id, 1 - (id % 2));
      for (let step = 0; step < 60; step++) steering.step(0.1);
      return ids.flatMap((id) => [steering.x[id], steering.y[id]]);
    };
    expect(crowd(2)).toEqual(crowd(0));
  });

  test('no unit gets through the walls of a grid', () => {
    const walls = gridWalls(5, 5, (x, y) => x === 2 && y < 5);
    const steering = new Steering();
    steering.setWalls(walls);
    const units = Array.from({ length: 12 }, (_, i) => steering.add({ x: 0.3 + 0.6 * (i % 3), y: 0.4 + Math.floor(i / 3), radius: 0.25, speed: 3 }));
    for (const i of units) steering.seek(i, 4.5, 2.5);
    for (let k = 0; k < 300; k++) steering.step(0.1);
    for (const i of units) expect(steering.x[i]).toBeLessThan(2);
    // They press against it.
    expect(Math.max(...units.map((i) => steering.x[i]))).toBeGreaterThan(1.6);
  });

  test('rejects invalid arguments', () => {
    const steering = new Steering();
    expect(() => steering.add({ x: 0, y: 0, radius: NaN, speed: 1 })).toThrow('radius must be a number above 0, got NaN');
    expect(() => steering.add({ x: 0, y: 0, radius: 1, speed: -1 })).toThrow('speed must be');
    expect(() => steering.add({ x: Infinity, y: 0, radius: 1, speed: 1 })).toThrow('x must be a number from -1e50 to 1e50, got Infinity');
    expect(() => steering.add(undefined as never)).toThrow('A unit to steer is { x, y, radius, speed }, got undefined.');
    expect(() => steering.add({ x: 0, y: 0, radius: Infinity, speed: 1 })).toThrow('radius must be a number above 0, got Infinity');
    expect(() => steering.add({ x: 0, y: 0, radius: 1, speed: Infinity })).toThrow('speed must be a number from 0 on, got Infinity');
    expect(() => steering.add({ x: 0, y: 0, radius: 1, speed: 1, priority: NaN })).toThrow('priority must be a finite number');
    for (const bits of [0.5, NaN, 2 ** 32, -(2 ** 31) - 1]) {
      for (const given of [{ layers: bits }, { avoids: bits }]) expect(() => steering.add({ x: 0, y: 0, radius: 1, speed: 1, ...given })).toThrow('layers and avoids are sets of up to 32 bits');
    }
    for (const layers of [2 ** 32 - 1, -(2 ** 31)]) steering.remove(steering.add({ x: 0, y: 0, radius: 1, speed: 1, layers, avoids: layers }));
    const unit = steering.add({ x: 0, y: 0, radius: 1, speed: 0 });
    for (const call of [() => steering.place(unit, 0, NaN), () => steering.seek(unit, 0, Infinity), () => steering.prefer(unit, 0, NaN)]) expect(call).toThrow('y must be a number from -1e50 to 1e50');
    for (const call of [() => steering.place(unit, NaN, 0), () => steering.seek(unit, Infinity, 0), () => steering.remove(unit + 1)]) expect(call).toThrow(RangeError);
    expect(() => steering.step(0)).toThrow('dt must be a number above 0, got 0');
    expect(() => steering.setWalls([1, 2, 3])).toThrow('four numbers each');
    for (const name of ['x', 'y', 'radius', 'speed']) expect(() => steering.add({ x: 0, y: 0, radius: 1, speed: 1, [name]: 2e50 })).toThrow(`${name} must be a number from -1e50 to 1e50, got 2e+50`);
    for (const call of [() => steering.prefer(unit, Number.MAX_VALUE, 0), () => steering.seek(unit, -2e50, 0), () => steering.place(unit, 2e50, 0)]) expect(call).toThrow('x must be a number from -1e50 to 1e50');
    for (const bad of [NaN, 2e50]) expect(() => steering.setWalls([1, 2, 3, bad])).toThrow('Number 3 of the walls must be a number from -1e50 to 1e50');
    for (const neighbours of [0, 1.5]) expect(() => new Steering({ neighbours })).toThrow('neighbours must be');
    expect(() => new Steering({ neighbours: 1 })).not.toThrow();
  });
});
