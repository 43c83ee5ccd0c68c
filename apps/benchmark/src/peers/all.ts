import type { Peers } from '@pf/bench';
import { navcatCrowd } from './crowds/navcat-crowd.ts';
import { recastCrowd } from './crowds/recast-crowd.ts';
import { easystarAStar } from './easystar.ts';
import { l1PathFinder } from './l1-path-finder.ts';
import { ngraphAStar, ngraphNba } from './ngraph.ts';
import { ngraphRoads } from './ngraph-roads.ts';
import { levels } from './levels.ts';
import { pathFindingAStar, pathFindingJps } from './pathfinding.ts';
import { fastpriorityqueue } from './queues/fastpriorityqueue.ts';
import { flatqueue, flatqueueTyped } from './queues/flatqueue.ts';
import { heapJs } from './queues/heap-js.ts';
import { tinyqueue } from './queues/tinyqueue.ts';
import { recastNavigation } from './recast-navigation.ts';
import { threePathfinding } from './three-pathfinding.ts';

/** To add a peer, add an adapter in this folder and list it here. */
export const peers: Peers = {
  grids: [pathFindingAStar, pathFindingJps, ngraphAStar, ngraphNba, easystarAStar, l1PathFinder],
  queues: [flatqueue, flatqueueTyped, tinyqueue, heapJs, fastpriorityqueue],
  meshes: [recastNavigation, threePathfinding],
  roads: [ngraphRoads],
  crowds: [navcatCrowd, recastCrowd],
  levels,
};
