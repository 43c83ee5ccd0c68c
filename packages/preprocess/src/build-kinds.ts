import type { Graph, Located } from '@pf/graph';
import { Grid } from '@pf/grid';
import type { Boxes } from './goal-bounds.ts';
import { GoalBounds } from './goal-bounds.ts';
import { GoalBoundsBuilder } from './goal-bounds-builder.ts';
import { jumpPoints } from './jump-points.ts';
import { PathDatabase, PathRowBuilder } from './path-database.ts';
import { asUniformGrid, SubgoalGroupBuilder, SubgoalTrees } from './shared-subgoal-trees.ts';

/** What can be built in parts: boxes for every arc, boxes at the jump points of a grid only, a path database, the subgoal trees of all goals. */
export type BuildKind = 'goal-bounds' | 'jump-point-bounds' | 'paths' | 'subgoal-trees';

/** Every kind. */
export const KINDS: readonly string[] = ['goal-bounds', 'jump-point-bounds', 'paths', 'subgoal-trees'] satisfies BuildKind[];

/** Throws for a kind that there is none of. */
export function checkKind(kind: string): void {
  if (!KINDS.includes(kind)) throw new RangeError(`What can be built in parts is ${KINDS.map((one) => `'${one}'`).join(', ')}, got '${kind}'.`);
}

/** Builds the part of the vertices from `from` up to but not including `to`; the same bytes wherever it is done. */
export type PartBuilder = (from: number, to: number) => ArrayBuffer;

/**
 * What a worker runs: everything that a kind needs to know of a world is prepared once, then part after part is built.
 *
 * @example
 * ```ts
 * import { Grid } from '@pf/grid';
 * import { assembleParts, GoalBounds, partBuilder } from '@pf/preprocess';
 *
 * const grid = new Grid(4, 4);
 * const build = partBuilder(grid, 'goal-bounds');
 * const parts = [build(0, 10), build(10, grid.vertexCount)];
 * const whole = assembleParts(grid, 'goal-bounds', [0, 10], parts);
 * whole.byteLength === GoalBounds.build(grid).save().byteLength; // → true
 * ```
 */
export function partBuilder(graph: Graph & Located, kind: BuildKind): PartBuilder {
  checkKind(kind);
  if (kind === 'paths') {
    const builder = new PathRowBuilder(graph);
    return (from, to) => {
      const { lengths, runs } = builder.build(from, to);
      const part = new Uint32Array(lengths.length + runs.length);
      part.set(lengths);
      part.set(runs, lengths.length);
      return part.buffer;
    };
  }
  if (kind === 'subgoal-trees') {
    const builder = new SubgoalGroupBuilder(asUniformGrid(graph));
    return (from, to) => builder.build(from, to).buffer as ArrayBuffer;
  }
  const builder = new GoalBoundsBuilder(graph, keptBy(graph, kind));
  return (from, to) => {
    const boxes = builder.allocate(from, to);
    builder.build(from, to, boxes);
    return boxes.buffer as ArrayBuffer;
  };
}

/**
 * The artifact that the parts make, whose first vertices are `starts`: byte for byte what a build in one go saves. `buildInParallel` ends with
 * it; who shares parts out in another way, over a network for instance, calls it when all have come back.
 *
 * @example
 * ```ts
 * import { Grid } from '@pf/grid';
 * import { assembleParts, partBuilder, PathDatabase } from '@pf/preprocess';
 *
 * const grid = Grid.fromRows(['...', '.#.', '...']);
 * const half = grid.vertexCount >> 1;
 * const here = partBuilder(grid, 'paths')(0, half);
 * const elsewhere = partBuilder(grid, 'paths')(half, grid.vertexCount);
 * const paths = PathDatabase.load(grid, assembleParts(grid, 'paths', [0, half], [here, elsewhere]));
 * paths.path(grid.vertex(0, 0), grid.vertex(2, 2), new Uint32Array(grid.vertexCount)); // → 5
 * ```
 */
export function assembleParts(graph: Graph & Located, kind: BuildKind, starts: readonly number[], parts: readonly ArrayBuffer[]): ArrayBuffer {
  if (kind === 'paths') {
    const rows = parts.map((part, i) => {
      const count = (starts[i + 1] ?? graph.vertexCount) - starts[i];
      return { lengths: new Uint32Array(part, 0, count), runs: new Uint32Array(part, 4 * count) };
    });
    return PathDatabase.assemble(graph, rows).save();
  }
  if (kind === 'subgoal-trees') {
    return SubgoalTrees.assemble(
      asUniformGrid(graph),
      starts,
      parts.map((part) => new Uint32Array(part)),
    ).save();
  }
  const builder = new GoalBoundsBuilder(graph, keptBy(graph, kind));
  const boxes = builder.allocate(0, graph.vertexCount);
  let at = 0;
  for (const part of parts) {
    const piece: Boxes = boxes instanceof Uint16Array ? new Uint16Array(part) : new Float64Array(part);
    boxes.set(piece, at);
    at += piece.length;
  }
  return new GoalBounds(graph, builder.firstArc, boxes).save();
}

function keptBy(graph: Graph, kind: BuildKind): Uint8Array | undefined {
  if (kind !== 'jump-point-bounds') return undefined;
  if (graph instanceof Grid) return jumpPoints(graph);
  throw new RangeError("Only grids have jump points: build 'goal-bounds' for this world.");
}
