import type { Graph } from '@pf/graph';
import { CompressedGraph } from '@pf/graph';
import { Grid } from '@pf/grid';
import { digraphs, rulesOf, worlds } from '@pf/testkit';
import fc from 'fast-check';
import type { SmallProblem } from './joint-oracle.ts';

/** A world with units in it. */
export interface Crowd extends SmallProblem {
  readonly graph: Graph;
}

/** Units at random vertices of a world, each with its own goal. */
export function crowdOn(graph: Graph, free: readonly number[], units: number, seed: number, middle?: SmallProblem['middle']): Crowd {
  const n = Math.min(units, free.length);
  return { graph, starts: shuffled(free, seed).slice(0, n), goals: shuffled(free, seed ^ 0x5bd1e995).slice(0, n), middle };
}

/** Grids of every kind, and directed graphs, with up to a number of units. */
export function crowds(maxUnits: number, maxSize: number, maxVertices: number): fc.Arbitrary<Crowd> {
  const onGrid = fc.tuple(worlds({ maxSize, sides: true }), fc.integer({ min: 0, max: maxUnits })).map(([world, units]) => {
    const grid = Grid.fromRows(world.rows, rulesOf(world));
    for (const { x, y, enter, leave } of world.sides) grid.setSides(x, y, { enter, leave });
    const free: number[] = [];
    for (let y = 0; y < world.height; y++) for (let x = 0; x < world.width; x++) if (grid.isFree(x, y)) free.push(grid.vertex(x, y));
    const middle = world.movement === 'eight' ? (a: number, b: number): string => `${grid.x(a) + grid.x(b)} ${grid.y(a) + grid.y(b)}` : undefined;
    return crowdOn(grid, free, units, world.seed, middle);
  });
  const onGraph = fc.tuple(digraphs({ maxVertices }), fc.integer({ min: 0, max: maxUnits }), fc.nat()).map(([{ vertexCount, arcs }, units, seed]) =>
    crowdOn(new CompressedGraph(vertexCount, arcs), Array.from({ length: vertexCount }, (_, v) => v), units, seed),
  );
  return fc.oneof({ weight: 4, arbitrary: onGrid }, { weight: 1, arbitrary: onGraph });
}

function shuffled(list: readonly number[], seed: number): number[] {
  const out = [...list];
  let state = seed | 1;
  for (let i = out.length - 1; i > 0; i--) {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    const j = (state >>> 0) % (i + 1);
    [out[i], out[j]] = [out[j], out[i]];
  }
  return out;
}
