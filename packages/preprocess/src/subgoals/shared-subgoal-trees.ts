/**
 * The subgoal trees of all goals of a grid. Trees of 32 neighbouring goals share storage, as the paper of `subgoal-trees.ts` suggests: a subgoal
 * with its parent is stored once, with a bit for each goal whose tree contains it.
 */
import type { Graph, Heuristic } from '@pf/graph';
import { fingerprint } from '@pf/graph';
import { checkGrid, checkList, checkVertex, lastingHeuristic } from '@pf/graph/kit';
import type { Grid } from '@pf/grid';
import { isGrid } from '@pf/search/kit';
import { checkBuilt, checkPart } from '../check-built.ts';
import type { ArtifactBytes } from '../artifact/artifact.ts';
import { checkArray, encodeArtifact } from '../artifact/artifact.ts';
import { checkSections, readSections, vertices } from '../artifact/sections.ts';
import { BuiltWorld } from '../artifact/world-fingerprint.ts';
import type { SubgoalTree } from './subgoal-trees.ts';
import { arrange, SubgoalTreeBuilder } from './subgoal-trees.ts';

/** Goals in a group, a bit each. */
const GROUP = 32;

/**
 * The subgoal trees of every goal of a grid without terrain costs. Diagonals must cost less than two straight steps if they may be the
 * only path: past blocked corners, or with one-way sides.
 *
 * `tree` scans the few hundred entries of a group. Memory: 12 bytes per entry and 4 per vertex; see `byteLength`.
 *
 * @example
 * ```ts
 * import { Grid } from '@pf/grid';
 * import { SubgoalTrees } from '@pf/preprocess';
 *
 * const grid = Grid.fromRows(['...', '.#.', '...'], { movement: 'four' });
 * const trees = SubgoalTrees.load(grid, SubgoalTrees.build(grid).save());
 * trees.tree(grid.vertex(2, 1)).vertices.length; // → 2
 * ```
 */
export class SubgoalTrees {
  private readonly heuristic: Heuristic;
  /** By vertex: its node in the current tree. */
  private readonly node: Int32Array;
  private last: SubgoalTree | undefined;
  private readonly world: string;

  private constructor(
    private readonly grid: Grid,
    /** By group: index of its first entry. */
    private readonly first: Uint32Array,
    private readonly vertices: Int32Array,
    private readonly parents: Int32Array,
    /** Bit i: the tree of the group's i-th goal contains the entry. */
    private readonly goals: Uint32Array,
  ) {
    checkBuilt(first, 'SubgoalTrees');
    // The costs of trees do not follow edits.
    this.heuristic = lastingHeuristic(grid);
    this.node = new Int32Array(grid.vertexCount);
    this.world = fingerprint(grid);
  }

  /** Builds the trees of all goals on this thread; `buildInParallel` does it on several. */
  static build(grid: Grid): SubgoalTrees {
    checkGrid(grid, 'SubgoalTrees.build');
    return SubgoalTrees.assemble(grid, [0], [new SubgoalGroupBuilder(asUniformGrid(grid)).build(0, grid.vertexCount)]);
  }

  /** Joins parts, whose first goals are `starts`, in order. */
  static assemble(grid: Grid, starts: readonly number[], parts: readonly Uint32Array[]): SubgoalTrees {
    checkGrid(grid, 'SubgoalTrees.assemble');
    checkList(starts, 'first goals of parts');
    checkArray(parts, 'SubgoalTrees.assemble takes a list of parts; assembleParts joins those of partBuilder');
    for (const part of parts) checkList(part, 'part of subgoal trees');
    const groups = groupsBefore(grid.vertexCount);
    const first = new Uint32Array(groups + 1);
    // An upper bound: entries that several parts have of a shared group become one.
    const most = parts.reduce((sum, part) => sum + Math.floor(part.length / 3), 0);
    const vertices = new Int32Array(most);
    const parents = new Int32Array(most);
    const goals = new Uint32Array(most);
    const open = new Entries(grid.vertexCount);
    let group = 0;
    const close = (): void => {
      const at = first[group];
      vertices.set(open.vertices, at);
      parents.set(open.parents, at);
      goals.set(open.goals, at);
      first[++group] = at + open.vertices.length;
      open.clear();
    };
    parts.forEach((part, i) => {
      let its = Math.floor(starts[i] / GROUP);
      for (let at = 0; at < part.length; its++) {
        while (group < its) close();
        const end = at + 1 + 3 * part[at];
        for (at++; at < end; at += 3) open.add(part[at], part[at + 1], part[at + 2]);
      }
    });
    while (group < groups) close();
    const count = first[groups];
    return new SubgoalTrees(grid, first, vertices.subarray(0, count), parents.subarray(0, count), goals.subarray(0, count));
  }

  /** Loads trees saved for the same grid, as views into the buffer. */
  static load(grid: Grid, bytes: ArtifactBytes): SubgoalTrees {
    const sections = readSections(bytes, 'subgoal-trees', fingerprint(grid), 4);
    const { length } = sections[1];
    const places = { types: [Int32Array], length, range: vertices(grid) };
    checkSections('subgoal-trees', sections, [
      { name: 'first', types: [Uint32Array], length: groupsBefore(grid.vertexCount) + 1, offsetsInto: length },
      { name: 'vertices', ...places },
      { name: 'parents', ...places },
      { name: 'goals', types: [Uint32Array], length },
    ]);
    return new SubgoalTrees(grid, ...(sections as [Uint32Array, Int32Array, Int32Array, Uint32Array]));
  }

  /** Bytes of all trees. */
  get byteLength(): number {
    return this.first.byteLength + this.vertices.byteLength + this.parents.byteLength + this.goals.byteLength;
  }

  /** The tree of a goal, as from `SubgoalTreeBuilder` except for the order of nodes. After an edit, that of the grid as it was, with its fingerprint as `world`. */
  tree(goal: number): SubgoalTree {
    checkVertex(this.grid, goal, 'goal');
    if (this.last?.vertices[0] === goal) return this.last;
    const { node, first, goals } = this;
    const group = Math.floor(goal / GROUP);
    const bit = 1 << goal % GROUP;
    const vertices = [goal];
    const towards = [goal];
    for (let i = first[group]; i < first[group + 1]; i++) {
      if ((goals[i] & bit) === 0) continue;
      vertices.push(this.vertices[i]);
      towards.push(this.parents[i]);
    }
    vertices.forEach((v, i) => (node[v] = i));
    const astray = towards.find((v) => vertices[node[v]] !== v);
    if (astray !== undefined) throw new Error(`The subgoal ${astray} on the way to ${goal} is not in the tree: these trees were not written by this package; build them anew.`);
    const tree = { ...arrange(vertices, towards.map((v) => node[v]), this.heuristic), world: this.world };
    if (tree.children[vertices.length] !== vertices.length) throw new Error(`Some subgoals on the way to ${goal} lead in a circle: these trees were not written by this package; build them anew.`);
    this.last = tree;
    return tree;
  }

  /** Saves the trees to a buffer, for the grid as it was at the build. */
  save(): ArrayBuffer {
    return encodeArtifact('subgoal-trees', this.world, [this.first, this.vertices, this.parents, this.goals]);
  }
}

/** Builds the trees of a range of goals, group by group; used by workers. */
export class SubgoalGroupBuilder {
  private readonly builder: SubgoalTreeBuilder;
  private readonly entries: Entries;
  private readonly origin: BuiltWorld;

  constructor(private readonly grid: Grid) {
    checkDiagonals(grid);
    this.builder = new SubgoalTreeBuilder(grid, grid.heuristic());
    this.entries = new Entries(grid.vertexCount);
    this.origin = new BuiltWorld(grid, fingerprint(grid));
  }

  /** Returns, for each group in the range, the number of entries and then each entry's vertex, parent and bits of goals. */
  build(from: number, to: number): Uint32Array {
    this.origin.check('subgoal trees');
    checkPart(this.grid, from, to);
    const { entries } = this;
    const part: number[] = [];
    for (let begin = from; begin < to; ) {
      const end = Math.min(to, (Math.floor(begin / GROUP) + 1) * GROUP);
      entries.clear();
      for (let goal = begin; goal < end; goal++) {
        if (this.grid.cells[goal] === 0) continue;
        const { vertices, parents } = this.builder.build(goal);
        for (let i = 1; i < vertices.length; i++) entries.add(vertices[i], vertices[parents[i]], 1 << goal % GROUP);
      }
      part.push(entries.vertices.length);
      entries.vertices.forEach((v, i) => part.push(v, entries.parents[i], entries.goals[i]));
      begin = end;
    }
    return Uint32Array.from(part);
  }
}

/** Throws unless trees can be built in parts: on a grid whose own estimates equal arc costs. */
export function asUniformGrid(graph: Graph): Grid {
  if (isGrid(graph) && !graph.weighted) return graph;
  throw new RangeError(`The subgoal trees of all goals are built for grids without terrain costs, and this world ${isGrid(graph) ? 'has some' : 'is not a grid'}: SubgoalTreeBuilder builds single trees of other graphs.`);
}

/**
 * If a diagonal costs two straight steps or more, the estimate and greedy steps use two straight steps instead. They exist unless both cells
 * beside the diagonal are blocked, or a side is closed.
 */
function checkDiagonals({ movement, corners, sides, steps: { straight, diagonal } }: Grid): void {
  if (movement !== 'eight' || diagonal < 2 * straight) return;
  if (sides === undefined && (corners !== 'always' || diagonal === 2 * straight)) return;
  const where = sides === undefined ? "with corners 'always'" : 'with one-way sides';
  throw new RangeError(`The subgoal trees of all goals of a grid ${where} need diagonals that cost less than two straight steps, got ${diagonal} and ${straight}: SubgoalTreeBuilder builds the trees of single goals where it can.`);
}

/** The subgoals of one group, each with its parent, in the order in which they were first found. */
class Entries {
  readonly vertices: number[] = [];
  readonly parents: number[] = [];
  readonly goals: number[] = [];
  /** The previous entry of the same vertex with another parent; −1 if there is none. */
  private readonly before: number[] = [];
  /** By vertex: the last of its entries; −1 if there is none. */
  private readonly lastOf: Int32Array;

  constructor(vertexCount: number) {
    this.lastOf = new Int32Array(vertexCount).fill(-1);
  }

  add(vertex: number, parent: number, goals: number): void {
    const { lastOf } = this;
    let entry = lastOf[vertex];
    while (entry >= 0 && this.parents[entry] !== parent) entry = this.before[entry];
    if (entry >= 0) {
      this.goals[entry] |= goals;
      return;
    }
    this.before.push(lastOf[vertex]);
    lastOf[vertex] = this.vertices.push(vertex) - 1;
    this.parents.push(parent);
    this.goals.push(goals);
  }

  /** Continues with another group. */
  clear(): void {
    for (const v of this.vertices) this.lastOf[v] = -1;
    this.vertices.length = this.parents.length = this.goals.length = this.before.length = 0;
  }
}

function groupsBefore(vertex: number): number {
  return Math.ceil(vertex / GROUP);
}
