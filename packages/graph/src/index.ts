export { checkGraph } from './check-graph.ts';
export { CompressedGraph } from './compressed-graph.ts';
export type { Arc, ArcArrays, CompressedGraphOptions } from './compressed-graph.ts';
export { Counters } from './counters.ts';
export { fingerprint } from './fingerprint.ts';
export { NO_VERTEX } from './graph.ts';
export type { Graph, Heuristic, Lattice, Located } from './graph.ts';
export { brokenAt, pathCost } from './path.ts';
export type { Signal } from './signal.ts';
