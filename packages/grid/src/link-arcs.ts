import type { Located } from '@pf/graph';
import type { GridLink } from './grid-link.ts';

/** The end of a link, as the cell at its other end has it. */
export interface LinkArc {
  readonly link: number;
  readonly end: number;
  readonly cost: number;
}

const NONE: readonly LinkArc[] = [];

/** The arcs of links, by cell. */
export class LinkArcs {
  readonly byNumber = new Map<number, GridLink>();
  private readonly leaving = new Map<number, readonly LinkArc[]>();
  private readonly entering = new Map<number, readonly LinkArc[]>();

  constructor(readonly perCell: number) {}

  from(v: number): readonly LinkArc[] {
    return this.leaving.get(v) ?? NONE;
  }

  into(v: number): readonly LinkArc[] {
    return this.entering.get(v) ?? NONE;
  }

  /** Throws if a cell of the link has as many as it may have. */
  checkRoom(world: Located, link: GridLink): void {
    const { perCell } = this;
    for (const [tail, head] of waysOf(link)) {
      const full = this.from(tail).length === perCell ? tail : this.into(head).length === perCell ? head : undefined;
      if (full !== undefined) throw new RangeError(`Cell (${world.x(full)}, ${world.y(full)}) has ${perCell} links already: make the LinkedGrid with linksPerCell: ${perCell + 1}.`);
    }
  }

  add(number: number, link: GridLink): void {
    this.byNumber.set(number, link);
    for (const [tail, head] of waysOf(link)) {
      this.leaving.set(tail, [...this.from(tail), { link: number, end: head, cost: link.cost }]);
      this.entering.set(head, [...this.into(head), { link: number, end: tail, cost: link.cost }]);
    }
  }

  remove(number: number, { from, to }: GridLink): void {
    this.byNumber.delete(number);
    for (const v of [from, to]) {
      this.leaving.set(v, this.from(v).filter(({ link }) => link !== number));
      this.entering.set(v, this.into(v).filter(({ link }) => link !== number));
    }
  }
}

/** The tail and head of each arc of a link. */
function waysOf({ from, to, oneWay }: GridLink): readonly (readonly [tail: number, head: number])[] {
  return oneWay === true ? [[from, to]] : [[from, to], [to, from]];
}
