import { publicPackages, repository } from '@pf/workspace';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { collect, collectEmpty, moduleOf, Surface } from '../index.js';

const examples = collect(repository);
const surface = new Surface(repository, examples);
const empty = collectEmpty(repository);

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
      expect(surface.undocumented(short)).toEqual([]);
    });

    test('has a ```ts block in each @example', () => {
      expect(empty.filter((place) => place.startsWith(`${folder}/`))).toEqual([]);
    });
  });
}
