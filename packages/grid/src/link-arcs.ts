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

  /** A cell of the link that has as many links as it may have, if any. */
  fullCell(link: GridLink): number | undefined {
    const { perCell } = this;
    for (const [tail, head] of waysOf(link)) {
      if (this.from(tail).length === perCell) return tail;
      if (this.into(head).length === perCell) return head;
    }
    return undefined;
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
