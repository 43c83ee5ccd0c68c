import { checkList, shown } from '@pf/graph/kit';

/**
 * Gives each unit a goal of its own, so that the sum of costs is least: the Hungarian algorithm. Returns the number of the goal of each unit.
 *
 * `costs[unit · goals + goal]` is what a goal costs a unit, `Infinity` if it is impossible. There must be at least as many goals as units. Throws if no assignment is possible.
 *
 * Takes at most *units² · goals* steps.
 *
 * @example
 * ```ts
 * import { assignGoals } from '@pf/crowd';
 *
 * // Both are nearest to the first goal. The second unit has farther to the others.
 * assignGoals([1, 2, 9, 2, 7, 9], 2); // → [1, 0]
 * ```
 */
export function assignGoals(costs: ArrayLike<number>, units: number): Uint32Array {
  checkList(costs, 'costs');
  if (!(Number.isInteger(units) && units >= 0)) throw new RangeError(`The number of units must be a whole number, got ${shown(units)}.`);
  const goals = units === 0 ? costs.length : costs.length / units;
  if (!Number.isInteger(goals) || (units === 0 && goals > 0)) throw new RangeError(`The costs of ${units} units are as many rows of one length, got ${costs.length} costs in all.`);
  if (goals < units) throw new RangeError(`There are more units than goals, ${units} and ${goals}: each unit needs a goal of its own.`);
  for (let k = 0; k < costs.length; k++) {
    if (!(typeof costs[k] === 'number' && costs[k] > -Infinity)) throw new RangeError(`The cost of unit ${Math.floor(k / goals)} and goal ${k % goals} must be a number, or Infinity if it is impossible, got ${shown(costs[k])}.`);
  }
  // Column `goals` stands for no goal: a unit that gets its first goal is there.
  const none = goals;
  const unitOf = new Int32Array(goals + 1).fill(-1);
  const before = new Int32Array(goals + 1);
  const unitPrice = new Float64Array(units);
  const goalPrice = new Float64Array(goals + 1);
  const slack = new Float64Array(goals);
  const isReached = new Uint8Array(goals + 1);
  for (let added = 0; added < units; added++) {
    unitOf[none] = added;
    slack.fill(Infinity);
    isReached.fill(0);
    let column = none;
    // The cheapest chain of changes that ends at a free goal.
    do {
      isReached[column] = 1;
      const unit = unitOf[column];
      let nearest = none;
      let least = Infinity;
      for (let goal = 0; goal < goals; goal++) {
        if (isReached[goal] === 1) continue;
        const extra = costs[unit * goals + goal] - unitPrice[unit] - goalPrice[goal];
        if (extra < slack[goal]) {
          slack[goal] = extra;
          before[goal] = column;
        }
        if (slack[goal] >= least) continue;
        least = slack[goal];
        nearest = goal;
      }
      if (nearest === none) throw tooFewGoals(unitOf, isReached);
      for (let goal = 0; goal <= goals; goal++) {
        if (isReached[goal] === 1) {
          unitPrice[unitOf[goal]] += least;
          goalPrice[goal] -= least;
        } else slack[goal] -= least;
      }
      column = nearest;
    } while (unitOf[column] >= 0);
    for (; column !== none; column = before[column]) unitOf[column] = unitOf[before[column]];
  }
  const out = new Uint32Array(units);
  for (let goal = 0; goal < goals; goal++) if (unitOf[goal] >= 0) out[unitOf[goal]] = goal;
  return out;
}

/** All possible goals of the units that were reached were reached too: one less than the units. */
function tooFewGoals(unitOf: Int32Array, isReached: Uint8Array): RangeError {
  const units = [...unitOf].filter((_, column) => isReached[column] === 1).sort((a, b) => a - b);
  if (units.length === 1) return new RangeError(`No assignment is possible: every goal of unit ${units[0]} costs Infinity.`);
  const few = units.length <= 6 ? `units ${units.join(', ')}` : `${units.length} units, such as ${units.slice(0, 6).join(', ')},`;
  return new RangeError(`No assignment is possible: for ${few} the number of possible goals is only ${units.length - 1}.`);
}
