import { readdirSync, readFileSync } from 'node:fs';
import { FogOfWar, fourNeighbours, Grid } from '@pf/grid';
import type { Planner } from '@pf/incremental';
import { AdaptiveAStar, navigate, RepeatedAStar } from '@pf/incremental';
import { JumpTable, Landmarks } from '@pf/preprocess';
import { describe, expect, test } from 'vitest';

const docs = new URL('../../../../docs/', import.meta.url);
const names = readdirSync(new URL('articles/', docs)).filter((file) => file !== 'README.md').map((file) => file.replace('.md', ''));

interface Result {
  readonly title: string;
  readonly reproduces: string;
  readonly tables: readonly { readonly title: string }[];
  readonly rows: readonly Readonly<Record<string, unknown>>[];
  readonly claims: readonly { readonly name: string; readonly reference?: number }[];
}
const result = (name: string): Result => JSON.parse(readFileSync(new URL(`results/${name}.json`, docs), 'utf8')) as Result;

/** The sentences of an article with a number in them: not its code, its tables (a test compares those with docs/results), and the lines below them. */
function sentencesOf(name: string): readonly string[] {
  const text = readFileSync(new URL(`articles/${name}.md`, docs), 'utf8')
    .replace(/```[^]*?```|^\|.*$|<!--[^]*?-->|<[^>]*>|^Measured by .*$|\]\([^)]*\)/gm, '')
    // Years of publications.
    .replace(/\((?:[^()]*\s)?(?:19|20)\d\d(?:;[^()]*(?:19|20)\d\d)?\)|in 2006/g, '');
  return text.split(/(?<=[.?!:])\s/).map((each) => each.trim().replace(/\s+/g, ' ')).filter((each) => /\d/.test(each));
}

/** The expansions of each search in the worked example of the course. */
function searches(make: (known: Grid) => Planner): readonly number[] {
  const world = new FogOfWar(Grid.fromRows(['.....', '..#..', '..##.', '..##.', '...#.'], { movement: 'four' }));
  const { known } = world;
  return [...navigate(make(known), world, { start: known.vertex(2, 4), goal: known.vertex(4, 4), sensor: fourNeighbours })].filter(({ replanned }) => replanned).map(({ expanded }) => expanded);
}

const grid = new Grid(64, 64);
const quickest = (): number => {
  const rows = result('landmarks').rows.filter(({ table, map, placement }) => table === 'placements' && map === 'dao/lak303d' && placement === 'farthest') as unknown as readonly { readonly count: number; readonly time: { readonly value: number } }[];
  return rows.reduce((best, row) => (row.time.value < best.time.value ? row : best)).count;
};

/** By article: a sentence, and whether its numbers are right. */
const sources: Readonly<Record<string, readonly (readonly [sentence: RegExp, isRight: () => boolean])[]>> = {
  'a-star': [],
  'adaptive-a-star': [
    [/expand 10, 13 and 16 cells; with learning 10, 10 and 13\.$/, () => {
      const of = (Kind: typeof RepeatedAStar | typeof AdaptiveAStar): string => searches((known) => new Kind(known, { heuristic: known.heuristic(), queue: 'larger-g' })).join();
      return of(RepeatedAStar) === '10,13,16' && of(AdaptiveAStar) === '10,10,13';
    }],
    [/mazes of 101 × 101 cells:$/, () => result('trajectory').reproduces.includes('101×101')],
  ],
  'd-star-lite': [[/the metric `70\/99` makes them so/, () => new Grid(3, 3, { metric: '70/99' }).heuristic()(0, 0) === 0]],
  'jump-points': [[/takes 32 bytes a cell/, () => new JumpTable(grid).byteLength / grid.vertexCount === 32]],
  'landmarks': [
    [/on a map of 10,000 cells these are a hundred million numbers/, () => 10_000 ** 2 === 1e8],
    [/4 to 8 (?:landmarks are usually best|are enough)/, () => quickest() >= 4 && quickest() <= 8],
    [/If you have memory for 32/, () => result('landmarks').rows.some(({ count }) => count === 32)],
    [/takes 8 bytes a cell, or 2, or 1 with rounded costs/, () => (['exact', 16, 8] as const).map((precision) => new Landmarks(grid, [grid.vertex(0, 0)], { precision }).byteLength / grid.vertexCount).join() === '8,2,1'],
  ],
  'subgoals': [
    // The number of free cells is the paper's too, and no claim.
    [/a tree has 198 nodes on average, on 17,789 free cells/, () => result('subgoals').claims.some(({ name, reference }) => name === 'Nodes of a tree, as published' && reference === 198)],
  ],
  'thousand-units': [
    [/A frame of 60 a second has 16 ms/, () => Math.floor(1000 / 60) === 16],
    [/on a map of 512 × 512 cells, with a budget of two milliseconds/, () => /frame of 2 ms,.* on \w*512\//.test(result('squad').tables[0].title)],
  ],
};

describe('the numbers of the articles', () => {
  test.each(names)('%s: each comes from the results, from the figure beside it, or from the paper', (name) => {
    const known = sources[name];
    const sentences = sentencesOf(name);
    expect(sentences.filter((each) => !known.some(([sentence]) => sentence.test(each)))).toEqual([]);
    for (const [sentence, isRight] of known) {
      expect([String(sentence), sentences.some((each) => sentence.test(each)), isRight()]).toEqual([String(sentence), true, true]);
    }
  });
});
