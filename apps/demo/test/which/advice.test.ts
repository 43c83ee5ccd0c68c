import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { Advice } from '../../src/which/advice.ts';
import { advise, codeOf } from '../../src/which/advice.ts';
import { answersIn, hashOf, usual } from '../../src/which/questions.ts';
import type { Packages } from '../../src/runner/run-code.ts';
import { runCode } from '../../src/runner/run-code.ts';
import { allAnswers } from './all-answers.ts';

const facts = [{ free: 2000, detours: 'long' }, { free: 2000, detours: 'short' }, { free: 60_000, detours: 'long' }] as const;
const advised = new Map<string, Advice>();
for (const answers of allAnswers()) for (const map of facts) {
  const advice = advise(answers, map);
  advised.set(advice.title, advice);
}

describe('every answer', () => {
  test('leads to advice, and each kind of advice is the answer to some', () => {
    expect(allAnswers().length).toBe(72);
    expect([...advised.keys()].length).toBe(16);
  });

  const packages: Packages = {
    '@pf/crowd': () => import('@pf/crowd'), '@pf/grid': () => import('@pf/grid'), '@pf/incremental': () => import('@pf/incremental'), '@pf/navmesh': () => import('@pf/navmesh'),
    '@pf/preprocess': () => import('@pf/preprocess'), '@pf/realtime': () => import('@pf/realtime'), '@pf/search': () => import('@pf/search'),
  };

  test.each([...advised])('%s: its sample runs, and gives the stated results', async (_, advice) => {
    const code = codeOf(advice);
    const stated = [...code.matchAll(/\/\/ → (.*)/g)].map(([, value]) => value);
    expect(stated.length).toBeGreaterThan(0);
    const values: string[] = [];
    await runCode(code, packages, ({ value }) => values.push(value));
    expect(values.filter((value) => stated.includes(value))).toEqual(stated);
  });

  test.each([...advised])('%s: docs/choosing.md names the same class, under that heading', (title, { section, lines, imports }) => {
    const text = readFileSync(new URL('../../../../docs/choosing.md', import.meta.url), 'utf8');
    const part = text.split(/^## /m).find((each) => each.split('\n')[0].toLowerCase().replaceAll(' ', '-') === section);
    expect(part, section).toBeDefined();
    // The names that the table must have: the classes of the title, or else of the sample.
    const classes = [...title.matchAll(/[A-Z][A-Za-z]+[a-z]\b|findPath|createPlanner|smooth|within/g)].map(([name]) => name).filter((name) => Object.values(imports).join().includes(name));
    expect(classes.length, lines.join()).toBeGreaterThan(0);
    for (const name of classes) expect(part).toContain(name);
  });
});

test('answers are kept in the address', () => {
  for (const answers of allAnswers()) expect(answersIn(hashOf(answers))).toEqual(answers);
  expect(answersIn('#changes=toString&ground=terrain')).toEqual({ ...usual, ground: 'terrain' });
});
