import { execSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { readJson, repository } from '@pf/workspace';
import { afterAll, expect, test } from 'vitest';

const bin = mkdtempSync(join(tmpdir(), 'pf-unused-'));
afterAll(() => rmSync(bin, { recursive: true }));

// Stands for knip, and fails as the variables say.
writeFileSync(join(bin, 'knip'), '#!/bin/sh\ncase "$*" in *--production*) echo published; exit $PUBLISHED;; *) echo all; exit $ALL;; esac\n', { mode: 0o755 });

function outcome(all, published) {
  const env = { ...process.env, PATH: bin + delimiter + process.env.PATH, ALL: all, PUBLISHED: published };
  try {
    return [0, execSync(readJson(join(repository, 'package.json')).scripts.unused, { env, encoding: 'utf8' })];
  } catch (error) {
    return [error.status, error.stdout];
  }
}

test.each([[0, 0, 0], [1, 0, 1], [0, 1, 1], [1, 1, 1]])('unused code of both kinds is looked for, and either is a failure: %i %i', (all, published, code) => {
  expect(outcome(String(all), String(published))).toEqual([code, 'all\npublished\n']);
});
