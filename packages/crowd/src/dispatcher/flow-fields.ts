import type { Graph } from '@pf/graph';
import { FlowField } from './flow-field.ts';

/** How many characters have each goal, and the fields of the goals that enough of them share. */
export class FlowFields {
  private readonly fields: FlowField[] = [];
  private readonly seekers = new Map<number, number>();

  /** A goal is shared from so many characters on, and so many goals at once. */
  constructor(
    private readonly graph: Graph,
    private readonly shareFrom: number,
    private readonly limit: number,
  ) {}

  /** A character has got this goal. The memory of a field is taken here, and not within a frame. */
  add(goal: number): void {
    this.seekers.set(goal, this.seekersOf(goal) + 1);
    this.fieldOf(goal);
  }

  /** A character has this goal no more, if it had one. */
  delete(goal: number): void {
    const left = this.seekersOf(goal) - 1;
    if (left > 0) this.seekers.set(goal, left);
    else this.seekers.delete(goal);
  }

  /** The field of a goal that is shared: the one that has it, a new one, or one that is no longer wanted. */
  fieldOf(goal: number): FlowField | undefined {
    if (!this.isShared(goal)) return undefined;
    const { fields } = this;
    let field = fields.find((candidate) => candidate.goal === goal);
    if (field === undefined) {
      if (fields.length < this.limit) fields.push((field = new FlowField(this.graph)));
      else field = fields.find((candidate) => candidate.users === 0 && !this.isShared(candidate.goal));
      field?.begin(goal);
    }
    return field;
  }

  /** A way to a goal has been planned without its field, in so many expansions. */
  missed(goal: number, expansions: number): void {
    this.fieldOf(goal)?.missed(expansions, this.seekersOf(goal));
  }

  /** A field that has something to work on, and is wanted. */
  get due(): FlowField | undefined {
    return this.fields.find(({ goal, isDue }) => isDue && this.isShared(goal));
  }

  arcsChanged(tails: ArrayLike<number>, n: number): void {
    for (const field of this.fields) field.arcsChanged(tails, n);
  }

  /** Any arc may be another now. */
  startOver(): void {
    for (const field of this.fields) field.begin(field.goal);
  }

  private isShared(goal: number): boolean {
    return this.seekersOf(goal) >= this.shareFrom;
  }

  private seekersOf(goal: number): number {
    return this.seekers.get(goal) ?? 0;
  }
}
