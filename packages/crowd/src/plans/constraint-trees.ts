import { longer } from '../grow.ts';

const NONE = -1;

/**
 * The lower level of LaCAM: for each configuration a tree of constraints, explored breadth-first. A constraint fixes the step of one more unit than its parent:
 * unit `order[depth − 1]` goes to `where`. All trees share these arrays, 16 bytes a constraint.
 */
export class ConstraintTrees {
  where = new Int32Array(4096);
  depths = new Int32Array(4096);
  parents = new Int32Array(4096);
  private nexts = new Int32Array(4096);
  private count = 0;
  /** By configuration: the first and the last constraint in its queue. */
  private heads = new Int32Array(1024);
  private tails = new Int32Array(1024);

  get bytes(): number {
    return this.where.byteLength * 4 + this.heads.byteLength * 2;
  }

  /** Begins the tree of a configuration with the empty constraint. Configurations are opened in the order of their numbers. */
  open(id: number): void {
    if (id === this.heads.length) {
      this.heads = longer(this.heads);
      this.tails = longer(this.tails);
    }
    this.heads[id] = NONE;
    this.push(id, NONE, NONE, 0);
  }

  push(id: number, parent: number, where: number, depth: number): void {
    if (this.count === this.where.length) {
      this.where = longer(this.where);
      this.depths = longer(this.depths);
      this.parents = longer(this.parents);
      this.nexts = longer(this.nexts);
    }
    const c = this.count++;
    this.where[c] = where;
    this.depths[c] = depth;
    this.parents[c] = parent;
    this.nexts[c] = NONE;
    if (this.heads[id] === NONE) this.heads[id] = c;
    else this.nexts[this.tails[id]] = c;
    this.tails[id] = c;
  }

  /** The next constraint of a configuration; NONE if none is left. */
  pop(id: number): number {
    const c = this.heads[id];
    if (c !== NONE) this.heads[id] = this.nexts[c];
    return c;
  }
}
