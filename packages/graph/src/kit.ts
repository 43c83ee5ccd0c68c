/**
 * For authors of packages: checks of arguments, buffers for arcs, the canonical order of paths, and greedy steps.
 * Users of searches do not need it.
 */
export { ArcBuffer } from './arc-buffer.ts';
export { allButBack, canonicalOrder, NO_DIRECTION } from './canonical-order.ts';
export { checkArcs } from './check-graph.ts';
export { checkRead, hasCheckedArcs } from './check-read.ts';
export { checkOptions } from './check-options.ts';
export { checkGrid, checkWorld } from './check-world.ts';
export { checkBegun, checkBoolean, checkBudget, checkBuffer, checkFactory, checkFunction, checkHeuristic, checkHolds, checkList, checkOption, checkSelfEstimate, checkTails } from './checks.ts';
export { remedyFor, shown } from './shown.ts';
export { checkFit, checkVertex, isLattice, isLocated } from './graph.ts';
export { grown } from './grown.ts';
export { greedyStep, HillClimber } from './hill-climbing.ts';
export { OctileClimb } from './octile.ts';
export type { OctileHeuristic, OctileSteps } from './octile.ts';
export { pathFilterOf } from './path-filter.ts';
export type { PathFilter } from './path-filter.ts';
export { reverseFirst } from './path.ts';
export { sliceOf } from './signal.ts';
export { LAST_STAMP, nextStamp } from './stamps.ts';
export { EditFollower } from './edit-follower.ts';
export { grainOf, lastingHeuristic, noEstimate, ownHeuristic, revised } from './estimates.ts';
export { isLive } from './views.ts';
export { wholeEstimate, wholeLengths } from './whole-lengths.ts';
export type { WholeLengths } from './whole-lengths.ts';
