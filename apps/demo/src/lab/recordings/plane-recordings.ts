import type { Grid } from '@pf/grid';
import { seededRandom } from '@pf/grid';
import { Funnel, NavMesh, Polyanya } from '@pf/navmesh';
import type { RRTOptions, Space } from '@pf/sampling';
import { car, cells, KinodynamicRRT, obstacles, RRT, RRTConnect } from '@pf/sampling';
import { AStar } from '@pf/search';
import type { Question, Recording, Step } from './recording.ts';
import { blank, CLOSED, NOTHING, OPEN, timed } from './recording.ts';

/** Where a cell's centre is in the plane. */
function centre(grid: Grid, v: number): readonly [x: number, y: number] {
  return [grid.x(v) + 0.5, grid.y(v) + 0.5];
}

/** The interface that all planners of @pf/sampling share. */
interface Grower {
  search(from: readonly number[], to: readonly number[], samples: number): number;
  resume(samples: number): number;
  readonly cost: number;
  readonly pathLength: number;
  path(out: Float64Array): number;
}

/** A tree of theirs. */
interface Grown {
  readonly size: number;
  readonly parent: ArrayLike<number>;
  read(v: number, out: Float64Array): void;
}

interface Growth {
  readonly planner: Grower;
  readonly trees: readonly Grown[];
  /** A heading, where a point has one beside its place. */
  readonly heading?: number;
  /** Whether the search ends with the first path that it finds. */
  readonly once: boolean;
}

/** Into how many steps the growth of a tree is cut, and how many samples it takes in all. */
const GROWTH = 100;
const SAMPLES = 12_000;
/** For searches that stop at the first path. */
const PATIENCE = 5 * SAMPLES;
/** On small maps fewer: more would fill every cell with lines that take seconds to draw. */
const SAMPLES_A_CELL = 24;
const LEAST = 2000;

/** The free part of the plane, with a number of further coordinates, each a full turn. */
function planeOf(grid: Grid, headings = 0): Space {
  const blocked = cells({ width: grid.width, height: grid.height, isBlocked: (x, y) => grid.isBlocked(x, y) });
  const turn = (value: number): number[] => Array.from({ length: headings }, () => value);
  return obstacles({ min: [0, 0, ...turn(-Math.PI)], max: [grid.width, grid.height, ...turn(Math.PI)] }, [blocked]);
}

/** A planner that grows trees in the plane. */
function growing(plant: (grid: Grid) => Growth): (question: Question) => Recording {
  return ({ grid, start, goal }) => {
    const { planner, trees, heading, once } = plant(grid);
    const turned = heading === undefined ? [] : [heading];
    const points: () => number[] = () => {
      const size = 2 + turned.length;
      const out = new Float64Array(size * planner.pathLength);
      if (planner.pathLength > 0) planner.path(out);
      return [...out].filter((_, i) => i % size < 2);
    };
    const steps: Step[] = [];
    const samples = Math.min(once ? PATIENCE : SAMPLES, Math.max(LEAST, SAMPLES_A_CELL * grid.terrain.free));
    // Of the planner alone: to look at the whole tree after each step takes longer than some of them do.
    let milliseconds = 0;
    const work = (task: () => void): void => {
      const before = performance.now();
      task();
      milliseconds += performance.now() - before;
    };
    work(() => planner.search([...centre(grid, start), ...turned], [...centre(grid, goal), ...turned], 0));
    // The trees grow by ever more a step, as their pictures get fuller.
    for (let i = 1; i <= GROWTH && !(once && planner.cost < Infinity); i++) {
      work(() => planner.resume(Math.round((2 * samples * i) / GROWTH / (GROWTH + 1))));
      const size = trees.reduce((sum, tree) => sum + tree.size, 0);
      steps.push({ changes: [], edges: edgesOf(trees, turned.length + 2), expanded: size, points: points(), cost: planner.cost });
    }
    return { ...blank, steps, points: points(), cost: planner.cost, noWay: 'none found yet', counted: 'vertices', milliseconds };
  };
}

function edgesOf(trees: readonly Grown[], dimension: number): Float32Array {
  const here = new Float64Array(dimension);
  const there = new Float64Array(dimension);
  const edges = new Float32Array(4 * trees.reduce((sum, tree) => sum + tree.size - 1, 0));
  let at = 0;
  for (const tree of trees) {
    for (let node = 1; node < tree.size; node++, at += 4) {
      tree.read(node, here);
      tree.read(tree.parent[node], there);
      edges.set([here[0], here[1], there[0], there[1]], at);
    }
  }
  return edges;
}

export function rrt(kind: Pick<RRTOptions, 'star' | 'informed'>): (question: Question) => Recording {
  return growing((grid) => {
    const planner = new RRT(planeOf(grid), { random: seededRandom(7), step: 2.5, ...kind });
    return { planner, trees: [planner.tree], once: false };
  });
}

export const rrtConnect = growing((grid) => {
  const planner = new RRTConnect(planeOf(grid), { random: seededRandom(7), step: 2.5 });
  return { planner, trees: planner.trees, once: true };
});

export const driving = growing((grid) => {
  const random = seededRandom(7);
  const dynamics = car({ turningRadius: 0.5, stride: 1.5, pieces: 3, trials: 12 });
  const planner = new KinodynamicRRT(planeOf(grid, 1), { random, dynamics, goalTolerance: 1 });
  return { planner, trees: [planner.tree], heading: 0, once: true };
});

/** The free cells as convex faces, and their outlines to draw. */
function meshOf(grid: Grid): { readonly mesh: NavMesh; readonly outlines: readonly (readonly number[])[] } {
  const mesh = NavMesh.fromGrid(grid);
  return { mesh, outlines: Array.from({ length: mesh.vertexCount }, (_, face) => mesh.outlineOf(face).flat()) };
}

/** A* over the faces, then the funnel through the corridor that it found, side by side. */
export function funnelled({ grid, start, goal, patience }: Question): Recording {
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
    milliseconds: timed(() => { search.search(first, last); funnel.pull(corridor, search.path(corridor), ...from, ...to); }, patience),
    facts: [['faces', String(mesh.faceCount)]],
  };
}

/** The ends of the side that two faces beside each other have in common. */
function sharedSide(mesh: NavMesh, a: number, b: number): readonly [number, number, number, number] {
  const corners = mesh.outlineOf(a), side = mesh.neighboursOf(a).indexOf(b);
  return [...corners[side], ...corners[(side + 1) % corners.length]];
}

/** Polyanya, with the interval that each expansion looks through. */
export function polyanya({ grid, start, goal, patience }: Question): Recording {
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
    milliseconds: timed(() => search.search(...ends), patience),
    facts: [['faces', String(mesh.faceCount)]],
  };
}
