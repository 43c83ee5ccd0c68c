import type { FlowField } from './flow-field.ts';
import { EXPANSION_COST } from './flow-field.ts';
import type { FlowFields } from './flow-fields.ts';
import type { FrameBudget } from './frame-budget.ts';
import type { PathRequests } from './path-requests.ts';
import type { Unit } from './unit.ts';

/** Spends the budget of a frame on requests and flow fields, alternately; returns how many requests were answered. */
export function planWithin(budget: FrameBudget, requests: PathRequests, fields: FlowFields, onFailure: (unit: Unit, error: unknown) => void): number {
  const { scheduler } = requests;
  let planned = 0;
  let wasField = false;
  for (let slice = budget.slice(); slice > 0; slice = budget.slice()) {
    const pending: FlowField | undefined = wasField ? undefined : fields.pending;
    const unit: Unit | undefined = pending === undefined ? scheduler.next() : undefined;
    wasField = unit === undefined;
    if (unit !== undefined) {
      try {
        budget.spend(requests.plan(unit, slice));
      } catch (error) {
        requests.fail(unit);
        onFailure(unit, error);
        budget.spend(0);
      }
      if (scheduler.current === undefined) planned++;
    } else {
      const field = pending ?? fields.pending;
      if (field === undefined) break;
      budget.spend(field.run(Math.ceil(slice / EXPANSION_COST)));
    }
  }
  return planned;
}
