import { seededRandom } from '@pf/graph';
import { runs } from '@pf/testkit';
import { expect, test } from 'vitest';
import type { FindPlanOptions, FoundPlan, PlanStep } from '../src/index.ts';
import { findPlan, PlanSearch, runInSlices } from '../src/index.ts';

type Problem<State> = Pick<FindPlanOptions<State, string>, 'start' | 'steps' | 'isGoal' | 'key'>;

/** Costs of all states that can be reached, by their keys: the cheapest open state is looked for in a list. */
function distances<State>({ start, steps, key = (state) => state as string }: Problem<State>): Map<string | number | bigint, { state: State; cost: number }> {
  const [open, closed] = [new Map([[key(start), { state: start, cost: 0 }]]), new Map<string | number | bigint, { state: State; cost: number }>()];
  while (open.size > 0) {
    const [name, found] = [...open].reduce((a, b) => (b[1].cost < a[1].cost ? b : a));
    open.delete(name);
    closed.set(name, found);
    for (const { to, cost = 1 } of steps(found.state, found.cost)) {
      const next = found.cost + cost;
      if (!closed.has(key(to)) && next < (open.get(key(to))?.cost ?? Infinity)) open.set(key(to), { state: to, cost: next });
    }
  }
  return closed;
}

function leastCost<State>(problem: Problem<State>): number {
  return Math.min(Infinity, ...[...distances(problem).values()].filter(({ state }) => problem.isGoal(state)).map(({ cost }) => cost));
}

/** The same distances where every step costs 1, layer by layer: for larger spaces. */
function layers<State>({ start, steps, isGoal, key = (state) => state as string }: Problem<State>): number {
  const seen = new Set([key(start)]);
  let depth = 0;
  for (let layer = [start]; layer.length > 0; depth++) {
    if (layer.some(isGoal)) return depth;
    layer = layer.flatMap((state) => [...steps(state, depth)].map(({ to }) => to)).filter((to) => !seen.has(key(to)) && seen.add(key(to)));
  }
  return Infinity;
}

/** Takes the actions of a plan one by one. */
function replay<State>(problem: Problem<State>, plan: FoundPlan<State, string>): void {
  const key = problem.key ?? ((state: State) => state as string);
  if (plan.cost === Infinity) {
    expect(plan).toMatchObject({ actions: [], states: [], arrived: false });
    return;
  }
  expect([plan.arrived, plan.reason, plan.states.length]).toEqual([true, undefined, plan.actions.length + 1]);
  expect(key(plan.states[0])).toBe(key(problem.start));
  expect(problem.isGoal(plan.states.at(-1)!)).toBe(true);
  let cost = 0;
  for (const [i, action] of plan.actions.entries()) {
    const same = [...problem.steps(plan.states[i], cost)].filter((step) => step.action === action && key(step.to) === key(plan.states[i + 1]));
    expect(same.length).toBeGreaterThan(0);
    cost += Math.min(...same.map((step) => step.cost ?? 1));
  }
  expect(plan.cost).toBeCloseTo(cost, 9);
}

test('a heuristic is called estimate', () => {
  expect(() => findPlan({ start: 1, steps: () => [], isGoal: () => true, heuristic: () => 0 } as never)).toThrow("findPlan has no option 'heuristic': did you mean 'estimate'?");
  expect(() => findPlan(undefined as never)).toThrow('findPlan needs start, steps and isGoal');
});

test('costs and plans in random spaces of strings are those of an oracle, with and without estimates', () => {
  const random = seededRandom(2026);
  const pick = (n: number): number => Math.floor(random() * n);
  let reached = 0;
  for (let run = 0; run < runs(2000); run++) {
    const count = 1 + pick(12);
    const costs = [[0, 1, 2], [1], [0.1, 0.25, 1 / 3], [0], [undefined, 3]][pick(5)];
    const table = Array.from({ length: count }, (_, i) => Array.from({ length: pick(4) }, (__, j): PlanStep<string, string> => ({ action: `${i}.${j}`, to: `state ${pick(count)}`, cost: costs[pick(costs.length)] })));
    const goals = new Set(Array.from({ length: pick(3) }, () => `state ${pick(count)}`));
    const problem: Problem<string> = { start: 'state 0', steps: (state) => table[Number(state.slice(6))], isGoal: (state) => goals.has(state) };
    const least = leastCost(problem);
    const left = new Map(table.map((_, i) => [`state ${i}`, leastCost({ ...problem, start: `state ${i}` })]));
    const share = table.map(() => random());
    const estimates = [undefined, (state: string) => left.get(state)!, (state: string) => share[Number(state.slice(6))] * Math.min(left.get(state)!, 99)];
    for (const estimate of estimates) {
      const plan = findPlan({ ...problem, estimate });
      expect(plan.cost).toBeCloseTo(least, 9);
      expect(plan.reason).toBe(least < Infinity ? undefined : 'no-plan');
      expect(plan.expanded).toBeLessThanOrEqual(estimate === estimates[2] ? Infinity : count);
      replay(problem, plan);
      const within = findPlan({ ...problem, estimate, maxCost: least + pick(2) });
      expect(within.cost).toBeCloseTo(least, 9);
      if (least > 0) expect(findPlan({ ...problem, estimate, maxCost: Math.min(least, 99) * 0.99 })).toMatchObject({ cost: Infinity, reason: 'no-plan' });
      // A limit ends the search, or changes nothing.
      const limited = findPlan({ ...problem, estimate, limit: 1 + pick(count) });
      expect(limited).toEqual(limited.reason === 'limit' ? { cost: Infinity, actions: [], states: [], arrived: false, reason: 'limit', expanded: limited.expanded } : plan);
      expect(findPlan({ ...problem, estimate, limit: count })).toEqual(plan);
    }
    if (least < Infinity) reached++;
  }
  expect(reached).toBeGreaterThan(runs(2000) / 4);
});

/** Tiles of a sliding puzzle of 2 rows of 3; 0 is the gap. */
function* slides(tiles: readonly number[]): Generator<PlanStep<readonly number[], string>> {
  const gap = tiles.indexOf(0);
  for (const [action, by] of [['left', gap % 3 > 0 ? -1 : 0], ['right', gap % 3 < 2 ? 1 : 0], ['up', gap > 2 ? -3 : 0], ['down', gap < 3 ? 3 : 0]] as const) {
    if (by === 0) continue;
    const to = [...tiles];
    [to[gap], to[gap + by]] = [to[gap + by], 0];
    yield { action, to };
  }
}

test('sliding puzzles are solved in the fewest moves, or proved unsolvable', () => {
  const random = seededRandom(6);
  let unsolvable = 0;
  for (let run = 0; run < runs(20); run++) {
    const start = [0, 1, 2, 3, 4, 5].map((tile) => ({ tile, order: random() })).sort((a, b) => a.order - b.order).map(({ tile }) => tile);
    const problem: Problem<readonly number[]> = { start, steps: slides, key: (tiles) => tiles.join(' '), isGoal: (tiles) => tiles.every((tile, i) => tile === i) };
    const least = layers(problem);
    const estimate = (tiles: readonly number[]): number => tiles.filter((tile, i) => tile !== 0 && tile !== i).length;
    const [blind, informed] = [findPlan(problem), findPlan({ ...problem, estimate })];
    expect([blind.cost, informed.cost]).toEqual([least, least]);
    replay(problem, blind);
    replay(problem, informed);
    // Half of all orders: 360 states.
    if (least === Infinity) {
      unsolvable++;
      expect([blind.expanded, findPlan({ ...problem, limit: 360 }).reason, findPlan({ ...problem, limit: 359 }).reason]).toEqual([360, 'no-plan', 'limit']);
    } else expect(informed.expanded).toBeLessThanOrEqual(blind.expanded);
  }
  expect(unsolvable).toBeGreaterThan(0);
});

test('plans of actions with conditions and effects are the cheapest', () => {
  const random = seededRandom(7);
  const bits = (share: number): number => Array.from({ length: 7 }, (_, i) => (random() < share ? 1 << i : 0)).reduce((a, b) => a | b, 0);
  let reached = 0;
  for (let run = 0; run < runs(300); run++) {
    const actions = Array.from({ length: 3 + Math.floor(random() * 12) }, (_, i) => ({ name: `action ${i}`, needs: bits(0.2), adds: bits(0.2), takes: bits(0.1), cost: Math.floor(random() * 4) }));
    const goal = bits(0.5);
    const problem: Problem<number> = {
      start: bits(0.2),
      isGoal: (state) => (state & goal) === goal,
      steps: (state) => actions.filter(({ needs }) => (state & needs) === needs).map(({ name, adds, takes, cost }) => ({ action: name, to: (state & ~takes) | adds, cost })),
    };
    const plan = findPlan(problem);
    expect(plan.cost).toBe(leastCost(problem));
    replay(problem, plan);
    if (plan.cost < Infinity) reached++;
  }
  expect(reached).toBeGreaterThan(runs(300) / 4);
});

test('spaces may have many states, many steps, and no end', () => {
  const line = { start: 0, steps: (n: number) => [{ action: 'on', to: n + 1 }, { action: 'back', to: n - 1 }] };
  for (const goal of [0, 510, 513, 1025, 9000, 20_000]) {
    const plan = findPlan({ ...line, isGoal: (n) => n === goal });
    expect([plan.cost, plan.actions.length, plan.states.at(-1)]).toEqual([goal, goal, goal]);
  }
  for (const limit of [1, 2, 1023, 1024, 1025, 5000]) {
    const found: number[] = [];
    expect(findPlan({ ...line, limit, key: (n) => (found.push(n), n), isGoal: () => false })).toMatchObject({ cost: Infinity, reason: 'limit' });
    expect(new Set(found).size).toBe(limit + 1);
  }
  expect(findPlan({ ...line, isGoal: () => false, maxCost: 700 })).toMatchObject({ cost: Infinity, reason: 'no-plan', expanded: 1401 });
  expect(findPlan({ ...line, isGoal: (n) => n === 700, maxCost: 700, estimate: (n) => Math.abs(700 - n) })).toMatchObject({ cost: 700, expanded: 701 });
  expect(findPlan({ ...line, isGoal: (n) => n === 700, maxCost: 710, estimate: (n) => Math.abs(720 - n) })).toMatchObject({ cost: Infinity, expanded: 1 });
  // An estimate below 0 is one of 0.
  expect(findPlan({ ...line, steps: () => [{ action: 0, to: 1, cost: 12 }], isGoal: (n) => n === 1, maxCost: 10, estimate: () => -5 })).toMatchObject({ cost: Infinity, reason: 'no-plan' });
  const star = (n: number): PlanStep<number, number>[] => Array.from({ length: n === 0 ? 100 : 1000 * n }, (_, i) => ({ action: i, to: 1 + i }));
  expect(findPlan({ start: 0, steps: (n) => (n < 3 ? star(n) : []), isGoal: (n) => n === 1500 })).toMatchObject({ cost: 2, actions: [1, 1499], states: [0, 2, 1500] });
});

test('a start that is a goal needs no action', () => {
  let asked = 0;
  const plan = findPlan({ start: 'here', steps: () => (asked++, []), isGoal: (state) => state === 'here', maxCost: 0 });
  expect([plan, asked]).toEqual([{ cost: 0, actions: [], states: ['here'], expanded: 1, arrived: true }, 0]);
});

test('of several steps to a state, the plan has the cheapest; one that costs Infinity is never taken', () => {
  const steps = (state: string): PlanStep<string, string>[] => (state === 'a' ? [{ action: 'walk', to: 'b', cost: 5 }, { action: 'ride', to: 'b', cost: 2 }, { action: 'fly', to: 'b', cost: Infinity }, { action: 'run', to: 'b', cost: 3 }] : []);
  expect(findPlan({ start: 'a', steps, isGoal: (state) => state === 'b' })).toMatchObject({ cost: 2, actions: ['ride'], states: ['a', 'b'] });
  expect(findPlan({ start: 'a', steps: (state) => steps(state).slice(2, 3), isGoal: (state) => state === 'b' })).toMatchObject({ cost: Infinity, reason: 'no-plan' });
});

test('a signal ends the search', () => {
  const count = { start: 0, steps: (n: number) => [{ action: 'count', to: n + 1 }], isGoal: (n: number) => n === 900 };
  let looks = 0;
  expect(findPlan({ ...count, signal: { get aborted() { return looks++ === 2; } } })).toEqual({ cost: Infinity, actions: [], states: [], arrived: false, reason: 'aborted', expanded: 512 });
  expect(findPlan({ ...count, signal: { aborted: false } }).cost).toBe(900);
});

test('a plan can be made within another, and the methods of a problem may use each other', () => {
  const problem: FindPlanOptions<number, string> = {
    start: 0,
    *steps(n) {
      const { cost } = findPlan({ start: 'a', steps: (text) => [{ action: 'longer', to: `${text}a` }], isGoal: (text) => text.length === 2000 });
      yield { action: this.isGoal(n + 2) ? 'end' : 'count', to: n + 2, cost };
    },
    isGoal(n) { return this.key!(n) === '4'; },
    key(n) { return String(n); },
    estimate(n) { return 1999 * (2 - Number(this.key!(n)) / 2); },
  };
  expect(findPlan(problem)).toMatchObject({ cost: 3998, states: [0, 2, 4], actions: ['count', 'end'] });
});

test('mistakes are named', () => {
  const right = { start: 'a', steps: () => [{ action: 'x', to: 'b' }], isGoal: (state: string) => state === 'b' };
  const asked = (wrong: object) => () => findPlan({ ...right, ...wrong });
  expect(findPlan(right).cost).toBe(1);
  for (const wrong of [undefined, {}, { steps: right.steps, isGoal: right.isGoal }]) expect(() => findPlan(wrong as never)).toThrow('findPlan needs start, steps and isGoal: findPlan({ start, steps, isGoal }).');
  expect(asked({ heuristic: () => 0 })).toThrow("findPlan has no option 'heuristic'");
  expect(asked({ steps: undefined })).toThrow('steps must be a function, got undefined.');
  expect(asked({ isGoal: 'b' })).toThrow("isGoal must be a function, got 'b'.");
  expect(asked({ key: 'id' })).toThrow("key must be a function, got 'id'.");
  expect(asked({ estimate: 3 })).toThrow('estimate must be a function, got 3.');
  for (const limit of [0, 1.5, 2 ** 24 + 1, '9']) expect(asked({ limit })).toThrow('The limit of findPlan must be a whole number from 1 to 16777216, got ');
  for (const maxCost of [-1, NaN, '9']) expect(asked({ maxCost })).toThrow('The option maxCost of findPlan must be a number, 0 or more, got ');
  expect(asked({ start: { at: 'a' } })).toThrow('States are identified by strings or numbers, got an object as a state: give findPlan a key, such as key: (state) => JSON.stringify(state).');
  expect(asked({ steps: () => [{ action: 'x', to: ['b'] }] })).toThrow('got an array as a state: give findPlan a key');
  for (const [name, said] of [[undefined, 'undefined'], [['a'], 'an array'], [NaN, 'NaN']] as const) expect(asked({ key: () => name })).toThrow(`key(state) must return a string or a number, got ${said}.`);
  for (const [steps, said] of [[undefined, 'undefined'], [{}, 'an object'], [5, '5'], [[5], '5 as a step'], ['b', "'b' as a step"], [[undefined], 'undefined as a step'], [[null], 'null as a step'], [[{ action: 'x', state: 'b' }], 'an object as a step, without to']] as const) {
    expect(asked({ steps: () => steps })).toThrow(`steps(state) must return a list of { action, to, cost }, got ${said}.`);
  }
  for (const [cost, said] of [[-1, '-1'], [NaN, 'NaN'], ['1', "'1'"], [null, 'null']] as const) expect(asked({ steps: () => [{ action: 'x', to: 'b', cost }] })).toThrow(`A step must cost a number, 0 or more, got ${said} for the action 'x'.`);
  for (const [estimate, said] of [[undefined, 'undefined'], [NaN, 'NaN'], ['0', "'0'"]] as const) expect(asked({ estimate: () => estimate })).toThrow(`estimate(state) must return a number, 0 where it knows nothing, got ${said}.`);
  for (const goal of [undefined, 1]) expect(asked({ isGoal: () => goal })).toThrow(`isGoal(state) must be true or false, got ${String(goal)}.`);
  expect(asked({ isGoal: () => { throw new Error('not now'); } })).toThrow('not now');
  // A state that is changed in place.
  const list = ['a'];
  expect(() => findPlan({ start: list, key: (state) => state.join(' '), steps: (state) => (state.push('b'), [{ action: 'x', to: state }]), isGoal: (state) => state.length > 2 })).toThrow('steps(state) must not change the state');
  let times = 0;
  expect(asked({ steps: () => [{ action: 'x', to: times++ === 0 ? 'b' : 'c' }] })).toThrow('a step of the plan is missing when asked again.');
});

test('a search in slices finds the same plan, also where it has to make room for more states or steps', () => {
  let [slices, plans] = [0, 0];
  for (let seed = 0; seed < runs(60); seed++) {
    const random = seededRandom(seed);
    const below = (n: number): number => Math.floor(random() * n);
    const [size, degree] = seed % 2 === 0 ? [5000, 3] : [300, 90];
    const [mul, add] = [1 + 2 * below(50), below(90)];
    const goal = below(size);
    const options = {
      start: 0,
      steps: (s: number) => Array.from({ length: 1 + ((s * 7) % degree) }, (_, i) => ({ action: i, to: (s * mul + add + i * i) % size, cost: 1 + ((s + i) % 4) })),
      isGoal: (s: number) => s === goal,
      ...(seed % 5 === 0 ? { limit: 200 } : {}),
      ...(seed % 7 === 0 ? { maxCost: 6 } : {}),
    };
    const search = new PlanSearch(options);
    while (!search.run(1 + below(40))) {
      expect(search.plan).toBe(undefined);
      slices++;
    }
    expect(search.plan).toEqual(findPlan(options));
    expect(search.run()).toBe(true);
    if (search.plan!.arrived) plans++;
  }
  expect(slices).toBeGreaterThan(runs(60));
  expect(plans).toBeGreaterThan(runs(60) / 5);
});

test('a search in slices can be stopped by a signal, and continued', () => {
  const search = new PlanSearch({ start: 0, steps: (s: number) => [{ action: 'up', to: s + 1 }], isGoal: (s) => s === 3000 });
  expect(search.run(Infinity, { aborted: true })).toBe(false);
  expect([search.run(), search.plan?.cost]).toEqual([true, 3000]);
  expect(() => new PlanSearch({ start: 0 } as never)).toThrow('steps');
});

test('the signal of the options ends a search in slices, that of a call interrupts it', async () => {
  const end = { aborted: false };
  const options = { start: 0, steps: (s: number) => [{ action: 'up', to: s + 1 }], isGoal: (s: number) => s === 3000, signal: end };
  const search = new PlanSearch(options);
  expect([search.run(10), search.run(Infinity, { aborted: true }), search.plan]).toEqual([false, false, undefined]);
  end.aborted = true;
  await runInSlices(search, { budget: 100 });
  expect(search.plan?.reason).toBe('aborted');
  expect(findPlan(options).reason).toBe('aborted');
});

test('steps get the cost so far: ferries with a timetable, against all states at all times', () => {
  const random = seededRandom(77);
  let waits = 0;
  for (let round = 0; round < runs(300); round++) {
    const places = 2 + Math.floor(6 * random());
    const lines = Array.from({ length: 3 * places }, () => ({ from: Math.floor(places * random()), to: Math.floor(places * random()), ride: Math.floor(5 * random()), every: 1 + Math.floor(9 * random()), first: Math.floor(9 * random()) }));
    const arrival = (line: typeof lines[number], now: number): number => line.first + line.every * Math.max(0, Math.ceil((now - line.first) / line.every)) + line.ride;
    const plan = findPlan({
      start: 0,
      isGoal: (place: number) => place === places - 1,
      *steps(place, now) {
        for (const line of lines) if (line.from === place) yield { action: line, to: line.to, cost: arrival(line, now) - now };
      },
    });
    // Who boards earlier arrives earlier, so the earliest arrivals suffice.
    const earliest = Array.from({ length: places }, (_, place) => (place === 0 ? 0 : Infinity));
    for (let n = 0; n < places; n++) for (const line of lines) if (earliest[line.from] < Infinity) earliest[line.to] = Math.min(earliest[line.to], arrival(line, earliest[line.from]));
    expect(plan.cost).toBe(earliest[places - 1]);
    let now = 0;
    for (const line of plan.actions) {
      if (arrival(line, now) - line.ride > now) waits++;
      now = arrival(line, now);
    }
    expect(now).toBe(plan.arrived ? plan.cost : 0);
  }
  expect(waits).toBeGreaterThan(runs(200));
});
