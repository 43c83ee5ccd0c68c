import type { Heuristic } from '@pf/graph';
import { revised } from '@pf/graph/kit';
import type { Components } from './components.ts';
import type { Grid } from './grid.ts';
import type { GridLink } from './grid-link.ts';
import { LinkExits } from './link-exits.ts';
import { LinkPlane } from './link-plane.ts';

/**
 * Estimates for searches over links, by the connected parts of the map. Follows edits at the next estimate: then it compares the labels of the ends of all links. The revision of the
 * heuristic rises if estimates may have changed; over many links, with each edit.
 */
export class PartEstimates {
  readonly heuristic: Heuristic;
  private components: Components | undefined;
  /** What estimates are taken from: steps alone, while there is no link; or, if links are many and some are shortcuts, the links that are nearest. */
  private source: 'steps' | 'exits' | 'plane' | 'nearest' = 'steps';
  private readonly exits: LinkExits;
  private readonly plane: LinkPlane;
  /** The ends of all links, two a link, and their labels when they were compared last; −1 is the label of a blocked cell. */
  private cells = new Uint32Array(0);
  private labels = new Float64Array(0);
  private seen = -1;
  /** The number of edits of links that are read. */
  private linkEdits = -1;
  private least = 0;
  private revision = 0;
  /** That of the components. */
  private partsRevision = -1;

  constructor(
    private readonly grid: Grid,
    private readonly links: ReadonlyMap<number, GridLink>,
    /** Changes with each edit of the map and of the links. */
    private readonly version: () => number,
    private readonly componentsOf: () => Components,
    /** Estimates by the nearest links. */
    nearest: Heuristic,
  ) {
    const exits = (this.exits = new LinkExits(grid, nearest));
    const plane = (this.plane = new LinkPlane(grid, nearest));
    const steps = grid.heuristic();
    const heuristic: Heuristic = (v, goal) => {
      if (version() !== this.seen) this.follow();
      if (this.source === 'steps') return steps(v, goal);
      if (this.source === 'exits') return exits.of(v, goal, this.components!);
      return this.source === 'plane' ? plane.of(v, goal, this.components!) : nearest(v, goal);
    };
    this.heuristic = revised(heuristic, () => {
      if (version() !== this.seen) this.follow();
      return this.revision + this.exits.forgotten;
    });
  }

  private change(): void {
    this.revision++;
    this.exits.forget();
    this.plane.forget();
  }

  private follow(): void {
    const { grid, links } = this;
    this.seen = this.version();
    const { least } = grid.terrain;
    let isSame = this.least === least && (this.source === 'steps') === (links.size === 0);
    this.least = least;
    if (links.size === 0) this.source = 'steps';
    else {
      const components = (this.components ??= this.componentsOf());
      isSame = this.isPlaced(components) && isSame;
      if (!isSame) this.read(components);
      if (this.partsRevision !== components.revision) isSame = false;
      // Over many links, nothing is kept of the goals.
      if (this.source !== 'exits' || !this.exits.isSame(components)) isSame = false;
      this.partsRevision = components.revision;
    }
    if (!isSame) this.change();
  }

  /** Whether the ends of all links have the same labels as before. */
  private isPlaced(components: Components): boolean {
    const { grid, links } = this;
    const linkEdits = this.seen - grid.edits;
    let isSame = linkEdits === this.linkEdits;
    if (!isSame) {
      this.linkEdits = linkEdits;
      this.cells = Uint32Array.from(Array.from(links.values(), ({ from, to }) => [from, to]).flat());
      this.labels = new Float64Array(this.cells.length);
    }
    const { cells, labels } = this;
    for (let i = 0; i < cells.length; i++) {
      const label = components.label(cells[i]);
      if (label !== labels[i]) isSame = false;
      labels[i] = label;
    }
    return isSame;
  }

  /** Reads the links between free cells. */
  private read(components: Components): void {
    const { cells } = this.grid;
    const open = [...this.links.values()].filter(({ from, to }) => cells[from] !== 0 && cells[to] !== 0);
    this.source = this.exits.read(open, components) ? 'exits' : this.plane.read(open, components) ? 'plane' : 'nearest';
  }
}
