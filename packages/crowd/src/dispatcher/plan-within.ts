import type { Character } from './character.ts';
import type { FlowField } from './flow-field.ts';
import { PRICE } from './flow-field.ts';
import type { FlowFields } from './flow-fields.ts';
import type { FrameBudget } from './frame-budget.ts';
import type { PathRequests } from './path-requests.ts';

/** Spends the budget of a frame on paths and fields; returns how many characters have got their path, or know now that there is none. */
export function planWithin(budget: FrameBudget, requests: PathRequests, fields: FlowFields, onFailure: (c: Character, error: unknown) => void): number {
  const { turns } = requests;
  let planned = 0;
  let repaired = false;
  for (let slice = budget.slice(); slice > 0; slice = budget.slice()) {
    // Fields work by turns with the orders, so that neither has to wait for all of the other.
    const due: FlowField | undefined = repaired ? undefined : fields.due;
    const c: Character | undefined = due === undefined ? turns.next() : undefined;
    repaired = c === undefined;
    if (c !== undefined) {
      try {
        budget.pay(requests.plan(c, slice));
      } catch (error) {
        requests.fail(c);
        onFailure(c, error);
        budget.pay(0);
      }
      if (turns.current === undefined) planned++;
    } else {
      const field = due ?? fields.due;
      if (field === undefined) break;
      budget.pay(field.work(Math.ceil(slice / PRICE)));
    }
  }
  return planned;
}
