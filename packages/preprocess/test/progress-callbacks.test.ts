import { rooms, seededRandom } from '@pf/grid';
import { expect, test } from 'vitest';
import type { ProgressCallbacks } from '../src/index.ts';
import { buildCaseBase, buildPartition, buildRegionTable } from '../src/index.ts';

const grid = rooms(30, 30, 6, seededRandom(2));
const heuristic = grid.heuristic();
const builds: readonly (readonly [string, (watch: ProgressCallbacks) => unknown])[] = [
  ['a case base', (watch) => buildCaseBase(grid, { heuristic, cases: 20, random: seededRandom(1), ...watch })],
  ['a region table', (watch) => buildRegionTable(grid, 2, watch)],
  ['a partition', (watch) => buildPartition(grid, { heuristic, ...watch })],
];

test.each(builds)('%s reports its progress, and can be stopped there', (_name, build) => {
  const seen: number[] = [];
  let last = 0;
  build({ onProgress: (done, total) => (seen.push(done), (last = total)) });
  expect(seen.length).toBeGreaterThan(10);
  expect(seen.every((done, i) => i === 0 || done > seen[i - 1])).toBe(true);
  expect(seen.at(-1)).toBe(last);
  const stop = new AbortController();
  let calls = 0;
  const onProgress = (): void => {
    if (++calls === 5) stop.abort();
  };
  expect(() => build({ onProgress, signal: stop.signal })).toThrow(expect.objectContaining({ name: 'AbortError' }));
  expect(calls).toBe(5);
  const deadline = { aborted: true };
  expect(() => build({ signal: deadline })).toThrow(/^The build was stopped after [01] of \d+\.$/);
});

test('a partition also reports while it is cut and while its legs are joined', () => {
  const totals = new Map<number, number[]>();
  const { partCount } = buildPartition(grid, { heuristic, reach: 3, onProgress: (done, total) => totals.set(total, [...(totals.get(total) ?? []), done]) });
  const [[cells, cutting], [whole, joining]] = totals;
  expect(cells).toBe(grid.vertexCount);
  expect(cutting).toHaveLength(partCount);
  // A part that is cut, a leg that is found, a part to which legs are joined.
  expect(whole - joining[0]).toBeGreaterThan(partCount);
  expect(joining).toHaveLength(whole - joining[0] + 1);
});
