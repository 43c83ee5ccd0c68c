import { fingerprint } from '@pf/graph';
import type { Grid } from '@pf/grid';
import { checkBuilt } from '../check-built.ts';
import type { ArtifactBytes } from '../artifact/artifact.ts';
import { encodeArtifact } from '../artifact/artifact.ts';
import { checkSections, readSections } from '../artifact/sections.ts';
import { ContractionHierarchy } from '../hierarchies/contraction-hierarchy.ts';
import { BuiltWorld } from '../artifact/world-fingerprint.ts';
import type { ProgressCallbacks } from '../progress-callbacks.ts';
import { checkBuild } from '../progress-callbacks.ts';
import { checkCornerGrid, CornerGraph } from './corner-graph.ts';

const KIND = 'corners';

/**
 * A contraction hierarchy over the corners of a grid, for cheapest paths on large maps of uniform cost: T. Uras and S. Koenig, "Identifying
 * hierarchies for fast optimal search", AAAI 2014, with the contraction hierarchy of Geisberger et al. (2008) over the subgoal graph of 2013. Query
 * it with `CornerSearch`.
 *
 * Requires an 8-connected grid with exact costs and no corner cutting, terrain costs or one-way cells. After an edit of the grid, queries throw;
 * `changedCells` returns how much has changed.
 *
 * Memory: a quarter of a byte a cell, and some hundred bytes a corner.
 *
 * @example
 * ```ts
 * import { Grid } from '@pf/grid';
 * import { CornerHierarchy, CornerSearch } from '@pf/preprocess';
 *
 * const grid = Grid.fromRows(['.....', '.###.', '.....']);
 * const search = new CornerSearch(CornerHierarchy.build(grid));
 * search.search(grid.vertex(1, 0), grid.vertex(3, 2)); // → 6
 * const out = new Uint32Array(grid.vertexCount);
 * search.path(out); // → 7
 * ```
 */
export class CornerHierarchy {
  private constructor(
    readonly grid: Grid,
    /** The corners and their direct connections. */
    readonly cornerGraph: CornerGraph,
    readonly hierarchy: ContractionHierarchy,
    private readonly world: BuiltWorld,
  ) {
    checkBuilt(cornerGraph, 'CornerHierarchy');
  }

  /** Builds the hierarchy on this thread. Throws an AbortError if `signal` is aborted. */
  static build(grid: Grid, callbacks: ProgressCallbacks = {}): CornerHierarchy {
    checkCornerGrid(grid, 'CornerHierarchy.build');
    checkBuild(grid, callbacks, [], 'CornerHierarchy.build');
    const world = new BuiltWorld(grid, fingerprint(grid));
    const corners = new CornerGraph(grid);
    return new CornerHierarchy(grid, corners, ContractionHierarchy.build(corners.graph, callbacks), world);
  }

  /**
   * Loads a hierarchy from a buffer that `save` made for the same grid. Recomputes the corners, which takes a fraction of the time of a build, and throws if they
   * differ.
   *
   * @example
   * ```ts
   * import { Grid } from '@pf/grid';
   * import { CornerHierarchy, CornerSearch } from '@pf/preprocess';
   *
   * const grid = Grid.fromRows(['.....', '.###.', '.....']);
   * const saved = CornerHierarchy.build(grid).save();
   * new CornerSearch(CornerHierarchy.load(grid, saved)).search(grid.vertex(1, 0), grid.vertex(3, 2)); // → 6
   * ```
   */
  static load(grid: Grid, bytes: ArtifactBytes): CornerHierarchy {
    checkCornerGrid(grid, 'CornerHierarchy.load');
    const world = new BuiltWorld(grid, fingerprint(grid));
    const sections = readSections(bytes, KIND, world.fingerprint, 1);
    checkSections(KIND, sections, [{ name: 'hierarchy', types: [Uint8Array] }]);
    const corners = new CornerGraph(grid);
    return new CornerHierarchy(grid, corners, ContractionHierarchy.load(corners.graph, sections[0]), world);
  }

  /** Everything in one buffer, to be saved. */
  save(): ArrayBuffer {
    this.check();
    return encodeArtifact(KIND, this.world.fingerprint, [new Uint8Array(this.hierarchy.save())]);
  }

  /** Its memory in bytes. */
  get byteLength(): number {
    return this.cornerGraph.byteLength + this.hierarchy.byteLength;
  }

  /** Number of cells whose moves have changed since the build; above 0 the hierarchy is invalid. Infinity if the grid no longer remembers. */
  changedCells(): number {
    const { grid, world } = this;
    if (!world.hasChanged) return 0;
    const n = grid.changedSince(world.version!, new Uint32Array(grid.vertexCount));
    return n < 0 ? Infinity : n;
  }

  /** Throws if the grid has changed since the build. */
  check(): void {
    if (!this.world.hasChanged) return;
    const cells = this.changedCells();
    throw new Error(`The grid has changed since its corner hierarchy was built, at ${cells < Infinity ? cells : 'many'} cells: build it anew, or take JumpPointSearch, which follows edits.`);
  }
}
