import type { Digraph, Ring, World } from '@pf/testkit';
import type { Case, Event, MeshCase, Place, QueueCase } from './case.ts';
import { verbs } from './case.ts';
import { Lottery } from './lottery.ts';

/** Case number `index` of a seed, independent of order and platform. */
export function generate(seed: number, index: number): Case {
  const lottery = new Lottery(Math.imul(seed + 1, 0x9e3779b1) ^ Math.imul(index + 1, 0x85ebca6b));
  lottery.random();
  const kind = lottery.int(100);
  if (kind < 60) {
    const world = randomWorld(lottery);
    return { kind: 'grid', world, events: events(lottery, world.width, world.height) };
  }
  if (kind < 80) {
    const digraph = randomDigraph(lottery);
    return { kind: 'digraph', digraph, events: events(lottery, digraph.vertexCount, 1) };
  }
  return kind < 90 ? randomMesh(lottery) : randomQueue(lottery);
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
function randomWorld(lottery: Lottery): World {
  const form = lottery.int(20);
  const most = form < 14 ? 9 : 14;
  const [width, height] =
    form === 0
      ? [1 + lottery.int(16), 1]
      : form === 1
        ? [1, 1 + lottery.int(16)]
        : form === 2
          ? [28 + lottery.int(40), 1 + lottery.int(5)]
          : form === 3
            ? [1 + lottery.int(5), 28 + lottery.int(40)]
            : [1 + lottery.int(most), 1 + lottery.int(most)];
  const crowding = lottery.pick([0, 0.03, 0.1, 0.2, 0.3, 0.3, 0.4, 0.5, 0.6, 1]);
  const terrain = lottery.chance(0.35) ? lottery.pick(['...23', '1..259', '9', '...9']) : '.';
  const row = (): string => lottery.list(width, () => (lottery.chance(crowding) ? '#' : lottery.pick([...terrain]))).join('');
  const masks = [0, 1, 2, 4, 8, 0b0101, 0b1010, 0b1111, 0xff, 0x3f, 0b10010110];
  const sides = lottery.chance(0.8)
    ? []
    : lottery.list(1 + lottery.int(5), () => ({ x: lottery.int(width), y: lottery.int(height), enter: lottery.pick(masks), leave: lottery.pick(masks) }));
  return {
    width,
    height,
    rows: lottery.list(height, row),
    movement: lottery.pick(['four', 'eight', 'eight', 'eight', 'hex']),
    corners: lottery.pick(['never', 'one', 'always']),
    metric: lottery.pick(metrics),
    // A cell has one pair of masks.
    sides: sides.filter(({ x, y }, i) => sides.findIndex((other) => other.x === x && other.y === y) === i),
    seed: 0,
  };
}

function events(lottery: Lottery, width: number, height: number): Event[] {
  const place = (): Place => [lottery.int(width), lottery.int(height)];
  // Only moves; costs that only rise or only fall; and everything together.
  const kinds: readonly Event['what'][] = lottery.pick<readonly Event['what'][]>([
    ['ask', 'step', 'goal'],
    ['ask', 'step', 'step', 'block', 'block', 'cost', 'think'],
    ['ask', 'step', 'step', 'free', 'free', 'cost', 'goal', 'think'],
    ['ask', 'step', 'step', 'step', 'block', 'block', 'free', 'free', 'cost', 'sides', 'area', 'goal', 'think'],
    ['ask', 'step', 'step', 'step', 'block', 'block', 'free', 'free', 'goal', 'think'],
  ]);
  return lottery.list(1 + lottery.int(12), (i) => ({ what: i === 0 ? 'ask' : lottery.pick(kinds), at: place(), to: place(), n: lottery.int(256) }));
}

function randomDigraph(lottery: Lottery): Digraph {
  const vertexCount = 1 + lottery.int(lottery.chance(0.8) ? 14 : 40);
  const costs = lottery.pick<readonly (() => number)[]>([
    [() => 1 + lottery.int(9)],
    [() => lottery.int(4)],
    [() => 0.25 + lottery.random() * 9],
    [() => 0, () => lottery.random()],
  ]);
  const arc = (): [number, number, number] => [lottery.int(vertexCount), lottery.int(vertexCount), lottery.pick(costs)()];
  const arcs = lottery.list(lottery.int(2 * vertexCount + 3), arc);
  // Roads lead both ways, in some cases.
  return {
    vertexCount,
    arcs: lottery.chance(0.3)
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

function randomMesh(lottery: Lottery): MeshCase {
  const size = 5 + lottery.int(20);
  const rectangle = (x: number, y: number, most: number): Ring => {
    const right = x + 1 + lottery.int(most);
    const top = y + 1 + lottery.int(most);
    return [
      [x, y],
      [right, y],
      [right, top],
      [x, top],
    ];
  };
  const ring = (x: number, y: number, radius: number): Ring => {
    const form = lottery.int(10);
    const corners = 3 + lottery.int(5);
    if (form < 3) return rectangle(x, y, radius);
    if (form === 3) return lottery.list(corners, () => [x + lottery.int(2 * radius) - radius, y + lottery.int(2 * radius) - radius] as const);
    const angles = lottery.list(corners, () => lottery.random() * 2 * Math.PI).sort((a, b) => a - b);
    return angles.map((angle) => {
      const away = 1 + lottery.random() * radius;
      return [Math.round(x + away * Math.cos(angle)), Math.round(y + away * Math.sin(angle))] as const;
    });
  };
  const hole = (): Ring => ring(lottery.int(size), lottery.int(size), 1 + lottery.int(Math.ceil(size / 3)));
  const outlines: Ring[] = [
    lottery.chance(0.7)
      ? [
          [0, 0],
          [size, 0],
          [size, size],
          [0, size],
        ]
      : ring(size >> 1, size >> 1, size),
  ];
  if (lottery.chance(0.2)) outlines.push(rectangle(lottery.int(size), lottery.int(size), size));
  const holes = lottery.list(lottery.int(6), hole);
  const rings = [...outlines, ...holes];
  const point = (): Place => {
    const form = lottery.int(10);
    const corners = lottery.pick(rings);
    if (form < 3) return lottery.pick(corners);
    if (form < 5) return [lottery.int(size + 1), lottery.int(size + 1)];
    return [Math.round(lottery.random() * size * 64) / 64, Math.round(lottery.random() * size * 64) / 64];
  };
  return {
    kind: 'mesh',
    outlines,
    holes,
    sides: lottery.pick([3, 4, 6, 12]),
    trips: lottery.list(1 + lottery.int(5), () => [point(), point()] as const),
    cuts: lottery.list(lottery.int(4), hole),
  };
}

function randomQueue(lottery: Lottery): QueueCase {
  const ids = 1 + lottery.int(lottery.pick([4, 12, 60]));
  const keys = lottery.pick([3, 12, 2000]);
  const frequent = [...verbs, 'push', 'push', 'push', 'push', 'pop', 'pop'] as const;
  return {
    kind: 'queue',
    ids,
    operations: lottery.list(5 + lottery.int(90), () => [lottery.pick(frequent), lottery.int(ids), lottery.int(keys), lottery.int(keys)] as const),
  };
}
