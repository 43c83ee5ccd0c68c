import { Grid } from '@pf/grid';
import { DStarLite } from '@pf/incremental';
import { GridMesh } from '@pf/navmesh';
import { ClusterSearch, PathDatabase } from '@pf/preprocess';
import { AStar, JumpPointSearch } from '@pf/search';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { isLegal } from '../../src/experiments/navmesh/legal-line.ts';
import { experiments, silent } from '../../src/index.ts';

afterEach(() => void vi.restoreAllMocks());

/** Makes a search omit the middle of each path of more than three vertices. */
function omitMiddle(search: { prototype: { path(...ends: never[]): number } }): void {
  const path = Reflect.get(search.prototype, 'path') as (...given: unknown[]) => number;
  vi.spyOn(search.prototype, 'path').mockImplementation(function (this: unknown, ...given: unknown[]) {
    const n = path.apply(this, given);
    if (n <= 3) return n;
    const out = given[given.length - 1] as Uint32Array;
    out[1] = out[n - 1];
    return 2;
  });
}

/** The claims of an experiment that do not hold. */
async function failing(name: string): Promise<string[]> {
  const { claims, failure } = await experiments.find((one) => one.name === name)!.run({ seed: 1, effort: 'tiny' }, silent);
  expect(failure).toBeUndefined();
  return claims.filter(({ pass }) => pass === false).map((claim) => claim.name);
}

describe('an experiment notices', () => {
  it('illegal paths, those of its baseline too', async () => {
    for (const search of [AStar, JumpPointSearch, ClusterSearch]) omitMiddle(search);
    expect(await failing('terrain')).toContain('Wrong answers');
  });

  it('paths that are missing, from its baseline too', async () => {
    for (const search of [AStar, JumpPointSearch, ClusterSearch]) vi.spyOn(search.prototype, 'path').mockReturnValue(0);
    expect(await failing('terrain')).toContain('Wrong answers');
  });

  it('illegal paths on maps that are edited', async () => {
    omitMiddle(JumpPointSearch);
    expect(await failing('dynamic')).not.toEqual([]);
  });

  it('illegal paths of a database whose costs are right', async () => {
    omitMiddle(PathDatabase);
    expect(await failing('goal-bounding')).toContain('Wrong paths of path databases');
  });

  it('a mesh that leads through walls', async () => {
    vi.spyOn(GridMesh.prototype, 'findPath').mockImplementation(({ from, to }) => {
      const ends = [from, to] as { x: number; y: number }[];
      return { cost: Math.hypot(ends[0].x - ends[1].x, ends[0].y - ends[1].y), points: ends };
    });
    expect(await failing('any-angle')).toEqual(['Wrong paths: other ends, or a blocked cell on the way']);
  });

  it('illegal steps of a planner', async () => {
    const next: unknown = Reflect.get(DStarLite.prototype, 'next');
    vi.spyOn(DStarLite.prototype, 'next').mockImplementation(function (this: DStarLite) {
      const first = (next as () => number).call(this);
      return Math.abs(first - this.goal) < 2 ? first : this.goal;
    });
    expect(await failing('metrics')).toContain('Episodes with a wrong end or an illegal step');
  });
});

describe('a path at any angle', () => {
  const grid = Grid.fromRows(['..#', '...', '#..']);
  const at = (x: number, y: number): { x: number; y: number } => ({ x, y });
  const ends = { from: at(0, 0), to: at(2, 2) };

  it('may touch walls, and pass corners', () => {
    expect(isLegal(grid, [at(0, 0), at(2, 2)], ends)).toBe(true);
    expect(isLegal(grid, [at(0, 0), at(1.5, 0), at(1.5, 1.5), at(2, 2)], ends)).toBe(true);
    expect(isLegal(grid, [at(0, 0)], { from: at(0, 0), to: at(0, 0) })).toBe(true);
  });

  it('has the right ends, and crosses neither a blocked cell nor a corner between two', () => {
    expect(isLegal(grid, [], ends)).toBe(false);
    expect(isLegal(grid, [at(0, 0), at(2, 1)], ends)).toBe(false);
    expect(isLegal(grid, [at(1, 0), at(2, 2)], ends)).toBe(false);
    expect(isLegal(grid, [at(0, 0), at(1.6, 0), at(1.6, 1.5), at(2, 2)], ends)).toBe(false);
    expect(isLegal(grid, [at(0, 0), at(2.6, 1), at(2, 2)], ends)).toBe(false);
    expect(isLegal(Grid.fromRows(['.#', '#.']), [at(0, 0), at(1, 1)], { from: at(0, 0), to: at(1, 1) })).toBe(false);
  });
});
