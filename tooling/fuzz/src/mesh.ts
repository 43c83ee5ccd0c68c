import { NavMesh, Polyanya, CorridorSearch } from '@pf/navmesh';
import { AStar } from '@pf/search';
import type { Ring } from '@pf/testkit';
import { oracleCost, VisibilityGraph } from '@pf/testkit';
import type { MeshCase, Place } from './case.ts';
import type { Tally } from './player.ts';
import { demand } from './player.ts';
import { Pursuit } from './pursuit.ts';
import { holdStep } from './surface-steps.ts';

/**
 * Compares a mesh with the visibility graph of its outlines, after the build, each cut and each restore; and all searches and planners over it with each other.
 * It has so little room that numbers of faces are used again.
 */
export function playMesh(given: MeshCase, tally: Tally): void {
  const { outlines, sides, trips, cuts } = given;
  const mesh = NavMesh.fromPolygons({ outlines, holes: given.holes, sides, room: 4 });
  const tails = new Uint32Array(4000);
  const polyanya = new Polyanya(mesh);
  const pursuit = new Pursuit(mesh);
  let astar = new AStar(mesh);
  const entries = new CorridorSearch(mesh);
  let corridors = new CorridorSearch(mesh, new AStar(mesh));
  let room = mesh.vertexCount;
  const hold = (standing: readonly Ring[]): void => {
    const oracle = new VisibilityGraph({ outlines, holes: [...given.holes, ...standing] });
    if (mesh.vertexCount > room) {
      room = mesh.vertexCount;
      astar = new AStar(mesh);
      corridors = new CorridorSearch(mesh, new AStar(mesh));
    }
    for (const [from, to] of trips) {
      tally.queries += 5;
      const what = `From (${from.join(', ')}) to (${to.join(', ')})`;
      const least = oracle.distance(...from, ...to);
      const cost = polyanya.search(...from, ...to);
      demand(near(cost, least), () => `${what} the visibility graph finds ${least}, Polyanya ${cost}.`);
      holdPoints(oracle, what, from, to, cost, points(polyanya));
      for (const search of [entries, corridors]) {
        const pulled = search.search(...from, ...to);
        demand(pulled >= cost - 1e-7 && (pulled === Infinity) === (cost === Infinity), () => `${what} Polyanya finds ${cost}, the funnel ${pulled}.`);
        holdPoints(oracle, what, from, to, pulled, points(search));
      }
      holdStep(mesh, oracle, [...outlines, ...given.holes, ...standing], from, to);
      const [start, goal] = [mesh.locate(...from), mesh.locate(...to)];
      if (start < 0 || goal < 0) continue;
      const faces = oracleCost(mesh, start, goal);
      const said = astar.search(start, goal);
      demand(near(said, faces), () => `${what} the path over faces costs ${faces}, but A* says ${said}.`);
      pursuit.hold(start, goal, faces);
      demand((faces === Infinity) === (mesh.component(start) !== mesh.component(goal)), () => `${what} the components are wrong.`);
    }
  };
  hold([]);
  // Outlines are distinguished by identity: two equal ones are two cuts.
  const standing: Ring[] = [];
  for (const cut of [...cuts, ...cuts].map((ring) => [...ring])) {
    tally.edits += 2;
    standing.push(cut);
    mesh.cut(cut, tails);
    hold(standing);
    if (standing.length <= cuts.length) continue;
    mesh.restore(standing.splice(standing.length >> 1, 1)[0], tails);
    hold(standing);
  }
  while (standing.length > 0) {
    mesh.restore(standing.splice(standing.length >> 1, 1)[0], tails);
    hold(standing);
  }
}

function near(a: number, b: number): boolean {
  return a === b || Math.abs(a - b) < 1e-7;
}

function points(search: { readonly pathLength: number; path(out: Float64Array): number }): Float64Array {
  const out = new Float64Array(2 * search.pathLength);
  return out.subarray(0, 2 * search.path(out));
}

function holdPoints(oracle: VisibilityGraph, what: string, from: Place, to: Place, cost: number, coordinates: Float64Array): void {
  if (cost === Infinity) return demand(coordinates.length === 0, () => `${what} there is no path, but ${coordinates.length / 2} points were given.`);
  demand(
    coordinates[0] === from[0] && coordinates[1] === from[1] && coordinates[coordinates.length - 2] === to[0] && coordinates[coordinates.length - 1] === to[1],
    () => `${what} the path has wrong ends: ${coordinates.join(' ')}.`,
  );
  let length = 0;
  for (let i = 2; i < coordinates.length; i += 2) {
    const dx = coordinates[i] - coordinates[i - 2];
    const dy = coordinates[i + 1] - coordinates[i - 1];
    length += Math.hypot(dx, dy);
    for (let k = 0; k <= 4; k++) {
      const [x, y] = [coordinates[i - 2] + (k / 4) * dx, coordinates[i - 1] + (k / 4) * dy];
      demand(oracle.isWalkable(x, y), () => `${what} the path leaves the world at (${x}, ${y}).`);
    }
  }
  demand(Math.abs(length - cost) < 1e-7, () => `${what} the path costs ${cost}, but is ${length} long.`);
}
