import fc from 'fast-check';
import { describe, test } from 'vitest';
import type { Digraph, DigraphsOptions } from './digraphs.ts';
import { digraphs } from './digraphs.ts';
import { costOfWalking } from './optimal-search-contract.ts';
import type { OracleGraph } from './oracle.ts';
import { oracleCost } from './oracle.ts';
import { runs } from './runs.ts';
import type { World } from './world.ts';
import { drawWorld } from './world.ts';
import type { WorldsOptions } from './worlds.ts';
import { worlds } from './worlds.ts';

type Estimate = (v: number, goal: number) => number;

/** A planner as the contract uses it. */
export interface ContractPlanner {
  readonly start: number;
  readonly goal: number;
  readonly cost: number;
  readonly counters: { readonly expanded: number; readonly generated: number; readonly reopened: number; readonly queueOperations: number };
  begin(start: number, goal: number): void;
  run(budget?: number): boolean;
  next(): number;
  path(out: Uint32Array): number;
  moveTo(v: number): void;
  goalMovedTo(v: number): void;
  arcsChanged(tails: ArrayLike<number>, n: number): void;
  isOpen(v: number): boolean;
}

/** The members of a grid that are used. `Grid` has them. */
export interface ContractTerrain extends OracleGraph {
  vertex(x: number, y: number): number;
  x(v: number): number;
  y(v: number): number;
  cost(x: number, y: number): number;
  setCost(x: number, y: number, cost: number, tails?: Uint32Array): number;
  setSides(x: number, y: number, sides: { enter?: number; leave?: number }, tails?: Uint32Array): number;
  setRectangle(x: number, y: number, width: number, height: number, cost: number, tails?: Uint32Array): number;
  heuristic(options: { least?: number }): Estimate;
}

export interface ReplannerSubjects<G extends ContractTerrain> {
  /** Makes the grid of a world, with its one-way cells. */
  readonly grid: (world: World) => G;
  /** The worlds that the planner accepts. Default: all, including one-way cells. */
  readonly worlds?: WorldsOptions | undefined;
  /** The directed graphs that it accepts. Default: all. */
  readonly digraphs?: DigraphsOptions | undefined;
  /** The bound of a path's cost as a factor of the cheapest. Default 1. */
  readonly bound?: number | undefined;
  /** Number of episodes on worlds, before PF_RUNS; on directed graphs half as many. Default 200. */
  readonly runs?: number | undefined;
}

/** An event of an episode. The numbers say where and how, for any size of world. */
interface Event {
  readonly what: 'block' | 'free' | 'raise' | 'lower' | 'sides' | 'area' | 'step' | 'jump' | 'goal' | 'begin' | 'think' | 'quiet';
  readonly a: number;
  readonly b: number;
}

/** Edits of a world: a grid or a graph. Each returns the number of tails. */
interface Arena {
  readonly graph: OracleGraph & { readonly version?: number };
  readonly estimate: Estimate;
  /** Whether costs are whole numbers: then answers must be exact. */
  readonly whole: boolean;
  place(n: number): number;
  change(event: Event, tails: Uint32Array): number;
  draw(start: number, goal: number): string;
}

/**
 * The contract of every replanner. In an episode cells are blocked and freed, terrain changes, sides close and open, the character moves and is
 * relocated, the goal moves, plans are interrupted, and the planner is reused. After each event the cost is the oracle's, the path legal and of that
 * cost, and a second `run` expands nothing.
 */
export function replannerContract<G extends ContractTerrain>(
  name: string,
  make: (graph: OracleGraph, estimate: Estimate) => ContractPlanner,
  subjects: ReplannerSubjects<G>,
): void {
  const numRuns = runs(subjects.runs ?? 200);
  const bound = subjects.bound ?? 1;
  const mixed = events(['block', 'block', 'free', 'free', 'raise', 'lower', 'sides', 'area', 'step', 'step', 'step', 'jump', 'goal', 'begin', 'think', 'think', 'quiet']);
  const rising = events(['block', 'block', 'block', 'raise', 'step', 'step', 'step', 'think', 'begin', 'goal']);
  const falling = events(['free', 'free', 'lower', 'step', 'think', 'goal', 'quiet']);
  const changes = { rising, falling, mixed };

  describe(`${name} keeps the contract of a replanner`, () => {
    for (const [kind, happenings] of Object.entries(changes)) {
      const share = Math.ceil(numRuns / 3);
      test(`${share} episodes on grids, changes ${kind}`, () => {
        const property = fc.property(worlds({ maxSize: 9, sides: true, ...subjects.worlds }), happenings, (world, happenings) => {
          play(new GridArena(subjects.grid(world), world), make, happenings, bound);
        });
        fc.assert(property, { numRuns: share, seed: 1995 });
      }, 1_800_000);

      test(`${Math.ceil(share / 2)} episodes on directed graphs, changes ${kind}`, () => {
        const property = fc.property(digraphs({ maxVertices: 14, ...subjects.digraphs }), fc.boolean(), happenings, (digraph, ring, happenings) => {
          play(new DigraphArena(ring ? ringed(digraph) : digraph, subjects.digraphs), make, happenings, bound);
        });
        fc.assert(property, { numRuns: Math.ceil(share / 2), seed: 2006 });
      }, 1_800_000);
    }

    test('a vertex outside the graph and a plan without a query are rejected', () => {
      const world: World = { width: 2, height: 1, rows: ['..'], movement: 'four', corners: 'never', metric: '5/7', sides: [], seed: 0 };
      const grid = subjects.grid(world);
      const planner = make(grid, grid.heuristic({}));
      expectRejected(() => planner.run(), 'begin(start, goal)');
      const inside = grid.vertex(0, 0);
      for (const outside of [-1, grid.vertexCount, 0.5, NaN]) {
        expectRejected(() => planner.begin(outside, inside), String(outside));
        expectRejected(() => planner.begin(inside, outside), String(outside));
        planner.begin(inside, inside);
        expectRejected(() => planner.moveTo(outside), String(outside));
        expectRejected(() => planner.goalMovedTo(outside), String(outside));
      }
      planner.begin(inside, grid.vertex(1, 0));
      planner.run();
      expectRejected(() => planner.path(new Uint32Array(1)), '1');
      if (planner.path(new Uint32Array(2)) !== 2) throw new Error('rejected calls should change nothing');
    });
  });
}

function events(kinds: readonly Event['what'][]): fc.Arbitrary<Event[]> {
  return fc.array(fc.record({ what: fc.constantFrom(...kinds), a: fc.nat(9999), b: fc.nat(9999) }, { noNullPrototype: true }), { minLength: 1, maxLength: 24, size: 'max' });
}

function expectRejected(act: () => unknown, word: string): void {
  let message = 'nothing was thrown';
  try {
    act();
  } catch (error) {
    message = (error as Error).message;
  }
  if (!message.includes(word)) throw new Error(`expected a sentence with ${word}, but: ${message}`);
}

/** Plays an episode and compares every answer with the oracle's. */
function play(arena: Arena, make: (graph: OracleGraph, estimate: Estimate) => ContractPlanner, happenings: readonly Event[], bound: number): void {
  const planner = make(arena.graph, arena.estimate);
  const tails = new Uint32Array(4 * arena.graph.vertexCount);
  const [first] = happenings;
  planner.begin(arena.place(first.a), arena.place(first.b));
  try {
    check(arena, planner, bound);
    for (const event of happenings) {
      switch (event.what) {
        case 'step':
          for (let steps = 1 + (event.a % 3); steps > 0 && planner.next() !== -1; steps--) {
            planner.moveTo(planner.next());
            // A step along the path needs no new plan: the answer must stay.
            if (event.b % 2 === 0) check(arena, planner, bound);
          }
          break;
        case 'jump':
          planner.moveTo(arena.place(event.a));
          if (planner.start !== arena.place(event.a)) throw new Error('the start should be where the character stands');
          break;
        case 'goal':
          planner.goalMovedTo(arena.place(event.a));
          if (planner.goal !== arena.place(event.a)) throw new Error('the goal should be where it has moved to');
          break;
        case 'begin':
          // A new query needs no report of earlier changes.
          arena.change({ ...event, what: event.b % 2 === 0 ? 'block' : 'free' }, tails);
          planner.begin(arena.place(event.a), arena.place(event.b));
          checkFresh(arena, planner, make);
          break;
        case 'think':
          // A plan may be interrupted and the world change: the next event occurs in the middle of it.
          planner.arcsChanged(tails, arena.change({ ...event, what: event.b % 2 === 0 ? 'block' : 'free' }, tails));
          think(planner, event.a % 4);
          continue;
        case 'quiet': {
          // An unreported edit: in a world with a version, a planner detects it.
          const n = arena.change({ ...event, what: event.b % 2 === 0 ? 'block' : 'free' }, tails);
          if (arena.graph.version === undefined) planner.arcsChanged(tails, n);
          if (event.a % 2 === 0 && planner.next() !== -1) planner.moveTo(planner.next());
          break;
        }
        default:
          planner.arcsChanged(tails, arena.change(event, tails));
      }
      check(arena, planner, bound, event.a % 3 === 0 ? 1 + (event.b % 3) : Infinity);
    }
  } catch (cause) {
    throw new Error(`${(cause as Error).message}\n${arena.draw(planner.start, planner.goal)}`, { cause });
  }
}

/** Lets it plan for a while; returns whether it is done. */
function think(planner: ContractPlanner, budget: number): boolean {
  const before = planner.counters.expanded;
  const done = planner.run(budget);
  if (!done && (planner.cost !== Infinity || planner.next() !== -1)) throw new Error('an unfinished plan should have no answer');
  const expanded = planner.counters.expanded - before;
  if (expanded > budget) throw new Error(`a plan with a budget of ${budget} should not expand ${expanded} vertices`);
  return done;
}

function check({ graph, whole }: Arena, planner: ContractPlanner, bound: number, budget = Infinity): void {
  while (!think(planner, budget));
  const { start, goal, cost } = planner;
  const what = `The path from ${start} to ${goal}`;
  const expected = oracleCost(graph, start, goal);
  const slack = whole ? 0 : 1e-9;
  const agree = (a: number, b: number): boolean => a === b || Math.abs(a - b) <= slack * (1 + b);
  if (!agree(cost, expected) && !(cost > expected && cost <= expected * bound * (1 + slack))) throw new Error(`${what} should cost ${expected}, but the planner says ${cost}`);
  const out = new Uint32Array(graph.vertexCount);
  const path = [...out.subarray(0, planner.path(out))];
  if (expected === Infinity) {
    if (path.length > 0 || planner.next() !== -1) throw new Error(`${what} does not exist, but path() gave ${path.join(' ')} and next() ${planner.next()}`);
  } else {
    if (path[0] !== start || path.at(-1) !== goal) throw new Error(`${what} has wrong ends: ${path.join(' ')}`);
    const walked = costOfWalking(graph, path);
    if (!agree(walked, cost)) throw new Error(`${what} is reported at ${cost}, but ${path.join(' ')} costs ${walked}`);
    if (planner.next() !== (path[1] ?? -1)) throw new Error(`${what} continues to ${path[1]}, but next() gave ${planner.next()}`);
  }
  const { expanded } = planner.counters;
  if (!planner.run() || planner.counters.expanded !== expanded) throw new Error('a plan without anything new should expand nothing');
}

/** A later query is answered as by a new planner. */
function checkFresh({ graph, estimate, whole }: Arena, planner: ContractPlanner, make: (graph: OracleGraph, estimate: Estimate) => ContractPlanner): void {
  // Planners choose their queue by the costs at construction: without fractional costs, another one than before.
  if (!whole && graph instanceof DigraphArena && graph.hasOnlyWholeCosts) return;
  const fresh = make(graph, estimate);
  fresh.begin(planner.start, planner.goal);
  const answers = [planner, fresh].map((each) => {
    each.run();
    const out = new Uint32Array(graph.vertexCount);
    const { expanded, generated, reopened, queueOperations } = each.counters;
    return [each.cost, expanded, generated, reopened, queueOperations, ...out.subarray(0, each.path(out))].join(' ');
  });
  if (answers[0] !== answers[1]) throw new Error(`cost, counters and path depend on earlier queries: ${answers[0]}, but ${answers[1]} as the first query`);
}

class GridArena implements Arena {
  readonly estimate: Estimate;
  readonly whole: boolean;

  constructor(
    readonly graph: ContractTerrain,
    private readonly world: World,
  ) {
    this.whole = world.metric !== 'exact';
    // Costs will fall, and an estimate must never be too high.
    this.estimate = graph.heuristic({ least: 1 });
  }

  place(n: number): number {
    return this.graph.vertex(n % this.world.width, Math.floor(n / this.world.width) % this.world.height);
  }

  change({ what, a, b }: Event, tails: Uint32Array): number {
    const { graph } = this;
    const { width, height } = this.world;
    const x = a % width;
    const y = Math.floor(a / width) % height;
    const cost = graph.cost(x, y);
    const worth = 1 + (b % 9);
    if (what === 'area') return graph.setRectangle(x, y, 1 + (b % (width - x)), 1 + (b % (height - y)), b % 3 === 0 ? 0 : 1 + (b % 2), tails);
    if (what === 'sides') return graph.setSides(x, y, { enter: b % 256, leave: b % 5 === 0 ? b % 256 : 255 }, tails);
    if (what === 'block') return graph.setCost(x, y, 0, tails);
    if (what === 'free') return graph.setCost(x, y, cost === 0 ? 1 : cost, tails);
    if (what === 'raise') return graph.setCost(x, y, cost === 0 ? 0 : Math.max(cost, worth), tails);
    return graph.setCost(x, y, cost === 0 ? worth : Math.min(cost, worth), tails);
  }

  draw(start: number, goal: number): string {
    const { graph, world } = this;
    const rows = world.rows.map((row, y) => [...row].map((_, x) => graph.cost(x, y)).map((cost) => (cost === 0 ? '#' : cost === 1 ? '.' : String(cost))).join(''));
    return drawWorld({ ...world, rows }, [start, goal].map((v, i) => ({ x: graph.x(v), y: graph.y(v), mark: 'ST'[i] })));
  }
}

/** With a cycle through all vertices. Without it few vertices are reachable, and trees have few branches. */
function ringed({ vertexCount, arcs }: Digraph): Digraph {
  const ring = Array.from({ length: vertexCount }, (_, v) => [v, (v + 1) % vertexCount, arcs.length === 0 ? 1 : arcs[v % arcs.length][2]] as const);
  return { vertexCount, arcs: [...arcs, ...ring] };
}

/** A directed graph whose arcs appear, disappear and change. */
class DigraphArena implements Arena, OracleGraph {
  readonly graph = this;
  readonly vertexCount: number;
  readonly maxDegree: number;
  readonly estimate: Estimate = () => 0;
  /** Whole costs stay whole: a planner with buckets requires it. */
  readonly whole: boolean;
  private readonly arcs: { from: number; to: number; cost: number }[];

  constructor(
    digraph: Digraph,
    private readonly options: DigraphsOptions = {},
  ) {
    this.vertexCount = digraph.vertexCount;
    this.whole = options.costs !== 'real' && digraph.arcs.every(([, , cost]) => Number.isInteger(cost));
    this.arcs = digraph.arcs.map(([from, to, cost]) => ({ from, to, cost }));
    // Room for all arcs, and one more for each event.
    this.maxDegree = this.arcs.length + 50;
  }

  get hasOnlyWholeCosts(): boolean {
    return this.arcs.every(({ cost }) => Number.isInteger(cost));
  }

  place(n: number): number {
    return n % this.vertexCount;
  }

  successors(v: number, to: Uint32Array, cost: Float64Array): number {
    return this.write('from', 'to', v, to, cost);
  }

  predecessors(v: number, to: Uint32Array, cost: Float64Array): number {
    return this.write('to', 'from', v, to, cost);
  }

  change({ what, a, b }: Event, tails: Uint32Array): number {
    const { arcs } = this;
    const cost = (this.options.free === false ? 1 : 0) + (this.whole ? b % 9 : (b % 90) / 10);
    const i = a % (arcs.length + 1);
    const arc = arcs[i];
    if (arc === undefined || what === 'free' || what === 'sides') {
      if (what === 'block' || what === 'raise') return 0;
      const added = { from: this.place(a), to: this.place(b), cost };
      arcs.push(added);
      tails[0] = added.from;
      return 1;
    }
    tails[0] = arc.from;
    if (what === 'block' || what === 'area') arcs.splice(i, 1);
    else arc.cost = what === 'raise' ? arc.cost + cost : Math.min(arc.cost, cost);
    return 1;
  }

  draw(start: number, goal: number): string {
    return [`${this.vertexCount} vertices, from ${start} to ${goal}`, ...this.arcs.map(({ from, to, cost }) => `${from} → ${to} at ${cost}`)].join('\n');
  }

  private write(near: 'from' | 'to', far: 'from' | 'to', v: number, to: Uint32Array, cost: Float64Array): number {
    let n = 0;
    for (const arc of this.arcs) {
      if (arc[near] !== v) continue;
      to[n] = arc[far];
      cost[n++] = arc.cost;
    }
    return n;
  }
}
