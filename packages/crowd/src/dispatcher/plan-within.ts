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

/** Spends the budget of a frame on the requests and flow fields of each part, alternately; returns the number of answered requests. */
export function planWithin(budget: FrameBudget, parts: readonly Planning[]): number {
  let planned = 0;
  // By part: whether its last slice went to a field.
  const wasField = parts.map(() => false);
  let idle = 0;
  for (let slice = budget.slice(), i = 0; slice > 0; slice = budget.slice(), i = (i + 1) % parts.length) {
    const { requests } = parts[i];
    const pending = wasField[i] ? undefined : parts[i].fields.pending;
    const unit = pending === undefined ? requests.scheduler.next() : undefined;
    const field = unit === undefined ? (pending ?? parts[i].fields.pending) : undefined;
    wasField[i] = unit === undefined;
    idle = (unit ?? field) === undefined ? idle + 1 : 0;
    if (idle === parts.length) break;
    if (unit !== undefined) {
      const { answered } = requests;
      budget.spend(planSlice(parts[i], unit, slice));
      planned += requests.answered - answered;
    } else if (field !== undefined) budget.spend(growSlice(parts[i], field, slice));
  }
  return planned;
}

/** Plans for a unit; returns the number of expansions. */
function planSlice(part: Planning, unit: Unit, slice: number): number {
  try {
    return part.requests.plan(unit, slice);
  } catch (error) {
    part.requests.fail(unit);
    part.fail(unit, error);
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
