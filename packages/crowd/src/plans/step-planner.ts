import type { Graph } from '@pf/graph';
import { checkBuffer, checkOptions, checkWorld } from '@pf/graph/kit';
import { checkStepPlanner, checkUnit } from './check-units.ts';
import type { CrossingRule } from './crossings.ts';
import { crossingsOf } from './crossings.ts';
import { DistanceTables } from './distance-tables.ts';
import { PibtStep } from './pibt-step.ts';
import { StepTable } from './step-table.ts';

/** Options of planners that move units in discrete steps. */
export interface StepPlannerOptions {
  /** Which steps cross. Default: the diagonals of a lattice or a torus; none on other graphs. */
  readonly crossings?: CrossingRule | undefined;
  /** Distance tables to share with other planners of the same graph. Default: tables of its own. */
  readonly distances?: DistanceTables | undefined;
  /** The bytes of tables to keep for goals that are used again. Default 256 MiB. */
  readonly memory?: number | undefined;
  /** A whole number for tie-breaking. Default 1. */
  readonly seed?: number | undefined;
}

/** Base of planners of discrete steps: the steps of a graph, and the distances to the goals of units. */
export abstract class StepPlanner {
  protected readonly steps: StepTable;
  protected readonly distances: DistanceTables;
  protected readonly crossings: CrossingRule | undefined;
  protected readonly seed: number;
  /** That of the distance tables when goals were claimed last; −1 if they have changed since. */
  protected generation = -1;

  constructor(protected readonly graph: Graph, options: StepPlannerOptions, name: string, more: readonly string[] = []) {
    checkWorld(graph, 'A plan');
    checkOptions(options, ['crossings', 'distances', 'memory', 'seed', ...more], `new ${name}`);
    checkStepPlanner(graph, options);
    const { crossings = crossingsOf(graph), distances = new DistanceTables(graph, { memory: options.memory }), seed = 1 } = options;
    this.steps = new StepTable(graph);
    this.distances = distances;
    this.crossings = crossings;
    this.seed = seed;
  }

  protected plannerOf(goals: Int32Array): PibtStep {
    return new PibtStep(this.steps, this.distances, goals, this.crossings, this.seed);
  }

  protected claim(goals: Int32Array, { slots }: PibtStep): void {
    this.distances.claim(goals, goals.length, slots);
    this.generation = this.distances.generation;
  }
}

/** Base of planners whose units move with each step. */
export abstract class MovingUnits extends StepPlanner {
  /** By unit: its vertex. */
  protected abstract readonly at: Int32Array;

  /** The number of units. */
  get units(): number {
    return this.at.length;
  }

  /** The vertex of a unit. */
  position(unit: number): number {
    checkUnit(unit, this.at.length);
    return this.at[unit];
  }

  /** Writes the vertices of all units; returns how many. */
  positions(out: Uint32Array): number {
    checkBuffer(out);
    const { at } = this;
    if (out.length < at.length) throw new RangeError(`There are ${at.length} units, but the buffer holds ${out.length}.`);
    out.set(at);
    return at.length;
  }
}
