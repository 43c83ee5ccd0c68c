export { column } from './record/column.ts';
export type { ColumnShape } from './record/column.ts';
export { compare } from './record/compare-runs.ts';
export type { Change, RunDifferences } from './record/compare-runs.ts';
export { silent } from './experiment.ts';
export type { Experiment, Options, Progress } from './experiment.ts';
export { experiments, threadedComparisons, threadedJobs } from './experiments/registry.ts';
export { separateCopy } from './measure/separate-copy.ts';
export { thisMachine } from './record/machine.ts';
export { measure, timesFaster } from './measure/measure.ts';
export { allocatedBytes, keptBytes } from './measure/memory.ts';
export type { Contender, Measuring, Timing } from './measure/measure.ts';
export type {
  CrowdPeer, GridPeer, LevelPeer, LevelPoint, LevelQueries, LoadedCrowdPeer, LoadedMeshPeer, LoadedPeer, LoadedRoadPeer, BuiltLevel, MeshPeer, PeerQueue, Peers, PlainMap, PlainMesh, PlainRoads, PlainUnit, QueuePeer,
  RoadPeer,
} from './measure/peer.ts';
export { Recorder } from './record/recorder.ts';
export type { Statement } from './record/recorder.ts';
export { readResult, SCHEMA } from './record/result.ts';
export type { Axis, Cell, Claim, Column, ColumnKind, Effort, Figure, Machine, MapPanel, Result, Row, Series, Table } from './record/result.ts';
export { bootstrap, combineRatios, geometricMean, mean, meanInterval, median, medianInterval, pairedRatio, quantile, ratioOfMeans } from './measure/statistics.ts';
export type { Estimate } from './measure/statistics.ts';
export { serveContender } from './measure/contender-thread.ts';
export type { LoadPeers, Setup, ThreadedComparison, ThreadedJob } from './measure/contender-thread.ts';
export { TextbookAStar } from './measure/textbook-a-star.ts';
export { checkMaps, worlds } from './worlds/worlds.ts';
export type { ProblemSet, WorldChoice, Kind, Problem, World, WorldSource } from './worlds/worlds.ts';
export { toCsv } from './write/csv.ts';
export { formatNumber } from './write/format.ts';
export { toHtml } from './write/html.ts';
export { toMarkdown } from './write/markdown.ts';
export type { Excerpt } from './write/markdown.ts';
export { toPng } from './write/png.ts';
export type { Rgba } from './write/png.ts';
export { claimsTable, toTerminal } from './write/terminal.ts';
export type { Terminal } from './write/terminal.ts';
