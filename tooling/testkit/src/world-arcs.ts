import type { World } from './world.ts';

/** An arc between two cells, which are numbered row by row. */
export type WorldArc = readonly [from: number, to: number, cost: number];

/** The bits of `Sides`, in their order. */
const squareSides = [[1, 0], [0, 1], [-1, 0], [0, -1], [1, 1], [-1, 1], [-1, -1], [1, -1]] as const;
const hexagonSides = [[1, 0], [0, 1], [-1, 1], [-1, 0], [0, -1], [1, -1]] as const;

/** The terrain cost of a cell; 0 if it is blocked or off the map. */
export function worldCost(world: World, x: number, y: number): number {
  const cell = world.rows[y]?.[x];
  if (cell === undefined || cell === '#') return 0;
  return cell === '.' ? 1 : Number(cell);
}

export function worldSteps({ metric }: World): { straight: number; diagonal: number } {
  if (typeof metric !== 'string') return metric;
  if (metric === 'exact') return { straight: 1, diagonal: Math.sqrt(2) };
  const [straight, diagonal] = metric.split('/');
  return { straight: Number(straight), diagonal: Number(diagonal) };
}

/** Every legal step of a world, by the plain rules: the reference for grids. */
export function worldArcs(world: World): WorldArc[] {
  const { width, height, movement, corners } = world;
  const { straight, diagonal } = worldSteps(world);
  const free = (x: number, y: number): boolean => worldCost(world, x, y) > 0;
  const neighbours = movement === 'hex' ? hexagonSides : movement === 'four' ? squareSides.slice(0, 4) : squareSides;
  const openTowards = (kind: 'enter' | 'leave', x: number, y: number, dx: number, dy: number): boolean => {
    const bit = (movement === 'hex' ? hexagonSides : squareSides).findIndex((side) => side[0] === dx && side[1] === dy);
    return world.sides.every((sides) => sides.x !== x || sides.y !== y || Math.floor(sides[kind] / 2 ** bit) % 2 === 1);
  };

  const arcs: WorldArc[] = [];
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      for (const [dx, dy] of neighbours) {
        const [toX, toY] = [x + dx, y + dy];
        if (!free(x, y) || !free(toX, toY)) continue;
        const slanted = movement === 'eight' && dx !== 0 && dy !== 0;
        if (slanted && corners === 'never' && !(free(toX, y) && free(x, toY))) continue;
        if (slanted && corners === 'one' && !(free(toX, y) || free(x, toY))) continue;
        if (!openTowards('leave', x, y, dx, dy) || !openTowards('enter', toX, toY, -dx, -dy)) continue;
        arcs.push([y * width + x, toY * width + toX, (slanted ? diagonal : straight) * worldCost(world, toX, toY)]);
      }
    }
  }
  return arcs;
}
