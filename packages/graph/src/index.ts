export { CompressedGraph } from './compressed-graph.ts';
export type { Arc, CompressedGraphOptions } from './compressed-graph.ts';
export { Counters } from './counters.ts';
export { fingerprint } from './fingerprint.ts';
export { checkVertex, isLattice, NO_VERTEX } from './graph.ts';
export type { Graph, Heuristic, Lattice, Located } from './graph.ts';
export { greedyStep, hillClimb } from './hill-climbing.ts';
export { brokenAt, pathCost, walkParents } from './path.ts';
