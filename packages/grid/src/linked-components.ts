import { Components } from './components.ts';
import type { Grid } from './grid.ts';
import type { GridLink } from './grid-link.ts';

/** The connected parts of a grid with links, or with the arcs over its joined edges, whatever the direction of steps and links. */
export class LinkedComponents {
  readonly components: Components;
  /** By label of a component: that of another one to which links lead, or its own. */
  private readonly joined = new Map<number, number>();
  private joinedAt = -1;

  constructor(
    private readonly grid: Grid,
    private readonly links: { values(): Iterable<Pick<GridLink, 'from' | 'to'>> },
  ) {
    this.components = new Components(grid);
  }

  /** Whether two cells are connected. `version` changes with each edit of the grid and of the links. */
  same(a: number, b: number, version: number): boolean {
    const { components, joined } = this;
    if (components.same(a, b)) return true;
    if (this.joinedAt !== version) {
      this.joinedAt = version;
      joined.clear();
      const { cells } = this.grid;
      for (const { from, to } of this.links.values()) if (cells[from] !== 0 && cells[to] !== 0) joined.set(this.groupOf(components.label(from)), this.groupOf(components.label(to)));
    }
    const group = this.groupOf(components.label(a));
    return group !== -1 && group === this.groupOf(components.label(b));
  }

  private groupOf(label: number): number {
    let group = label;
    for (let next = this.joined.get(group); next !== undefined && next !== group; next = this.joined.get(group)) group = next;
    return group;
  }
}
