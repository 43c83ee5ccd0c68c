import { FogOfWar, fourNeighbours, Grid } from '@pf/grid';
import { describe, expect, test } from 'vitest';
import type { Planner, EpisodeStep } from '../src/index.ts';
import { AdaptiveAStar, MultipathAdaptiveAStar, navigate, RepeatedAStar } from '../src/index.ts';

/** The worlds of figures 2 and 8 of the project text; rows are A to E, columns 1 to 5. */
const walls = ['.....', '..#..', '..##.', '..##.', '...#.'];
const trajectory = 'E3 E2 D2 C2 B2 A2 A3 A4 A5 B5 C5 D5 E5';

function cellOf(grid: Grid, v: number): string {
  return `${'ABCDE'[grid.y(v)]}${grid.x(v) + 1}`;
}

function vertexOf(grid: Grid, cell: string): number {
  return grid.vertex(Number(cell[1]) - 1, 'ABCDE'.indexOf(cell[0]));
}

interface Walk {
  readonly steps: EpisodeStep[];
  /** The cells that each search expanded, in order. */
  readonly searches: string[];
  readonly grid: Grid;
}

/** Plays an example, one expansion at a time. */
function walk(make: (grid: Grid) => Planner, from: string, to: string): Walk {
  const world = new FogOfWar(Grid.fromRows(walls, { movement: 'four' }));
  const grid = world.known;
  const planner = make(grid);
  const steps: EpisodeStep[] = [];
  const searches: string[] = [];
  let search: string[] = [];
  const start = vertexOf(grid, from);
  for (const step of navigate(planner, world, { start, goal: vertexOf(grid, to), sensor: fourNeighbours, budget: 1 })) {
    if (step.expanded > 0) search.push(cellOf(grid, planner.lastExpanded));
    if (step.status === 'thinking') continue;
    if (search.length > 0) searches.push(search.join(' '));
    search = [];
    steps.push(step);
  }
  return { steps, searches, grid };
}

function cells({ steps, grid }: Walk): string {
  return steps.map(({ vertex }) => cellOf(grid, vertex)).join(' ');
}

const options = (grid: Grid) => ({ heuristic: grid.heuristic(), queue: 'larger-g' }) as const;

describe('the worked example of the project text', () => {
  test('Repeated Forward A* has the trajectory and the expanded cells of the text, in order', () => {
    const played = walk((grid) => new RepeatedAStar(grid, options(grid)), 'E3', 'E5');
    expect(cells(played)).toBe(trajectory);
    expect(played.steps.length - 1).toBe(12);
    expect(played.steps.at(-1)!.status).toBe('reached');
    expect(played.searches.slice(0, 2)).toEqual(['E3 E2 E1 D2 D1 C2 C3 C4 C5 D5', 'C2 D2 E2 E3 E1 D1 C1 B2 B3 B4 B5 C5 D5']);
    const counts = played.searches.map((search) => search.split(' ').length);
    expect(counts[0] + counts[1]).toBe(23);
    expect(counts).toEqual([10, 13, 16]);
  });

  test('searches take place at time steps 1, 4 and 5', () => {
    const world = new FogOfWar(Grid.fromRows(walls, { movement: 'four' }));
    const planner = new RepeatedAStar(world.known, options(world.known));
    const episode = { start: vertexOf(world.known, 'E3'), goal: vertexOf(world.known, 'E5'), sensor: fourNeighbours };
    const times = [...navigate(planner, world, episode)].flatMap(({ replanned }, i) => (replanned ? [i + 1] : []));
    expect(times).toEqual([1, 4, 5]);
  });

  test('Repeated Backward A* expands 9 and 8 cells', () => {
    const played = walk((grid) => new RepeatedAStar(grid, { ...options(grid), direction: 'backward' }), 'E3', 'E5');
    expect(played.searches.slice(0, 2)).toEqual(['E5 D5 D4 C4 C3 C5 C2 D2 E2', 'E5 D5 D4 C4 C5 B4 B3 B2']);
  });

  test('Adaptive A* expands 10, 10 and 13 cells', () => {
    const played = walk((grid) => new AdaptiveAStar(grid, options(grid)), 'E3', 'E5');
    expect(cells(played)).toBe(trajectory);
    expect(played.searches.map((search) => search.split(' ').length)).toEqual([10, 10, 13]);
    expect(played.searches[0]).toBe('E3 E2 E1 D2 D1 C2 C3 C4 C5 D5');
    const expandedNoMore = ['E1', 'E2', 'E3'];
    for (const cell of expandedNoMore) expect(played.searches[1].split(' ')).not.toContain(cell);
  });

  test('Adaptive A* has the learned values of the text after the first search', () => {
    const world = new FogOfWar(Grid.fromRows(walls, { movement: 'four' }));
    const { known } = world;
    const planner = new AdaptiveAStar(known, options(known));
    const tails = new Uint32Array(known.vertexCount);
    planner.begin(vertexOf(known, 'E3'), vertexOf(known, 'E5'));
    planner.arcsChanged(tails, world.reveal(planner.start, fourNeighbours, tails));
    planner.run();
    expect(planner.cost).toBe(8);
    const learned = { E3: 8, E2: 7, E1: 6, D2: 6, D1: 5, C2: 5, C3: 4, C4: 3, C5: 2, D5: 1 };
    for (const [cell, h] of Object.entries(learned)) expect(planner.learned(vertexOf(known, cell)), cell).toBe(h);
    // Cells that were not expanded keep the Manhattan distance.
    expect(planner.learned(vertexOf(known, 'B2'))).toBe(6);
  });

  test('MPAA* walks the same path with fewer cells', () => {
    const played = walk((grid) => new MultipathAdaptiveAStar(grid, options(grid)), 'E3', 'E5');
    expect(cells(played)).toBe(trajectory);
    expect(played.searches.map((search) => search.split(' ').length)).toEqual([10, 8, 10]);
  });

  test('in the second example the first move is to the east', () => {
    const played = walk((grid) => new RepeatedAStar(grid, options(grid)), 'E2', 'E5');
    expect(cells(played).split(' ')[1]).toBe('E3');
  });
});
