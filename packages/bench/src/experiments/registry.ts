import type { Experiment } from '../experiment.ts';
import type { Stage } from '../stage.ts';
import { bidirectional } from './bidirectional.ts';
import { dstarLite } from './dstar-lite.ts';
import { freespace } from './freespace.ts';
import { goalBounding, goalBoundingStage } from './goal-bounding.ts';
import { landmarks } from './landmarks.ts';
import { navmesh } from './navmesh.ts';
import { peers, peersStage } from './peers.ts';
import { queues } from './queues.ts';
import { scaling, scalingStage } from './scaling.ts';
import { squad } from './squad.ts';
import { subgoals } from './subgoals.ts';
import { trajectory } from './trajectory.ts';
import { rrt } from './rrt.ts';

/**
 * Every experiment, in the order in which a suite runs them. A new one is a file beside this and a word here.
 *
 * @example
 * ```ts
 * import { experiments } from '@pf/bench';
 *
 * experiments[0]?.name; // → 'queues'
 * ```
 */
export const experiments: readonly Experiment[] = [queues, peers, bidirectional, landmarks, goalBounding, subgoals, squad, scaling, dstarLite, trajectory, freespace, rrt, navmesh];

/**
 * The contests of the experiments whose contenders have a thread each: what `serveStage` has to know.
 *
 * @example
 * ```ts
 * import { stages } from '@pf/bench';
 *
 * stages.map(({ name }) => name); // → ['peers', 'goal-bounding', 'scaling']
 * ```
 */
export const stages: readonly Stage<never>[] = [peersStage, goalBoundingStage, scalingStage];
