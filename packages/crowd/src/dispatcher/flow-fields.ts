import type { Graph } from '@pf/graph';
import { FlowField } from './flow-field.ts';

/** Counts the units of each goal, and keeps the flow fields of goals that enough units share. */
export class FlowFields {
  private readonly fields: FlowField[] = [];
  private readonly unitsByGoal = new Map<number, number>();

  /** A goal of `shareFrom` units or more gets a field, up to `limit` fields at once. */
  constructor(
    private readonly graph: Graph,
    private readonly shareFrom: number,
    private readonly limit: number,
  ) {}

  /** Adds a unit with this goal. Allocates the field here, so that no frame has to. */
  add(goal: number): void {
    this.unitsByGoal.set(goal, this.unitsOf(goal) + 1);
    this.fieldOf(goal);
  }

  /** Removes a unit with this goal, if it had one. */
  delete(goal: number): void {
    const left = this.unitsOf(goal) - 1;
    if (left > 0) this.unitsByGoal.set(goal, left);
    else this.unitsByGoal.delete(goal);
  }

  /** The field of a shared goal: an existing one, a new one, or one that is no longer needed elsewhere. */
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

  /** Records expansions of a search to a goal, made without its field, and whether it has ended. */
  addSearch(goal: number, expansions: number, hasEnded: boolean): void {
    this.fieldOf(goal)?.addSearch(expansions, this.unitsOf(goal), hasEnded);
  }

  /** A field that has vertices to expand: of a shared goal, or else one that units still follow. */
  get pending(): FlowField | undefined {
    const { fields } = this;
    return fields.find(({ goal, hasWork }) => hasWork && this.isShared(goal)) ?? fields.find(({ hasWork, users }) => hasWork && users > 0);
  }

  arcsChanged(tails: ArrayLike<number>, n: number): void {
    for (const field of this.fields) field.arcsChanged(tails, n);
  }

  /** Begins all fields again, after an edit that may have changed any arc. */
  allChanged(): void {
    for (const field of this.fields) field.allChanged();
  }

  private isShared(goal: number): boolean {
    return this.unitsOf(goal) >= this.shareFrom;
  }

  private unitsOf(goal: number): number {
    return this.unitsByGoal.get(goal) ?? 0;
  }
}
