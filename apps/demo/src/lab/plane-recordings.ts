import type { Grid } from '@pf/grid';
import { seededRandom } from '@pf/grid';
import { Funnel, NavMesh, Polyanya } from '@pf/navmesh';
import { cells, obstacles, RRT } from '@pf/sampling';
import { AStar } from '@pf/search';
import type { Question, Recording, Step } from './recording.ts';
import { blank, CLOSED, NOTHING, OPEN, timed } from './recording.ts';

/** Where a cell's centre is in the plane. */
function centre(grid: Grid, v: number): readonly [x: number, y: number] {
  return [grid.x(v) + 0.5, grid.y(v) + 0.5];
}

export function growing(star: boolean): (question: Question) => Recording {
  return ({ grid, start, goal }) => {
    const blocked = cells({ width: grid.width, height: grid.height, isBlocked: (x, y) => grid.isBlocked(x, y) });
    const rrt = new RRT(obstacles({ min: [0, 0], max: [grid.width, grid.height] }, [blocked]), { random: seededRandom(7), star, step: 2.5, epsilon: 1 });
    const here = new Float64Array(2);
    const there = new Float64Array(2);
    const steps: Step[] = [];
    const begin = performance.now();
    rrt.search(centre(grid, start), centre(grid, goal), 0);
    // The tree grows by ever more a step, as its pictures get fuller: 12,000 samples in 100 steps.
    for (let i = 1; i <= 100; i++) {
      rrt.resume(Math.round((240 * i) / 101));
      const { tree } = rrt;
      const edges = new Float32Array(4 * tree.size);
      for (let node = 1; node < tree.size; node++) {
        tree.read(node, here);
        tree.read(tree.parent[node], there);
        edges.set(here, 4 * node);
        edges.set(there, 4 * node + 2);
      }
      steps.push({ changes: [], edges, expanded: tree.size });
    }
    const milliseconds = performance.now() - begin;
    const points = new Float64Array(2 * rrt.pathLength);
    if (rrt.pathLength > 0) rrt.path(points);
    return {
      ...blank, steps, milliseconds, points: [...points], cost: rrt.cost, noWay: 'none found yet',
      counted: 'vertices',
      note: star
        ? 'Each new vertex takes the cheapest parent near it and offers itself to its neighbours: the way grows shorter as the tree grows.'
        : 'A tree grows towards random points. The first way that it finds stays as crooked as it is.',
    };
  };
}

/** The free cells as convex faces, and their outlines to draw. */
function meshOf(grid: Grid): { readonly mesh: NavMesh; readonly outlines: readonly (readonly number[])[] } {
  const mesh = NavMesh.fromGrid(grid);
  return { mesh, outlines: Array.from({ length: mesh.vertexCount }, (_, face) => mesh.outlineOf(face).flat()) };
}

/** A* over the faces, then the funnel through the corridor that it found, side by side. */
export function funnelled({ grid, start, goal }: Question): Recording {
  const { mesh, outlines } = meshOf(grid);
  const [from, to] = [centre(grid, start), centre(grid, goal)];
  const search = new AStar(mesh);
  const funnel = new Funnel(mesh);
  const corridor = new Uint32Array(mesh.vertexCount);
  const state = new Uint8Array(mesh.vertexCount);
  const steps: Step[] = [];
  const [first, last] = [mesh.locate(...from), mesh.locate(...to)];
  search.begin(first, last);
  for (let done = false; !done; ) {
    done = search.run(1);
    const faces: number[] = [];
    for (let face = 0; face < mesh.vertexCount; face++) {
      const now = search.isClosed(face) ? CLOSED : search.isOpen(face) ? OPEN : NOTHING;
      if (now !== state[face]) faces.push(face, (state[face] = now));
    }
    steps.push({ changes: [], faces, expanded: search.counters.expanded });
  }
  const n = search.path(corridor);
  const pulled = (length: number, x: number, y: number): number[] => {
    funnel.pull(corridor, length, ...from, x, y);
    const points = new Float64Array(2 * funnel.pathLength);
    funnel.path(points);
    return [...points];
  };
  const off = Array.from({ length: mesh.vertexCount }, (_, face) => face).filter((face) => state[face] !== NOTHING).flatMap((face) => [face, NOTHING]);
  for (let k = 0; k + 1 < n; k++) {
    // Of the faces only the corridor is left to see; the ways to both ends of its next side are the funnel's two sides.
    const faces = [...(k === 0 ? off : []), corridor[k], CLOSED, corridor[k + 1], OPEN];
    const side = sharedSide(mesh, corridor[k], corridor[k + 1]);
    steps.push({ changes: [], faces, expanded: search.counters.expanded, funnel: [pulled(k + 1, side[0], side[1]), pulled(k + 1, side[2], side[3])] });
  }
  const points = n > 0 ? pulled(n, ...to) : [];
  const cost = n > 0 ? funnel.cost : Infinity;
  steps.push({ changes: [], expanded: search.counters.expanded });
  return {
    ...blank, steps, points, cost, mesh: outlines,
    milliseconds: timed(() => { search.search(first, last); funnel.pull(corridor, search.path(corridor), ...from, ...to); }),
    facts: [['faces', String(mesh.faceCount)]],
    note: 'A* finds a corridor of faces, the cheapest from centre to centre, and the funnel pulls a string through it: not always the shortest way.',
  };
}

/** The ends of the side that two faces beside each other have in common. */
function sharedSide(mesh: NavMesh, a: number, b: number): readonly [number, number, number, number] {
  const ours = mesh.outlineOf(a);
  const theirs = new Set(mesh.outlineOf(b).map(String));
  for (let i = 0; i < ours.length; i++) {
    const next = ours[(i + 1) % ours.length];
    if (theirs.has(String(ours[i])) && theirs.has(String(next))) return [...ours[i], ...next];
  }
  throw new Error(`The faces ${a} and ${b} have no side in common.`);
}

/** Polyanya, with the interval that each expansion looks through. */
export function polyanya({ grid, start, goal }: Question): Recording {
  const { mesh, outlines } = meshOf(grid);
  const search = new Polyanya(mesh);
  const ends = [...centre(grid, start), ...centre(grid, goal)] as const;
  const cone = new Float64Array(6);
  const steps: Step[] = [];
  search.begin(...ends);
  for (let done = false; !done; ) {
    done = search.run(1);
    const seen: Pick<Step, 'cone'> = search.lastCone(cone) ? { cone: [cone[0], cone[1], cone[2], cone[3], cone[4], cone[5]] } : {};
    steps.push({ changes: [], expanded: search.counters.expanded, ...seen });
  }
  const points = new Float64Array(2 * search.pathLength);
  search.path(points);
  return {
    ...blank, steps, points: [...points], cost: search.cost, mesh: outlines,
    milliseconds: timed(() => search.search(...ends)),
    facts: [['faces', String(mesh.faceCount)]],
    note: 'Looks through the sides of the faces as through windows, from corner to corner: the shortest way of all, exactly.',
  };
}
