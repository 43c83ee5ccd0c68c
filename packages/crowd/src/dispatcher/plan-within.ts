import type { FlowField } from './flow-field.ts';
import { EXPANSION_COST } from './flow-field.ts';
import type { FlowFields } from './flow-fields.ts';
import type { FrameBudget } from './frame-budget.ts';
import type { PathRequests } from './path-requests.ts';
import type { Unit } from './unit.ts';

/** The parts of a dispatcher that planning needs. */
export interface Planning {
  readonly requests: PathRequests;
  readonly fields: FlowFields;
  /** Records the error of a planner, or of the field of a goal, which the frame throws at its end. */
  fail(failed: Unit | FlowField, error: unknown): void;
}

/** Whose turn it is to plan. */
export interface Turn {
  part: number;
  /** Whether the part has grown a field in this turn. */
  hasGrown: boolean;
}

/**
 * Spends the budget of a frame on the parts, which take turns; returns the number of answered requests. In its turn, a part grows a flow field and plans for a unit, by a
 * slice each. A slice may take the rest of the frame, so the turns go on in the next one.
 */
export function planWithin(budget: FrameBudget, parts: readonly Planning[], turn: Turn): number {
  let planned = 0;
  let idle = 0;
  for (let slice = budget.slice(); slice > 0; slice = budget.slice()) {
    const part = parts[turn.part];
    const { requests, fields } = part;
    const pending: FlowField | undefined = turn.hasGrown ? undefined : fields.pending;
    const unit = pending === undefined ? requests.scheduler.next() : undefined;
    const field = unit === undefined ? (pending ?? fields.pending) : undefined;
    turn.hasGrown = pending !== undefined;
    if (!turn.hasGrown) turn.part = (turn.part + 1) % parts.length;
    idle = (unit ?? field) === undefined ? idle + 1 : 0;
    if (idle === parts.length) break;
    if (unit !== undefined) {
      const { answered } = requests;
      budget.spend(planSlice(part, unit, slice));
      planned += requests.answered - answered;
    } else if (field !== undefined) budget.spend(growSlice(part, field, slice));
  }
  return planned;
}

/** Plans for a unit; returns the number of expansions. */
function planSlice(part: Planning, unit: Unit, slice: number): number {
  try {
    return part.requests.plan(unit, slice);
  } catch (error) {
    failUnit(part, unit, error);
    return 0;
  }
}

function growSlice(part: Planning, field: FlowField, slice: number): number {
  try {
    return field.run(Math.ceil(slice / EXPANSION_COST));
  } catch (error) {
    part.fail(field, error);
    return 0;
  }
}

/** Handles a planner or graph that threw for a unit: the unit gives up, and the others go on. */
export function failUnit(part: Planning, unit: Unit, error: unknown): void {
  part.requests.fail(unit);
  part.fail(unit, error);
}
