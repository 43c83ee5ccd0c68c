import { parentPort, workerData } from 'node:worker_threads';
import type { Case } from './case.ts';
import { generate } from './generate.ts';
import { liar, sleeper } from './planted.ts';
import { allPlayers, play } from './play.ts';
import type { Player, Tally } from './player.ts';
import { queueKinds } from './queue.ts';
import { shrink } from './shrink.ts';

export type Planted = 'lie' | 'hang' | undefined;

/** The message to a worker. */
export interface Work {
  readonly planted: Planted;
  readonly seed: number;
  readonly first: number;
  readonly step: number;
  readonly end: number;
  readonly shared: SharedArrayBuffer;
}

/** Replays one case, to see whether it still hangs. */
export interface Replay {
  readonly planted: Planted;
  readonly replay: Case;
  readonly only: string;
}

/** A worker's report of a fault. */
export interface Found {
  readonly index: number;
  readonly player: string;
  readonly message: string;
  readonly least: Case | undefined;
}

/** Memory shared by main thread and worker: whole numbers, then the counts. */
export interface Shared {
  /** [current case, current player, heartbeats, whether to stop] */
  readonly state: Int32Array;
  /** [worlds, queries, edits] */
  readonly tally: Float64Array;
}

export const SHARED_BYTES = 16 + 3 * 8;

export function sharedOf(buffer: SharedArrayBuffer): Shared {
  return { state: new Int32Array(buffer, 0, 4), tally: new Float64Array(buffer, 16, 3) };
}

export function playersWith(planted: Planted): readonly Player[] {
  if (planted === undefined) return allPlayers;
  return [...allPlayers, planted === 'lie' ? liar : sleeper];
}

/** All player names, by number: a hanging worker leaves only a number. */
export function namesWith(planted: Planted): readonly string[] {
  return ['navmesh', ...Object.keys(queueKinds), ...playersWith(planted).map(({ name }) => name)];
}

/** After this many faults of a player, further ones are counted but not shrunk. */
const SHRUNK = 3;

export async function work(): Promise<void> {
  const job = workerData as Work | Replay;
  const players = playersWith(job.planted);
  if ('replay' in job) {
    // All code is loaded.
    parentPort?.postMessage('begin');
    play(job.replay, { worlds: 0, queries: 0, edits: 0 }, players, undefined, job.only);
    return;
  }
  const { state, tally: total } = sharedOf(job.shared);
  const names = namesWith(job.planted);
  const numbers = new Map(names.map((name, i) => [name, i]));
  const watch = { playing: (name: string): void => void (state[1] = numbers.get(name) ?? -1) };
  const faults = new Map<string, number>();
  for (let index = job.first; index < job.end && Atomics.load(state, 3) === 0; index += job.step) {
    state[0] = index;
    state[2]++;
    const given = generate(job.seed, index);
    const tally: Tally = { worlds: 0, queries: 0, edits: 0 };
    const fault = play(given, tally, players, watch);
    total[0] += tally.worlds;
    total[1] += tally.queries;
    total[2] += tally.edits;
    if (fault === undefined) continue;
    const count = (faults.get(fault.player) ?? 0) + 1;
    faults.set(fault.player, count);
    let { message } = fault;
    let least: Case | undefined;
    if (count <= SHRUNK) {
      const attempt = (smaller: Case, only?: string): string | undefined => {
        state[2]++;
        const again = play(smaller, { worlds: 0, queries: 0, edits: 0 }, players, watch, only);
        return again?.player === fault.player ? again.message : undefined;
      };
      // If it fails alone, it is replayed alone, which is faster.
      const only = attempt(given, fault.player) === undefined ? undefined : fault.player;
      least = await shrink(given, (smaller) => attempt(smaller, only) !== undefined);
      message = attempt(least, only) ?? message;
    }
    parentPort?.postMessage({ index, player: fault.player, message, least } satisfies Found);
  }
}
