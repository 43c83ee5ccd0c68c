import type { OracleGraph } from '@pf/testkit';
import { oracleDistances } from '@pf/testkit';
import type { Case, DigraphCase, Event, GridCase } from './case.ts';
import { playMesh } from './mesh.ts';
import type { Player, Seat, Tally } from './player.ts';
import { costOfStep } from './player.ts';
import { anyAnglePlayers } from './players/any-angle.ts';
import { anytimePlayers } from './players/anytime.ts';
import { lifePlayers } from './players/crowd-lives.ts';
import { crowdPlayers } from './players/crowd.ts';
import { fieldOfViewPlayers } from './players/field-of-view.ts';
import { fieldPlayers } from './players/field.ts';
import { findPathPlayers } from './players/find-path.ts';
import { floorPlayers } from './players/floors.ts';
import { gridSearchPlayers } from './players/grid-searches.ts';
import { gridPlayers } from './players/grid.ts';
import { growingPlayers } from './players/growing.ts';
import { hexMapPlayers } from './players/hex-maps.ts';
import { hierarchyPlayers } from './players/hierarchies.ts';
import { incrementalPlayers } from './players/incremental.ts';
import { landmarkPlayers } from './players/landmarks.ts';
import { linkPlayers } from './players/links.ts';
import { planPlayers } from './players/plans.ts';
import { preprocessPlayers } from './players/preprocess.ts';
import { rangePlayers } from './players/ranges.ts';
import { realtimePlayers } from './players/realtime.ts';
import { reservationPlayers } from './players/reservations.ts';
import { robotPlayers } from './players/robots.ts';
import { samplingPlayers } from './players/sampling.ts';
import { scanPlayers } from './players/scans.ts';
import { searchPlayers } from './players/search.ts';
import { routePlayers } from './players/several-routes.ts';
import { sharedGridPlayers } from './players/shared-grid.ts';
import { tablePlayers } from './players/tables.ts';
import { torusPlayers } from './players/torus.ts';
import { unitFogPlayers } from './players/unit-fog.ts';
import { unitSizePlayers } from './players/unit-sizes.ts';
import { playQueue, queueKinds } from './queue.ts';
import type { Stage } from './stage.ts';
import { DigraphStage, GridStage } from './stage.ts';

/** All players in worlds of cells and in graphs. */
export const allPlayers: readonly Player[] = [
  ...gridPlayers, ...searchPlayers, ...gridSearchPlayers, ...anyAnglePlayers, ...incrementalPlayers, ...realtimePlayers, ...crowdPlayers, ...planPlayers, ...landmarkPlayers, ...preprocessPlayers, ...hierarchyPlayers,
  ...anytimePlayers, ...routePlayers, ...tablePlayers, ...sharedGridPlayers, ...fieldPlayers, ...lifePlayers, ...floorPlayers, ...robotPlayers, ...scanPlayers, ...growingPlayers, ...samplingPlayers,
  ...findPathPlayers, ...rangePlayers, ...unitSizePlayers, ...unitFogPlayers, ...fieldOfViewPlayers, ...hexMapPlayers, ...torusPlayers, ...linkPlayers, ...reservationPlayers,
];

/** A fault and its player. */
export interface Fault {
  readonly player: string;
  readonly message: string;
}

export interface Watch {
  /** Called with the current player: if it never returns, this was it. */
  playing(name: string): void;
}

const nobodyWatches: Watch = { playing() {} };

/** Plays a case to its end or to the first fault. `only` selects a player. */
export function play(given: Case, tally: Tally, players: readonly Player[] = allPlayers, watch: Watch = nobodyWatches, only?: string): Fault | undefined {
  tally.worlds++;
  const attempt = (player: string, act: () => void): Fault | undefined => {
    if (only !== undefined && only !== player) return undefined;
    watch.playing(player);
    try {
      act();
      return undefined;
    } catch (error) {
      return { player, message: error instanceof Error ? `${error.name === 'Error' ? '' : `${error.name}: `}${error.message}` : String(error) };
    }
  };
  if (given.kind === 'mesh') return attempt('navmesh', () => playMesh(given, tally));
  if (given.kind === 'queue') {
    for (const [name, kind] of Object.entries(queueKinds)) {
      const fault = attempt(name, () => playQueue(given, kind, tally));
      if (fault !== undefined) return fault;
    }
    return undefined;
  }
  return playEpisode(given, tally, players, attempt);
}

/** A character moves through a world that changes; all players get the same queries and edits. */
function playEpisode(
  given: GridCase | DigraphCase,
  tally: Tally,
  players: readonly Player[],
  attempt: (player: string, act: () => void) => Fault | undefined,
): Fault | undefined {
  const stage: Stage = given.kind === 'grid' ? new GridStage(given) : new DigraphStage(given);
  const seats: { readonly name: string; readonly seat: Seat }[] = [];
  for (const player of players) {
    const fault = attempt(player.name, () => {
      const seat = player.join(stage, tally);
      if (seat !== undefined) seats.push({ name: player.name, seat });
    });
    if (fault !== undefined) return fault;
  }
  const everyPlayer = (act: (seat: Seat) => void): Fault | undefined => {
    for (const { name, seat } of seats) {
      const fault = attempt(name, () => act(seat));
      if (fault !== undefined) return fault;
    }
    return undefined;
  };
  const tails = new Uint32Array(Math.max(16, stage.graph.vertexCount));
  let [start, goal] = [0, 0];
  for (const event of given.events) {
    let fault: Fault | undefined;
    let anew = false;
    switch (event.what) {
      case 'query':
        start = stage.vertex(event.at);
        goal = stage.vertex(event.to);
        anew = true;
        break;
      case 'goal':
        goal = stage.vertex(event.to);
        break;
      case 'step':
        start = stepTowards(stage.model, start, goal, event);
        break;
      case 'think':
        fault =
          change(stage, { ...event, what: event.n % 2 === 0 ? 'block' : 'free' }, tails, tally, everyPlayer) ?? everyPlayer((seat) => seat.think?.(event.n % 5));
        break;
      default:
        fault = change(stage, event, tails, tally, everyPlayer);
    }
    if (fault !== undefined) return fault;
    // A player that was interrupted while planning gets the next event in that state.
    if (event.what === 'think') continue;
    const fromStart = oracleDistances(stage.model, start);
    const toGoal = oracleDistances(stage.model, goal, { backward: true });
    const query = { start, goal, anew, fromStart, toGoal, cost: fromStart[goal], model: stage.model, n: event.n };
    fault = everyPlayer((seat) => seat.query(query));
    if (fault !== undefined) return fault;
  }
  return everyPlayer((seat) => seat.end?.(stage.model));
}

function change(stage: Stage, event: Event, tails: Uint32Array, tally: Tally, everyPlayer: (act: (seat: Seat) => void) => Fault | undefined): Fault | undefined {
  const n = stage.change(event, tails);
  if (n < 0) return undefined;
  tally.edits++;
  return everyPlayer((seat) => seat.changed?.(tails, n));
}

/** A step along some cheapest path; none if there is no path. */
function stepTowards(model: OracleGraph, start: number, goal: number, { n }: Event): number {
  const toGoal = oracleDistances(model, goal, { backward: true });
  if (start === goal || toGoal[start] === Infinity) return start;
  const heads = new Uint32Array(model.maxDegree);
  const count = model.successors(start, heads, new Float64Array(model.maxDegree));
  const best = [...heads.subarray(0, count)].filter((v) => costOfStep(model, start, v) + toGoal[v] <= toGoal[start] * (1 + 1e-12));
  return best[n % best.length] ?? start;
}
