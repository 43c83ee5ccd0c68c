import { join } from 'node:path';
import { publicPackages, readJson, repository } from '@pf/workspace';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { collect, collectEmpty, moduleOf, Surface } from '../index.js';

const examples = collect(repository);
const surface = new Surface(repository, examples);
const empty = collectEmpty(repository);
// What still lacks its comment or its example: a list that only ever gets shorter.
const gaps = readJson(join(repository, 'tooling/examples/known-gaps.json'));

beforeEach(() => {
  vi.spyOn(console, 'log').mockImplementation(() => {});
});

for (const owner of new Set(examples.map((example) => example.owner))) {
  describe(owner, () => {
    for (const example of examples.filter((each) => each.owner === owner)) {
      test(`${example.file}:${example.line} ${example.runs ? 'runs' : 'type-checks'}`, async () => {
        expect(surface.errorsIn(example)).toEqual([]);
        if (example.runs) await import(/* @vite-ignore */ moduleOf(repository, example));
      });
    }
  });
}

for (const { short, folder } of publicPackages()) {
  describe(short, () => {
    test('documents what it exports, classes and functions by an example', () => {
      expect(surface.undocumented(short).map(withoutLine)).toEqual(gaps.filter((gap) => gap.startsWith(`${folder}/`)));
    });

    test('has a ```ts block in each @example', () => {
      expect(empty.filter((place) => place.startsWith(`${folder}/`))).toEqual([]);
    });
  });
}

/** A gap is the same gap when the lines above it change. */
function withoutLine(gap) {
  return gap.replace(/:\d+/, '');
}
