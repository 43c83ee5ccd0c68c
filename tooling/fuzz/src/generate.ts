import type { Digraph, Ring, World } from '@pf/testkit';
import type { Case, Event, MeshCase, Place, QueueCase } from './case.ts';
import { verbs } from './case.ts';
import { SeededRandom } from './seeded-random.ts';

/** Case number `index` of a seed, independent of order and platform. */
export function generate(seed: number, index: number): Case {
  const seeded = new SeededRandom(Math.imul(seed + 1, 0x9e3779b1) ^ Math.imul(index + 1, 0x85ebca6b));
  seeded.random();
  const kind = seeded.int(100);
  if (kind < 60) {
    const world = randomWorld(seeded);
    return { kind: 'grid', world, events: events(seeded, world.width, world.height) };
  }
  if (kind < 80) {
    const digraph = randomDigraph(seeded);
    return { kind: 'digraph', digraph, events: events(seeded, digraph.vertexCount, 1) };
  }
  return kind < 90 ? randomMesh(seeded) : randomQueue(seeded);
}

const metrics: readonly World['metric'][] = [
  'exact',
  'exact',
  '5/7',
  '70/99',
  '408/577',
  { straight: 1, diagonal: 1 },
  { straight: 2, diagonal: 3 },
  { straight: 1, diagonal: 2 },
  { straight: 1, diagonal: 3 },
  { straight: 0.1, diagonal: 0.15 },
];

/** Mostly small, since small worlds have all the corner cases of large ones; some longer than the words of bit maps. */
function randomWorld(seeded: SeededRandom): World {
  const form = seeded.int(20);
  const most = form < 14 ? 9 : 14;
  const [width, height] =
    form === 0
      ? [1 + seeded.int(16), 1]
      : form === 1
        ? [1, 1 + seeded.int(16)]
        : form === 2
          ? [28 + seeded.int(40), 1 + seeded.int(5)]
          : form === 3
            ? [1 + seeded.int(5), 28 + seeded.int(40)]
            : [1 + seeded.int(most), 1 + seeded.int(most)];
  const crowding = seeded.pick([0, 0.03, 0.1, 0.2, 0.3, 0.3, 0.4, 0.5, 0.6, 1]);
  const terrain = seeded.chance(0.35) ? seeded.pick(['...23', '1..259', '9', '...9']) : '.';
  const row = (): string => seeded.list(width, () => (seeded.chance(crowding) ? '#' : seeded.pick([...terrain]))).join('');
  const masks = [0, 1, 2, 4, 8, 0b0101, 0b1010, 0b1111, 0xff, 0x3f, 0b10010110];
  const sides = seeded.chance(0.8)
    ? []
    : seeded.list(1 + seeded.int(5), () => ({ x: seeded.int(width), y: seeded.int(height), enter: seeded.pick(masks), leave: seeded.pick(masks) }));
  return {
    width,
    height,
    rows: seeded.list(height, row),
    movement: seeded.pick(['four', 'eight', 'eight', 'eight', 'hex']),
    corners: seeded.pick(['never', 'one', 'always']),
    metric: seeded.pick(metrics),
    // A cell has one pair of masks.
    sides: sides.filter(({ x, y }, i) => sides.findIndex((other) => other.x === x && other.y === y) === i),
    seed: 0,
  };
}

function events(seeded: SeededRandom, width: number, height: number): Event[] {
  const place = (): Place => [seeded.int(width), seeded.int(height)];
  // Only moves; costs that only rise or only fall; and everything together.
  const kinds: readonly Event['what'][] = seeded.pick<readonly Event['what'][]>([
    ['query', 'step', 'goal'],
    ['query', 'step', 'step', 'block', 'block', 'cost', 'think'],
    ['query', 'step', 'step', 'free', 'free', 'cost', 'goal', 'think'],
    ['query', 'step', 'step', 'step', 'block', 'block', 'free', 'free', 'cost', 'sides', 'area', 'goal', 'think'],
    ['query', 'step', 'step', 'step', 'block', 'block', 'free', 'free', 'goal', 'think'],
  ]);
  return seeded.list(1 + seeded.int(12), (i) => ({ what: i === 0 ? 'query' : seeded.pick(kinds), at: place(), to: place(), n: seeded.int(256) }));
}

function randomDigraph(seeded: SeededRandom): Digraph {
  const vertexCount = 1 + seeded.int(seeded.chance(0.8) ? 14 : 40);
  const costs = seeded.pick<readonly (() => number)[]>([
    [() => 1 + seeded.int(9)],
    [() => seeded.int(4)],
    [() => 0.25 + seeded.random() * 9],
    [() => 0, () => seeded.random()],
  ]);
  const arc = (): [number, number, number] => [seeded.int(vertexCount), seeded.int(vertexCount), seeded.pick(costs)()];
  const arcs = seeded.list(seeded.int(2 * vertexCount + 3), arc);
  // Roads lead both ways, in some cases.
  return {
    vertexCount,
    arcs: seeded.chance(0.3)
      ? arcs.flatMap(
          ([from, to, cost]) =>
            [
              [from, to, cost],
              [to, from, cost],
            ] as const,
        )
      : arcs,
  };
}

function randomMesh(seeded: SeededRandom): MeshCase {
  const size = 5 + seeded.int(20);
  const rectangle = (x: number, y: number, most: number): Ring => {
    const right = x + 1 + seeded.int(most);
    const top = y + 1 + seeded.int(most);
    return [
      [x, y],
      [right, y],
      [right, top],
      [x, top],
    ];
  };
  const ring = (x: number, y: number, radius: number): Ring => {
    const form = seeded.int(10);
    const corners = 3 + seeded.int(5);
    if (form < 3) return rectangle(x, y, radius);
    if (form === 3) return seeded.list(corners, () => [x + seeded.int(2 * radius) - radius, y + seeded.int(2 * radius) - radius] as const);
    const angles = seeded.list(corners, () => seeded.random() * 2 * Math.PI).sort((a, b) => a - b);
    return angles.map((angle) => {
      const away = 1 + seeded.random() * radius;
      return [Math.round(x + away * Math.cos(angle)), Math.round(y + away * Math.sin(angle))] as const;
    });
  };
  const hole = (): Ring => ring(seeded.int(size), seeded.int(size), 1 + seeded.int(Math.ceil(size / 3)));
  const outlines: Ring[] = [
    seeded.chance(0.7)
      ? [
          [0, 0],
          [size, 0],
          [size, size],
          [0, size],
        ]
      : ring(size >> 1, size >> 1, size),
  ];
  if (seeded.chance(0.2)) outlines.push(rectangle(seeded.int(size), seeded.int(size), size));
  const holes = seeded.list(seeded.int(6), hole);
  const rings = [...outlines, ...holes];
  const point = (): Place => {
    const form = seeded.int(10);
    const corners = seeded.pick(rings);
    if (form < 3) return seeded.pick(corners);
    if (form < 5) return [seeded.int(size + 1), seeded.int(size + 1)];
    return [Math.round(seeded.random() * size * 64) / 64, Math.round(seeded.random() * size * 64) / 64];
  };
  return {
    kind: 'mesh',
    outlines,
    holes,
    sides: seeded.pick([3, 4, 6, 12]),
    trips: seeded.list(1 + seeded.int(5), () => [point(), point()] as const),
    cuts: seeded.list(seeded.int(4), hole),
  };
}

function randomQueue(seeded: SeededRandom): QueueCase {
  const ids = 1 + seeded.int(seeded.pick([4, 12, 60]));
  const keys = seeded.pick([3, 12, 40, 200, 2000]);
  const frequent = [...verbs, 'push', 'push', 'push', 'push', 'pop', 'pop'] as const;
  return {
    kind: 'queue',
    ids,
    operations: seeded.list(5 + seeded.int(90), () => [seeded.pick(frequent), seeded.int(ids), seeded.int(keys), seeded.int(keys)] as const),
  };
}
