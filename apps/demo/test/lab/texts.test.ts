import { existsSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { algorithms } from '../../src/lab/recordings/algorithms.ts';
import { texts } from '../../src/lab/recordings/texts.ts';
import { libraryExpansions } from '../library-expansions.ts';
import { questionOf, record } from './questions.ts';

describe('every algorithm of the lab', () => {
  test.each(algorithms)('$name has a description of two sentences, and a page', ({ sees, page }) => {
    expect(sees.split(/(?<=[.!])\s+(?=[A-Z])/).length).toBe(2);
    const [, article] = /^articles\/([\w-]+)\.html$/.exec(page) ?? [];
    // The pages of the API are checked on the whole site, by tooling/docs-site.
    if (article === undefined) expect(page).toMatch(/^docs\/_pf\/[\w-]+\/[\w-]+\.html$/);
    else expect(existsSync(new URL(`../../../../docs/articles/${article}.md`, import.meta.url))).toBe(true);
  });

  test('no text is unused', () => expect(Object.keys(texts)).toEqual(algorithms.map(({ id }) => id)));

  test.each(algorithms)('$name is compared with another, by numbers of the packages', ({ id }) => {
    const { comparison, steps } = record(id);
    const { before, after, than, what } = comparison!;
    expect([before > 0, after >= 0, than.length > 0, what.length > 0]).toEqual([true, true, true, true]);
    const question = questionOf();
    const expected = libraryExpansions(than, question.grid, question.start, question.goal);
    if (/^expansions/.test(what)) expect([id, before]).toEqual([id, expected]);
    if (what === 'expansions') expect(after).toBe(steps.at(-1)!.expanded);
  });
});
