import type { Experiment } from '../experiment.ts';
import type { ThreadedComparison, ThreadedJob } from '../measure/contender-thread.ts';
import { dynamic } from './search/dynamic.ts';
import { bounded } from './search/bounded.ts';
import { bidirectional } from './search/bidirectional.ts';
import { dstarLite, dstarLiteJob } from './incremental/dstar-lite.ts';
import { freespace } from './incremental/freespace.ts';
import { goalBounding, goalBoundingComparison } from './preprocess/goal-bounding.ts';
import { landmarks } from './preprocess/landmarks.ts';
import { anyAngle } from './navmesh/any-angle.ts';
import { navmesh } from './navmesh/navmesh.ts';
import { peers, peersComparison } from './search/peers.ts';
import { queues } from './queues/queues.ts';
import { roads } from './preprocess/roads.ts';
import { scaling, scalingComparison } from './search/scaling.ts';
import { crowd } from './crowd/plans.ts';
import { squad } from './crowd/squad.ts';
import { steering } from './crowd/steering.ts';
import { convergence } from './realtime/convergence.ts';
import { realtime } from './realtime/realtime.ts';
import { subgoals } from './preprocess/subgoals.ts';
import { movingTargets } from './incremental/moving-targets.ts';
import { metrics } from './incremental/metrics.ts';
import { trajectory } from './incremental/trajectory.ts';
import { robots } from './robots/robots.ts';
import { rrt } from './sampling/rrt.ts';
import { terrain } from './search/terrain.ts';
import { server } from './server/server.ts';
import { tour } from './tour/tour.ts';
import { tourComparison } from './tour/grid-questions.ts';

/**
 * Every experiment, in the order of a suite. To add one, add a file in the folder of its topic, and list it here.
 *
 * @example
 * ```ts
 * import { experiments } from '@pf/bench';
 *
 * experiments[0]?.name; // → 'queues'
 * ```
 */
export const experiments: readonly Experiment[] = [queues, peers, bidirectional, bounded, landmarks, goalBounding, roads, subgoals, convergence, realtime, squad, steering, crowd, scaling, dynamic, terrain, dstarLite, metrics, trajectory, movingTargets, freespace, robots, rrt, navmesh, anyAngle, server, tour];

/**
 * The comparisons whose contenders have their own threads, for `serveContender`.
 *
 * @example
 * ```ts
 * import { threadedComparisons } from '@pf/bench';
 *
 * threadedComparisons.map(({ name }) => name); // → ['peers', 'goal-bounding', 'scaling', 'tour']
 * ```
 */
export const threadedComparisons: readonly ThreadedComparison<never>[] = [peersComparison, goalBoundingComparison, scalingComparison, tourComparison];

/**
 * The jobs that run in threads, for `serveContender`.
 *
 * @example
 * ```ts
 * import { threadedJobs } from '@pf/bench';
 *
 * threadedJobs.map(({ name }) => name); // → ['dstar-lite']
 * ```
 */
export const threadedJobs: readonly ThreadedJob<never, never, unknown>[] = [dstarLiteJob];
