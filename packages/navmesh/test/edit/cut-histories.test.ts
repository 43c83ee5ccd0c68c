import { runs, type Ring } from '@pf/testkit';
import { expect, test } from 'vitest';
import { NavMesh, Polyanya, type Polygon } from '../../src/index.ts';
import { checkMesh } from '../check-mesh.ts';
import { RandomWorld, seeded, type Pair } from '../worlds.ts';

function box(x: number, y: number, right: number, high: number): Polygon {
  return [[x, y], [right, y], [right, high], [x, high]];
}

function turnedBy(angle: number): (polygon: Polygon) => Polygon {
  return (polygon) => polygon.map(([x, y]) => [x * Math.cos(angle) - y * Math.sin(angle), x * Math.sin(angle) + y * Math.cos(angle)]);
}

/** Counts the numbers that an object keeps in arrays, lists and maps, at any depth. */
function numbersHeld(held: unknown, seen = new Set<unknown>()): number {
  if (typeof held === 'number') return 1;
  if (typeof held !== 'object' || held === null || seen.has(held)) return 0;
  seen.add(held);
  if (ArrayBuffer.isView(held)) return (held as Uint8Array).length;
  const parts: unknown[] = held instanceof Map ? [...held].flat() : Object.values(held);
  return parts.reduce((sum: number, part) => sum + numbersHeld(part, seen), 0);
}

test('a building stays until it is restored, whatever is restored around it', () => {
  const mesh = NavMesh.fromPolygons({ outlines: [box(0, 0, 30, 10)] });
  const tails = new Uint32Array(mesh.vertexCount);
  const [long, left, right] = [box(5, 4, 15, 6), box(4, 3, 7, 7), box(12, 3, 18, 7)];
  mesh.cut(long, tails);
  mesh.cut(left, tails);
  mesh.restore(long, tails);
  mesh.cut(right, tails);
  mesh.restore(left, tails);
  expect(mesh.locate(13, 5)).toBe(-1);
  expect(mesh.locate(11, 5)).toBeGreaterThanOrEqual(0);
  expect(new Polyanya(mesh).search(11, 5, 19, 5)).toBeCloseTo(2 * Math.hypot(1, 2) + 6, 9);
  mesh.restore(right, tails);
  expect(new Polyanya(mesh).search(0, 5, 30, 5)).toBeCloseTo(30, 9);
});

/** One history of a random world: the cuts that were made and restored, and the mesh after them. */
class History {
  readonly standing: Polygon[] = [];
  readonly mesh: NavMesh;
  readonly log: string[] = [];

  constructor(private readonly world: RandomWorld, private readonly move: (point: Pair) => Pair, private readonly radius: number) {
    this.mesh = this.built([]);
  }

  step(): void {
    const { world, standing, mesh } = this;
    if (standing.length > 0 && world.random() < 0.45) {
      const [outline] = standing.splice(world.int(standing.length), 1);
      this.log.push(`restored ${JSON.stringify(outline)}`);
      mesh.restore(outline);
    } else {
      const outline = world.hole().map(this.move);
      standing.push(outline);
      this.log.push(`cut ${JSON.stringify(outline)}`);
      mesh.cut(outline);
    }
  }

  /** A mesh that was never cut. */
  fresh(): NavMesh {
    // An agent with a radius keeps off hidden corners too, so holes grown one by one differ a little from those grown together.
    if (this.radius === 0) return this.built(this.standing);
    const mesh = this.built([]);
    for (const outline of this.standing) mesh.cut(outline);
    return mesh;
  }

  point(): Pair {
    return this.move(this.world.point());
  }

  private built(cuts: readonly Polygon[]): NavMesh {
    const moved = (rings: readonly Ring[]): Polygon[] => rings.map((ring) => ring.map(this.move));
    const { outlines, holes } = this.world;
    const sides = [3, 6, 12][this.world.seed % 3];
    return NavMesh.fromPolygons({ outlines: moved(outlines), holes: [...moved(holes), ...cuts], radius: this.radius, room: 20, sides });
  }
}

test('after cuts and restores in any order the mesh is that of the world without the remaining holes', () => {
  let steps = 0, points = 0, paths = 0, reached = 0;
  for (let seed = 0; seed < runs(300); seed++) {
    const world = new RandomWorld(seed, undefined, 3);
    // A third of the worlds is rotated, so that no crossing is a whole number. In a quarter the agent has a radius.
    const angle = seed % 3 === 0 ? 0.3 + seed : 0;
    const turned = turnedBy(angle);
    const move = (point: Pair): Pair => turned([point])[0];
    const history = new History(world, move, seed % 4 === 0 ? 0.3 : 0);
    try {
      for (let step = 0; step < 12; step++) {
        history.step();
        const fresh = history.fresh();
        checkMesh(history.mesh);
        for (let i = 0; i < 40; i++) {
          const [x, y] = move(i < 10 && angle === 0 ? world.point() : [world.random() * world.size, world.random() * world.size]);
          const isFree = fresh.locate(x, y) >= 0;
          if (history.mesh.locate(x, y) >= 0 !== isFree) throw new Error(`(${x}, ${y}) is ${isFree ? 'walkable' : 'taken'} and the mesh says otherwise.`);
          points++;
        }
        const kept = new Polyanya(history.mesh), anew = new Polyanya(fresh);
        for (let i = 0; i < 3; i++) {
          const from = history.point(), to = history.point();
          const cost = kept.search(...from, ...to), least = anew.search(...from, ...to);
          if (!(cost === least || Math.abs(cost - least) < 1e-6)) throw new Error(`From (${from.join()}) to (${to.join()}) it is ${cost} and not ${least}.`);
          paths++;
          if (cost < Infinity) reached++;
        }
        steps++;
      }
    } catch (error) {
      throw new Error(`${(error as Error).message} After ${history.log.join(', ')} in ${world.toString()}`, { cause: error });
    }
  }
  console.info(`${steps} cuts and restores, ${points} points, ${paths} paths, ${reached} of them through`);
  expect(reached).toBeGreaterThan(paths / 4);
});

test('walls that touch in a point stay closed there when a corner in that point is restored', () => {
  let reached = 0;
  for (let seed = 0; seed < runs(500); seed++) {
    const random = seeded(seed);
    const int = (n: number): number => Math.floor(random() * n);
    const size = 8 + int(20);
    const place = (): Pair => [int(size + 1), int(size + 1)];
    const common = place();
    const ring = (corners: number): Polygon => {
      return [common, ...Array.from({ length: corners - 1 }, () => [common[0] + int(size) - (size >> 1), common[1] + int(size) - (size >> 1)] as const)];
    };
    const world = { outlines: [random() < 0.5 ? [[0, 0], [size, size], [0, size]] as const : box(0, 0, size, size)], holes: [ring(3 + int(2)), ring(3 + int(2))] };
    const cuts = seed % 2 === 0 ? [ring(3)] : [ring(3), ring(3)];
    const sides = [3, 6, 12][seed % 3];
    const fresh = NavMesh.fromPolygons({ outlines: world.outlines, holes: world.holes, sides }), mesh = NavMesh.fromPolygons({ outlines: world.outlines, holes: world.holes, sides, room: 20 });
    for (const cut of cuts) mesh.cut(cut);
    for (const cut of cuts) mesh.restore(cut);
    const kept = new Polyanya(mesh), anew = new Polyanya(fresh);
    for (let i = 0; i < 12; i++) {
      const from = i < 4 ? [random() * size, random() * size] as const : place(), to = i < 8 ? common : place();
      const cost = kept.search(...from, ...to), least = anew.search(...from, ...to);
      if (!(cost === least || Math.abs(cost - least) < 1e-6)) {
        throw new Error(`From (${from.join()}) to (${to.join()}) it is ${cost} and not ${least}. Cut ${JSON.stringify(cuts)} in ${JSON.stringify(world)}.`);
      }
      if (cost < Infinity) reached++;
    }
  }
  expect(reached).toBeGreaterThan(runs(500));
});

test('toggling a door beside a standing wall any number of times keeps no more memory', () => {
  for (const angle of [0, 0.37]) {
    const turned = turnedBy(angle);
    const mesh = NavMesh.fromPolygons({ outlines: [turned(box(0, 0, 30, 10))] });
    const tails = new Uint32Array(mesh.vertexCount);
    const wall = turned(box(10, -1, 11, 5)), door = turned(box(10, 4.9, 11, 8.7)), arch = turned(box(9.3, 4.2, 12, 6.1));
    mesh.cut(wall, tails);
    const toggle = (times: number): number => {
      for (let i = 0; i < times; i++) {
        // Two that overlap each other and the wall, restored in either order.
        mesh.cut(door, tails);
        mesh.cut(arch, tails);
        mesh.restore(i % 2 === 0 ? door : arch, tails);
        mesh.restore(i % 2 === 0 ? arch : door, tails);
      }
      return numbersHeld(mesh);
    };
    const held = toggle(4);
    expect(toggle(runs(100))).toBe(held);
    // The same with one of them always standing: the ground under both passes between them and never back to the mesh.
    const handOver = (times: number): number => {
      for (let i = 0; i < times; i++) {
        mesh.cut(arch, tails);
        mesh.restore(door, tails);
        mesh.cut(door, tails);
        mesh.restore(arch, tails);
      }
      return numbersHeld(mesh);
    };
    mesh.cut(door, tails);
    const passed = handOver(4);
    expect(handOver(runs(100))).toBe(passed);
    mesh.restore(door, tails);
    mesh.restore(wall, tails);
    checkMesh(mesh);
    expect(mesh.faceCount).toBe(1);
    expect(mesh.outlineOf(mesh.locate(...turned([[1, 1]])[0]))).toHaveLength(4);
  }
});

test('cuts at ever new positions leave no corners in the walls', () => {
  const random = seeded(3);
  // At this angle rounding puts crossings beside the walls.
  const turned = turnedBy(0.37);
  const mesh = NavMesh.fromPolygons({ outlines: [turned(box(0, 0, 30, 20))] });
  const tails = new Uint32Array(mesh.vertexCount);
  const stands = turned(box(12, -1, 17, 9));
  mesh.cut(stands, tails);
  const faces = Array.from({ length: mesh.vertexCount }, (_, f) => f);
  const corners = (): number => new Set(faces.flatMap((f) => mesh.outlineOf(f).map((corner) => corner.join()))).size;
  const before = corners();
  const house = (): Polygon => {
    // Over the rim of the world, or over the wall of a standing hole.
    const [x, y] = random() < 0.5 ? [29 * random(), 19] : [11 + random(), 9 * random()];
    return turned(box(x, y, x + 1.7, y + 2.3));
  };
  // The next one is cut before the last one is restored, often on the same ground.
  let last = house();
  mesh.cut(last, tails);
  for (let i = 0; i < runs(300); i++) {
    const next = house();
    mesh.cut(next, tails);
    mesh.restore(last, tails);
    last = next;
  }
  mesh.restore(last, tails);
  checkMesh(mesh);
  expect(corners()).toBe(before);
  mesh.restore(stands, tails);
  expect(corners()).toBe(4);
  expect(mesh.faceCount).toBe(1);
});

test('far from the origin, cuts that are restored leave no faces behind', () => {
  const random = seeded(1), at = (x: number, y: number): [number, number] => [1.3e7 + x / 5, 6.2e6 + y / 5];
  const mesh = NavMesh.fromPolygons({ outlines: [[at(0, 0), at(100, 7.3), at(93.1, 101.7), at(-3.3, 97.7)]] }), standing: Polygon[] = [];
  for (let i = 0; i < runs(300); i++) {
    if (standing.length === 12 || (standing.length > 0 && random() < 0.5)) mesh.restore(standing.splice(Math.floor(random() * standing.length), 1)[0]);
    else {
      const x = 100 * random(), y = 100 * random(), r = 2 + 10 * random(), angle = 7 * random();
      const house = [0, 1, 2, 3].map((side) => at(x + r * Math.cos(angle + (side * Math.PI) / 2), y + r * Math.sin(angle + (side * Math.PI) / 2)));
      mesh.cut(house);
      standing.push(house);
    }
  }
  for (const house of standing) mesh.restore(house);
  expect(mesh.faceCount).toBe(1);
});
