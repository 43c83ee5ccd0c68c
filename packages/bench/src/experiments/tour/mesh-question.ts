import { NavMesh, Polyanya } from '@pf/navmesh';
import { measure, timesFaster } from '../../measure/measure.ts';
import type { Timing } from '../../measure/measure.ts';
import type { MeshPeer } from '../../measure/peer.ts';
import type { MapPanel } from '../../record/result.ts';
import type { World } from '../../worlds/worlds.ts';
import { centres, judge, lengthsOf, loadPeers, meshPanel, own, rightOnCells } from '../navmesh/mesh-runner.ts';
import type { BuiltRunner, LeaveOut } from '../navmesh/mesh-runner.ts';
import type { Answer } from './answer.ts';

const OURS = 'Polyanya';

/** One of the libraries: its time, how many of its paths are wrong, and the milliseconds in which it built its mesh. */
interface MeshRanking { readonly name: string; readonly timing: Timing; readonly wrong: number; readonly build: number }

interface Crossed {
  readonly answer: Answer;
  readonly panel: MapPanel;
  /** The first is ours. */
  readonly rankings: readonly MeshRanking[];
}

/** Shortest paths through the polygons of a world, beside the navmesh libraries of npm. */
export async function crossMesh({ grid, problems }: World, meshPeers: readonly MeshPeer[], seconds: number, leaveOut: LeaveOut): Promise<Crossed> {
  const begin = performance.now();
  const mesh = NavMesh.fromGrid(grid);
  const build = performance.now() - begin;
  const polyanya = new Polyanya(mesh);
  const queries = centres(grid, problems);
  const mine = own(OURS, polyanya, queries, () => polyanya.counters.expanded);
  const all: BuiltRunner[] = [{ runner: mine, build }, ...await loadPeers(meshPeers, NavMesh.fromGrid(grid, { sides: 3 }), queries, leaveOut)];
  const shortest = lengthsOf(mine, queries);
  const isRight = rightOnCells(grid, problems, shortest);
  const wrong = all.map(({ runner }, k) => judge(runner, shortest, k === 0 ? isRight : undefined).wrong);
  const timings = measure(all.map(({ runner }) => ({ name: runner.name, run: (i) => runner.run(i) })), { queries: queries.length, seconds, minimumRounds: 3 });
  const rankings = timings.map((timing, k) => ({ name: timing.name, timing, wrong: wrong[k], build: all[k].build }));
  const [peer] = rankings.slice(1).filter((one) => one.wrong === 0).sort((a, b) => a.timing.time.value - b.timing.time.value);
  const longest = shortest.reduce((best, length, i) => (length < Infinity && length > shortest[best] ? i : best), 0);
  mine.run(longest);
  return {
    rankings,
    answer: {
      question: 'The rooms as a navmesh: a path', ours: OURS, time: timings[0].time,
      ...(peer === undefined ? {} : { beside: peer.name, besideTime: peer.timing.time, faster: timesFaster(peer.timing, timings[0]) }),
    },
    panel: meshPanel(`${OURS} on ${mesh.faceCount} polygons: the shortest path`, grid, mesh, mine.path()),
  };
}
