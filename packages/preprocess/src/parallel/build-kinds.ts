import type { Graph, Located } from '@pf/graph';
import { checkList, checkWorld, shown } from '@pf/graph/kit';
import type { Grid } from '@pf/grid';
import { isGrid } from '@pf/search/kit';
import type { ArtifactBytes } from '../artifact/artifact.ts';
import { bufferOf, checkArray } from '../artifact/artifact.ts';
import { locatedFingerprint } from '../artifact/world-fingerprint.ts';
import { checkCornerGrid } from '../corners/corner-graph.ts';
import { CornerHierarchy } from '../corners/corner-hierarchy.ts';
import { GoalBounds } from '../goal-bounds/goal-bounds.ts';
import { GoalBoundsBuilder } from '../goal-bounds/goal-bounds-builder.ts';
import { ContractionHierarchy } from '../hierarchies/contraction-hierarchy.ts';
import { CustomizableHierarchy, shapeOf } from '../hierarchies/customizable-hierarchy.ts';
import { jumpPoints } from '../jump-table/jump-points.ts';
import { PathDatabase } from '../path-database/path-database.ts';
import type { PathRowOptions } from '../path-database/path-rows.ts';
import { PathRowBuilder } from '../path-database/path-rows.ts';
import { asUniformGrid, SubgoalGroupBuilder, SubgoalTrees } from '../subgoals/shared-subgoal-trees.ts';

/**
 * The artifacts that workers can build. In parts: goal bounds, a path database, both also for the jump points of a grid only, and the subgoal trees of all goals. As a
 * whole: a contraction hierarchy, a customizable one, and one over the corners of a grid.
 */
export type BuildKind = 'goal-bounds' | 'jump-point-bounds' | 'paths' | 'jump-point-paths' | 'subgoal-trees' | 'hierarchy' | 'customizable' | 'corner-hierarchy';

/** All kinds. */
export const KINDS: readonly string[] = ['goal-bounds', 'jump-point-bounds', 'paths', 'jump-point-paths', 'subgoal-trees', 'hierarchy', 'customizable', 'corner-hierarchy'] satisfies BuildKind[];

/** The format of the parts of all kinds. Raise it when the bytes of a part change, so that a build does not resume with stored parts of another release. */
export const PART_FORMAT = 2;

/** Minimum number of parts, so that all workers finish at about the same time. */
const PARTS = 256;
/** Maximum number of vertices that the floods of one part settle: about a second of work. */
const SETTLED = 5e7;

/**
 * Whether one worker must build the whole, as with hierarchies, where each vertex depends on those before it.
 *
 * @example
 * ```ts
 * import { isBuiltWhole } from '@pf/preprocess';
 *
 * [isBuiltWhole('hierarchy'), isBuiltWhole('paths')]; // → [true, false]
 * ```
 */
export function isBuiltWhole(kind: BuildKind): boolean {
  checkKind(kind);
  return HIERARCHIES[kind] !== undefined;
}

interface Hierarchy {
  build(graph: Graph & Located): { save(): ArrayBuffer };
  load(graph: Graph & Located, bytes: ArtifactBytes): { save(): ArrayBuffer };
}

/** The kinds that are hierarchies. */
const HIERARCHIES: Readonly<Partial<Record<BuildKind, Hierarchy>>> = { 'hierarchy': ContractionHierarchy, 'customizable': CustomizableHierarchy, 'corner-hierarchy': CornerHierarchy };

/** The options of the kinds that are path databases. */
const PATH_ROWS: Readonly<Partial<Record<BuildKind, PathRowOptions>>> = { 'paths': { rows: 'all' }, 'jump-point-paths': { rows: 'jump-points' } };

/** Header of a part of subgoal trees: its first goal, the one after its last, and its number of words. */
const TREE_HEAD = 3;

/** Throws for an unknown kind. */
function checkKind(kind: string): void {
  if (!KINDS.includes(kind)) throw new RangeError(`What workers can build is ${KINDS.map((one) => `'${one}'`).join(', ')}, got ${shown(kind)}.`);
}

/** Fingerprint of what a build reads of the graph. */
export function buildFingerprint(graph: Graph & Located, kind: BuildKind): string {
  return kind === 'customizable' ? shapeOf(graph, graph) : locatedFingerprint(graph);
}

/** Builds the part of the vertices from `from` up to but not including `to`; the same bytes on every machine. */
export type PartBuilder = (from: number, to: number) => ArrayBuffer;

/**
 * Prepares a build once and returns a function that builds its parts; used by workers. The graph must not change meanwhile.
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
  const hierarchy = HIERARCHIES[kind];
  if (hierarchy !== undefined) {
    if (hierarchy === CornerHierarchy) checkCornerGrid(graph as Grid, 'CornerHierarchy');
    return (from, to) => {
      if (from === 0 && to === graph.vertexCount) return hierarchy.build(graph).save();
      throw new RangeError(`A build of '${kind}' has one part, the vertices from 0 to ${graph.vertexCount}, got ${shown(from)} to ${shown(to)}.`);
    };
  }
  const pathRows = PATH_ROWS[kind];
  if (pathRows !== undefined) {
    const builder = new PathRowBuilder(graph, pathRows);
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
    return (from, to) => {
      const groups = builder.build(from, to);
      const part = new Uint32Array(TREE_HEAD + groups.length);
      part.set([from, to, part.length]);
      part.set(groups, TREE_HEAD);
      return part.buffer;
    };
  }
  const builder = new GoalBoundsBuilder(graph, keptBy(graph, kind));
  return (from, to) => {
    const boxes = builder.allocate(from, to);
    builder.build(from, to, boxes);
    return boxes.buffer as ArrayBuffer;
  };
}

/** The first vertices of the parts that workers build. Larger ones where only jump points are flooded from, so that parts take about the same time. */
export function partStarts(graph: Graph, kind: BuildKind): number[] {
  const { vertexCount } = graph;
  if (isBuiltWhole(kind)) return vertexCount > 0 ? [0] : [];
  const marks = kind === 'jump-point-paths' ? jumpPoints(graph as Grid) : keptBy(graph, kind);
  const most = Math.ceil(vertexCount / PARTS);
  const floods = Math.max(1, Math.floor(SETTLED / vertexCount));
  const starts: number[] = [];
  for (let v = 0, flooded = 0; v < vertexCount; v++) {
    flooded += marks?.[v] ?? 1;
    if (v > 0 && v - starts[starts.length - 1] < most && flooded <= floods) continue;
    starts.push(v);
    flooded = marks?.[v] ?? 1;
  }
  return starts;
}

/**
 * Joins parts, whose first vertices are `starts`, into an artifact: byte for byte that of a single build. `buildInParallel` calls it; call it
 * yourself if you distribute parts in your own way, such as over a network. Parts do not name their world: do not mix those of two worlds.
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
  checkWorld(graph, 'assembleParts');
  checkKind(kind);
  checkStarts(graph, starts, parts);
  parts = parts.map(bufferOf) as ArrayBuffer[];
  const endOf = (i: number): number => starts[i + 1] ?? graph.vertexCount;
  const fail = (i: number): never => {
    const { byteLength } = parts[i];
    throw new RangeError(`The part of the vertices from ${starts[i]} to ${endOf(i) - 1} has ${byteLength} bytes and is not what was built of '${kind}' for them: build it anew.`);
  };
  const hierarchy = HIERARCHIES[kind];
  if (hierarchy !== undefined) {
    if (parts.length > 1) throw new RangeError(`A build of '${kind}' has one part, got ${parts.length}.`);
    // A graph without vertices has no parts.
    const [part = partBuilder(graph, kind)(0, 0)] = parts;
    // Loading checks the part against the graph.
    return hierarchy.load(graph, part).save();
  }
  const words = (part: ArrayBuffer, i: number): Uint32Array => (part.byteLength % 4 === 0 ? new Uint32Array(part) : fail(i));
  const pathRows = PATH_ROWS[kind];
  if (pathRows !== undefined) {
    const rows = parts.map((part, i) => {
      const all = words(part, i);
      const count = endOf(i) - starts[i];
      return all.length >= count ? { lengths: all.subarray(0, count), runs: all.subarray(count) } : fail(i);
    });
    return PathDatabase.assemble(graph, rows, pathRows).save();
  }
  if (kind === 'subgoal-trees') {
    const groups = parts.map((part, i) => {
      const all = words(part, i);
      return all[0] === starts[i] && all[1] === endOf(i) && all[2] === all.length ? all.subarray(TREE_HEAD) : fail(i);
    });
    return SubgoalTrees.assemble(asUniformGrid(graph), starts, groups).save();
  }
  const builder = new GoalBoundsBuilder(graph, keptBy(graph, kind));
  const { firstArc } = builder;
  const boxes = builder.allocate(0, graph.vertexCount);
  parts.forEach((part, i) => {
    const room = boxes.subarray(4 * firstArc[starts[i]], 4 * firstArc[endOf(i)]);
    if (part.byteLength !== room.byteLength) fail(i);
    room.set(boxes instanceof Uint16Array ? new Uint16Array(part) : new Float64Array(part));
  });
  return new GoalBounds(graph, firstArc, boxes).save();
}

/** Throws unless the parts are contiguous from vertex 0 on. */
function checkStarts({ vertexCount }: Graph, starts: readonly number[], parts: readonly ArrayBuffer[]): void {
  checkList(starts, 'first vertices of parts');
  checkArray(parts, 'assembleParts takes a list of parts, as partBuilder builds them');
  if (starts.length !== parts.length) throw new RangeError(`Each part needs its first vertex, got ${parts.length} parts and ${starts.length} first vertices.`);
  const ends = [...starts, vertexCount];
  const wrong = ends.findIndex((v, i) => (i === 0 ? v !== 0 : !(v > ends[i - 1])));
  if (wrong === -1) return;
  const got = starts.slice(Math.max(0, wrong - 1), wrong + 1).join(' and then ');
  throw new RangeError(`The first vertices of parts must rise from 0 to less than ${vertexCount}, got ${got || 'none'}.`);
}

function keptBy(graph: Graph, kind: BuildKind): Uint8Array | undefined {
  if (kind !== 'jump-point-bounds') return undefined;
  if (isGrid(graph)) return jumpPoints(graph);
  throw new RangeError("Only grids have jump points: build 'goal-bounds' for this world.");
}
