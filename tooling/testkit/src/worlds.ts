import fc from 'fast-check';
import type { Sides, World } from './world.ts';
import { drawWorld } from './world.ts';

export interface WorldsOptions {
  /** The largest width and height. Default 12. */
  readonly maxSize?: number;
  readonly movements?: readonly World['movement'][];
  readonly corners?: readonly World['corners'][];
  readonly metrics?: readonly World['metric'][];
  /** Whether some worlds have cells of cost 2 to 9. Default true. */
  readonly terrain?: boolean;
  /** Whether some worlds have one-way cells. Default false. */
  readonly sides?: boolean;
}

const allMetrics: readonly World['metric'][] = ['exact', '5/7', '70/99', '408/577', { straight: 1, diagonal: 1 }, { straight: 2, diagonal: 3 }, { straight: 1, diagonal: 3 }];

/** The metrics with whole costs. */
export const wholeMetrics: readonly World['metric'][] = allMetrics.filter((metric) => metric !== 'exact');

/**
 * Small worlds of every kind: each movement, corner rule and metric; open, sparse, crowded and disconnected; with and without terrain; from 1 × 1
 * over corridors to squares. A failing world is printed as a picture.
 */
export function worlds(options: WorldsOptions = {}): fc.Arbitrary<World> {
  const { maxSize = 12, movements = ['four', 'eight', 'hex'], corners = ['never', 'one', 'always'], metrics = allMetrics, terrain = true, sides = false } = options;
  const side = fc.integer({ min: 1, max: maxSize });
  const size = fc.oneof({ weight: 6, arbitrary: fc.tuple(side, side) }, { weight: 1, arbitrary: fc.tuple(side, fc.constant(1)) }, { weight: 1, arbitrary: fc.tuple(fc.constant(1), side) });
  // Blocked cells out of ten: 6 gives islands, 10 a world without a free cell.
  const crowding = fc.constantFrom(0, 1, 2, 3, 3, 4, 5, 6, 10);
  const rules = fc.record({ movement: fc.constantFrom(...movements), corners: fc.constantFrom(...corners), metric: fc.constantFrom(...metrics), seed: fc.nat(), crowding, rough: fc.boolean() });
  return fc.tuple(size, rules).chain(([[width, height], { crowding, rough, ...rules }]) => {
    const free = terrain && rough ? fc.constantFrom('.', '.', '1', '2', '3', '5', '9') : fc.constant('.');
    const cell = fc.oneof({ weight: 10 - crowding, arbitrary: free }, { weight: crowding, arbitrary: fc.constant('#') });
    const row = fc.array(cell, { minLength: width, maxLength: width, size: 'max' }).map((cells) => cells.join(''));
    const mask = fc.constantFrom(0, 1, 2, 4, 8, 0b0101, 0b1010, 0b1111, 0xff, 0x3f, 0b10010110);
    const oneWay: fc.Arbitrary<Sides> = fc.record({ x: fc.nat(width - 1), y: fc.nat(height - 1), enter: mask, leave: mask }, { noNullPrototype: true });
    // Many algorithms have a faster code path without one-way cells, so half of the worlds have none.
    const some = fc.uniqueArray(oneWay, { minLength: 1, maxLength: 6, selector: ({ x, y }) => `${x} ${y}` });
    const several = sides ? fc.oneof({ withCrossShrink: true }, fc.constant([]), some) : fc.constant([]);
    return fc
      .tuple(fc.array(row, { minLength: height, maxLength: height, size: 'max' }), several)
      .map(([rows, sides]) => withPicture({ width, height, rows, ...rules, sides }));
  });
}

/** The output of fast-check for a failing world. */
function withPicture(world: World): World {
  Object.defineProperty(world, fc.toStringMethod, { value: () => `\n${drawWorld(world)}\n`, enumerable: false });
  return world;
}
