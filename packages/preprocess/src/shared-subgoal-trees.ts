/**
 * The subgoal trees of all goals of a grid. Trees of neighbouring goals share storage, the future work that the paper of `subgoal-trees.ts` names: of 32
 * goals in a row, a subgoal with its parent is kept once, with a bit for each goal whose tree has it.
 */
import type { Graph, Heuristic } from '@pf/graph';
import { checkVertex, fingerprint } from '@pf/graph';
import { Grid } from '@pf/grid';
import { decodeArtifact, encodeArtifact } from './artifact.ts';
import type { SubgoalTree } from './subgoal-trees.ts';
import { arrange, SubgoalTreeBuilder } from './subgoal-trees.ts';

/** So many goals share a group: a bit each. */
const GROUP = 32;

/**
 * The subgoal trees of every goal of a grid without terrain costs.
 *
 * Asking for a tree looks through the few hundred entries of its group. It holds 12 bytes an entry and 4 a vertex: `byteLength` tells.
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
  /** By vertex: its node in the tree that is being put together. */
  private readonly node: Int32Array;
  private last: SubgoalTree | undefined;

  private constructor(
    private readonly grid: Grid,
    /** By group: where its entries begin. */
    private readonly first: Uint32Array,
    private readonly vertices: Int32Array,
    private readonly parents: Int32Array,
    /** Bit i: the tree of the i-th goal of the group has the entry. */
    private readonly goals: Uint32Array,
  ) {
    this.heuristic = grid.heuristic();
    this.node = new Int32Array(grid.vertexCount);
  }

  /** Builds the trees of all goals on this thread; `buildInParallel` does it on several. */
  static build(grid: Grid): SubgoalTrees {
    return SubgoalTrees.assemble(grid, [0], [new SubgoalGroupBuilder(grid).build(0, grid.vertexCount)]);
  }

  /** Trees from parts, whose first goals are `starts`, in order. */
  static assemble(grid: Grid, starts: readonly number[], parts: readonly Uint32Array[]): SubgoalTrees {
    const groups = Array.from({ length: groupsBefore(grid.vertexCount) }, () => new Entries());
    const scratch = new Int32Array(grid.vertexCount).fill(-1);
    let open = groups[0];
    parts.forEach((part, i) => {
      let group = Math.floor(starts[i] / GROUP);
      for (let at = 0; at < part.length; group++) {
        // A group that parts share comes from all of them.
        if (groups[group] !== open) open.release(scratch);
        open = groups[group];
        const end = at + 1 + 3 * part[at];
        for (at++; at < end; at += 3) open.add(part[at], part[at + 1], part[at + 2], scratch);
      }
    });
    const first = new Uint32Array(groups.length + 1);
    groups.forEach((group, i) => (first[i + 1] = first[i] + group.vertices.length));
    const flat = (of: (group: Entries) => readonly number[]): number[] => groups.flatMap(of);
    return new SubgoalTrees(grid, first, Int32Array.from(flat((group) => group.vertices)), Int32Array.from(flat((group) => group.parents)), Uint32Array.from(flat((group) => group.goals)));
  }

  /** Trees from a buffer that `save` made for the same grid; they are views into it. */
  static load(grid: Grid, buffer: ArrayBuffer | SharedArrayBuffer): SubgoalTrees {
    const [first, vertices, parents, goals] = decodeArtifact(buffer, 'subgoal-trees', fingerprint(grid));
    return new SubgoalTrees(grid, first as Uint32Array, vertices as Int32Array, parents as Int32Array, goals as Uint32Array);
  }

  /** Bytes of all trees. */
  get byteLength(): number {
    return this.first.byteLength + this.vertices.byteLength + this.parents.byteLength + this.goals.byteLength;
  }

  /** The tree of a goal, as `SubgoalTreeBuilder` builds it but for the order of its nodes. */
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
    this.last = arrange(vertices, towards.map((v) => node[v]), this.heuristic);
    return this.last;
  }

  /** An artifact to be saved. */
  save(): ArrayBuffer {
    return encodeArtifact('subgoal-trees', fingerprint(this.grid), [this.first, this.vertices, this.parents, this.goals]);
  }
}

/** Builds the trees of a range of goals, group by group: what workers share out. */
export class SubgoalGroupBuilder {
  private readonly builder: SubgoalTreeBuilder;
  private readonly scratch: Int32Array;

  constructor(private readonly grid: Grid) {
    this.builder = new SubgoalTreeBuilder(grid, grid.heuristic());
    this.scratch = new Int32Array(grid.vertexCount).fill(-1);
  }

  /** For each group that the range touches: how many entries, and of each its vertex, its parent and the bits of its goals. */
  build(from: number, to: number): Uint32Array {
    const part: number[] = [];
    for (let begin = from; begin < to; ) {
      const end = Math.min(to, (Math.floor(begin / GROUP) + 1) * GROUP);
      const entries = new Entries();
      for (let goal = begin; goal < end; goal++) {
        if (this.grid.cells[goal] === 0) continue;
        const { vertices, parents } = this.builder.build(goal);
        for (let i = 1; i < vertices.length; i++) entries.add(vertices[i], vertices[parents[i]], 1 << goal % GROUP, this.scratch);
      }
      entries.release(this.scratch);
      part.push(entries.vertices.length);
      entries.vertices.forEach((v, i) => part.push(v, entries.parents[i], entries.goals[i]));
      begin = end;
    }
    return Uint32Array.from(part);
  }
}

/** Whose trees can be built in parts: a grid's, for its own estimate is the cost of every arc there. */
export function asUniformGrid(graph: Graph): Grid {
  if (graph instanceof Grid && !graph.weighted) return graph;
  throw new RangeError(`The subgoal trees of all goals are built for grids without terrain costs, and this world ${graph instanceof Grid ? 'has some' : 'is no grid'}: SubgoalTreeBuilder builds single trees of other graphs.`);
}

/** The subgoals of one group, each with its parent, in the order in which they were first met. */
class Entries {
  readonly vertices: number[] = [];
  readonly parents: number[] = [];
  readonly goals: number[] = [];
  /** The entry of the same vertex with another parent that was met before; −1 for none. */
  private readonly before: number[] = [];

  /** `lastOf` tells by vertex which of its entries was met last, −1 for none. */
  add(vertex: number, parent: number, goals: number, lastOf: Int32Array): void {
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

  /** Leaves `lastOf` as it was, for the next group. */
  release(lastOf: Int32Array): void {
    for (const v of this.vertices) lastOf[v] = -1;
  }
}

function groupsBefore(vertex: number): number {
  return Math.ceil(vertex / GROUP);
}
